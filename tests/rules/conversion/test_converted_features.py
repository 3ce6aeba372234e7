"""The features of a converted card: Strikes, texts, conditions, areas, boxes and spells."""

from typing import Any

from rules.cards.documents import card_from_document
from rules.cards.phrases import effect_text
from rules.conversion.blocks import BlockAbility, BlockAttack, BlockCaster, BlockSpell
from rules.conversion.converting import convert
from rules.conversion.defenses import converted_words
from rules.conversion.steps import AUTHOR
from rules.conversion.strikes import slot_count
from rules.conversion.text_choices import area_size
from rules.effects.values import Damage, Range, SavingThrow
from tests.rows import every_row
from tests.rules.conversion.stat_blocks import feature_of, stat_block, strike, with_text


@every_row(
    "rolls, level, license, rulebook, author",
    [
        ([("2", "fire"), ("3", "poison")], 3, "OGL", (5, "fire poison"), (5, "fire poison")),
        ([("1d8+4", "piercing")], 3, "OGL", (9, "piercing"), (9, "piercing")),
        ([("1d6+2", "piercing")], 3, "ORC", (6, "piercing"), (5, "piercing")),
        ([("1d6+4", "piercing")], 3, "ORC", (8, "piercing"), (10, "piercing")),
        ([("1d6+1", "piercing")], -1, "ORC", (5, "piercing"), (5, "piercing")),
        ([("1d4", "piercing")], 1, "ORC", (3, "piercing"), (5, "piercing")),
        ([("1", "piercing")], 1, "ORC", (1, "piercing"), (1, "piercing")),
        ([("2d8+3", "slashing")], 3, "OGL", (10, "slashing"), (10, "slashing")),
        ([("1d12+6", "slashing")], 3, "OGL", (15, "slashing"), (15, "slashing")),
        ([("2d6+14", "slashing"), ("2d6", "fire")], 14, "ORC", (30, "slashing fire"), (30, "slashing fire")),
        ([("2d6", "slashing"), ("1d6", "precision")], 4, "OGL", (10, "slashing"), (10, "slashing")),
        ([("1d6", "negative"), ("1d6", "positive")], 4, "OGL", (7, "void vitality"), (7, "void vitality")),
    ],
)
def test_the_damage_of_a_strike_is_one_rounded_amount_with_all_its_types(
    rolls: list[tuple[str, str]], level: int, license: str, rulebook: tuple[int, str], author: tuple[int, str]
):
    block = stat_block(level=level, license=license, attacks=(strike("claw", 15, *rolls),))
    for style, expected in ((None, rulebook), (AUTHOR, author)):
        (damage,) = feature_of(convert(block, style) if style else convert(block), "Claw").damage
        assert (damage.amount, " ".join(damage.types)) == expected


def test_bleeding_is_plain_persistent_damage_beside_the_rest():
    rolls = (("2d6+4", "slashing", False), ("1d6", "bleed", True))
    claw = feature_of(convert(stat_block(license="OGL", attacks=(strike("claw", 15, *rolls),))), "Claw")
    assert claw.damage == (Damage(10, ("slashing",)), Damage(4, (), True))


@every_row(
    "fields, expected, once",
    [
        ({}, Range("melee", 1), False),
        ({"reach": 15}, Range("melee", 3), False),
        ({"is_ranged": True, "increment": 20}, Range("ranged", 4, long=8), False),
        ({"is_ranged": True, "max_range": 30}, Range("ranged", 6), False),
        ({"is_ranged": True, "increment": 120, "reload": 1}, Range("ranged", 24, long=48), True),
    ],
)
def test_a_strike_has_its_reach_or_range_and_reloading_makes_it_once_per_turn(
    fields: dict[str, Any], expected: Range, once: bool
):
    feature = feature_of(convert(stat_block(attacks=(strike(**fields),))), "Jaws")
    assert (feature.range, feature.once_per_turn, feature.strike) == (expected, once, True)


def test_a_strike_says_what_follows_on_a_hit():
    jaws = feature_of(convert(stat_block(attacks=(strike(effects=("Grab", "lurker venom")),))), "Jaws")
    text = "Deals 15 piercing damage. On a hit, it may spend 1 AP to grab the target. On a hit, Lurker Venom applies."
    assert effect_text(jaws) == text
    assert (jaws.then[0].on, jaws.then[0].cost, jaws.then[0].gives) == ("hit", "1", ("grabbed",))


