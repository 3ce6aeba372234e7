"""What every spell does, field by field: effect of each way to cast it, heightening, sustaining, duration."""

from rules.effects.model import Effect
from rules.effects.values import Damage, Resistance, SavingThrow
from rules.spells import SPELLS, Spell, find_spell
from rules.spells.casting import Casting, Heightening
from rules.spells.phrases import target_noun
from tests.rows import every_row

# name | effect of each action ("//" between them) | heighten | AP to sustain | lasts
ORC = """
Caustic Blast | 5 acid | at 3,5,7,9: damage +5 | - | instant
Courageous Anthem | - | - | - | caster_next_turn_start
Daze | 4 mental, Will half critical slowed | per 2: damage +4 | - | instant
Electric Arc | 5 electricity, Reflex half, targets 2 | per 2: damage +5 | - | instant
Enfeeble | gives rattled, Fortitude negates | - | - | condition
Figment | - | - | 1 | caster_next_turn_end
Frostbite | 5 cold, critical hit encumbered | per 2: damage +5 | - | instant
Guidance | - | - | - | roll
Ignition | 5 fire | per 2: damage +5 | - | instant
Puff of Poison | 5 poison, Fortitude half | per 2: damage +5 | - | instant
Shield | grants Shield Block [reaction: prevents 5] | per 2: prevents +5 | - | caster_next_turn_start
Tangle Vine | gives encumbered, critical hit immobilized | - | - | condition
Telekinetic Projectile | 5 bludgeoning/piercing/slashing | per 2: damage +5 | - | instant
Triple Time | - | - | - | caster_next_turn_start
Uplifting Overture | - | - | - | roll
Void Warp | 5 void living only, Fortitude half critical rattled | per 2: damage +5 | - | instant
Wilding Word | gives charmed, Will negates -1 animals+fungi+plants | - | - | condition
Agile Feet | - | - | - | caster_turn_end
Bane | gives rattled, Will negates | - | 1 | condition
Breathe Fire | 10 fire, Reflex half | at 2: damage 10; at 4,6,8: damage +15 | - | instant
Charm | gives charmed, Will negates | - | - | condition
Counter Performance | check Performance | - | - | instant
Cry of Destruction | 5 sonic | per 1: damage +5 | - | instant
Dizzying Colors | gives slowed+rattled, Will lessens success rattled | - | - | condition
Earthworks | - // - // - | at 4: other | - | unprinted
Fear | gives rattled, Will negates of rattled, push 1 | at 3: targets 5 | - | condition
Force Barrage | 4 force, missiles 1 // 4 force per missile, missiles 2 | per 2: missiles +1 | - | \
    instant
Gentle Landing | - | - | - | instant
Grease | gives prone, Reflex negates | - | - | encounter
Grim Tendrils | 5 void, Fortitude negates | per 1: damage +5 | - | instant
Gust of Wind | gives prone, Fortitude negates, push 4 | - | - | caster_next_turn_end
Harm | 5 void, Fortitude half // 5 void, Fortitude half // 5 void, Fortitude half | per 1: damage +5 | \
    - | instant
Heal | heal 5 // heal 10 // heal 5 | per 1 for 1: heal +5; per 1 for 2: heal +10; per 1 for 3: heal +5 \
    | - | instant
Illusory Object | - | - | - | unprinted
Lingering Composition | - | - | - | instant
Needle of Vengeance | 10 mental later | - | - | used
Runic Weapon | - | - | - | roll
Sleep | gives stunned, Will negates | at 4: gives prone | - | condition
Summon Animal | - | - | 1 | caster_next_turn_end
Sure Strike | - | - | - | caster_turn_end
Thunderstrike | 10 electricity+sonic, Reflex half | per 1: damage +10 | - | instant
Calm | gives cannot make attacks, Will negates | - | - | condition
Darkness | - | at 4: other | - | unprinted
Dispel Magic | check Will // check Will | - | - | instant
Enlarge | - | at 4: other; at 6: targets 10 | - | encounter
Entangling Flora | grants Command Tangle [1: gives encumbered, Reflex negates critical immobilized \
    instead] | - | - | encounter
Invisibility | gives invisible | at 4: other | - | encounter
Laughing Fit | gives slowed, Will negates critical prone | - | - | condition
One With Plants | - | - | 2 | sustained
Resist Energy | resist 2d6 acid/cold/electricity/fire/sonic | at 4: resist 4d6, targets 2; \
    at 7: resist 6d6, targets 5 | - | encounter
Revealing Light | gives dazzled, Reflex negates | - | - | condition
See Invisibility | gives See Invisibility | - | - | unprinted
See the Unseen | gives Truesight | - | - | encounter
Stupefy | gives sickened, Will negates | - | - | condition
Earthbind | gives cannot use Flight, Fortitude negates | - | - | encounter
Enthrall | - | - | - | instant
Fireball | 20 fire, Reflex half | per 1: damage +5 | - | instant
Levitate | gives Flight // - | - | - | target_next_turn_end
Lightning Bolt | 25 electricity, Reflex half | per 1: damage +5 | - | instant
Safe Passage | - | - | - | encounter
Slow | gives slowed, Fortitude negates critical stunned instead | at 6: targets 5 | - | condition
Wall of Thorns | 10 piercing later, barriers 3 of 2x1 in a straight line, armor 10 hardness 10 hp 5 | \
    at 4: damage 10; per 2 from 4: damage +5, hp +10 | - | unprinted
Fly | gives Flight | - | - | unprinted
Mountain Resilience | resist 5 bludgeoning+piercing+slashing | per 2: resist 5 | - | encounter
Suggestion | gives slowed, Will negates | - | - | target_next_activation
Translocate | teleport 24 | - | - | instant
Control Water | gives slowed, Fortitude negates critical stunned instead | - | - | unprinted
Howling Blizzard | 40 cold, Reflex half // 40 cold, Reflex half | per 1: damage +5 | - | instant
Magic Passage | - | at 7: squares 4 | - | unprinted
Nature's Pathway | teleport any | - | - | instant
Wave of Despair | gives slowed, Will negates | at 7: squares 6 | - | condition
"""

