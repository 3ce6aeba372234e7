"""Long work from the admin: started with a button, done in process or on a worker, followed on a page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from celery.result import AsyncResult, EagerResult
from django.conf import settings
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.views.decorators.http import require_POST

from compendium.models import Feat, Item, Spell
from compendium.tasks import compendium_refresh

SECONDS_TO_NEXT_LOOK = 2


class WorkViews(admin.ModelAdmin):
    """Starts long work and follows it."""

    def get_urls(self) -> list[URLPattern]:
        """Add the button's address and the page that follows the work."""
        wrap = self.admin_site.admin_view
        return [
            path("refresh/", wrap(require_POST(self.refresh_view)), name="compendium_refresh"),
            path("progress/<uuid:task_id>/", wrap(self.work_view), name="compendium_work"),
            *super().get_urls(),
        ]

    def may_refresh(self, request: HttpRequest) -> bool:
        """Return True if the user may add and change everything that a refresh may touch."""
        return all(
            request.user.has_perm(f"compendium.{verb}_{model._meta.model_name}")
            for model in (self.model, Item, Feat, Spell)
            for verb in ("add", "change")
        )

    def refresh_view(self, request: HttpRequest) -> HttpResponse:
        """Load or refresh the built-in compendium."""
        if not self.may_refresh(request):
            raise PermissionDenied
        return self.follow(request, compendium_refresh.delay())

    def follow(self, request: HttpRequest, result: AsyncResult) -> HttpResponse:
        """Report the outcome of work done in process; redirect to the page that follows it on a worker."""
        if isinstance(result, EagerResult):
            self._report_outcome(request, result.get())
            return HttpResponseRedirect(reverse("admin:compendium_creature_changelist"))
        return HttpResponseRedirect(reverse("admin:compendium_work", args=[result.id]))

    def work_view(self, request: HttpRequest, task_id: UUID) -> HttpResponse:
        """Show how far the work is; the page reloads until it is done."""
        if not self.has_change_permission(request):
            raise PermissionDenied
        if settings.CELERY_TASK_ALWAYS_EAGER:
            messages.info(request, "There is nothing to wait for: without a broker, work is done at once.")
            return HttpResponseRedirect(reverse("admin:compendium_creature_changelist"))
        result = AsyncResult(str(task_id))
        if result.successful():
            self._report_outcome(request, result.result)
            return HttpResponseRedirect(reverse("admin:compendium_creature_changelist"))
        response = TemplateResponse(
            request,
            "admin/compendium/work.html",
            {
                **self.admin_site.each_context(request),
                "title": "Work on the compendium",
                "opts": self.opts,
                "failed": result.failed(),
                "progress": result.info if result.state == "PROGRESS" else None,
            },
        )
        if not result.failed():
            response["Refresh"] = str(SECONDS_TO_NEXT_LOOK)
        return response

    def _report_outcome(self, request: HttpRequest, outcome: Any) -> None:
        """Report the outcome of a task in a message."""
        if "refused" in outcome:
            messages.error(request, outcome["refused"])
        elif "edited" in outcome:
            kept = outcome["edited"]
            messages.success(
                request,
                f"Built-in compendium: {outcome['read']} entries read, {outcome['created']} created, "
                f"{outcome['updated']} updated, {outcome['unchanged']} unchanged, {len(kept)} kept as edited.",
            )
            if kept:
                messages.info(request, f"Kept because someone edited them: {', '.join(kept[:20])}.")
        else:
            tell_counts(request, outcome)


def tell_counts(request: HttpRequest, counts: Mapping[str, int]) -> None:
    """Report how many rows an import has written."""
    messages.success(request, f"Rows: {counts['new']} new, {counts['changed']} changed, {counts['same']} as they were.")
