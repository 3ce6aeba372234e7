"""Processes of Python that know nothing of this one, forked from one that has imported what every command needs.

To start Python and import Django takes a second; to fork takes a few milliseconds. Nothing that reads settings or the
environment is imported before the fork, so that what is run finds the environment that it is given and no other.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import pkgutil
import runpy
import signal
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
IMPORTED = """
    celery environ yaml sqlparse PIL.Image reportlab.pdfgen.canvas segno django.core.management django.db.models
    django.db.backends.sqlite3.base django.template.defaulttags django.views.generic django.forms
    redis dns.resolver rich.traceback xlsxwriter rapidfuzz snowballstemmer cryptography.fernet structlog kombu msgspec
""".split()
WHOLE = "rules"
"""The package that reads no settings, imported whole."""
SECONDS_AT_MOST = 180


class ForkServer:
    """Runs ``python ARGUMENTS`` in the project, each time in a process of its own; a context manager.

    With an environment of its own it sets Django up once for all that it runs, which takes another second.
    """

    def __init__(self, environment: Mapping[str, str] | None = None) -> None:
        self._environment = environment

    def __enter__(self) -> ForkServer:
        """Start the process that all others are forked from."""
        base = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "error"}
        self._source = subprocess.Popen(
            [sys.executable, __file__, *(["--set-up"] if self._environment else [])],
            cwd=ROOT,
            env={**(self._environment or {}), **base},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        """End it."""
        self._source.communicate()

    def run(
        self, arguments: Sequence[str], environment: Mapping[str, str], given: str = ""
    ) -> subprocess.CompletedProcess[str]:
        """Run ``python ARGUMENTS`` (``-c CODE ...`` or ``FILE ...``) with this environment and this standard input."""
        assert self._source.stdin
        assert self._source.stdout
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "0").write_text(given, encoding="utf-8")
            order = {"arguments": list(arguments), "environment": dict(environment), "folder": name}
            self._source.stdin.write(json.dumps(order) + "\n")
            self._source.stdin.flush()
            status = int(self._source.stdout.readline())
            out, err = ((folder / number).read_text(encoding="utf-8") for number in "12")
        return subprocess.CompletedProcess(list(arguments), status, out, err)


def _answer_orders() -> None:
    rules = importlib.import_module(WHOLE)
    for name in [*IMPORTED, *(module.name for module in pkgutil.walk_packages(rules.__path__, f"{WHOLE}."))]:
        importlib.import_module(name)
    if "--set-up" in sys.argv:
        importlib.import_module("django").setup()
    for line in sys.stdin:
        process = os.fork()
        if not process:
            os._exit(_carry_out(json.loads(line)))
        _, status = os.waitpid(process, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)  # noqa: T201 - the answer


def _carry_out(order: dict[str, Any]) -> int:
    """Do what Python does with its arguments, and return the exit status."""
    signal.alarm(SECONDS_AT_MOST)
    for number, flags in enumerate((os.O_RDONLY, os.O_WRONLY | os.O_CREAT, os.O_WRONLY | os.O_CREAT)):
        os.dup2(os.open(f"{order['folder']}/{number}", flags, 0o600), number)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - the lines that were read ahead are orders
    os.environ.clear()
    os.environ.update(order["environment"])
    try:
        first, *others = order["arguments"]
        sys.argv = [first, *others] if first != "-c" else ["-c", *others[1:]]
        if first == "-c":
            exec(compile(others[0], "<string>", "exec"), {"__name__": "__main__"})
        else:
            runpy.run_path(first, run_name="__main__")
        return 0
    except SystemExit as end:
        if isinstance(end.code, str):
            print(end.code, file=sys.stderr)  # noqa: T201 - as Python does
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:  # noqa: BLE001 - as Python does
        traceback.print_exc()
        return 1
    finally:
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(ValueError):
                stream.flush()


if __name__ == "__main__":
    _answer_orders()
