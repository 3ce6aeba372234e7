"""Luck: each roll against its average, worked out by hand, and its sums by side, kind and creature."""

from fractions import Fraction
from itertools import product

import pytest

from rules.combat.answers import FacesRolled
from rules.combat.resolution import RollAsk, pending
from rules.p2v_combat.events.acting import CreatureActed
from rules.p2v_combat.family import P2V, begin_battle
from rules.p2v_combat.luck import (
    ALL,
    ROLL_KINDS,
    BattleLuck,
    LuckSum,
    RollLuck,
    battle_luck,
    luck_from_document,
    sum_luck,
)
from rules.p2v_combat.numbers import AimedTarget, Circumstances
from rules.players.playing import play_to_end
from rules.players.stock import players_for
from tests.rules.p2v_combat.tables import PlayedTable, setup_of

TUSK = "feature/tusk"


def rolls_of(played: PlayedTable) -> list[RollLuck]:
    state, moves = begin_battle(played.setup), []
    for entry in played.entries:
        moves.append((state, entry.event))
        state = P2V.play(state, entry.event, entry.side)
    return list(battle_luck(moves))


def strike(played: PlayedTable, by: str, target: str, *faces: int, **holds: object) -> PlayedTable:
    aims = (AimedTarget(target, Circumstances(**holds)),)
    return played.do(CreatureActed(by, TUSK, "", aims), by[0]).roll(*faces)


def boars() -> PlayedTable:
    return PlayedTable(setup_of(["boar"], ["boar"])).begin("a").activate("a.m1")


# Fight 8 against Armor 13: 4 faces miss, 10 hit for 10, 6 hit critically for 20. On average 11, with a variance of
# (10 * 100 + 6 * 400) / 20 - 121 = 49.
@pytest.mark.parametrize(
    ("face", "damage", "successes"), [(4, -11, 0), (5, -1, 1), (14, -1, 1), (15, 9, 1), (20, 9, 1)]
)
def test_a_strike_is_held_against_its_average(face: int, damage: int, successes: int) -> None:
    (roll,) = rolls_of(strike(boars(), "a.m1", "b.m1", face))
    assert roll == RollLuck(
        "fight", "a.m1", successes, Fraction(16, 20), "a.m1", "b.m1", Fraction(damage), Fraction(49)
    )


def test_all_faces_of_a_strike_add_up_to_nothing() -> None:
    rolls = [roll for face in range(1, 21) for roll in rolls_of(strike(boars(), "a.m1", "b.m1", face))]
    assert sum(roll.damage for roll in rolls) == 0
    assert sum(roll.successes for roll in rolls) == sum(roll.expected for roll in rolls) == 16


def test_a_mirror_of_middle_dice_gives_no_side_any_luck() -> None:
    played = strike(boars(), "a.m1", "b.m1", 10).end("a.m1").activate("b.m1")
    luck = sum_luck(played.setup, rolls_of(strike(played, "b.m1", "a.m1", 10)))
    for side in "ab":
        assert luck.sides[side]["fight"].damage == -1
        assert (luck.sides[side][ALL].damage, luck.sides[side][ALL].spread) == (0, pytest.approx(98**0.5))
        assert luck.sides[side][ALL].rarity.startswith("Dice this good or better come in about 50 of 100 such battles")
    assert luck.dealt["a.m1"] == luck.dealt["b.m1"] == LuckSum(1, 1, 0.8, -1.0, 49.0)
    assert luck_from_document(luck.document()) == luck


