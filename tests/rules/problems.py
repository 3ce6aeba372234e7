"""Every problem code: a warband that has the problem, and nearly the same one that has not."""

from typing import Any

from rules.roster import HouseRules, ItemChoice, Member, Roster
from tests.rules.warbands import warband

Row = tuple[str, Roster, tuple[str, str | None], dict[str, Any], Roster]


def holy(number: int) -> tuple[ItemChoice, ...]:
    return (ItemChoice("holy-water"),) * number


def fiery(*choices: str | None) -> tuple[ItemChoice, ...]:
    return tuple(ItemChoice("fiery-weapon", choice) for choice in choices)


def armed(creature: str, *items: ItemChoice) -> Member:
    return Member(creature, items=items)


KOBOLD = "kobold-warrior"
SCROLL = ItemChoice("spell-scroll-i", "heal")

# The code, a warband whose one problem it is, what the problem is about (kind and key), its numbers, and a warband
# that differs by as little as can be and has no problem.
ROWS: list[Row] = [
    ("roster.empty", warband(), ("roster", None), {}, warband(KOBOLD)),
    (
        "points.over_limit",
        warband("boar", "boar", "boar", points_limit=53),
        ("roster", None),
        {"points": 54, "limit": 53, "over": 1},
        warband("boar", "boar", "boar", points_limit=54),
    ),
    (
        "alignment.missing",
        warband(KOBOLD, "boar", alignment=None),
        ("roster", None),
        {"fitting": ["LN", "LE", "NE"]},
        warband(KOBOLD, "boar", alignment="NE"),
    ),
    ("creature.unknown", warband("drgon"), ("member", None), {"creature": "drgon"}, warband("boar")),
    (
        "creature.over_half",
        warband("boar", points_limit=35),
        ("member", None),
        {"points": 18, "limit": 35},
        warband("boar", points_limit=36),
    ),
    (
        "alignment.not_allowed",
        warband("archon"),
        ("member", None),
        {"alignment": "LG", "warband": "LE", "fitting": ["LG", "NG", "LN"]},
        warband("archon", alignment="LN"),
    ),
    ("alignment.unknown", warband("stranger"), ("member", None), {}, warband("stranger", play_mode="unlimited")),
    (
        "source.not_allowed",
        warband("cat-companion", house_rules=HouseRules(sources=("p2v-orc",))),
        ("member", None),
        {"source": "p2v-ogl", "allowed": ["p2v-orc"]},
        warband("cat-companion", house_rules=HouseRules(sources=("p2v-orc", "p2v-ogl"))),
    ),
    (
        "creature.banned",
        warband("boar", house_rules=HouseRules(banned=("wolf", "boar"))),
        ("member", None),
        {"creature": "boar"},
        warband("boar", house_rules=HouseRules(banned=("wolf",))),
    ),
    (
        "collection.exceeded",
        warband("boar", "boar", collection={"boar": 1}),
        ("member", None),
        {"creature": "boar", "taken": 2, "owned": 1},
        warband("boar", "boar", collection={"boar": 2}),
    ),
    (
        "hero_points.too_many",
        warband(Member("boar", hero_points=4)),
        ("member", None),
        {"hero_points": 4, "limit": 3},
        warband(Member("boar", hero_points=3)),
    ),
    (
        "upgrade.unknown",
        warband(Member(KOBOLD, upgrades=("wings",))),
        ("upgrade", "wings"),
        {"upgrade": "wings", "offered": ["sling", "lance", "net", "helmet", "hex"]},
        warband(Member(KOBOLD, upgrades=("hex",))),
    ),
    (
        "upgrade.repeated",
        warband(Member(KOBOLD, upgrades=("sling", "sling"))),
        ("upgrade", "sling"),
        {"upgrade": "sling", "times": 2},
        warband(Member(KOBOLD, upgrades=("sling", "lance"))),
    ),
    (
        "upgrade.conflict",
        warband(Member(KOBOLD, upgrades=("net", "lance"))),
        ("upgrade", "lance"),
        {"replaces": "spear", "upgrades": ["net", "lance"]},
        warband(Member(KOBOLD, upgrades=("net", "helmet"))),
    ),
    (
        "item.unknown",
        warband(armed("boar", ItemChoice("holy-wine"))),
        ("item", "holy-wine"),
        {"item": "holy-wine"},
        warband(armed("boar", *holy(1))),
    ),
    (
        "item.level_too_high",
        warband(armed("boar", ItemChoice("healing-potion-lesser"))),
        ("item", "healing-potion-lesser"),
        {"item": "healing-potion-lesser", "item_level": 3, "level": 2},
        warband(armed("boar", ItemChoice("oil-of-potency-fight"))),
    ),
    (
        "item.repeated",
        warband(armed("boar", *fiery("Tusk", " tusk "))),
        ("item", "fiery-weapon"),
        {"item": "fiery-weapon", "choice": "Tusk", "times": 2},
        warband(armed("boar", *fiery("Tusk", "Hoof"))),
    ),
    (
        "item.too_many",
        warband(armed("boar", *holy(2)), house_rules=HouseRules(max_items_per_member=1)),
        ("member", None),
        {"items": 2, "limit": 1},
        warband(armed("boar", *holy(1)), house_rules=HouseRules(max_items_per_member=1)),
    ),
    (
        "positioning.unknown",
        warband(Member("caldera-oni", positioning=("ambush",)), points_limit=500),
        ("upgrade", "ambush"),
        {"positioning": "ambush"},
        warband(Member("caldera-oni", positioning=("summonable",)), points_limit=500),
    ),
    (
        "positioning.repeated",
        warband(Member("caldera-oni", positioning=("summonable", "summonable")), points_limit=600),
        ("upgrade", "summonable"),
        {"positioning": "summonable", "times": 2},
        warband(Member("caldera-oni", positioning=("summonable", "false-object")), points_limit=600),
    ),
    (
        "minion.without_commander",
        warband("kobold-druid", Member("cat-companion", minion_of="m1"), Member("cat-companion", minion_of="m1")),
        ("member", None),
        {"minion_of": "m1", "creature": "cat-companion"},
        warband("kobold-druid", Member("cat-companion", minion_of="m1"), "cat-companion"),
    ),
    (
        "minion.missing",
        warband("kobold-druid", "cat-companion"),
        ("member", None),
        {"minion": "cat-companion", "missing": 1},
        warband("kobold-druid", Member("cat-companion", minion_of="m1")),
    ),
    (
        "item.not_usable",
        warband(armed("cat-companion", SCROLL)),
        ("item", "spell-scroll-i"),
        {"item": "spell-scroll-i"},
        warband(armed("kobold-druid", SCROLL), Member("cat-companion", minion_of="m1")),
    ),
    (
        "item.choice_missing",
        warband(armed("boar", *fiery(None))),
        ("item", "fiery-weapon"),
        {"item": "fiery-weapon", "choice": "weapon"},
        warband(armed("boar", *fiery("Tusk"))),
    ),
    (
        "positioning.not_suited",
        warband(Member("boar", positioning=("summonable",))),
        ("upgrade", "summonable"),
        {"positioning": "summonable"},
        warband(Member("caldera-oni", positioning=("summonable",)), points_limit=500),
    ),
    (
        "card.revision_unknown",
        warband(Member("boar", revision=7)),
        ("member", None),
        {"revision": 7, "used": 1},
        warband(Member("boar", revision=1)),
    ),
    (
        "card.incomplete",
        warband("ballista"),
        ("member", None),
        {"stats": ["reflex", "will"]},
        warband("mammoth"),
    ),
]
