"""The answer to a career document: every member at the end and after each scenario, and what is wrong with events."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.careers.documents import CareerDocument
from rules.careers.feat_choices import trained_skills
from rules.careers.fold import FoldedCareers
from rules.careers.log import fold_log
from rules.careers.numbers import (
    damage_numbers,
    level_of,
    next_level_in,
    owned_features,
    points_number,
    stat_numbers,
)
from rules.careers.state import CareerState, WarbandState, begin
from rules.legality.rulebook import Rulebook
from rules.points import level_cost


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
