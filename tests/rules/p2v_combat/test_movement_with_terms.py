"""Movements that say where they end, what they go through and what they do not trigger."""

from dataclasses import replace

import pytest

from rules.combat.answers import OfferPassed
from rules.combat.resolution import RollAsk
from rules.effects.values import EffectStep
from rules.p2v_combat.events.acting import CreatureActed, StepActed
from rules.p2v_combat.events.by_hand import HeldSet
from rules.p2v_combat.events.moving import CreatureFell
from rules.p2v_combat.events.reactions import OfferTaken
from rules.p2v_combat.numbers import AimedTarget, armor_number
from rules.p2v_combat.options import targets_needed
from rules.p2v_combat.sides import BattleSetup, Fielded
from rules.p2v_combat.step_choices import step_options
from rules.roster.model import Member
from rules.tables.actions import BY_NAME
from tests.rules.p2v_combat.casting import cast, caster_table
from tests.rules.p2v_combat.tables import PlayedTable, card, offered, setup_of


def duel(ours: str, other: str = "boar") -> PlayedTable:
    return PlayedTable(setup_of([ours], [other])).begin().activate("a.m1")


def without(key: str, feature: str) -> PlayedTable:
    """Return the same battle with a creature whose feature has lost its movement."""
    setup = setup_of([key], ["boar"])
    whole = card(key)
    features = tuple(replace(own, steps=()) if own.id == feature else own for own in whole.features)
    bare = Fielded("a.m1", "a", Member(key, id="m1"), replace(whole, features=features), whole.points)
    return PlayedTable(BattleSetup(setup.sides, (bare, setup.fielded[1]))).begin().activate("a.m1")


TERMS = {
    ("sprigjack", "bramble-jump"): "teleports up to 12 squares, into another patch of difficult terrain.",
    ("grindylow", "jet"): "moves up to 12 squares in a straight line, only through deep or shallow water. "
    "This triggers no reactions.",
    ("kobold-sorcerer-1", "scamper"): "squares, into an empty space with no enemy adjacent.",
    ("kobold-warrior--p2v-ogl", "hurried-retreat"): "squares, into an empty space with no enemy adjacent.",
    ("kobold-dragon-mage", "illusory-retreat"): "Steps up to 3 squares, into an empty space with no enemy adjacent",
    (
        "spark-bat",
        "arc-lightning",
    ): "into a space adjacent to a Construct, a Metal creature or one",
    ("giant-eagle", "eagle-dive"): "flies up to 24 squares in a straight line.",
}


@pytest.mark.parametrize(("key", "feature"), TERMS)
def test_a_movement_says_where_it_ends(key: str, feature: str) -> None:
    event = CreatureActed("a.m1", f"feature/{feature}", "")
    assert any(TERMS[key, feature] in text for text in duel(key).do(event).told)
    assert not any(TERMS[key, feature] in text for text in without(key, feature).do(event).told)


def test_a_dive_is_twice_the_speed() -> None:
    assert card("giant-eagle").stats.speed * 2 == 24


def test_what_counts_during_a_movement_ends_with_it() -> None:
    table = duel("kobold-sorcerer-1").do(CreatureActed("a.m1", "feature/scamper", ""))
    assert "Kobold Sorcerer 1 has Armor +2 during this movement." in table.told
    assert table.of("a.m1").active_effects == ()


def test_armor_during_a_movement_counts_against_a_strike_on_the_way() -> None:
    table = duel("kobold-sorcerer-1", "guard")
    armor = armor_number(table.state, "a.m1").value
    table.do(CreatureActed("a.m1", "feature/scamper", ""))
    table.do(OfferTaken("b.m1", "feature/attack-of-opportunity"))
    strike = step_options(table.state, "b.m1", EffectStep(action="strike", names=("melee",)))[0].key
    table.do(StepActed(strike, "", (AimedTarget("a.m1"),)))
    assert isinstance(table.asked, RollAsk)
    assert armor_number(table.state, "a.m1").value == armor + 2
    table.roll(10)
    assert any(f"against Armor {armor + 2}" in text for text in table.told)
    assert armor_number(table.state, "a.m1").value == armor


@pytest.mark.parametrize(("feature", "asks"), [("jet", False), ("", True)])
def test_a_quiet_movement_triggers_no_attack_of_opportunity(feature: str, asks: bool) -> None:
    table = duel("grindylow", "guard").do(CreatureActed("a.m1", f"feature/{feature}" if feature else "act/stride", ""))
    assert (table.asked is not None) is asks


def test_standing_quietly_is_part_of_springing_up() -> None:
    table = duel("vanara-disciple").do(HeldSet("a.m1", "prone", True, "the test"))
    table.do(CreatureActed("a.m1", "feature/spring-up", ""))
    assert not table.of("a.m1").has("prone")
    assert any("Steps up to 1 square" in text for text in table.told)


