"""A member may have a card of its own, such as the one that its career has made; others keep their creature's."""

from dataclasses import replace

import pytest

from printing.cards.sheets import warband_cards
from rules.analysis.analysing import analyse
from rules.building.changes import draft_card
from rules.building.draft import Draft
from rules.building.extras import ExtrasGiveUp, UpgradeSet
from rules.building.fixes import FixTake
from rules.cards.model import Feature
from rules.errors import ChangeRefused
from rules.legality.verdict import verdict
from rules.matchup.sheet import matchup_sheet
from rules.roster import ItemChoice, Member
from rules.sheets.members import member_groups
from tests.rules.laid_out import roster_sheet
from tests.rules.legal import check
from tests.rules.warbands import BOAR, BOOK, STATS, warband

VETERAN = replace(
    BOAR,
    level=3,
    stats=replace(STATS, hp=40, will=9),
    features=(*BOAR.features, Feature("gore", "Gore", "add_on", strike=True)),
)
HELD = BOOK.with_member_cards({"m2": VETERAN})
TWO_BOARS = warband("boar", "boar")


def test_one_of_two_boars_costs_what_its_own_card_says() -> None:
    assert [member.points for member in verdict(TWO_BOARS, BOOK).members] == [18, 18]
    assert [member.points for member in verdict(TWO_BOARS, HELD).members] == [18, 21]
    laden = warband(Member("boar", hero_points=1), Member("boar", hero_points=1))
    assert [member.extras_points for member in verdict(laden, HELD).members] == [3, 4]


def test_the_half_cap_looks_at_the_members_own_points() -> None:
    (problem,) = check(warband("boar", "boar", points_limit=40), HELD)
    assert (problem.code, problem.subject.id) == ("creature.over_half", "m2")
    assert problem.fix == "Remove Boar, or raise the limit to 42."


def test_upgrades_and_items_are_those_of_the_members_own_card() -> None:
    goring = warband(Member("boar", upgrades=("gore",)), Member("boar", upgrades=("gore",)))
    assert [(problem.code, problem.subject.id) for problem in check(goring, HELD)] == [("upgrade.unknown", "m1")]
    lesser = ItemChoice("healing-potion-lesser")  # of level 3
    drinking = warband(Member("boar", items=(lesser,)), Member("boar", items=(lesser,)))
    assert [(problem.code, problem.subject.id) for problem in check(drinking, HELD)] == [("item.level_too_high", "m1")]


def test_a_member_that_becomes_another_creature_leaves_its_card_behind() -> None:
    assert [member.points for member in verdict(warband("boar", "wolf"), HELD).members] == [18, 12]


def test_a_members_own_card_stands_before_the_cards_of_the_roster() -> None:
    homebrew = replace(BOAR, level=1)
    own = warband("boar", "boar", cards=(homebrew,))
    assert [member.points for member in verdict(own, HELD).members] == [14, 21]


def test_the_sheet_and_the_printed_cards_show_the_members_own_card() -> None:
    sheet = roster_sheet(Draft(TWO_BOARS), HELD)
    assert [(member.card and member.card.level, member.upgrade_cost) for member in sheet.members] == [(2, 3), (3, 4)]
    assert [len(member.upgrades) for member in sheet.members] == [0, 1]
    assert [group.number for group in member_groups(sheet)] == [1, 1]
    assert len(list(warband_cards(member_groups(sheet)))) == 2


def test_the_analysis_counts_the_members_own_card() -> None:
    analysis = analyse(TWO_BOARS, HELD)
    assert [level for level, _ in analysis.by_level] == [2, 3]
    assert analysis.hp == (STATS.hp or 0) + 40
    assert analysis.saves[2].values == (3, 9)


def test_members_with_cards_of_their_own_are_contenders_of_their_own() -> None:
    pack = warband("boar", Member("boar", name="Tusker"), "boar", "boar")
    several = BOOK.with_member_cards({"m2": VETERAN, "m3": VETERAN, "m4": replace(VETERAN, level=4)})
    side = matchup_sheet(pack, TWO_BOARS, several, BOOK).first
    assert [(contender.label, contender.count, contender.level, contender.points) for contender in side.everybody] == [
        ("Boar", 1, 2, 18),
        ("Boar, level 3 (Tusker)", 2, 3, 42),
        ("Boar, level 4", 1, 4, 26),
    ]


def test_contenders_that_would_share_a_label_are_numbered() -> None:
    other = replace(VETERAN, stats=STATS)
    side = matchup_sheet(TWO_BOARS, TWO_BOARS, BOOK.with_member_cards({"m1": VETERAN, "m2": other}), BOOK).first
    assert [contender.label for contender in side.everybody] == ["Boar, level 3, no. 1", "Boar, level 3, no. 2"]


def test_building_knows_the_members_own_card() -> None:
    draft = Draft(warband(Member("boar"), Member("boar", hero_points=2), points_limit=58))
    first, second = draft.roster.members
    assert (draft_card(first, draft, HELD), draft_card(second, draft, HELD)) == (BOAR, VETERAN)
    bought = UpgradeSet("m2", "gore", bought=True).apply(draft, HELD)
    assert bought.roster.members[1].upgrades == ("gore",)
    with pytest.raises(ChangeRefused):
        UpgradeSet("m1", "gore", bought=True).apply(draft, HELD)
    assert ExtrasGiveUp("m2", 3).describe(bought, HELD) == "Removed 2 hero points and Gore from Boar"


def test_a_fix_is_reckoned_from_the_members_own_card() -> None:
    draft = Draft(warband(Member("boar"), Member("boar", hero_points=2), points_limit=45))
    over, *_ = check(draft.roster, HELD)
    assert (over.code, over.params["over"]) == ("points.over_limit", 2)
    assert over.fix == "Remove 1 hero point from Boar (saves 4 points), or raise the limit to 47."
    fixed = FixTake("points.over_limit", None, None, 0).apply(draft, HELD)
    assert verdict(fixed.roster, HELD).points == 43
