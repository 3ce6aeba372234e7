"""Convert PF2e creatures into cards, without keeping anything."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from common.commands import DONE, SOMETHING_WRONG
from compendium.importing.pf2e.candidates import creature_candidates
from compendium.importing.pf2e.files import MAX_FILE, creatures_in_bytes, creatures_in_file
from compendium.management.conversion_style import add_style_argument
from compendium.management.document_command import DocumentCommand
from rules.cards import Card, card_document
from rules.conversion import STYLES
from rules.errors import DocumentError
from rules.printed import Candidate
from rules.text import counted


class Command(DocumentCommand):
    """Print a draft card for each creature of a file, with the steps; the exit status is 1 if one was rejected."""

    help = "Converts PF2e creatures to card documents (muster-card/1) with the steps taken; it saves nothing."
    noun = "file of PF2e creatures (JSON of Foundry VTT or Pf2eTools, or a zip of such files)"

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the style."""
        super().add_arguments(parser)
        add_style_argument(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        """Read, convert, print."""
        found = self._candidates(options)
        rejected = [one for one in found if one.value is None]
        if options["json"]:
            self.print_json(
                {
                    "cards": [{**card_document(one.value), "steps": list(one.steps)} for one in found if one.value],
                    "rejected": [
                        {"name": one.name, "problems": [doubt.document() for doubt in one.doubts]} for one in rejected
                    ],
                }
            )
        else:
            for one in found:
                self._tell(one)
        raise SystemExit(SOMETHING_WRONG if rejected else DONE)

    def _candidates(self, options: dict[str, Any]) -> list[Candidate[Card]]:
        """Return every creature of the file; end with exit status 2 where the file cannot be read."""
        name, as_json = options["file"], options["json"]
        try:
            creatures = (
                creatures_in_bytes(sys.stdin.buffer.read(MAX_FILE + 1))
                if name == "-"
                else creatures_in_file(Path(name))
            )
            return list(creature_candidates(creatures, STYLES[options["style"]]))
        except DocumentError as fault:
            self.fail(fault.code, fault.path, fault.message, as_json=as_json)
        except (OSError, ValueError) as fault:
            reason = getattr(fault, "strerror", None) or str(fault)
            self.fail("file.unreadable", "", f"{name} could not be read: {reason}.", as_json=as_json)

    def _tell(self, candidate: Candidate[Card]) -> None:
        card = candidate.value
        if card is None:
            self.stdout.write(f"Rejected: {candidate.name}")
        else:
            self.stdout.write(f"{card.name} · {counted(card.points, 'point')} · level {card.level} · {card.license}")
        for doubt in candidate.doubts:
            self.stdout.write(f"  {'' if card is None else f'Decide {doubt.field}: '}{doubt.message}")
