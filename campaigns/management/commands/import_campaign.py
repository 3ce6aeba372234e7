"""Import a campaign from the command line."""

from typing import Any

from campaigns.management.files import CampaignFileCommand, fault_document
from campaigns.models import Campaign
from campaigns.services.files import CampaignFileRefused, campaign_import
from common.commands import DONE, SOMETHING_WRONG
from rules.campaigns.files import FileFault
from rules.campaigns.rights import backward_times
from rules.text import counted


class Command(CampaignFileCommand):
    """Store the campaign of a file; exit status 1 means that the file is inconsistent and nothing is stored."""

    help = (
        "Stores the campaign of a file (muster-campaign/1) with its whole journal. Its people become placeholders; "
        "this command prints a token that claims each. A campaign that is not closed continues with a new seed."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        file = self.read_campaign(options)
        try:
            campaign = campaign_import(file=file)
        except CampaignFileRefused as refused:
            if options["json"]:
                self.print_json({"id": None, "faults": [fault_document(fault) for fault in refused.faults]})
            else:
                self.stdout.write("Nothing was imported: the file contradicts itself.")
                for fault in refused.faults:
                    self.stdout.write(f"  [{fault.code}] {fault.message}")
            raise SystemExit(SOMETHING_WRONG) from refused
        warnings = [
            FileFault("journal.time", f"Entry {number}: {message}", number)
            for number, message in backward_times(file.journal)
        ]
        places = list(campaign.participants.exclude(claim_token=None))
        if options["json"]:
            self.print_json({**_document(campaign, places), "warnings": list(map(fault_document, warnings))})
        else:
            self.stdout.write(f"{campaign.key} {campaign.name}: imported, {counted(campaign.head, 'entry')}")
            for warning in warnings:
                self.stdout.write(f"  [{warning.code}] {warning.message}")
            for place in places:
                self.stdout.write(f"  {place.display_name} ({place.get_role_display().lower()}): {place.claim_token}")
        raise SystemExit(DONE)


def _document(campaign: Campaign, places: list[Any]) -> dict[str, Any]:
    return {
        "id": campaign.key,
        "name": campaign.name,
        "entries": campaign.head,
        "people": [
            {"number": place.number, "name": place.display_name, "role": place.role, "claim": place.claim_token}
            for place in places
        ],
        "faults": [],
    }
