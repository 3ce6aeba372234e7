"""Check a roster document from the command line."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from common.commands import DONE, SOMETHING_WRONG, JsonCommand
from rules.errors import DocumentError
from rules.legality import Verdict, verdict_document
from rules.reading import MAX_BYTES
from rules.roster import Roster, roster_from_json
from warbands.selectors.legality import roster_verdict


class Command(JsonCommand):
    """Print the verdict on a roster; the exit status is 0 for a legal one and 1 for any other."""

    help = "Checks a roster document (muster-roster/1): points, legality and every problem with its smallest fix."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the file."""
        super().add_arguments(parser)
        parser.add_argument("file", help="the roster document, or - for standard input")

    def handle(self, *args: Any, **options: Any) -> None:
        """Read, check, print."""
        as_json = options["json"]
        roster = self._read(options["file"], as_json)
        answer = roster_verdict(roster)
        if as_json:
            self.print_json(verdict_document(answer))
        else:
            self._tell(roster, answer)
        raise SystemExit(DONE if answer.legal else SOMETHING_WRONG)

    def _read(self, name: str, as_json: bool) -> Roster:
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

    def _tell(self, roster: Roster, answer: Verdict) -> None:
        limit = "no limit" if answer.points_left is None else f"of {answer.points_limit}, {answer.points_left} left"
        self.stdout.write(
            f"{roster.name or 'Warband'}: {'legal' if answer.legal else 'not legal'}, {answer.points} points ({limit})"
        )
        for problem in answer.problems:
            state = "overridden" if problem.overridden else problem.severity
            self.stdout.write(f"  [{state}] {problem.message} {problem.fix}".rstrip())
