"""Writing to the log of an adventure: the only way to add entries, permissions, and logs from files.

A request adds one step, of one entry or several. In a campaign, each entry has its seal in the journal. ``played_logs``
has the shared parts of all logs.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import Owner
from accounts.selectors.rooms import STORED, quota_refusal
from adventures.models import AdventureEntry, AdventureRow, AdventureSeed
from adventures.models.adventures import AdventureStatus
from adventures.selectors.folding import ADVENTURE_LOGS, MAX_EVENTS, FoldedAdventure, last_step_reveals
from adventures.selectors.seats import PLAYERS, AdventureVisitor, keeper_of
from adventures.services.adventures import (
    LockedAdventure,
    adventure_locked,
    adventure_make,
    announce_adventure_end,
    next_epoch,
    refuse_more_adventures,
    seed_begin,
)
from campaigns.models import Campaign
from campaigns.models.campaigns import CampaignPhase
from campaigns.services.campaigns import new_key
from common.refusal import Refusal
from played_logs.services.recording import (
    entries_store,
    filed_log_played,
    last_step,
    played_on,
    refuse_full,
    refuse_late,
    undone_step,
)
from rules.adventures.checks import action_of, check_roll
from rules.adventures.documents import AdventureDocument, adventure_from_document
from rules.adventures.events import AdventureEvent, adventure_event_from_document
from rules.adventures.events.checks import CheckRolled, DiceEvent, check_rolled, roll_event_dice
from rules.adventures.receipts import OpenedAdventure, open_filed
from rules.adventures.state import ORGANIZER, AdventureState, CheckAttempt
from rules.campaigns.events.adventures import AdventureRecorded, AdventureRemoved, AdventureSeeded
from rules.campaigns.files import CampaignFile
from rules.campaigns.fold import CampaignState
from rules.campaigns.state.basics import SealedAdventure
from rules.combat.log import OTHERS_ACTED, LogEntry, LogEvent, StepRedone, StepUndone, log_event_document
from rules.dice import SeededRoller
from rules.errors import ChangeRefused, DocumentError, RulesError
from rules.text import plain_texts

BETWEEN_QUOTAS = 50
"""The number of entries between two checks of the organizer's stored data."""
NO_ROOM = "The organizer’s storage is full. The organizer has to delete something first."
SHOWN = "This step revealed something hidden, so only the organizer can undo it."
NOT_YOURS = "You do not play this participant."
NOT_OFFERED = "You cannot try that now, or no one has discovered it yet."
"""One sentence for both hidden and missing things, so that no answer distinguishes them."""

EventsOf = Callable[[Any], Sequence[AdventureEvent]]
"""Makes the events of a step from the state when they are recorded."""
MadeOf = Callable[[AdventureRow, AdventureState], Sequence[AdventureEvent]]
"""The same, of an adventure's row and its state."""


def step_record(
    *,
    visitor: AdventureVisitor,
    key: str,
    events: EventsOf,
    seen: int | None = None,
    is_from_site: bool = False,
) -> LockedAdventure:
    """Record an action of a visitor as one step.

    ``seen`` is the number of the last entry that their page showed; None for an event that may follow any other.
    ``is_from_site`` is True if a service made the events, which ``by_site`` events require. Raises ``Refusal``.
    """

    def made(row: AdventureRow, state: AdventureState) -> Sequence[AdventureEvent]:
        made = events(state)
        if not is_from_site and any(event.by_site for event in made):
            raise ChangeRefused("Muster itself makes this entry.")
        return made

    return _recorded(visitor, key, seen, made)


def check_record(
    *, visitor: AdventureVisitor, key: str, attempt: CheckAttempt, seen: int | None = None
) -> LockedAdventure:
    """Let the site roll a check, and record it. Raises ``Refusal``."""

    def rolled(row: AdventureRow, state: AdventureState) -> Sequence[AdventureEvent]:
        roller, epoch = site_roller(row)
        return (check_rolled(attempt, check_roll(state, attempt, roller).faces[0], "seeded", epoch),)

    return _recorded(visitor, key, seen, rolled)


def site_roller(row: AdventureRow, epoch: int | None = None) -> tuple[SeededRoller, int]:
    """Return the roller of the site's dice, with its seed epoch: the latest known one, or the requested one.

    Raises ``Refusal`` if no seed is known.
    """
    seeds = row.seeds.order_by("-epoch") if epoch is None else row.seeds.filter(epoch=epoch)
    seed = next((seed for seed in seeds if seed.seed is not None), None)
    if seed is None:
        raise Refusal("Muster does not know the seed of these dice. Roll your own dice.", code="roll.state")
    return SeededRoller(bytes(seed.seed or b"")), seed.epoch


