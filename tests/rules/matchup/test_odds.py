"""Chances against every face of the die, resolved one by one by a resolver of its own."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest

from rules.effects.model import Effect
from rules.effects.values import Damage, Resistance, SaveResult, SavingThrow, Weakness
from rules.p2v_combat.forecast import NO_ROLL, expected_damage
from rules.p2v_combat.guards import SaveResults, damage_share
from rules.p2v_combat.odds import SaveOdds, StrikeOdds, average_taken, save_odds, strike_odds
from rules.p2v_combat.tasks.damage import Blow
from rules.tables.damage import Defences, IncomingDamage
from tests.rows import every_row
from tests.rules.matchup import naive

BONUSES = range(-12, 41)
TARGETS = range(46)
NONE = Defences()


def test_a_strike_has_the_chances_of_its_twenty_faces_for_every_fight_and_armor() -> None:
    for fight, armor in product(BONUSES, TARGETS):
        ends = Counter(naive.strike(face, fight, armor) for face in naive.D20)
        assert strike_odds(fight, armor) == StrikeOdds(ends["miss"], ends["hit"], ends["critical"]), (fight, armor)


def test_a_save_has_the_chances_of_its_twenty_faces_for_every_bonus_and_power() -> None:
    for bonus, power in product(BONUSES, TARGETS):
        ends = Counter(naive.save(face, bonus, power) for face in naive.D20)
        expected = SaveOdds(ends["critical failure"], ends["failure"], ends["success"], ends["critical success"])
        assert save_odds(bonus, power) == expected, (bonus, power)


def test_chances_add_up_to_twenty_and_never_forget_the_natural_twenty_and_one() -> None:
    for bonus, target in product(BONUSES, TARGETS):
        strike, save = strike_odds(bonus, target), save_odds(bonus, target)
        assert strike.miss + strike.hit + strike.critical_hit == 20
        assert save.critical_failure + save.failure + save.success + save.critical_success == 20
        assert strike.critical_hit >= 1
        assert save.critical_failure >= 1


def test_the_face_that_is_named_is_the_border_between_good_and_bad() -> None:
    for bonus, target in product(BONUSES, TARGETS):
        strike, save = strike_odds(bonus, target), save_odds(bonus, target)
        assert [naive.strike(face, bonus, target) != "miss" for face in naive.D20] == [
            face >= strike.hits_on for face in naive.D20
        ]
        assert ["failure" in naive.save(face, bonus, target) for face in naive.D20] == [
            face <= save.fails_up_to for face in naive.D20
        ]


@pytest.mark.parametrize(
    ("fight", "armor", "odds"),
    [
        (7, 17, StrikeOdds(9, 10, 1)),  # hits on 10, and 20 is both natural and 10 above
        (0, 40, StrikeOdds(19, 0, 1)),  # out of reach but for the natural 20
        (16, 17, StrikeOdds(0, 10, 10)),  # a 1 is nothing special; critical from 11
        (26, 17, StrikeOdds(0, 0, 20)),
    ],
)
def test_strikes_told_by_hand(fight: int, armor: int, odds: StrikeOdds) -> None:
    assert strike_odds(fight, armor) == odds


@pytest.mark.parametrize(
    ("bonus", "power", "odds"),
    [
        (7, 17, SaveOdds(1, 8, 10, 1)),  # 1 by nature, fails to 9, 20 makes 27
        (0, 17, SaveOdds(7, 9, 4, 0)),  # 7 and less are 10 below
        (30, 17, SaveOdds(1, 0, 0, 19)),  # only the natural 1 fails
        (0, 25, SaveOdds(15, 5, 0, 0)),  # a natural 20 is no wonder
    ],
)
def test_saves_told_by_hand(bonus: int, power: int, odds: SaveOdds) -> None:
    assert save_odds(bonus, power) == odds


@every_row("dice", range(5))
@every_row("weakness", [0, 5, 10])
def test_resistance_is_the_average_of_every_throw_of_its_dice(dice: int, weakness: int) -> None:
    throws = list(product(naive.D6, repeat=dice))
    for amount in (0, 1, 4, 5, 7, 10, 15, 30):
        total = sum(naive.taken(amount, faces, weakness) for faces in throws)
        assert average_taken(IncomingDamage(amount), dice, weakness) == Fraction(total, len(throws)), amount


def test_six_dice_of_resistance_are_weighed_like_any_other() -> None:
    # Against 30 damage k of 6 dice take 5k off: the average is 30 - 5 x 3.
    assert average_taken(IncomingDamage(30), 6, 0) == 15


def average(
    amount: int,
    strike: StrikeOdds | None = None,
    save: SaveOdds | None = None,
    result: SaveResult = "half",
    *,
    defences: Defences = NONE,
) -> Fraction:
    """Return the average of one amount, with a strike, a save against it, or both."""
    effect = Effect(damage=(Damage(amount),), saves=(SavingThrow("reflex", result),) if save else ())

    def dealt(outcome: str, saves: SaveResults) -> Iterator[Blow]:
        share, critical = damage_share(effect, 0, saves), outcome == "critical hit"
        if not share.none:
            yield Blow(amount=amount, doubled=critical or share.doubled, halved=share.halved)

    return expected_damage(dealt, defences, strike.ends if strike else NO_ROLL, {"reflex": save.ends} if save else {})


def test_what_a_save_leaves_of_the_damage() -> None:
    order = ("critical failure", "failure", "success", "critical success")
    shares = {"half": [], "negates": []}
    for result, outcomes in shares.items():
        effect = Effect(damage=(Damage(10),), saves=(SavingThrow("reflex", result),))
        for degree in order:
            share = damage_share(effect, 0, {"reflex": degree})
            outcomes.append("none" if share.none else "half" if share.halved else "double" if share.doubled else "full")
    assert shares == {
        "half": ["double", "full", "half", "none"],
        "negates": ["double", "full", "none", "none"],
    }


def test_a_plain_strike_averages_its_hits_and_its_doubled_hits() -> None:
    # Fight +5, Armor 13: 10 faces hit for 5, 3 for 10; (50 + 30) / 20.
    assert average(5, strike_odds(5, 13)) == 4


def test_what_takes_effect_without_a_roll_deals_all_of_its_damage() -> None:
    assert average(20) == 20
    resisting = Defences(resist=(Resistance("all", 2),), weak=(Weakness("all", 5),))
    assert average(20, defences=resisting) == average_taken(IncomingDamage(20), 2, 5)


def test_a_save_that_halves_and_one_that_negates() -> None:
    # Bonus +3 against Power 20: 7 faces fail critically, 9 fail, 4 succeed, none critically.
    odds = save_odds(3, 20)
    assert odds == SaveOdds(7, 9, 4, 0)
    assert average(15, save=odds) == Fraction(7 * 30 + 9 * 15 + 4 * 7, 20)
    assert average(15, save=odds, result="negates") == Fraction(7 * 30 + 9 * 15, 20)


def test_a_critical_success_leaves_nothing_of_a_halved_power() -> None:
    assert average(15, save=SaveOdds(0, 0, 0, 20)) == 0


def test_a_critical_hit_and_a_critically_failed_save_together_double_once() -> None:
    always = StrikeOdds(0, 0, 20)
    assert average(10, always, SaveOdds(20, 0, 0, 0)) == 20
    assert average(10, always, SaveOdds(0, 20, 0, 0)) == 20
    assert average(15, always, SaveOdds(0, 0, 20, 0)) == 15
    assert average(15, always, SaveOdds(0, 0, 20, 0), "negates") == 0


def test_weakness_is_added_once_and_never_doubled() -> None:
    assert average(5, StrikeOdds(0, 0, 20), defences=Defences(weak=(Weakness("all", 5),))) == 15
