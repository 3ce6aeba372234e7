"""The aftermath of a scenario: its report, its dice, chosen feats, and spending.

Everything here can be interrupted and continued: each answer is an entry of the journal. A player writes for their own
warbands, an organizer for all. Dice are rolled while the scenario is prepared, and later if a correction makes them
due. ADR 0090.
"""

from collections.abc import Iterable, Sequence

from django.db import transaction

from accounts.models import Owner
from campaigns.models import JournalEntry, SeedEpoch
from campaigns.selectors.aftermath import aftermath_sides
from campaigns.selectors.scenario_dice import scenario_dice
from campaigns.services.journal import OpenJournal, journal_open
from campaigns.services.texts import prose_of
from common.refusal import Refusal
from rules.campaigns.aftermath import WarbandAftermath
from rules.campaigns.careers import scenario_id
from rules.campaigns.dice_journal import ScenarioDice
from rules.campaigns.events.scenarios import (
    DiceRolled,
    DisputeSettled,
    FeatChosen,
    ScenarioReported,
    SpendingRecorded,
)
from rules.campaigns.fallen_dice import DiceSeries
from rules.campaigns.journal import NumberedEvent
from rules.campaigns.receipts import SIDES
from rules.campaigns.results import is_scored
from rules.campaigns.rights import APPLIED, CHANGE_ELIMINATED, NO_ENTERED_DICE, ROLLED, changed_eliminations
from rules.campaigns.scenarios import RollRecord, ScenarioReport, SpendingRecord
from rules.campaigns.state.scenarios import COMMITTED, ScenarioState
from rules.careers.events import RollKind
from rules.careers.state import RollDue
from rules.dice import DiceError, EnteredRoller, SeededRoller

_REASONS: dict[RollKind, str] = {"elimination": "Elimination", "injury": "Injury", "advance": "Advancement"}


def seed_in_force(journal: OpenJournal) -> SeedEpoch:
    """Return the seed of the next dice; raise ``Refusal`` if this site does not know it."""
    epoch = journal.campaign.seed_epochs.order_by("-number").first()
    if epoch is None or epoch.seed is None:
        raise Refusal(
            "Muster has no seed for the dice of this campaign. Enter the dice from your table.", code="campaign.state"
        )
    return epoch


def roll_seeded(
    journal: OpenJournal, dice: ScenarioDice, state: ScenarioState, warband: int, due: RollDue
) -> RollRecord:
    """Return the next roll of the server for a member, and add it to ``dice``; dice that fell and do not stand first.

    Raises ``Refusal`` as ``seed_in_force``.
    """
    series = DiceSeries(warband, due.member, due.kind)
    place = dice.fallen.next_place(series, dice.taken(state, series))
    fallen = dice.fallen.fallen(series, place)
    if fallen is not None:
        faces, epoch, fell = fallen.faces, fallen.epoch, fallen.fell
    else:
        seed, fell = seed_in_force(journal), None
        roller = SeededRoller(bytes(seed.seed or b""))
        faces, epoch = roller.roll(due.dice, SIDES, reason=_REASONS[due.kind], place=place).faces, seed.number
    roll = RollRecord(warband, due.member, due.kind, faces, "seeded", due.number, epoch, place, fell)
    dice.add(journal.campaign.head + 1, state.number, [roll])
    return roll


def roll_entered(
    dice: ScenarioDice, state: ScenarioState, warband: int, due: RollDue, faces: Iterable[int]
) -> RollRecord:
    """Return a roll made at the table; raise ``Refusal`` if it is impossible, or the campaign does not allow it."""
    if not state.settings.entered_dice:
        raise Refusal(NO_ENTERED_DICE, code="roll.forbidden")
    series = DiceSeries(warband, due.member, due.kind)
    try:
        place = series.scenario_place(state.number, due.number)
        roll = EnteredRoller(faces).roll(due.dice, SIDES, reason=_REASONS[due.kind], place=place)
    except DiceError as fault:
        raise Refusal(str(fault), code="roll.invalid") from fault
    record = RollRecord(warband, due.member, due.kind, roll.faces, "entered", due.number)
    waiting = dice.fallen.entered_fault(series, dice.taken(state, series))
    if waiting and record.key not in state.rolls:
        raise Refusal(waiting, code="roll.locked")
    return record


def refuse_doubled_dice(journal: OpenJournal, state: ScenarioState) -> None:
    """Raise ``Refusal`` if dice of a scenario in this state stand in another one too. No queries before any fell."""
    if not state.rolls:
        return
    dice = scenario_dice(journal.campaign, {key[0] for key in state.rolls})
    dice.settle(state)
    if entries := dice.doubled(state.number):
        raise Refusal(
            f"The dice of entry {entries[0]} fell again in entry {entries[1]} and count there. An organizer can undo"
            " one of the two entries; then Muster rolls the next dice.",
            code="roll.locked",
        )