OGL = """
Acid Splash | 5 acid | at 3,5,7,9: damage +5 | - | instant
Chill Touch | 5 void living only, undead gives off-guard | per 2: living only, damage +5 | - | instant
Daze | 5 mental, Will half critical stunned | per 2: damage +5 | - | instant
Electric Arc | 5 electricity, Reflex half, targets 2 | per 2: damage +5 | - | instant
Gale Blast | 4 bludgeoning, Fortitude half, push 1 | per 2: damage +4 | - | instant
Guidance | - | - | - | roll
Inspire Courage | - | - | - | caster_next_turn_start
Produce Flame | 5 fire | per 2: damage +5 | - | instant
Ray of Enfeeblement | gives rattled, Fortitude negates | - | - | condition
Ray of Frost | 5 cold, critical hit encumbered | per 2: damage +5 | - | instant
Shield | grants Shield Block [reaction: prevents 5] | - | - | caster_next_turn_start
Tanglefoot | gives encumbered, critical hit immobilized | - | - | condition
Telekinetic Projectile | 5 bludgeoning/piercing/slashing | at 2,4,6,8: damage +5 | - | instant
Wilding Word | gives cannot take hostile actions against the caster, Will negates | - | - | condition
Animal Allies | 8 piercing, Reflex half | per 1: damage +8 | - | instant
Bane | gives rattled, Will negates | - | 1 | condition
Burning Hands | 7 fire, Reflex half | at 2: damage 10; at 4,6,8: damage +15 | - | instant
Call of the Grave | gives sickened, Fortitude negates | - | - | condition
Charm | gives cannot take hostile actions against the caster, Will negates | - | - | condition
Color Spray | gives slowed+rattled, Will lessens success rattled | - | - | condition
Counter Performance | check Performance | - | - | instant
Cry of Destruction | 5 sonic | per 1: damage +5 | - | instant
Fear | gives rattled, Will negates of rattled, push 1 | at 3: targets 5 | - | condition
Glutton's Jaws | grants Jaws [1: 10 untyped, temporary 5] | at 4,7: damage +5, temporary +5 | - | \
    encounter
Grease | gives prone, Reflex negates | - | - | encounter
Grim Tendrils | 7 void, Fortitude negates | per 1: damage +7 | - | instant
Harm | 5 void, Fortitude half // 5 void, Fortitude half | per 1: damage +5 | - | instant
Heal | heal 5 // heal 10 | per 1 for 1: heal +5; per 1 for 2: heal +10 | - | instant
Illusory Disguise | - | - | 1 | caster_turn_end
Illusory Object | - | - | - | unprinted
Magic Missile | 4 force, missiles 1 // 4 force per missile, missiles 2 | per 2: missiles +1 | - | \
    instant
Magic Weapon | - | - | - | roll
Needle of Vengeance | 10 mental later | - | - | used
Nymph's Token | - | - | - | encounter
Shocking Grasp | 13 electricity | - | - | instant
Sleep | gives stunned, Will negates | at 4: gives prone | - | condition
True Strike | - | - | - | caster_turn_end
Calm Emotions | gives cannot take hostile actions, Will negates | - | - | condition
Entangle | grants Command Tangle [1: gives encumbered, Reflex negates critical immobilized instead] | - \
    | - | encounter
Glitterdust | gives rattled, Reflex negates | - | - | condition
Hideous Laughter | gives slowed, Will negates critical prone | - | - | condition
Invisibility | gives invisible | at 4: other | - | encounter
Resist Energy | resist 5 acid/cold/electricity/fire/sonic | at 4: resist 10, targets 2; at \
    7: resist 15, targets 5 | - | encounter
See Invisibility | gives See Invisibility | - | - | unprinted
Touch of Idiocy | gives sickened, Will negates | - | - | condition
Tree Shape | - | - | 2 | sustained
Enthrall | - | - | - | instant
Fireball | 20 fire, Reflex half | per 1: damage +5 | - | instant
Levitate | gives Flight // - | - | - | target_next_turn_end
Wall of Thorns | 8 piercing later, barriers 3 of 2x1 in a straight line, armor 10 hardness 10 hp 20 | \
    at 4: damage 10; per 2 from 4: damage +5, hp +10 | - | unprinted
Dimension Door | teleport 24 | - | - | instant
Fly | gives Flight | - | - | unprinted
Ice Storm | 20 cold+bludgeoning, Reflex half | per 1: damage +5 | - | instant
Stoneskin | resist 5 bludgeoning+piercing+slashing | per 2: resist 5 | - | encounter
Suggestion | gives slowed, Will negates | - | - | target_next_activation
Cone of Cold | 40 cold, Reflex half | per 1: damage +5 | - | instant
Crushing Despair | gives slowed, Will negates | at 7: squares 6 | - | condition
Tree Stride | teleport any | - | - | instant
"""


