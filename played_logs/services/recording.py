"""Writing to a log: the one way to add entries, the refusals of every log, and playing the log of a file."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from django.utils import timezone

from common.refusal import Refusal
from common.saving import save_new_version
from played_logs.selectors.folding import FoldedLog, PastEntries, past_among
from played_logs.selectors.logs import FoldT, LogKind
from rules.combat.log import LogEntry, LogStep
from rules.errors import ChangeRefused, RulesError

MOVED_ON = "Something happened meanwhile, so nothing was done. Look again."


class LogMovedOn(Refusal):
    """Somebody acted meanwhile: ``problems`` are the lines of the log since the page was drawn."""


def refuse_full(kind: LogKind[Any], row: Any) -> None:
    """Raise ``Refusal`` for a log that can have no more entries."""
    if row.head >= kind.most_entries:
        raise Refusal(
            f"This {kind.word} has {row.head:,} entries, the most that one can have. {kind.when_full}",
            code=f"{kind.word}.full",
        )


def refuse_late(
    kind: LogKind[Any], row: Any, seen: int | None, lines_since: Callable[[int], Iterable[str]] = lambda number: ()
) -> None:
    """Raise ``LogMovedOn`` with the lines since the entry ``seen``, if it is not the last one; None is any."""
    if seen is not None and seen != row.head:
        raise LogMovedOn(MOVED_ON, lines_since(seen), code=f"{kind.word}.changed")


def last_step(folded: FoldedLog[Any]) -> LogStep:
    """Return the step that an undo reverts; raise ``Refusal`` if there is none."""
    if not folded.log.done:
        raise Refusal("There is nothing to undo.", code="undo.state")
    return folded.log.done[-1]


def undone_step(folded: FoldedLog[Any]) -> LogStep:
    """Return the step that a redo repeats; raise ``Refusal`` if there is none."""
    if not folded.log.undone:
        raise Refusal("There is nothing to redo, because something new has happened since.", code="undo.state")
    return folded.log.undone[-1]


def played_on(folded: FoldT, entries: Sequence[LogEntry], past: PastEntries) -> FoldT:
    """Return a log with more entries; raise ``Refusal`` for one that cannot be played."""
    try:
        return folded.followed_by(entries, past)
    except ChangeRefused as refused:
        raise Refusal(refused.message, code="command.invalid") from refused
    except RulesError as fault:
        raise Refusal(str(fault), code="command.invalid") from fault


def entries_store(
    kind: LogKind[FoldT], row: Any, folded: FoldT, entries: Sequence[LogEntry], client_key: str = ""
) -> list[Any]:
    """Add entries to a log that is ``folded`` up to them, update its row, and cache the fold.

    Return the stored entries. Call it within a transaction that has locked the row.
    """
    stored, now = [], timezone.now()
    for entry in entries:
        document = kind.event_document(row, entry.event)
        made: Any = kind.entry_model(**{kind.parent: row}, number=entry.number, step=entry.step, event=document, at=now)
        if kind.seal_column:
            made.side = entry.side or ""
            seal = kind.next_seal(row, getattr(row, kind.head_column), made)
            setattr(made, kind.seal_column, seal)
            setattr(row, kind.head_column, seal)
        row.head = entry.number
        stored.append(made)
    if client_key:
        stored[0].client_key = client_key
    kind.entry_model._default_manager.bulk_create(stored)
    changed = ["head", *filter(None, [kind.head_column])]
    if kind.statuses:
        row.status = kind.status_of(folded)
        changed.append("status")
    save_new_version(row, *changed)
    kind.kept.set(kind.key_of(stored[-1]), folded)
    return stored


MAX_SECONDS = 5
"""Seconds that a processor may take to play the log of a file."""
BETWEEN_LOOKS = 50
"""Entries that are played between two looks at the clock."""


def filed_log_played(
    word: str, begin: Callable[[], FoldT], entries: Sequence[LogEntry], *, names_place: bool = False
) -> FoldT:
    """Return the log of a file with all of its entries played; ``word`` is the name of the log's kind.

    Raises ``Refusal`` if that takes too long or an entry cannot be played; with ``names_place``, it names the entry.
    """
    end, reached = time.thread_time() + MAX_SECONDS, 0

    def in_time(read: Iterable[LogEntry]) -> Iterator[LogEntry]:
        for place, entry in enumerate(read):
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