def test_the_end_of_a_turn_teleports_without_an_attack_of_opportunity() -> None:
    table = duel("blink-dog", "guard").end("a.m1")
    assert any("in a random direction. This triggers no attacks" in text for text in table.told)
    assert table.asked is None
    assert not any("2 squares, in a random" in text for text in without("blink-dog", "blink").end("a.m1").told)


def test_a_teleport_is_followed_through_a_door() -> None:
    table = PlayedTable(setup_of(["sprigjack"], ["hound-archon"])).begin().activate("a.m1")
    table.do(CreatureActed("a.m1", "feature/bramble-jump", ""))
    assert ("b.m1", "feature/archons-door") in offered(table)
    table.do(OfferTaken("b.m1", "feature/archons-door"))
    assert any("teleports, into an empty space adjacent to Sprigjack." in text for text in table.told)


def test_a_shorter_fall_hurts_less() -> None:
    table = PlayedTable(setup_of(["kobold-bard-1"], ["boar"])).begin()
    hp = table.of("a.m1").hp
    table.do(CreatureFell("a.m1", 5)).do(CreatureFell("b.m1", 5))
    assert (table.of("a.m1").hp, table.of("b.m1").max_hp - table.of("b.m1").hp) == (hp, 10)


TRAMPLERS = ("tortoise-soothsayer", "abysium-horror", "rust-scarab", "rocking-horse", "triceratops", "tyrannosaurus")


@pytest.mark.parametrize("key", TRAMPLERS)
def test_a_trample_moves_through_the_named_and_hurts_them(key: str) -> None:
    table = duel(key, "kobold-bard-1")
    way = next(way for way in table.state.fielded("a.m1").actions.values() if way.name == "Trample")
    hp = table.of("b.m1").hp
    table.do(CreatureActed("a.m1", way.key, "", (AimedTarget("b.m1"),)))
    assert any("through the spaces of Kobold Bard 1." in text for text in table.told)
    assert isinstance(table.asked, RollAsk)
    table.roll(10)
    assert table.of("b.m1").hp < hp


@pytest.mark.parametrize(("key", "larger"), [("rocking-horse", "boar"), ("triceratops", "tyrannosaurus")])
def test_a_trample_is_for_smaller_creatures(key: str, larger: str) -> None:
    table = PlayedTable(setup_of([key], [larger, "kobold-bard-1"])).begin().activate("a.m1")
    effect = next(own for own in card(key).features if own.name == "Trample")
    need = targets_needed(table.state, "a.m1", effect)
    assert need is not None
    assert need.creatures == ("b.m2",)


@pytest.mark.parametrize(("faces", "text"), [((20,), "an enemy."), ((1,), "ends its movement in front of the enemy.")])
def test_tumble_through_rolls_against_the_enemy_it_names(faces: tuple[int, ...], text: str) -> None:
    table = duel("kobold-bard-1").do(CreatureActed("a.m1", "act/tumble-through", "", (AimedTarget("b.m1"),)))
    table.roll(*faces)
    assert any(text in line for line in table.told)
    assert not BY_NAME["Tumble Through"].by_table


@pytest.mark.parametrize("face", [20, 1])
def test_tumble_through_is_one_movement(face: int) -> None:
    table = duel("kobold-bard-1", "guard").do(CreatureActed("a.m1", "act/tumble-through", "", (AimedTarget("b.m1"),)))
    table.roll(face)
    strides = [note.text for note in table.state.notes if "Strides" in note.text]
    assert offered(table) == [("b.m1", "feature/attack-of-opportunity")]
    table.do(OfferPassed("b"), "b")
    strides += [text for text in table.told if "Strides" in text or "moves" in text]
    assert len(strides) == 1, strides
    assert ("in front of the enemy" in strides[0]) is (face == 1)
    assert table.asked is None, "It is one move action: no second offer."


def test_a_pull_says_toward_whom() -> None:
    table = duel("harpy").do(CreatureActed("a.m1", "feature/hungry-winds", "", (AimedTarget("b.m1"),))).roll(1)
    assert "Boar is pulled 4 squares toward Harpy: move the figure." in table.told


@pytest.mark.parametrize("name", ["{", "{x}", "{0}", "{target:>9}", "{target.__class__}"])
def test_a_name_is_no_template(name: str) -> None:
    setup = setup_of(["tortoise-soothsayer"], ["boar"])
    boar = replace(setup.fielded[1], member=Member("boar", id="m1", name=name))
    table = PlayedTable(BattleSetup(setup.sides, (setup.fielded[0], boar))).begin().activate("a.m1")
    table.do(CreatureActed("a.m1", "feature/trample", "", (AimedTarget("b.m1"),)))
    assert f"through the spaces of {name}." in " ".join(note.text for note in table.state.notes)


@pytest.mark.parametrize(("spell", "sheet"), [("Tree Stride", "OGL"), ("Nature's Pathway", "ORC")])
def test_the_way_through_a_tree_says_where_it_begins(spell: str, sheet: str) -> None:
    table = cast(caster_table(spell, rank=5, license=sheet), spell)
    assert any("must be next to a tree" in text for text in table.told)
    assert any("next to another plant that is Medium or larger" in text for text in table.told)
