"""Load the demo campaign from the command line."""

from typing import Any

from campaigns.selectors.campaigns import DEMO_KEY
from campaigns.services.demo import demo_store
from common.commands import DONE, JsonCommand
from common.refusal import Refusal


class Command(JsonCommand):
    """Store the demo campaign once; a second run changes nothing."""

    help = (
        "Stores the demo campaign: six scenarios of built-in creatures, that anyone can read. It needs the compendium."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            campaign = demo_store()
        except Refusal as refusal:
            message = f"{refusal.message} The demo campaign needs the compendium: run load_compendium first."
            self.fail("demo.not_ready", "", message, as_json=options["json"])
        if options["json"]:
            self.print_json({"id": DEMO_KEY, "created": campaign is not None})
        else:
            self.stdout.write(f"Demo campaign: {'stored' if campaign else 'there already'}.")
        raise SystemExit(DONE)