def rows(table: str) -> list[str]:
    return [current_names(row) for row in table.strip().splitlines()]


def current_names(row: str) -> str:
    """Durations count the user's turns unless they name the target's."""
    return row.replace("| caster_", "| ")


def row_of(spell: Spell) -> str:
    effects = " // ".join(effect_of(casting) for casting in spell.castings)
    heighten = "; ".join(step_of(step) for step in spell.heighten) or "-"
    return f"{spell.name} | {effects} | {heighten} | {spell.sustain or '-'} | {spell.lasts}"


def effect_of(casting: Casting) -> str:
    words = [damage_of(damage) for damage in casting.damage]
    if casting.heal:
        words.append(f"heal {casting.heal}")
    words += [f"temporary {part.temporary_hp}" for part in casting.then if part.temporary_hp]
    if casting.reduces:
        words.append(f"prevents {casting.reduces}")
    if casting.gives:
        words.append(f"gives {'+'.join(casting.gives)}")
    words += [
        f"{'/'.join(part.targets.tags).lower()} gives {'+'.join(part.gives)}"
        for part in casting.then
        if part.gives and part.on == "hit"
    ]
    words += [save_of(save) for save in casting.saves]
    words += [f"critical hit {'+'.join(part.gives)}" for part in casting.then if part.on == "critical_hit"]
    words += [f"{move.kind} {move.squares}" for move in casting.moves]
    words += [f"teleport {step.squares or 'any'}" for step in casting.steps if step.action == "teleport"]
    if casting.missiles:
        words.append(f"missiles {casting.missiles}")
    if casting.resist:
        words.append(resistance_of(casting.resist))
    if casting.barriers:
        wall = casting.barriers
        words.append(
            f"barriers {wall.most} of {wall.length}x{wall.width} in a {wall.layout}, "
            f"armor {wall.armor} hardness {wall.hardness} hp {wall.hp}"
        )
    if casting.skill_check:
        words.append(f"check {casting.skill_check.stat}")
    if (casting.targets.number or 1) > 1:
        words.append(f"targets {casting.targets.number}")
    if casting.grants:
        granted = casting.grants
        words.append(f"grants {granted.name} [{granted.casting.cost}: {effect_of(granted.casting)}]")
    return ", ".join(words) or "-"


def damage_of(damage: Damage) -> str:
    words = [str(damage.amount), ("/" if damage.choose_one else "+").join(damage.types) or "untyped"]
    if damage.only:
        words.append(f"{damage.only} only")
    if damage.per:
        words.append(f"per {damage.per}")
    if damage.when:
        words.append("later")
    return " ".join(words)


