"""The examples of the API's schema: for each operation what the owner of everything sent and was answered.

Lists are cut to what shows their documents.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tests.api_shapes import public_schema
from tests.golden.answers import EXAMPLE, GivenAnswer, is_document

BY_ROLE = (EXAMPLE, "owner", "organizer", "fellow player", "superuser", "visitor")
"""Whose answer is shown: the first of these that is no refusal."""
SHOWN_DOCUMENTS, SHOWN_VALUES = 1, 8


def examples_of(answers: Iterable[GivenAnswer]) -> dict[str, dict[str, Any]]:
    """Return the examples by the ids of their operations."""
    operations, examples = dict(_operations()), {}
    by_role = {role: place for place, role in enumerate(BY_ROLE)}
    for answer in sorted(answers, key=lambda answer: by_role[answer.role]):
        operation = operations.get((answer.method, answer.route))
        if (
            operation in examples
            or operation is None
            or not answer.status.startswith("2")
            or not is_document(answer.text)
        ):
            continue
        sent = {"sent": answer.body} if answer.body and answer.method != "GET" else {}
        examples[operation] = {**sent, "answered": _short(json.loads(answer.text))}
    return dict(sorted(examples.items()))


def _operations() -> Iterator[tuple[tuple[str, str], str]]:
    """Yield methods and addresses of the API with the ids of their operations."""
    for address, methods in public_schema()["paths"].items():
        for method, operation in methods.items():
            yield (method.upper(), re.sub(r"\{\w+\}", "*", address)), operation["operationId"]


def _short(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _short(child) for key, child in value.items()}
    if isinstance(value, list):
        most = SHOWN_DOCUMENTS if value and isinstance(value[0], Mapping) else SHOWN_VALUES
        return [_short(child) for child in value[:most]]
    return value
