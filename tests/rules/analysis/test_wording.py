"""The analysis read out: each side in a sentence or two, and its figures in words."""

from fractions import Fraction

import pytest

from rules.analysis import wording as words
from rules.analysis.analysing import Analysis, analyse
from rules.cards.model import Card, Stats
from rules.legality.resolved import Rulebook
from rules.roster import Member, Roster
from tests.rows import every_row


@pytest.fixture
def of(rulebook: Rulebook):
    """Return the analysis of members by their keys."""

    def analysed(*keys: str) -> Analysis:
        return analyse(Roster(tuple(map(Member, keys))), rulebook)

    return analysed


def test_the_company_is_read_out(company: Roster, rulebook: Rulebook):
    analysis = analyse(company, rulebook)
    assert words.level_reading(analysis) == "Most points (21 of 48) are at level 2. Extras cost 7 points in all."
    assert words.alignment_reading(analysis) == "Most points (21 of 48) are True Neutral."
    assert words.damage_reading(analysis) == (
        "Piercing is the most common type, dealt by all 4 members. "
        "No creature deals slashing, acid, electricity, fire or sonic damage."
    )
    assert words.saves_reading(analysis) == (
        "Fortitude is the weak spot. Its middle value is +3, and Kobold Druid 1 has the lowest, +2."
    )
    assert words.objectives_reading(analysis) == (
        "Most likely in one try: Exotic Flower and Golem's Eye (61%). Least likely: Book (36%). "
        "No creature is trained for Book."
    )
    assert words.speed_words(analysis) == "4 to 8"


def test_one_creature_is_read_out(of):
    analysis = of("boar")
    assert words.level_reading(analysis) == "All 18 points are at level 2."
    assert words.alignment_reading(analysis) == "All 18 points are True Neutral."
    assert words.damage_reading(analysis) == "Piercing is the only type."
    assert words.saves_reading(analysis) == "Reflex is the weak spot. Boar has +3."
    assert words.objectives_reading(analysis) == (
        "Most likely in one try: Exotic Flower and Willful Sprite (36%). Out of reach: 6 of the eight."
    )
    assert words.speed_words(analysis) == "8"


def test_several_of_a_kind_are_read_out(of):
    analysis = of("boar", "boar")
    assert words.damage_reading(analysis) == "Piercing is the only type, dealt by both members."
    assert words.saves_reading(analysis) == "Reflex is the weak spot. Every member has +3."


def test_shares_of_equal_size_are_named_together(of):
    analysis = of("boar", "animated-armor", "compsognathus", "kobold-warrior")
    assert words.level_reading(analysis) == "Most points (36 of 54) are at level 2."
    assert words.level_reading(of("boar", "kobold-warrior", "kobold-warrior")) == (
        "Most points (18 of 36 each) are at level −1 and at level 2."
    )


@pytest.mark.parametrize(
    ("stats", "reading"),
    [
        ((4, 4, 4), "No save stands out: Fortitude, Reflex and Will are alike. Plain has +4."),
        ((4, 9, 4), "Fortitude and Will are the weak spots. Plain has +4."),
        ((None, 9, 9), "No save stands out: Reflex and Will are alike. Plain has +9."),
        ((None, None, -1), "Will is the weak spot. Plain has −1."),
    ],
)
def test_saves_that_are_alike_are_read_out_together(stats, reading: str):
    fortitude, reflex, will = stats
    plain = Stats(fight=5, armor=15, power=15, fortitude=fortitude, reflex=reflex, will=will, hp=9, speed=5)
    card = Card("plain", "Plain", 1, "TN", "Medium", plain)
    assert words.saves_reading(analyse(Roster((Member("plain"),)), Rulebook.of(card))) == reading


def test_nothing_is_read_out_as_nothing(of):
    analysis = of()
    assert words.level_reading(analysis) == words.alignment_reading(analysis) == "Nothing in this warband costs points."
    assert words.damage_reading(analysis) == "No creature deals damage of a type that a card names."
    assert words.saves_reading(analysis) == "No member’s card has a save."
    assert words.objectives_reading(analysis) == "No creature here can claim a standard objective."
    assert words.speed_words(analysis) == "unknown"


@every_row(
    ("chance", "written"),
    [
        (Fraction(0), "0%"),
        (Fraction(1), "100%"),
        (Fraction(1, 8), "13%"),
        (Fraction(43, 120), "36%"),
        (Fraction(119, 120), "99%"),
        (Fraction(1, 120), "1%"),
    ],
)
def test_chances_are_whole_hundredths(chance: Fraction, written: str):
    assert words.percent(chance) == written


def test_names_of_several_are_counted_and_long_lists_cut():
    assert words.member_names(["Boar", "Wolf", "Wolf"]) == "Boar and 2 × Wolf"
    assert words.member_names([]) == ""
    assert words.member_names(map(str, range(10))) == "0, 1, 2, 3, 4, 5, 6, 7 and 2 more"


def test_the_checks_of_an_objective_show_their_parts(of):
    device = of("boar", "kobold-warrior").objectives[1]
    assert words.claims_words(device) == (
        "d6 1, 2 and 5: Kobold Warrior, Crafting, 1d20 + 3 (Will +3) against 15: 12 or more, 9 of 20",
        "d6 3: Kobold Warrior, Thievery, 1d20 + 2 (Reflex +7, untrained −5) against 15: 13 or more, 8 of 20",
        "d6 4: Kobold Warrior, Arcana, 1d20 − 2 (Will +3, untrained −5) against 15: 17 or more, 4 of 20",
        "d6 6: Kobold Warrior, Crafting, 1d20 + 3 (Will +3) against 20: 17 or more, 4 of 20",
    )


def test_a_check_that_cannot_succeed_and_no_check_at_all_say_so(of):
    assert words.claims_words(of("kobold-warrior").objectives[0])[1] == (
        "d6 6: Kobold Warrior, Arcana, 1d20 − 2 (Will +3, untrained −5) against 20: no face reaches it"
    )
    assert words.claims_words(of("boar").objectives[0]) == ("d6 1, 2, 3, 4, 5 and 6: no creature may try",)


def test_a_save_of_all_members_in_words(company: Roster, rulebook: Rulebook, of):
    assert words.spread_words(analyse(company, rulebook).saves[1]) == "+3 to +7, +4.5 in the middle"
    assert words.spread_words(of("boar").saves[1]) == "+3"
    assert words.spread_words(of("ballista").saves[2]) == "no creature has it"
