"""What effects do to their targets: saves, parts that follow, healing, numbers for a time, activities, items."""

import pytest

from rules.combat.answers import FacesRolled, OfferPassed, RollRuled
from rules.combat.resolution import ActAsk, ChoiceAsk, OfferAsk
from rules.effects.values import Resistance
from rules.errors import ChangeRefused
from rules.p2v_combat.events.acting import CreatureActed, StepActed, StepSkipped
from rules.p2v_combat.events.by_hand import HeldSet, HpSet, LeftPlay
from rules.p2v_combat.events.reactions import BattleOptionChosen, OfferTaken
from rules.p2v_combat.numbers import AimedTarget, Circumstances
from rules.p2v_combat.options import options_for
from rules.p2v_combat.state import ActiveEffect
from rules.roster.model import ItemChoice, Member
from tests.rules.p2v_combat.tables import PlayedTable, setup_of


def table(creature: str | Member, *others: str | Member) -> PlayedTable:
    return PlayedTable(setup_of([creature], others or ("boar",))).begin("a").activate("a.m1")


def act(played: PlayedTable, action: str, *targets: str | AimedTarget, way: str = "", choices: tuple[str, ...] = ()):
    aims = tuple(target if isinstance(target, AimedTarget) else AimedTarget(target) for target in targets)
    return played.do(CreatureActed("a.m1", action, way, aims, choices), "a")


def carrying(creature: str, *items: str, choice: str | None = None) -> Member:
    return Member(creature, id="m1", items=tuple(ItemChoice(item, choice) for item in items))


def hold(target: str, **holds: object) -> AimedTarget:
    return AimedTarget(target, Circumstances(**holds))


# Areas and saves


def test_each_target_of_an_area_saves_for_itself() -> None:
    played = table("twigjack", "boar", "boar", "boar")
    act(played, "feature/splinter-spray", "b.m1", "b.m2", "b.m3")
    # Boars have Reflex 3 against Power 20: a failure, a success, and a natural 1.
    played.roll(10).roll(17).roll(1)
    assert [played.of(f"b.m{number}").hp for number in (1, 2, 3)] == [40 - 15, 40 - 7, 40 - 30]
    assert played.of("a.m1").times_spent("splinter-spray") == 1


def test_a_save_that_negates_leaves_nothing() -> None:
    played = act(table("harpy"), "feature/stench", "b.m1").roll(20)
    assert not played.of("b.m1").has("sickened")


def test_a_save_that_names_a_part_decides_over_that_part_alone() -> None:
    played = act(table("caligni-skulker"), "feature/dagger", "b.m1").roll(10)
    played.do(RollRuled("success", "the test"))
    # 5 piercing stay, 5 poison and dazzled are negated.
    assert played.of("b.m1").hp == 35
    assert not played.of("b.m1").has("dazzled")


def test_one_save_a_stat_is_about_all_that_it_guards() -> None:
    # Rulings 212 and 213.
    played = act(table("dirge-piper"), "feature/putrid-blast", "b.m1").do(RollRuled("success", "the test"))
    assert played.asked is None
    assert played.of("b.m1").hp == 40 - 7
    assert not played.of("b.m1").has("sickened")


def test_persistent_damage_is_doubled_by_a_critical_failure_and_not_by_a_critical_hit() -> None:
    # Ruling 214.
    played = act(table("compsognathus"), "feature/jaws", "b.m1").do(RollRuled("critical hit", "the test"))
    played.do(RollRuled("failure", "the test"))
    assert (played.of("b.m1").hp, played.of("b.m1").persistent) == (30, (("poison", 5),))
    played = act(table("compsognathus"), "feature/jaws", "b.m1").do(RollRuled("hit", "the test"))
    played.do(RollRuled("critical failure", "the test"))
    assert played.of("b.m1").persistent == (("poison", 10),)


def test_a_hero_point_rolls_a_save_again() -> None:
    played = act(table("harpy", Member("boar", id="m1", hero_points=1)), "feature/stench", "b.m1").roll(2)
    assert isinstance(played.asked, OfferAsk)
    played.do(OfferTaken("b.m1", "hero-point"), "b").roll(19)
    assert not played.of("b.m1").has("sickened")