def adventure_event_record(
    *, visitor: AdventureVisitor, key: str, event: AdventureEvent, seen: int | None = None
) -> LockedAdventure:
    """Record an event that a visitor sent; the site rolls dice that it needs and lacks. Raises ``Refusal``."""

    def thrown(row: AdventureRow, state: AdventureState) -> Sequence[AdventureEvent]:
        if not isinstance(event, DiceEvent):
            return (event,)
        if event.origin != "entered" or event.epoch is not None:
            raise ChangeRefused("Only Muster can send its own rolls.")
        if event.faces or event.next_die(state, ()) is None:
            return (event,)
        return (roll_event_dice(state, event, *site_roller(row)),)

    return _recorded(visitor, key, seen, thrown)


@transaction.atomic
def _recorded(visitor: AdventureVisitor, key: str, seen: int | None, make: MadeOf) -> LockedAdventure:
    locked, folded = _opened(visitor, key, seen)
    try:
        events = list(make(locked.row, folded.state))[:MAX_EVENTS]
        read = [adventure_event_from_document(plain_texts(log_event_document(event))) for event in events]
        for event in events:
            _refuse_foreign(locked, folded.state, event)
            if isinstance(event, CheckRolled) and not locked.seat.organizes:
                _refuse_unoffered(folded, event)
    except (ChangeRefused, DocumentError) as fault:
        raise Refusal(str(fault), code="command.invalid") from fault
    return _written(locked, folded, read)


@transaction.atomic
def adventure_undo(*, visitor: AdventureVisitor, key: str, seen: int | None = None) -> LockedAdventure:
    """Undo the last step: the visitor’s own, or for the organizer anyone’s."""
    locked, folded = _opened(visitor, key, seen)
    step = last_step(folded)
    if not locked.seat.organizes and step.side != locked.seat.side:
        raise Refusal(OTHERS_ACTED, code="undo.locked")
    if not locked.seat.organizes and last_step_reveals(folded):
        raise Refusal(SHOWN, code="undo.locked")
    return _written(locked, folded, [StepUndone(step.number)])


@transaction.atomic
def adventure_redo(*, visitor: AdventureVisitor, key: str, seen: int | None = None) -> LockedAdventure:
    """Redo the step that was undone last."""
    locked, folded = _opened(visitor, key, seen)
    step = undone_step(folded)
    if not locked.seat.organizes and step.side != locked.seat.side:
        raise Refusal("Someone else made that step.", code="undo.forbidden")
    return _written(locked, folded, [StepRedone(step.number)])


def _opened(visitor: AdventureVisitor, key: str, seen: int | None) -> tuple[LockedAdventure, FoldedAdventure]:
    locked = adventure_locked(visitor, key)
    locked.refuse_unless_open()
    refuse_full(ADVENTURE_LOGS, locked.row)
    folded = ADVENTURE_LOGS.folded(locked.row)

    def lines_since(number: int) -> list[str]:
        view = folded.newest(for_players=not locked.seat.organizes)
        return [note.text for entry in view.entries if entry.number > number for note in entry.notes]

    refuse_late(ADVENTURE_LOGS, locked.row, seen, lines_since)
    return locked, folded


def _refuse_foreign(locked: LockedAdventure, state: AdventureState, event: AdventureEvent) -> None:
    if locked.seat.organizes:
        return
    if event.by_organizer:
        raise Refusal("Only the organizer can do this.", code="adventure.forbidden")
    named = {getattr(event, "participant", None), *getattr(event, "participants", ())}
    only = locked.seat.only
    if only and only not in named and not (event.by_site and named == {None}):
        # What concerns a whole group is for those who act for everyone; what the site adds concerns no one.
        raise Refusal(NOT_YOURS, code="side.forbidden")
    if any(participant.id in named and not locked.seat.may_act_for(participant) for participant in state.participants):
        raise Refusal(NOT_YOURS, code="side.forbidden")


def _refuse_unoffered(folded: FoldedAdventure, event: CheckRolled) -> None:
    # Players try only what their page offers. Other answers to keys that they guess would tell which ones there are.
    state = folded.newest(for_players=True).state
    action = action_of(state, event.action)
    is_target = event.target in [target.key for target in action.targets(state)]
    if not is_target or not action.meets(state, event.target).keys() >= set(event.applies):
        raise ChangeRefused(NOT_OFFERED)


