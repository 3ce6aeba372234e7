"""Log and figures cost no page a query: counted for every page with both, and without either."""

import logging
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from p2v_site import monitoring
from tests.permissions.matrix import read_matrix, site_routes
from tests.permissions.world import world

pytestmark = pytest.mark.django_db
LOG = "p2v_site.web.request_log.RequestLogMiddleware"


def _count(client: Client, address: str) -> tuple[int, int]:
    """Return the status of a page and its queries."""
    with CaptureQueriesContext(connection) as queries:
        status = client.get(address).status_code
    return status, len(queries)


def _browser(cookies: Any) -> Client:
    client = Client(raise_request_exception=False)
    client.cookies = cookies
    return client


def test_log_and_figures_cost_no_page_a_query(settings, monkeypatch):
    monkeypatch.setattr(logging.getLogger("muster.requests"), "disabled", True)  # told it is, and nobody reads it here
    settings.MIDDLEWARE = [name for name in settings.MIDDLEWARE if "limits" not in name]
    place, matrix = world(), read_matrix()
    pages = [
        place.address("owner", route.route, matrix.rows[route.name].places)
        for route in site_routes()
        if route.route.endswith("/")
        and "GET" in matrix.rows[route.name].patterns
        and not route.route.startswith(("admin/", "api/", "accounts/"))
    ]
    cookies = place.people["owner"].client.cookies
    plain = [name for name in settings.MIDDLEWARE if name != LOG]
    assert len(plain) < len(settings.MIDDLEWARE), "the log is among them"
    settings.MIDDLEWARE = plain
    for address in pages:
        _browser(cookies).get(address)  # what is read once is kept
    quiet = {address: _count(_browser(cookies), address) for address in pages}
    monkeypatch.setattr(monitoring, "METRICS_TOKEN", "a token")
    settings.MIDDLEWARE, settings.LOG_REQUESTS_LEVEL = monitoring.measured([LOG, *plain]), logging.INFO
    assert len(settings.MIDDLEWARE) == len(plain) + 3
    told = {address: _count(_browser(cookies), address) for address in pages}
    assert {address: (quiet[address], told[address]) for address in pages if quiet[address] != told[address]} == {}
    assert sum(status == 200 for status, _ in quiet.values()) > 90
