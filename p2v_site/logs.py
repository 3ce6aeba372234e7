"""How the log is written: lines for people, or one JSON document a line for programs that gather logs."""

from __future__ import annotations

import logging
from typing import Any

import structlog
from structlog.typing import EventDict, Processor

_SHARED: tuple[Processor, ...] = (
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.ExtraAdder(allow=()),
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.format_exc_info,
)
_NOT_TOLD_TWICE = ("event", "exception", "level", "logger", "timestamp")


def logging_settings(*, level: str, as_json: bool) -> dict[str, Any]:
    """Return what ``settings.LOGGING`` says; makes structlog's own loggers write to the same log."""
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
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "entry"}},
        "root": {"handlers": ["console"], "level": level},
    }


def write_line(logger: object, method: str, entry: EventDict) -> str:
    """Return an entry as a line to read: when, how grave, who and what, then what else is known of it."""
    known = " ".join(f"{name}={entry[name]}" for name in entry if name not in _NOT_TOLD_TWICE)
    line = f"{entry['timestamp']} {entry['level'].upper()} {entry['logger']}: {entry['event']}"
    cause = f"\n{entry['exception']}" if entry.get("exception") else ""
    return (f"{line} [{known}]" if known else line) + cause
