"""What a card's fields say happens by itself: conditions that never end, Ferocity, support, reactions, auras."""

from dataclasses import replace

import pytest

from rules.combat.answers import OfferPassed
from rules.combat.resolution import ActAsk, ChoiceAsk, OfferAsk, RollAsk
from rules.effects.model import Effect
from rules.effects.values import Range, SavingThrow
from rules.p2v_combat.events.acting import CreatureActed, StepActed
from rules.p2v_combat.events.by_hand import HeldSet
from rules.p2v_combat.events.moving import CreatureJoined
from rules.p2v_combat.events.reactions import BattleOptionChosen, OfferTaken
from rules.p2v_combat.family import P2V, battle_state_document
from rules.p2v_combat.numbers import AimedTarget, Circumstances
from rules.p2v_combat.options import options_for, target_need
from rules.p2v_combat.sides import NEUTRAL
from rules.p2v_combat.steps import actions_now
from rules.p2v_combat.targeting import target_holds
from rules.p2v_combat.tasks.damage import Blow, DamageTask
from rules.p2v_combat.tasks.recovery import eliminate
from rules.p2v_combat.tasks.single_steps import escapable
from rules.roster.model import Member
from tests.rules.p2v_combat.tables import PlayedTable, card, setup_of


def hit_by(played: PlayedTable, creature: str, amount: int, *types: str) -> PlayedTable:
    """Let damage reach a creature."""
    played.state = P2V.resolved(played.state.pushed(DamageTask(creature, Blow(amount=amount, types=types, by="b.m1"))))
    return played


@pytest.mark.parametrize("key", ["zombie-shambler", "dirge-piper"])
def test_what_is_always_slowed_has_one_action_point_and_shows_it(key: str) -> None:
    played = PlayedTable(setup_of([key], ["boar"])).begin()
    shown = battle_state_document(played.state)["creatures"][0]["conditions"]
    assert shown == [{"name": "slowed", "by": None, "source": "Slow", "until": "always"}]
    for order in (("a.m1", "b.m1"), ("b.m1", "a.m1")):
        for creature in order:
            played.activate(creature)
            acting = played.state.acting(creature)
            assert acting is not None
            assert acting.ap == (1 if creature == "a.m1" else 2)
            assert escapable(played.state, creature) == ()
            played.end(creature)
            assert played.of("a.m1").condition_names == ("slowed",)


def test_what_is_always_given_ends_only_by_hand_and_comes_with_who_joins() -> None:
    played = PlayedTable(setup_of(["boar"], ["boar"])).begin()
    played.do(CreatureJoined("a.z1", "a", "Shambler", card("zombie-shambler"), None))
    assert played.of("a.z1").condition_names == ("slowed",)
    played.do(HeldSet("a.z1", "slowed", False, "a potion"))
    assert not played.of("a.z1").conditions
    played.do(CreatureJoined(f"{NEUTRAL}.z2", NEUTRAL, "Other", card("zombie-shambler"), None))
    assert played.of(f"{NEUTRAL}.z2").condition_names == ("slowed",)


def falling_hodag() -> PlayedTable:
    played = PlayedTable(setup_of(["hateful-hodag"], ["boar"])).begin()
    return hit_by(played, "a.m1", played.of("a.m1").hp)


def test_a_hateful_hodag_that_would_fall_rolls_its_ferocity() -> None:
    played = falling_hodag()
    assert isinstance(played.asked, RollAsk)
    assert (played.asked.sides, played.asked.need) == (6, 4)
    assert played.roll(4).of("a.m1").hp == 1
    assert falling_hodag().roll(3).of("a.m1").is_dying


def test_a_stormdrinker_heals_and_is_quickened_by_electricity() -> None:
    played = PlayedTable(setup_of(["stormdrinker"], ["boar"])).begin()
    hit_by(played, "a.m1", 30, "slashing")
    assert played.of("a.m1").hp == 115
    hit_by(played, "a.m1", 30, "lightning")
    assert played.of("a.m1").hp == 125
    assert played.of("a.m1").has("quickened")
    played.activate("a.m1")
    acting = played.state.acting("a.m1")
    assert acting is not None
    assert acting.ap == 3


