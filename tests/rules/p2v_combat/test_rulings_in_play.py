"""Each ruling on rounds, turns, attacks and damage (sections C and D), seen in a battle."""

import pytest

from rules.combat.answers import OfferPassed, RollRuled
from rules.combat.resolution import ChoiceAsk, OfferAsk, RollAsk
from rules.errors import ChangeRefused
from rules.p2v_combat.conditions import all_conditions, gain_condition
from rules.p2v_combat.events.acting import CreatureActed
from rules.p2v_combat.events.by_hand import HeldSet, HpSet, LeftPlay
from rules.p2v_combat.events.reactions import BattleOptionChosen, OfferTaken, TriggerReported
from rules.p2v_combat.events.turns import BattleBegun
from rules.p2v_combat.family import P2V
from rules.p2v_combat.numbers import AimedTarget, BattleNumber, Circumstances, NamedModifier
from rules.p2v_combat.outcomes import gain_persistent
from rules.p2v_combat.sides import BattleRules
from rules.p2v_combat.tasks.damage import Blow, DamageTask
from rules.p2v_combat.tasks.task import D20Test
from tests.rules.p2v_combat.tables import PlayedTable, setup_of

TUSK = "feature/tusk"


def duel(ours: str = "boar", theirs: str = "boar") -> PlayedTable:
    return PlayedTable(setup_of([ours, "boar"], [theirs, "boar"])).begin("a")


def aim(creature: str, **holds: object) -> tuple[AimedTarget, ...]:
    return (AimedTarget(creature, Circumstances(distance="reach", **holds)),)


def hurt(table: PlayedTable, creature: str, amount: int, *types: str, **blow: object) -> PlayedTable:
    table.state = P2V.resolved(table.state.pushed(DamageTask(creature, Blow(amount=amount, types=types, **blow))))
    return table


def lost(table: PlayedTable, creature: str) -> int:
    return table.of(creature).max_hp - table.of(creature).hp


@pytest.mark.parametrize(("first", "second_round"), [("left", "b"), ("last", "a")])
def test_ruling_31_the_side_to_the_left_is_first_in_the_next_round(first: str, second_round: str) -> None:
    rules = BattleRules(first_player=first)
    table = PlayedTable(setup_of(["boar", "boar"], ["boar"], rules=rules)).begin("a")
    for creature in ("a.m1", "b.m1", "a.m2"):
        table.activate(creature).end(creature)
    assert table.state.first == second_round


def test_ruling_32_tied_sides_roll_again() -> None:
    table = PlayedTable(setup_of(["boar"], ["boar"], ["boar"])).do(BattleBegun()).roll(4, 2, 4)
    assert table.state.phase == "initiative"
    assert table.roll(1, 3).state.first == "c"


def test_ruling_34_slowed_during_its_own_turn_costs_an_action_point_of_the_next_one() -> None:
    table = duel().activate("a.m1").do(HeldSet("a.m1", "slowed", True, "")).end("a.m1")
    for creature in ("b.m1", "a.m2", "b.m2", "b.m1"):
        table.activate(creature).end(creature)
    assert table.activate("a.m1").state.acting("a.m1").ap == 1
    assert not table.end("a.m1").of("a.m1").has("slowed")


def test_ruling_35_stunned_uses_quickened_up_and_conditions_do_not_stack() -> None:
    table = duel()
    for name in ("stunned", "quickened", "slowed", "slowed"):
        table.do(HeldSet("a.m1", name, True, ""))
    assert table.activate("a.m1").state.acting("a.m1").ap == 0
    assert not table.of("a.m1").has("quickened")
    other = duel().do(HeldSet("a.m1", "slowed", True, "")).do(HeldSet("a.m1", "slowed", True, "again"))
    assert other.activate("a.m1").state.acting("a.m1").ap == 1


def test_ruling_42_persistent_damage_falls_by_5_and_the_higher_of_one_type_stays() -> None:
    table = duel().activate("a.m1")
    for amount in (10, 5):
        table.state = gain_persistent(table.state, "a.m1", "fire", amount, source="Test")
    assert table.of("a.m1").persistent == (("fire", 10),)
    assert table.end("a.m1").of("a.m1").persistent == (("fire", 5),)


def test_ruling_43_escape_needs_no_roll_and_ends_nothing_that_a_status_causes() -> None:
    table = duel().do(HeldSet("a.m1", "grabbed", True, "")).do(HeldSet("a.m1", "prone", True, "")).activate("a.m1")
    table.do(CreatureActed("a.m1", "act/escape", ""), "a")
    assert table.asked is None
    assert all_conditions(table.state, "a.m1") == ("off-guard",), "Prone keeps it off-guard."


