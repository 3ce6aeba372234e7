"""The career of one member as a timeline: its scenarios with their dice, and the changes between them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rules.campaigns.events import CampaignEvent
from rules.campaigns.events.warbands import (
    AllowanceRolled,
    MemberCorrected,
    OpenFeatChosen,
    RevisionLeft,
    RevisionTaken,
    RosterChanged,
)
from rules.campaigns.journal import NumberedEvent
from rules.campaigns.results import SideResult, side_results
from rules.campaigns.scenarios import Elimination, RollRecord
from rules.campaigns.sentences.names import PURPOSES, roll_outcome
from rules.campaigns.sentences.scenarios import correction_text
from rules.campaigns.state.scenarios import ScenarioState
from rules.campaigns.state.warbands import WarbandRecord, fold_record, play_on
from rules.careers.differences import SheetChange, SheetReader, career_differences, sheet_changes
from rules.careers.state import CareerState
from rules.legality.resolved import Rulebook


@dataclass(frozen=True, slots=True)
class TimelineRoll:
    """A roll of a member: its purpose, its faces, and their result.

    One that ``is_undue`` no longer counts, because its reason was corrected.
    """

    purpose: str
    faces: tuple[int, ...]
    outcome: str
    is_entered: bool = False
    is_undue: bool = False


@dataclass(frozen=True, slots=True)
class TimelineScenario:
    """A scenario of a member's warband: whether it took part, the result, and its effect on the member.

    ``number`` is the scenario's id, ``played`` its number among those that were committed. ``has_feat`` is True if a
    feat was chosen for it. ``sheet`` has the changed lines of the member's sheet, before and after.
    """

    number: int
    played: int
    title: str
    date: str
    result: SideResult
    took_part: bool
    elimination: Elimination | None
    rolls: tuple[TimelineRoll, ...]
    changes: tuple[str, ...]
    has_feat: bool = False
    sheet: tuple[SheetChange, ...] = ()


@dataclass(frozen=True, slots=True)
class TimelineChange:
    """A change of a member between scenarios, by the number of its entry.

    ``correction`` is an organizer's correction by hand, with its ``reason``; both are empty for any other change.
    ``sheet`` has the changed lines of the member's sheet, before and after.
    """

    entry: int
    heading: str
    changes: tuple[str, ...]
    correction: str = ""
    reason: str = ""
    sheet: tuple[SheetChange, ...] = ()


HEADINGS: dict[type[CampaignEvent], str] = {
    RevisionTaken: "Took a new revision of its card",
    RevisionLeft: "Kept its card when a new revision was there",
    OpenFeatChosen: "Chose its feat",
    AllowanceRolled: "Advanced by the allowance",
}
"""The headings of changes that come neither from the builder nor from an organizer."""

TimelineStop = TimelineScenario | TimelineChange


def member_timeline(
    member: str,
    warband: int,
    start: WarbandRecord,
    changes: Sequence[NumberedEvent],
    scenarios: Iterable[ScenarioState],
    rulebook: Rulebook,
) -> tuple[TimelineStop, ...]:
    """Return the history of a member from a record of its warband on, in order."""
    stops: list[TimelineStop] = []
    reader = SheetReader(rulebook)
    record = start
    waiting = sorted(changes, key=lambda change: (getattr(change.event, "after", 0), change.number))
    own = sorted(
        (scenario for scenario in scenarios if scenario.counts and warband in scenario.fielded),
        key=lambda scenario: scenario.played or 0,
    )
    for scenario in own:
        while waiting and getattr(waiting[0].event, "after", 0) < (scenario.played or 0):
            record = _change(member, warband, record, waiting.pop(0), rulebook, reader, stops)
        record = _scenario(member, warband, record, scenario, rulebook, reader, stops)
    for change in waiting:
        record = _change(member, warband, record, change, rulebook, reader, stops)
    return tuple(stops)


def _change(
    member: str,
    warband: int,
    record: WarbandRecord,
    change: NumberedEvent,
    rulebook: Rulebook,
    reader: SheetReader,
    stops: list[TimelineStop],
) -> WarbandRecord:
    after = play_on(record, warband, (change,), (), rulebook).now
    before, now = _career(record, member), _career(after, member)
    if stop := _change_stop(member, change, before, now, rulebook, reader):
        stops.append(stop)
    return after


def _change_stop(
    member: str,
    change: NumberedEvent,
    before: CareerState | None,
    now: CareerState | None,
    rulebook: Rulebook,
    reader: SheetReader,
) -> TimelineChange | None:
    event = change.event
    if isinstance(event, RosterChanged):
        if before is None and now is not None:
            return TimelineChange(change.number, "Recruited", ())
        if before is not None and now is not None and before != now:
            differences = career_differences(before, now, rulebook, reader)
            sheet = sheet_changes(before, now, rulebook, reader)
            return TimelineChange(change.number, "Changed in the builder", differences, sheet=sheet)
        if before is not None and now is None:
            return TimelineChange(change.number, "Dismissed", ())
    elif before is not None and now is not None and getattr(event, "member", None) == member:
        differences = career_differences(before, now, rulebook, reader)
        sheet = sheet_changes(before, now, rulebook, reader)
        if isinstance(event, MemberCorrected):
            heading, correction = "Corrected by an organizer", correction_text(event)
            return TimelineChange(change.number, heading, differences, correction, event.reason, sheet)
        if heading := HEADINGS.get(type(event), ""):
            return TimelineChange(change.number, heading, differences, sheet=sheet)
    return None


def _scenario(
    member: str,
    warband: int,
    record: WarbandRecord,
    scenario: ScenarioState,
    rulebook: Rulebook,
    reader: SheetReader,
    stops: list[TimelineStop],
) -> WarbandRecord:
    fold = fold_record(record, warband, scenario, rulebook)
    before, now = _career(record, member), _career(fold.after, member)
    if before is None or now is None:
        return fold.after
    fallen = (
        elimination
        for elimination in scenario.report.eliminated
        if (elimination.warband, elimination.member) == (warband, member)
    )
    order = list(PURPOSES)
    keys = [key for key in scenario.rolls if key[:2] == (warband, member)]
    keys.sort(key=lambda key: (order.index(key[2]), key[3]))
    stops.append(
        TimelineScenario(
            number=scenario.number,
            played=scenario.played or 0,
            title=scenario.plan.title,
            date=scenario.plan.date,
            result=side_results(scenario.report, tuple(scenario.fielded))[warband],
            took_part=member in scenario.fielded[warband].members and not before.has_ended,
            elimination=next(fallen, None),
            rolls=tuple(_roll(scenario.rolls[key].roll, key in fold.undue) for key in keys),
            changes=career_differences(before, now, rulebook, reader) if before != now else (),
            has_feat=(warband, member) in scenario.feats,
            sheet=sheet_changes(before, now, rulebook, reader) if before != now else (),
        )
    )
    return fold.after


def _career(record: WarbandRecord, member: str) -> CareerState | None:
    return record.careers.by_id.get(member)


def _roll(record: RollRecord, is_undue: bool) -> TimelineRoll:
    return TimelineRoll(
        purpose=PURPOSES[record.purpose],
        faces=record.faces,
        outcome=roll_outcome(record),
        is_entered=record.origin == "entered",
        is_undue=is_undue,
    )
