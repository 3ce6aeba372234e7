"""A warband of a campaign: its careers, standing, tallies, dice and rivalries, scenario by scenario.

Version 1 of its document, ``muster-record/4``, counted neither dice nor rivalries, version 2 no eliminations without a
named enemy, and version 3 no members whose joining was undone. They are read with zeros; ``counts_everything`` detects
such a record, so that a site folds it again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any

from rules.campaigns.allowances import Allowance, allowance_after
from rules.campaigns.careers import career_events, career_rules, change_events, loot_events
from rules.campaigns.events import CampaignEvent
from rules.campaigns.events.warbands import (
    AllowanceGiven,
    AllowanceRolled,
    CareersAccepted,
    MemberCorrected,
    OpenFeatChosen,
    RevisionLeft,
    RevisionTaken,
    RosterChanged,
    WarbandJoined,
)
from rules.campaigns.fairness import RollCounts, counted_rolls, counts_with, undue_places
from rules.campaigns.journal import NumberedEvent, voided_by
from rules.campaigns.results import (
    MAX_SUM,
    Feud,
    Meeting,
    MemberTally,
    Standing,
    feuds_with,
    meetings_with,
    side_results,
)
from rules.campaigns.state.scenarios import RollKey, ScenarioState
from rules.careers import CareerProblem, WarbandState, begin, play
from rules.careers.events import CareerEvent, RulesChanged
from rules.careers.state import CAREERS
from rules.documents.reading import Fields, Format
from rules.documents.records import NEEDED, WRITTEN, from_record, record_of, records_of, to_record
from rules.documents.shapes import Shape
from rules.legality.resolved import Rulebook

RosterEvent = (
    RosterChanged | RevisionTaken | RevisionLeft | OpenFeatChosen | MemberCorrected | AllowanceGiven | AllowanceRolled
)
"""Events that change a warband between scenarios."""


def _write_tallies(tallies: Mapping[str, MemberTally]) -> Any:
    return {
        member: [tally.scenarios, tally.eliminated, tally.eliminations] for member, tally in sorted(tallies.items())
    }


def _read_tallies(read: Fields, name: str) -> dict[str, MemberTally]:
    tallies = read.fields(name)
    return {member: MemberTally(*tallies.sequence(member, high=3)) for member in tallies.raw}


TALLIES = Shape(_write_tallies, _read_tallies, {"type": "object"})
"""The three numbers of each member by its id."""


@dataclass(frozen=True, slots=True)
class WarbandRecord:
    """The record of a warband: its name, careers and standing, and the tally of each member by its id.

    ``dice`` counts the valid rolls of its members, ``feuds`` who eliminated them, ``meetings`` its scenarios with each
    other warband. ``allowance`` is that of a latecomer before its first scenario.
    """

    name: str
    careers: Annotated[WarbandState, CAREERS]
    standing: Annotated[Standing, record_of(Standing), NEEDED] = field(default_factory=Standing)
    tallies: Annotated[Mapping[str, MemberTally], TALLIES, NEEDED] = field(default_factory=dict)
    dice: Annotated[tuple[RollCounts, ...], WRITTEN] = ()
    feuds: Annotated[tuple[Feud, ...], records_of(Feud, MAX_SUM), WRITTEN] = ()
    meetings: Annotated[tuple[Meeting, ...], records_of(Meeting, MAX_SUM), WRITTEN] = ()
    allowance: Allowance | None = None

    def as_counted_by(self, tag: str) -> WarbandRecord:
        """Return the record with only what the format with that tag counts."""
        if tag == FORMAT.tag:
            return self
        record = replace(self, careers=replace(self.careers, undone=()))
        if tag == _VERSION_1:
            return replace(record, dice=(), feuds=(), meetings=())
        if tag == _VERSION_2:
            return replace(record, feuds=tuple(feud for feud in self.feuds if feud.enemy))
        return record


@dataclass(frozen=True, slots=True)
class RecordPoint:
    """A warband right after a scenario: the scenario's played number and id, and the record."""

    played: int
    scenario: int
    record: WarbandRecord


@dataclass(frozen=True, slots=True)
class WarbandHistory:
    """A warband after each scenario and now, with the faults of events on the way."""

    points: tuple[RecordPoint, ...]
    now: WarbandRecord
    problems: tuple[CareerProblem, ...] = ()


def opening_record(joined: WarbandJoined, rulebook: Rulebook, accepted: CareersAccepted | None = None) -> WarbandRecord:
    """Return the record with which a warband joins; raise ``RulesError`` for a creature that the rulebook lacks."""
    earlier = accepted.careers.members if accepted else ()
    return WarbandRecord(joined.name, begin(joined.members, rulebook, careers=earlier))


def play_on(
    record: WarbandRecord,
    warband: int,
    changes: Sequence[NumberedEvent],
    scenarios: Iterable[ScenarioState],
    rulebook: Rulebook,
) -> WarbandHistory:
    """Return the history of a record: by scenario, and by changes in the order of their entries after each.

    Omits scenarios that do not count, and those of other warbands.
    """
    problems: list[CareerProblem] = []
    points: list[RecordPoint] = []
    own = [scenario for scenario in scenarios if scenario.counts and warband in scenario.fielded]
    waiting = sorted(changes, key=lambda change: (_after(change), change.number))
    for scenario in sorted(own, key=lambda scenario: scenario.played or 0):
        while waiting and _after(waiting[0]) < (scenario.played or 0):
            record, new_problems = _after_change(record, waiting.pop(0), rulebook)
            problems += new_problems
        fold = fold_record(record, warband, scenario, rulebook)
        record = fold.after
        problems += fold.problems
        points.append(RecordPoint(scenario.played or 0, scenario.number, record))
    for change in waiting:
        record, new_problems = _after_change(record, change, rulebook)
        problems += new_problems
    return WarbandHistory(tuple(points), record, tuple(problems))


