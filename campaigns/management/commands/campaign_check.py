"""Check campaigns from the command line."""

from typing import Any

from django.core.management.base import CommandParser

from campaigns.models import Campaign
from campaigns.selectors.checking import CampaignFault, campaign_faults
from common.commands import DONE, SOMETHING_WRONG, JsonCommand
from rules.text import counted


class Command(JsonCommand):
    """Prove that the stored rows of campaigns equal the fold of their journals; exit status 1 if they differ."""

    help = "Checks that the journal of each campaign is intact and that all stored data matches it."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "id", nargs="?", help="the key of one campaign, as in its address; if omitted, all campaigns"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        campaigns = Campaign.objects.order_by("pk")
        if options["id"] is not None:
            campaigns = campaigns.filter(key=options["id"])
            if not campaigns:
                message = f"There is no campaign “{options['id']}”."
                self.fail("campaign.unknown", "id", message, as_json=options["json"])
        checked = [(campaign, campaign_faults(campaign)) for campaign in campaigns]
        if options["json"]:
            self.print_json({"campaigns": [_document(*each) for each in checked]})
        else:
            for campaign, faults in checked:
                self._tell(campaign, faults)
        raise SystemExit(SOMETHING_WRONG if any(faults for _, faults in checked) else DONE)

    def _tell(self, campaign: Campaign, faults: list[CampaignFault]) -> None:
        answer = "does not match its journal" if faults else "matches its journal"
        self.stdout.write(f"{campaign.key} {campaign.name}: {answer} of {counted(campaign.head, 'entry')}")
        for fault in faults:
            self.stdout.write(f"  [{fault.code}] {fault.message}")


def _document(campaign: Campaign, faults: list[CampaignFault]) -> dict[str, Any]:
    return {
        "id": campaign.key,
        "name": campaign.name,
        "entries": campaign.head,
        "sound": not faults,
        "faults": [{"code": fault.code, "entry": fault.entry, "message": fault.message} for fault in faults],
    }
