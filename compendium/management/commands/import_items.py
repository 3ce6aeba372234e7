"""Bring in a page of item cards."""

from __future__ import annotations

from typing import Any

from compendium.importing.pages import MAX_PAGE_BYTES, read_item_page
from compendium.management.import_command import ImportCommand
from compendium.services.imports import items_import


class Command(ImportCommand):
    """Read an HTML page of item cards and write them to a source."""

    help = "Imports a page of item cards (HTML), as the game's public site publishes them."
    noun = "page of items"
    max_bytes = MAX_PAGE_BYTES

    def handle(self, *args: Any, **options: Any) -> None:
        """Read, write, say what came in."""
        self.run_import(
            options,
            lambda data, license: read_item_page(data, license=license),
            lambda found, file: items_import(
                candidates=found, source=options["source"], file=file, dry_run=options["dry_run"]
            ),
        )
