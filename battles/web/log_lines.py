"""The lines of a fight's log as pages show them."""

from __future__ import annotations

from dataclasses import dataclass

from battles.selectors.folding import AnyFold, LogLine
from battles.selectors.log_lines import note_words
from rules.fights.log import LOG_EVENTS

_ABOUT_LOG = frozenset(event.kind for event in LOG_EVENTS)


@dataclass(frozen=True, slots=True)
class ShownLine:
    """A step of the log as a page shows it."""

    number: int
    step: int
    side: str
    lines: tuple[tuple[str, str, tuple[str, ...]], ...]
    is_live: bool


def shown_lines(folded: AnyFold, most: int) -> tuple[ShownLine, ...]:
    """Return the newest lines of the log, the newest first."""
    lines = folded.lines[-most:]
    live = folded.live_steps(since=min((line.step for line in lines), default=0))
    found = []
    for line in reversed(lines):
        if line.notes:
            found.append(_shown(folded, line, is_live=line.step in live or line.kind in _ABOUT_LOG))
    return tuple(found)


def _shown(folded: AnyFold, line: LogLine, *, is_live: bool) -> ShownLine:
    notes = tuple((*note_words(folded.state, note), note.why) for note in line.notes)
    return ShownLine(line.number, line.step, line.side or "", notes, is_live)


def asked_words(folded: AnyFold) -> str:
    """Return who asks to go back, and how far; call it only while somebody asks."""
    asked = folded.log.asked
    assert asked is not None
    who = folded.setup.side(asked.side).name if asked.side else "Muster"
    steps = sum(step.number >= asked.step for step in folded.log.done)
    return f"{who} asks to go back {steps} step{'s' if steps != 1 else ''}."
