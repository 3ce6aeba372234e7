"""Examples for the API's schema: what was sent and answered in a small world, recorded by ``tests.golden``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

RECORDED = Path(__file__).with_suffix(".json")
"""For the id of an operation what was ``sent``, if anything, and what was ``answered``."""


def with_examples(result: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    """Show what was sent and answered beside the documents of each operation of a schema."""
    examples = json.loads(RECORDED.read_text(encoding="utf-8"))
    for methods in result["paths"].values():
        for operation in methods.values():
            example = examples.get(operation["operationId"], {})
            _show(operation.get("requestBody", {}), example.get("sent"))
            for status, answer in operation["responses"].items():
                _show(answer, example.get("answered") if status.startswith("2") else None)
    return result


def _show(body: dict[str, Any], value: Any) -> None:
    content = body.get("content", {}).get("application/json")
    if content is not None and value is not None:
        content["examples"] = {"InASmallWorld": {"value": value, "summary": "In a small world"}}
