"""The saves of a warband, and its weak spot."""

import pytest

from rules.analysis.analysing import analyse
from rules.analysis.saves import Spread, weak_spots
from rules.legality.resolved import Rulebook
from rules.roster import Member, Roster


def test_each_save_has_its_lowest_middle_and_highest_value(company: Roster, rulebook: Rulebook):
    saves = analyse(company, rulebook).saves
    assert [(save.stat, save.values, save.lowest, save.median, save.highest) for save in saves] == [
        ("fortitude", (2, 3, 3, 8), 2, 3, 8),
        ("reflex", (3, 4, 5, 7), 3, 4.5, 7),
        ("will", (3, 4, 6, 7), 3, 5, 7),
    ]


def test_whoever_has_the_lowest_value_is_weakest(company: Roster, rulebook: Rulebook):
    saves = analyse(company, rulebook).saves
    assert [save.weakest for save in saves] == [("Kobold Druid 1",), ("Boar",), ("Snik (Kobold Warrior)",)]


def test_several_may_be_the_weakest_in_the_order_of_the_roster(rulebook: Rulebook):
    two = Roster((Member("boar", name="Tusker"), Member("caldera-oni"), Member("boar")))
    assert analyse(two, rulebook).saves[1].weakest == ("Tusker (Boar)", "Boar")


def test_a_card_without_a_save_is_named_and_weakest_in_nothing(rulebook: Rulebook):
    will = analyse(Roster((Member("ballista"), Member("boar"))), rulebook).saves[2]
    assert will == Spread("will", (6,), ("Boar",), ("Ballista",))


def test_nobody_at_all_has_a_save(rulebook: Rulebook):
    will = analyse(Roster((Member("ballista"),)), rulebook).saves[2]
    assert (will.lowest, will.median, will.highest, will.weakest) == (None, None, None, ())


def spread(stat: str, *values: int) -> Spread:
    return Spread(stat, values, (), ())


@pytest.mark.parametrize(
    ("fortitude", "reflex", "will", "weak"),
    [
        ((5, 6, 7), (1, 7, 8), (8, 8, 8), ["fortitude"]),  # the middle value counts before the lowest one
        ((5, 6, 7), (4, 6, 9), (8, 8, 8), ["reflex"]),  # among equal middles the lowest
        ((5, 6, 7), (5, 6, 9), (8, 8, 8), ["fortitude", "reflex"]),
        ((), (5, 6, 9), (5,), ["will"]),
        ((), (), (), []),
    ],
)
def test_the_weak_spot_is_the_lowest_middle_value(fortitude, reflex, will, weak):
    saves = (spread("fortitude", *fortitude), spread("reflex", *reflex), spread("will", *will))
    assert [spot.stat for spot in weak_spots(saves)] == weak
