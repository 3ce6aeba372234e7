"""What a player reads: the number, the limit, and the smallest change that mends it."""

from dataclasses import replace

import pytest

from rules.roster import HouseRules, ItemChoice, Member, Roster
from tests.rows import every_row
from tests.rules.legal import check
from tests.rules.warbands import BOOK, warband

HOLY = ItemChoice("holy-water")
KOBOLD = "kobold-warrior"


def summary(roster: Roster) -> list[tuple[str, str]]:
    return [(problem.message, problem.fix) for problem in check(roster, BOOK)]


@every_row(
    ("roster", "message", "fix"),
    [
        (
            warband("caldera-oni", points_limit=200),
            "Caldera Oni costs 192 points, but no creature may cost more than half of the 200-point limit (100).",
            "Remove Caldera Oni, or raise the limit to 384.",
        ),
        (
            warband(Member("boar", name="Tusker", hero_points=2, items=(HOLY,)), points_limit=46),
            "Tusker (Boar) costs 27 points, but no creature may cost more than half of the 46-point limit (23).",
            "Remove 2 hero points from Tusker (Boar), which then costs 21, or raise the limit to 54.",
        ),
        (
            warband(Member("boar", hero_points=1, items=(HOLY,)), points_limit=40),
            "Boar costs 24 points, but no creature may cost more than half of the 40-point limit (20).",
            "Remove 1 hero point and Holy Water from Boar, which then costs 18, or raise the limit to 48.",
        ),
        (
            warband(Member(KOBOLD, upgrades=("sling",), positioning=("false-object", "ambush")), points_limit=22),
            "Kobold Warrior costs 13 points, but no creature may cost more than half of the 22-point limit (11).",
            "Remove False Object from Kobold Warrior, which then costs 11, or raise the limit to 26.",
        ),
        (
            warband("boar", "boar", Member(KOBOLD, upgrades=("sling",)), points_limit=46),
            "The warband costs 47 points, 1 more than its limit of 46.",
            "Remove Sling from Kobold Warrior (saves 2 points), or raise the limit to 47.",
        ),
        (
            warband("boar", "boar", KOBOLD, Member("boar", name="Old", hero_points=3), points_limit=65),
            "The warband costs 72 points, 7 more than its limit of 65.",
            "Remove 3 hero points from Old (Boar) (saves 9 points), or raise the limit to 72.",
        ),
        (
            warband("boar", "boar", "wolf", points_limit=40),
            "The warband costs 48 points, 8 more than its limit of 40.",
            "Remove Wolf (saves 12 points), or raise the limit to 48.",
        ),
        (
            warband("boar", "boar", "boar", "boar", points_limit=40),
            "The warband costs 72 points, 32 more than its limit of 40.",
            "Remove 2 × Boar (saves 36 points), or raise the limit to 72.",
        ),
        (
            warband("boar", "wolf", KOBOLD, "wolf", points_limit=25),
            "The warband costs 51 points, 26 more than its limit of 25.",
            "Remove Boar and Wolf (saves 30 points), or raise the limit to 51.",
        ),
        (
            warband(*[KOBOLD] * 20, points_limit=100),
            "The warband costs 180 points, 80 more than its limit of 100.",
            "Remove the 9 most expensive creatures (saves 81 points), or raise the limit to 180.",
        ),
        (
            warband("archon", KOBOLD),
            "Archon is Lawful Good, but a Lawful Evil warband takes only Lawful Neutral, True Neutral, Lawful "
            "Evil and Neutral Evil.",
            "Remove Archon, or choose Lawful Neutral, which may take every creature here.",
        ),
        (
            warband("archon", "wolf"),
            "Archon is Lawful Good, but a Lawful Evil warband takes only Lawful Neutral, True Neutral, Lawful "
            "Evil and Neutral Evil.",
            "Remove Archon.",
        ),
        (
            warband(KOBOLD, "wolf", alignment=None),
            "In limited play, a warband needs an alignment, but this one has none.",
            "Choose Lawful Evil or Neutral Evil, which may take every creature here.",
        ),
        (
            warband("archon", "wolf", alignment=None),
            "In limited play, a warband needs an alignment, but this one has none.",
            "Choose one of the nine alignments; none may take every creature here.",
        ),
        (
            warband("Kobold Warrior"),
            "There is no creature called “Kobold Warrior”, so it counts as 0 points.",
            "Use Kobold Warrior instead (its key is “kobold-warrior”), or remove “Kobold Warrior”.",
        ),
        (
            warband(Member("boar", hero_points=5)),
            "Boar has 5 hero points, but a creature may have at most 3.",
            "Remove 2 hero points from Boar.",
        ),
        (
            warband(Member("boar", upgrades=("wings",))),
            "Boar has an unknown upgrade, “wings”, which counts as 0 points.",
            "Remove “wings” from Boar (the card offers no upgrades).",
        ),
        (
            warband(Member(KOBOLD, upgrades=("wings",))),
            "Kobold Warrior has an unknown upgrade, “wings”, which counts as 0 points.",
            "Remove “wings” from Kobold Warrior (the card offers “sling”, “lance”, “net”, “helmet” and “hex”).",
        ),
        (
            warband(Member(KOBOLD, upgrades=("sling",) * 3)),
            "Kobold Warrior has Sling 3 times; it can have it only once.",
            "Keep only one Sling for Kobold Warrior (saves 4 points).",
        ),
        (
            warband(Member(KOBOLD, upgrades=("lance", "net"))),
            "Lance and Net both replace Spear; Kobold Warrior can have only one of them.",
            "Remove Net from Kobold Warrior (saves 2 points).",
        ),
        (
            warband(Member(KOBOLD, items=(HOLY,))),
            "Kobold Warrior is level -1 and carries Holy Water, but creatures below level 1 cannot carry items.",
            "Remove Holy Water from Kobold Warrior (saves 2 points).",
        ),
        (
            warband(Member("boar", items=(ItemChoice("swarmsuit"), ItemChoice("Holy Water")))),
            "Boar carries an unknown item, “Holy Water”, which counts as 0 points.",
            "Use Holy Water instead (its key is “holy-water”), or remove “Holy Water” from Boar.",
        ),
        (
            warband(Member("boar", items=(ItemChoice("healing-potion-lesser"),))),
            "Boar is level 2, too low to carry Healing Potion (Lesser), a level 3 item.",
            "Remove Healing Potion (Lesser) from Boar (saves 3 points).",
        ),
        (
            warband(Member("boar", items=(ItemChoice("fiery-weapon", "Tusk"),) * 3)),
            "Boar carries Fiery Weapon (Tusk) 3 times; only consumables may be carried more than once.",
            "Keep only one Fiery Weapon (Tusk) for Boar (saves 6 points), or choose another weapon.",
        ),
        (
            warband(Member("boar", items=(ItemChoice("fiery-weapon"),))),
            "Boar carries Fiery Weapon, but no weapon has been chosen for it.",
            "Choose a weapon.",
        ),
        (
            warband("boar", "boar", collection={"boar": 1}),
            "This warband has 2 × Boar, but you own only 1.",
            "Remove Boar, or add 1 Boar figure to your collection.",
        ),
        (
            warband("cat-companion", house_rules=HouseRules(sources=("p2v-orc",))),
            "Cat Companion comes from p2v-ogl, but the house rules allow only p2v-orc.",
            "Remove Cat Companion, or allow p2v-ogl.",
        ),
        (
            warband("boar", house_rules=HouseRules(sources=())),
            "Boar comes from p2v-orc, but the house rules allow no sources.",
            "Remove Boar, or allow p2v-orc.",
        ),
        (
            warband("boar", house_rules=HouseRules(sources=tuple("abcdefghij"))),
            "Boar comes from p2v-orc, but the house rules allow only a, b, c, d, e, f, g, h and 2 more.",
            "Remove Boar, or allow p2v-orc.",
        ),
        (
            warband("kobold-druid", Member("cat-companion", minion_of="m1"), Member("yeti", minion_of="m1")),
            "“yeti” cannot join as a minion: Kobold Druid does not start with it.",
            "Remove “yeti”.",
        ),
        (
            warband(Member("boar", revision=9)),
            "Boar is pinned to revision 9 of its card, which does not exist; revision 1 is used.",
            "Use revision 1.",
        ),
        (
            warband("ballista"),
            "Ballista has no Reflex or Will on its card.",
            "Agree on them before the game, or add them to the card.",
        ),
    ],
)
def test_a_player_is_told_what_is_wrong_and_what_mends_it(roster: Roster, message: str, fix: str) -> None:
    assert (message, fix) in summary(roster)


