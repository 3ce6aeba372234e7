"""People's texts, as stored."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date

from common.refusal import Refusal
from rules.building.changes import several_lines, single_line
from rules.errors import ChangeRefused

MAX_REASON = 200


@contextmanager
def refusing() -> Iterator[None]:
    """Turn a refusal of the rules into the refusal of a service."""
    try:
        yield
    except ChangeRefused as refused:
        raise Refusal(refused.message, code="text.invalid") from refused


def line_of(text: str, most: int, what: str) -> str:
    """Return a text as one line; raise ``Refusal`` if it is empty or too long. ``what`` starts a sentence."""
    line = optional_line_of(text, most, what)
    if not line:
        raise Refusal(f"{what} cannot be empty.", code="text.invalid")
    return line


def optional_line_of(text: str, most: int, what: str) -> str:
    """Return a text as one line, which may be empty; raise ``Refusal`` if it is too long."""
    with refusing():
        return single_line(text, most, what)


def prose_of(text: str, most: int, what: str) -> str:
    """Return a text with its lines, which may be empty; raise ``Refusal`` if it is too long."""
    with refusing():
        return several_lines(text, most, what)


def day_of(text: str) -> str:
    """Return a day as ``2026-03-01``, or "" where there is none; raise ``Refusal`` for a text that is no day."""
    try:
        return date.fromisoformat(text).isoformat() if text else ""
    except ValueError:
        raise Refusal("Enter a date, such as 2026-03-01.", code="scenario.invalid") from None


def reason_of(text: str) -> str:
    """Return a reason; raise ``Refusal`` if there is none."""
    line = optional_line_of(text, MAX_REASON, "A reason")
    if not line:
        raise Refusal("Say why: the reason is shown in the journal.", code="reason.invalid")
    return line
