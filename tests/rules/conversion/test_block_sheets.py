"""A stat block laid out as PF2e prints one."""

from rules.cards.sheet import Mark
from rules.conversion.blocks import (
    MAX_LINE,
    MAX_PARTS,
    BlockAbility,
    BlockCaster,
    BlockDefense,
    BlockFact,
    BlockSpell,
    DamageRoll,
    block_sheet,
)
from tests.rules.conversion.stat_blocks import stat_block, strike


def facts(**fields: object) -> dict[str, str]:
    """Return the facts of a stat block by their labels."""
    return {fact.label: fact.text for row in block_sheet(stat_block(**fields)).facts for fact in row}


def test_the_head_has_name_level_alignment_size_and_traits():
    sheet = block_sheet(stat_block(level=-1, traits=("fire-elemental", "beast"), publication="Marshes"))
    assert (sheet.name, sheet.level, sheet.publication, sheet.license) == ("Marsh Lurker", -1, "Marshes", "ORC")
    assert sheet.traits == ("NE", "Large", "Fire Elemental", "Beast")


def test_numbers_are_those_of_the_file_with_their_signs():
    assert facts(broken_armor_class=18, will=-1) == {
        "AC": "22 (18 when broken)",
        "Fort": "+14",
        "Ref": "+11",
        "Will": "−1",
        "HP": "73",
        "Speed": "25 feet",
    }


def test_defenses_say_their_points_and_exceptions():
    sheet = facts(
        hardness=5,
        immunities=("fire", "poison"),
        resistances=(BlockDefense("physical", 10, ("silver", "adamantine")),),
        weaknesses=(BlockDefense("cold", 5),),
        speeds=(("walk", 20), ("fly", 40)),
    )
    assert sheet["Hardness"] == "5"
    assert sheet["Immunities"] == "fire, poison"
    assert sheet["Resistances"] == "physical 10 (except silver and adamantine)"
    assert sheet["Weaknesses"] == "cold 5"
    assert sheet["Speed"] == "20 feet, fly 40 feet"


def test_what_a_stat_block_does_not_have_is_left_out():
    bare = block_sheet(stat_block(armor_class=None, fortitude=None, reflex=None, will=None, hit_points=None, speeds=()))
    assert bare.facts == ()


def test_a_strike_says_its_bonus_distance_and_damage():
    jaws = strike("jaws", 15, effects=("grab",), reach=10)
    bow = strike("bow", 12, ("1d8", "piercing"), is_ranged=True, increment=60, reload=1)
    bleeding = strike("claw", 9)
    melee, ranged, bare = block_sheet(stat_block(attacks=(jaws, bow, bleeding))).attacks
    assert (melee.name, melee.head) == ("Melee", "jaws +15 (reach 10 feet)")
    assert melee.lines == (BlockFact("Damage", "2d8+6 piercing plus grab"),)
    assert (ranged.name, ranged.head) == ("Ranged", "bow +12 (range increment 60 feet, reload 1)")
    assert bare.head == "claw +9"
    assert melee.cost == Mark("●", "one action")


def test_persistent_damage_says_so():
    claw = strike("claw", 9, reach=None)
    rolls = (DamageRoll("1d6", "slashing"), DamageRoll("1d4", "fire", persistent=True))
    (shown,) = block_sheet(stat_block(attacks=(type(claw)(name="claw", bonus=9, damage=rolls),))).attacks
    assert shown.lines == (BlockFact("Damage", "1d6 slashing plus 1d4 persistent fire"),)


def test_an_ability_says_everything_that_the_file_has():
    ability = BlockAbility(
        name="Howl",
        cost="reaction",
        text="First line.\n\nSecond line.",
        trigger="It is hit",
        frequency=(1, "round"),
        failure="The target is frightened 1.",
        stages=("drained 1",),
        traits=("auditory", "fear"),
    )
    (shown,) = block_sheet(stat_block(abilities=(ability,))).abilities
    assert shown.cost == Mark("↻", "reaction")
    assert shown.head == "(auditory, fear)"
    assert [(line.label, line.text) for line in shown.lines] == [
        ("Frequency", "1 per round"),
        ("Trigger", "It is hit"),
        ("", "First line."),
        ("", "Second line."),
        ("Failure", "The target is frightened 1."),
        ("Stage 1", "drained 1"),
    ]


def test_a_caster_lists_its_spells_by_rank_the_highest_first():
    spells = (
        BlockSpell("Light", 0),
        BlockSpell("Fear", 1, uses=2),
        BlockSpell("Web", 4),
        BlockSpell("Fly", 4, at_will=True),
    )
    caster = BlockCaster(tradition="arcane", kind="prepared", dc=22, attack=14, slots=((4, 2),), spells=spells)
    (shown,) = block_sheet(stat_block(casters=(caster,))).spells
    assert (shown.name, shown.head) == ("Arcane prepared spells", "DC 22, attack +14")
    assert [(line.label, line.text) for line in shown.lines] == [
        ("4th (2 slots)", "Web, Fly (at will)"),
        ("1st", "Fear (×2)"),
        ("Cantrips", "Light"),
    ]


def test_one_slot_and_one_focus_point_stand_in_the_singular():
    caster = BlockCaster(
        tradition="divine", kind="focus", focus_points=1, slots=((2, 1),), spells=(BlockSpell("Heal", 2),)
    )
    (shown,) = block_sheet(stat_block(casters=(caster,))).spells
    assert shown.head == "1 focus point"
    assert [line.label for line in shown.lines] == ["2nd (1 slot)"]


def test_long_texts_and_long_lists_are_cut():
    long = BlockAbility(name="Long", text="x" * 100_000)
    sheet = block_sheet(stat_block(abilities=(long,) * 200))
    assert len(sheet.abilities) == MAX_PARTS
    assert len(sheet.abilities[0].lines[0].text) == MAX_LINE
