"""The refresh of the built-in compendium: begun with a button, done by a job."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, path, reverse
from django.views.decorators.http import require_POST

from compendium.admin.revisions import user_of
from compendium.tasks import REFRESH
from jobs.tasks import begin_job


class RefreshViews(admin.ModelAdmin):
    """Begins the refresh."""

    def get_urls(self) -> list[URLPattern]:
        """Add the address of the button."""
        view = self.admin_site.admin_view(require_POST(self.refresh_view))
        return [path("refresh/", view, name="compendium_refresh"), *super().get_urls()]

    def may_refresh(self, request: HttpRequest) -> bool:
        """Return True if the user may add and change everything that a refresh may touch."""
        return request.user.has_perms(REFRESH.permissions)

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Offer the refresh to those who may."""
        return super().changelist_view(request, {**(extra_context or {}), "may_refresh": self.may_refresh(request)})

    def refresh_view(self, request: HttpRequest) -> HttpResponse:
        """Load or refresh the built-in compendium."""
        if not self.may_refresh(request):
            raise PermissionDenied
        job = begin_job(kind=REFRESH, title=REFRESH.label, arguments={}, by=user_of(request))
        return HttpResponseRedirect(reverse("admin:jobs_job_change", args=[job.pk]))
