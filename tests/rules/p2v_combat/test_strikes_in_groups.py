"""Strikes that belong together: added up, in any order, at neighbors, again after a hit; and numbers of one weapon."""

import pytest

from rules.combat.answers import OfferPassed, RollRuled
from rules.combat.resolution import ActAsk, ChoiceAsk, OfferAsk, RollAsk
from rules.errors import ChangeRefused
from rules.p2v_combat.events.acting import CreatureActed, StepActed, StepSkipped
from rules.p2v_combat.events.by_hand import HeldSet
from rules.p2v_combat.events.reactions import BattleOptionChosen
from tests.rules.p2v_combat.tables import PlayedTable, aim, setup_of


def begun(key: str, feature: str, *others: str, target: str = "") -> PlayedTable:
    table = PlayedTable(setup_of([key], others or ["boar"])).begin().activate("a.m1")
    return table.do(CreatureActed("a.m1", f"feature/{feature}", "", aim(target) if target else ()), "a")


def strike(table: PlayedTable, result: str = "hit", weapon: str = "", target: str = "b.m1", *holds: str) -> PlayedTable:
    assert isinstance(table.asked, ActAsk), table.asked
    key = f"feature/{weapon}" if weapon else table.asked.actions[0].key
    table.do(StepActed(key, "", aim(target, holds=holds)), "a").do(RollRuled(result, "the test"))
    while isinstance(table.asked, OfferAsk):
        table.do(OfferPassed(table.asked.sides[0]))
    return table


def saved(table: PlayedTable) -> PlayedTable:
    while isinstance(table.asked, RollAsk):
        table.roll(*[20] * table.asked.dice)
    return table


def lost(table: PlayedTable, creature: str = "b.m1") -> int:
    return table.of(creature).max_hp - table.of(creature).hp


@pytest.mark.parametrize(
    ("key", "feature"), [("caligni-hunter", "double-slice"), ("vanara-disciple", "flurry-of-blows")]
)
def test_two_hits_are_one_amount_of_damage(key: str, feature: str) -> None:
    table = saved(strike(begun(key, feature, "boar")))
    assert lost(table) == 0, "It is dealt once both Strikes are made."
    saved(strike(table))
    (text,) = [text for text in table.told if text.startswith("Boar takes")]
    assert str(lost(table)) in text


def test_sneak_attack_counts_once_of_two_hits() -> None:
    table = PlayedTable(setup_of(["caligni-hunter"], ["wolf"])).begin().activate("a.m1")
    table.do(HeldSet("b.m1", "off-guard", True, "the test"))
    table.do(CreatureActed("a.m1", "feature/double-slice", ""), "a")
    weapon = next(own for own in table.state.fielded("a.m1").features if own.strike)
    sneak = next(own for own in table.state.fielded("a.m1").features if own.name == "Sneak Attack")
    saved(strike(saved(strike(table, weapon=weapon.id)), weapon=weapon.id))
    assert lost(table) == 2 * weapon.damage[0].amount + sneak.bonuses[0].by


ORDERED = [
    ("wyrmling-black-dragon", "draconic-frenzy", "tail", "jaws"),
    ("wyrmling-green-dragon", "draconic-frenzy", "tail", "jaws"),
    ("hound-archon", "diligent-assault", "jaws", "greatsword"),
]


@pytest.mark.parametrize(("key", "feature", "first", "second"), ORDERED)
def test_each_of_two_strikes_comes_once_in_any_order(key: str, feature: str, first: str, second: str) -> None:
    table = begun(key, feature)
    assert isinstance(table.asked, ActAsk)
    assert {option.key for option in table.asked.actions} == {f"feature/{first}", f"feature/{second}"}
    strike(table, "miss", first)
    assert isinstance(table.asked, ActAsk)
    assert [option.key for option in table.asked.actions] == [f"feature/{second}"]


def test_a_swipe_is_at_two_neighbors() -> None:
    table = begun("skeletal-giant", "broad-swipe", "boar", "boar")
    strike(table, "miss")
    assert isinstance(table.asked, ActAsk)
    assert "adjacent to Boar" in table.asked.reason
    with pytest.raises(ChangeRefused, match="different target"):
        strike(table, "miss")
    strike(table, "miss", target="b.m2")


def test_a_swoop_strikes_at_any_point_of_the_movement() -> None:
    table = begun("quetzalcoatlus", "swoop")
    assert isinstance(table.asked, ActAsk)
    assert "at any point of the movement" in table.asked.reason
    assert table.asked.may_skip
    table.do(StepSkipped(), "a")


@pytest.mark.parametrize(("results", "strides"), [(("miss",), 1), (("hit", "miss"), 2), (("hit", "hit", "hit"), 3)])
def test_a_dance_goes_on_after_each_hit(results: tuple[str, ...], strides: int) -> None:
    table = begun("caldera-oni", "dance-of-burning-war", "gashadokuro")
    moves = sum("Strides" in text for text in table.told)
    for result in results:
        strike(table, result)
        while isinstance(table.asked, RollAsk):
            table.roll(*[1] * table.asked.dice)
            moves += sum("Strides" in text for text in table.told)
        if result == "miss":
            moves += sum("Strides" in text for text in table.told)
    assert table.asked is None
    assert moves == strides


