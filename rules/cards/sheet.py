"""The layout of a creature card: every word and sign in its place, independent of how it is drawn.

Pages, comparison, print and other programs draw from one ``CreatureCard``.
"""

from collections.abc import Callable
from dataclasses import dataclass

from rules.alignment import Alignment, alignment
from rules.cards.model import Card, Feature
from rules.cards.phrases import effect_text
from rules.effects.notation import format_range
from rules.effects.values import USES, Range, Resistance, Use
from rules.glossary.catalog import Span
from rules.tables import actions, movement
from rules.tables.uses import BY_USE
from rules.text import counted, listed, with_minus

STAT_LABELS: tuple[tuple[str, str], ...] = (
    ("fight", "Fight"),
    ("armor", "Armor"),
    ("power", "Power"),
    ("fortitude", "Fort"),
    ("reflex", "Reflex"),
    ("will", "Will"),
    ("hp", "HP"),
    ("speed", "Speed"),
)
_BONUSES = frozenset({"fight", "fortitude", "reflex", "will"})
COST_SIGNS: dict[str, tuple[str, str]] = {
    row.cost: (row.sign, row.meaning) for row in actions.COST_SIGNS if not row.once_per_turn
}
USE_SIGNS: dict[Use, str] = {use: BY_USE[use].sign for use in USES}
MOVEMENT_SIGNS: dict[str, str] = {mode.name: mode.sign for mode in movement.MODES}
_KIND_LABELS = {"add_on": "Add on", "upgrade": "Upgrade"}

Marker = Callable[[str], tuple[Span, ...]]


def unmarked(text: str) -> tuple[Span, ...]:
    """Mark no terms: the whole text as one span."""
    return (Span(text),)


@dataclass(frozen=True, slots=True)
class StatLine:
    """A stat with its label and its value as printed: ``+11``, ``15 [11]``, ``–`` if the card has none.

    ``amount`` is the number itself, for comparisons; None if the card has none.
    """

    name: str
    label: str
    value: str
    amount: int | None


@dataclass(frozen=True, slots=True)
class Mark:
    """A sign with its meaning in words."""

    sign: str
    words: str


@dataclass(frozen=True, slots=True)
class SpellGroupLine:
    """Spells that share boxes: the boxes (empty: at will), and each spell with its note."""

    uses: tuple[Mark, ...]
    spells: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class FeatureLine:
    """One feature as shown; ``kind`` is empty for a base feature.

    ``precondition`` is the kind of ``trigger``: ``Trigger`` or ``Requirement``. ``by_table``: the text says more than
    the fields, and the players apply it.
    """

    id: str
    name: str
    kind: str
    is_upgrade: bool
    uses: tuple[Mark, ...]
    cost: Mark | None
    reach: str
    precondition: str
    trigger: tuple[Span, ...]
    effect: tuple[Span, ...]
    caster: str
    groups: tuple[SpellGroupLine, ...]
    by_table: bool = False


@dataclass(frozen=True, slots=True)
class CreatureCard:
    """A creature's card as shown; ``foot`` has the standard features as labels with their words.

    ``emblem`` names the creature's picture, which is not part of its card.
    """

    key: str
    name: str
    points: int
    upgrade_cost: int
    level: int
    alignment: Alignment | None
    size: str
    tags: tuple[str, ...]
    class_name: str
    stats: tuple[StatLine, ...]
    movement: Mark | None
    features: tuple[FeatureLine, ...]
    foot: tuple[tuple[str, tuple[Span, ...]], ...]
    source: str
    license: str
    revision: int
    emblem: str = ""

    @property
    def summary(self) -> str:
        """The creature in a few words: ``9 points, level -1, Lawful Evil, Small Humanoid Kobold``."""
        kind = " ".join((self.size, *self.tags)).strip()
        alignment = self.alignment.name if self.alignment else ""
        level = f"level {with_minus(str(self.level))}"
        return ", ".join(filter(None, (counted(self.points, "point"), level, alignment, kind)))

    @property
    def base_features(self) -> tuple[FeatureLine, ...]:
        """The creature's base features."""
        return tuple(line for line in self.features if not line.is_upgrade)

    @property
    def upgrades(self) -> tuple[FeatureLine, ...]:
        """The creature's upgrades."""
        return tuple(line for line in self.features if line.is_upgrade)


