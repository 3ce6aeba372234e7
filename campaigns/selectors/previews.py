"""What would differ of warbands if something were written: two folds side by side."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.db.models import QuerySet

from campaigns.models import Campaign, CampaignWarband
from campaigns.selectors.careers import CareerInputs, career_inputs
from campaigns.selectors.scenarios import scenario_events
from rules.campaigns.events import CampaignEvent
from rules.campaigns.journal import NumberedEvent
from rules.campaigns.sentences.dice import PURPOSES
from rules.campaigns.state.scenarios import fold_scenario
from rules.campaigns.state.warbands import RosterEvent, WarbandHistory
from rules.careers.differences import SheetChange, sheet_changes

SHOWN_ELSEWHERE = ("dice.missing", "feat.missing")
"""Problems that a preview lists as dice that become due, or that the sheet shows as a feat to choose."""


@dataclass(frozen=True, slots=True)
class MemberPreview:
    """A member, and how it would differ."""

    name: str
    changes: tuple[SheetChange, ...]


@dataclass(frozen=True, slots=True)
class WarbandDifference:
    """A warband, and what would differ of it: standing, members, dice newly due, problems."""

    warband: CampaignWarband
    standing: tuple[SheetChange, ...]
    members: tuple[MemberPreview, ...]
    due: tuple[str, ...]
    problems: tuple[str, ...]

    @property
    def is_changed(self) -> bool:
        """Whether anything would differ."""
        return bool(self.standing or self.members or self.due or self.problems)


def previewed_warbands(campaign: Campaign) -> QuerySet[CampaignWarband]:
    """Return the warbands of a campaign with all that folds and pages ask of their rows."""
    return campaign.warbands.select_related("warband", "participant__user")


def scenario_differences(campaign: Campaign, scenario: int, event: CampaignEvent) -> list[WarbandDifference]:
    """Return what an entry about a scenario would change, for the warbands for which something differs.

    Everything is the fold with the entry beside the fold without it, so that writing it does exactly what this says.
    The queries of ``career_inputs`` for each warband of the scenario, and two.
    """
    events = scenario_events(campaign, [scenario])[scenario]
    now = fold_scenario(scenario, events)
    then = fold_scenario(scenario, [*events, NumberedEvent(campaign.head + 1, event)])
    found = []
    for row in previewed_warbands(campaign).filter(number__in={*now.fielded, *then.fielded}):
        inputs = career_inputs(row, now.played or campaign.next_played, now)
        found.append(
            warband_difference(inputs, inputs.with_scenario(now).history(), inputs.with_scenario(then).history())
        )
    return [difference for difference in found if difference.is_changed]


def change_difference(row: CampaignWarband, event: RosterEvent) -> tuple[WarbandDifference, str]:
    """Return what a change between scenarios would do to a warband, and why it can do nothing, if so.

    The queries of ``career_inputs``.
    """
    number = row.campaign.head + 1
    inputs = career_inputs(row, event.after + 1)
    now = inputs.history()
    then = replace(inputs, changes=(*inputs.changes, NumberedEvent(number, event))).history()
    fault = next((problem.message for problem in then.problems if problem.event.split(".")[0] == f"e{number}"), "")
    return warband_difference(inputs, now, then), fault


def warband_difference(inputs: CareerInputs, now: WarbandHistory, then: WarbandHistory) -> WarbandDifference:
    """Return what differs of a warband between two folds of it."""
    before, after = now.now.careers, then.now.careers
    others = {career.id: career for career in after.members}
    members = [
        MemberPreview(career.name, sheet_changes(career, others.get(career.id), inputs.rulebook))
        for career in before.members
    ]
    known = {career.id for career in before.members}
    members += [
        MemberPreview(career.name, sheet_changes(None, career, inputs.rulebook))
        for career in after.members
        if career.id not in known
    ]
    messages = {problem.message for problem in now.problems}
    due = set(_missing(now))
    return WarbandDifference(
        warband=inputs.warband,
        standing=tuple(_standing(now, then)),
        members=tuple(member for member in members if member.changes),
        due=tuple(one for one in _missing(then) if one not in due),
        problems=tuple(
            dict.fromkeys(
                problem.message
                for problem in then.problems
                if problem.message not in messages and problem.code not in SHOWN_ELSEWHERE
            )
        ),
    )


def _missing(history: WarbandHistory) -> Iterator[str]:
    for point in history.points:
        careers = point.record.careers
        names = {career.id: career.name for career in careers.members}
        for due in careers.last.missing if careers.last else ():
            yield f"{names.get(due.member, due.member)}: {PURPOSES[due.kind].lower()}, scenario {point.played}"


def _standing(now: WarbandHistory, then: WarbandHistory) -> Iterator[SheetChange]:
    before, after = now.now.standing, then.now.standing
    for label, name in (
        ("Scenarios played", "played"),
        ("Major victories", "major"),
        ("Minor victories", "minor"),
        ("Draws", "draws"),
        ("Defeats", "defeats"),
        ("Victory points", "victory_points"),
    ):
        old, new = getattr(before, name), getattr(after, name)
        if old != new:
            yield SheetChange(label, str(old), str(new))
