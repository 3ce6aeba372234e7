"""Every declared field of an effect or a feature is written, read back, and refused when it is off."""

from typing import Any

import pytest

from rules.cards.fields import FEATURE_FIELDS
from rules.cards.model import Feature
from rules.documents.reading import Fields
from rules.effects.fields import EFFECT_FIELDS, PART_FIELDS
from rules.effects.model import Effect
from rules.effects.notation import NotationError
from rules.effects.triggers import ReactionTrigger
from rules.effects.values import (
    Bonus,
    Check,
    EffectStep,
    ExtraReactions,
    ForcedMove,
    PassiveMoment,
    Resistance,
    SavingThrow,
    Target,
)
from tests.rows import every_row

FIELDS = {field.name: field for field in FEATURE_FIELDS}

LINES: list[tuple[str, str, Any]] = [
    ("target", "self", Target(who="self")),
    ("target", "trigger", Target(who="trigger")),
    ("target", "each enemy, in the aura", Target(who="enemy", number=None, where="aura")),
    ("target", "2 allies, adjacent, with self", Target(who="ally", number=2, where="adjacent", with_self=True)),
    (
        "target",
        "1 creature, within reach, Medium or smaller, tagged Animal or Beast, having grabbed or restrained",
        Target(where="reach", max_size="Medium", tags=("Animal", "Beast"), having=("grabbed", "restrained")),
    ),
    ("target", "1 creature, within 4, not tagged Fungus, not named Slurk, at random", None),
    (
        "steps",
        "stride speed +2 x2; strike Tusk at +2 after 4 squares",
        (
            EffectStep(action="stride", speed_bonus=2, times=2),
            EffectStep(action="strike", names=("Tusk",), modifier=2, after_moving=4),
        ),
    ),
    ("steps", "stride 1 square; strike after 1 square", None),
    ("steps", "teleport 12 squares; cast fear or sleep rank 4", None),
    ("steps", "strike Jaws and Horns up to x3 at -2 against different targets", None),
    (
        "steps",
        "move 12 squares straight through water without reactions",
        (EffectStep(action="move", squares=12, straight=True, through="water", quiet="reactions"),),
    ),
    (
        "steps",
        "fly straight speed twice; step speed half to no adjacent enemy ignoring difficult terrain or traps",
        None,
    ),
    ("target", "up to 1 enemy, its size or smaller", Target(who="enemy", max_size="its size", optional=True)),
    ("target", "each creature, less than its size", None),
    ("steps", "strike melee x2 against one target combined counting Sneak Attack once", None),
    ("steps", "strike Jaws or Tail x2 in any order; strike Glaive x2 against neighbors", None),
    ("steps", "stride; strike melee x3 again after a hit; may strike on the way; strike Digging Bar reach 6", None),
    ("changes", "better reroll", "better_reroll"),
    ("then", "on hit / when moved 4 / gives prone || when next to another / heal 1", None),
    ("steps", "target may step; end turn; fly straight speed 6", None),
    ("bonuses", "damage +4 against off-guard", (Bonus(stats=("damage",), by=4, against=("off-guard",)),)),
    ("bonuses", "fight twice", (Bonus(stats=("fight",), by=0, is_twice=True),)),
    ("bonuses", "armor to 20", (Bonus(stats=("armor",), by=20, is_value=True),)),
    ("bonuses", "fight, power and saves +1; armor +2 when this move", None),
    ("skill_check", "Medicine 15", Check("Medicine", dc=15)),
    ("skill_check", "Athletics against its Power", Check("Athletics", "its Power")),
    ("moves", "push 2; pull 4 on critical failure", (ForcedMove("push", 2), ForcedMove("pull", 4, "critical_failure"))),
    (
        "resist",
        "acid 5; one of cold and fire 2d6",
        (Resistance("acid", flat=5), Resistance("", 2, choices=("cold", "fire"))),
    ),
    ("heal", "10", 10),
    ("strike", "yes", True),
    ("caster", "Primal 5: D heal; at will light (self only)", None),
    ("lasts", "next turn start", "next_turn_start"),
    ("target", "self, not having sickened or dying", Target(who="self", not_having=("sickened", "dying"))),
    (
        "moments",
        "turn start; damaged fire, cold; uses Tumble Through",
        (
            PassiveMoment("turn_start"),
            PassiveMoment("damaged", ("fire", "cold")),
            PassiveMoment("uses", ("Tumble Through",)),
        ),
    ),
    (
        "triggers",
        "damages to ally within 4; hits or strikes by other to self in sight with critical hit melee",
        (
            ReactionTrigger(kinds=("damages",), to="ally", within=4),
            ReactionTrigger(
                kinds=("hits", "strikes"),
                by="other",
                to="self",
                where="sight",
                outcomes=("critical hit",),
                is_ranged=False,
            ),
        ),
    ),
    ("triggers", "damages to self of fire, cold; moves by self in its own turn", None),
    ("triggers", "strikes by enemy ranged from rock once per spell", None),
    ("ends_when", "damaged, user attacks", ("damaged", "user attacks")),
    ("ignores", "cover, difficult terrain", ("cover", "difficult terrain")),
    ("extra_reactions", "2 Attack of Opportunity", ExtraReactions(2, ("Attack of Opportunity",))),
    ("terrain", "difficult, uneven", ("difficult", "uneven")),
    ("unprinted", "range, saves", frozenset({"range", "saves"})),
    (
        "then",
        "on hit / cost 1 / gives grabbed || parent_damage 1 / target self / by_table",
        (
            Effect(on="hit", cost="1", gives=("grabbed",)),
            Effect(parent_damage=(1,), target=Target(who="self"), by_table=True),
        ),
    ),
    ("damage", "10 vitality (only undead); 5 acid or fire", None),
    (
        "saves",
        "reflex half (critical failure: prone); will lessens (success: rattled) (-2 for undead); "
        "will negates (power 16)",
        (
            SavingThrow("reflex", "half", on_critical_failure=("prone",)),
            SavingThrow("will", "lessens", on_success=("rattled",), modifier=-2, modifier_for=("undead",)),
            SavingThrow("will", "negates", power=16),
        ),
    ),
]