def test_a_strike_without_damage_and_one_that_repeats_another():
    block = stat_block(attacks=(strike(), strike(), BlockAttack(name="web", bonus=12, is_ranged=True)))
    card = convert(block).card
    assert [feature.id for feature in card.features] == ["jaws", "web"]
    assert effect_text(card.features[1]) == "It deals no damage."


def test_further_strikes_of_a_low_level_creature_may_become_upgrades():
    converted = convert(stat_block(level=1, attacks=(strike(), strike("spear", 8))))
    assert [step.read for step in converted.steps if step.choices == ("base", "add_on")] == ["Spear"]
    assert all(step.choices != ("base", "add_on") for step in convert(stat_block(level=4)).steps)


def test_a_breath_becomes_an_area_with_a_save_and_two_uses():
    converted = with_text(
        "The lurker breathes slime in a 30-foot cone that deals 6d6 acid damage to each creature in the area (DC 24 "
        "basic Reflex save). It can't use Spray again for 1d4 rounds."
    )
    spray = feature_of(converted)
    assert (spray.range, spray.saves, spray.damage) == (
        Range("cone", 4),
        (SavingThrow("reflex", "half"),),
        (Damage(20, ("acid",)),),
    )
    assert (spray.cost, spray.uses) == ("2", ("encounter", "encounter"))
    assert effect_text(spray) == (
        "The lurker breathes slime in a cone 4 that deals 20 acid damage to each creature in the area (Reflex half)."
    )


@every_row(
    "feet, size, choices",
    [
        (5, 1, ()),
        (10, 2, ()),
        (15, 3, ()),
        (30, 4, ()),
        (60, 8, ()),
        (80, 8, ()),
        (40, 8, (8, 6, 4)),
        (20, 4, (4, 3)),
        (50, 10, (10, 8, 6)),
    ],
)
def test_large_areas_become_smaller_and_what_has_no_rule_is_left_to_a_person(
    feet: int, size: int, choices: tuple[int, ...]
):
    assert area_size(feet) == (size, choices)


def test_an_area_without_a_rule_is_a_step_with_choices():
    converted = with_text("Each creature in a 40-foot cone takes 2d6 cold damage (DC 22 basic Fortitude save).")
    assert [(step.gave, step.choices) for step in converted.steps if "area of this size" in step.rule] == [
        (8, (8, 6, 4))
    ]


@every_row(
    "word, value, given",
    [
        ("blinded", None, ("rattled", "encumbered")),
        ("broken", None, ("rattled",)),
        ("dazzled", None, ("rattled",)),
        ("deafened", None, ()),
        ("fatigued", None, ("off-guard",)),
        ("frightened", "2", ("rattled",)),
        ("fleeing", None, ("rattled",)),
        ("paralyzed", None, ("stunned",)),
        ("restrained", None, ("immobilized",)),
        ("clumsy", "1", ("sickened",)),
        ("drained", "1", ("sickened",)),
        ("enfeebled", "2", ("sickened",)),
        ("stupefied", "1", ("sickened",)),
        ("stunned", "1", ("slowed",)),
        ("stunned", "2", ("stunned",)),
        ("flat-footed", None, ("off-guard",)),
        ("grabbed", None, ("grabbed",)),
        ("petrified", None, ("petrified",)),
    ],
)
def test_conditions_become_those_of_the_game(word: str, value: str | None, given: tuple[str, ...]):
    assert converted_words(word, value) == given


@every_row("word, choices", [("drained", 3), ("frightened", 4), ("fatigued", 2), ("deafened", 3)])
def test_a_condition_with_several_counterparts_is_left_to_a_person(word: str, choices: int):
    converted = with_text(f"The target is {word} for 1 round.")
    assert [len(step.choices) for step in converted.steps if step.read == f"Spray: {word}"] == [choices]


