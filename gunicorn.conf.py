"""How gunicorn serves Muster; each line by environment, as docs/operations.md tells."""

from __future__ import annotations

import os
import sys
from typing import Any

_host = os.environ.get("HOST", "127.0.0.1")
_port = os.environ.get("PORT", "8000")

bind = f"[{_host}]:{_port}" if ":" in _host else f"{_host}:{_port}"
workers = int(os.environ.get("WEB_CONCURRENCY", "2"))
preload_app = True
max_requests = 10_000
max_requests_jitter = 1_000
timeout = 60
loglevel = os.environ.get("GUNICORN_LOG_LEVEL", "warning")
control_socket_disable = True


def when_ready(server: Any) -> None:
    """Print the address as soon as it answers."""
    sys.stdout.write(f"Muster is at http://{bind}/  (Ctrl-C stops it)\n")
    sys.stdout.flush()
