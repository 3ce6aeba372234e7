"""Django's own admin, with Muster's name, style sheet, way to sign in and one button."""

from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib.admin import AdminSite
from django.contrib.admin.apps import AdminConfig
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.core.exceptions import BadRequest, FieldDoesNotExist, PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse

UNREADABLE = (FieldDoesNotExist, IncorrectLookupParameters, OverflowError, ValueError)
"""What Django's admin and its packages raise for a query with unknown names."""
REFRESHED = ("creature", "item", "feat", "spell", "glossaryterm")


class MusterAdminSite(AdminSite):
    """The admin of the compendium and the accounts."""

    site_header = "Muster"
    site_title = "Muster"
    index_title = "Compendium and accounts"
    index_template = "admin/muster_index.html"
    enable_nav_sidebar = True

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        """Wrap a view as Django does; refuse a query that Django lets through to the database and breaks on."""
        inner = super().admin_view(view, cacheable)

        @wraps(inner)
        def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if any("\x00" in value for values in request.GET.lists() for value in values[1]):
                raise BadRequest("A query cannot contain null characters.")
            try:
                response = inner(request, *args, **kwargs)
                # Drawn here and not after all middleware: forms read the query as they are drawn.
                return response.render() if isinstance(response, TemplateResponse) else response
            except UNREADABLE as fault:
                if request.method != "GET" or not request.GET:
                    raise
                raise BadRequest("A query names a field or a value that does not exist.") from fault

        return checked

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Sign in on the site's page, which counts failed attempts and requires a second factor."""
        if self.has_permission(request):
            return HttpResponseRedirect(reverse("admin:index"))
        if request.user.is_authenticated:
            raise PermissionDenied
        wanted = request.GET.get(REDIRECT_FIELD_NAME) or reverse("admin:index")
        return HttpResponseRedirect(reverse(settings.LOGIN_URL, query={REDIRECT_FIELD_NAME: wanted}))

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[Any]:
        """List the compendium before the data of accounts."""
        listed: list[Any] = super().get_app_list(request, app_label)
        return sorted(listed, key=lambda app: app["app_label"] != "compendium")

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> TemplateResponse:
        """Offer the refresh of the built-in compendium to people who may write all of it."""
        may = request.user.has_perms(f"compendium.{verb}_{name}" for name in REFRESHED for verb in ("add", "change"))
        return super().index(request, {**(extra_context or {}), "may_refresh": may})


class MusterAdminConfig(AdminConfig):
    """Makes ``django.contrib.admin`` use Muster's site."""

    default_site = "p2v_site.admin_site.MusterAdminSite"
