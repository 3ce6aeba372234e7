"""Random boxes with wishes: for an alignment, with some creatures in all, and varied where everything fits."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compendium.builtin import built_in_cards
from rules.alignment import ALIGNMENT_CODES, recruits
from rules.cards.model import Card
from rules.errors import RulesError
from rules.recruitment.model import Fielding
from rules.recruitment.random_box import fielding_roster, fieldings
from rules.recruitment.search import MANY
from tests.examples import tried
from tests.rules.recruitment.boxes import Bought, bought, card, deck, members, purchases, ranked
from tests.rules.recruitment.drawn import boxes, decks, limits, rankings


def figures(purchase: Bought, cards: dict[str, Card]) -> Counter[str]:
    return Counter(member.creature for member in members(purchase, cards) or ())


@settings(max_examples=tried(80))
@given(boxes(), decks(), limits, rankings, st.dictionaries(st.sampled_from("abcdefg"), st.integers(0, 2), max_size=2))
def test_every_warband_has_what_is_required_and_no_better_one_is_missed(
    box: dict[str, int], cards: dict[str, Card], limit: int, ranking: str, required: dict[str, int]
) -> None:
    answer = fieldings(box, cards, limit, ranking, required=required)
    every = [
        purchase for purchase in ranked(box, cards, limit, ranking) if figures(purchase, cards) >= Counter(required)
    ]
    assert [bought(fielding) for fielding in answer.fieldings] == every[:5]


@settings(max_examples=tried(60))
@given(boxes(), decks(), limits, rankings, st.sampled_from(ALIGNMENT_CODES), st.data())
def test_for_an_alignment_only_those_that_it_recruits_are_taken(
    box: dict[str, int], cards: dict[str, Card], limit: int, ranking: str, code: str, data: st.DataObject
) -> None:
    some = st.sampled_from([None, *ALIGNMENT_CODES])
    cards = {key: replace(creature, alignment=data.draw(some)) for key, creature in cards.items()}
    allowed = {key: number for key, number in box.items() if cards[key].alignment in recruits(code)}
    answer = fieldings(box, cards, limit, ranking, alignment=code)
    assert [bought(fielding) for fielding in answer.fieldings] == ranked(allowed, cards, limit, ranking)[:5]
    barred = {key for key, number in box.items() if number} - allowed.keys()
    assert barred <= {entry.creature for entry in answer.left_out}


@settings(max_examples=tried(60))
@given(boxes(), decks(commanders=0), rankings)
def test_where_everything_fits_varied_warbands_differ_in_their_creatures(
    box: dict[str, int], cards: dict[str, Card], ranking: str
) -> None:
    owned = {key: number for key, number in box.items() if number}
    answer = fieldings(box, cards, 2_000, ranking, varied=True)
    every = ranked(box, cards, 2_000, ranking)
    if len(owned) > 1:
        every = [purchase for purchase in every if all(owned[key] == number for key, number in purchase)]
        kinds = [frozenset(key for key, _ in bought(fielding)) for fielding in answer.fieldings]
        assert len(set(kinds)) == len(kinds)
    assert [bought(fielding) for fielding in answer.fieldings] == every[:5]


@settings(max_examples=tried(30))
@given(boxes(), decks(), limits, rankings)
def test_where_not_everything_fits_varied_changes_nothing(
    box: dict[str, int], cards: dict[str, Card], limit: int, ranking: str
) -> None:
    if limit < sum(cards[key].points * number for key, number in box.items()) < MANY * limit:
        varied, plain = (fieldings(box, cards, limit, ranking, varied=each) for each in (True, False))
        if not varied.sentence.startswith(("All your figures", "All figures that can join")):
            assert varied == plain


def points_of(fielding: Fielding) -> dict[str, int]:
    return {recruit.card.key: recruit.points for recruit in fielding.recruits}


def shared_part(fielding: Fielding, other: Fielding) -> float:
    """Return the part of the points that two warbands share."""
    here, there = points_of(fielding), points_of(other)
    return sum(min(points, there.get(key, 0)) for key, points in here.items()) / min(fielding.points, other.points)


@pytest.mark.parametrize("limit", [100, 200, 500])
@pytest.mark.parametrize("ranking", ["bodies", "level", "tag"])
def test_of_many_figures_any_two_warbands_share_at_most_half_of_their_points(limit: int, ranking: str) -> None:
    cards = {card.key: card for card in built_in_cards()}
    box = dict.fromkeys(cards, 2)
    answer = fieldings(box, cards, limit, ranking, varied=True)
    assert answer == fieldings(box, cards, limit, ranking, varied=True)
    shared = [shared_part(pair, other) for pair, other in combinations(answer.fieldings, 2)]
    assert len(shared) == 10
    assert max(shared) <= 0.5
    assert "of which any two share at most half of their points" in answer.sentence
    # The best one is still the best of all, and none is much worse or stands before a better one.
    plain = fieldings(box, cards, limit, ranking)
    assert bought(answer.fieldings[0]) == bought(plain.fieldings[0])
    used = [fielding.points for fielding in answer.fieldings]
    assert used == sorted(used, reverse=True)
    assert used[-1] >= 0.9 * used[0]
    alike = [shared_part(pair, other) for pair, other in combinations(plain.fieldings, 2)]
    assert sum(shared) < sum(alike) / 2


@settings(max_examples=tried(40))
@given(boxes(), decks(), limits, rankings, st.dictionaries(st.sampled_from("abcdefg"), st.integers(0, 1), max_size=1))
def test_a_varied_answer_is_of_legal_warbands_that_have_what_is_required(
    box: dict[str, int], cards: dict[str, Card], limit: int, ranking: str, required: dict[str, int]
) -> None:
    answer = fieldings(box, cards, limit, ranking, required=required, varied=True)
    plain = fieldings(box, cards, limit, ranking, required=required)
    assert answer.left_out == plain.left_out
    assert bool(answer.fieldings) == bool(plain.fieldings)
    every = [
        purchase for purchase in ranked(box, cards, limit, ranking) if figures(purchase, cards) >= Counter(required)
    ]
    places = [every.index(bought(fielding)) for fielding in answer.fieldings]
    assert places == sorted(set(places))


BOX = deck(card("scout", 0), card("thug", 1), card("chief", 3))


def test_a_box_that_fits_is_told_as_such() -> None:
    answer = fieldings({"scout": 2, "thug": 1, "chief": 1}, BOX, 200, varied=True)
    assert purchases(answer) == [
        {"scout": 2, "thug": 1, "chief": 1},
        {"scout": 2, "chief": 1},
        {"scout": 2, "thug": 1},
        {"thug": 1, "chief": 1},
        {"scout": 2},
    ]
    assert answer.sentence.startswith(
        "All your figures fit under the limit. The best 5 warbands that differ in their creatures, ranked by points"
    )
    few = fieldings({"scout": 2, "thug": 1}, BOX, 200, varied=True)
    assert few.sentence.startswith("All your figures fit under the limit. All 3 warbands that differ")
    assert few.fieldings[-1].why.endswith("there is no warband of other creatures.")


def test_a_box_of_which_some_may_not_join_is_not_told_to_fit_whole() -> None:
    answer = fieldings({"scout": 2, "thug": 1, "nobody": 1}, BOX, 200, varied=True)
    assert [entry.creature for entry in answer.left_out] == ["nobody"]
    assert answer.sentence.startswith("All figures that can join fit under the limit. All 3 warbands")


def test_what_cannot_be_had_together_is_told() -> None:
    answer = fieldings({"scout": 3, "chief": 1}, BOX, 45, required={"scout": 3, "chief": 1})
    assert (answer.fieldings, answer.sentence) == (
        (),
        "No warband of at most 45 points has 3 × Scout and Chief from these figures.",
    )
    assert "has Thug from these figures" in fieldings({"scout": 3}, BOX, 45, required={"thug": 1}).sentence


def test_a_creature_that_the_alignment_does_not_recruit_says_so() -> None:
    cards = {"scout": replace(BOX["scout"], alignment="CG"), "thug": BOX["thug"]}
    answer = fieldings({"scout": 1, "thug": 1}, cards, 45, alignment="LE")
    assert [entry.reason for entry in answer.left_out] == [
        "A Lawful Evil warband does not recruit Chaotic Good creatures.",
        "Its card has no alignment.",
    ]
    with pytest.raises(RulesError, match="is not an alignment"):
        fieldings({"scout": 1}, cards, 45, alignment="XX")


def test_the_roster_is_of_the_alignment_that_was_asked_for() -> None:
    (fielding, *_) = fieldings({"scout": 1}, BOX, 45).fieldings
    assert fielding_roster(fielding, name="", limit=45, collection={"scout": 1}, alignment="LE").alignment == "LE"
