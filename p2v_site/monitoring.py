"""Settings of monitoring: the log, the metrics, the error reports."""

import importlib
import logging
import os
from pathlib import Path
from typing import Any

import environ
import structlog
from django.core.exceptions import ImproperlyConfigured
from structlog.typing import EventDict, Processor


def begin_to_report(dsn: str) -> None:
    """Send faults to this address from now on; raise ``ImproperlyConfigured`` if the library is missing."""
    try:
        library = importlib.import_module("sentry_sdk")
    except ModuleNotFoundError as fault:
        raise ImproperlyConfigured(
            "SENTRY_DSN is set, but the package sentry-sdk is not installed. Install it (pip install sentry-sdk), or "
            "leave SENTRY_DSN empty."
        ) from fault
    library.init(
        dsn=dsn,
        before_send=without_persons,
        send_default_pii=False,
        include_local_variables=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
    )


def without_persons(event: dict[str, Any], hint: dict[str, Any]) -> dict[str, Any]:
    """Return a report without the requester, their IP address and the requested address (it may contain the secret of a
    link).
    """
    method = event.get("request", {}).get("method")
    kept = {name: value for name, value in event.items() if name not in ("user", "request", "server_name", "extra")}
    return kept | ({"request": {"method": method}} if method else {})


MAX_EVENT = 300
"""The most characters of what an entry says; an address may be longer."""
_REFUSING = ("django.security", "django.request")


def in_one_line(logger: object, method: str, entry: EventDict) -> EventDict:
    """Return an entry of a refused request without its cause, which is the request, and any entry cut to a length."""
    event = str(entry["event"])
    entry["event"] = event if len(event) <= MAX_EVENT else f"{event[:MAX_EVENT]}…"
    # A fault of the site's own has its cause: of requests, Django logs those with status 500 and above as errors.
    if entry["logger"].startswith("django.security") or (entry["logger"] == "django.request" and method != "error"):
        entry.pop("exc_info", None)
    return entry


class RefusalLimit(logging.Filter):
    """Lets some entries about refused requests a second into the log, and says how many it has left out.

    A hostile visitor is refused thousands of times a second; each process counts for itself.
    """

    def __init__(self, most: int = 20) -> None:
        super().__init__()
        self.most = most
        self._second, self._count, self._left_out = 0, 0, 0

    def filter(self, record: logging.LogRecord) -> bool:
        if not record.name.startswith(_REFUSING) or (
            record.levelno >= logging.ERROR and record.name == "django.request"
        ):
            return True
        second = int(record.created)
        if second != self._second:
            self._second, self._count = second, 0
        self._count += 1
        if self._count > self.most:
            self._left_out += 1
            return False
        if self._left_out:
            record.msg, record.args = f"{record.getMessage()} ({self._left_out:,} entries left out)", ()
            self._left_out = 0
        return True


_SHARED: tuple[Processor, ...] = (
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    in_one_line,
    structlog.stdlib.ExtraAdder(allow=()),
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.format_exc_info,
)
_NOT_TOLD_TWICE = ("event", "exception", "level", "logger", "timestamp")


def logging_settings(*, level: str, as_json: bool) -> dict[str, Any]:
    """Return the value of ``settings.LOGGING``; makes structlog's own loggers write to the same log."""
    number = logging.getLevelName(level)
    structlog.configure(
        processors=[*_SHARED, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        # What is below the level costs a call of an empty function.
        wrapper_class=structlog.make_filtering_bound_logger(number if isinstance(number, int) else logging.INFO),
        cache_logger_on_first_use=True,
    )
    renderer: Processor = structlog.processors.JSONRenderer(ensure_ascii=False) if as_json else write_line
    formatter = {
        "()": structlog.stdlib.ProcessorFormatter,
        "foreign_pre_chain": _SHARED,
        "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
    }
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"entry": formatter},
        "filters": {"refusals": {"()": RefusalLimit}},
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "entry", "filters": ["refusals"]}},
        "root": {"handlers": ["console"], "level": level},
    }


def write_line(logger: object, method: str, entry: EventDict) -> str:
    """Return an entry as a readable line: time, level, logger and event, then the other values."""
    known = " ".join(f"{name}={entry[name]}" for name in entry if name not in _NOT_TOLD_TWICE)
    line = f"{entry['timestamp']} {entry['level'].upper()} {entry['logger']}: {entry['event']}"
    cause = f"\n{entry['exception']}" if entry.get("exception") else ""
    return (f"{line} [{known}]" if known else line) + cause


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
    """Return the middleware, with the counter of requests around it if metrics are on."""
    if not METRICS_TOKEN:
        return middleware
    before, after = (
        "django_prometheus.middleware.PrometheusBeforeMiddleware",
        "p2v_site.web.health.ViewMetricsMiddleware",
    )
    return [before, *middleware, after]