MAX_NOTES = 5_000


@transaction.atomic
def scenario_report(
    *, actor: Owner, key: str, scenario: int, report: ScenarioReport, may_be_draw: bool = True
) -> JournalEntry:
    """Report how a scenario ended: victory points, eliminations, notes. For organizers and its players.

    A later report replaces an earlier one, and one of an organizer settles disputes; an unchanged one writes nothing.
    Raises ``Refusal`` once the scenario is committed, and for a new report without points unless ``may_be_draw``.
    """
    journal = journal_open(actor=actor, key=key)
    state = _running(journal, scenario)
    own = journal.campaign.warbands.filter(number__in=list(state.fielded), participant=journal.actor)
    if not own.exists():
        journal.refuse_unless_organizer(ScenarioReported.right.doing)
    journal.refuse_walkover(state)
    if state.rolled & changed_eliminations(state.report, report):
        journal.refuse_unless_organizer(CHANGE_ELIMINATED)
    event = ScenarioReported(scenario, checked_report(state, report))
    if state.report_entry and report == state.report:
        return journal.entry(state.report_entry)
    if not may_be_draw and not is_scored(report):
        raise Refusal("No victory points were entered. Enter them, or say that it is a draw.", code="draw.invalid")
    refuse_doubled_dice(journal, state.after(NumberedEvent(journal.campaign.head + 1, event)))
    entry = journal.write(event)
    if state.is_disputed and journal.actor is not None and journal.actor.organizes:
        journal.write(DisputeSettled(scenario, entry.number, ""))
    return entry


def checked_report(state: ScenarioState, report: ScenarioReport) -> ScenarioReport:
    """Return a report in its stored form; raise ``Refusal`` if it names someone who did not take part."""
    for score in report.scores:
        if score.warband not in state.fielded:
            raise Refusal("Only fielded warbands can score victory points.", code="points.invalid")
    if sum(score.result is not None for score in report.scores) > 1:
        raise Refusal("Only one side can win by the victory condition.", code="report.invalid")
    for elimination in report.eliminated:
        fielded = state.fielded.get(elimination.warband)
        if fielded is None or elimination.member not in fielded.members:
            raise Refusal("Only members who took part can be eliminated.", code="elimination.invalid")
        other = state.fielded.get(elimination.by_warband) if elimination.by_warband is not None else None
        if elimination.by_member is not None and (other is None or elimination.by_member not in other.members):
            raise Refusal("Only a member that took part can eliminate another.", code="elimination.invalid")
    if len({(elimination.warband, elimination.member) for elimination in report.eliminated}) != len(report.eliminated):
        raise Refusal("A member can be eliminated only once in a scenario.", code="elimination.invalid")
    prose_of(report.notes, MAX_NOTES, "Notes")
    return report


@transaction.atomic
def dice_roll(
    *,
    actor: Owner,
    key: str,
    scenario: int,
    warband: int,
    member: str,
    purpose: RollKind,
    faces: Sequence[int] | None = None,
) -> RollRecord:
    """Roll the dice of a member's aftermath, or enter the faces rolled at the table; return the roll.

    For the warband's player and organizers. A server roll is final; entered faces can be entered again until the
    commit. Raises ``Refusal`` for a roll that is not due, and for faces if the campaign does not allow them.
    """
    journal = journal_open(actor=actor, key=key)
    journal.warband(warband, DiceRolled, also_left=True)
    state = journal.scenario(scenario, DiceRolled)
    side = _side(journal, state, warband)
    due = next((due for due in side.due if (due.member, due.kind) == (member, purpose)), None)
    if due is None:
        due = _entered_again(state, side, member, purpose, faces)
    dice = scenario_dice(journal.campaign, [warband])
    if faces is None:
        roll = roll_seeded(journal, dice, state, warband, due)
    else:
        roll = roll_entered(dice, state, warband, due, faces)
    journal.write(DiceRolled(scenario, (roll,)))
    return roll


@transaction.atomic
def dice_roll_all(*, actor: Owner, key: str, scenario: int, warband: int | None = None) -> tuple[RollRecord, ...]:
    """Roll all dice that are due, of one warband or of all, in one entry; return the rolls.

    For the warband's player and organizers, for all warbands for organizers only.
    """
    journal = journal_open(actor=actor, key=key)
    if warband is None:
        journal.refuse_unless_organizer("roll for all warbands")
    else:
        journal.warband(warband, DiceRolled, also_left=True)
    state = journal.scenario(scenario, DiceRolled)
    sides = list(aftermath_sides(journal.campaign, state, None if warband is None else [warband]).values())
    if not any(side.due for side in sides):
        return ()
    rolls: list[RollRecord] = []
    dice = scenario_dice(journal.campaign, [side.warband for side in sides])
    while new := [roll_seeded(journal, dice, state, side.warband, due) for side in sides for due in side.due]:
        rolls += new
        state = state.after(NumberedEvent(journal.campaign.head + 1, DiceRolled(scenario, tuple(new))))
        sides = [side.with_scenario(state) for side in sides]
    journal.write(DiceRolled(scenario, tuple(rolls)))
    return tuple(rolls)


