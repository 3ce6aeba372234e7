"""Maneuvers, abilities of sheets, triggered actions, and what befalls combatants."""

import pytest

from rules.combat.answers import RollRuled
from rules.errors import ChangeRefused
from rules.heroic import HEROIC
from rules.heroic.actions import HeroicAbility, HeroicDefense, HeroicFreeStrike, HeroicTriggered
from rules.heroic.maneuvers import (
    HeroicConsumable,
    HeroicEscape,
    HeroicFreeManeuver,
    HeroicGrab,
    HeroicHide,
    HeroicKnockback,
    HeroicSearch,
    HeroicTest,
)
from rules.heroic.table_events import HeroicBreath, HeroicFall, breath_rounds
from tests.rules.heroic.heroic_fights import CUT, DASH, SNAP, HeroicTable, creature, hero, table_of


def _started(**more: object) -> HeroicTable:
    return (
        table_of([hero(abilities=[CUT, SNAP, DASH], others=[{"name": "Wit", "score": 3}])], **more).begin().turn("a.1")
    )


def _ability(number: int, *targets: str) -> HeroicAbility:
    return HeroicAbility("a.1", number, targets)


def test_a_turn_has_one_main_action_and_one_maneuver_in_any_order() -> None:
    played = _started().do(_ability(2, "b.1")).roll(6, 6).do(HeroicDefense("a.1"))
    with pytest.raises(ChangeRefused, match="main action"):
        played.do(_ability(0, "b.1"))
    with pytest.raises(ChangeRefused, match="maneuver"):
        played.do(HeroicKnockback("a.1", "b.1", 0, 0))
    assert "Goblin: It shifts 1 square." in played.notes
    played.do(HeroicFreeManeuver("a.1", "draws a sword"), HeroicFreeManeuver("a.1", ""))


def test_an_ability_rolls_with_its_score_and_the_other_score() -> None:
    assert "2d10 + 1" in _started().do(_ability(2, "b.1")).roll_asked.reason
    wit = {"name": "Beam", "roll": "score", "score": 3, "reach": "ranged", "damage_2": "4"}
    played = table_of([hero(abilities=[wit])]).begin().turn("a.1").do(_ability(0, "b.1"))
    assert "2d10 + 3" in played.roll_asked.reason
    assert played.roll(5, 4).one("b.1").stamina == 6


def test_abilities_that_are_not_there_and_targets_that_do_not_fit_are_refused() -> None:
    played = _started()
    for event in (_ability(3, "b.1"), _ability(-1, "b.1"), _ability(0), _ability(0, "b.1", "b.1"), _ability(0, "x")):
        with pytest.raises(ChangeRefused):
            played.do(event)
    assert not played.one("a.1").main_used


def test_a_triggered_action_is_reported_and_counted_by_the_table() -> None:
    played = _started().end("a.1")
    event = HeroicTriggered("a.1", 1, "A goblin laughs", ("b.1",))
    played.do(event).roll(10, 10)
    assert played.one("b.1").stamina == 7
    with pytest.raises(ChangeRefused, match="no triggered action left"):
        played.do(event)
    played.turn("b.1").end("b.1").do(event)
    unlimited = _started(triggered=0).do(event).roll(1, 1).do(event).roll(1, 1)
    assert unlimited.one("a.1").triggered == 2
    with pytest.raises(ChangeRefused, match="report its trigger"):
        unlimited.do(_ability(1, "b.1"))


def test_ruling_325_a_might_test_is_resisted_with_the_better_of_might_and_agility() -> None:
    played = table_of(enemies=[creature(might=0, agility=3)]).begin().turn("a.1").do(HeroicGrab("a.1", "b.1", 0, 0))
    assert "2d10 + 2" in played.roll_asked.reason
    played.roll(6, 6)
    assert "2d10 + 3" in played.roll_asked.reason
    assert played.roll_asked.side == "b"
    assert played.roll(5, 6).one("b.1").grabbed_by == ""
    assert "Goblin resists Grab: 14 against 14." in played.notes
    won = table_of(enemies=[creature(might=0, agility=3)]).begin().turn("a.1").do(HeroicGrab("a.1", "b.1", 0, 0))
    assert won.roll(6, 6).roll(5, 5).one("b.1").grabbed_by == "a.1"
    assert "Goblin does not resist Grab: 13 against 14." in won.notes


