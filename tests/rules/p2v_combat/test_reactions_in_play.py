"""Reactions: who is asked when, what they cost, and what they do before their trigger goes on."""

from dataclasses import replace

import pytest

from rules.combat.answers import OfferPassed, RollRuled
from rules.combat.resolution import ActAsk, ChoiceAsk, RollAsk
from rules.effects.model import Effect
from rules.effects.values import D6, Bonus, Check
from rules.errors import ChangeRefused
from rules.p2v_combat.actions import sustain_key
from rules.p2v_combat.events.acting import CreatureActed, StepActed
from rules.p2v_combat.events.by_hand import HeldSet, HpSet, LeftPlay
from rules.p2v_combat.events.reactions import BattleOptionChosen, OfferTaken, TriggerReported
from rules.p2v_combat.family import P2V
from rules.p2v_combat.state import ActiveCondition, SustainedSpell
from rules.p2v_combat.tasks.damage import Blow, DamageTask
from rules.roster.model import ItemChoice, Member
from rules.tables.actions import REACTIONS_BY_NAME
from tests.rules.p2v_combat.tables import PlayedTable, aim, card, offered, setup_of

TUSK, STRIDE, STEP = "feature/tusk", "act/stride", "act/step"
OPPORTUNITY, FEROCITY, BLOCK = "feature/attack-of-opportunity", "feature/ferocity", "feature/shield-block"


def duel(ours: str = "boar", theirs: str = "guard", *more: str) -> PlayedTable:
    return PlayedTable(setup_of([ours, "boar"], [theirs, *more])).begin("a").activate("a.m1")


def test_whoever_moves_may_be_struck_first() -> None:
    table = duel().do(CreatureActed("a.m1", STRIDE, ""), "a")
    assert offered(table) == [("b.m1", OPPORTUNITY)]
    table.do(OfferTaken("b.m1", OPPORTUNITY), "b")
    assert isinstance(table.asked, ActAsk)
    table.do(StepActed("feature/sap", "", aim("a.m1", distance="reach")), "b").roll(10)
    assert table.of("a.m1").hp == 40 - 8
    assert table.of("b.m1").has_reacted
    assert table.state.acting("a.m1").ap == 1
    assert table.asked is None


def test_none_lets_things_go_on() -> None:
    table = duel().do(CreatureActed("a.m1", STRIDE, ""), "a").do(OfferPassed("b"), "b")
    assert table.asked is None
    assert not table.of("b.m1").has_reacted


def test_the_acting_side_may_go_on_for_the_others() -> None:
    table = duel().do(CreatureActed("a.m1", STRIDE, ""), "a").do(OfferPassed("b"), "a")
    assert table.asked is None


def test_a_step_triggers_no_reaction() -> None:
    assert duel().do(CreatureActed("a.m1", STEP, ""), "a").asked is None


def test_ruling_39_a_creature_reacts_once_between_two_turns_of_its_own() -> None:
    table = duel().do(CreatureActed("a.m1", STRIDE, ""), "a").do(OfferTaken("b.m1", OPPORTUNITY), "b")
    table.do(StepActed("feature/sap", "", aim("a.m1")), "b").roll(1).do(CreatureActed("a.m1", STRIDE, ""), "a")
    assert table.asked is None
    table.end("a.m1").activate("b.m1").end("b.m1").activate("a.m2").do(CreatureActed("a.m2", STRIDE, ""), "a")
    assert offered(table) == [("b.m1", OPPORTUNITY)], "Its own turn has brought the reaction back."


@pytest.mark.parametrize("name", ["slowed", "stunned"])
def test_a_slowed_or_stunned_creature_does_not_react(name: str) -> None:
    table = duel().do(HeldSet("b.m1", name, True, "")).do(CreatureActed("a.m1", STRIDE, ""), "a")
    assert table.asked is None


def test_a_helpless_creature_does_not_react() -> None:
    table = duel().do(HpSet("b.m1", 0, 0, "")).do(CreatureActed("a.m1", STRIDE, ""), "a")
    assert table.asked is None


