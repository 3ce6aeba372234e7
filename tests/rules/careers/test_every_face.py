"""The fold goes through every face of every table: elimination, injuries, advancement, classes, damage."""

from collections import Counter
from dataclasses import replace
from itertools import product

from rules.cards.model import Feature
from rules.careers import begin
from rules.careers.events import AdvanceRoll, CareerCorrected, PlayedScenario
from rules.careers.numbers import damage_numbers, stat_numbers
from rules.effects.values import Damage, Range
from rules.legality.resolved import Rulebook
from rules.roster import Member
from tests.rows import every_row
from tests.rules.careers.careers import BOOK, KOBOLD, STATS, die, only, scenario
from tests.rules.careers.folding import fold

START = begin([Member("kobold-warrior", id="m1")], BOOK)
PLAYED = PlayedScenario(id="e1", scenario="s1", fielded=("m1",))
BEFORE = {"fight": 5, "armor": 16, "power": 13, "fortitude": 3, "reflex": 7, "will": 3, "hp": 7, "speed": 5}

#          face: status, wounded
ELIMINATION = {
    1: ("out_of_action", False),
    2: ("out_of_action", False),
    3: ("ready", True),
    4: ("ready", True),
    5: ("ready", False),
    6: ("ready", False),
}


@every_row("face", ELIMINATION)
def test_every_face_of_the_elimination(face: int) -> None:
    events = [scenario("s1", "m1", out=("m1",)), die("elimination", "s1", "m1", face)]
    status, wounded = ELIMINATION[face]
    if wounded:
        events.append(die("injury", "s1", "m1", 1))
    career = only(*events)
    assert (career["status"], bool(career["wounds"])) == (status, wounded)


@every_row(
    ("face", "key", "lost", "starts_with"),
    [
        (1, "injured-leg", {"speed": 4}, []),
        (2, "injured-eye", {"fight": 4}, []),
        (3, "befuddled", {"power": 12}, []),
        (4, "cursed", {"fortitude": 2, "reflex": 6, "will": 2}, []),
        (5, "fragile", {"armor": 15}, []),
        (6, "weakened", {}, ["slowed"]),
    ],
)
def test_every_face_of_the_injuries(face: int, key: str, lost: dict[str, int], starts_with: list[str]) -> None:
    events = [scenario("s1", "m1", out=("m1",)), die("elimination", "s1", "m1", 4), die("injury", "s1", "m1", face)]
    career = only(*events)
    assert career["wounds"] == [{"injury": key, "permanent": False, "scenario": "s1"}]
    assert (career["stats"], career["starts_with"]) == (BEFORE | lost, starts_with)


def test_all_216_advances() -> None:
    totals: Counter[str] = Counter()
    for number, faces in enumerate(product(range(1, 7), repeat=3)):
        roll = AdvanceRoll(id=f"r{number}", scenario="s1", member="m1", faces=faces)
        (career,) = fold(START, [PLAYED, roll], BOOK).state.members
        gains = [(change.stat, change.by) for change in career.gains]
        assert gains == ([] if career.open_feats else [(gains[0][0], 1)])
        totals["feat" if career.open_feats else gains[0][0]] += 1
    assert totals == {
        "feat": 31,
        "fight": 37,
        "power": 33,
        "armor": 35,
        "fortitude": 27,
        "reflex": 26,
        "will": 27,
    }


#    class: HP at levels -1, 0, 1, 2 ... 14, from the printed table
FIRST = {"Barbarian": (25, 20, 25), "Sorcerer": (15, 10, 15), "Wizard": (15, 10, 15)}
TWELVE = (20, 12, 15)
FIFTEEN = (20, 15, 20)
CLASSES = FIRST | {
    "Alchemist": TWELVE,
    "Bard": TWELVE,
    "Champion": FIFTEEN,
    "Cleric (Cloistered)": TWELVE,
    "Cleric (Warpriest)": FIFTEEN,
    "Druid": TWELVE,
    "Fighter": FIFTEEN,
    "Monk": FIFTEEN,
    "Ranger": FIFTEEN,
    "Rogue": TWELVE,
}


def test_there_are_13_classes() -> None:
    assert len(CLASSES) == 13


@every_row("name", CLASSES)
def test_every_class_at_every_level_from_every_level(name: str) -> None:
    first, lower, upper = CLASSES[name]
    expected = [first - 10, first - 5, first]
    expected += [expected[-1] + lower * number for number in range(1, 7)]
    expected += [expected[-1] + upper * number for number in range(1, 8)]
    for printed, hp in enumerate(expected):
        card = replace(KOBOLD, level=printed - 1, class_name=name, stats=replace(STATS, hp=hp))
        book = Rulebook.of(card)
        start = begin([Member("kobold-warrior", id="m1")], book)
        for reached, now in enumerate(expected):
            change = CareerCorrected(correction="level", id="c", member="m1", reason="test", amount=reached - printed)
            (career,) = fold(start, [change], book).state.members
            number = stat_numbers(career, card)["hp"]
            assert number is not None
            assert number.value == now


#        level: extreme, high, moderate, low, area unlimited, area limited
DAMAGE = {
    -1: (4, 3, 3, 2, 2, 4),
    0: (6, 5, 4, 3, 4, 6),
    1: (8, 6, 5, 4, 5, 7),
    2: (10, 9, 8, 6, 7, 10),
    3: (15, 10, 10, 8, 9, 15),
    4: (20, 15, 10, 9, 10, 20),
    5: (20, 15, 15, 10, 10, 20),
    6: (25, 20, 15, 10, 15, 25),
    7: (25, 20, 15, 10, 15, 30),
    8: (30, 20, 20, 15, 15, 30),
    9: (30, 25, 20, 15, 20, 35),
    10: (35, 25, 20, 15, 20, 40),
    11: (35, 30, 25, 20, 20, 40),
    12: (40, 30, 25, 20, 25, 45),
    13: (40, 30, 25, 20, 25, 50),
    14: (45, 35, 30, 25, 25, 55),
}
# A feature and a class that follow each column whatever the amount is.
MELEE, RANGED, CONE = Range("melee", 1), Range("ranged", 8), Range("cone", 3)
FOLLOWERS = [
    ("Barbarian", Feature(id="x", name="X", strike=True, range=MELEE)),
    ("Fighter", Feature(id="x", name="X", strike=True, range=MELEE)),
    ("Fighter", Feature(id="x", name="X", strike=True, range=RANGED)),
    ("Bard", Feature(id="x", name="X", strike=True, range=RANGED)),
    (None, Feature(id="x", name="X", range=CONE)),
    (None, Feature(id="x", name="X", range=CONE, uses=("daily",))),
]


@every_row("column", range(6))
def test_all_96_cells_of_the_damage_progression(column: int) -> None:
    class_name, feature = FOLLOWERS[column]
    for printed, row in DAMAGE.items():
        grows = replace(feature, damage=(Damage(row[column]),))
        card = replace(KOBOLD, level=printed, class_name=class_name, features=(grows,))
        book = Rulebook.of(card)
        start = begin([Member("kobold-warrior", id="m1")], book)
        for reached, expected in DAMAGE.items():
            change = CareerCorrected(correction="level", id="c", member="m1", reason="test", amount=reached - printed)
            (career,) = fold(start, [change], book).state.members
            assert damage_numbers(grows, career, card)[0].value == expected[column]