def test_sources_are_called_what_players_call_them() -> None:
    named = replace(BOOK, sources={"p2v-orc": "Path 2 Victory (ORC)", "p2v-ogl": "Path 2 Victory (OGL)"})
    (problem,) = check(warband("cat-companion", house_rules=HouseRules(sources=("p2v-orc", "home"))), named)
    assert problem.message == (
        "Cat Companion comes from Path 2 Victory (OGL), but the house rules allow only Path 2 Victory (ORC) and home."
    )
    assert problem.fix == "Remove Cat Companion, or allow Path 2 Victory (OGL)."
    assert problem.params == {"source": "p2v-ogl", "allowed": ["p2v-orc", "home"]}


def test_a_commander_leaves_with_its_minions() -> None:
    druid, cat = Member("kobold-druid", id="d"), Member("cat-companion", minion_of="d")
    bare = warband(druid, cat, points_limit=10)
    assert summary(bare)[0][1] == "Remove Kobold Druid with its minion (saves 14 points), or raise the limit to 14."
    armed = warband(druid, Member("cat-companion", minion_of="d", hero_points=1), "boar", points_limit=20)
    assert summary(armed)[0][1] == "Remove Kobold Druid with its minion (saves 17 points), or raise the limit to 35."
    pack = [Member("wolf", minion_of="p"), Member("wolf", minion_of="p"), Member("cat-companion", minion_of="p")]
    led = warband(Member("pack-leader", id="p"), *pack, points_limit=10)
    assert summary(led)[0][1] == "Remove Pack Leader with its minions (saves 14 points), or raise the limit to 14."


@pytest.mark.parametrize(
    ("limit", "fix"),
    [
        (59, "Remove Wolf (saves 12 points)"),
        (55, "Remove Boar (saves 18 points)"),
        (33, "Remove 2 × Boar (saves 36 points)"),
        (30, "Remove 2 × Boar and Wolf (saves 48 points)"),
        (0, "Remove 2 × Boar, 2 × Wolf and Kobold Warrior (saves 69 points)"),
    ],
)
def test_as_few_creatures_as_need_be_are_left_out(limit: int, fix: str) -> None:
    assert summary(warband("boar", "boar", "wolf", "wolf", KOBOLD, points_limit=limit))[0][1].startswith(fix)


def test_taking_a_named_fix_mends_the_problem() -> None:
    laden = Member("boar", hero_points=1, items=(HOLY,))
    assert summary(warband(laden, points_limit=40))
    assert summary(warband("boar", points_limit=40)) == []
    assert summary(warband(laden, points_limit=48)) == []


def test_an_own_name_like_the_creatures_is_not_told_twice() -> None:
    assert summary(warband(Member("boar", name="Boar", hero_points=4)))[0][0].startswith("Boar has 4")
