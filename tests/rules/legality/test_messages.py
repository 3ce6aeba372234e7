"""What a player reads: the number, the limit, and the smallest change that mends it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.legality import check
from rules.roster import HouseRules, ItemChoice, Member, Roster
from tests.rules.warbands import BOOK, warband

HOLY = ItemChoice("holy-water")
KOBOLD = "kobold-warrior"


def told(roster: Roster) -> list[tuple[str, str]]:
    return [(problem.message, problem.fix) for problem in check(roster, BOOK)]


@pytest.mark.parametrize(
    ("roster", "message", "fix"),
    [
        (
            warband("caldera-oni", points_limit=200),
            "Caldera Oni costs 192 points, but no creature may cost more than half of the 200-point limit (100).",
            "Leave out Caldera Oni, or agree on a limit of 384.",
        ),
        (
            warband(Member("boar", name="Tusker", hero_points=2, items=(HOLY,)), points_limit=46),
            "Tusker (Boar) costs 27 points, but no creature may cost more than half of the 46-point limit (23).",
            "Remove 2 hero points of Tusker (Boar), which then costs 21, or agree on a limit of 54.",
        ),
        (
            warband(Member("boar", hero_points=1, items=(HOLY,)), points_limit=40),
            "Boar costs 24 points, but no creature may cost more than half of the 40-point limit (20).",
            "Remove 1 hero point and Holy Water of Boar, which then costs 18, or agree on a limit of 48.",
        ),
        (
            warband(Member(KOBOLD, upgrades=("sling",), positioning=("false-object", "ambush")), points_limit=22),
            "Kobold Warrior costs 13 points, but no creature may cost more than half of the 22-point limit (11).",
            "Remove False Object of Kobold Warrior, which then costs 11, or agree on a limit of 26.",
        ),
        (
            warband("boar", "boar", Member(KOBOLD, upgrades=("sling",)), points_limit=46),
            "The warband costs 47 points, 1 more than its limit of 46.",
            "Remove Sling of Kobold Warrior (saves 2 points), or agree on a limit of 47.",
        ),
        (
            warband("boar", "boar", KOBOLD, Member("boar", name="Old", hero_points=3), points_limit=65),
            "The warband costs 72 points, 7 more than its limit of 65.",
            "Remove 3 hero points of Old (Boar) (saves 9 points), or agree on a limit of 72.",
        ),
        (
            warband("boar", "boar", "wolf", points_limit=40),
            "The warband costs 48 points, 8 more than its limit of 40.",
            "Leave out Wolf (saves 12 points), or agree on a limit of 48.",
        ),
        (
            warband("boar", "boar", "boar", "boar", points_limit=40),
            "The warband costs 72 points, 32 more than its limit of 40.",
            "Leave out 2 of Boar (saves 36 points), or agree on a limit of 72.",
        ),
        (
            warband("boar", "wolf", KOBOLD, "wolf", points_limit=25),
            "The warband costs 51 points, 26 more than its limit of 25.",
            "Leave out Boar and Wolf (saves 30 points), or agree on a limit of 51.",
        ),
        (
            warband(*[KOBOLD] * 20, points_limit=100),
            "The warband costs 180 points, 80 more than its limit of 100.",
            "Leave out the 9 dearest creatures (saves 81 points), or agree on a limit of 180.",
        ),
        (
            warband("archon", KOBOLD),
            "Archon is Lawful Good, and a Lawful Evil warband takes only Lawful Neutral, True Neutral, Lawful Evil "
            "and Neutral Evil.",
            "Leave out Archon, or choose Lawful Neutral, which may take every creature here.",
        ),
        (
            warband("archon", "wolf"),
            "Archon is Lawful Good, and a Lawful Evil warband takes only Lawful Neutral, True Neutral, Lawful Evil "
            "and Neutral Evil.",
            "Leave out Archon.",
        ),
        (
            warband(KOBOLD, "wolf", alignment=None),
            "In limited play a warband has an alignment, and this one has none.",
            "Choose Lawful Evil or Neutral Evil, which may take every creature here.",
        ),
        (
            warband("archon", "wolf", alignment=None),
            "In limited play a warband has an alignment, and this one has none.",
            "Choose one of the nine alignments; none of them may take every creature here.",
        ),
        (
            warband("Kobold Warrior"),
            "There is no creature called “Kobold Warrior”, so it counts 0 points.",
            "Take “kobold-warrior” instead.",
        ),
        (
            warband(Member("boar", hero_points=5)),
            "Boar has 5 hero points, and a creature may have at most 3.",
            "Remove 2 hero points of Boar.",
        ),
        (
            warband(Member("boar", upgrades=("wings",))),
            "Boar has no upgrade “wings”, so it counts 0 points.",
            "Remove it; the card offers none.",
        ),
        (
            warband(Member(KOBOLD, upgrades=("wings",))),
            "Kobold Warrior has no upgrade “wings”, so it counts 0 points.",
            "Remove it; the card offers “sling”, “lance”, “net”, “helmet” and “hex”.",
        ),
        (
            warband(Member(KOBOLD, upgrades=("sling",) * 3)),
            "Kobold Warrior has the upgrade Sling 3 times; once is all it can.",
            "Remove it 2 times (saves 4 points).",
        ),
        (
            warband(Member(KOBOLD, upgrades=("lance", "net"))),
            "Lance and Net of Kobold Warrior each replace Spear; a creature can have only one of them.",
            "Remove Net (saves 2 points).",
        ),
        (
            warband(Member(KOBOLD, items=(HOLY,))),
            "Kobold Warrior carries Holy Water, but is of level -1, and creatures below level 1 carry no items.",
            "Remove it (saves 2 points).",
        ),
        (
            warband(Member("boar", items=(ItemChoice("swarmsuit"), ItemChoice("Holy Water")))),
            "Boar carries an item “Holy Water” that does not exist, so it counts 0 points.",
            "Take “holy-water” instead.",
        ),
        (
            warband(Member("boar", items=(ItemChoice("healing-potion-lesser"),))),
            "Boar carries Healing Potion (Lesser), but is of level 2, too low for an item of level 3.",
            "Remove it (saves 3 points).",
        ),
        (
            warband(Member("boar", items=(ItemChoice("fiery-weapon", "Tusk"),) * 3)),
            "Boar carries Fiery Weapon for Tusk 3 times; only consumables may repeat.",
            "Remove 2 of them, or make another choice.",
        ),
        (
            warband(Member("boar", items=(ItemChoice("fiery-weapon"),))),
            "Boar carries Fiery Weapon, and nobody has chosen its weapon.",
            "Choose a weapon.",
        ),
        (
            warband("boar", "boar", collection={"boar": 1}),
            "The warband takes 2 of Boar, and only 1 is owned.",
            "Leave out Boar, or add 1 figure to those that are owned.",
        ),
        (
            warband("cat-companion", house_rules=HouseRules(sources=("p2v-orc",))),
            "Cat Companion comes from p2v-ogl, and the house rules allow only p2v-orc.",
            "Leave out Cat Companion, or allow p2v-ogl.",
        ),
        (
            warband("boar", house_rules=HouseRules(sources=())),
            "Boar comes from p2v-orc, and the house rules allow no source.",
            "Leave out Boar, or allow p2v-orc.",
        ),
        (
            warband("boar", house_rules=HouseRules(sources=tuple("abcdefghij"))),
            "Boar comes from p2v-orc, and the house rules allow only a, b, c, d, e, f, g, h and 2 more.",
            "Leave out Boar, or allow p2v-orc.",
        ),
        (
            warband("kobold-druid", Member("cat-companion", minion_of="m1"), Member("yeti", minion_of="m1")),
            "“yeti” cannot come as a minion: Kobold Druid does not start with it.",
            "Leave it out.",
        ),
        (
            warband(Member("boar", revision=9)),
            "The card of Boar has no revision 9; revision 1 is used.",
            "Take revision 1.",
        ),
        (
            warband("ballista"),
            "The card of Ballista does not say its Reflex and Will.",
            "Agree on it before the game, or fill it in on the card.",
        ),
    ],
)
def test_a_player_is_told_what_is_wrong_and_what_mends_it(roster: Roster, message: str, fix: str) -> None:
    assert (message, fix) in told(roster)


def test_sources_are_called_what_players_call_them() -> None:
    named = replace(BOOK, sources={"p2v-orc": "Path 2 Victory (ORC)", "p2v-ogl": "Path 2 Victory (OGL)"})
    (problem,) = check(warband("cat-companion", house_rules=HouseRules(sources=("p2v-orc", "home"))), named)
    assert problem.message == (
        "Cat Companion comes from Path 2 Victory (OGL), and the house rules allow only Path 2 Victory (ORC) and home."
    )
    assert problem.fix == "Leave out Cat Companion, or allow Path 2 Victory (OGL)."
    assert problem.params == {"source": "p2v-ogl", "allowed": ["p2v-orc", "home"]}


def test_a_commander_leaves_with_its_minions() -> None:
    druid, cat = Member("kobold-druid", id="d"), Member("cat-companion", minion_of="d")
    bare = warband(druid, cat, points_limit=10)
    assert told(bare)[0][1] == "Leave out Kobold Druid with its minion (saves 14 points), or agree on a limit of 14."
    armed = warband(druid, Member("cat-companion", minion_of="d", hero_points=1), "boar", points_limit=20)
    assert told(armed)[0][1] == "Leave out Kobold Druid with its minion (saves 17 points), or agree on a limit of 35."
    pack = [Member("wolf", minion_of="p"), Member("wolf", minion_of="p"), Member("cat-companion", minion_of="p")]
    led = warband(Member("pack-leader", id="p"), *pack, points_limit=10)
    assert told(led)[0][1] == "Leave out Pack Leader with its minions (saves 14 points), or agree on a limit of 14."


@pytest.mark.parametrize(
    ("limit", "fix"),
    [
        (59, "Leave out Wolf (saves 12 points)"),
        (55, "Leave out Boar (saves 18 points)"),
        (33, "Leave out 2 of Boar (saves 36 points)"),
        (30, "Leave out 2 of Boar and Wolf (saves 48 points)"),
        (0, "Leave out 2 of Boar, 2 of Wolf and Kobold Warrior (saves 69 points)"),
    ],
)
def test_as_few_creatures_as_need_be_are_left_out(limit: int, fix: str) -> None:
    assert told(warband("boar", "boar", "wolf", "wolf", KOBOLD, points_limit=limit))[0][1].startswith(fix)


def test_taking_a_named_fix_mends_the_problem() -> None:
    laden = Member("boar", hero_points=1, items=(HOLY,))
    assert told(warband(laden, points_limit=40))
    assert told(warband("boar", points_limit=40)) == []
    assert told(warband(laden, points_limit=48)) == []


def test_an_own_name_like_the_creatures_is_not_told_twice() -> None:
    assert told(warband(Member("boar", name="Boar", hero_points=4)))[0][0].startswith("Boar has 4")
