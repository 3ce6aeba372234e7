"""Random boxes as players have them: what is fielded, why it stands where it stands, and what stays in the box."""

from time import process_time

import pytest

from compendium.builtin import built_in_cards
from rules.cards.model import Card
from rules.errors import RulesError
from rules.legality.resolved import Rulebook
from rules.points import LEVEL_COSTS
from rules.recruitment.model import MAX_FIGURES, MAX_LIMIT, RANKINGS, Recruitment, ranking_of
from rules.recruitment.random_box import fielding_roster, fieldings
from tests.rows import every_row
from tests.rules.legal import is_legal
from tests.rules.recruitment.boxes import card, deck, purchases

CARDS = {creature.key: creature for creature in built_in_cards()}
BANDITS = deck(card("scout", 0, "Human"), card("thug", 1, "Human"), card("wolf", 1, "Animal"), card("chief", 3))
EACH_RANKING = pytest.mark.parametrize("ranking", [ranking.key for ranking in RANKINGS])


def summary(answer: Recruitment) -> list[str]:
    return [fielding.why for fielding in answer.fieldings]


# --- The order ---


def test_more_points_come_first_whatever_the_ranking() -> None:
    box = {"scout": 3, "chief": 1}  # 12 points each, and 21
    for ranking in RANKINGS:
        points = [fielding.points for fielding in fieldings(box, BANDITS, 60, ranking.key).fieldings]
        assert points == [57, 45, 36, 33, 24]


def test_then_most_bodies() -> None:
    cards = deck(card("scout", 0), card("boar", 2), card("imp", 0))
    answer = fieldings({"scout": 3, "boar": 2, "imp": 3}, cards, 36)
    assert [(fielding.points, fielding.bodies) for fielding in answer.fieldings] == [
        (36, 3),
        (36, 3),
        (36, 3),
        (36, 3),
        (36, 2),
    ]


def test_or_the_highest_level() -> None:
    cards = deck(card("scout", 0), card("boar", 2))
    answer = fieldings({"scout": 3, "boar": 2}, cards, 36, "level")
    assert [(fielding.points, fielding.highest_level) for fielding in answer.fieldings[:2]] == [(36, 2), (36, 0)]


def test_or_most_bodies_of_one_tag() -> None:
    box = {"thug": 2, "wolf": 3}
    answer = fieldings(box, BANDITS, 42, "tag")
    assert [(fielding.points, fielding.tag, fielding.tag_bodies) for fielding in answer.fieldings] == [
        (42, "Animal", 3),
        (42, "Human", 2),
        (42, "Animal", 2),
        (28, "Human", 2),
        (28, "Animal", 2),
    ]


def test_tags_that_as_many_share_are_all_looked_through() -> None:
    elves = [card(f"z{place}", 1, "Elf") for place in range(6)]
    orcs = [card(f"a{place}", 1, "Orc") for place in range(6)]
    cards = deck(*elves, *orcs)
    answer = fieldings(dict.fromkeys(cards, 1), cards, 42, "tag")
    assert [fielding.tag for fielding in answer.fieldings] == ["Orc"] * 5
    assert purchases(answer)[0] == {"a0": 1, "a1": 1, "a2": 1}


def test_of_tags_that_as_many_share_the_first_by_name_is_told() -> None:
    cards = deck(card("scout", 0, "Human", "Scout", "Archer", "Elf"))
    assert fieldings({"scout": 2}, cards, 24).fieldings[0].tag == "Archer"


def test_any_number_of_copies_is_in_reach() -> None:
    answer = fieldings({"scout": 14}, BANDITS, 200, most=20)
    assert purchases(answer) == [{"scout": number} for number in range(14, 0, -1)]


def test_a_body_with_a_tag_twice_counts_once() -> None:
    cards = deck(card("scout", 0, "Human", "Human"), card("wolf", 0, "Animal"))
    (first, *_) = fieldings({"scout": 1, "wolf": 2}, cards, 24, "tag").fieldings
    assert (first.tag, first.tag_bodies) == ("Animal", 2)


