"""Make a backup of the site."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandParser

from common.commands import JsonCommand
from p2v_site.backups import BackupFault, backup_make
from rules.text import counted


class Command(JsonCommand):
    help = (
        "Writes the database, the files waiting for import and the secret that the site generated to one file that "
        "only you can read. The site can keep running."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("target", type=Path, help="a new file, or a folder for a file named after the current time")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            made = backup_make(options["target"].resolve())
        except BackupFault as fault:
            self.fail("backup.failed", "target", str(fault), as_json=options["json"])
        if options["json"]:
            document = {"file": str(made.path), "bytes": made.size, "made_at": made.made_at, "uploads": made.uploads}
            self.print_json({**document, "secret": made.has_secret, "has_mfa_key": bool(settings.MFA_KEY_STATED)})
            return
        self.stdout.write(f"{made.path}: {made.size / 2**20:,.1f} MiB, {counted(made.uploads, 'waiting file')}.")
        if settings.MFA_KEY_STATED:
            self.stdout.write(
                "MFA_KEY, which opens the secrets of second factors, is a setting of this site and is not in the "
                "backup. Keep it with your settings, away from the backups: anyone with both has everyone's codes."
            )
        elif made.has_secret:
            self.stdout.write(
                "The backup contains the site's own secret, and with it the key of second factors. If others can "
                "reach your backups, set MFA_KEY and keep it somewhere else."
            )
        if not made.has_secret:
            self.stdout.write(
                "SECRET_KEY is a setting of this site and is not in the backup: keep it with your settings. "
                "A restored site needs the same."
            )
