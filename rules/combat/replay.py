"""A log worked out from its beginning: the state after every entry that counts, up to one that cannot be played."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rules.combat.log import LogEntry
from rules.documents import fail
from rules.errors import ChangeRefused, DocumentError, RulesError


@dataclass(frozen=True)
class LogReplay:
    """States by the number of their entry, 0 for the beginning, and what could not be played, if anything."""

    states: tuple[tuple[int, Any], ...]
    fault: DocumentError | None = None

    @property
    def last(self) -> Any:
        """The state at the end."""
        return self.states[-1][1]

    @property
    def problems(self) -> list[dict[str, str]]:
        """What could not be played, if anything, as documents."""
        fault = self.fault
        return [{"code": fault.code, "path": fault.path, "message": fault.message}] if fault else []


def log_states(
    state: Any, live: Callable[[], Sequence[LogEntry]], play: Callable[[Any, LogEntry], Any], code: str
) -> Iterator[tuple[LogEntry, Any]]:
    """Yield each entry that counts with the state after it; raise ``DocumentError`` for one that cannot be played.

    ``state`` is that of the beginning, and ``code`` that of the error.
    """
    try:
        entries = live()
    except ChangeRefused as refused:
        fail(code, "log", refused.message)
    for entry in entries:
        try:
            state = play(state, entry)
        except (ChangeRefused, RulesError) as fault:
            fail(code, f"log[{entry.number - 1}]", str(fault))
        yield entry, state


def log_replay(state: Any, states: Iterable[tuple[LogEntry, Any]]) -> LogReplay:
    """Return the states of a log from that of its beginning on."""
    found = [(0, state)]
    try:
        for entry, after in states:
            found.append((entry.number, after))
    except DocumentError as fault:
        return LogReplay(tuple(found), fault)
    return LogReplay(tuple(found))
