"""What the commands that read PF2e creatures share."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from common.commands import JsonCommand
from compendium.importing.pf2e.candidates import RejectedCreature, candidates
from compendium.importing.pf2e.files import MAX_FILE, RawCreature, creatures_in_bytes, creatures_in_file
from rules.conversion import RULEBOOK, STYLES, ConvertedCreature
from rules.errors import DocumentError


class Pf2eCommand(JsonCommand):
    """A command whose first argument is a file of PF2e creatures."""

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the file and the style."""
        super().add_arguments(parser)
        parser.add_argument(
            "file", help="Foundry VTT actors or a Pf2eTools bestiary, JSON or a zip; - for standard input"
        )
        parser.add_argument(
            "--style",
            choices=sorted(STYLES),
            default=RULEBOOK.name,
            help="rulebook: as the appendix says (the default); author: as the game's author converts",
        )

    def read_candidates(self, options: dict[str, Any]) -> Iterator[ConvertedCreature | RejectedCreature]:
        """Yield each creature of the file; end with exit status 2 where the file cannot be read."""
        try:
            yield from candidates(_creatures(options["file"]), STYLES[options["style"]])
        except DocumentError as fault:
            self.fail(fault.code, fault.path, fault.message, as_json=options["json"])
        except (OSError, ValueError) as fault:
            reason = getattr(fault, "strerror", None) or str(fault)
            self.fail("file.unreadable", "", f"{options['file']} could not be read: {reason}.", as_json=options["json"])


def _creatures(name: str) -> Iterator[RawCreature]:
    if name == "-":
        return creatures_in_bytes(sys.stdin.buffer.read(MAX_FILE + 1))
    return creatures_in_file(Path(name))
