"""Jobs in the admin: the list, and a page for each with its progress, its report and its buttons."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.views.decorators.http import require_POST
from django_htmx.http import HttpResponseClientRefresh

from common.admin import ReadOnlyAdmin
from common.refusal import Refusal
from common.web.address import is_partial
from jobs.models import Job, JobState
from jobs.selectors import notes_of, waiting_note
from jobs.services.jobs import JobKind, job_cancel, kind_named, kinds_for
from jobs.tasks import retry_job

NOTES_A_PAGE = 100


@admin.register(Job)
class JobAdmin(ReadOnlyAdmin, admin.ModelAdmin):
    """Jobs of the kinds that a person may begin."""

    list_display = ("what", "kind_label", "state", "how_far", "made_by", "made_at")
    list_display_links = None
    list_filter = ("state",)
    list_select_related = ("made_by",)
    list_per_page = 50
    actions = None

    def get_urls(self) -> list[URLPattern]:
        wrap = self.admin_site.admin_view
        return [
            path("<int:pk>/cancel/", wrap(require_POST(self.cancel_view)), name="jobs_job_cancel"),
            path("<int:pk>/retry/", wrap(require_POST(self.retry_view)), name="jobs_job_retry"),
            *super().get_urls(),
        ]

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Return True if the user may see a kind of jobs."""
        return bool(kinds_for(request.user))

    def has_view_permission(self, request: HttpRequest, obj: Job | None = None) -> bool:
        """Return True if the user may see a kind of jobs, or that of this one."""
        if obj is not None:
            return request.user.is_superuser or obj.kind in {kind.name for kind in kinds_for(request.user)}
        return self.has_module_permission(request)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Job]:
        """Leave out everything that the user may not see."""
        jobs = super().get_queryset(request).defer("arguments", "result")
        if request.user.is_superuser:
            return jobs
        return jobs.filter(kind__in=[kind.name for kind in kinds_for(request.user)])

    @admin.display(description="job")
    def what(self, obj: Job) -> str:
        """Lead to the page of the job."""
        return format_html('<a href="{}">{}</a>', reverse("admin:jobs_job_change", args=[obj.pk]), obj.title)

    @admin.display(description="kind")
    def kind_label(self, obj: Job) -> str:
        """Name the kind in words."""
        kind = kind_named(obj.kind)
        return kind.label if kind else obj.kind

    @admin.display(description="progress")
    def how_far(self, obj: Job) -> str:
        """Return the progress in words."""
        return f"{obj.done:,} of {obj.total:,}" if obj.total else ""

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        return super().changelist_view(request, {**(extra_context or {}), "title": "Jobs"})

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show a job; while it is open, HTMX requests only its progress."""
        job = self._job(request, unquote(object_id))
        context: dict[str, Any] = {"job": job, "waiting_note": waiting_note(job)}
        if is_partial(request):
            if job.has_ended:
                return HttpResponseClientRefresh()
            return TemplateResponse(request, "admin/jobs/job/progress.html", context)
        kind = kind_named(job.kind)
        context |= {
            **self.admin_site.each_context(request),
            "title": job.title,
            "opts": self.opts,
            "kind": kind,
            "outcome_template": kind.outcome_template if kind else "",
            "can_retry": kind and job.state in (JobState.FAILED, JobState.CANCELED),
            "notes": (notes := Paginator(notes_of(job), NOTES_A_PAGE).get_page(request.GET.get("page"))),
            "lines": [(note, _address(kind, note.key)) for note in notes],
        }
        return TemplateResponse(request, "admin/jobs/job/job.html", context)

    def history_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> HttpResponse:
        """Lead to the job, which is its own history."""
        return HttpResponseRedirect(reverse("admin:jobs_job_change", args=[object_id]))

    def cancel_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Cancel a job."""
        return self._done(request, pk, job_cancel)

    def retry_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Retry a failed or canceled job."""
        return self._done(request, pk, retry_job)

    def _done(self, request: HttpRequest, pk: int, work: Callable[..., object]) -> HttpResponse:
        job = self._job(request, str(pk))
        try:
            work(job=job)
        except Refusal as refusal:
            messages.error(request, refusal.message)
        return HttpResponseRedirect(reverse("admin:jobs_job_change", args=[pk]))

    def _job(self, request: HttpRequest, pk: str) -> Job:
        job = Job.objects.select_related("made_by").filter(pk=pk).first() if pk.isdecimal() and len(pk) < 18 else None
        if job is None:
            raise Http404("There is no such job.")
        if not self.has_view_permission(request, job):
            raise PermissionDenied
        return job


def _address(kind: JobKind | None, key: str) -> str:
    return kind.address_of(key) if kind and kind.address_of and key else ""