def test_ruling_40_a_reaction_takes_no_multiple_attack_penalty_and_counts_for_none() -> None:
    table = duel().do(CreatureActed("a.m1", STRIDE, ""), "a").do(OfferTaken("b.m1", OPPORTUNITY), "b")
    table.do(StepActed("feature/sap", "", aim("a.m1")), "b")
    assert isinstance(table.asked, RollAsk)
    assert table.asked.need == 13 - 8
    table.roll(1).end("a.m1").activate("b.m1").do(CreatureActed("b.m1", "feature/sap", "", aim("a.m2")), "b")
    assert table.asked.need == 13 - 8


def test_a_ranged_attack_and_a_spell_draw_an_attack_of_opportunity() -> None:
    table = duel("orc-warchief").do(CreatureActed("a.m1", "feature/javelin", "", aim("b.m1", distance="short")), "a")
    assert offered(table) == [("b.m1", OPPORTUNITY)]
    table.do(OfferPassed("b"), "b").roll(1)
    table = duel("princess")
    spell = "spell/primal-caster-rank-3/1/heal--p2v-ogl"
    table.do(CreatureActed("a.m1", spell, "1", aim("a.m2", distance="reach")), "a")
    assert offered(table) == [("b.m1", OPPORTUNITY)]


def test_the_strike_of_a_reaction_is_against_the_creature_that_set_it_off() -> None:
    table = duel("orc-warchief").do(CreatureActed("a.m1", "feature/javelin", "", aim("b.m1")), "a")
    with pytest.raises(ChangeRefused, match="This Strike is against"):
        table.do(OfferTaken("b.m1", OPPORTUNITY), "b").do(StepActed("feature/sap", "", aim("a.m2")), "b")


def test_a_melee_strike_draws_none() -> None:
    table = duel("orc-warchief").do(CreatureActed("a.m1", "feature/greatclub", "", aim("b.m1", distance="reach")), "a")
    assert isinstance(table.asked, RollAsk)


def test_ruling_200_an_actor_that_can_no_longer_act_loses_the_action_its_action_points_and_its_uses() -> None:
    table = duel("princess")
    spell = "spell/primal-caster-rank-3/1/heal--p2v-ogl"
    table.do(HpSet("a.m1", 5, 0, "")).do(HpSet("a.m2", 10, 0, ""))
    table.do(CreatureActed("a.m1", spell, "1", aim("a.m2", distance="reach")), "a").do(
        OfferTaken("b.m1", OPPORTUNITY), "b"
    )
    table.do(StepActed("feature/sap", "", aim("a.m1", distance="reach")), "b").roll(10)
    assert table.of("a.m1").is_dying
    table.roll(4)
    assert table.of("a.m2").hp == 10, "The spell is lost."
    assert table.of("a.m1").times_spent("primal-caster-rank-3:1") == 1
    assert table.state.next_side == "b"


def test_ruling_201_shield_block_comes_after_doubling_and_before_resistance() -> None:
    table = (
        duel("boar", "arboreal-warden").do(CreatureActed("a.m1", TUSK, "", aim("b.m1", distance="reach")), "a").roll(20)
    )
    assert offered(table) == [("b.m1", BLOCK)]
    table.do(OfferTaken("b.m1", BLOCK), "b")
    # 10 doubled is 20, and the shield takes off 20: there is nothing left to resist.
    assert table.asked is None
    assert table.of("b.m1").hp == 75
    assert table.of("b.m1").times_spent("shield-block") == 1


def test_shield_block_is_only_for_physical_damage() -> None:
    table = duel("boar", "arboreal-warden")
    table.state = table.state.change("b.m1", persistent=(("fire", 10),))
    table.end("a.m1").activate("b.m1").end("b.m1")
    assert table.asked is None


