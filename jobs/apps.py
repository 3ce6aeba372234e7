"""The jobs application."""

from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules


class JobsConfig(AppConfig):
    """Long work, and who does it."""

    name = "jobs"

    def ready(self) -> None:
        """Let every room register its kinds of jobs."""
        autodiscover_modules("tasks")
