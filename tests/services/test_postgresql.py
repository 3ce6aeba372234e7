"""The whole site on PostgreSQL, by DATABASE_URL alone."""

import psycopg
import pytest

pytestmark = pytest.mark.postgres


def test_the_compendium_loads_into_postgresql_and_a_second_time_changes_nothing(manage, site_environment, postgres_url):
    site_environment["DATABASE_URL"] = postgres_url
    assert (done := manage("migrate", "--verbosity", "0")).returncode == 0, done.stderr
    assert (first := manage("load_compendium", "--json")).returncode == 0, first.stderr
    with psycopg.connect(postgres_url) as connection:
        before = connection.execute("SELECT count(*), max(id) FROM compendium_creature").fetchone()
    assert before is not None
    assert before[0] >= 147
    assert (second := manage("load_compendium", "--json")).returncode == 0, second.stderr
    with psycopg.connect(postgres_url) as connection:
        assert connection.execute("SELECT count(*), max(id) FROM compendium_creature").fetchone() == before


def test_the_checks_of_the_database_find_nothing_on_postgresql(manage, site_environment, postgres_url):
    site_environment["DATABASE_URL"] = postgres_url
    done = manage("check", "--database", "default", "--fail-level", "WARNING")
    assert done.returncode == 0, done.stderr
