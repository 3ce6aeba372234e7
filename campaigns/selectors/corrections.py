"""The effects of a correction or a void, as two folds side by side, and the corrections by hand of a member."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.db.models import Q

from campaigns.entries import numbered_event
from campaigns.models import Campaign, CampaignWarband, JournalEntry
from campaigns.selectors.aftermath import career_emblem
from campaigns.selectors.campaigns import CampaignView
from campaigns.selectors.careers import ROSTER_KINDS, CareerInputs, career_inputs
from campaigns.selectors.journal import ReadableEntry, readable_entries
from campaigns.selectors.moments import Moment
from campaigns.selectors.scenarios import scenario_events
from campaigns.selectors.warbands import warbands_ever
from rules.campaigns.events import CampaignEvent
from rules.campaigns.events.corrections import EntryVoided
from rules.campaigns.events.scenarios import DiceRolled
from rules.campaigns.events.warbands import MemberCorrected
from rules.campaigns.journal import NumberedEvent, live_events
from rules.campaigns.receipts import SIDES
from rules.campaigns.sentences.names import PURPOSES
from rules.campaigns.state.scenarios import EntryRoll, fold_scenario
from rules.campaigns.state.warbands import RosterEvent, WarbandHistory
from rules.careers.differences import SheetChange, sheet_changes
from rules.dice import EnteredRoller

MAX_CORRECTIONS = 50
"""Corrections by hand that a member's page lists, the latest; the journal has all of them."""


def event_that_counts(campaign: Campaign, scenario: int, entry: int) -> CampaignEvent:
    """Return the content of a live entry about a scenario after all its corrections. One query."""
    live: dict[int, NumberedEvent] = {
        event.number: event for event in live_events(scenario_events(campaign, [scenario])[scenario])
    }
    return live[entry].event


def dice_corrected(campaign: Campaign, scenario: int, entered: EntryRoll, faces: Sequence[int]) -> DiceRolled:
    """Return an entry of dice with other faces for one of its rolls; they count as dice from the table. One query.

    Raises ``DiceError`` for impossible faces.
    """
    roll = EnteredRoller(faces).roll(len(entered.roll.faces), SIDES, reason="This roll", place=("correction",))
    event = event_that_counts(campaign, scenario, entered.entry)
    assert isinstance(event, DiceRolled)
    corrected = replace(entered.roll, faces=roll.faces, origin="entered", epoch=None, place=(), fell=None)
    return DiceRolled(scenario, tuple(corrected if roll.key == corrected.key else roll for roll in event.rolls))


def member_corrections(
    view: CampaignView, warband: int, member: str, moment: Moment | None = None
) -> list[ReadableEntry]:
    """Return the corrections by hand that count for a member, optionally at a moment, the latest first.

    One query, and those of ``readable_entries`` if there are any.
    """
    # Only changes between scenarios have an ``after``; with it and in its order, SQLite reads no more than these.
    changes = view.campaign.entries.filter(warband=warband, after__isnull=False)
    corrected = changes.filter(kind=MemberCorrected.kind, event__member=member)
    counting = Q(voided_by=None)
    if moment is not None:
        corrected = corrected.filter(after__lt=moment.played)
        if moment.as_recorded:
            corrected = corrected.filter(number__lte=moment.entry)
            counting |= Q(voided_by__gt=moment.entry)
    newest = corrected.filter(counting).order_by("-after", "-number")[:MAX_CORRECTIONS]
    return readable_entries(view, sorted(newest, key=lambda journal_entry: -journal_entry.number)) if newest else []


SHOWN_ELSEWHERE = ("dice.missing", "feat.missing")
"""Problems that a preview lists as dice that become due, or that the sheet shows as a feat to choose."""


@dataclass(frozen=True, slots=True)
class MemberPreview:
    """A member, and how it would differ; one that ``is_gone`` would not be a member any more."""

    name: str
    changes: tuple[SheetChange, ...]
    emblem: str = ""
    is_gone: bool = False


