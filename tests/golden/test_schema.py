"""What the API's schema means stays: every operation with its documents in place, whatever they are called.

Where a change is meant: ``MUSTER_RECORD_ANSWERS=1 python -m pytest -n 0 tests/golden/test_schema.py`` records anew.
"""

import gzip
import json
import os
from collections.abc import Iterator
from typing import Any

from tests.api_shapes import public_schema
from tests.golden.files import FOLDER, read

MEANING = FOLDER / "schema-of-the-api.json.gz"
SHOWN = 40


def test_the_schema_means_what_it_meant() -> None:
    schema = public_schema()
    today = json.loads(json.dumps(_resolved(schema["paths"], schema, ())))
    if os.environ.get("MUSTER_RECORD_ANSWERS") == "1":
        MEANING.write_bytes(gzip.compress(json.dumps(today, ensure_ascii=False).encode(), mtime=0))
    changed = list(_differences(read(MEANING), today, ""))
    assert not changed, f"{len(changed)} places differ:\n" + "\n".join(changed[:SHOWN])


def _resolved(value: Any, schema: dict[str, Any], within: tuple[str, ...]) -> Any:
    """Return a piece of a schema with what it refers to in its place, without examples."""
    if isinstance(value, list):
        return [_resolved(child, schema, within) for child in value]
    if not isinstance(value, dict):
        return value
    if name := value.get("$ref"):
        if name in within:
            return {"within itself": len(within) - within.index(name)}
        component = schema["components"]["schemas"][name.rpartition("/")[2]]
        return _resolved(
            {**component, **{key: part for key, part in value.items() if key != "$ref"}}, schema, (*within, name)
        )
    if isinstance(value.get("schema"), dict):  # a body: its examples show it, and mean nothing
        value = {key: part for key, part in value.items() if key != "examples"}
    return {key: _resolved(part, schema, within) for key, part in value.items()}


def _differences(old: Any, new: Any, path: str) -> Iterator[str]:
    if isinstance(old, dict) and isinstance(new, dict):
        for key in sorted(old.keys() | new.keys()):
            yield from _differences(old.get(key), new.get(key), f"{path}/{key}")
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for place, (old_value, new_value) in enumerate(zip(old, new, strict=True)):
            yield from _differences(old_value, new_value, f"{path}[{place}]")
    elif old != new:
        yield f"{path}: was {json.dumps(old)[:200]}, is {json.dumps(new)[:200]}"