def test_what_is_used_up_is_not_offered_again() -> None:
    table = duel("boar", "arboreal-warden")
    table.state = table.state.change("b.m1", spent=(("shield-block", 1),))
    table.do(CreatureActed("a.m1", TUSK, "", aim("b.m1", distance="reach")), "a").roll(10)
    assert isinstance(table.asked, RollAsk), "Only its resistance is rolled."


def test_cringe_takes_five_off_a_critical_hit_alone() -> None:
    table = duel("boar", "kobold-fighter-1")
    table.do(CreatureActed("a.m1", TUSK, "", aim("b.m1", distance="reach")), "a").roll(10)
    assert table.asked is None
    table = duel("boar", "kobold-fighter-1")
    table.do(CreatureActed("a.m1", TUSK, "", aim("b.m1", distance="reach")), "a").roll(20)
    table.do(OfferTaken("b.m1", "feature/cringe"), "b")
    assert table.of("b.m1").hp == 20 - 15


@pytest.mark.parametrize(("face", "hp", "presence"), [(4, 1, "in play"), (6, 1, "in play"), (3, -5, "in play")])
def test_ferocity_keeps_a_creature_up_at_one_hp(face: int, hp: int, presence: str) -> None:
    table = duel("boar", "orc-warrior").do(HpSet("b.m1", 5, 0, ""))
    table.do(CreatureActed("a.m1", TUSK, "", aim("b.m1", distance="reach")), "a").roll(10 if face else 1)
    assert offered(table) == [("b.m1", FEROCITY)]
    table.do(OfferTaken("b.m1", FEROCITY), "b").roll(face)
    assert (table.of("b.m1").hp, table.of("b.m1").presence) == (hp, presence)


def test_ferocity_plays_its_fields(monkeypatch: pytest.MonkeyPatch) -> None:
    stays = Effect(on="success", bonuses=(Bonus(stats=("hp",), by=3, is_value=True),))
    changed = replace(REACTIONS_BY_NAME["Ferocity"], skill_check=Check(D6, dc=6), then=(stays,))
    monkeypatch.setitem(REACTIONS_BY_NAME, "Ferocity", changed)
    for face, hp in ((6, 3), (5, -5)):
        played = duel("boar", "orc-warrior").do(HpSet("b.m1", 5, 0, ""))
        played.do(CreatureActed("a.m1", TUSK, "", aim("b.m1", distance="reach")), "a").roll(10)
        played.do(OfferTaken("b.m1", FEROCITY), "b")
        assert played.roll(face).of("b.m1").hp == hp


def test_the_ferocity_of_a_boar_eliminates_it_when_the_roll_fails() -> None:
    table = duel("orc-warrior", "boar").do(HpSet("b.m1", 5, 0, ""))
    table.do(CreatureActed("a.m1", "feature/orc-necksplitter", "", aim("b.m1", distance="reach")), "a").roll(15)
    table.do(OfferTaken("b.m1", FEROCITY), "b").do(RollRuled("failure", "The die fell off the table."), "b")
    assert table.of("b.m1").presence == "eliminated"


def test_ruling_201_ferocity_is_asked_last() -> None:
    both = card("orc-warrior")
    shield = next(feature for feature in card("arboreal-warden").features if feature.id == "shield-block")
    fielded = setup_of(["boar"], ["orc-warrior"])
    changed = replace(fielded.fielded[1], card=replace(both, features=(*both.features, replace(shield, reduces=5))))
    table = PlayedTable(replace(fielded, fielded=(fielded.fielded[0], changed))).begin("a").activate("a.m1")
    table.do(HpSet("b.m1", 8, 0, "")).do(CreatureActed("a.m1", TUSK, "", aim("b.m1", distance="reach")), "a").roll(10)
    assert offered(table) == [("b.m1", BLOCK)]
    table.do(OfferPassed("b"), "b")
    assert offered(table) == [("b.m1", FEROCITY)]


