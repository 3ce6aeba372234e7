"""The jobs application."""

from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules


class JobsConfig(AppConfig):
    """Long work, and its workers."""

    name = "jobs"

    def ready(self) -> None:
        """Let every room register its kinds of jobs."""
        autodiscover_modules("tasks")
