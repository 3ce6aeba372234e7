"""Upgrade the stored rows of campaigns to today's form, from the command line."""

from typing import Any

from campaigns.models import Campaign, CampaignWarband
from campaigns.services.careers import campaign_refold
from common.commands import DONE, SOMETHING_WRONG, JsonCommand
from rules.campaigns.state.warbands import FORMAT
from rules.errors import RulesError


class Command(JsonCommand):
    """Fold the records of warbands again that an earlier version stored; a second run changes nothing."""

    help = "Recomputes campaign data that an earlier version of Muster stored. Run it after every update."

    def handle(self, *args: Any, **options: Any) -> None:
        old = CampaignWarband.objects.exclude(record__format=FORMAT.tag)
        keys = Campaign.objects.filter(warbands__in=old).order_by("pk").values_list("key", flat=True).distinct()
        refolded, faults = 0, dict[str, str]()
        for key in list(keys):
            try:
                refolded += campaign_refold(key=key)
            except RulesError as fault:
                faults[key] = str(fault)
        if options["json"]:
            self.print_json({"refolded": refolded, "faults": faults})
        else:
            self.stdout.write(f"Warbands recomputed: {refolded}.")
            for key, message in faults.items():
                self.stdout.write(f"  {key}: {message}")
        raise SystemExit(SOMETHING_WRONG if faults else DONE)