def test_ruling_202_hp_go_below_0() -> None:
    table = (
        duel("boar", "kobold-warrior").do(CreatureActed("a.m1", TUSK, "", aim("b.m1", distance="reach")), "a").roll(12)
    )
    assert table.of("b.m1").hp == 7 - 10


def retributive() -> PlayedTable:
    fielded = setup_of(["boar"], ["guard", "kobold-warrior"])
    guard = fielded.fielded[1]
    feature = next(feature for feature in guard.card.features if feature.id == "attack-of-opportunity")
    named = replace(
        feature,
        id="retributive-strike",
        name="Retributive Strike",
        target=None,
        steps=(),
    )
    features = tuple(named if ability is feature else ability for ability in guard.card.features)
    changed = replace(guard, card=replace(guard.card, features=features))
    others = (fielded.fielded[0], changed, fielded.fielded[2])
    return PlayedTable(replace(fielded, fielded=others)).begin("a").activate("a.m1")


def test_retributive_strike_protects_an_ally_and_strikes_back() -> None:
    table = retributive().do(CreatureActed("a.m1", TUSK, "", aim("b.m2", distance="reach")), "a").roll(12)
    assert offered(table) == [("b.m1", "feature/retributive-strike")]
    table.do(OfferTaken("b.m1", "feature/retributive-strike"), "b")
    assert isinstance(table.asked, ActAsk)
    table.do(StepActed("feature/sap", "", aim("a.m1", distance="reach")), "b").roll(10)
    assert table.of("a.m1").hp == 40 - 8
    # 10 less 2 and the guard's level, 1.
    assert table.of("b.m2").hp == 7 - 7


def test_ruling_200_a_reaction_that_fells_the_attacker_saves_its_target() -> None:
    table = retributive().do(HpSet("a.m1", 5, 0, ""))
    table.do(CreatureActed("a.m1", TUSK, "", aim("b.m2", distance="reach")), "a").roll(12)
    table.do(OfferTaken("b.m1", "feature/retributive-strike"), "b")
    table.do(StepActed("feature/sap", "", aim("a.m1", distance="reach")), "b").roll(10)
    assert table.of("b.m2").hp == 7


def test_no_one_else_is_asked_once_the_mover_is_down() -> None:
    table = duel("boar", "guard", "guard").do(HpSet("a.m1", 5, 0, "")).do(CreatureActed("a.m1", STRIDE, ""), "a")
    assert offered(table) == [("b.m1", OPPORTUNITY), ("b.m2", OPPORTUNITY)]
    table.do(OfferTaken("b.m2", OPPORTUNITY), "b")
    table.do(StepActed("feature/sap", "", aim("a.m1", distance="reach")), "b").roll(10)
    assert isinstance(table.asked, RollAsk), "It checks for recovery."


def test_ruling_33_a_glance_at_the_start_of_a_turn_bites_at_once() -> None:
    table = PlayedTable(setup_of(["boar"], ["basilisk"])).begin("a").activate("a.m1")
    assert offered(table) == [("b.m1", "feature/petrifying-glance")]
    table.do(OfferTaken("b.m1", "feature/petrifying-glance"), "b").roll(2)
    assert table.of("a.m1").has("slowed")
    assert table.state.acting("a.m1").ap == 1


def test_a_save_against_a_glance_negates_it() -> None:
    table = PlayedTable(setup_of(["boar"], ["basilisk"])).begin("a").activate("a.m1")
    table.do(OfferTaken("b.m1", "feature/petrifying-glance"), "b").roll(19)
    assert table.state.acting("a.m1").ap == 2


def test_what_only_the_players_see_is_reported() -> None:
    table = PlayedTable(setup_of(["boar"], ["arboreal-sapling"])).begin("a").activate("a.m1")
    table.do(TriggerReported("b.m1", "feature/timber", "", aim("a.m1")), "b")
    assert table.of("b.m1").has_reacted
    with pytest.raises(ChangeRefused, match="cannot take that reaction"):
        table.do(TriggerReported("b.m1", "feature/timber", "", aim("a.m1")), "b")