def test_ruling_43_a_swallowed_creature_also_needs_a_save() -> None:
    table = duel("boar", "gashadokuro")
    table.state = gain_condition(table.state, "a.m1", "swallowed", by="b.m1", source="Swallow Whole")
    table.do(HpSet("a.m1", 40, 0, "")).activate("a.m1").do(CreatureActed("a.m1", "act/escape", ""), "a")
    assert isinstance(table.asked, RollAsk)
    assert not table.roll(20).of("a.m1").has("swallowed")


def test_ruling_44_free_actions_are_for_the_own_turn() -> None:
    table = duel().activate("a.m1")
    with pytest.raises(ChangeRefused, match="turn"):
        table.do(CreatureActed("b.m1", "act/stride", ""), "b")


@pytest.mark.parametrize(
    ("kind", "face", "number", "against", "outcome"),
    [
        ("check", 10, 5, 15, "success"),
        ("check", 9, 5, 15, "failure"),
    ],
)
def test_ruling_47_equal_is_enough(kind: str, face: int, number: int, against: int, outcome: str) -> None:
    assert rolled(kind, face, number, against) == outcome


def rolled(kind: str, face: int, number: int, against: int) -> str:
    return D20Test(
        creature="a.m1",
        kind=kind,
        purpose="",
        reason="",
        number=BattleNumber("Fight", (NamedModifier("card", number),)),
        against=BattleNumber("Armor", (NamedModifier("card", against),)),
    ).outcome(face)


@pytest.mark.parametrize(
    ("kind", "face", "number", "against", "outcome"),
    [
        ("strike", 1, 20, 15, "hit"),
        ("strike", 20, 0, 40, "critical hit"),
        ("save", 20, 0, 40, "critical failure"),
        ("save", 1, 30, 15, "critical failure"),
        ("check", 20, 0, 25, "failure"),
        ("check", 1, 20, 15, "success"),
    ],
)
def test_ruling_48_only_two_faces_mean_something_of_their_own(
    kind: str, face: int, number: int, against: int, outcome: str
) -> None:
    assert rolled(kind, face, number, against) == outcome


@pytest.mark.parametrize(("face", "outcome"), [(20, "critical success"), (15, "success"), (5, "failure")])
def test_ruling_49_critical_results_of_a_check_are_10_above_or_below(face: int, outcome: str) -> None:
    assert rolled("check", face, 5, 15) == outcome


def test_ruling_50_double_then_resistance_then_weakness_then_temporary_hp() -> None:
    table = duel("boar", "arboreal-warden").do(HpSet("b.m1", 75, 5, "")).activate("a.m1")
    # Piercing and fire: resisted with 2d6, weak to fire by 10. 10 doubled is 20, less 5, and 10 more; 5 are temporary.
    hurt(table, "b.m1", 10, "piercing", "fire", doubled=True)
    table.do(OfferPassed("b"), "b").roll(4, 1)
    assert (lost(table, "b.m1"), table.of("b.m1").temporary_hp) == (20, 0)


def test_ruling_51_the_highest_resistance_is_rolled_against_the_whole() -> None:
    table = duel("boar", "arboreal-warden").activate("a.m1")
    hurt(table, "b.m1", 10, "piercing", "bludgeoning").do(OfferPassed("b"), "b")
    assert isinstance(table.asked, RollAsk)
    assert table.asked.dice == 2
    assert lost(table.roll(6, 6), "b.m1") == 0


def test_ruling_52_one_immune_type_cancels_all_of_the_damage() -> None:
    table = duel("boar", "animated-armor")
    immune = table.state.fielded("b.m1").card.immune[0]
    assert lost(hurt(table, "b.m1", 10, "slashing", immune), "b.m1") == 0


def test_ruling_53_void_or_vitality_in_a_mix_counts_as_immune() -> None:
    assert lost(hurt(duel(), "b.m1", 10, "slashing", "vitality"), "b.m1") == 0


@pytest.mark.parametrize(("word", "canonical"), [("lightning", "electricity"), ("necrotic", "void"), ("acid", "acid")])
def test_rulings_54_and_55_other_words_for_the_twelve_types(word: str, canonical: str) -> None:
    def taken(kind: str) -> int:
        return lost(hurt(duel("boar", "animated-armor"), "b.m1", 5, kind), "b.m1")

    assert taken(word) == taken(canonical)


@pytest.mark.parametrize(("amount", "taken"), [(25, 10), (15, 7), (40, 20)])
def test_ruling_56_halves_are_rounded_down_and_from_10_to_a_multiple_of_5(amount: int, taken: int) -> None:
    table = duel().do(HpSet("b.m1", 40, 0, ""))
    assert lost(hurt(table, "b.m1", amount, "fire", halved=True), "b.m1") == taken


