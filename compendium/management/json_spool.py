"""Long lists of documents on their way to standard output, kept on the disk until it is known that all is well."""

from __future__ import annotations

import json
import tempfile
import textwrap
from collections.abc import Iterator, Mapping
from typing import Any, TextIO

_IN_MEMORY = 2**20


class JsonSpool:
    """A list of documents of which a large one lies on the disk."""

    def __init__(self) -> None:
        self._file = tempfile.SpooledTemporaryFile(_IN_MEMORY, "w+", encoding="utf-8", newline="\n")  # noqa: SIM115 - goes with the spool
        self._count = 0

    def close(self) -> None:
        """Let the file go."""
        self._file.close()

    def __len__(self) -> int:
        return self._count

    def append(self, document: Mapping[str, Any]) -> None:
        """Add a document at the end."""
        json.dump(document, self._file, ensure_ascii=False)
        self._file.write("\n")
        self._count += 1

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """Yield the documents; none may be added meanwhile."""
        self._file.seek(0)
        for line in self._file:
            document: dict[str, Any] = json.loads(line)
            yield document


def write_document(out: TextIO, members: Mapping[str, object]) -> None:
    """Write a JSON object, some of whose values may be spools, as ``json.dumps`` with an indent of 2 would."""
    for number, (name, value) in enumerate(members.items()):
        out.write(("{" if number == 0 else ",") + f"\n  {json.dumps(name)}: ")
        if isinstance(value, JsonSpool) and len(value):
            for place, document in enumerate(value):
                out.write("[\n" if place == 0 else ",\n")
                out.write(textwrap.indent(json.dumps(document, ensure_ascii=False, indent=2), "    "))
            out.write("\n  ]")
        else:
            out.write("[]" if isinstance(value, JsonSpool) else json.dumps(value, ensure_ascii=False, indent=2))
    out.write("\n}\n")
