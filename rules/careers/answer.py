"""Careers that somebody wrote down: their events in that order, and every member at the end and after each scenario."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.careers.documents import CareerDocument
from rules.careers.events import AftermathEvent, CareerEvent, PlayedScenario
from rules.careers.feat_choices import trained_skills
from rules.careers.fold import FoldedCareers, play
from rules.careers.numbers import (
    damage_numbers,
    level_of,
    next_level_in,
    owned_features,
    points_number,
    stat_numbers,
)
from rules.careers.scenarios import check_belonging, check_scenario, repeated_roll, unknown_scenario
from rules.careers.state import CareerProblem, CareerState, WarbandState, begin
from rules.legality.rulebook import Rulebook
from rules.points import level_cost


@dataclass
class _Chapter:
    """A scenario of the log with its dice, those that came after the next scenario apart."""

    scenario: PlayedScenario
    dice: list[AftermathEvent] = field(default_factory=list)
    late: list[AftermathEvent] = field(default_factory=list)


def fold_log(state: WarbandState, events: Sequence[CareerEvent], rulebook: Rulebook) -> FoldedCareers:
    """Return what becomes of careers through a log of scenarios and dice; problems go by the place of their event.

    Each event has an id of its own.
    """
    members = state.by_id
    chapters, problems = _chapters(events, state)
    after: list[WarbandState] = []
    for chapter in chapters:
        state, found = play(state, (chapter.scenario, *chapter.dice), rulebook)
        after.append(state)
        problems += found
        problems += _late(chapter, {problem.event for problem in found if _has_no_effect(problem)}, members)
    places = {event.id: place for place, event in enumerate(events)}
    return FoldedCareers(tuple(after), state, tuple(sorted(problems, key=lambda problem: places[problem.event])))


def _chapters(events: Iterable[CareerEvent], state: WarbandState) -> tuple[list[_Chapter], list[CareerProblem]]:
    chapters: dict[str, _Chapter] = {}
    problems: list[CareerProblem] = []
    current: _Chapter | None = None
    for event in events:
        if isinstance(event, PlayedScenario):
            if fault := check_scenario(event, state.by_id):
                problems.append(fault)
            elif event.scenario in chapters:
                message = f"A scenario with the id “{event.scenario}” was played before."
                problems.append(CareerProblem("event.repeated", event.id, None, message))
            else:
                current = chapters[event.scenario] = _Chapter(event)
        elif isinstance(event, AftermathEvent):
            chapter = chapters.get(event.scenario)
            if chapter is None:
                problems.append(unknown_scenario(event))
            else:
                (chapter.dice if chapter is current else chapter.late).append(event)
    return list(chapters.values()), problems


def _has_no_effect(problem: CareerProblem) -> bool:
    return problem.code.startswith("event.") or problem.code == "injury.not_due"


def _late(chapter: _Chapter, without_effect: set[str], members: dict[str, CareerState]) -> Iterable[CareerProblem]:
    rolled = {(type(event), event.member) for event in chapter.dice if event.id not in without_effect}
    for event in chapter.late:
        if fault := check_belonging(event, chapter.scenario, members):
            yield fault
        elif (type(event), event.member) in rolled:
            yield repeated_roll(event, members[event.member].name)
        else:
            message = f"This roll for scenario “{event.scenario}” comes after the next scenario."
            yield CareerProblem("event.late", event.id, event.member, message)


def fold_document(career: CareerDocument, rulebook: Rulebook) -> tuple[FoldedCareers, Rulebook]:
    """Return what becomes of a document's careers, and the rulebook with the document's own cards in it."""
    rulebook = rulebook.with_cards(career.cards)
    start = begin(career.members, rulebook, rules=career.rules)
    return fold_log(start, career.events, rulebook), rulebook


def answer_document(folded: FoldedCareers, rulebook: Rulebook) -> dict[str, Any]:
    """Return the answer; the id of each event is its place."""
    members = _MemberDocuments(rulebook)
    return {
        "members": members.of(folded.state),
        "after": [
            {
                "scenario": state.last.scenario,
                "daily_recovered": state.last.daily_recovered,
                "members": members.of(state),
            }
            for state in folded.after
            if state.last is not None
        ],
        "problems": [
            {"code": problem.code, "event": int(problem.event), "member": problem.member, "message": problem.message}
            for problem in folded.problems
        ],
    }


class _MemberDocuments:
    """The documents of members; one that a scenario left as it was is the same document again."""

    def __init__(self, rulebook: Rulebook) -> None:
        self._rulebook = rulebook
        self._latest: dict[str, tuple[CareerState, dict[str, Any]]] = {}

    def of(self, state: WarbandState) -> Sequence[dict[str, Any]]:
        """Return the documents of all members."""
        return [self._document(career) for career in state.members]

    def _document(self, career: CareerState) -> dict[str, Any]:
        known, document = self._latest.get(career.id, (None, {}))
        if known is not career:
            document = career_document(career, self._rulebook)
            self._latest[career.id] = career, document
        return document


def career_document(career: CareerState, rulebook: Rulebook) -> dict[str, Any]:
    """Return the state of one member as the answer has it."""
    card = career.base_card(rulebook)
    level = level_of(career, card)
    return {
        "id": career.id,
        "level": level,
        "points": points_number(career, card, rulebook).value,
        "upgrade_cost": level_cost(level).upgrade_cost,
        "advances": career.advances,
        "next_level_in": next_level_in(career, card),
        "stats": {name: number and number.value for name, number in stat_numbers(career, card).items()},
        "status": "out_of_action" if career.is_out_of_action else "ready",
        "wounds": [
            {"injury": wound.injury, "permanent": wound.permanent, "scenario": wound.scenario}
            for wound in career.wounds
        ],
        "starts_with": starting_conditions(career),
        "feats": [{"feat": feat.feat, "choice": feat.choice} for feat in career.feats],
        "hp_class": career.hp_class,
        "damage": {
            feature.id: [number.value for number in damage_numbers(feature, career, card)]
            for feature in owned_features(career, card)
            if feature.damage
        },
        "skills": list(trained_skills(career, card)),
    }


def starting_conditions(career: CareerState) -> list[str]:
    """Return the conditions with which a member starts a scenario, each once."""
    # Weakened twice is no worse than once. Campaign play, "Injuries"; rulings 23 and 27.
    return list(dict.fromkeys(wound.row.starts_with for wound in career.wounds if wound.row.starts_with))
