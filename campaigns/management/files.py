"""The shared parts of commands that read a campaign file."""

from typing import Any

from compendium.management.document_command import DocumentCommand
from rules.campaigns.files import MAX_BYTES, CampaignFile, FileFault, campaign_file_from_json


class CampaignFileCommand(DocumentCommand):
    """A command whose first argument is a campaign file."""

    noun = "campaign file"
    max_bytes = MAX_BYTES

    def read_campaign(self, options: dict[str, Any]) -> CampaignFile:
        """Return the campaign of the file; exit with status 2 if there is none."""
        return self.read_document(options, campaign_file_from_json)


def fault_document(fault: FileFault) -> dict[str, Any]:
    """Return a fault of a file as commands print it."""
    return {"code": fault.code, "entry": fault.entry, "message": fault.message}