@every_row(
    "text, said",
    [
        ("The target is Frightened 2 for 1 minute.", "The target is rattled."),
        ("A creature within 30 feet takes 1d6 fire damage.", "A creature within 6 squares takes 4 fire damage."),
        ("It takes 2d6 fire damage and 1d6 poison damage.", "It takes 10 fire and poison damage."),
        ("It regains 2d6 Hit Points.", "It regains 7 HP."),
        ("It gains a +2 circumstance bonus to AC.", "It gains a +2 bonus to Armor."),
        ("The target must attempt a DC 22 Will save.", "The target must attempt a Will save."),
        ("A creature escapes at DC 22.", "A creature escapes at Power 17."),
        ("The marsh is old and sad. It Strides up to 10 feet.", "It Strides up to 2 squares."),
        ("Its AC is reduced to 19.", "Its Armor is reduced to 14."),
        ("It is sickened 1, or sickened 2 on a critical failure.", "It is sickened."),
        ("It is sickened 1 (sickened 2 on a critical failure).", "It is sickened."),
        ("It takes 5 acid damage (DC 22 basic Reflex).", "It takes 5 acid damage (Reflex half)."),
        ("Roll at the start of a turn: DC 5 flat check.", "Roll at the start of a turn: a roll of 5 or more on a d20."),
        ("It deals {braces} 5 fire damage.", "It deals braces 5 fire damage."),
    ],
)
def test_texts_speak_the_games_words(text: str, said: str):
    assert effect_text(feature_of(with_text(text, cost="1"))) == said


def test_three_actions_cost_2_ap_and_a_person_may_say_3():
    converted = with_text("It Strides twice and Strikes.", cost="3")
    assert feature_of(converted).cost == "2"
    assert [(step.gave, step.choices) for step in converted.steps if "three actions" in step.rule] == [
        ("2", ("2", "3"))
    ]


@every_row(
    "fields, uses, once",
    [
        ({"frequency": (1, "day")}, ("daily",), False),
        ({"frequency": (2, "hour")}, ("encounter", "encounter"), False),
        ({"frequency": (1, "10 minutes")}, ("encounter",), False),
        ({"frequency": (1, "round")}, (), True),
    ],
)
def test_what_comes_back_after_a_time_has_boxes(fields: dict[str, Any], uses: tuple[str, ...], once: bool):
    feature = feature_of(with_text("It Strikes twice.", **fields))
    assert (feature.uses, feature.once_per_turn) == (uses, once)


def test_a_fear_that_works_once_on_a_target_works_once_per_encounter():
    feature = feature_of(
        with_text("Each enemy within 30 feet attempts a DC 22 Will save. It is then temporarily immune for 1 minute.")
    )
    assert feature.uses == ("encounter",)
    assert "immune" not in effect_text(feature)


def test_results_of_critical_saves_are_left_out():
    feature = feature_of(
        with_text(
            "The target attempts a DC 22 Will save.",
            success="The target is unaffected.",
            failure="The target is frightened 1.",
            critical_failure="The target is paralyzed for 1 minute.",
        )
    )
    assert effect_text(feature) == "The target attempts a Will save. On a failure, the target is rattled."
    assert (feature.saves, feature.gives) == ((SavingThrow("will", "negates"),), ("rattled",))


def test_common_features_keep_the_rulebooks_words_and_senses_go():
    abilities = (
        BlockAbility(name="Attack of Opportunity", cost="reaction", text="Long words.", trigger="Someone moves."),
        BlockAbility(name="Darkvision", text="It sees."),
        BlockAbility(name="Grab", cost="1", text="It grabs."),
        BlockAbility(name="Mystery"),
    )
    converted = convert(stat_block(abilities=abilities))
    assert [feature.name for feature in converted.card.features] == ["Attack of Opportunity", "Jaws"]
    assert [step.choices for step in converted.steps if step.read == "Mystery"] == [("write", "drop")]


@every_row(
    "name, fields, said, amounts",
    [
        (
            "Constrict",
            {"text": "1d8+4 bludgeoning, DC 22", "cost": "1"},
            "A creature that it has grabbed takes 9 bludgeoning damage (Fortitude half).",
            [9],
        ),
        ("Constrict", {"cost": "1"}, "A creature that it has grabbed takes damage (Fortitude half).", []),
        (
            "Stench",
            {"text": "30 feet. DC 22 Fortitude", "traits": ("aura",)},
            "A creature that enters the aura is sickened (Fortitude negates).",
            [],
        ),
    ],
)
def test_an_ability_that_a_file_only_names_is_said_in_our_words(
    name: str, fields: dict[str, Any], said: str, amounts: list[int]
):
    converted = convert(stat_block(abilities=(BlockAbility(name=name, **fields),)))
    feature = feature_of(converted, name)
    assert (effect_text(feature), [damage.amount for damage in feature.damage]) == (said, amounts)
    assert [step.choices for step in converted.steps if "no text for it" in step.rule] == [("keep", "drop")]
    assert (feature.range == Range("emanation", 4, aura=True)) is (name == "Stench")


