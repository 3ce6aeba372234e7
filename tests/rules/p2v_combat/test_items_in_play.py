"""Items whose fields say all: each is played, and its test fails without its fields."""

from dataclasses import replace

import pytest

from rules import items
from rules.cards.model import Feature
from rules.combat.answers import OfferPassed, RollRuled
from rules.combat.resolution import ChoiceAsk, OfferAsk, RollAsk
from rules.effects.values import Bonus
from rules.errors import ChangeRefused
from rules.p2v_combat.events.acting import CreatureActed
from rules.p2v_combat.events.by_hand import HeldSet, HpSet
from rules.p2v_combat.events.reactions import BattleOptionChosen, OfferTaken
from rules.p2v_combat.events.turns import BattleBegun
from rules.p2v_combat.numbers import AimedTarget
from rules.p2v_combat.steps import actions_now
from rules.roster.model import ItemChoice, Member
from tests.rules.p2v_combat.tables import PlayedTable, aim, offered, setup_of, with_features

ME, FOE = "a.m1", "b.m1"
SNEAK, SPEAR = "kobold-warrior", "feature/spear"


def duel(creature: str, *carried: str, choice: str | None = None, foe: str = "boar") -> PlayedTable:
    member = Member(creature, id="m1", items=tuple(ItemChoice(item, choice) for item in carried))
    return PlayedTable(setup_of([member], [foe])).begin().activate(ME)


def act(table: PlayedTable, action: str, *targets: str) -> PlayedTable:
    return table.do(CreatureActed(ME, action, "", tuple(map(AimedTarget, targets))), "a")


def struck(table: PlayedTable, outcome: str, weapon: str = SPEAR, *, flanked: bool = False) -> PlayedTable:
    aims = aim(FOE, distance="reach", off_guard=("flanked",) if flanked else ())
    return table.do(CreatureActed(ME, weapon, "", aims), "a").do(RollRuled(outcome, "the test"))


def lost(table: PlayedTable) -> int:
    return table.of(FOE).max_hp - table.of(FOE).hp


@pytest.mark.parametrize(("outcomes", "sick"), [(("hit",), True), (("miss", "hit"), False), (("miss",), False)])
def test_poison_is_for_the_next_attack_with_a_weapon(outcomes: tuple[str, ...], sick: bool) -> None:
    table = act(duel("boar", "basic-poison"), "item/basic-poison", ME)
    assert table.of(ME).active_effects
    for outcome in outcomes:
        struck(table, outcome, "feature/tusk")
    assert table.of(FOE).has("sickened") is sick
    assert table.of(ME).active_effects == ()


def test_poison_of_older_battles_waits_for_a_hit() -> None:
    table = PlayedTable(duel("boar", "basic-poison").setup)
    table.do(BattleBegun(limits=False)).roll(6, 1).activate(ME)
    struck(struck(act(table, "item/basic-poison", ME), "miss", "feature/tusk"), "hit", "feature/tusk")
    assert table.of(FOE).has("sickened")


@pytest.mark.parametrize(
    ("creature", "item", "flanked", "adds"),
    [
        (SNEAK, "bloodseeker-beak", True, 10),
        ("boar", "bloodseeker-beak", True, 5),
        (SNEAK, "bloodseeker-beak", False, None),
        (SNEAK, "wounding-weapon", True, 10),
        (SNEAK, "wounding-weapon", False, 5),
        ("boar", "wounding-weapon", True, 5),
    ],
)
def test_an_item_for_a_hit_is_offered_at_the_hit(creature: str, item: str, flanked: bool, adds: int | None) -> None:
    weapon = "feature/tusk" if creature == "boar" else SPEAR
    before = lost(struck(duel(creature, foe="owlbear"), "hit", weapon, flanked=flanked))
    table = struck(duel(creature, item, foe="owlbear"), "hit", weapon, flanked=flanked)
    if adds is None:
        assert table.asked is None
        return
    assert offered(table) == [(ME, f"item/{item}")]
    table.do(OfferTaken(ME, f"item/{item}"), "a")
    assert lost(table) == before + adds
    assert (table.of(ME).active_effects, table.of(ME).has_reacted) == ((), False)
    assert struck(table, "hit", weapon, flanked=flanked).asked is None, "It is used up."


def test_an_item_for_a_hit_may_be_kept() -> None:
    table = struck(duel("boar", "wounding-weapon"), "hit", "feature/tusk")
    assert isinstance(table.asked, OfferAsk)
    table.do(OfferPassed("a"), "a")
    assert (lost(table), table.of(ME).spent) == (10, ())


def test_a_blunt_weapon_wounds_no_more_than_before() -> None:
    table = struck(duel("orc-warchief", "wounding-weapon"), "hit", "feature/greatclub")
    assert table.asked is None


@pytest.mark.parametrize(("tag", "dice"), [("Swarm", 2), ("Animal", 0)])
def test_a_swarmsuit_resists_swarms_alone(tag: str, dice: int) -> None:
    mine, foe = duel("owlbear", "swarmsuit").setup.fielded
    setup = replace(duel("owlbear").setup, fielded=(mine, replace(foe, card=replace(foe.card, tags=(tag,)))))
    table = PlayedTable(setup).begin("b").activate(FOE)
    table.do(CreatureActed(FOE, "feature/tusk", "", aim(ME, distance="reach")), "b").do(RollRuled("hit", "the test"))
    assert (table.asked.dice if isinstance(table.asked, RollAsk) else 0) == dice
    table.roll(*(6,) * dice)
    assert table.of(ME).max_hp - table.of(ME).hp == (0 if dice else 10)