def test_a_side_reacts_with_its_own_creatures_and_not_in_their_turn() -> None:
    table = duel("guard", "guard")
    with pytest.raises(ChangeRefused, match="own creatures"):
        table.do(TriggerReported("b.m1", OPPORTUNITY, "", aim("a.m1")), "a")
    with pytest.raises(ChangeRefused, match="cannot take"):
        table.do(TriggerReported("a.m1", OPPORTUNITY, "", aim("b.m1")), "a")


def test_ruling_211_a_card_may_react_to_what_its_creature_does_itself() -> None:
    table = duel("spring-heeled-leaper", "boar").do(CreatureActed("a.m1", STRIDE, ""), "a")
    assert offered(table) == [("a.m1", "feature/vanishing-leap")]
    table.do(OfferTaken("a.m1", "feature/vanishing-leap"), "a")
    assert table.of("a.m1").has("invisible")


def test_ruling_39_a_readied_action_is_the_reaction_of_its_creature() -> None:
    table = duel("guard", "boar").do(CreatureActed("a.m1", "act/ready", ""), "a").end("a.m1").activate("b.m1")
    table.do(CreatureActed("b.m1", STRIDE, ""), "b")
    assert table.asked is None, "Ready has used the reaction up."
    table.do(TriggerReported("a.m1", "feature/sap", "", aim("b.m1", distance="reach")), "a").roll(10)
    assert table.of("b.m1").hp == 40 - 8
    with pytest.raises(ChangeRefused, match="no action ready"):
        table.do(TriggerReported("a.m1", "feature/sap", "", aim("b.m1")), "a")


def test_only_an_action_of_one_action_point_is_readied() -> None:
    table = duel("boar", "boar").do(CreatureActed("a.m1", "act/ready", ""), "a").end("a.m1").activate("b.m1")
    with pytest.raises(ChangeRefused, match="as its readied action"):
        table.do(TriggerReported("a.m1", "feature/boar-charge", "", aim("b.m1")), "a")


def test_ruling_204_an_attack_that_cover_stops_counts_for_the_penalty() -> None:
    table = duel("boar", "boar").do(CreatureActed("a.m1", TUSK, "", aim("b.m1", cover=("a wall",))), "a").roll(1)
    assert (table.state.acting("a.m1").ap, table.state.acting("a.m1").fight_actions) == (1, 1)


def test_a_reaction_to_an_attack_raises_armor_against_it_alone() -> None:
    table = duel("ohancanu", "giant-crab")
    weapon = next(action for action in table.state.fielded("a.m1").actions.values() if action.is_weapon)
    table.do(CreatureActed("a.m1", weapon.key, "", aim("b.m1", distance="reach")), "a")
    assert offered(table) == [("b.m1", "feature/scuttle")]
    plain = P2V.play(table.state, OfferPassed("b"), "b").stack[-1].ask(table.state).need
    table.do(OfferTaken("b.m1", "feature/scuttle"), "b")
    assert isinstance(table.asked, RollAsk)
    assert table.asked.need == plain + 2
    table.roll(1).do(CreatureActed("a.m1", weapon.key, "", aim("b.m1", distance="reach")), "a")
    assert table.asked.need == plain + 5, "The bonus is gone, and the penalty counts."


def sustaining() -> PlayedTable:
    table = PlayedTable(setup_of(["princess"], ["boar"])).begin("a").activate("a.m1")
    spell = SustainedSpell("Levitate", "spell/levitate", "2", 1)
    held = ActiveCondition("invisible", by="a.m1", source="Levitate", until="sustained")
    table.state = table.state.change("a.m1", sustained=(spell,), statuses=(held,))
    return table