def test_ruling_324_where_totals_are_compared_a_double_edge_counts_twice() -> None:
    played = table_of().begin().turn("a.1").do(HeroicKnockback("a.1", "b.1", 2, 0)).roll(5, 5)
    assert played.last == "Ann, Knockback: 16."
    assert played.state.notes[-1].why == ("2d10: 5 + 5", "Score: 2", "Double edge: +4")
    assert "Goblin does not resist Knockback: 15 against 16." in played.roll(5, 10).notes
    assert played.last == "Goblin is moved 1 square."


def test_a_might_test_with_one_roll_is_less_the_score_of_the_other() -> None:
    played = table_of(enemies=[creature(might=3)], might_test="tiers").begin().turn("a.1")
    played.do(HeroicGrab("a.1", "b.1", 0, 0))
    assert "2d10 − 1" in played.roll_asked.reason
    assert played.roll(6, 6).last == "Ann: Grab fails."
    assert played.set("a.1", "maneuver", 0).do(HeroicGrab("a.1", "b.1", 0, 0)).roll(6, 7).one("b.1").grabbed_by


def test_the_director_may_decide_a_might_test() -> None:
    for key, held in (("success", "a.1"), ("failure", "")):
        played = table_of(might_test="table").begin().turn("a.1").do(HeroicGrab("a.1", "b.1", 0, 0)).roll(6, 6)
        assert played.choose(key).one("b.1").grabbed_by == held


def test_a_grabbed_creature_breaks_free_against_the_might_of_its_holder() -> None:
    played = table_of(enemies=[creature(might=4, agility=9)]).begin().turn("a.1")
    with pytest.raises(ChangeRefused, match="not grabbed"):
        played.do(HeroicEscape("a.1", 0, 0))
    played.set("a.1", "grabbed_by", "b.1").do(HeroicEscape("a.1", 0, 0)).roll(6, 6)
    assert "2d10 + 4" in played.roll_asked.reason
    assert played.roll(4, 5).one("a.1").grabbed_by == ""


def test_a_knockback_pushes_by_a_square_less_stability() -> None:
    for stability, words in ((0, "Goblin is moved 1 square."), (1, "Goblin is not moved.")):
        played = table_of(enemies=[creature(stability=stability)], might_test="tiers").begin().turn("a.1")
        assert played.do(HeroicKnockback("a.1", "b.1", 0, 0)).roll(10, 10).last == words


def test_hiding_needs_cover_and_a_test_and_a_search_finds() -> None:
    played = _started()
    with pytest.raises(ChangeRefused, match="cover or concealment"):
        played.do(HeroicHide("a.1", False, "agility", 0, 0))
    played.do(HeroicHide("a.1", True, "agility", 0, 0)).roll(5, 6)
    assert played.one("a.1").is_hidden
    assert "hidden" in HEROIC.row(played.state, "a.1", sees_hidden=True).badges
    played.end("a.1").turn("b.1").do(HeroicSearch("b.1", ("a.1",), "might", 0, 0)).roll(5, 6)
    assert played.one("a.1").is_hidden
    played.set("b.1", "maneuver", 0).do(HeroicSearch("b.1", ("a.1",), "might", 1, 0)).roll(5, 6)
    assert not played.one("a.1").is_hidden


def test_a_test_is_made_or_assisted_with_any_characteristic_of_the_sheet() -> None:
    played = _started().do(HeroicTest("a.1", "the lock", False, "0", 0, 0))
    assert "Test: the lock (2d10 + 3)" in played.roll_asked.reason
    assert "success" in played.roll(5, 4).last
    played.set("a.1", "maneuver", 0).do(HeroicTest("a.1", "the lock", True, "might", 0, 1)).roll(5, 4)
    assert "Assist a test: the lock: 9, tier 1, failure" in played.last
    played.set("a.1", "maneuver", 0)
    for key in ("1", "wit", "", "99999999", "٣"):
        with pytest.raises(ChangeRefused, match="not on the sheet"):
            played.do(HeroicTest("a.1", "", False, key, 0, 0))