def test_ruling_59_what_stops_an_attack_becomes_its_target() -> None:
    table = duel().activate("a.m1").do(CreatureActed("a.m1", TUSK, "", aim("b.m1", cover=("a.m2",))), "a").roll(1)
    assert isinstance(table.asked, RollAsk)
    table.roll(12)
    assert (lost(table, "a.m2"), lost(table, "b.m1")) == (10, 0)


def test_ruling_61_a_helpless_creature_gives_no_cover_and_may_be_a_target() -> None:
    table = duel().do(HpSet("b.m2", -1, 0, "")).activate("a.m1")
    table.do(CreatureActed("a.m1", TUSK, "", aim("b.m2")), "a").roll(12)
    assert table.asked is not None, "A strike that damages a dying creature makes it check for recovery."
    table.roll(2)
    assert table.of("b.m2").presence == "eliminated"


def test_ruling_203_free_actions_apart_a_group_acts_member_by_member() -> None:
    table = duel().activate("a.m2", "a.m1")
    assert [creature.id for creature in table.state.turn.acting] == ["a.m2", "a.m1"]
    assert [creature.ap for creature in table.state.turn.acting] == [2, 2]


def test_ruling_207_the_end_of_a_round_comes_in_order() -> None:
    table = PlayedTable(setup_of(["boar", "boar"], ["boar"])).begin("a").do(HpSet("a.m2", 0, 0, ""))
    table.state = gain_condition(table.state, "b.m1", "invisible", until="next_round_end")
    table.activate("a.m1").end("a.m1").activate("b.m1").end("b.m1")
    assert isinstance(table.asked, RollAsk)
    assert "recovery" in table.asked.reason
    table.roll(6)
    assert table.state.round == 2


def test_ruling_208_an_effect_with_an_end_of_its_own_ends_then_and_not_with_the_turn() -> None:
    table = duel().activate("a.m1")
    table.state = gain_condition(table.state, "b.m1", "rattled", by="a.m1", until="turn_end")
    assert not table.end("a.m1").of("b.m1").has("rattled")
    table.state = gain_condition(table.state, "b.m1", "rattled", until="encounter")
    assert table.activate("b.m1").end("b.m1").of("b.m1").has("rattled")


def test_ruling_209_the_side_that_confused_a_creature_spends_its_action_points() -> None:
    table = PlayedTable(setup_of(["boar"], ["boar"], ["boar"])).begin("a")
    table.state = gain_condition(table.state, "a.m1", "controlled", by="c.m1")
    assert table.activate("a.m1").state.acting("a.m1").opponent == "c"


def test_ruling_210_a_creature_that_goes_down_frees_those_that_it_has_grabbed() -> None:
    table = duel()
    table.state = gain_condition(table.state, "b.m1", "grabbed", by="a.m1")
    assert not table.do(LeftPlay("a.m1", True, "", "")).of("b.m1").has("grabbed")


def test_a_hero_point_rerolls_a_roll_once_for_each_side() -> None:
    table = duel().activate("a.m1")
    table.state = table.state.change("a.m1", hero_points=2).change("b.m1", hero_points=2)
    table.do(CreatureActed("a.m1", TUSK, "", aim("b.m1")), "a").roll(3)
    assert isinstance(table.asked, OfferAsk)
    table.do(OfferTaken("a.m1", "hero-point"), "a").roll(12)
    assert isinstance(table.asked, OfferAsk)
    assert table.asked.sides == ("b",), "One reroll a side for each roll: ruling 46."
    table.do(OfferPassed("b"), "b")
    assert lost(table, "b.m1") == 10


def test_a_choice_that_is_none_of_the_options_is_refused() -> None:
    with pytest.raises(ChangeRefused):
        duel().do(BattleOptionChosen("nothing"), "a")


def test_ruling_217_outside_its_own_turn_a_creature_has_no_action_point_to_spend_after_a_hit() -> None:
    own = duel("hateful-bear").activate("a.m1")
    own.do(CreatureActed("a.m1", "feature/jaws", "", aim("b.m1")), "a").do(RollRuled("hit", "the test"))
    assert isinstance(own.asked, ChoiceAsk), "In its own turn it may pay for the grab."
    table = duel("hateful-bear")
    table.state = table.state.change("a.m1", readied=True)
    for creature in ("a.m2", "b.m1"):
        table.activate(creature)
        if creature != "b.m1":
            table.end(creature)
    table.do(TriggerReported("a.m1", "feature/jaws", "", aim("b.m1")), "a").do(RollRuled("hit", "the test"))
    assert table.asked is None
    assert not table.of("b.m1").has("grabbed")
    assert lost(table, "b.m1") > 0
