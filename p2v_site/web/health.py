"""Checks for supervisors, balancers and Prometheus: whether this process lives and can work, and its metrics."""

import asyncio
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.core.cache import caches
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_prometheus.exports import ExportToDjangoView
from django_prometheus.middleware import PrometheusAfterMiddleware
from health_check import HealthCheck
from health_check.checks import Cache, Database
from health_check.exceptions import ServiceUnavailable
from health_check.views import HealthCheckView
from prometheus_client import CollectorRegistry, Gauge, generate_latest

from jobs.models import Job, JobState

NOT_READY = 503


@dataclass
class Migrations(HealthCheck):
    """Finds migrations of this version that the database lacks."""

    def run(self) -> None:
        """Compare; raise ``ServiceUnavailable`` if one is missing."""
        try:
            with connection.temporary_connection():
                executor = MigrationExecutor(connection)
                missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
        except DatabaseError as fault:
            raise ServiceUnavailable("The database does not answer.") from fault
        if missing:
            raise ServiceUnavailable("Migrations are missing: run manage.py migrate.")


class SharedCache(Cache):
    """Asks the cache of all processes, and says so where the file of this machine stands in for Redis."""

    @property
    def note(self) -> str:
        """``OK``, or what stands in: this process can work, but limits no longer count what others answer."""
        breaker = getattr(caches[self.alias], "breaker", None)
        return "Redis does not answer; the file of this machine stands in." if breaker and breaker.is_broken else "OK"


@require_safe
@never_cache
def live(request: HttpRequest) -> HttpResponse:
    """Answer as long as the process does; asks nothing else."""
    return JsonResponse({"live": "OK"})


class ReadinessView(HealthCheckView):
    """Says whether database, cache and migrations are ready for this process; status 503 if one is not."""

    checks = (Database, SharedCache, Migrations)
    http_method_names = ("get", "head")

    async def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Ask them all at once and answer as JSON."""
        results = await asyncio.gather(*(check.get_result() for check in self.get_checks()))
        answer = {
            name: str(result.error) if result.error else getattr(result.check, "note", "OK")
            for name, result in zip(("database", "cache", "migrations"), results, strict=True)
        }
        return JsonResponse(answer, status=NOT_READY if any(result.error for result in results) else 200)


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
    """Show the metrics of all web processes, and of the jobs. Without METRICS_TOKEN, there is no such page."""
    sent = request.headers.get("Authorization", "")
    if not settings.METRICS_TOKEN or not constant_time_compare(sent, f"Bearer {settings.METRICS_TOKEN}"):
        raise Http404("There is no such page.")
    response: HttpResponse = ExportToDjangoView(request)
    response.content += generate_latest(_job_figures())
    return response


def _job_figures() -> CollectorRegistry:
    """Return how many jobs there are in each state, and the waiting time of the oldest."""
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
