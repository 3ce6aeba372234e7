"""The fields of a card and of its features, each declared once, and the notation of a caster's spells.

Documents, the built-in files, rows for spreadsheets, columns of the database, forms and the history of a card follow
from these declarations (docs/adr/0032). To add a field, add it to ``Card`` or ``Feature`` and declare it here.
``rules.effects.notation`` has the notation of all other fields.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from rules import alignment
from rules.cards.model import FEATURE_KINDS, MOVEMENT_MODES, SIZES, STATS, Card, Caster, CasterSpell, SpellGroup, Stats
from rules.documents.reading import Fields, fail, writable
from rules.documents.records import record_of, records_of
from rules.documents.shapes import Shape, choice, number, optional_text, text_list
from rules.effects import notation
from rules.effects.declaration import RESISTANCES, DeclaredField, parse_choice
from rules.effects.fields import EFFECT_FIELDS
from rules.effects.notation import NotationError, format_uses, parse_uses, split_parts
from rules.effects.values import Weakness
from rules.errors import require

_CASTER = re.compile(r"(?P<tradition>[A-Za-z]+) (?P<rank>\d{1,2}):(?P<groups>.*)", re.DOTALL)
_GROUP = re.compile(r"(?P<uses>at will|(?:[CDE☐🄳🄴] ?)+)(?: (?P<spells>.+))", re.DOTALL)
_SPELL = re.compile(r"(?P<name>[^()]+?)(?: ?\((?P<note>[^()]*)\))?")


def parse_caster(text: str) -> Caster | None:
    """Read a caster's spells: ``Primal 5: D heal; D D grease, sleep; at will guidance, light (self only)``.

    Spells of one group share its boxes; semicolons separate groups.
    """
    if not text.strip():
        return None
    expected = (
        "A caster is a tradition, a rank, and groups of spells (“Primal 5: D heal; D D grease, sleep; at will light”)"
    )
    head = require(_CASTER.fullmatch(text.strip()), NotationError(f"{expected}; “{text}” is not."))
    groups = []
    for part in split_parts(head["groups"]):
        match = _GROUP.fullmatch(part)
        if match is None:
            raise NotationError(f"{expected}; the group “{part}” has no boxes or no spells.")
        spells = []
        for name in re.split(r",(?![^()]*\))", match["spells"]):
            spell = _SPELL.fullmatch(name.strip())
            if spell is None:
                raise NotationError(f"{expected}; the spell “{name.strip()}” is not a name with a note in brackets.")
            spells.append(CasterSpell(spell["name"], spell["note"] or None))
        uses = () if match["uses"] == "at will" else parse_uses(match["uses"])
        groups.append(SpellGroup(uses, tuple(spells)))
    return Caster(head["tradition"].capitalize(), int(head["rank"]), tuple(groups))


def format_caster(caster: Caster | None) -> str:
    """Write a caster's spells in the notation."""
    if caster is None:
        return ""
    groups = "; ".join(
        f"{format_uses(group.uses) or 'at will'} "
        + ", ".join(f"{spell.name} ({spell.note})" if spell.note else spell.name for spell in group.spells)
        for group in caster.groups
    )
    return f"{caster.tradition} {caster.rank}: {groups}".rstrip()


MAX_KEY = 120
MAX_STARTS_WITH = 20
MAX_WORD = 200
MAX_WORDS = 100
"""The most words of one list: tags, skills, conditions."""


def _choice_of(allowed: Iterable[str]) -> Callable[[str], str | None]:
    known = tuple(allowed)

    def parse(text: str) -> str | None:
        if text and text not in known:
            raise notation.NotationError(f"“{text}” is not one of {', '.join(known)}.")
        return text or None

    return parse


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
        parse=lambda text: int(text) if text else None,
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
    _select("alignment", ((row.code, row.name) for row in alignment.ALIGNMENTS), 2),
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
    """Return a card's value of a field."""
    return getattr(card.stats if name in STATS else card, name)


def card_arguments(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return values by field as arguments of ``Card``: the eight stats are one argument."""
    others = {name: value for name, value in values.items() if name not in STATS}
    return {"stats": Stats(**{name: values[name] for name in STATS}), **others}


KINDS: tuple[tuple[str, str], ...] = (
    ("base", "on the card from the start"),
    ("caster", "spells"),
    ("add_on", "upgrade: add on"),
    ("upgrade", "upgrade"),
    ("replaces", "upgrade: replaces another feature"),
)


FEATURE_FIELDS: tuple[DeclaredField, ...] = (
    DeclaredField(name="name", label="name", default="", room=120, always=True),
    DeclaredField(
        name="kind",
        label="kind",
        parse=parse_choice(FEATURE_KINDS),
        shape=choice(FEATURE_KINDS),
        default="base",
        kind="choice",
        choices=KINDS,
        room=10,
        always=True,
    ),
    DeclaredField(
        name="replaces",
        label="replaced feature",
        shape=optional_text(MAX_WORD),
        room=120,
        example="Jaws",
        help="The printed name of the feature that it replaces.",
    ),
    *EFFECT_FIELDS,
    DeclaredField(
        name="effect",
        label="effect",
        parse=lambda text: " ".join(text.split()),
        key="text",
        default="",
        kind="text",
        room=3000,
        always=True,
        help="Leave empty to make the sentence from the other fields. {damage} stands for the damage, {amount} for its "
        "number alone, {damage.2} for the second damage, {part.1.damage} for that of the first further part.",
    ),
    DeclaredField(
        name="caster",
        label="spells",
        parse=parse_caster,
        write=format_caster,
        shape=record_of(Caster),
        kind="text",
        room=1500,
        example="Primal 5: D heal; D D grease, sleep; at will light (self only)",
        help="Tradition and highest rank, then groups: boxes, and the spells that share them.",
        suggests="traditions",
    ),
)
"""The fields in the order of forms; the place of a feature determines its id."""

BY_NAME: dict[str, DeclaredField] = {field.name: field for field in FEATURE_FIELDS}
