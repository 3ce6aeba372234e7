"""What supervisors and balancers ask: does this process live, and can it do its work?"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from health_check import HealthCheck
from health_check.checks import Cache, Database
from health_check.exceptions import ServiceUnavailable
from health_check.views import HealthCheckView

NOT_READY = 503


@dataclass
class Migrations(HealthCheck):
    """Finds migrations of this version that the database does not have yet."""

    def run(self) -> None:
        """Compare; raise ``ServiceUnavailable`` where one is missing."""
        try:
            with connection.temporary_connection():
                executor = MigrationExecutor(connection)
                missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
        except DatabaseError as fault:
            raise ServiceUnavailable("The database does not answer.") from fault
        if missing:
            raise ServiceUnavailable("Migrations are missing: run manage.py migrate.")


@require_safe
@never_cache
def live(request: HttpRequest) -> HttpResponse:
    """Answer as long as the process does; asks nothing else."""
    return JsonResponse({"live": "OK"})


class ReadinessView(HealthCheckView):
    """Says whether database, cache and migrations are as this process needs them; status 503 where one is not."""

    checks = (Database, Cache, Migrations)
    http_method_names = ("get", "head")

    async def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Ask them all at once and answer as JSON."""
        results = await asyncio.gather(*(check.get_result() for check in self.get_checks()))
        answer = {
            type(result.check).__name__.lower(): str(result.error) if result.error else "OK" for result in results
        }
        return JsonResponse(answer, status=NOT_READY if any(result.error for result in results) else 200)
