"""Writing to the log of an adventure: the one way to add entries, and who may add which.

A request adds one step, of one entry or several. Of two people who act at once one wins; the other is told what
happened (``AdventureMovedOn``). In a campaign each entry has its seal in the journal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from django.db import transaction
from django.utils import timezone

from accounts.selectors.quotas import quota_refusal
from accounts.selectors.rooms import STORED
from adventures.models import AdventureEntry, AdventureRow
from adventures.models.adventures import AdventureStatus
from adventures.selectors.folding import FoldedAdventure, folded_adventure, keep_adventure
from adventures.selectors.quotas import keeper_of
from adventures.selectors.seats import AdventureVisitor
from adventures.selectors.steps import last_step_reveals
from adventures.services.adventures import LockedAdventure, adventure_locked
from adventures.services.announcing import announce_adventure_end
from common.refusal import Refusal
from common.saving import save_new_version
from rules.adventures.checks import action_of, check_roll
from rules.adventures.documents import MAX_ENTRIES
from rules.adventures.events import AdventureEvent, adventure_event_document, adventure_event_from_document
from rules.adventures.events.checks import CheckRolled
from rules.adventures.events.dice import DiceEvent, roll_event_dice
from rules.adventures.seals import entry_seal
from rules.adventures.state import ORGANIZER, AdventureState, CheckAttempt
from rules.campaigns.events.adventures import AdventureRecorded
from rules.combat.log import OTHERS_ACTED, LogEntry, LogEvent, StepRedone, StepUndone
from rules.dice import SeededRoller
from rules.errors import ChangeRefused, DocumentError, RulesError
from rules.text import plain_texts

MAX_EVENTS = 60
"""Events of one step: a warband that joins has one for each member."""
BETWEEN_QUOTAS = 50
"""Entries between two looks at how much the organizer has stored."""
NO_ROOM = "The organizer has stored as much as one person may. Something has to be deleted first."
SHOWN = "This step has shown you something hidden. The organizer can take it back."
NOT_YOURS = "You do not play this participant."
NOT_OFFERED = "That cannot be tried now, or it has not been found out yet."
"""One sentence for what is hidden and for what is not there, so that no answer tells the two apart."""

EventsOf = Callable[[AdventureState], Sequence[AdventureEvent]]
"""Makes the events of a step from the state as it stands when they are recorded."""


class AdventureMovedOn(Refusal):
    """Another person acted meanwhile: ``problems`` are the newest sentences since the page was drawn."""

    code = "adventure.changed"


@transaction.atomic
def step_record(
    *,
    visitor: AdventureVisitor,
    key: str,
    events: EventsOf,
    seen: int | None = None,
    is_from_site: bool = False,
) -> LockedAdventure:
    """Record what a visitor does, as one step.

    ``seen`` is the number of the last entry that their page showed; None for what may follow anything.
    ``is_from_site`` says that a service made the events, as those need that are ``by_site``. Raises ``Refusal``.
    """
    locked, folded = _opened(visitor, key, seen)
    if not is_from_site:
        events = _without_site_events(events)
    return _written(locked, folded, _playable(locked, folded, events))


def _without_site_events(make: EventsOf) -> EventsOf:
    def events(state: AdventureState) -> Sequence[AdventureEvent]:
        found = make(state)
        if any(event.by_site for event in found):
            raise ChangeRefused("Muster makes this entry itself.")
        return found

    return events


@transaction.atomic
def check_record(
    *, visitor: AdventureVisitor, key: str, attempt: CheckAttempt, seen: int | None = None
) -> LockedAdventure:
    """Let the site roll a check, and record it. Raises ``Refusal``."""
    locked, folded = _opened(visitor, key, seen)
    roller, epoch = site_roller(locked.row)

    def _rolled(state: AdventureState) -> Sequence[AdventureEvent]:
        face = check_roll(state, attempt, roller).faces[0]
        return (
            CheckRolled(
                attempt.action,
                attempt.participant,
                attempt.target,
                attempt.skill,
                face,
                "seeded",
                epoch,
                attempt.choices,
                attempt.applies,
            ),
        )

    return _written(locked, folded, _playable(locked, folded, _rolled))


def site_roller(row: AdventureRow, epoch: int | None = None) -> tuple[SeededRoller, int]:
    """Return what rolls the site's dice, with its seed epoch: the latest that is known, or the one that is asked for.

    Raises ``Refusal`` where no seed is known.
    """
    seeds = row.seeds.order_by("-epoch") if epoch is None else row.seeds.filter(epoch=epoch)
    seed = next((one for one in seeds if one.seed is not None), None)
    if seed is None:
        raise Refusal("Muster does not know the seed of these dice. Roll your own dice.", code="roll.state")
    return SeededRoller(bytes(seed.seed or b"")), seed.epoch


@transaction.atomic
def adventure_event_record(
    *, visitor: AdventureVisitor, key: str, event: AdventureEvent, seen: int | None = None
) -> LockedAdventure:
    """Record an event that a visitor sent; the site rolls dice that it needs and lacks. Raises ``Refusal``."""
    locked, folded = _opened(visitor, key, seen)

    def _thrown(state: AdventureState) -> Sequence[AdventureEvent]:
        if not isinstance(event, DiceEvent):
            return (event,)
        if event.origin != "entered" or event.epoch is not None:
            raise ChangeRefused("Only the site rolls dice of the site.")
        if event.faces or event.next_die(state, ()) is None:
            return (event,)
        return (roll_event_dice(state, event, *site_roller(locked.row)),)

    return _written(locked, folded, _playable(locked, folded, _thrown))


@transaction.atomic
def adventure_undo(*, visitor: AdventureVisitor, key: str, seen: int | None = None) -> LockedAdventure:
    """Take the last step back: one’s own, or for the organizer anyone’s."""
    locked, folded = _opened(visitor, key, seen)
    done = folded.log.done
    if not done:
        raise Refusal("There is nothing to undo.", code="undo.state")
    if not locked.seat.organizes and done[-1].side != locked.seat.side:
        raise Refusal(OTHERS_ACTED, code="undo.locked")
    if not locked.seat.organizes and last_step_reveals(folded):
        raise Refusal(SHOWN, code="undo.locked")
    return _written(locked, folded, [StepUndone(done[-1].number)])


@transaction.atomic
def adventure_redo(*, visitor: AdventureVisitor, key: str, seen: int | None = None) -> LockedAdventure:
    """Do the step again that was taken back last."""
    locked, folded = _opened(visitor, key, seen)
    undone = folded.log.undone
    if not undone:
        raise Refusal("There is nothing to redo: something new has been done since.", code="undo.state")
    if not locked.seat.organizes and undone[-1].side != locked.seat.side:
        raise Refusal("That was someone else’s step.", code="undo.forbidden")
    return _written(locked, folded, [StepRedone(undone[-1].number)])


def _opened(visitor: AdventureVisitor, key: str, seen: int | None) -> tuple[LockedAdventure, FoldedAdventure]:
    locked = adventure_locked(visitor, key)
    locked.refuse_unless_open()
    if locked.row.head >= MAX_ENTRIES - MAX_EVENTS:
        raise Refusal(
            f"This adventure has {locked.row.head:,} entries, the most that one can have. Close it.",
            code="adventure.full",
        )
    folded = folded_adventure(locked.row)
    if seen is not None and seen != locked.row.head:
        view = folded.newest(for_players=not locked.seat.organizes)
        lines = [note.text for one in view.entries if one.number > seen for note in one.notes]
        raise AdventureMovedOn("Something happened meanwhile, so nothing was done. Look again.", lines)
    return locked, folded


def _playable(locked: LockedAdventure, folded: FoldedAdventure, events: EventsOf) -> list[LogEvent]:
    """Return the events of a step; raise ``Refusal`` for what cannot be read again or is not theirs."""
    try:
        found = list(events(folded.state))[:MAX_EVENTS]
        read = [adventure_event_from_document(plain_texts(adventure_event_document(one))) for one in found]
        for event in found:
            _refuse_foreign(locked, folded.state, event)
            if isinstance(event, CheckRolled) and not locked.seat.organizes:
                _refuse_unoffered(folded, event)
    except (ChangeRefused, DocumentError) as fault:
        raise Refusal(str(fault), code="command.invalid") from fault
    return read


def _refuse_foreign(locked: LockedAdventure, state: AdventureState, event: AdventureEvent) -> None:
    if locked.seat.organizes:
        return
    if event.by_organizer:
        raise Refusal("Only the organizer may do this.", code="adventure.forbidden")
    named = {getattr(event, "participant", None), *getattr(event, "participants", ())}
    only = locked.seat.only
    if only and only not in named and not (event.by_site and named == {None}):
        # What concerns a whole group is for those who act for everyone; what the site adds concerns no one.
        raise Refusal(NOT_YOURS, code="side.forbidden")
    if any(one.id in named and not locked.seat.may_act_for(one) for one in state.participants):
        raise Refusal(NOT_YOURS, code="side.forbidden")


def _refuse_unoffered(folded: FoldedAdventure, event: CheckRolled) -> None:
    # Players try only what their page offers. Other answers to keys that they guess would tell which ones there are.
    state = folded.newest(for_players=True).state
    action = action_of(state, event.action)
    is_target = event.target in [one.key for one in action.targets(state)]
    if not is_target or not action.meets(state, event.target).keys() >= set(event.applies):
        raise ChangeRefused(NOT_OFFERED)


def _written(locked: LockedAdventure, folded: FoldedAdventure, events: Sequence[LogEvent]) -> LockedAdventure:
    """Store the entries of a step and bring the adventure's row up to date."""
    row, step = locked.row, locked.row.head + 1
    side = ORGANIZER if locked.seat.organizes else locked.seat.side
    entries = [LogEntry(step + place, step, side, event) for place, event in enumerate(events)]
    _refuse_beyond_quota(row, len(entries))
    try:
        after = folded.followed_by(entries)
    except ChangeRefused as refused:
        raise Refusal(refused.message, code="command.invalid") from refused
    except RulesError as fault:
        raise Refusal(str(fault), code="command.invalid") from fault
    store_adventure_entries(locked, entries)
    was_over, row.status = row.status == AdventureStatus.OVER, adventure_status(after)
    save_new_version(row, "head", "seal", "status")
    if row.status == AdventureStatus.OVER and not was_over:
        announce_adventure_end(row, after.newest(for_players=True).state.outcome)
    keep_adventure(row, after)
    return replace(locked, seat=replace(locked.seat, row=row))


