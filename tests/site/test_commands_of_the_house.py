"""The Makefile and what ``make run`` ends with."""

import os
import re
import runpy
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

TARGETS = "run setup test lint fmt bench shots lock help".split()


@pytest.fixture
def serve(root: Path) -> dict[str, Any]:
    """The functions of scripts/serve.py."""
    return runpy.run_path(str(root / "scripts" / "serve.py"))


@pytest.fixture
def make(root: Path, tmp_path: Path):
    """Return a function that runs make in an empty folder with this Makefile."""
    if not shutil.which("make"):
        pytest.skip("make is not installed here")
    for name in ("Makefile", "requirements.txt", "requirements-dev.txt"):
        shutil.copy(root / name, tmp_path / name)

    def _make(*arguments: str) -> subprocess.CompletedProcess[str]:
        environment = {"PATH": os.environ["PATH"], "LC_ALL": "C"}
        return subprocess.run(
            ["make", *arguments], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=60
        )

    return _make


def test_make_help_names_every_command(make):
    listed = re.findall(r"^  make (\S+)\s+\S", make("help").stdout, re.MULTILINE)
    assert set(TARGETS) <= set(listed)


def test_make_alone_is_make_help(make):
    assert make().stdout == make("help").stdout


def test_a_missing_python_is_told_in_one_sentence(make):
    done = make("setup", "PYTHON=no-such-python")
    assert done.returncode != 0
    assert done.stdout == 'Muster needs Python 3.11 or newer, and "no-such-python" was not found.\n'


def test_an_old_python_is_told_with_its_version(make, tmp_path: Path):
    old = tmp_path / "old-python"
    old.write_text('#!/bin/sh\n[ "$1" = -V ] && echo Python 3.9.2\ncase "$2" in *version_info*) exit 1;; esac\n')
    old.chmod(0o755)
    done = make("setup", f"PYTHON={old}")
    assert done.returncode != 0
    assert f"Muster needs Python 3.11 or newer; {old} is Python 3.9.2." in done.stdout


def test_the_pins_of_users_and_developers_agree(root: Path):
    pins, development = (
        set(re.findall(r"^[\w.-]+==\S+", (root / name).read_text(encoding="utf-8"), re.MULTILINE))
        for name in ("requirements.txt", "requirements-dev.txt")
    )
    assert len(pins) > 30
    assert pins <= development


def test_every_pin_carries_a_hash(root: Path):
    for name in ("requirements.txt", "requirements-dev.txt"):
        blocks = re.split(r"^(?=[\w.-]+==)", (root / name).read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
        assert [block.splitlines()[0] for block in blocks if "--hash=sha256:" not in block] == []


def test_a_port_in_use_is_told_with_another_to_try(serve):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        sentence = serve["port_fault"]("127.0.0.1", port)
    assert sentence.startswith(f"Cannot serve on 127.0.0.1 port {port} (Address already in use).")
    assert f"make run PORT={port % 65535 + 1}" in sentence


def test_a_free_port_has_no_fault(serve):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    assert serve["port_fault"]("127.0.0.1", port) is None


@pytest.mark.parametrize("port", ["0", "65536", "http", ""])
def test_a_port_that_is_none_is_refused(root: Path, port: str):
    done = subprocess.run(
        [sys.executable, "scripts/serve.py"], cwd=root, env={**os.environ, "PORT": port}, capture_output=True, text=True
    )
    assert done.returncode == 1
    assert done.stderr == f"PORT is {port!r}; it must be a number from 1 to 65535.\n"


def test_on_loopback_the_site_answers_to_loopback_names_only(serve):
    assert serve["allowed_hosts"]("127.0.0.1") == ["127.0.0.1", "localhost", "[::1]"]


def test_on_every_address_the_site_answers_to_the_name_of_the_machine(serve):
    assert socket.gethostname() in serve["allowed_hosts"]("0.0.0.0")


def test_a_named_address_is_one_that_the_site_answers_to(serve):
    assert "192.0.2.7" in serve["allowed_hosts"]("192.0.2.7")
    assert "[2001:db8::1]" in serve["allowed_hosts"]("2001:db8::1")


KEEPER = """
import os, runpy, subprocess, sys, time
serve = runpy.run_path("scripts/serve.py")
names = serve["keep_jobs_running"].__globals__
names["RESTART_SECONDS"] = names["LOOK_SECONDS"] = 0.05
def start():
    process = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    print(process.pid, flush=True)
    return process
names["start_jobs"] = start
serve["keep_jobs_running"]()
time.sleep(60)
"""


def _ends(pid: int) -> bool:
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        stat = Path(f"/proc/{pid}/stat")
        if not stat.exists() or stat.read_text(encoding="utf-8").rpartition(")")[2].split()[0] == "Z":
            return True
        time.sleep(0.05)
    return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes as Linux shows them")
@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL])
def test_the_process_of_jobs_is_started_again_and_ends_with_the_server(root: Path, end: signal.Signals):
    server = subprocess.Popen(
        [sys.executable, "-c", KEEPER], cwd=root, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert server.stdout
    assert server.stderr
    with server:
        first = int(server.stdout.readline())
        os.kill(first, signal.SIGKILL)
        assert "ended with status -9; it is started again" in server.stderr.readline()
        second = int(server.stdout.readline())
        server.send_signal(end)
        server.wait(10)
        assert _ends(second)
