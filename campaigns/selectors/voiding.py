"""What would become of a campaign if an entry of its journal were voided."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.db.models import QuerySet

from campaigns.entries import numbered_event
from campaigns.models import Campaign, CampaignWarband, JournalEntry
from campaigns.selectors.careers import ROSTER_KINDS, CareerInputs, career_inputs
from campaigns.selectors.scenarios import scenario_events
from rules.campaigns.events.corrections import EntryVoided
from rules.campaigns.journal import NumberedEvent
from rules.campaigns.sentences.dice import PURPOSES
from rules.campaigns.state.scenarios import fold_scenario
from rules.campaigns.state.warbands import WarbandHistory
from rules.careers.differences import SheetChange, sheet_changes


@dataclass(frozen=True, slots=True)
class MemberWithout:
    """A member, and how it would differ without the entry."""

    name: str
    changes: tuple[SheetChange, ...]


@dataclass(frozen=True, slots=True)
class WarbandWithout:
    """A warband, and what would differ of it without the entry: standing, members, dice newly due, problems."""

    warband: CampaignWarband
    standing: tuple[SheetChange, ...]
    members: tuple[MemberWithout, ...]
    due: tuple[str, ...]
    problems: tuple[str, ...]

    @property
    def is_changed(self) -> bool:
        """Whether anything would differ."""
        return bool(self.standing or self.members or self.due or self.problems)


def void_preview(campaign: Campaign, entry: JournalEntry) -> list[WarbandWithout]:
    """Return the warbands for which something would differ if an entry were voided.

    Everything is the fold without the entry beside the fold with it, so that the void does exactly what this says. The
    queries of ``career_inputs`` for each warband of the scenario.
    """
    found = list(_of_scenario(campaign, entry) if entry.scenario is not None else _of_warband(campaign, entry))
    return [one for one in found if one.is_changed]


def _of_scenario(campaign: Campaign, entry: JournalEntry) -> Iterator[WarbandWithout]:
    assert entry.scenario is not None
    events = scenario_events(campaign, [entry.scenario])[entry.scenario]
    now = fold_scenario(entry.scenario, events)
    void = NumberedEvent(campaign.head + 1, EntryVoided(entry.number, ""))
    then = fold_scenario(entry.scenario, [*events, void])
    numbers = {*now.fielded, *then.fielded}
    for row in _rows(campaign).filter(number__in=numbers):
        inputs = career_inputs(row, now.played or campaign.next_played, now)
        yield _without(inputs, inputs.with_scenario(now).history(), inputs.with_scenario(then).history())


def _of_warband(campaign: Campaign, entry: JournalEntry) -> Iterator[WarbandWithout]:
    row = _rows(campaign).filter(number=entry.warband or 0).first()
    if row is None or entry.kind not in ROSTER_KINDS:
        return
    inputs = career_inputs(row, (entry.after or 0) + 1)
    if all(one.number != entry.number for one in inputs.changes):
        inputs = replace(inputs, changes=(*inputs.changes, numbered_event(entry)))
    kept = tuple(one for one in inputs.changes if one.number != entry.number)
    yield _without(inputs, inputs.history(), replace(inputs, changes=kept).history())


def _rows(campaign: Campaign) -> QuerySet[CampaignWarband]:
    return campaign.warbands.select_related("campaign", "warband", "participant__user")


def _without(inputs: CareerInputs, now: WarbandHistory, then: WarbandHistory) -> WarbandWithout:
    before, after = now.now.careers, then.now.careers
    others = {career.id: career for career in after.members}
    members = [
        MemberWithout(career.name, sheet_changes(career, others.get(career.id), inputs.rulebook))
        for career in before.members
    ]
    known = {career.id for career in before.members}
    members += [
        MemberWithout(career.name, sheet_changes(None, career, inputs.rulebook))
        for career in after.members
        if career.id not in known
    ]
    messages = {problem.message for problem in now.problems}
    due = set(_missing(now))
    return WarbandWithout(
        warband=inputs.warband,
        standing=tuple(_standing(now, then)),
        members=tuple(member for member in members if member.changes),
        due=tuple(one for one in _missing(then) if one not in due),
        problems=tuple(
            dict.fromkeys(
                problem.message
                for problem in then.problems
                if problem.message not in messages and problem.code not in ("dice.missing", "feat.missing")
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
