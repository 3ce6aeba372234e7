"""The kind of adventures that explore a wilderness."""

from __future__ import annotations

from rules.adventures.kind import AdventureKind, no_act_limit
from rules.adventures.kinds.hexploration import encounters, events, organizing
from rules.adventures.kinds.hexploration.actions import FindWay, FortifyCamp, MapArea, SearchHex, SubsistInWilds
from rules.adventures.kinds.hexploration.days import end_day
from rules.adventures.kinds.hexploration.drawing import hex_map_drawing
from rules.adventures.kinds.hexploration.facts import (
    HEX_NOTES,
    HexplorationFacts,
    check_hexploration,
    hexploration_advice,
)
from rules.adventures.kinds.hexploration.organizing import (
    features_to_show,
)
from rules.adventures.kinds.hexploration.play import (
    FIRST_GROUP,
    FIRST_NAME,
    HEXPLORATION_KEY,
    HexplorationState,
    TravelGroup,
    hexploration_state,
)
from rules.adventures.kinds.hexploration.views import (
    hexploration_blocks,
    hexploration_document,
    hexploration_summary,
    hidden_of_hexploration,
    player_hexploration,
    player_hexploration_facts,
)
from rules.adventures.state import AdventureState


def _begin(facts: HexplorationFacts) -> HexplorationState:
    """Return one group at the start."""
    return HexplorationState((TravelGroup(FIRST_GROUP, FIRST_NAME, facts.start),))


def _time_ran_out(state: AdventureState) -> AdventureState:
    """End with what has been reconnoitered."""
    done = len(hexploration_state(state).reconnoitered)
    return state.ended(f"The days are over. Reconnoitered: {done}.")


HEXPLORATION = AdventureKind(
    key=HEXPLORATION_KEY,
    name="Hexploration",
    about="Explore a wilderness hex by hex: travel, reconnoiter, make camp, and meet what lives there.",
    round_name="day",
    facts=HexplorationFacts,
    actions=(SearchHex(), FortifyCamp(), MapArea(), SubsistInWilds(), FindWay()),
    events=(encounters, events, organizing),
    check_facts=check_hexploration,
    advice=hexploration_advice,
    begin=_begin,
    act_limit=no_act_limit,
    hidden_facts=hidden_of_hexploration,
    facts_to_show=features_to_show,
    player_facts=player_hexploration_facts,
    player_own=player_hexploration,
    own_document=hexploration_document,
    stat_blocks=hexploration_blocks,
    hex_map=hex_map_drawing,
    field_notes=HEX_NOTES,
    summary=hexploration_summary,
    round_ended=end_day,
    time_ran_out=_time_ran_out,
)
"""Hexploration: groups travel a map of hexes, day by day."""
