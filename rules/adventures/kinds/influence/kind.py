"""The kind of adventures in which people are won over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from rules.adventures.blocks import AdventureBlock
from rules.adventures.checks import CheckAction
from rules.adventures.kind import AdventureKind
from rules.adventures.kinds.influence.actions import DiscoverAction, InfluenceAction
from rules.adventures.kinds.influence.blocks import person_block
from rules.adventures.kinds.influence.events import (
    FactTold,
    InfluenceChanged,
    PersonAdded,
    PersonBarred,
    PersonMoved,
)
from rules.adventures.kinds.influence.facts import INFLUENCE_SHAPE, InfluenceFacts, check_gathering, influence_advice
from rules.adventures.kinds.influence.play import INFLUENCE_KEY, InfluenceState, gathering, influence_own
from rules.adventures.kinds.influence.secrets import hidden_of_gathering, player_gathering, player_influence
from rules.adventures.state import AdventureState
from rules.adventures.tracks import AdventureTrack
from rules.documents.shapes import Shape
from rules.text import counted, listed


class InfluenceKind(AdventureKind):
    """Influence: points with each person of a gathering, one act a round."""

    key = INFLUENCE_KEY
    name = "Influence"
    about = "A gathering: find out about the people there, and win them over before it ends."
    facts_shape: ClassVar[Shape] = INFLUENCE_SHAPE
    actions: ClassVar[tuple[CheckAction, ...]] = (InfluenceAction(), DiscoverAction())
    events: ClassVar[tuple[type[Any], ...]] = (FactTold, InfluenceChanged, PersonMoved, PersonBarred, PersonAdded)

    def check_facts(self, facts: InfluenceFacts) -> None:
        """Refuse a gathering that does not fit together."""
        check_gathering(facts)

    def advice(self, facts: InfluenceFacts) -> tuple[str, ...]:
        """Return what most stat blocks have and one of these does not."""
        return influence_advice(facts)

    def begin(self, facts: InfluenceFacts) -> InfluenceState:
        """Return everyone at the points where they start."""
        away = frozenset(one.key for one in facts.people if one.away)
        return InfluenceState(tuple((one.key, one.start) for one in facts.people), away)

    def hidden_facts(self, state: AdventureState) -> Mapping[str, str]:
        """Return all that stat blocks hide."""
        return hidden_of_gathering(gathering(state))

    def player_facts(self, state: AdventureState) -> InfluenceFacts:
        """Return the gathering as players know it."""
        return player_gathering(state)

    def player_own(self, state: AdventureState) -> InfluenceState:
        """Return the points and the facts that were told, true or not."""
        return player_influence(state)

    def own_document(self, state: AdventureState) -> dict[str, Any]:
        """Return points, absences and facts."""
        own = influence_own(state)
        return {
            "points": dict(own.points),
            "away": sorted(own.away),
            "barred": sorted(own.barred),
            "to_tell": [
                {
                    "number": one.number,
                    "person": one.person,
                    "participant": one.participant,
                    "kind": one.kind,
                    "false": one.is_false,
                }
                for one in own.pending
            ],
            "learnt": [
                {
                    "number": one.number,
                    "person": one.person,
                    "kind": one.kind,
                    "text": one.text,
                    "key": one.key,
                    "false": one.is_false,
                }
                for one in own.learnt
            ],
        }

    def tracks(self, state: AdventureState) -> tuple[AdventureTrack, ...]:
        """Return a track for each person, open at its end: players do not know the last threshold."""
        own = influence_own(state)
        return tuple(
            AdventureTrack(one.key, one.name, own.points_with(one.key), None, one.thresholds)
            for one in gathering(state).people
        )

    def summary(self, state: AdventureState) -> tuple[str, ...]:
        """Return a sentence for each person."""
        own, found = influence_own(state), []
        for one in gathering(state).people:
            points = own.points_with(one.key)
            reached = [str(row.points) for row in one.thresholds if row.points <= points]
            words = f", thresholds {listed(reached)} reached" if reached else ""
            found.append(f"{one.name}: {counted(points, 'point')}{words}.")
        return tuple(found)

    def stat_blocks(self, state: AdventureState) -> tuple[AdventureBlock, ...]:
        """Return the influence stat block of each person."""
        return tuple(person_block(state, one) for one in gathering(state).people)

    def time_ran_out(self, state: AdventureState) -> AdventureState:
        """End the gathering."""
        return state.ended("The gathering is over.")


INFLUENCE = InfluenceKind()