def test_cover_counts_against_what_targets_reflex() -> None:
    played = table("ankheg", "boar", "boar")
    act(played, "feature/acid-spit", hold("b.m1", cover=("b.m2",))).roll(1)
    assert played.asked.reason.startswith("Boar’s Reflex save")
    played.do(RollRuled("failure", "the test"))
    assert (played.of("b.m1").hp, played.of("b.m2").hp) == (40, 30)


# Parts that follow


def test_what_costs_an_action_point_after_a_hit_is_asked() -> None:
    played = act(table("hateful-bear"), "feature/jaws", "b.m1").do(RollRuled("hit", "the test"))
    assert isinstance(played.asked, ChoiceAsk)
    played.do(BattleOptionChosen("yes"), "a")
    assert played.of("b.m1").has("grabbed")
    assert played.state.acting("a.m1").ap == 0


def test_one_of_several_parts_is_chosen_after_a_hit() -> None:
    played = act(table("dire-wolf"), "feature/jaws", "b.m1").do(RollRuled("hit", "the test"))
    played.do(BattleOptionChosen("part:1"), "a")
    assert played.of("b.m1").has("prone")
    assert not played.of("b.m1").has("grabbed")


def test_another_kind_of_breath_is_chosen_before_the_saves() -> None:
    played = act(table("chimera"), "feature/fire-breath", "b.m1")
    played.do(BattleOptionChosen("part:0"), "a").do(BattleOptionChosen("type:acid"), "a").do(
        RollRuled("failure", "the test")
    )
    assert played.of("b.m1").hp == 10


def test_a_critical_hit_has_parts_of_its_own() -> None:
    played = act(table("thoqqua"), "feature/beak", "b.m1").do(RollRuled("hit", "the test"))
    assert played.of("b.m1").persistent == ()
    played = act(table("thoqqua"), "feature/beak", "b.m1").do(RollRuled("critical hit", "the test"))
    assert played.of("b.m1").persistent == (("fire", 4),)


def test_what_a_card_only_says_is_told() -> None:
    played = act(table("zombie-hulk"), "feature/corpse", "b.m1")
    assert any(note.why == ("By the table",) for note in played.state.notes)


def swallowed() -> PlayedTable:
    played = table("doblagub", "hateful-logger").do(HeldSet("b.m1", "grabbed", True, ""))
    act(played, "feature/swallow-whole", "b.m1").do(RollRuled("failure", "the test"))
    assert (played.of("b.m1").has("swallowed"), played.of("b.m1").hp) == (True, 45)
    return played


def test_a_swallowed_creature_is_hurt_each_turn_and_climbs_out_by_a_reflex_save() -> None:
    played = swallowed()
    with pytest.raises(ChangeRefused, match="swallowed and cannot be targeted"):
        act(played, "feature/jaws", "b.m1")
    played.end("a.m1").activate("b.m1")
    assert played.of("b.m1").hp == 20
    with pytest.raises(ChangeRefused, match="It is swallowed"):
        played.do(CreatureActed("b.m1", "act/step", ""), "b")
    played.do(CreatureActed("b.m1", "act/escape", ""), "b")
    if isinstance(played.asked, ChoiceAsk):
        played.do(BattleOptionChosen("condition:swallowed"), "b")
    played.do(RollRuled("success", "the test"))
    assert not played.of("b.m1").has("swallowed")


def test_a_critical_hit_from_inside_frees_a_swallowed_creature() -> None:
    played = swallowed().end("a.m1").activate("b.m1")
    played.do(CreatureActed("b.m1", "feature/fist", "", (AimedTarget("a.m1"),)), "b")
    # Armor 22, off-guard against what it has swallowed; Fight 10.
    assert played.asked.need == 10
    played.do(RollRuled("critical hit", "the test"))
    assert not played.of("b.m1").has("swallowed")


# Damage


