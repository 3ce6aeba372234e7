"""Compact documents: stored as packed differences from another document.

A document is written as JSON in many short lines, so that unchanged parts are the same lines in both. Lines of the
adjacent document are stored as their places there, the others unchanged.
"""

import hashlib
import json
import zlib
from typing import Any

FINEST = 4
"""Levels of a document that have separate lines; deeper content stays within one."""


class DeltaFault(ValueError):
    """The stored data does not fit the other document, or is damaged."""


def pack_document(document: Any, beside: Any) -> bytes:
    """Return a JSON document as its differences from another one."""
    others = _lines(beside)
    places: dict[str, int] = {}
    for place, line in enumerate(others):
        places.setdefault(line, place)
    stored: list[str | list[int]] = []
    for line in _lines(document):
        last = stored[-1] if stored else ""
        if isinstance(last, list) and (following := last[0] + last[1]) < len(others) and others[following] == line:
            last[1] += 1
        elif line in places:
            stored.append([places[line], 1])
        else:
            stored.append(line)
    return zlib.compress(_written({"beside": _digest(others), "lines": stored}).encode(errors="surrogatepass"))


def unpack_document(packed: bytes, beside: Any) -> Any:
    """Return the packed document; raise ``DeltaFault`` if the adjacent one has changed."""
    others = _lines(beside)
    try:
        stored = json.loads(zlib.decompress(packed).decode(errors="surrogatepass"))
    except (zlib.error, ValueError) as fault:
        raise DeltaFault("The packed document is damaged.") from fault
    if stored["beside"] != _digest(others):
        raise DeltaFault("The packed document needs the document that it was packed against.")
    lines: list[str] = []
    for line in stored["lines"]:
        lines += [line] if isinstance(line, str) else others[line[0] : line[0] + line[1]]
    return json.loads("\n".join(lines))


def _lines(document: Any) -> list[str]:
    """Return the lines of a document; together they are JSON, the same for equal documents."""
    lines: list[str] = []
    _add_lines(lines, document, FINEST)
    return lines


def _add_lines(lines: list[str], value: Any, levels: int) -> None:
    if not levels or not value or not isinstance(value, dict | list | tuple):
        lines.append(_written(value))
    elif isinstance(value, dict):
        lines.append("{")
        for number, (name, part) in enumerate(sorted(value.items())):
            lines.append(f"{',' if number else ''}{_written(name)}:")
            _add_lines(lines, part, levels - 1)
        lines.append("}")
    else:
        lines.append("[")
        for number, part in enumerate(value):
            if number:
                lines.append(",")
            _add_lines(lines, part, levels - 1)
        lines.append("]")


_encoder = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"))
"""One for all lines: a document has hundreds, and ``json.dumps`` would make one for each."""


def _written(value: Any) -> str:
    return _encoder.encode(value)


def _digest(lines: list[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode(errors="surrogatepass")).hexdigest()[:16]
