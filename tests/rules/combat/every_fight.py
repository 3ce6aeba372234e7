"""Every declared family with a fight to try it on: a family that is added gets a line here."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.combat.declared import DeclaredFamily
from rules.combat.state import FightSetup
from rules.heroic import HEROIC
from rules.older_pathfinder import OLDER_PATHFINDER
from tests.rules.combat.coins import COINS, coin_setup
from tests.rules.heroic.heroic_fights import full_heroic_setup
from tests.rules.older_pathfinder.fights import CASTER, FIGHTER, GOBLIN, OGRE
from tests.rules.older_pathfinder.fights import setup as older_setup


@dataclass(frozen=True)
class TriedFamily:
    """A family with the set-up of a fight that uses most of its rules."""

    family: DeclaredFamily
    setup: FightSetup


EVERY_FIGHT: Mapping[str, TriedFamily] = {
    "coins": TriedFamily(COINS, coin_setup(5)),
    "heroic": TriedFamily(HEROIC, full_heroic_setup(14)),
    "heroic, agreed otherwise": TriedFamily(HEROIC, full_heroic_setup(18)),
    "older": TriedFamily(OLDER_PATHFINDER, older_setup([FIGHTER, CASTER], [OGRE, GOBLIN, GOBLIN])),
}
