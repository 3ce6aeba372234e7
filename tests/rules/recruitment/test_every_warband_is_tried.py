"""The answers of a random box against all warbands that there are, tried one by one."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.cards.model import Card
from rules.legality.resolved import Rulebook
from rules.recruitment.model import RANKINGS
from rules.recruitment.random_box import fielding_roster, fieldings
from tests.examples import tried
from tests.rules.legal import check
from tests.rules.recruitment.boxes import (
    bought,
    card,
    deck,
    every_legal_roster,
    every_warband,
    members,
    merit,
    ranked,
    shape,
)
from tests.rules.recruitment.drawn import KEYS, boxes, decks, limits, rankings

EVERYTHING = 1_000


@settings(max_examples=tried(100))
@given(boxes(), decks(), limits, rankings)
def test_the_best_five_are_the_first_five_of_all(
    box: dict[str, int], cards: dict[str, Card], limit: int, ranking: str
) -> None:
    answer = fieldings(box, cards, limit, ranking)
    assert [bought(fielding) for fielding in answer.fieldings] == ranked(box, cards, limit, ranking)[:5]


@settings(max_examples=tried(50))
@given(boxes(copies=12), decks(commanders=4), limits, rankings)
def test_asked_for_all_it_has_all_in_order(
    box: dict[str, int], cards: dict[str, Card], limit: int, ranking: str
) -> None:
    answer = fieldings(box, cards, limit, ranking, most=EVERYTHING)
    assert [bought(fielding) for fielding in answer.fieldings] == ranked(box, cards, limit, ranking)


@settings(max_examples=tried(50))
@given(boxes(copies=9, ways=1_500), decks(commanders=1, levels=(-1, 1)), st.integers(0, 120), rankings)
def test_many_alike_of_few_levels(box: dict[str, int], cards: dict[str, Card], limit: int, ranking: str) -> None:
    answer = fieldings(box, cards, limit, ranking)
    assert [bought(fielding) for fielding in answer.fieldings] == ranked(box, cards, limit, ranking)[:5]


@settings(max_examples=tried(30))
@given(boxes("abcd", copies=2, ways=12), decks("abcd", commanders=3), st.integers(20, 90))
def test_no_legal_roster_without_extras_is_missing(box: dict[str, int], cards: dict[str, Card], limit: int) -> None:
    figures = 0
    for key in box:  # four figures have 625 ways to be one another's minions
        box[key] = min(box[key], 4 - figures)
        figures += box[key]
    answer = fieldings(box, cards, limit, most=EVERYTHING)
    rosters = [fielding_roster(fielding, name="", limit=limit, collection=box) for fielding in answer.fieldings]
    facts = {frozenset(shape(roster.members).items()) for roster in rosters}
    assert facts == {frozenset(shape(roster.members).items()) for roster in every_legal_roster(box, cards, limit)}
    assert len(facts) == len(rosters)


@settings(max_examples=tried(100))
@given(boxes(), decks(), limits, rankings)
def test_every_answer_is_a_legal_roster_and_tells_its_figures(
    box: dict[str, int], cards: dict[str, Card], limit: int, ranking: str
) -> None:
    for fielding in fieldings(box, cards, limit, ranking).fieldings:
        roster = fielding_roster(fielding, name="Box", limit=limit, collection=box)
        assert [problem for problem in check(roster, Rulebook(cards)) if problem.severity == "error"] == []
        assert [member.id for member in roster.members] == [f"m{n}" for n in range(1, len(roster.members) + 1)]
        enlisted = members(bought(fielding), cards)
        assert enlisted is not None
        assert shape(roster.members) == shape(enlisted)
        assert fielding.bodies == merit(enlisted, cards, "bodies") == len(roster.members)
        assert fielding.highest_level == merit(enlisted, cards, "level")
        assert fielding.tag_bodies == merit(enlisted, cards, "tag")
        assert (fielding.tag is None) == (fielding.tag_bodies == 0)
        assert sum(fielding.tag in cards[member.creature].tags for member in enlisted) == fielding.tag_bodies


@settings(max_examples=tried(50))
@given(boxes(), decks(), limits)
def test_the_figures_left_out_are_those_of_no_warband(box: dict[str, int], cards: dict[str, Card], limit: int) -> None:
    fielded = {member.creature for enlisted in every_warband(box, cards, limit).values() for member in enlisted}
    out = {fielding.creature for fielding in fieldings(box, cards, limit).left_out}
    assert out == {key for key, number in box.items() if number} - fielded


@pytest.mark.parametrize("ranking", [ranking.key for ranking in RANKINGS])
def test_the_order_of_the_box_changes_nothing(ranking: str) -> None:
    cards = deck(*[card(key, level, "Elf") for key, level in zip(KEYS, (1, 1, 0, 2, 2, 3, 1), strict=True)])
    box = dict.fromkeys(KEYS, 2)
    backwards = dict(reversed(box.items()))
    assert fieldings(box, cards, 100, ranking) == fieldings(backwards, cards, 100, ranking)