def test_sneak_attack_adds_to_the_damage_before_it_is_doubled() -> None:
    # Ruling 215.
    played = act(table("kobold-warrior"), "feature/spear", hold("b.m1", off_guard=("flanked",)))
    played.do(RollRuled("critical hit", "the test"))
    assert played.of("b.m1").hp == 40 - 2 * (5 + 3)


def test_a_fiery_weapon_deals_fire_as_well() -> None:
    member = carrying("orc-warchief", "fiery-weapon", choice="Greatclub")
    played = act(table(member, "caldera-oni"), "feature/greatclub", "b.m1").do(RollRuled("hit", "the test"))
    assert played.of("b.m1").hp == played.of("b.m1").max_hp
    assert any("is immune to bludgeoning and fire" in text for text in played.told)


def test_missiles_hit_without_a_roll_one_by_one() -> None:
    played = table("kobold-dragon-mage", "rocking-horse")
    key = next(option.key for option in options_for(played.state, "a.m1") if option.name == "Magic Missile")
    act(played, key, "b.m1", way="2").roll(1, 1).roll(1, 1)
    assert played.of("b.m1").hp == 20 - 8


def test_a_constructs_armor_resists_until_it_is_broken() -> None:
    played = act(table("boar", "animated-armor"), "feature/tusk", "b.m1").do(RollRuled("critical hit", "the test"))
    assert played.asked.dice == 3
    played.roll(1, 1, 6)
    assert played.of("b.m1").hp == 5
    act(played, "feature/tusk", "b.m1")
    # Armor 15, broken 11; the second attack of the turn is at Fight 3.
    assert played.asked.need == 8


def test_the_players_overrule_resistance() -> None:
    played = act(table("boar", "rocking-horse"), "feature/tusk", "b.m1").do(RollRuled("hit", "the test"))
    played.do(RollRuled("10", "a cursed weapon"))
    assert played.of("b.m1").hp == 20


# Healing, temporary HP, numbers for a time


def test_a_potion_heals_and_its_box_is_checked() -> None:
    played = table(carrying("orc-warchief", "healing-potion-minor", "healing-potion-minor")).do(
        HpSet("a.m1", 10, 0, "")
    )
    act(played, "item/healing-potion-minor", "a.m1")
    act(played, "item/healing-potion-minor", "a.m1")
    assert played.of("a.m1").hp == 20
    option = next(option for option in options_for(played.state, "a.m1") if option.key == "item/healing-potion-minor")
    assert (option.uses_left, option.refusal) == (0, "All of its uses are spent.")


def test_a_dying_creature_wakes_up_with_the_hp_healed_and_is_still_prone() -> None:
    played = PlayedTable(setup_of([carrying("orc-warchief", "healing-potion-lesser"), "boar"], ["boar"])).begin("a")
    played.do(HpSet("a.m2", -8, 0, "")).activate("a.m1")
    act(played, "item/healing-potion-lesser", "a.m2")
    assert (played.of("a.m2").hp, played.of("a.m2").has("prone")) == (15, True)


def test_magic_healing_hurts_what_void_heals() -> None:
    member = carrying("orc-warchief", "healing-potion-minor")
    played = act(table(member, "zombie-shambler"), "item/healing-potion-minor", "b.m1")
    assert played.of("b.m1").hp == 15


def test_battle_medicine_heals_more_on_a_critical_success() -> None:
    for outcome, hp in (("failure", 5), ("success", 15), ("critical success", 15)):
        played = table("kobold-rogue-1").do(HpSet("a.m1", 5, 0, ""))
        act(played, "feature/battle-medicine", "a.m1").do(RollRuled(outcome, "the test"))
        assert played.of("a.m1").hp == hp


def test_an_oil_adds_to_fight_and_damage_until_the_encounter_ends() -> None:
    played = act(table(carrying("orc-warchief", "oil-of-potency-fight")), "item/oil-of-potency-fight", "a.m1")
    act(played, "feature/greatclub", "b.m1")
    assert played.asked.need == 13 - 9
    played.do(RollRuled("hit", "the test"))
    assert played.of("b.m1").hp == 40 - 15


