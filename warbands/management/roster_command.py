"""What the commands that read a roster document share."""

from __future__ import annotations

from typing import Any

from compendium.management.document_command import DocumentCommand
from rules.roster import Roster, roster_from_json


class RosterCommand(DocumentCommand):
    """A command whose first argument is a file with a roster."""

    noun = "roster document"

    def read_roster(self, options: dict[str, Any]) -> Roster:
        """Return the roster of the file; end with exit status 2 where there is none."""
        return self.read_document(options, roster_from_json)
