"""What the commands that read a document from a file share."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO, TypeVar, cast

from django.core.management.base import CommandParser

from common.commands import JsonCommand
from rules.documents import MAX_BYTES
from rules.errors import DocumentError

Read = TypeVar("Read")


class DocumentCommand(JsonCommand):
    """A command that reads a document from a file. ``noun`` names the document, ``max_bytes`` is the largest size."""

    noun = "document"
    max_bytes = MAX_BYTES

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the file."""
        super().add_arguments(parser)
        parser.add_argument("file", help=f"the {self.noun}, or - for standard input")

    def read_document(self, options: dict[str, Any], read: Callable[[bytes], Read]) -> Read:
        """Return the document of the file; end with exit status 2 where there is none."""
        data = self.read_file(options["file"], as_json=options["json"])
        try:
            return read(data)
        except DocumentError as fault:
            self.fail(fault.code, fault.path, fault.message, as_json=options["json"])

    def read_file(self, name: str, *, as_json: bool) -> bytes:
        """Return the bytes of a file, at most one more than it may have; end with exit status 2 where it has none."""
        try:
            if name == "-":
                return sys.stdin.buffer.read(self.max_bytes + 1)
            with Path(name).open("rb") as file:
                return file.read(self.max_bytes + 1)
        except (OSError, ValueError) as fault:
            reason = getattr(fault, "strerror", None) or str(fault)
            self.fail("file.unreadable", "", f"{name} could not be read: {reason}.", as_json=as_json)


class FileCommand(DocumentCommand):
    """A command that reads a file too large to be held in memory."""

    @property
    def plain_output(self) -> TextIO:
        """Standard output, to which lines are written as they are."""
        return cast("TextIO", self.stdout._out)

    @contextmanager
    def open_path(self, options: dict[str, Any]) -> Iterator[Path]:
        """Give the path of the file, standard input being put on the disk; end with exit status 2 where it has none."""
        name, as_json = options["file"], options["json"]
        if name != "-":
            try:
                with Path(name).open("rb"):
                    path = Path(name)
            except (OSError, ValueError) as fault:
                reason = getattr(fault, "strerror", None) or str(fault)
                self.fail("file.unreadable", "", f"{name} could not be read: {reason}.", as_json=as_json)
            yield path
            return
        with tempfile.NamedTemporaryFile() as given:
            left = self.max_bytes + 1
            while left > 0 and (piece := sys.stdin.buffer.read(min(left, 2**20))):
                given.write(piece)
                left -= len(piece)
            given.flush()
            yield Path(given.name)