def test_then_the_dearest_creatures_then_their_names() -> None:
    answer = fieldings({"wolf": 1, "thug": 1, "scout": 1}, BANDITS, 28)
    assert purchases(answer) == [
        {"thug": 1, "wolf": 1},
        {"thug": 1, "scout": 1},
        {"wolf": 1, "scout": 1},
        {"thug": 1},
        {"wolf": 1},
    ]


def test_any_number_of_them_can_be_asked_for() -> None:
    box = {"wolf": 1, "thug": 1, "scout": 1}
    assert len(fieldings(box, BANDITS, 200, most=1).fieldings) == 1
    assert len(fieldings(box, BANDITS, 200, most=100).fieldings) == 7


# --- Limits ---


def test_a_creature_may_cost_exactly_half_the_limit() -> None:
    assert purchases(fieldings({"chief": 1}, BANDITS, 42)) == [{"chief": 1}]
    assert purchases(fieldings({"chief": 1}, BANDITS, 41)) == []


def test_half_of_an_odd_limit_is_not_rounded() -> None:
    assert purchases(fieldings({"wolf": 2}, BANDITS, 29)) == [{"wolf": 2}, {"wolf": 1}]
    assert purchases(fieldings({"wolf": 2}, BANDITS, 27)) == []


def test_no_more_of_a_creature_than_the_collection_has() -> None:
    assert purchases(fieldings({"wolf": 2}, BANDITS, 200)) == [{"wolf": 2}, {"wolf": 1}]


def test_alignment_does_not_matter() -> None:
    box = {
        next(creature.key for creature in CARDS.values() if creature.alignment == code and creature.level < 5): 1
        for code in ("LG", "CG", "LE", "CE")
    }
    assert fieldings(box, CARDS, 200).fieldings[0].bodies == 4


def test_the_collection_may_have_all_kinds_of_levels() -> None:
    cards = deck(*[card(f"level {row.level}", row.level) for row in LEVEL_COSTS])
    for limit in (200, 500, 2000):
        first = fieldings(dict.fromkeys(cards, 1), cards, limit).fieldings[0]
        fitting = sum(row.cost for row in LEVEL_COSTS if 2 * row.cost <= limit)
        assert first.points == min(limit, fitting)


# --- What is told ---


@every_row(
    ("box", "limit", "ranking", "why"),
    [
        ({"wolf": 3, "scout": 1}, 42, "bodies", "Uses all 42 points with 3 bodies; the next one uses 40."),
        ({"wolf": 1}, 30, "bodies", "Uses 14 of 30 points with 1 body; there is no other warband."),
        ({"wolf": 1}, 30, "level", "Uses 14 of 30 points and reaches level 1; there is no other warband."),
        ({"wolf": 1}, 30, "tag", "Uses 14 of 30 points with 1 body tagged Animal; there is no other warband."),
        ({"chief": 1}, 50, "tag", "Uses 21 of 50 points with no tagged creature; there is no other warband."),
        (
            {"wolf": 2, "thug": 1},
            28,
            "bodies",
            "Uses all 28 points with 2 bodies; the next one ties in both, but has Wolf instead of Thug.",
        ),
        (
            {"wolf": 3, "thug": 1},
            42,
            "tag",
            "Uses all 42 points with 3 bodies tagged Animal; the next one has 2 tagged Animal.",
        ),
        ({"chief": 2, "wolf": 3}, 42, "bodies", "Uses all 42 points with 3 bodies; the next one has 2."),
        ({"chief": 2, "wolf": 3}, 42, "level", "Uses all 42 points and reaches level 3; the next one reaches level 1."),
        (
            {"chief": 2, "wolf": 3},
            42,
            "tag",
            "Uses all 42 points with 3 bodies tagged Animal; the next one has no tagged creature.",
        ),
    ],
)
def test_each_says_why_it_stands_before_the_next(box: dict[str, int], limit: int, ranking: str, why: str) -> None:
    assert summary(fieldings(box, BANDITS, limit, ranking))[0] == why