def _refuse_beyond_quota(row: AdventureRow, more: int) -> None:
    # All that the organizer keeps is added up for this, so it is done once in a while.
    is_due = row.head // BETWEEN_QUOTAS != (row.head + more) // BETWEEN_QUOTAS
    if is_due and quota_refusal(keeper_of(row), STORED):
        raise Refusal(NO_ROOM, code="adventure.full")


def store_adventure_entries(locked: LockedAdventure, entries: Sequence[LogEntry]) -> None:
    """Add entries to a log, with their seals in the journal of its campaign; its row is saved by the caller."""
    row, rows, now = locked.row, [], timezone.now()
    for entry in entries:
        side, event = entry.side or "", adventure_event_document(entry.event)
        row.seal = entry_seal(bytes(row.seal_key), row.seal, entry.number, entry.step, side, event)
        row.head = entry.number
        rows.append(
            AdventureEntry(
                adventure=row, number=entry.number, step=entry.step, side=side, event=event, seal=row.seal, at=now
            )
        )
        if locked.journal is not None:
            locked.journal.write(AdventureRecorded(row.number or 0, entry.number, row.seal))
    AdventureEntry.objects.bulk_create(rows)


def adventure_status(folded: FoldedAdventure) -> str:
    """Return how far an adventure has come by its log."""
    if not folded.log.done:
        return AdventureStatus.PREPARING
    return AdventureStatus.OVER if folded.state.is_over else AdventureStatus.RUNNING
