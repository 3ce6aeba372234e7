"""What supervisors and balancers ask the site."""

import pytest
from django.db import DatabaseError
from django.test import Client

from p2v_site.web import health


def test_a_process_that_lives_says_so_without_asking_anything(client: Client):
    answer = client.get("/health/live/")
    assert (answer.status_code, answer.json()) == (200, {"live": "OK"})
    assert "no-cache" in answer["Cache-Control"]


@pytest.mark.django_db(transaction=True)
def test_a_process_is_ready_where_database_cache_and_migrations_are(client: Client):
    answer = client.get("/health/ready/")
    assert (answer.status_code, answer.json()) == (200, {"database": "OK", "cache": "OK", "migrations": "OK"})
    assert client.post("/health/ready/").status_code == 405


@pytest.mark.django_db(transaction=True)
def test_a_process_with_missing_migrations_is_not_ready(client: Client, monkeypatch, caplog):
    monkeypatch.setattr(health.MigrationExecutor, "migration_plan", lambda *_: [("warbands", False)])
    answer = client.get("/health/ready/")
    assert answer.status_code == 503
    assert answer.json()["migrations"].endswith("Migrations are missing: run manage.py migrate.")


@pytest.mark.django_db(transaction=True)
def test_a_process_without_its_database_is_not_ready_and_tells_no_address(client: Client, monkeypatch, caplog):
    def fail(*_: object) -> None:
        raise DatabaseError("connection failed: host db.example, user muster")

    monkeypatch.setattr(health.MigrationExecutor, "__init__", fail)
    answer = client.get("/health/ready/")
    assert answer.status_code == 503
    assert "example" not in answer.content.decode()
