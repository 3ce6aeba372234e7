"""Convert PF2e creatures into cards, without keeping anything."""

from __future__ import annotations

from typing import Any

from common.commands import DONE, SOMETHING_WRONG
from compendium.importing.pf2e.candidates import RejectedCreature
from compendium.management.pf2e_command import Pf2eCommand
from rules.conversion import ConvertedCreature
from rules.text import counted


class Command(Pf2eCommand):
    """Print a draft card for each creature of a file, with the steps; the exit status is 1 if one was rejected."""

    help = "Converts PF2e creatures to card documents (muster-card/1) with the steps taken; it saves nothing."

    def handle(self, *args: Any, **options: Any) -> None:
        """Read, convert, print."""
        cards: list[ConvertedCreature] = []
        rejected: list[RejectedCreature] = []
        for found in self.read_candidates(options):
            if isinstance(found, RejectedCreature):
                rejected.append(found)
            else:
                cards.append(found)
        if options["json"]:
            self.print_json(
                {"cards": [one.document() for one in cards], "rejected": [one.document() for one in rejected]}
            )
        else:
            for card in cards:
                self._tell(card)
            for one in rejected:
                self.stdout.write(f"Rejected: {one.name}: {one.message}")
        raise SystemExit(SOMETHING_WRONG if rejected else DONE)

    def _tell(self, converted: ConvertedCreature) -> None:
        card = converted.card
        undecided = [step for step in converted.steps if step.is_undecided]
        self.stdout.write(f"{card.name} · {counted(card.points, 'point')} · level {card.level} · {card.license}")
        for step in undecided:
            choices = ", ".join("none" if one is None else str(one) for one in step.choices)
            self.stdout.write(f"  Decide {step.field}: {step.rule} ({choices})")
