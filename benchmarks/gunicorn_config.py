"""gunicorn for measuring: quiet, the port and workers by environment."""

import gc
import os
from typing import Any

from p2v_site.memory import keep_for_good

bind = f"127.0.0.1:{os.environ['PORT']}"
workers = int(os.environ["WEB_CONCURRENCY"])
worker_class = "p2v_site.holding_worker.HoldingWorker"
worker_connections = 500
threads = 4
loglevel = "error"
accesslog = None
preload_app = True


def when_ready(server: Any) -> None:
    """Keep what is loaded, as the site's own gunicorn does."""
    keep_for_good()


def worker_exit(server: Any, worker: Any) -> None:
    """End at once."""
    gc.freeze()
