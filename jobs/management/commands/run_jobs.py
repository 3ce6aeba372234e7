"""Do jobs until told to stop."""

import os
import signal
import threading
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from jobs.services.workers import jobs_serve
from jobs.tasks import begin_due_jobs


class Command(BaseCommand):
    """Wait for jobs and do one after the other; SIGTERM and Ctrl+C end it after the present write."""

    help = "Runs the site's jobs one after the other. “make run” starts this with the web processes."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--beside", type=int, default=0, metavar="PID", help="end when this process, its parent, ends"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        stopping = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stopping.set())
        parent: int = options["beside"]
        jobs_serve(
            is_stopping=stopping,
            is_orphaned=lambda: bool(parent) and os.getppid() != parent,
            keep_schedule=begin_due_jobs,
        )