def _written(locked: LockedAdventure, folded: FoldedAdventure, events: Sequence[LogEvent]) -> LockedAdventure:
    """Store the entries of a step and update the adventure's row."""
    row, step = locked.row, locked.row.head + 1
    side = ORGANIZER if locked.seat.organizes else locked.seat.side
    entries = [LogEntry(step + place, step, side, event) for place, event in enumerate(events)]
    # All that the organizer keeps is added up for this, so it is done once in a while.
    is_due = row.head // BETWEEN_QUOTAS != (row.head + len(entries)) // BETWEEN_QUOTAS
    if is_due and quota_refusal(keeper_of(row), STORED):
        raise Refusal(NO_ROOM, code="adventure.full")
    after = played_on(folded, entries, ADVENTURE_LOGS.past_of(row))
    was_over = row.status == AdventureStatus.OVER
    for stored in entries_store(ADVENTURE_LOGS, row, after, entries):
        if locked.journal is not None:
            locked.journal.write(AdventureRecorded(row.number or 0, stored.number, stored.seal))
    if row.status == AdventureStatus.OVER and not was_over:
        announce_adventure_end(row, after.newest(for_players=True).state.outcome)
    return replace(locked, seat=replace(locked.seat, row=row))


def adventure_import(*, owner: Owner, document: object) -> AdventureRow:
    """Store an adventure from its document; it continues where it stopped, with a new seed. Raises ``Refusal``.

    The log is played before anything is locked. Removes direction marks from texts.
    """
    refuse_more_adventures(owner)
    try:
        read = adventure_from_document(plain_texts(document))
    except DocumentError as fault:
        raise Refusal(
            f"Muster cannot read this adventure. {fault.path}: {fault.message}", code="adventure.invalid"
        ) from fault
    entries = [LogEntry(entry.number, entry.step, _side(entry), entry.event) for entry in read.entries]
    folded = filed_log_played(ADVENTURE_LOGS.word, lambda: FoldedAdventure(read.adventure), entries)
    return _stored(owner, read, entries, folded)


def _side(entry: LogEntry) -> str:
    # Numbers of people are those of another campaign: all who played are players here.
    return ORGANIZER if entry.side in (None, ORGANIZER) else PLAYERS


@transaction.atomic
def _stored(
    owner: Owner, document: AdventureDocument, entries: Sequence[LogEntry], folded: FoldedAdventure
) -> AdventureRow:
    row = adventure_make(owner=owner, adventure=document.adventure)
    if not document.entries:
        return row
    # Others may know the seeds of the file: those of its dice stay as they are, and the next ones have another.
    row.seeds.all().delete()
    for seed in document.seeds:
        AdventureSeed.objects.create(
            adventure=row, epoch=seed.epoch, from_entry=seed.from_entry, commitment=seed.commitment, seed=seed.seed
        )
    entries_store(ADVENTURE_LOGS, row, folded, entries)
    seed_begin(row, next_epoch(document))
    return row


Write = Callable[[Any], object]


def adventures_store(campaign: Campaign, file: CampaignFile, state: CampaignState, write: Write) -> None:
    """Store the adventures of a campaign's file; those that the file lacks leave the campaign.

    An adventure that is not closed continues with a new seed, since others may know the one of the file's site. Raises
    ``RulesError`` for adventures that do not match the journal.
    """
    filed, is_closed = (
        {adventure.number: adventure for adventure in file.adventures},
        campaign.phase == CampaignPhase.CLOSED,
    )
    if filed.keys() - state.adventures.keys():
        raise RulesError("The file contains an adventure that is not in its journal.")
    for number, sealed in state.adventures.items():
        if number in filed:
            opened = open_filed(filed[number], sealed)
            row = _stored_of_campaign(campaign, opened, sealed)
            if not (is_closed or sealed.is_closed):
                seed = seed_begin(row, next_epoch(opened.read))
                write(AdventureSeeded(number, seed.epoch, seed.commitment))
        elif is_closed:
            raise RulesError(f"The file has no adventure {number}.")
        else:
            write(AdventureRemoved(number))


def _stored_of_campaign(campaign: Campaign, opened: OpenedAdventure, sealed: SealedAdventure) -> AdventureRow:
    now, entries = timezone.now(), opened.read.entries
    status: str = AdventureStatus.CLOSED
    if not sealed.is_closed:
        status = ADVENTURE_LOGS.status_of(FoldedAdventure(opened.read.adventure).followed_by(entries))
    row = AdventureRow.objects.create(
        key=new_key(),
        name=sealed.name,
        kind=sealed.of,
        setup=dict(opened.setup),
        status=status,
        head=sealed.entries,
        seal=sealed.seal,
        seal_key=opened.filed.seal_key,
        campaign=campaign,
        number=sealed.number,
        follows=sealed.follows,
        created_at=now,
        changed_at=now,
    )
    for seed in opened.read.seeds:
        AdventureSeed.objects.create(
            adventure=row, epoch=seed.epoch, from_entry=seed.from_entry, commitment=seed.commitment, seed=seed.seed
        )
    AdventureEntry.objects.bulk_create(
        AdventureEntry(
            adventure=row,
            number=log_entry.number,
            step=log_entry.step,
            side=log_entry.side or ORGANIZER,
            event=event,
            seal=seal,
            at=now,
        )
        for log_entry, event, seal in zip(entries, opened.events, opened.seals[1:], strict=True)
    )
    return row
