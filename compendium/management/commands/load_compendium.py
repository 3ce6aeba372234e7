"""Fill the compendium with the built-in content."""

from dataclasses import asdict
from typing import Any

from common.commands import JsonCommand
from compendium.services.builtin import compendium_load, editors_complete
from rules.text import counted


class Command(JsonCommand):
    help = "Loads or refreshes the built-in compendium. It keeps edited entries, and a second run changes nothing."

    def handle(self, *args: Any, **options: Any) -> None:
        """Load, and report the results."""
        report = compendium_load()
        editors_complete()
        if options["json"]:
            self.print_json({"read": report.read, **asdict(report)})
            return
        self.stdout.write(
            f"Compendium: {report.read} entries read, {report.created} created, {report.updated} updated, "
            f"{report.unchanged} unchanged, {len(report.edited)} kept as edited; gambits of "
            f"{counted(report.gambits, 'creature')} loaded, {len(report.edited_gambits)} kept as edited."
        )
        for edited in (*report.edited, *(f"gambits of {key}" for key in report.edited_gambits)):
            self.stdout.write(f"  Kept as edited: {edited}")
