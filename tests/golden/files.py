"""Where the goldens lie and how they are written: JSON with a line for each row, so that a difference is a line."""

import gzip
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
STORED = FOLDER / "stored"
ROSTERS = FOLDER / "rosters.json"
VERDICTS = FOLDER / "verdicts.json"
BUILT_IN_1 = STORED / "built-in-cards-1.json.gz"
"""All built-in cards as the first version stored them."""
CARDS = FOLDER / "cards.json"
MATCHUPS = FOLDER / "matchups.json"


def read(path: Path) -> Any:
    """Return what a JSON file holds, packed or not."""
    content = path.read_bytes()
    return json.loads(gzip.decompress(content) if path.suffix == ".gz" else content)


def write_rows(path: Path, rows: Iterable[Any]) -> None:
    """Write a list as JSON, each row on a line of its own."""
    lines = (json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in rows)
    path.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


def filled(value: Any) -> Any:
    """Return a document without the fields that say nothing."""
    if isinstance(value, dict):
        return {key: filled(child) for key, child in value.items() if not is_empty(child)}
    return [filled(child) for child in value] if isinstance(value, list) else value


def is_empty(value: Any) -> bool:
    """Return True if the value of a field says nothing: null, false, an empty list, object or text, but not 0."""
    return value is None or value is False or value in ([], {}, "")
