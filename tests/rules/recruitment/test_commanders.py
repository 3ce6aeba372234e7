"""Commanders in a random box: minions come for no points, and with figures of their own."""

from itertools import product

from compendium.builtin import built_in_cards
from rules.recruitment.random_box import fielding_roster, fieldings
from tests.rules.recruitment.boxes import bought, card, deck, purchases, ranked

CARDS = {creature.key: creature for creature in built_in_cards()}
PACK = deck(
    card("alpha", 1, "Beast", brings=("wolf", "wolf")),
    card("wolf", 1, "Beast"),
    card("lord", 3, brings=("alpha",)),
    card("boar", 2, "Beast"),
)


def test_a_commander_brings_its_minions_for_no_points() -> None:
    (first, *_) = fieldings({"alpha": 1, "wolf": 2}, PACK, 28).fieldings
    assert (first.points, first.bodies) == (28, 2)
    alpha = next(
        fielding for fielding in fieldings({"alpha": 1, "wolf": 2}, PACK, 28).fieldings if fielding.points == 14
    )
    assert (alpha.points, alpha.bodies, alpha.tag, alpha.tag_bodies) == (14, 3, "Beast", 3)


def test_minions_need_figures_and_leave_fewer_to_buy() -> None:
    assert purchases(fieldings({"alpha": 2, "wolf": 3}, PACK, 200)) == [
        {"wolf": 3},
        {"alpha": 1, "wolf": 1},
        {"wolf": 2},
        {"alpha": 1},
        {"wolf": 1},
    ]


def test_minions_of_minions_come_too() -> None:
    (first, *_) = fieldings({"lord": 1, "alpha": 1, "wolf": 2}, PACK, 42).fieldings
    answer = fieldings({"lord": 1, "alpha": 1, "wolf": 2}, PACK, 42, most=100)
    lord = next(fielding for fielding in answer.fieldings if dict(bought(fielding)) == {"lord": 1})
    assert (lord.points, lord.bodies) == (21, 4)
    roster = fielding_roster(lord, name="Pack", limit=42, collection={"lord": 1, "alpha": 1, "wolf": 2})
    assert [(member.id, member.creature, member.minion_of) for member in roster.members] == [
        ("m1", "lord", None),
        ("m2", "alpha", "m1"),
        ("m3", "wolf", "m2"),
        ("m4", "wolf", "m2"),
    ]
    assert first.points == 28


def test_commanders_that_share_figures_through_a_third_are_kept_together() -> None:
    cards = deck(
        card("king", 3, brings=("cat", "dog")),
        card("lady", 2, brings=("dog",)),
        card("maid", 1, brings=("cat",)),
        card("cat", 0),
        card("dog", 0),
    )
    box = dict.fromkeys(cards, 1)
    answer = fieldings(box, cards, 60, most=100)
    assert [bought(fielding) for fielding in answer.fieldings] == ranked(box, cards, 60, "bodies")
    assert not any({"king", "maid"} <= purchase.keys() for purchase in purchases(answer))


def test_a_minion_may_be_dearer_than_half_of_the_limit() -> None:
    cards = deck(card("imp", -1, brings=("ogre",)), card("ogre", 7))
    answer = fieldings({"imp": 1, "ogre": 1}, cards, 20, "level")
    assert [(fielding.points, fielding.bodies, fielding.highest_level) for fielding in answer.fieldings] == [(9, 2, 7)]
    assert answer.left_out == ()


def test_a_minion_may_be_the_highest_of_all() -> None:
    recruits = [card(f"c{place}", 1) for place in range(6)]
    cards = deck(card("imp", -1, brings=("ogre",)), card("ogre", 7), card("scout", 0), *recruits)
    box = dict.fromkeys(cards, 1) | {"imp": 2, "ogre": 2, "scout": 2}
    answer = fieldings(box, cards, 42, "level")
    assert [(fielding.points, fielding.highest_level) for fielding in answer.fieldings[:2]] == [(42, 7), (42, 1)]
    assert purchases(answer)[0] == {"imp": 2, "scout": 2}


def test_minions_that_share_a_tag_count_each() -> None:
    beasts = [card(f"a{place}", 1, "Beast") for place in range(9)]
    cards = PACK | deck(*beasts)
    box = dict.fromkeys([beast.key for beast in beasts], 1) | {"alpha": 1, "wolf": 2}
    answer = fieldings(box, cards, 28, "tag")
    assert purchases(answer)[0] == {"alpha": 1, "a0": 1}
    assert answer.fieldings[0].tag_bodies == 4


def test_the_built_in_commander_needs_its_cat() -> None:
    druid, cat = "kobold-druid-1", "cat-companion-1"
    assert purchases(fieldings({druid: 2, cat: 1}, CARDS, 200)) == [{druid: 1}, {cat: 1}]
    alone = fieldings({druid: 1}, CARDS, 200)
    assert alone.fieldings == ()
    assert alone.left_out[0].reason == "It starts with Cat Companion 1, but the collection has none."


def test_twenty_kinds_of_commanders_may_share_twenty_minions() -> None:
    druids = [card(f"druid {place:02}", place % 3 - 1, brings=("cat",)) for place in range(20)]
    cards = deck(card("cat", 1), *druids)
    answer = fieldings(dict.fromkeys(cards, 1) | {"cat": 20}, cards, 200)
    assert answer.left_out == ()
    most = max(
        2 * (nine + twelve + fourteen) + cats
        for nine, twelve, fourteen, cats in product(range(8), range(8), range(7), range(21))
        if 9 * nine + 12 * twelve + 14 * (fourteen + cats) == 200 and nine + twelve + fourteen + cats <= 20
    )
    assert (answer.fieldings[0].points, answer.fieldings[0].bodies) == (200, most)


def test_commanders_that_share_too_much_are_left_out_and_told() -> None:
    minions = [f"cat {place:02}" for place in range(20)]
    druids = [
        card(f"druid {place:02}", 1, brings=tuple(minions[(place + step) % 20] for step in (0, 1, 5)))
        for place in range(20)
    ]
    cards = deck(*druids, *[card(key, 1) for key in minions])
    answer = fieldings(dict.fromkeys(minions, 3) | {druid.key: 3 for druid in druids}, cards, 2000)
    assert {entry.creature for entry in answer.left_out} == {druid.key for druid in druids}
    assert {entry.reason for entry in answer.left_out} == {
        "Its minions can serve other commanders too, in more combinations than Muster can try."
    }
    assert answer.fieldings[0].bodies == 60


def test_minions_of_minions_end_somewhere() -> None:
    cards = deck(*[card(f"c{place}", 1, brings=(f"c{place + 1}",)) for place in range(12)], card("c12", 1))
    answer = fieldings(dict.fromkeys(cards, 1), cards, 200)
    out = {entry.creature: entry.reason for entry in answer.left_out}
    assert sorted(out) == ["c0", "c1", "c2", "c3"]
    assert out["c3"] == "Its minions bring minions of their own more than 8 levels deep."
    assert purchases(answer)[0] == {"c4": 1}
