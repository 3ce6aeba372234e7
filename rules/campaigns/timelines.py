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
    MemberCorrected: "Corrected by an organizer",
}
"""The headings of changes that do not come from the builder."""

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
    line = _Timeline(member, warband, start, rulebook)
    waiting = sorted(changes, key=lambda change: (getattr(change.event, "after", 0), change.number))
    own = sorted(
        (scenario for scenario in scenarios if scenario.counts and warband in scenario.fielded),
        key=lambda scenario: scenario.played or 0,
    )
    for scenario in own:
        while waiting and getattr(waiting[0].event, "after", 0) < (scenario.played or 0):
            line.change(waiting.pop(0))
        line.play(scenario)
    for change in waiting:
        line.change(change)
    return tuple(line.stops)


class _Timeline:
    """The stops of a member so far, and the record of its warband after them."""

    def __init__(self, member: str, warband: int, record: WarbandRecord, rulebook: Rulebook) -> None:
        self.member, self.warband, self.record, self.rulebook = member, warband, record, rulebook
        self.stops: list[TimelineStop] = []
        self._reader = SheetReader(rulebook)

    @property
    def _career(self) -> CareerState | None:
        return self.record.careers.by_id.get(self.member)

    def _differences(self, before: CareerState, now: CareerState) -> tuple[tuple[str, ...], tuple[SheetChange, ...]]:
        if before == now:
            return (), ()
        read = before, now, self.rulebook, self._reader
        return career_differences(*read), sheet_changes(*read)

    def change(self, change: NumberedEvent) -> None:
        """Go on by a change between scenarios."""
        before = self._career
        self.record = play_on(self.record, self.warband, (change,), (), self.rulebook).now
        if stop := self._change_stop(change, before, self._career):
            self.stops.append(stop)

    def _change_stop(
        self, change: NumberedEvent, before: CareerState | None, now: CareerState | None
    ) -> TimelineChange | None:
        event = change.event
        if before is None or now is None:
            if before == now or not isinstance(event, RosterChanged):
                return None
            return TimelineChange(change.number, "Recruited" if now else "Dismissed", ())
        differences, sheet = self._differences(before, now)
        if isinstance(event, RosterChanged):
            heading = "Changed in the builder" if before != now else ""
        else:
            heading = HEADINGS.get(type(event), "") if getattr(event, "member", None) == self.member else ""
        correction, reason = "", ""
        if heading and isinstance(event, MemberCorrected):
            correction, reason = correction_text(event), event.reason
        return TimelineChange(change.number, heading, differences, correction, reason, sheet) if heading else None

    def play(self, scenario: ScenarioState) -> None:
        """Go on by a scenario of the warband."""
        member, warband, before = self.member, self.warband, self._career
        fold = fold_record(self.record, warband, scenario, self.rulebook)
        self.record = fold.after
        now = self._career
        if before is None or now is None:
            return
        fallen = (
            elimination
            for elimination in scenario.report.eliminated
            if (elimination.warband, elimination.member) == (warband, member)
        )
        order = list(PURPOSES)
        keys = [key for key in scenario.rolls if key[:2] == (warband, member)]
        keys.sort(key=lambda key: (order.index(key[2]), key[3]))
        changes, sheet = self._differences(before, now)
        self.stops.append(
            TimelineScenario(
                number=scenario.number,
                played=scenario.played or 0,
                title=scenario.plan.title,
                date=scenario.plan.date,
                result=side_results(scenario.report, tuple(scenario.fielded))[warband],
                took_part=member in scenario.fielded[warband].members and not before.has_ended,
                elimination=next(fallen, None),
                rolls=tuple(_roll(scenario.rolls[key].roll, key in fold.undue) for key in keys),
                changes=changes,
                has_feat=(warband, member) in scenario.feats,
                sheet=sheet,
            )
        )


def _roll(record: RollRecord, is_undue: bool) -> TimelineRoll:
    return TimelineRoll(
        purpose=PURPOSES[record.purpose],
        faces=record.faces,
        outcome=roll_outcome(record),
        is_entered=record.origin == "entered",
        is_undue=is_undue,
    )
