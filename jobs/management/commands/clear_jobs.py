"""Delete old jobs and their reports."""

from typing import Any

from django.core.management.base import CommandParser

from common.commands import JsonCommand
from jobs.services.jobs import jobs_clear

KEPT_DAYS = 90


class Command(JsonCommand):
    help = "Deletes old jobs with their reports. The data that the jobs wrote stays."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--days", type=int, default=KEPT_DAYS, help=f"keep jobs for this many days ({KEPT_DAYS})")

    def handle(self, *args: Any, **options: Any) -> None:
        removed = jobs_clear(days=max(options["days"], 0))
        if options["json"]:
            self.print_json({"removed": removed})
        else:
            self.stdout.write(f"{removed} {'job' if removed == 1 else 'jobs'} removed.")