def druid_beside_its_cat() -> PlayedTable:
    druid = Member("kobold-druid-1", id="m1")
    cat = Member("cat-companion-1", id="m2")
    setup = setup_of([druid, cat], ["boar"])
    fielded = tuple(
        replace(fighter, minion_of="a.m1") if fighter.id == "a.m2" else fighter for fighter in setup.fielded
    )
    return PlayedTable(replace(setup, fielded=fielded)).begin().activate("a.m1")


def test_a_hit_of_a_commander_beside_its_cat_makes_the_target_off_guard() -> None:
    played = druid_beside_its_cat()
    strike = next(option for option in options_for(played.state, "a.m1") if option.is_strike)
    (support,) = [hold for hold in strike.holds if hold.key.startswith("a.m2/")]
    assert "adjacent" in support.label
    for holds, conditions in (((), ()), ((support.key,), ("off-guard",))):
        played = druid_beside_its_cat()
        aim = AimedTarget("b.m1", Circumstances(distance="reach", holds=holds))
        played.do(CreatureActed("a.m1", strike.key, strike.ways[0].key, (aim,), ()), "a").roll(19)
        assert played.of("b.m1").condition_names == conditions


def test_a_chimera_takes_its_extra_attacks_of_opportunity_one_for_each_trigger() -> None:
    played = PlayedTable(setup_of(["chimera"], ["boar", "boar", "boar", "boar"])).begin().activate("a.m1").end("a.m1")
    for number, boar in enumerate(("b.m1", "b.m2", "b.m3", "b.m4"), start=1):
        played.activate(boar)
        played.do(CreatureActed(boar, "act/stride", "", (), ()), "b")
        if number > 3:
            assert played.asked is None
            break
        assert isinstance(played.asked, OfferAsk)
        (offer,) = played.asked.offers
        played.do(OfferTaken("a.m1", offer.key), "a")
        assert isinstance(played.asked, ActAsk)
        played.do(StepActed(played.asked.actions[0].key, "", (AimedTarget(boar),), ()), "a").roll(2)
        if number < 3:
            assert isinstance(played.asked, OfferAsk), "its usual reaction is left, too"
            played.do(OfferPassed("a"), "a")
        assert played.asked is None
        played.end(boar)
    assert (played.of("a.m1").has_reacted, played.of("a.m1").extra_reactions) == (True, 2)


def test_a_chimera_spends_one_extra_reaction_and_its_usual_one_on_one_trigger() -> None:
    played = PlayedTable(setup_of(["chimera"], ["caldera-oni"])).begin().activate("a.m1").end("a.m1").activate("b.m1")
    played.do(CreatureActed("b.m1", "act/stride", "", (), ()), "b")
    for _ in range(2):
        assert isinstance(played.asked, OfferAsk)
        played.do(OfferTaken("a.m1", played.asked.offers[0].key), "a")
        assert isinstance(played.asked, ActAsk)
        played.do(StepActed(played.asked.actions[0].key, "", (AimedTarget("b.m1"),), ()), "a").roll(2)
    assert played.asked is None
    assert (played.of("a.m1").has_reacted, played.of("a.m1").extra_reactions) == (True, 1)


def test_what_is_always_slowed_is_not_slowed_twice() -> None:
    setup = setup_of(["zombie-shambler"], ["boar"])
    fielded = (replace(setup.fielded[0], starts=("slowed",)), setup.fielded[1])
    played = PlayedTable(replace(setup, fielded=fielded)).begin().do(HeldSet("a.m1", "slowed", True, ""))
    assert [held.until for held in played.of("a.m1").conditions] == ["always"]


def will_power(played: PlayedTable, creature: str) -> tuple[str, str, Effect]:
    """Return an action against Will that a creature can take: its key, its way and its effect."""
    for action in actions_now(played.state, creature).values():
        for way in action.ways:
            if (
                way.cost in ("1", "2")
                and not way.effect.strike
                and {save.stat for save in way.effect.saves} == {"will"}
            ):
                return action.key, way.key, way.effect
    raise AssertionError("no power against Will")