def save_of(save: SavingThrow) -> str:
    words = [save.stat.capitalize(), save.result]
    if save.of:
        words.append(f"of {'+'.join(save.of)}")
    if save.on_success:
        words.append(f"success {'+'.join(save.on_success)}")
    if save.on_critical_failure:
        words.append(f"critical {'+'.join(save.on_critical_failure)}{' instead' if save.instead else ''}")
    if save.modifier:
        words.append(f"{save.modifier:+} {'+'.join(save.modifier_for)}")
    return " ".join(words)


def resistance_of(resist: tuple[Resistance, ...]) -> str:
    types = "/".join(resist[0].choices) or "+".join(resistance.type for resistance in resist)
    (amount,) = {resistance.amount for resistance in resist}
    return f"resist {amount} {types}"


def step_of(step: Heightening) -> str:
    when = f"per {step.per}" if step.per else f"at {','.join(map(str, step.at_ranks))}"
    if step.from_rank:
        when += f" from {step.from_rank}"
    if step.for_costs:
        when += f" for {','.join(step.for_costs)}"
    words = [f"{step.only} only"] if step.only else []
    added = {"damage": step.damage, "heal": step.heal, "hp": step.hp, "temporary": step.temporary_hp}
    added |= {"missiles": step.missiles, "prevents": step.reduces}
    replaced = {"damage": step.damage_set, "resist": step.resistance, "targets": step.targets, "squares": step.squares}
    words += [f"{name} +{amount}" for name, amount in added.items() if amount]
    words += [f"{name} {amount}" for name, amount in replaced.items() if amount]
    if step.gives:
        words.append(f"gives {'+'.join(step.gives)}")
    return f"{when}: {', '.join(words) or 'other'}"


@every_row("row", rows(ORC))
def test_each_orc_spell_does_what_its_row_says(row: str) -> None:
    spell = find_spell(row.split(" | ")[0], license="ORC")
    assert spell is not None
    assert row_of(spell) == " ".join(row.split())


@every_row("row", rows(OGL))
def test_each_ogl_spell_does_what_its_row_says(row: str) -> None:
    spell = find_spell(row.split(" | ")[0], license="OGL")
    assert spell is not None
    assert row_of(spell) == " ".join(row.split())


def test_no_spell_is_missing_from_the_tables() -> None:
    assert (len(rows(ORC)), len(rows(OGL))) == (71, 58)
    assert [row.split(" | ")[0] for row in rows(ORC) + rows(OGL)] == [spell.name for spell in SPELLS]


def test_four_spells_leave_something_behind_that_outlives_them() -> None:
    assert {(spell.name, spell.also_lasts) for spell in SPELLS if spell.also_lasts} == {
        ("Dispel Magic", (("the loss of the item's magic", "encounter"),)),
        ("Revealing Light", (("the ban on invisibility", "encounter"),)),
        ("Glitterdust", (("the ban on invisibility", "encounter"),)),
        ("Ice Storm", (("the difficult terrain", "encounter"),)),
    }


def test_a_push_happens_always_on_a_failure_or_on_a_critical_failure() -> None:
    pushes = {(s.name, move.on) for s in SPELLS for casting in s.castings for move in casting.moves}
    assert pushes == {("Fear", "always"), ("Gale Blast", "failure"), ("Gust of Wind", "critical_failure")}


def test_some_spells_are_for_one_kind_of_target_only() -> None:
    nouns = {(s.name, s.license, target_noun(casting.targets)) for s in SPELLS for casting in s.castings}
    assert {row for row in nouns if row[2] not in ("creature", "self", "trigger")} == {
        ("Courageous Anthem", "ORC", "ally"),
        ("Figment", "ORC", "square"),
        ("Levitate", "ORC", "object"),
        ("Levitate", "OGL", "object"),
        ("Triple Time", "ORC", "ally"),
        ("Uplifting Overture", "ORC", "ally"),
        ("Counter Performance", "ORC", "ally"),
        ("Summon Animal", "ORC", "square"),
        ("Laughing Fit", "ORC", "living creature"),
        ("Safe Passage", "ORC", "ally"),
        ("Control Water", "ORC", "water"),
        ("Inspire Courage", "OGL", "ally"),
        ("Wilding Word", "OGL", "animal, plant or fungus"),
        ("Counter Performance", "OGL", "ally"),
        ("Hideous Laughter", "OGL", "living creature"),
        ("Nymph's Token", "OGL", "ally"),
    }
    sizes = {(s.name, casting.targets.max_size) for s in SPELLS for casting in s.castings if casting.targets.max_size}
    assert sizes == {("Enlarge", "Medium"), ("Gust of Wind", "Large")}


