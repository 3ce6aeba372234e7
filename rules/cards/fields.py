"""The fields of a feature, each declared once: those of every effect, and those that only a card's features have."""

from __future__ import annotations

from rules.cards import notation
from rules.cards.model import FEATURE_KINDS, Caster
from rules.documents.records import record_of
from rules.documents.shapes import choice, optional_text
from rules.effects.declaration import DeclaredField, parse_choice
from rules.effects.fields import EFFECT_FIELDS

MAX_WORD = 200

KINDS: tuple[tuple[str, str], ...] = (
    ("base", "on the card from the start"),
    ("caster", "spells"),
    ("add_on", "upgrade: add on"),
    ("upgrade", "upgrade"),
    ("replaces", "upgrade: replaces another feature"),
)


def _effect(line: str) -> str:
    return " ".join(line.split())


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
        parse=_effect,
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
        parse=notation.parse_caster,
        write=notation.format_caster,
        shape=record_of(Caster),
        kind="text",
        room=1500,
        example="Primal 5: D heal; D D grease, sleep; at will light (self only)",
        help="Tradition and highest rank, then groups: boxes, and the spells that share them.",
        suggests="traditions",
    ),
)
"""The fields in the order in which forms have them; the place of a feature makes its id."""

BY_NAME: dict[str, DeclaredField] = {field.name: field for field in FEATURE_FIELDS}