def test_plating_raises_the_hp_for_the_battle() -> None:
    played = act(table(carrying("orc-warchief", "ablative-armor-plating")), "item/ablative-armor-plating")
    assert (played.of("a.m1").hp, played.of("a.m1").max_hp) == (35, 35)


def test_a_chosen_resistance_is_rolled() -> None:
    member = carrying("orc-warchief", "potion-of-resistance-lesser", choice="fire")
    played = act(table(member), "item/potion-of-resistance-lesser/fire")
    (effect,) = played.of("a.m1").active_effects
    assert (effect.resist[0].type, effect.resist[0].dice) == ("fire", 2)


def test_a_scroll_is_cast_at_the_rank_of_its_caster_and_costs_what_the_spell_does() -> None:
    member = carrying("twigjack-cult-leader", "spell-scroll-i", choice="Fear")
    played = act(table(member), "item/spell-scroll-i/fear", "b.m1").do(RollRuled("failure", "the test"))
    assert played.of("b.m1").has("rattled")
    assert played.state.acting("a.m1").ap == 0
    assert played.of("a.m1").times_spent("spell-scroll-i:fear") == 1


@pytest.mark.parametrize(
    ("resist", "dice"), [((), ()), ((Resistance("piercing", 2),), (6, 6)), ((Resistance("all", 2),), (1, 6))]
)
def test_a_flat_resistance_and_dice_do_not_add_up(resist: tuple[Resistance, ...], dice: tuple[int, ...]) -> None:
    # Ruling 216: a Tusk of 10 against a flat 5 and 2d6.
    played = table("boar")
    effect = ActiveEffect("Stoneskin", "b.m1", "encounter", resist=(Resistance("piercing", flat=5), *resist))
    played.state = played.state.change("b.m1", active_effects=(effect,))
    act(played, "feature/tusk", "b.m1").do(RollRuled("hit", "the test"))
    if dice:
        played.do(FacesRolled(dice, True))
    assert played.of("b.m1").hp == (40 if dice == (6, 6) else 35)


def test_bonuses_without_a_printed_end_last_until_the_encounter_ends_and_count_once() -> None:
    # Ruling 219.
    played = act(table("human-alchemist"), "feature/bestial-mutagen")
    (effect,) = played.of("a.m1").active_effects
    assert effect.until == "encounter"
    played = act(act(table("kobold-sorcerer-1"), "feature/scamper"), "feature/scamper")
    assert not played.of("a.m1").active_effects, "What counts during a movement ends with it."


def test_a_word_that_no_table_has_stays_with_the_creature() -> None:
    # Ruling 220.
    played = act(table("orc-warchief"), "feature/battle-cry", "a.m1")
    assert [effect.source for effect in played.of("a.m1").active_effects] == ["blessed"]


# Activities


def test_a_charge_strikes_at_plus_two_after_four_squares() -> None:
    for moved, need in ((("moved 4",), 3), ((), 5)):
        played = act(table("boar"), "feature/boar-charge")
        assert isinstance(played.asked, ActAsk)
        played.do(StepActed("feature/tusk", "", (hold("b.m1", holds=moved),)), "a")
        assert played.asked.need == need


def test_two_strikes_of_one_action_suffer_no_penalty_between_them() -> None:
    played = act(table("wyrmling-black-dragon"), "feature/draconic-frenzy")
    played.do(StepActed("feature/jaws", "", (AimedTarget("b.m1"),)), "a").roll(1)
    played.do(StepActed("feature/tail", "", (AimedTarget("b.m1"),)), "a")
    assert played.asked.need == 4
    played.roll(1)
    assert played.state.acting("a.m1").fight_actions == 1


