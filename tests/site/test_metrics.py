"""Figures for Prometheus: for those who know the token, off without one."""

import os

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory
from prometheus_client import REGISTRY

from jobs.models import Job
from p2v_site.web.health import ViewMetricsMiddleware
from tests.processes import ForkServer

TOKEN = "a token for the tests"


@pytest.mark.django_db
@pytest.mark.parametrize("sent", ["", "Bearer ", f"Bearer {TOKEN}x", TOKEN, f"Basic {TOKEN}"])
@pytest.mark.parametrize("token", ["", TOKEN])
def test_without_the_token_there_is_no_such_page(client: Client, settings, sent: str, token: str):
    settings.METRICS_TOKEN = token
    assert client.get("/metrics/", headers={"Authorization": sent}).status_code == 404


@pytest.mark.django_db
def test_with_the_token_it_counts_jobs_and_requests_in_two_queries(client: Client, settings, django_assert_num_queries):
    settings.METRICS_TOKEN = TOKEN
    Job.objects.create(kind="test", title="Waits")
    with django_assert_num_queries(2):
        answer = client.get("/metrics/", headers={"Authorization": f"Bearer {TOKEN}"})
    text = answer.content.decode()
    assert 'muster_jobs{state="waiting"} 1.0' in text
    assert 'muster_jobs{state="done"} 0.0' in text
    assert "muster_jobs_oldest_wait_seconds" in text


def test_a_method_that_somebody_made_up_gets_no_row_of_its_own():
    middleware = ViewMetricsMiddleware(lambda _: HttpResponse())
    for number in range(3):
        middleware(RequestFactory().generic(f"MADEUP{number}", "/"))
    rows = [sample for metric in REGISTRY.collect() for sample in metric.samples if "method" in sample.labels]
    assert [row for row in rows if row.labels["method"].startswith("MADEUP")] == []


def test_processes_share_their_figures_where_metrics_are_on(fork_server: ForkServer, tmp_path):
    code = (
        "import os, json; from p2v_site import settings; "
        "print(json.dumps([settings.MIDDLEWARE[0], os.environ.get('PROMETHEUS_MULTIPROC_DIR')]))"
    )
    environment = {"PATH": os.environ["PATH"], "PROMETHEUS_MULTIPROC_DIR": str(tmp_path / "figures")}
    on = fork_server.run(["-c", code], environment | {"METRICS_TOKEN": TOKEN})
    assert "django_prometheus" in on.stdout, on.stderr
    assert (tmp_path / "figures").is_dir()
    off = fork_server.run(["-c", code], environment)
    assert "django_prometheus" not in off.stdout
