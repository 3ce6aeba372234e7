"""Write a campaign into a file from the command line."""

from typing import Any

from django.core.management.base import CommandParser

from campaigns.models import Campaign
from campaigns.selectors.files import campaign_file
from common.commands import DONE, JsonCommand
from rules.campaigns.files import campaign_file_json
from rules.text import counted


class Command(JsonCommand):
    """Write a whole campaign as one file, which replaces an existing one."""

    help = (
        "Writes a campaign (muster-campaign/1) with its whole journal to a file. The file has the seed of the dice "
        "only if the campaign is closed."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("id", help="the key of the campaign, as in its address")
        parser.add_argument(
            "--output", required=True, metavar="FILE", help="the file to write; an existing one is replaced"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        campaign = Campaign.objects.filter(key=options["id"]).first()
        if campaign is None:
            message = f"There is no campaign “{options['id']}”."
            self.fail("campaign.unknown", "id", message, as_json=options["json"])
        data = campaign_file_json(campaign_file(campaign))
        self.write_file(options["output"], data, as_json=options["json"])
        if options["json"]:
            self.print_json(
                {"id": campaign.key, "output": options["output"], "entries": campaign.head, "bytes": len(data)}
            )
        else:
            self.stdout.write(f"{options['output']}: {campaign.name}, {counted(campaign.head, 'entry')}")
        raise SystemExit(DONE)
