"""Django's own admin, with Muster's name and style sheet."""

from django.contrib.admin import AdminSite
from django.contrib.admin.apps import AdminConfig


class MusterAdminSite(AdminSite):
    """The admin of the compendium and the accounts."""

    site_header = "Muster"
    site_title = "Muster"
    index_title = "Compendium and accounts"
    enable_nav_sidebar = True


class MusterAdminConfig(AdminConfig):
    """Makes ``django.contrib.admin`` use Muster's site."""

    default_site = "p2v_site.admin_site.MusterAdminSite"
