"""The site itself as an application: base templates, static files, commands of the whole site."""

from django.apps import AppConfig
from django.core.checks import register

from p2v_site.checks import OURS, check_settings


class SiteConfig(AppConfig):
    """Templates, static files and addresses."""

    name = "p2v_site"

    def ready(self) -> None:
        """Register the checks for ``manage.py check`` and for the start of the site."""
        register(check_settings, OURS)