def test_the_last_one_shown_is_compared_with_one_that_is_not() -> None:
    box = {"wolf": 2, "scout": 2}
    (last,), (first, *_) = (summary(fieldings(box, BANDITS, 60, most=most)) for most in (1, 5))
    assert last == first.replace("the next one", "the next one (not shown)") != first


def test_levels_below_zero_have_a_true_minus_sign() -> None:
    cards = deck(card("rat", -1), card("imp", 0))
    whys = summary(fieldings({"rat": 4, "imp": 3}, cards, 36, "level"))
    assert whys[0] == "Uses all 36 points and reaches level 0; the next one reaches level −1."
    assert whys[1].startswith("Uses all 36 points and reaches level −1;")


def test_a_long_exchange_is_told_by_what_decides() -> None:
    cards = deck(*[card(f"c{place}", level) for place, level in enumerate((3, 0, 0, 2, 2, -1))])
    answer = fieldings(dict.fromkeys(cards, 1), cards, 45)
    assert purchases(answer)[:2] == [{"c0": 1, "c1": 1, "c2": 1}, {"c3": 1, "c4": 1, "c5": 1}]
    assert summary(answer)[0] == (
        "Uses all 45 points with 3 bodies; the next one ties in both, but has fewer C0 figures."
    )


def test_a_box_of_few_warbands_says_so() -> None:
    assert fieldings({"wolf": 1}, BANDITS, 200).sentence == "These figures make only one warband."
    assert fieldings({"wolf": 2}, BANDITS, 200).sentence == (
        "These figures make only 2 warbands, ranked by points used, then most bodies, then the most "
        "expensive creatures, then their names."
    )


@EACH_RANKING
def test_the_order_is_told_in_a_sentence(ranking: str) -> None:
    box = {"wolf": 3, "thug": 3}
    label = ranking_of(ranking).label.lower()
    ordered = f"ranked by points used, then {label}, then the most expensive creatures, then their names."
    assert fieldings(box, BANDITS, 200, ranking).sentence == f"The best 5 warbands, {ordered}"
    assert fieldings(box, BANDITS, 200, ranking, most=1).sentence == f"The best warband, {ordered}"


@pytest.mark.parametrize(
    ("box", "sentence"),
    [
        ({}, "The collection has no figures. Enter the figures that you own."),
        ({"wolf": 0}, "The collection has no figures. Enter the figures that you own."),
        (
            {"wolf": 2, "chief": 1},
            "Every figure costs more than half of the 20-point limit. Agree on a limit of 28 or more.",
        ),
        ({"wolf": 2, "drgon": 1}, "The list of creatures gives the reason for each."),
        ({"drgon": 1}, "The list of creatures gives the reason for each."),
    ],
)
def test_an_empty_answer_says_why(box: dict[str, int], sentence: str) -> None:
    answer = fieldings(box, BANDITS, 20)
    assert (answer.fieldings, answer.sentence) == ((), sentence)


ODD = deck(
    card("alpha", 1, "Beast", brings=("wolf", "wolf")),
    card("wolf", 1, "Beast"),
    card("lord", 3, brings=("alpha",)),
    card("boar", 2, "Beast"),
    card("egg", 1, brings=("hen",)),
    card("hen", 1, brings=("egg",)),
    card("rat", 1, brings=("rat",)),
    card("witch", 1, brings=("imp",)),
    card("titan", 14),
)


@every_row(
    ("box", "creature", "reason"),
    [
        ({"drgon": 2}, "drgon", "There is no creature called “drgon”."),
        (
            {"titan": 1},
            "titan",
            "It costs 192 points, but no creature may cost more than half of the 201-point limit (100.5).",
        ),
        ({"alpha": 1}, "alpha", "It starts with Wolf, but the collection has none."),
        ({"alpha": 1, "wolf": 1}, "alpha", "It needs 2 × Wolf, but the collection has only 1."),
        ({"lord": 1, "alpha": 1, "wolf": 1}, "lord", "It starts with Alpha, which cannot be fielded itself."),
        ({"witch": 1}, "witch", "It starts with “imp”, but the collection has none."),
        ({"witch": 1, "imp": 1}, "witch", "It starts with “imp”, which cannot be fielded itself."),
        ({"egg": 5, "hen": 5}, "egg", "It starts with Hen, which cannot be fielded itself."),
        ({"rat": 9}, "rat", "It starts with Rat, which cannot be fielded itself."),
    ],
)
def test_figures_that_are_left_out_have_a_reason(box: dict[str, int], creature: str, reason: str) -> None:
    out = {fielding.creature: fielding for fielding in fieldings({"boar": 1, **box}, ODD, 201).left_out}
    assert (out[creature].reason, out[creature].number) == (reason, box[creature])
    assert out[creature].name == (ODD[creature].name if creature in ODD else creature)