def test_ruling_206_a_spell_that_is_not_sustained_is_asked_about_and_ends_unpaid() -> None:
    table = sustaining().end("a.m1")
    assert isinstance(table.asked, ChoiceAsk)
    table.do(BattleOptionChosen("end"), "a")
    assert (table.of("a.m1").sustained, table.of("a.m1").statuses) == ((), ())
    table = sustaining().end("a.m1").do(BattleOptionChosen("sustain"), "a")
    assert table.of("a.m1").has("invisible")
    table = sustaining()
    table.state = table.state.with_acting("a.m1", ap=0)
    assert not table.end("a.m1").of("a.m1").has("invisible"), "It cannot be paid for."


def test_a_spell_that_was_sustained_in_the_turn_is_not_asked_about() -> None:
    table = sustaining()
    table.state = table.state.with_acting("a.m1", done=("spell/levitate",))
    assert table.end("a.m1").of("a.m1").has("invisible")


def test_the_spells_of_a_creature_that_goes_down_end_with_its_turn() -> None:
    table = sustaining().do(HpSet("a.m1", 0, 0, "")).roll(6)
    assert table.of("a.m1").sustained == ()


def test_a_spell_is_sustained_by_casting_it_again_without_a_use() -> None:
    bane = "spell/divine-caster-rank-1/1/bane--p2v-ogl"
    table = PlayedTable(setup_of(["kobold-sorcerer-1"], ["boar"])).begin("a").activate("a.m1")
    table.do(CreatureActed("a.m1", bane, "", aim("b.m1")), "a").roll(1)
    assert [(spell.action, spell.ap) for spell in table.of("a.m1").sustained] == [(bane, 1)]
    spent = table.of("a.m1").spent
    table.end("a.m1").activate("b.m1").end("b.m1").activate("b.m1").end("b.m1").activate("a.m1")
    table.do(CreatureActed("a.m1", sustain_key(bane), "", aim("b.m1")), "a").roll(1)
    assert table.state.acting("a.m1").ap == 1
    assert table.of("a.m1").spent == spent
    with pytest.raises(ChangeRefused, match="once per turn"):
        table.do(CreatureActed("a.m1", sustain_key(bane), "", aim("b.m1")), "a")
    table.end("a.m1")
    assert table.of("a.m1").sustained


def test_ruling_44_a_free_action_with_a_trigger_is_taken_outside_its_own_turn() -> None:
    table = PlayedTable(setup_of(["boar"], ["wraithvine"])).begin("a").activate("a.m1").do(HpSet("b.m1", 5, 0, ""))
    table.do(TriggerReported("b.m1", "feature/parasitic-rejuvenation", "", aim("b.m1")), "b")
    assert table.of("b.m1").hp == 20
    assert not table.of("b.m1").has_reacted


def test_an_item_with_a_reaction_is_offered() -> None:
    carrier = Member("guard", id="m1", items=(ItemChoice("thunderbird-tuft"),))
    table = PlayedTable(setup_of(["boar"], [carrier])).begin("a").activate("a.m1")
    table.do(CreatureActed("a.m1", TUSK, "", aim("b.m1", distance="reach")), "a").roll(12)
    assert offered(table) == [("b.m1", "item/thunderbird-tuft")]
    table.do(OfferTaken("b.m1", "item/thunderbird-tuft"), "b")
    assert table.of("a.m1").hp == 40 - 5


def test_what_a_card_does_as_its_creature_is_eliminated_is_told() -> None:
    table = PlayedTable(setup_of(["boar", "caligni-hunter"], ["boar"])).begin("a")
    table.do(LeftPlay("a.m2", True, "", ""))
    assert any("’s Final Fate: " in text for text in table.told)


def test_ruling_351_a_reaction_at_a_random_target_says_so() -> None:
    table = PlayedTable(setup_of(["boar", "boar"], ["forest-troll"])).begin("a").activate("a.m1")
    table.state = P2V.resolved(table.state.pushed(DamageTask("b.m1", Blow(amount=5, types=("fire",)))))
    table.do(OfferTaken("b.m1", "feature/furious-flailing"), "b")
    ask = table.asked
    assert isinstance(ask, ActAsk)
    assert ask.reason.endswith("with Forest Troll, its target picked at random")