@transaction.atomic
def feat_choose(
    *, actor: Owner, key: str, scenario: int, warband: int, member: str, feat: str, choice: str | None = None
) -> JournalEntry:
    """Choose the feat that an advance gives, at the commit or later; an empty ``feat`` takes the choice back before it.

    For the warband's player and organizers. Raises ``Refusal`` for a feat that the member may not take, and once a
    committed scenario has a feat that counts.
    """
    journal = journal_open(actor=actor, key=key)
    journal.warband(warband, FeatChosen, also_left=True)
    state = journal.scenario(scenario, FeatChosen)
    event = FeatChosen(scenario, warband, member, feat, choice)
    if not feat and (warband, member) not in state.feats:
        raise Refusal("No feat is chosen yet.", code="feat.state")
    if state.status == COMMITTED and (warband, member) in state.feats:
        before = _side(journal, state, warband)
        if not any(problem.code.startswith("feat.") and problem.member == member for problem in before.problems):
            raise Refusal("This feat was chosen and applied. An organizer can correct it.", code="feat.locked")
    if feat:
        after = _side(journal, state.after(NumberedEvent(journal.campaign.head + 1, event)), warband)
        for problem in after.problems:
            if problem.code.startswith("feat.") and problem.member == member:
                raise Refusal(problem.message, code="feat.invalid")
        career = after.after.careers.by_id.get(member)
        advance = f"{scenario_id(scenario)}.{member}.advance"
        if career is None or not any(
            (gained_feat.feat, gained_feat.event) == (feat, advance) for gained_feat in career.feats
        ):
            raise Refusal("This member has no advance in that scenario to choose a feat for.", code="feat.state")
    return journal.write(event)


@transaction.atomic
def spending_record(
    *, actor: Owner, key: str, scenario: int, warband: int, member: str, spending: SpendingRecord
) -> JournalEntry:
    """Record a member's spending, and loot gained or lost. For the warband's player and organizers.

    A later record takes the place of an earlier one; the same one again writes nothing. Raises ``Refusal`` for
    consumables that the member does not carry, and once the scenario is committed.
    """
    journal = journal_open(actor=actor, key=key)
    journal.warband(warband, SpendingRecorded, also_left=True)
    state = _running(journal, scenario)
    fielded = state.fielded.get(warband)
    if fielded is None or member not in fielded.members:
        raise Refusal("This member did not take part in the scenario.", code="member.state")
    event = SpendingRecorded(scenario, warband, member, spending)
    after = _side(journal, state.after(NumberedEvent(journal.campaign.head + 1, event)), warband)
    for problem in after.problems:
        if problem.code.startswith("item.") and problem.member == member:
            raise Refusal(problem.message, code="feat.invalid")
    before = state.spendings.get((warband, member))
    return journal.entry(before.entry) if before is not None and before.event == event else journal.write(event)


def _running(journal: OpenJournal, scenario: int) -> ScenarioState:
    state = journal.scenario(scenario)
    if why := ScenarioReported.right.untimely(state.status):
        raise Refusal(why, code="roll.invalid")
    return state


def _side(journal: OpenJournal, state: ScenarioState, warband: int) -> WarbandAftermath:
    if warband not in state.fielded:
        raise Refusal("This warband is not fielded in the scenario.", code="warband.state")
    return aftermath_sides(journal.campaign, state, [warband])[warband]


def _entered_again(
    state: ScenarioState, side: WarbandAftermath, member: str, purpose: RollKind, faces: Iterable[int] | None
) -> RollDue:
    """Return the roll to enter again; raise ``Refusal`` if there is none."""
    numbers = [key[3] for key in state.rolls if key[:3] == (side.warband, member, purpose)]
    if not numbers:
        raise Refusal("This roll is not due.", code="roll.state")
    roll = state.rolls[side.warband, member, purpose, max(numbers)].roll
    if roll.origin == "seeded":
        raise Refusal(ROLLED, code="roll.locked")
    if faces is None:
        raise Refusal("These dice are already entered.", code="roll.locked")
    if state.counts:
        raise Refusal(APPLIED, code="roll.locked")
    return RollDue(purpose, member, len(roll.faces), roll.number)
