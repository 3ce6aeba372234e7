"""The kinds of adventures, by their words in documents."""

from collections.abc import Mapping

from rules.adventures.kind import AdventureKind
from rules.adventures.kinds.chase.kind import CHASE
from rules.adventures.kinds.duel.kind import DUEL
from rules.adventures.kinds.hexploration.kind import HEXPLORATION
from rules.adventures.kinds.infiltration.kind import INFILTRATION
from rules.adventures.kinds.influence.kind import INFLUENCE
from rules.adventures.kinds.leadership.kind import LEADERSHIP
from rules.adventures.kinds.reputation.kind import REPUTATION
from rules.adventures.kinds.research.kind import RESEARCH
from rules.adventures.kinds.vehicles.kind import VEHICLES
from rules.adventures.kinds.victory.kind import VICTORY

KINDS: Mapping[str, AdventureKind] = {
    kind.key: kind
    for kind in (
        VICTORY,
        INFLUENCE,
        RESEARCH,
        CHASE,
        INFILTRATION,
        REPUTATION,
        DUEL,
        LEADERSHIP,
        HEXPLORATION,
        VEHICLES,
    )
}


def kind_name(key: str) -> str:
    """Return the name of a kind by its word in documents, or the word itself for an unknown kind."""
    return KINDS[key].name if key in KINDS else key
