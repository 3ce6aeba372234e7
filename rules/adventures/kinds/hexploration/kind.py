"""The kind of adventures that explore a wilderness."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from rules.adventures.blocks import AdventureBlock
from rules.adventures.checks import CheckAction
from rules.adventures.kind import AdventureKind
from rules.adventures.kinds.hexploration.actions import FindWay, FortifyCamp, MapArea, SearchHex, SubsistInWilds
from rules.adventures.kinds.hexploration.days import end_day
from rules.adventures.kinds.hexploration.encounters import EncounterChecked, EncounterSet
from rules.adventures.kinds.hexploration.events import (
    ForcedMarchBegun,
    GroupsJoined,
    HexReconnoitered,
    HexTraveled,
    LoneActivityDone,
    PartySplit,
    RestDayTaken,
    TravelModeSet,
)
from rules.adventures.kinds.hexploration.facts import HexplorationFacts, check_hexploration, hexploration_advice
from rules.adventures.kinds.hexploration.organizing import (
    CoursePlaced,
    GroupPlaced,
    HexesShown,
    HexPlaced,
    TimeTaken,
    TravelerRecovered,
    TravelSpeedSet,
    WeatherTold,
    features_to_show,
)
from rules.adventures.kinds.hexploration.play import (
    FIRST_GROUP,
    FIRST_NAME,
    HEXPLORATION_KEY,
    HexplorationState,
    TravelGroup,
    hexploration_own,
)
from rules.adventures.kinds.hexploration.shapes import HEXPLORATION_SHAPE
from rules.adventures.kinds.hexploration.views import (
    hexploration_blocks,
    hexploration_document,
    hexploration_summary,
    hidden_of_hexploration,
    player_hexploration,
    player_hexploration_facts,
)
from rules.adventures.state import AdventureState
from rules.documents.shapes import Shape


class HexplorationKind(AdventureKind):
    """Hexploration: groups travel a map of hexes, day by day."""

    key = HEXPLORATION_KEY
    name = "Hexploration"
    about = "Explore a wilderness hex by hex: travel, reconnoiter, make camp, and meet what lives there."
    round_name = "day"
    facts_shape: ClassVar[Shape] = HEXPLORATION_SHAPE
    actions: ClassVar[tuple[CheckAction, ...]] = (SearchHex(), FortifyCamp(), MapArea(), SubsistInWilds(), FindWay())
    events: ClassVar[tuple[type[Any], ...]] = (
        HexTraveled,
        HexReconnoitered,
        ForcedMarchBegun,
        RestDayTaken,
        LoneActivityDone,
        TravelModeSet,
        PartySplit,
        GroupsJoined,
        TravelSpeedSet,
        EncounterChecked,
        EncounterSet,
        WeatherTold,
        TimeTaken,
        HexPlaced,
        CoursePlaced,
        HexesShown,
        GroupPlaced,
        TravelerRecovered,
    )

    def check_facts(self, facts: HexplorationFacts) -> None:
        """Refuse a map that does not fit together."""
        check_hexploration(facts)

    def advice(self, facts: HexplorationFacts) -> tuple[str, ...]:
        """Return what is missing for random encounters."""
        return hexploration_advice(facts)

    def begin(self, facts: HexplorationFacts) -> HexplorationState:
        """Return one group at the start."""
        return HexplorationState((TravelGroup(FIRST_GROUP, FIRST_NAME, facts.start),))

    def act_limit(self, state: AdventureState) -> int | None:
        """Set no limit: groups count the activities of their days."""
        return None

    def hidden_facts(self, state: AdventureState) -> Mapping[str, str]:
        """Return the terrain and the features of all hexes."""
        return hidden_of_hexploration(state)

    def facts_to_show(self, state: AdventureState) -> Mapping[str, str]:
        """Return the features that are close to a group: a map has too many hexes for a list."""
        return features_to_show(state)

    def player_facts(self, state: AdventureState) -> HexplorationFacts:
        """Return the map as players know it."""
        return player_hexploration_facts(state)

    def player_own(self, state: AdventureState) -> HexplorationState:
        """Return where it stands, without hexes that players have not seen."""
        return player_hexploration(state)

    def own_document(self, state: AdventureState) -> dict[str, Any]:
        """Return the groups, and what was made and found."""
        return hexploration_document(state)

    def stat_blocks(self, state: AdventureState) -> tuple[AdventureBlock, ...]:
        """Return the region with its hexes and encounters."""
        return hexploration_blocks(state)

    def summary(self, state: AdventureState) -> tuple[str, ...]:
        """Return the day, the groups, and what is known."""
        return hexploration_summary(state)

    def round_ended(self, state: AdventureState) -> AdventureState:
        """End the day."""
        return end_day(state)

    def time_ran_out(self, state: AdventureState) -> AdventureState:
        """End with what has been reconnoitered."""
        done = len(hexploration_own(state).reconnoitered)
        return state.ended(f"The days are over. Reconnoitered: {done}.")


HEXPLORATION = HexplorationKind()
