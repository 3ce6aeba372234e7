"""What the commands that read a campaign file share."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from common.commands import JsonCommand
from rules.campaigns.files import MAX_BYTES, CampaignFile, FileFault, campaign_file_from_json
from rules.errors import DocumentError


class CampaignFileCommand(JsonCommand):
    """A command whose first argument is a campaign file."""

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the file."""
        super().add_arguments(parser)
        parser.add_argument("file", help="the campaign file, or - for standard input")

    def read_campaign(self, options: dict[str, Any]) -> CampaignFile:
        """Return the campaign of the file; end with exit status 2 where there is none."""
        name, as_json = options["file"], options["json"]
        try:
            if name == "-":
                data = sys.stdin.buffer.read(MAX_BYTES + 1)
            else:
                with Path(name).open("rb") as file:
                    data = file.read(MAX_BYTES + 1)
        except (OSError, ValueError) as fault:
            reason = getattr(fault, "strerror", None) or str(fault)
            self.fail("file.unreadable", "", f"{name} could not be read: {reason}.", as_json=as_json)
        try:
            return campaign_file_from_json(data)
        except DocumentError as fault:
            self.fail(fault.code, fault.path, fault.message, as_json=as_json)


def fault_document(fault: FileFault) -> dict[str, Any]:
    """Return a fault of a file as commands print it."""
    return {"code": fault.code, "entry": fault.entry, "message": fault.message}