def test_from_which_tier_a_test_succeeds_is_by_the_table() -> None:
    played = _started(success=3).do(HeroicTest("a.1", "", False, "might", 0, 0)).roll(5, 9)
    assert "tier 2, failure" in played.last


def test_the_table_may_decide_tests() -> None:
    played = _started().do(HeroicHide("a.1", True, "agility", 0, 0))
    with pytest.raises(ChangeRefused, match="success or failure"):
        played.do(RollRuled("2", "Clouds"))
    assert played.do(RollRuled("Success", "Clouds")).one("a.1").is_hidden
    grab = table_of().begin().turn("a.1").do(HeroicGrab("a.1", "b.1", 0, 0), RollRuled("success", "Tired"))
    assert grab.one("b.1").grabbed_by == "a.1"


def test_a_consumable_takes_the_maneuver_and_the_rest_is_by_the_table() -> None:
    played = _started().do(HeroicConsumable("a.1", "a red potion"))
    assert played.last == "Ann uses a red potion."
    assert played.one("a.1").maneuver_used


def test_a_fall_deals_1d6_for_each_square_after_the_first_two() -> None:
    assert HEROIC.pending(table_of().do(HeroicFall("a.1", 2)).state) is None
    played = table_of().do(HeroicFall("a.1", 5))
    assert (played.roll_asked.dice, played.roll_asked.sides) == (3, 6)
    assert played.roll(6, 5, 4).one("a.1").stamina == 6
    hay = table_of().do(HeroicFall("a.1", 3), RollRuled("1", "Hay"))
    assert hay.one("a.1").stamina == 20
    for outcome in ("", "-1", "10000", "many"):
        with pytest.raises(ChangeRefused):
            table_of().do(HeroicFall("a.1", 3), RollRuled(outcome, "Hay"))


@pytest.mark.parametrize(("might", "rounds"), [(-1, 1), (0, 1), (1, 1), (3, 3)])
def test_ruling_333_breath_lasts_might_in_rounds_and_then_costs_1d6_each(might: int, rounds: int) -> None:
    played = table_of([hero(might=might)]).begin().do(HeroicBreath("a.1", True))
    assert breath_rounds(played.one("a.1")) == rounds
    for _ in range(rounds):
        assert HEROIC.pending(played.turn("a.1").end("a.1").turn("b.1").end("b.1").state) is None
    played.turn("a.1").end("a.1").turn("b.1").end("b.1")
    assert (played.roll_asked.dice, played.roll_asked.sides) == (1, 6)
    assert played.roll(4).one("a.1").stamina == 17
    played.turn("a.1").end("a.1").turn("b.1").end("b.1").do(RollRuled("2", "A bubble"))
    assert played.one("a.1").stamina == 15
    played.do(HeroicBreath("a.1", False)).turn("a.1").end("a.1").turn("b.1").end("b.1")
    assert HEROIC.pending(played.state) is None


def test_the_table_may_decide_what_a_lack_of_breath_costs() -> None:
    played = table_of([hero(might=1)]).begin().do(HeroicBreath("a.1", True))
    for _ in range(2):
        played.turn("a.1").end("a.1").turn("b.1").end("b.1")
    assert played.roll_asked.reason == "Ann suffocates"
    for outcome in ("much", "1d6", "", "-1"):
        with pytest.raises(ChangeRefused):
            played.do(RollRuled(outcome, "Air pocket"))
    played.do(RollRuled("2", "Air pocket"))
    assert played.one("a.1").stamina == 19


def test_a_free_strike_is_a_main_action_too() -> None:
    played = _started().do(HeroicFreeStrike("a.1", "ranged", "b.1")).roll(10, 6)
    assert played.one("b.1").stamina == 4
    for strike, target in (("thrown", "b.1"), ("melee", "a.1")):
        with pytest.raises(ChangeRefused):
            played.set("a.1", "main", 0).do(HeroicFreeStrike("a.1", strike, target))
