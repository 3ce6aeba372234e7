"""gunicorn for measuring: quiet, the port and workers by environment."""

import os

bind = f"127.0.0.1:{os.environ['PORT']}"
workers = int(os.environ["WEB_CONCURRENCY"])
loglevel = "error"
accesslog = None
preload_app = True
