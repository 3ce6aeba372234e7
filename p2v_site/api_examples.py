"""Examples for the API's schema: what was sent and answered in a small world, recorded by ``tests.golden``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

RECORDED = Path(__file__).with_suffix(".json")


@cache
def recorded_examples() -> Mapping[str, Mapping[str, Any]]:
    """Return for the id of an operation what was ``sent``, if anything, and what was ``answered``."""
    examples: dict[str, dict[str, Any]] = json.loads(RECORDED.read_text(encoding="utf-8"))
    return examples


def with_examples(result: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    """Show what was sent and answered beside the documents of each operation of a schema."""
    for methods in result["paths"].values():
        for operation in methods.values():
            example = recorded_examples().get(operation["operationId"], {})
            _show(operation.get("requestBody", {}), example.get("sent"))
            for status, answer in operation["responses"].items():
                _show(answer, example.get("answered") if status.startswith("2") else None)
    return result


def _show(body: dict[str, Any], value: Any) -> None:
    content = body.get("content", {}).get("application/json")
    if content is not None and value is not None:
        content["examples"] = {"InASmallWorld": {"value": value, "summary": "In a small world"}}
