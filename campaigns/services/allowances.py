"""A latecomer's allowance: giving it, and rolling its advances, each in an entry of its own."""

from collections.abc import Iterable, Sequence

from django.db import transaction

from accounts.models import Owner
from campaigns.entries import settings_of
from campaigns.models import JournalEntry
from campaigns.selectors.allowances import allowance_entries, allowance_journal
from campaigns.selectors.careers import career_rulebook
from campaigns.services.aftermath import seed_in_force
from campaigns.services.journal import OpenJournal, journal_open
from campaigns.services.texts import reason_of
from campaigns.services.warbands import refuse_fought
from common.refusal import Refusal
from rules.campaigns.allowances import Allowance, AllowanceEvent, AllowanceJournal, allowance_series
from rules.campaigns.careers import career_event_id
from rules.campaigns.events.warbands import AllowanceGiven, AllowanceRolled, OpenFeatChosen
from rules.campaigns.journal import NumberedEvent
from rules.campaigns.receipts import SIDES
from rules.campaigns.rights import NO_ENTERED_DICE
from rules.campaigns.state.warbands import record_from_document
from rules.careers.aftermath import granted_roll, needs_reroll
from rules.careers.events import AdvanceGranted
from rules.careers.numbers import level_of
from rules.careers.state import CareerState
from rules.dice import DiceError, EnteredRoller, SeededRoller
from rules.legality.resolved import Rulebook
from rules.tables.advancement import DICE

REASON = "An advance"


@transaction.atomic
def allowance_give(
    *, actor: Owner, key: str, number: int, points: int, advances: int, each: int, reason: str
) -> JournalEntry:
    """Give points and advances to a warband that joins late, at most ``each`` for one member. Organizers only.

    Raises ``Refusal`` once it was fielded, for a second allowance, and for what the house rules leave no use for.
    """
    journal = journal_open(actor=actor, key=key, to=AllowanceGiven)
    refuse_fought(journal.warband(number))
    settings = settings_of(journal.campaign)
    if points and settings.points_limit is None:
        raise Refusal("Warbands join without a points limit, so they need no points.", code="allowance.invalid")
    if advances and not settings.advancement:
        raise Refusal("In this campaign creatures do not advance.", code="allowance.invalid")
    if not (points or advances) or (advances and not each):
        raise Refusal("Give points, or advances of which a member can have at least one.", code="allowance.invalid")
    event = AllowanceGiven(number, journal.last_played, points, advances, each, reason_of(reason))
    return _write(journal, allowance_journal(journal.campaign, number), event)


@transaction.atomic
def allowance_roll(
    *, actor: Owner, key: str, number: int, member: str | None = None, faces: Sequence[int] | None = None
) -> list[AllowanceRolled]:
    """Roll an advance of the allowance for a member, by default one for each member that can have another.

    For the warband's player and organizers. ``faces`` are those of dice from the table, if the campaign allows them.
    Dice that fell before and were undone fall again. Raises ``Refusal`` if no such advance is left.
    """
    journal = journal_open(actor=actor, key=key)
    row = journal.warband(number, AllowanceRolled)
    refuse_fought(row)
    record, read = record_from_document(row.record), allowance_journal(journal.campaign, number)
    careers, allowance = record.careers.going_on, record.allowance or Allowance(0, 0, 0)
    able = [career for career in careers.values() if allowance.left_of(career.id) and member in (None, career.id)]
    if not able:
        raise Refusal("No advance of the allowance is left for this member.", code="allowance.state")
    rolling = able[: allowance.left(careers)]
    rulebook = career_rulebook(row, [career.member for career in rolling])
    return [_roll(journal, number, read, career, rulebook, faces) for career in rolling]


def _roll(
    journal: OpenJournal,
    warband: int,
    read: AllowanceJournal,
    career: CareerState,
    rulebook: Rulebook,
    faces: Sequence[int] | None,
) -> AllowanceRolled:
    number, after = read.next_number(warband, career.id), journal.last_played
    series = allowance_series(warband, career.id)
    place = series.place(number)
    fallen = read.fallen.fallen(series, place)
    if faces is not None:
        rolled = _entered(journal, career, rulebook, faces)
        event = AllowanceRolled(warband, after, career.id, number, rolled, "entered")
    elif fallen is not None:
        event = AllowanceRolled(warband, after, career.id, number, fallen.faces, "seeded", fallen.epoch, fallen.fell)
    else:
        seed = seed_in_force(journal)
        roller, dice = SeededRoller(bytes(seed.seed or b"")), DICE
        rolled = roller.roll(dice, SIDES, reason=REASON, place=place).faces
        while _is_repeated(career, rulebook, rolled):
            dice += DICE
            rolled = roller.roll(dice, SIDES, reason=REASON, place=place).faces
        event = AllowanceRolled(warband, after, career.id, number, rolled, "seeded", seed.number)
    _write(journal, read, event)
    return event


def _entered(journal: OpenJournal, career: CareerState, rulebook: Rulebook, faces: Iterable[int]) -> tuple[int, ...]:
    if not settings_of(journal.campaign).entered_dice:
        raise Refusal(NO_ENTERED_DICE, code="roll.forbidden")
    faces = tuple(faces)
    try:
        rolled = EnteredRoller(faces).roll(max(len(faces) // DICE, 1) * DICE, SIDES, reason=REASON, place=()).faces
    except DiceError as fault:
        raise Refusal(str(fault), code="roll.invalid") from fault
    if _is_repeated(career, rulebook, rolled):
        raise Refusal("No feat is left to choose. Roll again, and enter all dice in order.", code="roll.invalid")
    return rolled


def _is_repeated(career: CareerState, rulebook: Rulebook, faces: tuple[int, ...]) -> bool:
    """Return True if these dice give a feat and none is left to choose, so that they are rolled again."""
    card = career.base_card(rulebook)
    roll = granted_roll(AdvanceGranted(member=career.id, faces=faces))
    return needs_reroll(roll, level=level_of(career, card), career=career, card=card)


def _write(journal: OpenJournal, read: AllowanceJournal, event: AllowanceEvent) -> JournalEntry:
    if fault := read.read(NumberedEvent(journal.campaign.head + 1, event)):
        raise Refusal(fault, code="allowance.state")
    return journal.write(event)


def refuse_allowance_void(journal: OpenJournal, voided: JournalEntry) -> None:
    """Raise ``Refusal`` if a void just left an allowance wrong, or took away what something later rests on."""
    assert voided.warband is not None
    read, fault = AllowanceJournal(), ""
    for entry in allowance_entries(journal.campaign, voided.warband):
        fault = read.read(entry)
    if voided.number not in read.roots:
        return
    refuse_fought(journal.warband(voided.warband))
    chosen = journal.campaign.entries.filter(warband=voided.warband, kind=OpenFeatChosen.kind, voided_by=None)
    root = read.roots[voided.number][0]
    if feat := chosen.filter(event__advance=career_event_id(root, read.events[root])).first():
        raise Refusal(f"The feat of this advance is chosen. Undo entry {feat.number} first.", code="entry.state")
    if fault:
        raise Refusal(fault, code="entry.state")
