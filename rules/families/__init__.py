"""The families of combat rules that Muster plays, each an object that answers ``rules.combat.family``.

- ``documents``: a fight of any of them as a document, ``muster-battle/1``, and its states
"""

from rules.combat.family import FightFamily
from rules.errors import RulesError, require
from rules.heroic import HEROIC
from rules.older_pathfinder import OLDER_PATHFINDER
from rules.p2v_combat.family import P2V

FAMILIES: dict[str, FightFamily] = {family.key: family for family in (P2V, HEROIC, OLDER_PATHFINDER)}
"""The families by key, in the order in which players choose one."""


class UnknownFamily(RulesError):
    """A fight with an unknown family of combat rules."""


def family_of(key: str) -> FightFamily:
    """Return a family by its key; raise ``UnknownFamily`` for one that is not there."""
    return require(FAMILIES.get(key), UnknownFamily(f"This version of Muster does not know the rules “{key[:40]}”."))
