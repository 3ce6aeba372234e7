"""Bring in PF2e creatures, converted into cards."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from compendium.importing.pf2e.candidates import creature_candidates
from compendium.importing.pf2e.files import MAX_FILE, creatures_in_bytes
from compendium.management.conversion_style import add_style_argument
from compendium.management.import_command import ImportCommand
from compendium.services.imports import cards_import
from rules.conversion import STYLES


class Command(ImportCommand):
    """Convert the creatures of a file and write the cards to a source."""

    help = "Imports PF2e creatures (Foundry VTT, Pf2eTools) as cards, converted as the rulebook's appendix says."
    noun = "file of PF2e creatures (JSON of Foundry VTT or Pf2eTools, or a zip of such files)"
    max_bytes = MAX_FILE

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the style."""
        super().add_arguments(parser)
        add_style_argument(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        """Read, convert, write, say what came in."""
        style = STYLES[options["style"]]
        self.run_import(
            options,
            lambda data, license: tuple(creature_candidates(creatures_in_bytes(data), style, license=license)),
            lambda found, file: cards_import(
                candidates=found, source=options["source"], file=file, dry_run=options["dry_run"]
            ),
            style=style.name,
        )