@pytest.mark.parametrize(("key", "holds", "comes"), [("hodag", ("moved 4",), True), ("hateful-hodag", (), False)])
def test_a_toss_takes_a_run(key: str, holds: tuple[str, ...], comes: bool) -> None:
    table = begun(key, "toss")
    strike(table, "hit", "", "b.m1", *holds)
    assert isinstance(table.asked, RollAsk) is comes
    if comes:
        table.roll(1)
        assert table.of("b.m1").has("prone")
        assert any("pushed 2 squares away from Hodag" in text for text in table.told)


@pytest.mark.parametrize(("answer", "more"), [("yes", 5), ("no", 0)])
def test_a_swing_hurts_more_against_an_object(answer: str, more: int) -> None:
    table = strike(begun("stone-giant", "big-swing", "gashadokuro"))
    before = lost(table)
    assert isinstance(table.asked, ChoiceAsk)
    table.do(BattleOptionChosen(answer), "a")
    while isinstance(table.asked, RollAsk):
        table.roll(*[1] * table.asked.dice)
    assert lost(table) == before + more


@pytest.mark.parametrize("answer", ["b.m2", "no"])
def test_a_fling_may_hurt_another_creature_where_it_ends(answer: str) -> None:
    table = PlayedTable(setup_of(["tyrannosaurus"], ["boar", "boar"])).begin().activate("a.m1")
    table.do(HeldSet("b.m1", "grabbed", True, "the test"))
    table.do(CreatureActed("a.m1", "feature/fling", "", aim("b.m1")), "a")
    assert isinstance(table.asked, ChoiceAsk)
    table.do(BattleOptionChosen(answer), "a")
    if answer != "no":
        table.roll(12)
    assert lost(table, "b.m1") == 10
    assert (lost(table, "b.m2") > 0) is (answer != "no")


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_winds_pull_a_creature_to_the_harpy_which_may_strike_it(answer: str) -> None:
    table = begun("harpy", "hungry-winds", "boar", "boar", target="b.m1").roll(1)
    assert isinstance(table.asked, ChoiceAsk)
    table.do(BattleOptionChosen(answer), "a")
    assert isinstance(table.asked, ActAsk) is (answer == "yes")
    if answer == "yes":
        with pytest.raises(ChangeRefused, match="against Boar"):
            strike(table, "hit", target="b.m2")


@pytest.mark.parametrize("fights", [0, 1])
def test_a_longsword_shunts_once_the_attack_has_a_penalty(fights: int) -> None:
    table = PlayedTable(setup_of(["gloryhound"], ["gashadokuro"])).begin().activate("a.m1")
    table.state = table.state.with_acting("a.m1", fight_actions=fights)
    table.do(CreatureActed("a.m1", "feature/longsword", "", aim("b.m1")), "a").do(RollRuled("hit", "the test"))
    told = list(table.told)
    while isinstance(table.asked, RollAsk):
        table.roll(*[1] * table.asked.dice)
        told += table.told
    assert any("is shunted 2 squares" in text for text in told) is bool(fights)


def test_a_blow_through_the_earth_reaches_farther() -> None:
    table = begun("trog-stoneliege", "earthen-blow")
    strike(table)
    assert lost(table) > 0
    (effect,) = [own for own in table.state.fielded("a.m1").features if own.id == "earthen-blow"]
    assert (effect.steps[0].reach, effect.targets.where) == (6, "solid")


@pytest.mark.parametrize(("other", "more"), [("boar", 5), ("dryad", 5), ("crag-linnorm", 10)])
def test_a_weakness_is_hit_by_any_damage(other: str, more: int) -> None:
    table = PlayedTable(setup_of(["gun-mage"], [other])).begin().activate("a.m1")
    weapon = next(own for own in table.state.fielded("a.m1").features if own.strike)
    table.do(CreatureActed("a.m1", f"feature/{weapon.id}", "", aim("b.m1")), "a").do(RollRuled("hit", "the test"))
    weak = max((row.amount for row in table.state.fielded("b.m1").card.weak), default=0)
    told = list(table.told)
    while isinstance(table.asked, RollAsk):
        table.roll(*[1] * table.asked.dice)
        told += table.told
    assert lost(table) == weapon.damage[0].amount + (weak or 5), told


def test_the_first_dice_of_a_resistance_are_ignored() -> None:
    for key, dice in (("gun-mage", 0), ("boar", 2)):
        table = PlayedTable(setup_of([key], ["wraithvine"])).begin().activate("a.m1")
        weapon = "feature/longsword" if key == "gun-mage" else "feature/tusk"
        table.do(CreatureActed("a.m1", weapon, "", aim("b.m1")), "a").do(RollRuled("hit", "the test"))
        assert (table.asked.dice if isinstance(table.asked, RollAsk) else 0) == dice


@pytest.mark.parametrize(
    ("key", "feature", "penalty"), [("eagle-knight", "crossbow", 0), ("kobold-warrior", "spear-2", 2)]
)
def test_a_crossbow_shoots_as_well_from_afar(key: str, feature: str, penalty: int) -> None:
    needs = []
    for distance in ("short", "long"):
        table = PlayedTable(setup_of([key], ["boar"])).begin().activate("a.m1")
        table.do(CreatureActed("a.m1", f"feature/{feature}", "", aim("b.m1", distance=distance)), "a")
        assert isinstance(table.asked, RollAsk)
        needs.append(table.asked.need)
    assert needs[1] - needs[0] == penalty
