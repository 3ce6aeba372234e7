"""Adversaries by points: as near as three kinds can come, never over, the same for the same dice."""

from hypothesis import given
from hypothesis import strategies as st

from compendium.builtin import built_in_cards
from rules.dice import SeededRoller
from rules.p2v_combat.solo.monsters import (
    KINDS,
    MOST_MONSTERS,
    PERCENTS,
    adversary_points,
    choose_adversaries,
)
from tests.rows import every_row
from tests.scripted_dice import ScriptedRoller

CARDS = {card.key: card for card in built_in_cards()}
PLACE = ("adversaries",)


def _pool(*keys: str):
    return {key: CARDS[key] for key in keys}


def test_adversaries_are_worth_less_as_much_or_more_than_the_party():
    assert [adversary_points(150, percent) for percent in PERCENTS] == [112, 150, 187]


@every_row(
    "keys, points, faces, numbers",
    [
        # One wolf costs 14: seven make 98.
        (("wolf",), 100, [], (("wolf", 7),)),
        # 9 x 4 + 14 x 1 = 50; 14 x 3 + ... comes less near.
        (("wolf", "kobold-warrior"), 50, [1], (("kobold-warrior", 4), ("wolf", 1))),
        # Over half of the points: not for sale.
        (("wolf", "kobold-warrior"), 27, [], (("kobold-warrior", 3),)),
        (("wolf",), 27, [], ()),
        ((), 100, [], ()),
    ],
)
def test_the_numbers_come_as_near_to_the_points_as_they_can(keys, points, faces, numbers):
    """Ruling 178."""
    adversaries = choose_adversaries(_pool(*keys), points, ScriptedRoller(faces), PLACE)
    assert adversaries.numbers == numbers


def test_the_dice_choose_at_most_three_kinds():
    pool = _pool("wolf", "kobold-warrior", "boar", "flash-beetle", "goblin-dog")
    adversaries = choose_adversaries(pool, 100, ScriptedRoller([5, 1, 1]), PLACE)
    assert {key for key, _ in adversaries.numbers} <= {"wolf", "boar", "flash-beetle"}
    assert [(roll.sides, roll.place[-1]) for roll in adversaries.rolls] == [(5, 1), (4, 2), (3, 3)]


def test_what_is_there_already_counts():
    adversaries = choose_adversaries(_pool("kobold-warrior"), 60, ScriptedRoller([]), PLACE, spent=45)
    assert adversaries.numbers == (("kobold-warrior", 1),)
    assert choose_adversaries(_pool("wolf"), 60, ScriptedRoller([]), PLACE, spent=70).numbers == ()


pools = st.lists(st.sampled_from(sorted(CARDS)), max_size=6, unique=True).map(lambda keys: _pool(*keys))


@given(pools, st.integers(0, 600), st.binary(min_size=1, max_size=4))
def test_adversaries_never_cost_more_than_they_may(pool, points, seed):
    adversaries = choose_adversaries(pool, points, SeededRoller(seed), PLACE)
    assert adversaries.points == sum(pool[key].points for key in adversaries.creatures) <= points
    assert len(adversaries.numbers) <= KINDS
    assert len(adversaries.creatures) <= MOST_MONSTERS
    assert adversaries == choose_adversaries(pool, points, SeededRoller(seed), PLACE)
    affordable = [card.points for card in pool.values() if 2 * card.points <= points]
    if affordable and not adversaries.creatures:
        raise AssertionError("something would fit")
