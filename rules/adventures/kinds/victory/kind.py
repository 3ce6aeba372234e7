"""The kind of adventures that count victory points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from rules.adventures.blocks import AdventureBlock
from rules.adventures.checks import CheckAction
from rules.adventures.kind import AdventureKind
from rules.adventures.kinds.victory.blocks import victory_blocks
from rules.adventures.kinds.victory.facts import VICTORY_SHAPE, VictoryFacts, check_victory, victory_advice
from rules.adventures.kinds.victory.play import (
    VICTORY_KEY,
    AttemptAction,
    ImproviseAction,
    VictoryPointsChanged,
    VictoryState,
    moved,
    player_victory_facts,
    threshold_key,
    victory_facts,
    victory_own,
)
from rules.adventures.state import AdventureState
from rules.adventures.tracks import AdventureTrack
from rules.documents.shapes import Shape
from rules.text import counted


class VictoryKind(AdventureKind):
    """Victory points: tracks that checks and decisions move, with thresholds on the way."""

    key = VICTORY_KEY
    name = "Victory points"
    about = "Checks and decisions gather points toward a goal, or keep them from running out."
    facts_shape: ClassVar[Shape] = VICTORY_SHAPE
    actions: ClassVar[tuple[CheckAction, ...]] = (AttemptAction(), ImproviseAction())
    events: ClassVar[tuple[type[Any], ...]] = (VictoryPointsChanged,)

    def check_facts(self, facts: VictoryFacts) -> None:
        """Refuse tracks and checks that do not fit together."""
        check_victory(facts)

    def advice(self, facts: VictoryFacts) -> tuple[str, ...]:
        """Return goals that fit no scale, and checks that all use one skill."""
        return victory_advice(facts)

    def begin(self, facts: VictoryFacts) -> VictoryState:
        """Return every track at its start."""
        return VictoryState(tuple((one.key, one.start) for one in facts.tracks))

    def act_limit(self, state: AdventureState) -> int | None:
        """Return what the facts say."""
        return victory_facts(state).acts

    def hidden_facts(self, state: AdventureState) -> Mapping[str, str]:
        """Return hidden tracks and checks, and what thresholds unlock."""
        facts = victory_facts(state)
        return {
            **{one.key: one.name for one in facts.tracks if one.hidden},
            **{one.key: one.name for one in facts.checks if one.hidden},
            **{threshold_key(one.key, row.points): row.unlocks for one in facts.tracks for row in one.thresholds},
        }

    def player_facts(self, state: AdventureState) -> VictoryFacts:
        """Return the facts without what is hidden."""
        return player_victory_facts(state)

    def player_own(self, state: AdventureState) -> VictoryState:
        """Return the points of the tracks that players know."""
        known = {one.key for one in player_victory_facts(state).tracks}
        return VictoryState(tuple((key, points) for key, points in victory_own(state).points if key in known))

    def own_document(self, state: AdventureState) -> dict[str, Any]:
        """Return the points by track."""
        return {"points": dict(victory_own(state).points)}

    def tracks(self, state: AdventureState) -> tuple[AdventureTrack, ...]:
        """Return every track as it is drawn."""
        own = victory_own(state)
        return tuple(
            AdventureTrack(
                one.key,
                one.name,
                own.on(one.key),
                one.start if one.is_diminishing and one.end is None else one.end,
                one.thresholds,
                one.is_diminishing,
            )
            for one in victory_facts(state).tracks
        )

    def stat_blocks(self, state: AdventureState) -> tuple[AdventureBlock, ...]:
        """Return the tracks and the checks."""
        return victory_blocks(state)

    def summary(self, state: AdventureState) -> tuple[str, ...]:
        """Return a sentence for each track."""
        return tuple(
            f"{one.name}: {one.points} of {counted(one.end, 'point')}."
            if one.end is not None
            else f"{one.name}: {counted(one.points, 'point')}."
            for one in self.tracks(state)
        )

    def settled(self, state: AdventureState) -> AdventureState:
        """End when a track that closes the adventure reaches its goal or runs out."""
        own = victory_own(state)
        for one in victory_facts(state).tracks:
            points = own.on(one.key)
            if not one.closes:
                continue
            if one.is_diminishing and points == 0:
                return state.show((one.key,)).ended(f"{one.name} has run out.")
            if not one.is_diminishing and one.end is not None and points >= one.end:
                return state.show((one.key,)).ended(f"{one.name} reaches {counted(one.end, 'point')}.")
        return state

    def round_ended(self, state: AdventureState) -> AdventureState:
        """Add what each round brings by itself."""
        for one in victory_facts(state).tracks:
            if one.per_round:
                state = moved(state, one, one.per_round)
        return state

    def time_ran_out(self, state: AdventureState) -> AdventureState:
        """Compare the party with its rivals, if it has any."""
        best = {
            side: max(
                (victory_own(state).on(one.key) for one in victory_facts(state).tracks if one.side == side),
                default=None,
            )
            for side in ("party", "rivals")
        }
        party, rivals = best["party"], best["rivals"]
        if party is None or rivals is None:
            return state.ended("Time has run out.")
        if party == rivals:
            return state.ended("Time has run out: the party and its rivals are tied.")
        return state.ended(f"Time has run out: {'the party is' if party > rivals else 'its rivals are'} ahead.")


VICTORY = VictoryKind()