def test_five_spells_are_cast_when_something_triggers_them() -> None:
    triggers = {(s.name, s.license): c.trigger for s in SPELLS for c in s.castings if c.cost == "reaction"}
    will = "an effect that calls for a Will save targets the caster or an ally"
    spared = "a creature in sight could choose the caster as a target and does not"
    assert triggers == {
        ("Gentle Landing", "ORC"): "a creature within 12 squares falls",
        ("Counter Performance", "ORC"): f"{will} up to 12 squares away",
        ("Enthrall", "ORC"): spared,
        ("Counter Performance", "OGL"): will,
        ("Enthrall", "OGL"): spared,
    }


def test_the_notes_name_every_spell_whose_sheet_is_unclear() -> None:
    orc = {spell.name for spell in SPELLS if spell.notes and spell.license == "ORC"}
    ogl = {spell.name for spell in SPELLS if spell.notes and spell.license == "OGL"}
    assert orc == {
        "Breathe Fire", "Caustic Blast", "Charm", "Cry of Destruction", "Dizzying Colors", "Earthworks", "Enlarge",
        "Fear", "Fly", "Force Barrage", "Grim Tendrils", "Harm", "Heal", "Levitate", "Magic Passage",
        "Mountain Resilience", "Needle of Vengeance", "One With Plants", "Puff of Poison", "Revealing Light",
        "Wall of Thorns",
    }  # fmt: skip
    assert ogl == {
        "Chill Touch", "Color Spray", "Counter Performance", "Cry of Destruction", "Daze", "Electric Arc", "Fear",
        "Fly", "Gale Blast", "Glutton's Jaws", "Grim Tendrils", "Harm", "Heal", "Levitate", "Magic Missile",
        "Needle of Vengeance", "Produce Flame", "Ray of Frost", "Resist Energy", "Stoneskin",
        "Telekinetic Projectile", "Tree Shape",
    }  # fmt: skip


def effects(name: str, license: str = "ORC") -> list[Effect]:
    spell = find_spell(name, license=license)
    assert spell is not None
    return [effect for casting in spell.castings for effect in casting.all_effects()]


def test_bonuses_are_fields() -> None:
    bonuses = {(s.name, b.stats, b.by) for s in SPELLS for e in effects(s.name, s.license) for b in e.bonuses}
    assert bonuses == {
        ("Courageous Anthem", ("fight",), 1),
        ("Guidance", ("fight", "saves", "skills"), 1),
        ("Guidance", ("saves",), 1),
        ("Triple Time", ("speed",), 2),
        ("Sure Strike", ("fight",), 0),
        ("One With Plants", ("armor",), 20),
        ("Tree Shape", ("armor",), 20),
        ("True Strike", ("fight",), 0),
        ("Uplifting Overture", ("skills",), 2),
        ("Agile Feet", ("speed",), 1),
        ("Runic Weapon", ("fight",), 2),
        ("Enlarge", ("damage",), 2),
        ("Enlarge", ("reach",), 1),
        ("Safe Passage", ("armor", "saves"), 2),
        ("Inspire Courage", ("fight",), 1),
        ("Magic Weapon", ("fight",), 2),
        ("Nymph's Token", ("will",), 1),
    }


def test_terrain_that_a_spell_makes_is_a_field() -> None:
    assert {(s.name, s.license, e.terrain) for s in SPELLS for e in effects(s.name, s.license) if e.terrain} == {
        ("Figment", "ORC", ("concealing",)),
        ("Figment", "ORC", ("opaque",)),
        ("Earthworks", "ORC", ("difficult",)),
        ("Illusory Object", "ORC", ("concealing",)),
        ("Illusory Object", "ORC", ("opaque",)),
        ("Darkness", "ORC", ("concealing",)),
        ("Entangling Flora", "ORC", ("difficult",)),
        ("Illusory Object", "OGL", ("concealing",)),
        ("Illusory Object", "OGL", ("obstructing",)),
        ("Entangle", "OGL", ("difficult",)),
        ("Ice Storm", "OGL", ("difficult",)),
    }


def test_the_duration_of_a_spell_is_that_of_its_castings() -> None:
    assert all(casting.lasts == spell.lasts for spell in SPELLS for casting in spell.castings)


def test_every_spell_has_fields_or_is_left_to_the_table() -> None:
    said = ("damage", "heal", "gives", "resist", "bonuses", "steps", "terrain", "then", "grants", "missiles", "ends")
    bare = [s.name for s in SPELLS if not any(getattr(c, name) for c in s.castings for name in said)]
    assert bare == [s.name for s in SPELLS if s.name in bare and s.by_table]
    assert len([s for s in SPELLS if s.by_table]) == 21
