"""The web worker with ``tests.echo_app``, as a process of its own."""

import contextlib
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from tests.ports import free_port


@contextlib.contextmanager
def echo_server(root: Path, log: Path) -> Iterator[int]:
    """Run one worker with four threads; yield the port at which it listens, then end it and look at its log."""
    port = free_port()
    with log.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "gunicorn", "tests.echo_app"],
            cwd=root,
            env={**os.environ, "HOST": "127.0.0.1", "PORT": str(port), "WEB_CONCURRENCY": "1", "WEB_THREADS": "4"},
            stdout=output,
            stderr=subprocess.STDOUT,
        )
        for _ in range(300):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            time.sleep(0.1)
        yield port
        process.terminate()
        began = time.monotonic()
        process.wait(30)
        assert time.monotonic() - began < 10, "connections that say nothing keep the worker from ending"
    assert "Traceback" not in log.read_text(encoding="utf-8")