def test_an_affliction_says_its_first_stage_that_does_something():
    stages = ("carrier with no ill effect (1 day)", "2d6 poison damage and drained 1 (1 round)")
    feature = feature_of(with_text("The target attempts a DC 22 Fortitude save.", cost=None, stages=stages))
    assert effect_text(feature) == (
        "The target attempts a Fortitude save. On a failed save: 7 poison damage and sickened."
    )
    assert (feature.saves, feature.gives) == ((SavingThrow("fortitude", "negates"),), ("sickened",))


def test_lists_of_one_tradition_are_one_feature():
    cantrips = BlockCaster(
        tradition="arcane", kind="prepared", spells=(BlockSpell("Light", 0), BlockSpell("Shield", 0))
    )
    innate = BlockCaster(tradition="arcane", kind="innate", spells=(BlockSpell("Light", 0), BlockSpell("Fear", 1)))
    card = convert(stat_block(casters=(cantrips, innate))).card
    (feature,) = [feature for feature in card.features if feature.caster]
    assert feature.name == "Arcane Caster Rank 1"
    assert [[spell.name for spell in group.spells] for group in feature.caster.groups] == [
        ["light", "shield"],
        ["fear"],
    ]


@every_row(
    "slots, number",
    [
        ([(4, 3), (3, 5), (2, 7)], 7),
        ([(4, 3), (3, 5), (2, 7), (1, 9)], 7),
        ([(1, 4)], 2),
        ([(1, 1)], 1),
        ([(3, 3), (2, 3), (1, 3)], 4),
        ([(5, 2), (3, 3)], 1),
        ([], 0),
    ],
)
def test_slots_are_those_of_the_highest_rank_and_half_of_the_next_two_less_2(slots: list[tuple[int, int]], number: int):
    assert slot_count(slots) == number


def test_a_caster_has_its_highest_rank_and_the_spells_that_the_game_knows():
    caster = BlockCaster(
        tradition="arcane",
        kind="prepared",
        dc=24,
        slots=((1, 3), (2, 3), (3, 3)),
        spells=(
            BlockSpell("Fireball", 3),
            BlockSpell("Made-up Spell", 3),
            BlockSpell("Light", 0),
        ),
    )
    converted = convert(stat_block(casters=(caster,)))
    feature = feature_of(converted, "Arcane Caster Rank 3")
    at_will, slots = feature.caster.groups
    assert (feature.kind, feature.caster.rank, at_will.at_will) == ("caster", 3, True)
    assert (slots.uses, [spell.name for spell in slots.spells]) == (("daily",) * 4, ["fireball"])
    assert [step.choices for step in converted.steps if "Choose the spells" in step.rule] == [
        ("Fireball", "Made-up Spell")
    ]


def test_innate_spells_keep_their_uses():
    caster = BlockCaster(
        tradition="occult",
        kind="innate",
        spells=(
            BlockSpell("Fear", 1, 3),
            BlockSpell("Charm", 1),
            BlockSpell("Invisibility", 2, at_will=True, note="self only"),
        ),
    )
    feature = feature_of(convert(stat_block(casters=(caster,))), "Occult Caster Rank 2")
    groups = [
        (len(group.uses), [(spell.name, spell.note) for spell in group.spells]) for group in feature.caster.groups
    ]
    assert groups == [(0, [("invisibility", "self only")]), (3, [("fear", None)]), (1, [("charm", None)])]


def test_a_creature_with_too_much_of_everything_is_still_a_card():
    abilities = tuple(BlockAbility(name="Trick " * 80, cost="1", text="It Strikes. " * 4_000) for _ in range(200))
    attacks = tuple(strike(f"claw {number}") for number in range(200))
    document = convert(stat_block(abilities=abilities, attacks=attacks, traits=("x" * 300,) * 300)).document()
    assert len(card_from_document(document).features) == 60


def test_names_and_texts_stay_as_they_are_for_pages_to_escape():
    converted = with_text("It deals 5 fire damage to <script>alert(1)</script> creatures.", cost="1")
    assert "<script>" in effect_text(feature_of(converted))