@every_row(("name", "line", "value"), LINES)
def test_a_line_of_notation_reads_and_writes_the_same(name: str, line: str, value: Any) -> None:
    field = FIELDS[name]
    read = field.parse(line)
    assert value is None or read == value
    assert field.write(read) == line
    assert field.from_column(field.to_column(read)) == read


@every_row(("name", "line", "value"), LINES)
def test_a_value_survives_its_document(name: str, line: str, value: Any) -> None:
    field = FIELDS[name]
    if field.shape is None:
        return
    read = field.parse(line)
    document = {field.document_name: field.shape.write(read)}
    assert field.shape.read(Fields(document), field.document_name) == read


@every_row(
    ("name", "line"),
    [
        ("target", "everybody"),
        ("target", "each enemy, wearing hats"),
        ("target", "each enemy, within 4, within 5"),
        ("steps", "dance"),
        ("bonuses", "charm +2"),
        ("bonuses", "armor +2 when raining"),
        ("moves", "push far"),
        ("heal", "some"),
        ("lasts", "forever"),
        ("ends_when", "bored"),
        ("unprinted", "wings"),
        ("then", "on hit / wings 2"),
        ("damage", "5 fire (soon)"),
        ("saves", "reflex half (sometimes)"),
        ("cost", "4"),
        ("strike", "perhaps"),
    ],
)
def test_a_line_that_is_off_is_refused_with_what_is_expected(name: str, line: str) -> None:
    with pytest.raises(NotationError):
        FIELDS[name].parse(line)


def test_every_field_of_an_effect_is_declared() -> None:
    declared = {field.name for field in EFFECT_FIELDS} | set(PART_FIELDS)
    assert set(Effect.__dataclass_fields__) == declared


def test_every_field_of_a_feature_is_declared() -> None:
    only_in_parts = {"on", "when", "parent_damage"}
    made_by_readers = {"id", "printed"}
    assert set(Feature.__dataclass_fields__) - set(FIELDS) == only_in_parts | made_by_readers


def test_every_field_of_a_feature_has_a_shape_unless_documents_write_it_in_their_own_way() -> None:
    assert {name for name, field in FIELDS.items() if field.shape is None} == {"name", "effect", "unprinted"}


@every_row("name", sorted(set(FIELDS) - {"name"}))
def test_a_declared_default_is_that_of_the_attribute(name: str) -> None:
    assert FIELDS[name].default == Feature.__dataclass_fields__[name].default


@pytest.mark.parametrize(
    ("cost", "trigger", "precondition"),
    [
        ("2", "It stands", "requirement"),
        ("reaction", "It falls", "trigger"),
        (None, "It falls", "trigger"),
        ("1", None, None),
    ],
)
def test_what_precedes_an_action_with_a_cost_in_ap_is_a_requirement(
    cost: Any, trigger: str | None, precondition: str | None
) -> None:
    assert Effect(cost=cost, trigger=trigger).precondition == precondition
    if trigger:
        assert Effect(cost=cost, trigger=trigger, precondition="requirement").precondition == "requirement"