@pytest.mark.parametrize(("item", "spell"), [("spell-potion-i", "Heal"), ("spell-potion-ii", "Heal")])
def test_a_potion_casts_its_spell_on_who_drinks_it(item: str, spell: str) -> None:
    table = duel("boar", item, choice=spell).do(HpSet(ME, 5, 0, ""))
    key = next(key for key, own in actions_now(table.state, ME).items() if own.kind == "item")
    act(table, key, ME)
    assert table.of(ME).hp > 5
    assert table.of(ME).spent


def test_a_potion_of_a_spell_without_a_sheet_is_left_to_the_players() -> None:
    table = duel("boar", "spell-potion-i", choice="A Spell of Our Own")
    action = next(own for own in actions_now(table.state, ME).values() if own.kind == "item")
    assert action.ways[0].effect.by_table
    assert not items.BY_KEY["spell-potion-i"].is_left_to_table


def test_a_charm_frees_on_three_or_more_and_else_hurts_an_enemy() -> None:
    for face, grabbed, damage in ((3, False, 0), (2, True, 10)):
        table = duel("orc-warchief", "shark-tooth-charm").do(HeldSet(ME, "grabbed", True, ""))
        act(table, "item/shark-tooth-charm", ME).roll(face)
        assert (table.of(ME).has("grabbed"), lost(table)) == (grabbed, damage)


def test_the_user_of_a_charm_picks_one_of_several_enemies() -> None:
    table = duel("orc-warchief", "shark-tooth-charm")
    table = PlayedTable(setup_of([table.setup.fielded[0].member], ["boar", "boar"])).begin().activate(ME)
    act(table.do(HeldSet(ME, "grabbed", True, "")), "item/shark-tooth-charm", ME).roll(1)
    assert isinstance(table.asked, ChoiceAsk)
    assert [option.key for option in table.asked.options] == [FOE, "b.m2"]
    table.do(BattleOptionChosen("b.m2"), "a")
    assert (lost(table), table.of("b.m2").hp) == (0, 30)


@pytest.mark.parametrize(("creature", "squares"), [("boar", 6), ("owlbear", 5)])
def test_a_potion_gives_a_jump_until_the_encounter_ends(creature: str, squares: int) -> None:
    table = duel(creature, "potion-of-leaping")
    assert "granted/jump-by-potion" not in actions_now(table.state, ME)
    act(act(table, "item/potion-of-leaping", ME), "granted/jump-by-potion")
    assert any(f"up to {squares} squares, ignoring terrain" in text for text in table.told)
    assert (table.state.acting(ME).ap, table.of(ME).active_effects[0].until) == (0, "encounter")


@pytest.mark.parametrize(("attacker", "target"), [(ME, FOE), (FOE, ME)])
def test_smoke_conceals_who_is_in_it_and_all_from_them(attacker: str, target: str) -> None:
    table = act(duel("boar", "beekeepers-smoker"), "item/beekeepers-smoker", FOE)
    if attacker == ME:
        table.state = table.state.with_acting(ME, ap=2)
    else:
        table.end(ME).activate(FOE)
    table.do(CreatureActed(attacker, "feature/tusk", "", aim(target, distance="reach")), attacker[0])
    assert isinstance(table.asked, RollAsk)
    assert "Concealment" in table.asked.reason


def test_a_potion_of_agile_feet_moves_who_drinks_it() -> None:
    member = Member("boar", id="m1", items=(ItemChoice("spell-potion-i", "Agile Feet"),))
    table = PlayedTable(setup_of([member, "owlbear"], ["boar"])).begin().activate(ME)
    key = next(key for key, own in actions_now(table.state, ME).items() if own.kind == "item")
    act(table, key, "a.m2")
    assert isinstance(table.asked, ChoiceAsk)
    stride = next(option.key for option in table.asked.options if "stride" in option.label.casefold())
    table.do(BattleOptionChosen(stride), "a")
    assert any(text.startswith("Owlbear Strides up to") for text in table.told)
    assert not any(text.startswith("Boar Strides") for text in table.told)


def test_a_charm_succeeds_or_fails() -> None:
    table = duel("orc-warchief", "shark-tooth-charm").do(HeldSet(ME, "grabbed", True, ""))
    act(table, "item/shark-tooth-charm", ME)
    with pytest.raises(ChangeRefused, match="succeeds or fails"):
        table.do(RollRuled("banana", "the test"))
    table.do(RollRuled("success", "the test"))
    assert not table.of(ME).has("grabbed")


def test_a_sneak_attack_of_its_own_bonus_counts_only_by_the_others() -> None:
    row = Bonus(stats=("damage",), by=4, when="sneak attack")
    sneak = Feature(id="sneak-attack", name="Sneak Attack", bonuses=(row,))
    lone = with_features(setup_of(["boar"], ["owlbear"]), ME, sneak)
    both = replace(sneak, bonuses=(Bonus(stats=("damage",), by=1, against=("off-guard",)), row))
    with_both = with_features(setup_of(["boar"], ["owlbear"]), ME, both)
    for setup, limits, more in ((lone, True, 0), (lone, False, 0), (with_both, True, 5), (with_both, False, 1)):
        table = PlayedTable(setup).do(BattleBegun(limits=limits)).roll(6, 1).activate(ME)
        struck(table, "hit", "feature/tusk", flanked=True)
        assert lost(table) == 10 + more
