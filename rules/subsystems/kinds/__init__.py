"""The kinds of adventures, by their words in documents."""

from __future__ import annotations

from collections.abc import Mapping

from rules.subsystems.kind import AdventureKind
from rules.subsystems.kinds.chase import CHASE
from rules.subsystems.kinds.duel import DUEL
from rules.subsystems.kinds.hexploration import HEXPLORATION
from rules.subsystems.kinds.infiltration import INFILTRATION
from rules.subsystems.kinds.influence import INFLUENCE
from rules.subsystems.kinds.leadership import LEADERSHIP
from rules.subsystems.kinds.reputation import REPUTATION
from rules.subsystems.kinds.research import RESEARCH
from rules.subsystems.kinds.vehicles import VEHICLES
from rules.subsystems.kinds.victory import VICTORY

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
    """Return the name of a kind by its word in documents, the word itself for one that this version does not have."""
    return KINDS[key].name if key in KINDS else key
