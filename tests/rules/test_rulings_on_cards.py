"""Rulings that are carried by data or by one line of the rules, each seen where it takes effect."""

from functools import cache

import pytest

from compendium.builtin import built_in_cards
from rules import items, spells
from rules.cards.model import Card, Feature
from rules.effects.values import Bonus
from rules.items.item import usable_by
from rules.p2v_combat.setup.deploying import table_zones
from rules.p2v_combat.setup.plan import OBSTACLE, TablePlan, TerrainPiece
from rules.p2v_combat.setup.steps import next_placer
from rules.tables import boards, cover, terrain
from rules.tables.rolls import LONG_RANGE_PENALTY
from rules.tables.skills import UNTRAINED_PENALTY, check_modifier, may_check_untrained


@cache
def cards() -> dict[str, Card]:
    return {card.key: card for card in built_in_cards()}


def feature(creature: str, name: str) -> Feature:
    return next(card for card in cards()[creature].features if card.name == name)


def test_ruling_63_sight_and_effect_have_lines_of_their_own() -> None:
    names = [entry.name for entry in cover.entries()]
    assert "Line of Sight" in names
    assert "Line of Effect" in names


def test_rulings_72_73_and_74_the_traits_of_void_directional_and_loose_ground() -> None:
    traits = {trait.name.casefold(): trait for trait in terrain.TRAITS}
    assert {"void", "directional", "uneven", "slippery"} <= set(traits)
    for name in ("uneven", "slippery"):
        assert not any(name in row.traits for row in terrain.TYPES if row.in_rulebook), "The rulebook has none of it."


def test_ruling_190_the_first_side_places_first_and_then_whoever_placed_the_fewest() -> None:
    plan = TablePlan(sides=("a", "b", "c"), points=100, board_key="small-board")
    assert next_placer(plan, ()) == "a"
    assert next_placer(plan, ("a",)) == "b"
    assert next_placer(plan, ("a", "b", "c", "a")) == "b"


def test_ruling_191_three_players_choose_among_four_corners() -> None:
    plan = TablePlan(sides=("a", "b", "c"), points=200, board_key="large-board")
    assert len(table_zones(plan)) == 4


def test_ruling_125_the_strips_of_pincered_are_a_ninth_of_the_board() -> None:
    pincered = next(row for row in boards.ALTERNATIVE if row.name == "Pincered")
    for length, width in ((36, 4), (27, 3)):
        assert {zone.area.width for zone in pincered.zones(length, 24)} == {width}


def test_ruling_193_a_single_obstacle_is_difficult_and_obstructing() -> None:
    tree = TerrainPiece("t1", OBSTACLE, 3, 3, 1, 1)
    assert [set(traits) for _, _, traits in tree.squares()] == [{"difficult", "obstructing"}]


def test_ruling_167_a_range_increment_penalty_is_the_one_beyond_short_range() -> None:
    assert LONG_RANGE_PENALTY == -2


def test_ruling_102_an_untrained_skill_costs_5() -> None:
    assert UNTRAINED_PENALTY == -5
    assert check_modifier(3, trained=False, improvises=False) == -2


def test_ruling_160_an_animal_without_spells_tries_only_its_own_skills() -> None:
    boar = cards()["boar"]
    assert not may_check_untrained(boar.tags, casts_spells=False, uses_weapons=False)
    assert may_check_untrained(boar.tags, casts_spells=False, uses_weapons=True)


def test_ruling_99_the_kobold_sorcerer_casts_harm() -> None:
    known = {
        spell.name.casefold()
        for card in cards()["kobold-sorcerer-1"].features
        if card.caster
        for group in card.caster.groups
        for spell in group.spells
    }
    assert "harm" in known
    assert "charm" not in known


def test_ruling_129_any_creature_uses_the_wand_of_summon_animal() -> None:
    wand = items.BY_KEY["wand-of-summon-animal"]
    assert usable_by(wand, size="Medium", is_caster=False) is None


def test_ruling_131_the_young_red_dragon_pays_for_its_attack_of_opportunity() -> None:
    assert feature("young-red-dragon-spellcaster", "Attack of Opportunity").cost == "1"


def test_ruling_132_the_hodags_ferocity_is_printed_without_its_sign() -> None:
    assert feature("hateful-hodag", "Ferocity").cost is None


def test_ruling_133_the_stone_giant_catches_rocks_as_the_other_card_does() -> None:
    assert feature("stone-giant", "Catch Rock").bonuses == (Bonus(stats=("armor", "saves"), by=4, when="this effect"),)


@pytest.mark.parametrize("creature", ["doblagub", "gashadokuro"])
def test_ruling_134_swallow_whole_allows_a_reflex_save(creature: str) -> None:
    (save,) = feature(creature, "Swallow Whole").saves
    assert (save.stat, save.result) == ("reflex", "negates")


def test_ruling_136_powerful_stench_is_an_emanation_of_3_for_those_who_enter() -> None:
    stench = feature("trog-leader", "Powerful Stench")
    assert stench.range is not None
    assert (stench.range.kind, stench.range.squares) == ("emanation", 3)
    assert "enters" in stench.effect


def test_ruling_137_the_kobold_dragon_mage_resists_poison_unless_its_player_chooses_otherwise() -> None:
    mage = cards()["kobold-dragon-mage"]
    assert [resistance.type for resistance in mage.resist] == ["poison"]
    assert any("instead of poison" in words for words in mage.other)


def test_ruling_151_blessed_is_a_word_that_no_table_has() -> None:
    assert "blessed" in str(feature("orc-warchief", "Battle Cry"))


def test_ruling_140_grease_trips_whoever_moves_into_it_or_through_it() -> None:
    spell = spells.find_spell("Grease", "OGL")
    assert spell is not None
    assert spell.castings[0].target_text == "a creature that moves into or through that area"


def test_ruling_141_the_barriers_of_thorns_stand_in_a_line_and_hurt_whoever_enters_one() -> None:
    spell = spells.find_spell("Wall of Thorns", "ORC")
    assert spell is not None
    casting = spell.castings[0]
    assert casting.barriers is not None
    assert casting.barriers.layout == "straight line"
    assert casting.damage[0].when == "whenever it enters or passes through a barrier"


@pytest.mark.parametrize("name", ["Force Barrage", "Magic Missile"])
def test_ruling_143_both_castings_gain_the_missile_of_a_higher_rank(name: str) -> None:
    spell = spells.find_spell(name, "ORC") or spells.find_spell(name, "OGL")
    assert spell is not None
    assert [casting.cost for casting in spell.castings] == ["1", "2"]
    assert [(heightening.missiles, heightening.for_costs) for heightening in spell.heighten] == [(1, ())]
