"""The dice that Muster rolls for members, and those that players enter. ADR 0090."""

from collections.abc import Iterable

from campaigns.models import SeedEpoch
from campaigns.selectors.scenario_dice import scenario_dice
from campaigns.services.journal import OpenJournal
from common.refusal import Refusal
from rules.campaigns.dice_journal import ScenarioDice
from rules.campaigns.fallen_dice import DiceSeries
from rules.campaigns.receipts import SIDES
from rules.campaigns.rights import NO_ENTERED_DICE
from rules.campaigns.scenarios import RollRecord
from rules.campaigns.state.scenarios import ScenarioState
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
