"""Restore a backup of the site."""

from pathlib import Path
from typing import Any

from allauth.mfa.models import Authenticator
from django.core.management.base import CommandParser

from accounts.services.second_factor import secrets_closed
from common.commands import DONE, SOMETHING_WRONG, JsonCommand
from p2v_site.backups import BackupFault, backup_restore
from p2v_site.checking import storage_faults
from rules.text import counted


class Command(JsonCommand):
    """Restore, then verify every campaign, warband and battle, and try the key of second factors; exit status 1 for a
    fault.
    """

    help = (
        "Replaces the database, the waiting files and the site's own secret with a backup, then checks every "
        "campaign, warband and battle. Stop the site first, and start it again afterwards."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("file", type=Path, help="a file that “manage.py backup” made")
        parser.add_argument("--force", action="store_true", help="replace everything in a database that is not empty")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            restored = backup_restore(options["file"].resolve(), over_rows=options["force"])
        except BackupFault as fault:
            self.fail("restore.refused", "file", str(fault), as_json=options["json"])
        faults, closed = list(storage_faults()), secrets_closed(Authenticator)
        if options["json"]:
            rows = [{"kind": fault.kind, "id": fault.key, "message": fault.message} for fault in faults]
            document = {"file": str(restored.path), "made_at": restored.made_at, "faults": rows}
            self.print_json({**document, "closed_second_factors": closed})
        else:
            waiting = counted(restored.uploads, "waiting file")
            self.stdout.write(f"The backup of {restored.made_at} is restored, with {waiting}.")
            for storage_fault in faults:
                self.stdout.write(f"  {storage_fault.kind} {storage_fault.key}: {storage_fault.message}")
            self.stdout.write(
                f"{counted(len(faults), 'fault')} found."
                if faults
                else "All campaigns, warbands and battles are sound."
            )
            if closed:
                self.stdout.write(
                    f"{counted(closed, 'second factor')} cannot be opened: they were encrypted with another key. "
                    f"Set MFA_KEY to the MFA_KEY of the site that made the backup (or to its SECRET_KEY, if it had "
                    f"none), then restart. Until then, accounts with these second factors cannot sign in."
                )
        raise SystemExit(SOMETHING_WRONG if faults or closed else DONE)
