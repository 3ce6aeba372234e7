"""A warband added up: its points by level and alignment, its bodies, HP and Speed, and what has no card."""

from rules.analysis.analysing import Share, analyse
from rules.cards.model import Card
from rules.legality.resolved import Rulebook
from rules.roster import Member, Roster
from tests.rules.warbands import NO_WILL, STRANGER


def test_points_are_split_by_level_with_extras_apart(company: Roster, rulebook: Rulebook):
    assert analyse(company, rulebook).by_level == (
        (-1, Share(bodies=1, base_points=9, extras_points=4)),
        (1, Share(bodies=2, base_points=14, extras_points=0)),
        (2, Share(bodies=1, base_points=18, extras_points=3)),
    )


def test_points_are_split_by_alignment_in_the_order_of_the_grid(company: Roster, rulebook: Rulebook):
    assert analyse(company, rulebook).by_alignment == (
        ("LN", Share(1, 14, 0)),
        ("TN", Share(2, 18, 3)),
        ("LE", Share(1, 9, 4)),
    )


def test_the_whole_is_the_sum_of_its_parts(company: Roster, rulebook: Rulebook):
    analysis = analyse(company, rulebook)
    assert analysis.whole == Share(bodies=4, base_points=41, extras_points=7)
    assert analysis.whole.points == 48
    assert analysis.bodies == analysis.members == 4
    assert analysis.hp == 7 + 40 + 15 + 10
    assert analysis.speed.values == (4, 5, 7, 8)


def test_a_creature_that_nobody_knows_is_named_and_left_out(rulebook: Rulebook):
    analysis = analyse(Roster((Member("nobody"), Member("boar"), Member("nobody"))), rulebook)
    assert analysis.members == 3
    assert analysis.bodies == 1
    assert analysis.unknown == ("nobody", "nobody")
    assert analysis.whole == Share(1, 18, 0)


def test_a_card_without_an_alignment_comes_last():
    analysis = analyse(Roster((Member("stranger"), Member("good"))), Rulebook.of(STRANGER, _good()))
    assert [code for code, _ in analysis.by_alignment] == ["LG", None]


def _good() -> Card:
    return Card("good", "Good", 1, "LG", "Medium", NO_WILL)


def test_a_stat_that_a_card_lacks_is_left_out_of_sum_and_spread(rulebook: Rulebook):
    analysis = analyse(Roster((Member("ballista"), Member("boar"))), rulebook)
    assert analysis.speed.values == (8,)
    assert analysis.speed.missing == ("Ballista",)
    assert analysis.hp == 80


def test_an_empty_warband_has_nothing_and_claims_nothing(rulebook: Rulebook):
    analysis = analyse(Roster(), rulebook)
    assert (analysis.members, analysis.unknown, analysis.whole, analysis.hp) == (0, (), Share(0, 0, 0), 0)
    assert (analysis.by_level, analysis.by_alignment, analysis.damage) == ((), (), ())
    assert [save.values for save in analysis.saves] == [(), (), ()]
    assert [objective.chance for objective in analysis.objectives] == [0] * 8
    assert all(objective.best is None and objective.skilled == () for objective in analysis.objectives)


def test_every_built_in_creature_can_be_analysed_with_all_its_upgrades(rulebook: Rulebook):
    members = tuple(Member(key, upgrades=tuple(card.upgrades)) for key, card in rulebook.cards.items())
    analysis = analyse(Roster(members), rulebook)
    assert analysis.bodies == len(rulebook.cards)
    assert sum(share.points for _, share in analysis.by_level) == analysis.whole.points
    assert sum(share.points for _, share in analysis.by_alignment) == analysis.whole.points
