"""Faults sent to Sentry: only where it is set, said plainly where the library is missing, nothing of persons."""

import os
from pathlib import Path

from p2v_site.monitoring import without_persons
from tests.processes import ForkServer

DSN = "https://key@sentry.example/1"
LIBRARY = "def init(**options): print(sorted(options.items()))"


def test_a_missing_library_is_told_in_one_sentence(fork_server: ForkServer):
    done = fork_server.run(["manage.py", "check"], {"PATH": os.environ["PATH"], "SENTRY_DSN": DSN})
    assert done.returncode != 0
    assert done.stderr.startswith("SENTRY_DSN is set, but the package sentry-sdk is not installed.")
    assert len(done.stderr.splitlines()) == 1


def test_the_library_is_asked_to_send_nothing_of_persons(fork_server: ForkServer, tmp_path: Path):
    (tmp_path / "sentry_sdk.py").write_text(LIBRARY, encoding="utf-8")
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import p2v_site.settings"
    done = fork_server.run(["-c", code], {"PATH": os.environ["PATH"], "SENTRY_DSN": DSN})
    assert done.returncode == 0, done.stderr
    for option in ("('send_default_pii', False)", "('include_local_variables', False)", "('max_breadcrumbs', 0)", DSN):
        assert option in done.stdout
    assert fork_server.run(["-c", code], {"PATH": os.environ["PATH"]}).stdout == ""


def test_a_report_loses_who_asked_and_for_what():
    event = {
        "exception": {"values": []},
        "request": {"method": "GET", "url": "https://muster.example/shared/SECRET/", "cookies": "sessionid=1"},
        "user": {"ip_address": "192.0.2.1"},
        "server_name": "home",
    }
    assert without_persons(event, {}) == {"exception": {"values": []}, "request": {"method": "GET"}}