def test_the_luck_of_one_side_is_the_bad_luck_of_the_other() -> None:
    played = strike(strike(boars(), "a.m1", "b.m1", 20), "a.m1", "b.m1", 1)
    luck = sum_luck(played.setup, rolls_of(played))
    # The second strike needs a 10: 9 faces miss, 10 hit for 10, 1 hits critically for 20; on average 6.
    assert luck.sides["a"][ALL].damage == 9 - 6 == -luck.sides["b"][ALL].damage
    assert luck.sides["a"][ALL].variance == 49 + (10 * 100 + 400) / 20 - 36
    assert luck.sides["a"][ALL].times == pytest.approx(3 / 83**0.5)
    # 0.33 standard deviations: 37 in 100 of a normal distribution lie above.
    assert luck.sides["b"][ALL].rarity.startswith("Dice this bad or worse come in about 37 of 100 such battles")
    assert luck.sides["b"][ALL].rarity.endswith("0.3 times as far from the average as usual.")
    assert (luck.sides["a"][ALL].figure, luck.sides["b"][ALL].figure) == ("+3.0", "−3.0")
    assert "fewer than 1 of 100" in LuckSum(1, 1, 0.5, 30.0, 100.0).rarity
    assert luck.sides["b"].keys() == {ALL}
    assert luck.taken["b.m1"].damage == 3
    assert "b.m1" not in luck.dealt


def test_cover_stops_the_average_of_the_strike_behind_it() -> None:
    # A die stops it on a 1: 5/6 of 11 on average, so that it loses 55/6 there and gains 11/6 elsewhere.
    stopped = rolls_of(strike(boars(), "a.m1", "b.m1", 1, cover=("a wall",)))
    passed, hit = rolls_of(strike(boars(), "a.m1", "b.m1", 2, 5, cover=("a wall",)))
    assert [roll.damage for roll in stopped] == [Fraction(-55, 6)]
    assert (passed.kind, passed.damage, passed.expected) == ("cover", Fraction(11, 6), Fraction(5, 6))
    assert passed.variance == Fraction(5, 36) * 121
    assert hit.damage == -1


def test_luck_without_rolls_has_no_distance() -> None:
    assert LuckSum().times == 0
    assert isinstance(sum_luck(boars().setup, ()), BattleLuck)


@pytest.mark.parametrize("seed", range(4))
def test_over_all_faces_each_roll_of_a_battle_is_its_average(seed: int) -> None:
    setup = setup_of(["goblin-pyro", "shadow", "gun-mage"], ["caldera-oni", "harpy", "ankheg"])
    entries, _ = play_to_end(setup, (), players_for(setup, {"a": "random", "b": "random"}, str(seed)), str(seed))
    state, kinds, known = begin_battle(setup), set[str](), list[RollLuck]()
    for entry in entries:
        ask = pending(state)
        if isinstance(ask, RollAsk) and ask.sides**ask.dice <= 400:
            every = product(range(1, ask.sides + 1), repeat=ask.dice)
            rolls = list(battle_luck((state, FacesRolled(faces, entered=False)) for faces in every))
            kinds |= {roll.kind for roll in rolls if roll.variance}
            known += rolls[:1]
            assert sum(roll.damage for roll in rolls) == 0
            assert sum(roll.damage**2 for roll in rolls) == sum(roll.variance for roll in rolls)
            assert sum(roll.successes for roll in rolls) == sum(roll.expected for roll in rolls)
        state = P2V.play(state, entry.event, entry.side)
    assert {"fight", "save", "resist"} <= kinds
    assert all(roll.kind in ROLL_KINDS for roll in known)


def test_the_luck_of_saves_and_resistance_leads_from_the_average_to_what_came() -> None:
    setup = setup_of(["goblin-pyro"], ["caldera-oni"])
    entries, _ = play_to_end(setup, (), players_for(setup, {}, "1"), "1")
    state, moves = begin_battle(setup), []
    for entry in entries:
        moves.append((state, entry.event))
        state = P2V.play(state, entry.event, entry.side)
    luck = sum_luck(setup, battle_luck(moves))
    assert luck.sides["a"][ALL].damage == pytest.approx(-luck.sides["b"][ALL].damage)
    assert luck.sides["a"][ALL].variance == luck.sides["b"][ALL].variance > 0
