"""Playing a log that comes from a file, before anything is stored."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence

from common.refusal import Refusal
from played_logs.selectors.folding import past_among
from played_logs.selectors.logs import FoldT
from rules.combat.log import LogEntry
from rules.errors import ChangeRefused, RulesError

MAX_SECONDS = 5
"""Seconds that a processor may take to play the log of a file."""
BETWEEN_LOOKS = 50
"""Entries that are played between two looks at the clock."""


def filed_log_played(
    word: str, begin: Callable[[], FoldT], entries: Sequence[LogEntry], *, names_place: bool = False
) -> FoldT:
    """Return the log of a file with all of its entries played; ``word`` is what the log's kind is called.

    Raises ``Refusal`` where that takes too long, and for what cannot be played; with ``names_place`` it says where.
    """
    end, reached = time.thread_time() + MAX_SECONDS, 0

    def in_time(found: Iterable[LogEntry]) -> Iterator[LogEntry]:
        for place, entry in enumerate(found):
            if not place % BETWEEN_LOOKS and time.thread_time() > end:
                message = f"This {word} has {len(entries):,} entries. Muster would need too long to play them."
                raise Refusal(message, code=f"{word}.full")
            yield entry

    def one_by_one() -> Iterator[LogEntry]:
        nonlocal reached
        for entry in in_time(entries):
            reached = entry.number
            yield entry

    past = past_among(entries)
    try:
        return begin().followed_by(one_by_one(), lambda number, step: in_time(past(number, step)))
    except (ChangeRefused, RulesError) as fault:
        place = (f"log[{reached - 1}]: " if reached else "setup: ") if names_place else ""
        raise Refusal(f"The log of this {word} cannot be played. {place}{fault}", code=f"{word}.invalid") from fault
