"""How gunicorn serves Muster; each line by environment, as docs/operations.md tells."""

import gc
import os
import sys
from pathlib import Path
from typing import Any

from django.utils.module_loading import import_string

from p2v_site.checks import warnings_at_start
from p2v_site.memory import keep_for_good

_host = os.environ.get("HOST", "127.0.0.1")
_port = os.environ.get("PORT", "8000")

bind = f"[{_host}]:{_port}" if ":" in _host else f"{_host}:{_port}"
workers = int(os.environ.get("WEB_CONCURRENCY", "2"))
worker_class = "p2v_site.holding_worker.HoldingWorker"
threads = int(os.environ.get("WEB_THREADS", "4"))
worker_connections = 500
sendfile = False  # what a client does not take at once is kept for it
keepalive = int(os.environ.get("WEB_KEEPALIVE", "15"))
preload_app = True
max_requests = 10_000
max_requests_jitter = 1_000
timeout = 60
loglevel = os.environ.get("GUNICORN_LOG_LEVEL", "warning")
control_socket_disable = True


def on_starting(server: Any) -> None:
    """Remove the figures that an earlier run has left."""
    if folder := os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        for file in Path(folder).glob("*.db"):
            file.unlink(missing_ok=True)


def when_ready(server: Any) -> None:
    """Print the address as soon as it answers, and what the person who runs the site should know."""
    # The workers are started after this, and share what is made here.
    if server.app.app_uri.startswith("p2v_site."):
        import_string("p2v_site.web.api_schema.schema_text")()
    keep_for_good()
    sys.stdout.write(f"Muster is at http://{bind}/  (Ctrl-C stops it)\n")
    sys.stdout.flush()
    for sentence in warnings_at_start():
        sys.stderr.write(f"Warning: {sentence}\n")


def worker_exit(server: Any, worker: Any) -> None:
    """Let a worker end at once: what it holds need not be taken apart."""
    gc.freeze()
