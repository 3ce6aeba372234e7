"""Settings of what the site tells of itself: its log, its figures, its faults."""

from __future__ import annotations

import logging
import os
from pathlib import Path

import environ
from django.core.exceptions import ImproperlyConfigured

from p2v_site.logs import logging_settings
from p2v_site.sentry import begin_to_report

env = environ.Env()

LOG_FORMAT: str = env.str("LOG_FORMAT", default="line")
if LOG_FORMAT not in ("line", "json"):
    raise ImproperlyConfigured('LOG_FORMAT is "line", for people, or "json", for programs that gather logs.')
# Each request is an entry where programs read the log; at home it would bury the rest.
LOG_REQUESTS_LEVEL: int = logging.INFO if env.bool("LOG_REQUESTS", default=LOG_FORMAT == "json") else logging.DEBUG
LOGGING = logging_settings(level=env.str("LOG_LEVEL", default="INFO"), as_json=LOG_FORMAT == "json")
DJANGO_STRUCTLOG_CELERY_ENABLED = True  # a task's entries have the number of the request that began it
DJANGO_STRUCTLOG_STATUS_START_LOG_LEVEL = logging.DEBUG
DJANGO_STRUCTLOG_IP_LOGGING_ENABLED = False
DJANGO_STRUCTLOG_USER_ID_FIELD = ""  # who asked stays out of the log, and costs no query

METRICS_TOKEN: str = env.str("METRICS_TOKEN", default="")
if METRICS_TOKEN:
    # Processes count each for itself and keep their figures here, from where the one that is asked adds them up.
    _default_folder = Path(__file__).resolve().parent.parent / "var" / "metrics"
    _metrics_folder = Path(os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", str(_default_folder)))
    _metrics_folder.mkdir(mode=0o700, parents=True, exist_ok=True)

SENTRY_DSN: str = env.str("SENTRY_DSN", default="")
if SENTRY_DSN:
    begin_to_report(SENTRY_DSN)


def measured(middleware: list[str]) -> list[str]:
    """Return the middleware with what counts requests around it, where figures are wanted."""
    if not METRICS_TOKEN:
        return middleware
    before, after = (
        "django_prometheus.middleware.PrometheusBeforeMiddleware",
        "p2v_site.web.metrics.ViewMetricsMiddleware",
    )
    return [before, *middleware, after]