def creature_card(card: Card, mark: Marker = unmarked, emblem: str = "") -> CreatureCard:
    """Lay a card out; ``mark`` finds the terms in its sentences."""
    return CreatureCard(
        key=card.key,
        name=card.name,
        points=card.points,
        upgrade_cost=card.upgrade_cost,
        level=card.level,
        alignment=alignment(card.alignment) if card.alignment else None,
        size=card.size or "",
        tags=card.tags,
        class_name=card.class_name or "",
        stats=tuple(StatLine(name, label, _stat(card, name), getattr(card.stats, name)) for name, label in STAT_LABELS),
        movement=Mark(MOVEMENT_SIGNS[card.movement_mode], card.movement_mode) if card.movement_mode else None,
        features=tuple(_feature_line(feature, mark) for feature in card.features),
        foot=tuple((label, mark(words)) for label, words in _foot(card) if words),
        source=card.source or "",
        license=card.license,
        revision=card.revision,
        emblem=emblem,
    )


def use_marks(uses: tuple[Use, ...]) -> tuple[Mark, ...]:
    """Return the box of each use with its word."""
    return tuple(Mark(USE_SIGNS[use], use) for use in uses)


def cost_mark(cost: str | None, once_per_turn: bool = False) -> Mark | None:
    """Return the sign of an action cost: ``●●``, ``●○`` for once per turn, ``↻``; None for a passive rule."""
    if cost is None:
        return None
    sign, words = COST_SIGNS[cost]
    return Mark(f"{sign}○", f"{words}, once per turn") if once_per_turn else Mark(sign, words)


def range_words(reach: Range | None) -> str:
    """Return a range as a card prints it: ``Melee 2``, ``Ranged 6/12``, ``Burst 2 within 12``, ``Emanation 3 aura``."""
    return " or ".join(text.capitalize() for text in format_range(reach).split(" or "))


def _stat(card: Card, name: str) -> str:
    value = getattr(card.stats, name)
    if value is None:
        return "–"
    if name == "armor" and card.armor_broken is not None:
        return f"{value} [{card.armor_broken}]"
    return with_minus(f"{value:+d}") if name in _BONUSES else str(value)


def _feature_line(feature: Feature, mark: Marker) -> FeatureLine:
    effect = effect_text(feature)
    return FeatureLine(
        id=feature.id,
        name=feature.name,
        kind=f"Replaces {feature.replaces}" if feature.replaces else _KIND_LABELS.get(feature.kind, ""),
        is_upgrade=feature.is_upgrade,
        uses=use_marks(feature.uses),
        cost=cost_mark(feature.cost, feature.once_per_turn),
        reach=_reach(feature),
        precondition=(feature.precondition or "").capitalize(),
        trigger=mark(feature.trigger) if feature.trigger else (),
        effect=mark(effect) if effect else (),
        caster=f"{feature.caster.tradition} caster, rank {feature.caster.rank}" if feature.caster else "",
        groups=tuple(
            SpellGroupLine(use_marks(group.uses), tuple((spell.name, spell.note or "") for spell in group.spells))
            for group in (feature.caster.groups if feature.caster else ())
        ),
        by_table=feature.is_left_to_table,
    )


def _reach(feature: Feature) -> str:
    reach = range_words(feature.range) if feature.is_printed("range") else ""
    return " ".join(filter(None, (reach, "strike" if feature.strike and feature.is_printed("strike") else "")))


def _resistance_words(resistance: Resistance) -> str:
    return f"{resistance.type} {resistance.dice}d6" + (
        f" (except {listed(resistance.exceptions)})" if resistance.exceptions else ""
    )


def _foot(card: Card) -> tuple[tuple[str, str], ...]:
    return (
        ("Skills", ", ".join(card.skills)),
        ("Senses and traits", ", ".join(card.other)),
        ("Immune", ", ".join(card.immune)),
        ("Resist", ", ".join(map(_resistance_words, card.resist))),
        ("Weak", ", ".join(f"{weakness.type} {weakness.amount}" for weakness in card.weak)),
    )