def test_an_aura_is_offered_and_counts_on_a_power_against_will() -> None:
    played = PlayedTable(setup_of(["satyr", "boar"], ["satyr"])).begin("b").activate("b.m1")
    key, way, effect = will_power(played, "b.m1")
    wine = "a.m1/sylvan-wine"
    need = target_need(played.state, "b.m1", effect)
    assert need is not None
    assert {target: [option.key for option in options] for target, options in need.holds} == {"a.m2": [wine]}
    assert target_holds(played.state, "b.m1", "a.m1", effect) == ()
    save = card("boar").stats.will
    for holds, more in (((), 0), ((wine,), 1)):
        again = PlayedTable(setup_of(["satyr", "boar"], ["satyr"])).begin("b").activate("b.m1")
        aims = (AimedTarget("a.m2", Circumstances(holds=holds)),)
        again.do(CreatureActed("b.m1", key, way, aims, ()), "b")
        assert isinstance(again.asked, RollAsk)
        assert again.asked.reason.startswith("Boar")
        again.roll(10)
        assert any(f"10 + {save + more} = {10 + save + more}" in text for text in again.told), again.told


def test_circumstances_of_an_aura_are_asked_with_it() -> None:
    played = PlayedTable(setup_of(["watch-officer"], ["boar", "boar"], ["satyr"])).begin()
    effect = Effect(range=Range("ranged", 6), saves=(SavingThrow("will", "negates"),), gives=("rattled",))
    assert [hold.key for hold in target_holds(played.state, "a.m1", "b.m1", effect)] == [
        "a.m1/air-of-authority",
        "against fear",
    ]
    assert target_holds(played.state, "a.m1", "b.m1", replace(effect, saves=())) == ()


@pytest.mark.parametrize(("answers", "more"), [((), 0), (("a.m1/sylvan-wine",), 1)])
def test_an_aura_is_asked_for_where_no_action_could_say_it(answers: tuple[str, ...], more: int) -> None:
    played = PlayedTable(setup_of(["satyr", "boar"], ["caligni-dancer", "boar"])).begin()
    played.state = P2V.resolved(eliminate(played.state, "b.m1"))
    for key in ("a.m2", "no one else"):
        played.do(BattleOptionChosen(key), "b")
    asked = played.asked
    assert isinstance(asked, ChoiceAsk)
    assert asked.side == "a"
    assert [option.key for option in asked.options] == ["a.m1/sylvan-wine", "nothing"]
    # Once the only aura is named, nothing is left to ask.
    played.do(BattleOptionChosen(answers[0] if answers else "nothing"), "a")
    assert isinstance(played.asked, RollAsk)
    save = card("boar").stats.will + more
    played.roll(10)
    assert any(f"10 + {save} = {10 + save}" in text for text in played.told), played.told


def test_nothing_is_asked_where_no_circumstance_can_count() -> None:
    played = PlayedTable(setup_of(["boar"], ["caligni-dancer", "boar"])).begin()
    played.state = P2V.resolved(eliminate(played.state, "b.m1"))
    for key in ("a.m1", "no one else"):
        played.do(BattleOptionChosen(key), "b")
    assert isinstance(played.asked, RollAsk)


def test_an_aura_is_asked_for_when_a_reaction_calls_for_a_save() -> None:
    setup = setup_of(["satyr", "boar"], ["young-red-dragon-spellcaster"])
    played = PlayedTable(setup).begin().activate("a.m2")
    played.do(CreatureActed("a.m2", "act/stride", "", (), ()), "a")
    assert isinstance(played.asked, OfferAsk)
    offer = next(offer for offer in played.asked.offers if offer.key == "feature/frightful-presence")
    played.do(OfferTaken("b.m1", offer.key), "b")
    assert isinstance(played.asked, ChoiceAsk)
    assert [option.key for option in played.asked.options] == ["a.m1/sylvan-wine", "nothing"]
    played.do(BattleOptionChosen("a.m1/sylvan-wine"), "a")
    save = card("boar").stats.will + 1
    assert any(f"10 + {save} = {10 + save}" in text for text in played.roll(10).told)
