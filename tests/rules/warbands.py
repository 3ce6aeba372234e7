"""A small rulebook made by hand, and short ways to say a warband, for the tests of legality."""

from typing import Any

from rules.cards.model import Card, Caster, Feature, Stats
from rules.legality.resolved import Rulebook
from rules.legality.rule import Problem
from rules.roster import Member, Override, Roster
from tests.rules.legal import check

# The roster document that the contract prints.
EXAMPLE: dict[str, Any] = {
    "format": "muster-roster/1",
    "name": "Ash Company",
    "play_mode": "limited",
    "points_limit": 200,
    "alignment": "LE",
    "members": [
        {
            "id": "m1",
            "creature": "kobold-warrior",
            "name": "Snik",
            "upgrades": ["sling"],
            "items": [],
            "positioning": [],
            "hero_points": 1,
        },
        {
            "id": "m2",
            "creature": "boar",
            "name": "",
            "upgrades": [],
            "items": ["holy-water", {"item": "fiery-weapon", "choice": "Tusk"}],
            "positioning": [],
            "hero_points": 0,
        },
    ],
    "collection": {"kobold-warrior": 3, "boar": 1},
    "house_rules": {"sources": ["p2v-orc", "p2v-ogl"], "banned": [], "max_items_per_member": None},
    "overrides": [{"code": "points.over_limit", "reason": "agreed at the table"}],
}

STATS = Stats(fight=5, armor=16, power=13, fortitude=3, reflex=7, will=3, hp=7, speed=5)
NO_WILL = Stats(fight=10, armor=15, power=18, fortitude=8, reflex=None, will=None, hp=40, speed=2)

KOBOLD = Card(
    "kobold-warrior",
    "Kobold Warrior",
    -1,
    "LE",
    "Small",
    STATS,
    tags=("Kobold", "Humanoid"),
    source="p2v-orc",
    features=(
        Feature("spear", "Spear", strike=True),
        Feature("sling", "Sling", "add_on", strike=True),
        Feature("lance", "Lance", "replaces", replaces="Spear", strike=True),
        Feature("net", "Net", "replaces", replaces="spear"),
        Feature("helmet", "Helmet", "replaces", replaces="Hat"),
        Feature("hex", "Hex", "upgrade", caster=Caster("Arcane", 1)),
    ),
)
BOAR = Card("boar", "Boar", 2, "TN", "Medium", STATS, tags=("Animal",), source="p2v-orc")
ONI = Card("caldera-oni", "Caldera Oni", 14, "LE", "Large", STATS, tags=("Fire", "Oni"), source="p2v-orc")
ARCHON = Card("archon", "Archon", 3, "LG", "Medium", STATS, tags=("Archon", "Celestial"), source="p2v-ogl")
DRUID = Card(
    "kobold-druid",
    "Kobold Druid",
    1,
    "LE",
    "Small",
    STATS,
    source="p2v-ogl",
    starts_with=("cat-companion",),
    features=(Feature("caster", "Primal Caster, Rank 1", "caster", caster=Caster("Primal", 1)),),
)
CAT = Card("cat-companion", "Cat Companion", 1, "TN", "Small", STATS, tags=("Animal",), source="p2v-ogl")
PACK_LEADER = Card(
    "pack-leader", "Pack Leader", 1, "NE", "Medium", STATS, starts_with=("wolf", "wolf", "cat-companion")
)
WOLF = Card("wolf", "Wolf", 0, "NE", "Medium", STATS, tags=("Animal",))
STRANGER = Card("stranger", "Stranger", 1, None, "Medium", STATS, source="p2v-ogl")
BALLISTA = Card("ballista", "Ballista", 5, "TN", "Large", NO_WILL, tags=("Siege Weapon",), source="p2v-ogl")
MAMMOTH = Card("mammoth", "Mammoth", 5, "TN", "Huge", STATS, tags=("Animal",), source="p2v-orc")

BOOK = Rulebook.of(KOBOLD, BOAR, ONI, ARCHON, DRUID, CAT, PACK_LEADER, WOLF, STRANGER, BALLISTA, MAMMOTH)


def warband(*members: Member | str, **fields: Any) -> Roster:
    """Return a Lawful Evil warband of 200 points for limited play, with other fields where given."""
    enlisted = tuple(Member(member) if isinstance(member, str) else member for member in members)
    return Roster(enlisted, **({"play_mode": "limited", "points_limit": 200, "alignment": "LE"} | fields))


def allowing(roster_code: str, member: str | None = None) -> tuple[Override, ...]:
    """Return the override of one problem."""
    return (Override(roster_code, "agreed", member),)


def codes(roster: Roster, rulebook: Rulebook = BOOK) -> list[str]:
    """Return the codes of everything that is wrong with a warband, in order."""
    return [problem.code for problem in check(roster, rulebook)]


def only(roster: Roster, rulebook: Rulebook = BOOK) -> Problem:
    """Return the one thing that is wrong with a warband."""
    (problem,) = check(roster, rulebook)
    return problem