def _after(event: NumberedEvent) -> int:
    assert isinstance(event.event, RosterEvent)
    return event.event.after


def _after_change(
    record: WarbandRecord, event: NumberedEvent, rulebook: Rulebook
) -> tuple[WarbandRecord, tuple[CareerProblem, ...]]:
    if event.is_undone:
        return replace(record, careers=record.careers.with_undone(_recruited(event.event, rulebook))), ()
    careers, problems = play(record.careers, change_events(event, record.careers), rulebook)
    changed, inner = replace(record, careers=careers), event.event
    if isinstance(inner, RosterChanged) and inner.edit.name is not None:
        changed = replace(changed, name=inner.edit.name)
    if isinstance(inner, AllowanceRolled) and not problems:
        changed = replace(changed, dice=counts_with(record.dice, [inner.roll]))
    return replace(changed, allowance=allowance_after(record.allowance, inner)), problems


def _recruited(event: CampaignEvent, rulebook: Rulebook) -> Iterator[str]:
    """Yield the name of the creature of each member that an event recruited, if the rulebook still has its card."""
    for member in event.edit.joined if isinstance(event, RosterChanged) else ():
        if card := rulebook.card(member.creature, member.revision):
            yield card.name


def undone_recruitings(events: Iterable[NumberedEvent]) -> list[NumberedEvent]:
    """Return the voided changes of rosters, in which members joined whose numbers stay taken."""
    events = list(events)
    voids = voided_by(events)
    return [
        replace(event, is_undone=True)
        for event in events
        if event.number in voids and isinstance(event.event, RosterChanged)
    ]


def careers_before(record: WarbandRecord, scenario: ScenarioState, rulebook: Rulebook) -> WarbandState:
    """Return the careers with which a warband enters a scenario, under the settings of that scenario."""
    rules = career_rules(scenario.settings)
    if record.careers.rules == rules:
        return record.careers
    return play(record.careers, [RulesChanged(rules=rules)], rulebook).state


@dataclass(frozen=True, slots=True)
class ScenarioFold:
    """A warband through one scenario: its careers before, its events, and the record after it.

    ``undue`` are the places of rolls that are no longer due, ``problems`` the faults of the events.
    """

    before: WarbandState
    events: tuple[CareerEvent, ...]
    after: WarbandRecord
    undue: frozenset[RollKey]
    problems: tuple[CareerProblem, ...]


def fold_record(record: WarbandRecord, warband: int, scenario: ScenarioState, rulebook: Rulebook) -> ScenarioFold:
    """Return the fold of a record through a scenario in which the warband was fielded."""
    before = careers_before(record, scenario, rulebook)
    events = career_events(scenario, warband, before)
    careers, problems = play(before, events, rulebook)
    careers, more = play(careers, loot_events(scenario, warband, careers), rulebook)
    results = side_results(scenario.report, tuple(scenario.fielded))
    undue = undue_places(scenario, warband, before.going_on, events, problems)
    took_part = [member for member in scenario.fielded[warband].members if member in before.going_on]
    after = WarbandRecord(
        record.name,
        careers,
        record.standing.after(results[warband], scenario.victory_points(warband)),
        _tallied(record.tallies, warband, scenario, took_part),
        counts_with(record.dice, counted_rolls(scenario, warband, undue)),
        feuds_with(record.feuds, scenario.report.eliminated, warband, took_part, tuple(scenario.fielded)),
        meetings_with(record.meetings, warband, results),
    )
    return ScenarioFold(before, events, after, undue, (*problems, *more))


def _tallied(
    tallies: Mapping[str, MemberTally], warband: int, scenario: ScenarioState, took_part: Iterable[str]
) -> Mapping[str, MemberTally]:
    eliminated = scenario.eliminated(warband)
    credited = [
        elimination.by_member for elimination in scenario.report.eliminated if elimination.by_warband == warband
    ]
    totals = dict(tallies)
    for member in took_part:
        tally = totals.get(member, MemberTally())
        totals[member] = MemberTally(
            tally.scenarios + 1,
            tally.eliminated + (member in eliminated),
            tally.eliminations + credited.count(member),
        )
    return totals


_VERSION_1, _VERSION_2, _VERSION_3, _VERSION_4 = (f"muster-record/{version}" for version in range(1, 5))


def _with_sums(document: Mapping[str, Any]) -> dict[str, Any]:
    return {**document, "format": _VERSION_2, "dice": [], "feuds": [], "meetings": []}


def _as_version(tag: str) -> Callable[[Mapping[str, Any]], dict[str, Any]]:
    return lambda document: {**document, "format": tag}


FORMAT = Format(
    _VERSION_4,
    "a warband’s record",
    upcasters={_VERSION_1: _with_sums, _VERSION_2: _as_version(_VERSION_3), _VERSION_3: _as_version(_VERSION_4)},
)


def record_document(warband: WarbandRecord) -> dict[str, Any]:
    """Return a record as a document."""
    return {"format": FORMAT.tag, **to_record(warband)}


def counts_everything(document: Mapping[str, Any]) -> bool:
    """Return True if a stored record has counted dice and every elimination from the first scenario on."""
    return document.get("format") == FORMAT.tag


def counts_dice(document: Mapping[str, Any]) -> bool:
    """Return True if a stored record has counted dice from the first scenario on."""
    return document.get("format") != _VERSION_1


def record_from_document(document: object) -> WarbandRecord:
    """Read a stored record; raise ``DocumentError`` for anything else."""
    return from_record(FORMAT.upcast(document), WarbandRecord)
