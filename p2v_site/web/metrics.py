"""Figures of the running site for Prometheus, for those who know the token alone."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_prometheus.exports import ExportToDjangoView
from django_prometheus.middleware import PrometheusAfterMiddleware
from prometheus_client import CollectorRegistry, Gauge, generate_latest

from jobs.models import Job, JobState


class ViewMetricsMiddleware(PrometheusAfterMiddleware):
    """Counts requests by view; a method that a caller made up gets no row of its own."""

    def label_metric(
        self, metric: Any, request: HttpRequest, response: HttpResponse | None = None, **labels: str
    ) -> Any:
        """Return the row of these labels."""
        if "method" in labels:
            labels["method"] = self._method(request)
        return super().label_metric(metric, request, response, **labels)


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """Show the figures of all web processes, and of the jobs. Without METRICS_TOKEN there is no such page."""
    sent = request.headers.get("Authorization", "")
    if not settings.METRICS_TOKEN or not constant_time_compare(sent, f"Bearer {settings.METRICS_TOKEN}"):
        raise Http404("There is no such page.")
    response: HttpResponse = ExportToDjangoView(request)
    response.content += generate_latest(_job_figures())
    return response


def _job_figures() -> CollectorRegistry:
    """Return how many jobs there are in each state, and for how long the oldest has waited."""
    registry = CollectorRegistry()
    jobs = Gauge("muster_jobs", "Jobs by state.", ["state"], registry=registry)
    counts = dict(Job.objects.order_by().values_list("state").annotate(Count("pk")))
    for state in JobState.values:
        jobs.labels(state=state).set(counts.get(state, 0))
    oldest = (
        Job.objects.filter(state=JobState.WAITING).order_by("waits_since").values_list("waits_since", flat=True).first()
    )
    waiting = Gauge("muster_jobs_oldest_wait_seconds", "How long the oldest job has waited.", registry=registry)
    waiting.set((timezone.now() - oldest).total_seconds() if oldest else 0)
    return registry
