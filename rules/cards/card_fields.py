"""The fields of a card besides its features, each declared once: stats, tags, movement and the foot of the card.

Documents, the built-in files, rows for spreadsheets, columns of the database, forms and the history of a card follow
from these declarations (docs/adr/0032). To add a field, add it to ``Card`` and declare it here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from rules import alignment
from rules.cards.model import MOVEMENT_MODES, SIZES, STATS, Card, Stats
from rules.documents import Fields, fail, writable
from rules.documents.records import records_of
from rules.documents.shapes import Shape, choice, number, optional_text, text_list
from rules.effects import notation
from rules.effects.declaration import DeclaredField
from rules.effects.documents import RESISTANCES
from rules.effects.values import Weakness

MAX_KEY = 120
MAX_STARTS_WITH = 20
MAX_WORD = 200
MAX_WORDS = 100
"""Words of one list: tags, skills, conditions."""


def _choice_of(allowed: Iterable[str]) -> Callable[[str], str | None]:
    known = tuple(allowed)

    def parse(text: str) -> str | None:
        if text and text not in known:
            raise notation.NotationError(f"“{text}” is not one of {', '.join(known)}.")
        return text or None

    return parse


def _parse_stat(text: str) -> int | None:
    return int(text) if text else None


def _read_starts_with(fields: Fields, name: str) -> tuple[str, ...]:
    keys = fields.texts(name, high=MAX_STARTS_WITH, longest=MAX_KEY)
    for index, key in enumerate(keys):
        path = f"{fields.at(name)}[{index}]"
        if not key:
            fail("document.range", path, "Expected the key of a creature, found nothing.")
        writable(key, path)
    return keys


_WORDS = text_list(high=MAX_WORDS, longest=MAX_WORD)


def _select(name: str, choices: Iterable[tuple[str, str]], room: int, *, label: str = "") -> DeclaredField:
    choices = tuple(choices)
    keys = tuple(key for key, _ in choices)
    return DeclaredField(
        name=name,
        label=label or name,
        parse=_choice_of(keys),
        shape=choice(keys, nullable=True),
        kind="choice",
        choices=choices,
        room=room,
        always=True,
    )


def _stat(name: str, label: str = "", *, shape: Shape | None = None, help: str = "") -> DeclaredField:
    return DeclaredField(
        name=name,
        label=label or name,
        parse=_parse_stat,
        shape=shape or number(low=-20, high=9999),
        kind="number",
        always=True,
        help=help,
    )


def _names(
    name: str,
    *,
    label: str = "",
    room: int = 300,
    shape: Shape = _WORDS,
    example: str = "",
    help: str = "",
    suggests: str = "",
) -> DeclaredField:
    return DeclaredField(
        name=name,
        label=label or name,
        parse=notation.parse_names,
        write=notation.format_names,
        shape=shape,
        default=(),
        room=room,
        always=True,
        example=example,
        help=help,
        suggests=suggests,
    )


HEAD_FIELDS: tuple[DeclaredField, ...] = (
    _select("alignment", ((one.code, one.name) for one in alignment.ALIGNMENTS), 2),
    _select("size", ((size, size) for size in SIZES), 10),
    _names(
        "tags",
        example="Fire, Dragon",
        help="The words between size and level on the card, separated by commas.",
        suggests="tags",
    ),
    DeclaredField(
        name="class_name",
        label="class",
        shape=optional_text(high=MAX_WORD),
        key="class",
        room=60,
        always=True,
        example="Fighter",
        help="Only if the card names one.",
    ),
    _stat("fight"),
    _stat("armor"),
    _stat(
        "armor_broken",
        "broken Armor",
        shape=number(low=None, high=None),
        help="The number in brackets on the card: Armor while it is broken.",
    ),
    _stat("power"),
    _stat("fortitude"),
    _stat("reflex"),
    _stat("will"),
    _stat("hp", "HP"),
    _stat("speed"),
    _select("movement_mode", ((mode, mode) for mode in MOVEMENT_MODES), 20, label="movement mode"),
    _names(
        "starts_with",
        label="starts with",
        shape=Shape(list, _read_starts_with, {"type": "array", "items": {"type": "string"}}),
        example="cat-companion-1",
        help="Keys of the minions it starts with, separated by commas.",
    ),
)
"""The fields above the features of a card."""

FOOT_FIELDS: tuple[DeclaredField, ...] = (
    _names("skills", example="Athletics, Stealth", help="Separated by commas.", suggests="skills"),
    _names(
        "immune",
        example="fire, paralyzed",
        help="Damage types, conditions or features, separated by commas.",
    ),
    DeclaredField(
        name="resist",
        label="resist",
        parse=notation.parse_resistances,
        write=notation.format_resistances,
        shape=RESISTANCES,
        default=(),
        room=300,
        always=True,
        example="fire 2d6; all 1d6 except force",
        help="Types with their dice, separated by semicolons.",
        suggests="damage",
    ),
    DeclaredField(
        name="weak",
        label="weak",
        parse=notation.parse_weaknesses,
        write=notation.format_weaknesses,
        shape=records_of(Weakness),
        default=(),
        room=300,
        always=True,
        example="cold iron 10",
        help="Types with their amounts, separated by semicolons.",
        suggests="damage",
    ),
    _names(
        "other",
        room=500,
        example="Darkvision, Swamp Stride",
        help="Senses and traits that need no explanation.",
    ),
)
"""The fields at the foot of a card."""

CARD_FIELDS: tuple[DeclaredField, ...] = (*HEAD_FIELDS, *FOOT_FIELDS)
"""The fields in the order of a card and of its form."""


def card_value(card: Card, name: str) -> Any:
    """Return what a card states in a field."""
    return getattr(card.stats if name in STATS else card, name)


def card_arguments(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return values by field as ``Card`` takes them: the eight stats are one argument."""
    others = {name: value for name, value in values.items() if name not in STATS}
    return {"stats": Stats(**{name: values[name] for name in STATS}), **others}
