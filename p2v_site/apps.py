"""The site itself as an application: base templates, static files, commands of the whole house."""

from django.apps import AppConfig


class SiteConfig(AppConfig):
    """Templates, static files and addresses."""

    name = "p2v_site"