def test_strikes_against_different_targets() -> None:
    played = act(table("chimera", "ogre-warrior", "ogre-warrior"), "feature/three-headed-strike")
    played.do(StepActed("feature/jaws-and-horns", "", (AimedTarget("b.m1"),)), "a").roll(1)
    with pytest.raises(ChangeRefused, match="different target"):
        played.do(StepActed("feature/jaws-and-horns", "", (AimedTarget("b.m1"),)), "a")
    played.do(StepActed("feature/jaws-and-horns", "", (AimedTarget("b.m2"),)), "a").roll(20).do(StepSkipped(), "a")
    assert played.of("b.m2").hp == 0


def test_what_an_activity_adds_follows_a_hit_of_its_strike() -> None:
    played = act(table("trog-spinesnapper"), "feature/brutal-blow")
    played.do(StepActed("feature/maul", "", (AimedTarget("b.m1"),)), "a").do(RollRuled("hit", "the test"))
    played.do(RollRuled("critical failure", "the test"))
    assert any("pushed 2 squares" in text for text in played.told)
    assert played.of("b.m1").has("prone")


def test_a_strike_at_each_enemy_in_reach() -> None:
    played = act(table("stormdrinker", "boar", "boar"), "feature/vine-lash", "b.m1", "b.m2")
    for _ in range(2):
        played.do(RollRuled("hit", "the test"))
        played.do(BattleOptionChosen("no"), "a") if isinstance(played.asked, ChoiceAsk) else None
    assert [played.of(f"b.m{number}").hp for number in (1, 2)] == [25, 25]


def test_a_spent_slot_is_shared_by_its_group() -> None:
    played = table("goblin-pyro")
    keys = {option.name: option.key for option in options_for(played.state, "a.m1")}
    act(played, keys["Burning Hands"], "b.m1").do(RollRuled("failure", "the test"))
    left = {option.name: option.uses_left for option in options_for(played.state, "a.m1")}
    assert (left["Burning Hands"], left["Grease"], left["Produce Flame"]) == (2, 2, None)


def test_a_gaze_stuns_only_what_was_slowed_before() -> None:
    # Ruling 218.
    played = act(table("basilisk"), "feature/petrifying-gaze", "b.m1").do(RollRuled("failure", "the test"))
    assert played.of("b.m1").condition_names == ("slowed",)
    played = table("basilisk").do(HeldSet("b.m1", "slowed", True, ""))
    act(played, "feature/petrifying-gaze", "b.m1").do(RollRuled("failure", "the test"))
    assert "stunned" in played.of("b.m1").condition_names


def test_damage_of_a_type_sickens_what_is_vulnerable_to_it() -> None:
    played = act(table("goblin-pyro", "forest-troll"), "feature/torch", "b.m1").do(RollRuled("hit", "the test"))
    while isinstance(played.asked, OfferAsk):
        played.do(OfferPassed("b"))
    assert played.of("b.m1").has("sickened")


def test_what_a_creature_does_as_it_leaves_play_is_told() -> None:
    played = PlayedTable(setup_of(["boar"], ["caligni-hunter"])).begin("a").do(LeftPlay("b.m1", True, "", ""))
    assert any("’s Final Fate: " in text for text in played.told)


def test_final_fate_hits_those_whom_the_players_name() -> None:
    played = PlayedTable(setup_of(["boar", "boar"], ["caligni-hunter", "boar"])).begin("a")
    played.do(LeftPlay("b.m1", True, "", ""))
    assert isinstance(played.asked, ChoiceAsk)
    assert "within 3 squares" in played.asked.reason
    for choice in ("a.m1", "b.m2", "no one else"):
        played.do(BattleOptionChosen(choice), "b")
    played.do(RollRuled("failure", "the test")).do(RollRuled("success", "the test"))
    assert (played.of("a.m1").hp, played.of("b.m2").hp) == (40 - 20, 40 - 10)
    assert played.of("a.m2").hp == 40


def test_an_action_named_on_the_card_of_its_target_does_nothing() -> None:
    played = table("basilisk", "basilisk")
    if isinstance(played.asked, OfferAsk):
        played.do(OfferPassed("b"))
    act(played, "feature/petrifying-gaze", "b.m1")
    assert played.asked is None
    assert any("immune to Petrifying Gaze" in text for text in played.told)