@dataclass(frozen=True, slots=True)
class WarbandDifference:
    """A warband, and its differences: standing, members, dice newly due, problems."""

    warband: CampaignWarband
    standing: tuple[SheetChange, ...]
    members: tuple[MemberPreview, ...]
    due: tuple[str, ...]
    problems: tuple[str, ...]

    @property
    def is_changed(self) -> bool:
        """Whether anything would differ."""
        return bool(self.standing or self.members or self.due or self.problems)


def scenario_differences(campaign: Campaign, scenario: int, event: CampaignEvent) -> list[WarbandDifference]:
    """Return the effects of an entry about a scenario, for the warbands that change.

    It compares the fold with the entry and without it, so that writing the entry has exactly these effects. The queries
    of ``career_inputs`` for each warband of the scenario, and two.
    """
    events = scenario_events(campaign, [scenario])[scenario]
    now = fold_scenario(scenario, events)
    then = fold_scenario(scenario, [*events, NumberedEvent(campaign.head + 1, event)])
    differences = []
    for row in warbands_ever(campaign).filter(number__in={*now.fielded, *then.fielded}):
        inputs = career_inputs(row, now.played or campaign.next_played, now)
        differences.append(
            warband_difference(inputs, inputs.with_scenario(now).history(), inputs.with_scenario(then).history())
        )
    return [difference for difference in differences if difference.is_changed]


def change_difference(row: CampaignWarband, event: RosterEvent) -> tuple[WarbandDifference, str]:
    """Return the effects of a change between scenarios on a warband, and the reason if it has none.

    The queries of ``career_inputs``.
    """
    number = row.campaign.head + 1
    inputs = career_inputs(row, event.after + 1)
    now = inputs.history()
    then = replace(inputs, changes=(*inputs.changes, NumberedEvent(number, event))).history()
    fault = next((problem.message for problem in then.problems if problem.event.split(".")[0] == f"e{number}"), "")
    return warband_difference(inputs, now, then), fault


def warband_difference(inputs: CareerInputs, now: WarbandHistory, then: WarbandHistory) -> WarbandDifference:
    """Return the differences of a warband between two folds."""
    before, after = now.now.careers, then.now.careers
    others = {career.id: career for career in after.members}
    members = [
        MemberPreview(
            career.name,
            sheet_changes(career, others.get(career.id), inputs.rulebook),
            career_emblem(career, inputs.rulebook),
            is_gone=career.id not in others,
        )
        for career in before.members
    ]
    known = {career.id for career in before.members}
    members += [
        MemberPreview(career.name, sheet_changes(None, career, inputs.rulebook), career_emblem(career, inputs.rulebook))
        for career in after.members
        if career.id not in known
    ]
    messages = {problem.message for problem in now.problems}
    due = set(_missing(now))
    return WarbandDifference(
        warband=inputs.warband,
        standing=tuple(_standing(now, then)),
        members=tuple(member for member in members if member.changes),
        due=tuple(roll for roll in _missing(then) if roll not in due),
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
            yield f"{names.get(due.member, due.member)}: {PURPOSES[due.kind].lower()}, scenario {point.scenario}"


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


def void_preview(campaign: Campaign, entry: JournalEntry) -> list[WarbandDifference]:
    """Return the warbands for which something would differ if an entry were voided.

    It compares the fold without the entry and with it, so that the void has exactly these effects. The queries of
    ``career_inputs`` for each warband of the scenario.
    """
    if entry.scenario is not None:
        return scenario_differences(campaign, entry.scenario, EntryVoided(entry.number, ""))
    row = warbands_ever(campaign).filter(number=entry.warband or 0).first()
    if row is None or entry.kind not in ROSTER_KINDS:
        return []
    inputs = career_inputs(row, (entry.after or 0) + 1)
    event = numbered_event(entry)
    others = tuple(change for change in inputs.changes if change.number != entry.number)
    now, then = (replace(inputs, changes=(*others, change)) for change in (event, replace(event, is_undone=True)))
    difference = warband_difference(now, now.history(), then.history())
    return [difference] if difference.is_changed else []
