"""Minions that come with their commander: free, one each, and never without it."""

from dataclasses import replace

import pytest

from rules.cards.model import Card
from rules.legality.resolved import Rulebook
from rules.legality.verdict import verdict
from rules.roster import ItemChoice, Member, Roster
from tests.rules.legal import check, is_legal
from tests.rules.warbands import BOOK, STATS, codes, only, warband

CAT = "cat-companion"


def cat(commander: str | None, **fields: object) -> Member:
    return Member(CAT, minion_of=commander, **fields)  # type: ignore[arg-type]  # fields of a member


def base_points(roster: Roster, rulebook: Rulebook = BOOK) -> list[int]:
    return [member.base_points for member in verdict(roster, rulebook).members]


def test_a_minion_that_comes_with_its_commander_costs_nothing() -> None:
    roster = warband("kobold-druid", cat("m1"))
    assert base_points(roster) == [14, 0]
    assert codes(roster) == []


def test_its_extras_are_paid_for() -> None:
    roster = warband("kobold-druid", cat("m1", items=(ItemChoice("holy-water"),), hero_points=2))
    answer = verdict(roster, BOOK)
    assert [(member.base_points, member.extras_points) for member in answer.members] == [(14, 0), (0, 9)]


def test_it_is_not_in_the_cap() -> None:
    # Eight extras at 3 points each: 24, and with the base of 14 they would be 38, more than half of 60.
    laden = {"items": (ItemChoice("holy-water"),) * 5, "hero_points": 3}
    assert codes(warband("kobold-druid", cat("m1", **laden), points_limit=40)) == []
    assert codes(warband("kobold-druid", cat("m1"), cat(None, **laden), points_limit=60)) == ["creature.over_half"]


def test_it_may_stand_before_its_commander() -> None:
    roster = warband(cat("boss"), Member("kobold-druid", id="boss"))
    assert base_points(roster) == [0, 14]
    assert codes(roster) == []


def test_the_same_creature_without_a_commander_is_simply_bought() -> None:
    assert base_points(warband("boar", CAT)) == [18, 14]
    assert codes(warband("boar", CAT)) == []


def test_a_commander_brings_as_many_as_its_card_names() -> None:
    pack = warband(
        Member("pack-leader", id="p"), Member("wolf", minion_of="p"), Member("wolf", minion_of="p"), cat("p")
    )
    assert codes(pack) == []
    assert base_points(pack) == [14, 0, 0, 0]


@pytest.mark.parametrize(
    ("minion_of", "why"),
    [
        ("m9", "its commander is not in the warband"),
        ("m3", "it is listed as its own commander"),
        ("m2", "Boar does not start with it"),
        ("m4", "“drgon” does not start with it"),
    ],
)
def test_a_minion_needs_its_own_commander(minion_of: str, why: str) -> None:
    roster = warband("kobold-druid", "boar", cat(minion_of), "drgon", cat("m1"))
    problem = next(problem for problem in check(roster, BOOK) if problem.code == "minion.without_commander")
    assert problem.subject.id == "m3"
    assert problem.message == f"Cat Companion cannot join as a minion: {why}."
    assert problem.fix == "Buy Cat Companion for 14 points without a commander, or remove Cat Companion."
    assert base_points(roster)[2] == 14


def test_a_commander_does_not_bring_another_creature() -> None:
    roster = warband("kobold-druid", cat("m1"), Member("boar", minion_of="m1"))
    assert only(roster).message == "Boar cannot join as a minion: Kobold Druid does not start with it."


def test_one_too_many_is_bought() -> None:
    roster = warband("kobold-druid", cat("m1"), cat("m1"))
    problem = only(roster)
    assert problem.subject.id == "m3"
    assert problem.message.endswith("Kobold Druid starts with only 1 and already has it.")
    assert base_points(roster) == [14, 0, 14]


def test_which_one_is_too_many_does_not_depend_on_the_order() -> None:
    boss = Member("kobold-druid", id="boss")
    early, late = cat("boss", id="m2"), cat("boss", id="m10")
    for members in ((boss, early, late), (late, early, boss)):
        assert only(warband(*members)).subject.id == "m10"


def test_each_commander_wants_its_own_minion() -> None:
    roster = warband("kobold-druid", "kobold-druid", cat("m1"))
    problem = only(roster)
    assert (problem.code, problem.subject.id) == ("minion.missing", "m2")
    assert problem.fix == "Add Cat Companion to Kobold Druid for 0 points, or remove Kobold Druid."
    assert codes(replace(roster, members=(*roster.members, cat("m2")))) == []


def test_a_commander_misses_each_kind_of_its_minions() -> None:
    problems = check(warband("pack-leader"), BOOK)
    assert [(problem.code, problem.params["minion"], problem.params["missing"]) for problem in problems] == [
        ("minion.missing", "wolf", 2),
        ("minion.missing", CAT, 1),
    ]
    assert problems[0].message == "Pack Leader starts with 2 × Wolf as minions, none of which are in the warband."
    assert problems[0].fix == "Add 2 × Wolf to Pack Leader for 0 points, or remove Pack Leader."
    half = check(warband("pack-leader", Member("wolf", minion_of="m1")), BOOK)[0]
    assert half.message == "Pack Leader starts with 2 × Wolf as minions, but 1 of them is not in the warband."
    assert half.fix == "Add Wolf to Pack Leader for 0 points, or remove Pack Leader."


def test_a_minion_that_nobody_knows_is_missed_by_its_key() -> None:
    book = Rulebook.of(Card("boss", "Boss", 1, "LE", "Small", STATS, starts_with=("imp",)))
    assert only(warband("boss"), book).message == "Boss starts with a minion, “imp”, which is not in the warband."


def test_a_minion_may_bring_a_minion_of_its_own() -> None:
    chief = Card("chief", "Chief", 2, "LE", "Small", STATS, starts_with=("kobold-druid",))
    book = BOOK.with_cards([chief])
    roster = warband(Member("chief", id="c"), Member("kobold-druid", id="d", minion_of="c"), cat("d"))
    assert codes(roster, book) == []
    assert base_points(roster, book) == [18, 0, 0]


def test_two_creatures_cannot_bring_each_other_for_nothing() -> None:
    egg = Card("egg", "Egg", 1, "LE", "Small", STATS, starts_with=("hen",))
    hen = Card("hen", "Hen", 1, "LE", "Small", STATS, starts_with=("egg",))
    book = Rulebook.of(egg, hen)
    roster = warband(Member("egg", minion_of="m2"), Member("hen", minion_of="m1"))
    assert base_points(roster, book) == [14, 14]
    assert not is_legal(roster, book)
    assert "it would bring along its own commander, Hen" in check(roster, book)[0].message


def test_a_creature_that_starts_with_its_own_kind_does_not_bring_itself() -> None:
    book = Rulebook.of(Card("rat", "Rat", 1, "LE", "Small", STATS, starts_with=("rat",)))
    mother, young = Member("rat", id="a", minion_of="a"), Member("rat", id="b", minion_of="a")
    roster = warband(mother, young)
    assert base_points(roster, book) == [14, 0]
    assert [(problem.code, problem.subject.id) for problem in check(roster, book)] == [
        ("minion.without_commander", "a"),
        ("minion.missing", "b"),
    ]


def test_a_revision_of_the_commander_decides_what_it_brings() -> None:
    alone = replace(BOOK.cards["kobold-druid"], starts_with=(), revision=2)
    book = replace(BOOK, revisions={("kobold-druid", 2): alone})
    assert codes(warband(Member("kobold-druid", revision=2)), book) == []
