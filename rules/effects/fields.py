"""The fields of an effect, each declared once: its name, its notation, its place in documents, its words for people.

Documents, the built-in files, rows for spreadsheets, columns of the database, forms and the history of a card all
follow from these declarations (docs/adr/0032). To add a field, add it to ``Effect`` and declare it here.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, get_args

from rules.documents.reading import Fields, fail
from rules.documents.records import record_of, records_of
from rules.documents.shapes import choice, choices, numbers, optional_text, records
from rules.effects import activities, declaration, notation, values
from rules.effects.circumstances import PART_CIRCUMSTANCES, TriggerChange
from rules.effects.declaration import (
    DeclaredField,
    choice_field,
    flag_field,
    format_choice,
    format_numbers,
    names_field,
    number_field,
    parse_choice,
    parse_numbers,
)
from rules.effects.limits import ENDS, parse_ends
from rules.effects.model import Effect
from rules.effects.notation import NotationError
from rules.effects.triggers import MOST_TRIGGERS, ReactionTrigger, format_triggers, parse_triggers

COSTS: tuple[tuple[str, str], ...] = (
    ("0", "○ free action"),
    ("1", "● 1 AP"),
    ("2", "●● 2 AP"),
    ("3", "●●● 3 AP"),
    ("reaction", "↻ reaction"),
)

PRECONDITIONS: tuple[tuple[str, str], ...] = (("trigger", "trigger"), ("requirement", "requirement"))

DURATIONS: tuple[tuple[str, str], ...] = tuple((arg, arg.replace("_", " ")) for arg in get_args(values.Lasts))


CHANGES: tuple[tuple[str, str], ...] = tuple((arg, arg.replace("_", " ")) for arg in get_args(TriggerChange))


def _unprinted(text: str) -> frozenset[str]:
    names = notation.parse_names(text)
    known = {field.name for field in EFFECT_FIELDS}
    if unknown := [name for name in names if name not in known]:
        raise NotationError(f"There is no field “{unknown[0]}”; the fields are {', '.join(sorted(known))}.")
    return frozenset(names)


def _unprinted_text(names: frozenset[str]) -> str:
    return notation.format_names(sorted(names))


_BONUSES = records_of(values.Bonus)


def _read_bonuses(fields: Fields, name: str) -> Any:
    bonuses = _BONUSES.read(fields, name)
    if fault := next(filter(None, map(activities.bonus_fault, bonuses)), ""):
        fail("document.value", fields.at(name), fault)
    return bonuses


_VALUES: tuple[DeclaredField, ...] = (
    DeclaredField(
        name="uses",
        label="uses",
        parse=notation.parse_uses,
        write=notation.format_uses,
        shape=choices(values.USES, "A use is one of"),
        default=(),
        room=40,
        always=True,
        example="E E",
        help="One letter per box: C consumable, D daily, E encounter.",
    ),
    choice_field("cost", "cost", COSTS, room=8, nullable=True, always=True),
    flag_field("once_per_turn", "once per turn", always=True),
    DeclaredField(
        name="trigger",
        label="trigger",
        shape=optional_text(),
        room=400,
        always=True,
        example="An enemy within reach moves away",
        help="What sets it off, or what has to be so.",
    ),
    choice_field(
        "precondition",
        "precondition",
        PRECONDITIONS,
        room=12,
        help="Which of the two the trigger is. Empty: a requirement of actions with a cost in AP, else a trigger.",
    ),
    DeclaredField(
        name="triggers",
        label="trigger events",
        parse=parse_triggers,
        write=format_triggers,
        shape=records_of(ReactionTrigger, MOST_TRIGGERS),
        default=(),
        example="damages to ally within 4; hits to self with critical hit melee",
        help="The events that a battle offers a reaction to. “reported”: only the players see it.",
    ),
    DeclaredField(
        name="range",
        label="range",
        parse=notation.parse_range,
        write=notation.format_range,
        shape=declaration.RANGE,
        room=80,
        always=True,
        example="melee 2",
        help="Or: ranged 6/12, burst 2 within 12, emanation 3 aura, cone 4, line 6, touch, self.",
    ),
    flag_field("strike", "strike", always=True),
    DeclaredField(
        name="damage",
        label="damage",
        parse=notation.parse_damage,
        write=notation.format_damage,
        shape=records_of(values.Damage),
        default=(),
        always=True,
        example="15 slashing and fire; 5 persistent poison",
        help="Amounts with their types, separated by semicolons.",
        suggests="damage",
    ),
    DeclaredField(
        name="saves",
        label="saves",
        parse=notation.parse_saves,
        write=notation.format_saves,
        shape=records_of(values.SavingThrow),
        default=(),
        always=True,
        example="reflex half; fortitude negates sickened",
        help="The save, its result, and what the result applies to.",
    ),
    names_field(
        "gives",
        "given conditions",
        always=True,
        example="slowed, push 2",
        help="Conditions that it always causes.",
        suggests="states",
    ),
    DeclaredField(
        name="target",
        label="target",
        parse=activities.parse_target,
        write=activities.format_target,
        shape=record_of(values.Target),
        example="1 creature, within reach, Medium or smaller, having grabbed",
        help="Whom it is for. Empty: each creature of its area, or one creature within range.",
    ),
    number_field("heal", "healing", example="10", help="HP that a target gets back."),
    number_field("temporary_hp", "temporary HP", example="5", help="Temporary HP that a target gains."),
    number_field("reduces", "damage taken off", example="20", help="How much lower the damage of the trigger is."),
    names_field("ends", "ended conditions", example="sickened", help="Conditions that end.", suggests="states"),
    DeclaredField(
        name="moves",
        label="forced moves",
        parse=activities.parse_moves,
        write=activities.format_moves,
        shape=records_of(values.ForcedMove),
        default=(),
        example="push 2 on critical failure",
        help="Pushes, pulls and shunts that depend on the save.",
    ),
    DeclaredField(
        name="resist",
        label="resistance",
        parse=notation.parse_given_resistances,
        write=notation.format_resistances,
        shape=declaration.GIVEN_RESISTANCES,
        key="resistances",
        default=(),
        example="all 3d6",
        help="Resistances that a target gains.",
        suggests="damage",
    ),
    DeclaredField(
        name="bonuses",
        label="bonuses",
        parse=activities.parse_bonuses,
        write=activities.format_bonuses,
        shape=replace(_BONUSES, read=_read_bonuses),
        default=(),
        example="damage +4 against off-guard",
        help="Numbers on stats, saves or damage; semicolons between.",
    ),
    DeclaredField(
        name="steps",
        label="steps",
        parse=activities.parse_steps,
        write=activities.format_steps,
        shape=records_of(values.EffectStep),
        default=(),
        room=400,
        example="stride x2; strike Tusk at +2 after 4 squares",
        help="The actions of an activity, in order; semicolons between.",
    ),
    DeclaredField(
        name="skill_check",
        label="check",
        parse=activities.parse_check,
        write=activities.format_check,
        shape=record_of(values.Check),
        example="Medicine 15",
        help="A roll with a skill or a save, and its Power.",
    ),
    choice_field("changes", "change of the trigger", CHANGES, room=16),
    names_field("terrain", "terrain", example="difficult", help="What its area becomes."),
    choice_field("lasts", "duration", DURATIONS, room=24),
    DeclaredField(
        name="ends_when",
        label="early end",
        parse=parse_ends,
        write=notation.format_names,
        shape=choices(ENDS, "An early end is one of"),
        default=(),
        room=80,
        example="damaged, attacked",
        help="What ends it before its duration does, with commas between.",
    ),
    names_field("ignores", "ignored", example="difficult terrain, cover", help="What its target disregards."),
    DeclaredField(
        name="moments",
        label="moments",
        parse=activities.parse_moments,
        write=activities.format_moments,
        shape=records_of(values.PassiveMoment),
        default=(),
        example="turn start; damaged fire, cold",
        help="When a battle plays or announces what costs nothing. Empty: the battle recalls it as a turn starts.",
    ),
    DeclaredField(
        name="extra_reactions",
        label="extra reactions",
        parse=activities.parse_extra_reactions,
        write=activities.format_extra_reactions,
        shape=record_of(values.ExtraReactions),
        example="2 Attack of Opportunity",
        help="Reactions in addition to the usual one between its turns: how many, and which.",
    ),
)
_MARKS: tuple[DeclaredField, ...] = (
    DeclaredField(
        name="unprinted",
        label="fields off the top line",
        parse=_unprinted,
        write=_unprinted_text,
        default=frozenset(),
        example="range, saves",
        help="Fields that only the sentence of the card says.",
    ),
    flag_field("by_table", "left to the table", help="Its text says more than its fields."),
    flag_field(
        "read_from_text", "read from its text", help="Fields were taken from its sentences when it was imported."
    ),
)
_ONLY_PARTS: tuple[DeclaredField, ...] = (
    DeclaredField(
        name="on",
        label="when",
        parse=parse_choice(get_args(values.Outcome)),
        write=format_choice,
        shape=choice(get_args(values.Outcome)),
        default="always",
    ),
    choice_field("when", "circumstance", tuple(PART_CIRCUMSTANCES.items()), room=20),
    DeclaredField(
        name="parent_damage",
        label="shared damage",
        parse=parse_numbers,
        write=format_numbers,
        shape=numbers(),
        default=(),
    ),
)
_NOT_IN_PARTS = frozenset(
    {"once_per_turn", "precondition", "triggers", "moments", "extra_reactions", "unprinted", "read_from_text"}
)
PART_FIELDS: Mapping[str, DeclaredField] = {
    field.name: field for field in (*_ONLY_PARTS, *_VALUES, *_MARKS) if field.name not in _NOT_IN_PARTS
}
"""The fields of a part of an effect, by name."""

_FIELD_SEPARATOR, _PART_SEPARATOR = " / ", " || "


def parse_parts(text: str) -> tuple[Effect, ...]:
    """Read parts: ``on hit / cost 1 / gives grabbed || on critical hit / damage 4 persistent fire``."""
    parts = " ".join(text.split()).split(_PART_SEPARATOR.strip())
    return tuple(_part(part.strip()) for part in parts if part.strip())


def _part(text: str) -> Effect:
    values: dict[str, Any] = {}
    for piece in text.split(_FIELD_SEPARATOR):
        name, _, line = piece.strip().partition(" ")
        field = PART_FIELDS.get(name)
        if field is None:
            raise NotationError(
                f"A part is fields with “/” between them (“on hit / cost 1 / gives grabbed”): "
                f"{', '.join(PART_FIELDS)}; “{piece}” is none."
            )
        values[name] = field.parse(line or ("yes" if field.kind == "flag" else ""))
    return Effect(**values)


def format_parts(parts: Iterable[Effect]) -> str:
    """Write the parts of an effect."""
    return _PART_SEPARATOR.join(map(_part_text, parts))


def _part_text(part: Effect) -> str:
    stated = [field for field in PART_FIELDS.values() if getattr(part, field.name) != field.default]
    return (
        _FIELD_SEPARATOR.join(
            field.name if field.kind == "flag" else f"{field.name} {field.write(getattr(part, field.name))}"
            for field in stated
        )
        or "on always"
    )


_PARTS = DeclaredField(
    name="then",
    label="further parts",
    parse=parse_parts,
    write=format_parts,
    shape=records(Effect, filter(None, (field.member(in_part=True) for field in PART_FIELDS.values()))),
    default=(),
    room=1000,
    kind="text",
    example="on hit / cost 1 / gives grabbed || on critical hit / damage 4 persistent fire",
    help="Parts with a target, save, damage or price of their own; || between them.",
)

EFFECT_FIELDS: tuple[DeclaredField, ...] = (*_VALUES, _PARTS, *_MARKS)
"""The fields in the order in which forms and documents have them."""
_BY_NAME = {field.name: field for field in EFFECT_FIELDS}


def effect_values(section: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a section of TOML: the fields of an effect from their notation, lists as tuples.

    Raises ``NotationError`` for a line that cannot be read.
    """
    return {name: _value(name, value) for name, value in section.items()}


def _value(name: str, value: Any) -> Any:
    if isinstance(value, str) and name in _BY_NAME:
        return _BY_NAME[name].parse(value)
    return tuple(value) if isinstance(value, list) else value
