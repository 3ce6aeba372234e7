"""What the commands that read a roster document share."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from common.commands import JsonCommand
from rules.documents import MAX_BYTES
from rules.errors import DocumentError
from rules.roster import Roster, roster_from_json


class RosterCommand(JsonCommand):
    """A command whose first argument is a file with a roster."""

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the file."""
        super().add_arguments(parser)
        parser.add_argument("file", help="the roster document, or - for standard input")

    def read_roster(self, options: dict[str, Any]) -> Roster:
        """Return the roster of the file; end with exit status 2 where there is none."""
        name, as_json = options["file"], options["json"]
        try:
            if name == "-":
                data = sys.stdin.buffer.read(MAX_BYTES + 1)
            else:
                with Path(name).open("rb") as file:
                    data = file.read(MAX_BYTES + 1)
        except (OSError, ValueError) as fault:
            reason = getattr(fault, "strerror", None) or str(fault)
            self.fail("file.unreadable", "", f"{name} could not be read: {reason}.", as_json=as_json)
        try:
            return roster_from_json(data)
        except DocumentError as fault:
            self.fail(fault.code, fault.path, fault.message, as_json=as_json)