# --- The roster ---


def test_a_fielding_becomes_a_roster() -> None:
    box = {"alpha": 1, "wolf": 3, "boar": 2, "titan": 1}
    (first, *_) = fieldings(box, ODD, 70).fieldings
    roster = fielding_roster(first, name="From the box", limit=70, collection=box)
    assert (roster.name, roster.play_mode, roster.points_limit, roster.alignment) == (
        "From the box",
        "random_box",
        70,
        None,
    )
    assert roster.collection == box
    assert [(member.id, member.creature, member.minion_of) for member in roster.members] == [
        ("m1", "boar", None),
        ("m2", "boar", None),
        ("m3", "alpha", None),
        ("m4", "wolf", "m3"),
        ("m5", "wolf", "m3"),
        ("m6", "wolf", None),
    ]
    assert is_legal(roster, Rulebook(ODD))


# --- Bounds and speed ---


@every_row(
    ("box", "limit", "fields"),
    [
        ({"wolf": 1}, -1, {}),
        ({"wolf": 1}, MAX_LIMIT + 1, {}),
        ({"wolf": -1}, 200, {}),
        ({"wolf": MAX_FIGURES + 1}, 200, {}),
        ({"wolf": 1}, 200, {"most": 0}),
        ({"wolf": 1}, 200, {"ranking": "beauty"}),
    ],
)
def test_senseless_questions_are_refused(box: dict[str, int], limit: int, fields: dict[str, object]) -> None:
    with pytest.raises(RulesError):
        fieldings(box, BANDITS, limit, **fields)  # type: ignore[arg-type]  # senseless on purpose


FORTY = {
    "forty different": dict.fromkeys(sorted(CARDS)[::2][:40], 1),
    "forty of the cheapest": {"kobold-warrior": 40},
    "few levels": dict.fromkeys([key for key in sorted(CARDS) if CARDS[key].level in (0, 1)][:20], 2),
    "commanders": {"kobold-druid-1": 15, "cat-companion-1": 15, "kobold-warrior": 10},
}


@EACH_RANKING
@pytest.mark.parametrize("limit", [200, 500, 2000])
@pytest.mark.parametrize("box", FORTY.values(), ids=FORTY.keys())
def test_forty_figures_take_less_than_a_second(box: dict[str, int], limit: int, ranking: str) -> None:
    started = process_time()
    answer = fieldings(box, CARDS, limit, ranking)
    assert process_time() - started < 1
    assert len(answer.fieldings) == 5
    for fielding in answer.fieldings:
        assert is_legal(fielding_roster(fielding, name="", limit=limit, collection=box), Rulebook(CARDS))


def worst_deck() -> dict[str, Card]:
    """Return a thousand different cheap creatures, each with some of a hundred tags, every tenth a commander."""
    return deck(
        *[
            card(
                f"c{place}",
                place % 3 - 1,
                *[f"tag {place * step % 100}" for step in range(1, 6)],
                brings=(f"c{place + 1}",) if place % 10 == 0 else (),
            )
            for place in range(MAX_FIGURES)
        ]
    )


@EACH_RANKING
def test_the_greatest_question_ends_soon(ranking: str) -> None:
    cards = worst_deck()
    started = process_time()
    answer = fieldings(dict.fromkeys(cards, 1), cards, MAX_LIMIT, ranking)
    assert process_time() - started < 20  # seconds of work; one or two are usual
    assert [fielding.points for fielding in answer.fieldings] == [MAX_LIMIT] * 5
