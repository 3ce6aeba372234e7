"""The log: lines or JSON, a number for every request, and nothing of persons."""

import json
import logging
import os
import subprocess
from collections.abc import Callable

import pytest
from django.test import Client

from p2v_site.monitoring import RefusalLimit
from tests.processes import ForkServer

ASK = """
import os, warnings, django
warnings.simplefilter("ignore")  # static files need not be gathered for this
os.environ["DJANGO_SETTINGS_MODULE"] = "p2v_site.settings"
django.setup()
from django.test import Client
import logging
answer = Client(headers={"X-Request-ID": "from-the-proxy"}).get("/health/live/?q=private", HTTP_HOST="localhost")
logging.getLogger("muster.test").warning("A line with %s", "words", extra={"member": "m1"})
try:
    raise ValueError("broken")
except ValueError:
    logging.getLogger("muster.test").exception("It failed")
print(answer["X-Request-ID"])
"""


@pytest.fixture
def ask(fork_server: ForkServer) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Return a function that asks for one page under an environment."""

    def _ask(**variables: str) -> subprocess.CompletedProcess[str]:
        environment = {"PATH": os.environ["PATH"], "MUSTER_LOCAL": "1", "SECRET_KEY": "k" * 60, **variables}
        done = fork_server.run(["-c", ASK], environment)
        assert done.returncode == 0, done.stderr
        return done

    return _ask


def test_json_has_one_document_a_line_with_the_number_of_the_request(ask):
    done = ask(LOG_FORMAT="json")
    entries = [json.loads(line) for line in done.stderr.splitlines()]
    (request,) = [entry for entry in entries if entry["logger"] == "muster.requests"]
    assert (request["event"], request["method"], request["status"]) == ("request", "GET", 200)
    assert request["request_id"] == done.stdout.strip() != "from-the-proxy"
    assert request["milliseconds"] >= 0
    (line,) = [entry for entry in entries if entry["event"] == "A line with words"]
    assert (line["level"], line["logger"]) == ("warning", "muster.test")
    (failed,) = [entry for entry in entries if entry["event"] == "It failed"]
    assert "ValueError: broken" in failed["exception"]
    assert request["route"] == "health/live/"
    assert "private" not in json.dumps(request)


def test_lines_at_home_leave_requests_out_unless_they_are_wanted(ask):
    quiet = ask()
    assert "muster.requests" not in quiet.stderr
    assert " WARNING muster.test: A line with words" in quiet.stderr
    assert "ValueError: broken" in quiet.stderr
    told = ask(LOG_REQUESTS="1", NUM_PROXIES="1")
    assert "INFO muster.requests: request [" in told.stderr
    assert "request_id=from-the-proxy" in told.stderr
    assert told.stdout.strip() == "from-the-proxy"


@pytest.mark.parametrize("named", ["x" * 65, "two words", "", "a\u00e9"])
def test_a_proxys_name_for_a_request_is_taken_only_where_it_is_plain(client: Client, settings, named: str):
    settings.NUM_PROXIES = 1
    assert client.get("/health/live/", headers={"X-Request-ID": named})["X-Request-ID"] not in (named, "")


def test_a_format_that_is_none_is_refused_in_one_sentence(fork_server: ForkServer):
    done = fork_server.run(["manage.py", "check"], {"PATH": os.environ["PATH"], "LOG_FORMAT": "xml"})
    assert done.returncode != 0
    assert done.stderr.startswith('LOG_FORMAT is "line"')


REFUSE = """
import os, warnings, django
warnings.simplefilter("ignore")  # static files need not be gathered for this
os.environ["DJANGO_SETTINGS_MODULE"] = "p2v_site.settings"
django.setup()
from django.test import Client
Client().get("/health/live/", HTTP_HOST="e" * 8_000)
Client().get("/static/" + "x" * 3_000, HTTP_HOST="localhost")
"""


def test_a_refused_request_takes_one_short_line(fork_server: ForkServer):
    environment = {"PATH": os.environ["PATH"], "MUSTER_LOCAL": "1", "SECRET_KEY": "k" * 60}
    done = fork_server.run(["-c", REFUSE], environment)
    assert done.returncode == 0, done.stderr
    assert ["Invalid HTTP_HOST" in line for line in done.stderr.splitlines()] == [True, False]
    assert max(map(len, done.stderr.splitlines())) < 500


def test_of_many_refused_requests_in_a_second_the_log_has_some_and_their_number():
    limit, seen = RefusalLimit(most=2), []
    for second, name, level in [
        *[(1, "django.security.DisallowedHost", logging.ERROR)] * 5,
        (1, "django.request", logging.ERROR),
        (1, "muster.jobs", logging.WARNING),
        (2, "django.request", logging.WARNING),
    ]:
        record = logging.LogRecord(name, level, "", 1, "About %s", ("it",), None)
        record.created = second
        if limit.filter(record):
            seen.append((name, record.getMessage()))
    assert seen == [
        *[("django.security.DisallowedHost", "About it")] * 2,
        ("django.request", "About it"),
        ("muster.jobs", "About it"),
        ("django.request", "About it (3 entries left out)"),
    ]
