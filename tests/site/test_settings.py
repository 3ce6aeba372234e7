"""Settings by environment: each variable read in a process of its own, as on a real machine."""

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.processes import ForkServer

SHOW = (
    "import json, sys; from p2v_site import settings; "
    "print(json.dumps({name: getattr(settings, name, None) for name in sys.argv[1:]}, default=str))"
)


@pytest.fixture
def python(fork_server: ForkServer) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Return a function that runs Python in the project with nothing in the environment but what is given."""

    def _python(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
        return fork_server.run(arguments, {"PATH": os.environ["PATH"], **variables})

    return _python


@pytest.fixture
def settings_of(python: Callable[..., Any]) -> Callable[..., dict[str, Any]]:
    """Return a function that gives the named settings under an environment."""

    def _settings_of(*names: str, **variables: str) -> dict[str, Any]:
        done = python("-c", SHOW, *names, **variables)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return _settings_of


def test_without_a_secret_the_command_line_says_so_in_one_sentence(python):
    done = python("manage.py", "check", ALLOWED_HOSTS="muster.example")
    assert done.returncode != 0
    assert done.stderr.startswith("SECRET_KEY is not set,")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("address", ["muster.sqlite3", "paper://somewhere"])
def test_an_address_of_no_database_is_told_in_one_sentence(python, address: str):
    done = python("manage.py", "check", DATABASE_URL=address)
    assert done.returncode == 2
    assert done.stderr.startswith("DATABASE_URL names no database:")
    assert len(done.stderr.splitlines()) == 1


def test_an_empty_database_url_is_as_good_as_none(settings_of):
    assert settings_of("DATABASES", DATABASE_URL="") == settings_of("DATABASES")


def test_without_any_variable_the_site_is_for_this_machine(settings_of):
    assert settings_of("LOCAL")["LOCAL"]
    assert settings_of("LOCAL", ALLOWED_HOSTS="localhost")["LOCAL"]
    assert not settings_of("LOCAL", ALLOWED_HOSTS="localhost,muster.example", SECRET_KEY="k" * 60)["LOCAL"]
    assert settings_of("LOCAL", ALLOWED_HOSTS="192.168.0.7", MUSTER_LOCAL="1")["LOCAL"]


def test_a_site_for_this_machine_makes_its_own_secret_once(settings_of):
    first, second = (settings_of("SECRET_KEY", MUSTER_LOCAL="1") for _ in range(2))
    assert len(first["SECRET_KEY"]) >= 50
    assert first == second


def test_a_site_for_this_machine_speaks_plain_http_and_answers_on_loopback_only(settings_of):
    values = settings_of("SECURE_SSL_REDIRECT", "SESSION_COOKIE_SECURE", "ALLOWED_HOSTS", "DEBUG", MUSTER_LOCAL="1")
    assert not values["SECURE_SSL_REDIRECT"]
    assert not values["SESSION_COOKIE_SECURE"]
    assert values["ALLOWED_HOSTS"] == ["127.0.0.1", "localhost", "[::1]"]
    assert values["DEBUG"] is False


def test_a_public_site_is_https_only(settings_of):
    values = settings_of(
        "SECURE_SSL_REDIRECT",
        "SECURE_HSTS_SECONDS",
        "SESSION_COOKIE_SECURE",
        "CSRF_COOKIE_SECURE",
        "ALLOWED_HOSTS",
        SECRET_KEY="k" * 60,
        ALLOWED_HOSTS="muster.example,www.muster.example",
    )
    assert values["SECURE_SSL_REDIRECT"]
    assert values["SECURE_HSTS_SECONDS"] > 0
    assert values["SESSION_COOKIE_SECURE"]
    assert values["CSRF_COOKIE_SECURE"]
    assert values["ALLOWED_HOSTS"] == ["muster.example", "www.muster.example"]


def test_sqlite_is_tuned_for_a_site(settings_of):
    options = settings_of("DATABASES", MUSTER_LOCAL="1")["DATABASES"]["default"]["OPTIONS"]
    assert options["transaction_mode"] == "IMMEDIATE"
    assert options["timeout"] >= 5
    assert "journal_mode=WAL" in options["init_command"]


def test_database_url_chooses_postgresql(settings_of):
    database = settings_of("DATABASES", MUSTER_LOCAL="1", DATABASE_URL="postgres://ash:pw@db.example:5433/muster")
    chosen = database["DATABASES"]["default"]
    assert chosen["ENGINE"] == "django.db.backends.postgresql"
    assert (chosen["HOST"], chosen["PORT"], chosen["NAME"], chosen["USER"]) == ("db.example", 5433, "muster", "ash")
    assert chosen["CONN_HEALTH_CHECKS"] is True


def test_without_redis_tasks_run_in_process_and_the_cache_is_a_file_of_this_machine(settings_of):
    values = settings_of("CELERY_TASK_ALWAYS_EAGER", "CACHES", MUSTER_LOCAL="1")
    assert values["CELERY_TASK_ALWAYS_EAGER"] is True
    assert values["CACHES"]["default"]["BACKEND"].endswith("FileCache")


def test_redis_url_brings_workers_and_a_shared_cache(settings_of):
    values = settings_of(
        "CELERY_TASK_ALWAYS_EAGER",
        "CELERY_BROKER_URL",
        "CACHES",
        MUSTER_LOCAL="1",
        REDIS_URL="redis://redis.example:6379/0",
    )
    assert values["CELERY_TASK_ALWAYS_EAGER"] is False
    assert values["CELERY_BROKER_URL"] == "redis://redis.example:6379/0"
    assert values["CACHES"]["default"]["BACKEND"].endswith("RedisCache")


def test_limits_on_asking_and_on_signing_in_see_behind_the_same_proxies(settings_of):
    values = settings_of("REST_FRAMEWORK", "ALLAUTH_TRUSTED_PROXY_COUNT", NUM_PROXIES="2")
    assert (values["REST_FRAMEWORK"]["NUM_PROXIES"], values["ALLAUTH_TRUSTED_PROXY_COUNT"]) == (2, 2)


def test_every_variable_the_settings_read_is_told_in_the_operations_guide(root: Path):
    sources = [root / "p2v_site" / name for name in ("bounds.py", "monitoring.py", "settings.py")]
    sources += [root / "gunicorn.conf.py", root / "scripts" / "serve.py"]
    guide = (root / "docs" / "operations.md").read_text(encoding="utf-8")
    names = {name for source in sources for name in _variables(source.read_text(encoding="utf-8"))}
    assert len(names) > 15
    assert sorted(name for name in names if f"`{name}`" not in guide) == []


def _variables(source: str) -> set[str]:
    """Return the names handed to ``env.kind("NAME"...)`` and ``os.environ.get("NAME"...)``."""
    names: set[str] = set()
    for opening in ("env.str(", "env.bool(", "env.int(", "env.list(", "env.db(", "env.email_url(", "os.environ.get("):
        names |= {part.split('"')[1] for part in source.split(opening)[1:]}
    return names


PUBLIC = {"SECRET_KEY": "k" * 60, "ALLOWED_HOSTS": "muster.example", "EMAIL_URL": "smtp+tls://mail.muster.example:587"}


@pytest.mark.parametrize(
    ("variables", "sentence"),
    [
        ({**PUBLIC, "EMAIL_URL": ""}, "EMAIL_URL is not set"),
        ({**PUBLIC, "SECRET_KEY": "short"}, "SECRET_KEY has only 5 characters"),
        ({**PUBLIC, "MFA_KEY": "tiny"}, "MFA_KEY has only 4 characters"),
        ({"MUSTER_LOCAL": "1", "HOST": "0.0.0.0"}, "HOST=0.0.0.0: everyone in your network"),
        (PUBLIC, None),
        ({"MUSTER_LOCAL": "1"}, None),
    ],
)
def test_what_is_wrong_with_a_site_is_told_in_words(python, variables, sentence: str | None):
    done = python("manage.py", "check", "--tag", "muster", **variables)
    assert done.returncode == 0, done.stderr
    assert (sentence in done.stderr) if sentence else ("WARNINGS" not in done.stderr)


def test_limits_of_the_api_are_one_for_an_account_and_one_for_an_address(settings_of):
    classes = settings_of("REST_FRAMEWORK")["REST_FRAMEWORK"]["DEFAULT_THROTTLE_CLASSES"]
    assert "rest_framework.throttling.UserRateThrottle" not in classes


def test_the_database_and_the_secret_are_open_to_their_owner_alone(python, tmp_path):
    file = tmp_path / "muster.sqlite3"
    file.touch(0o644)
    python("manage.py", "check", DATABASE_URL=f"sqlite:///{file}", MUSTER_LOCAL="1")
    assert file.stat().st_mode & 0o777 == 0o600
