"""The creature card: everything printed on one, as frozen values, with its source and license."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Annotated, Any, Literal, NamedTuple

from rules.alignment import BY_CODE
from rules.documents.reading import Fields
from rules.documents.records import WRITTEN
from rules.documents.shapes import Shape, choices, integer
from rules.effects.model import Effect
from rules.effects.values import USES, Resistance, Use, Weakness
from rules.points import LevelCost, level_cost
from rules.tables import movement, sizes
from rules.text import unique_slugs

FeatureKind = Literal["base", "add_on", "upgrade", "replaces", "caster"]

STATS: tuple[str, ...] = ("fight", "armor", "power", "fortitude", "reflex", "will", "hp", "speed")
FEATURE_KINDS: tuple[FeatureKind, ...] = ("base", "add_on", "upgrade", "replaces", "caster")
UPGRADE_KINDS: frozenset[str] = frozenset({"add_on", "upgrade", "replaces"})
SIZES: tuple[str, ...] = tuple(sizes.BY_NAME)
MOVEMENT_MODES: tuple[str, ...] = tuple(movement.BY_NAME)


@dataclass(frozen=True, slots=True)
class Stats:
    """The eight stats; None stands for a stat that the card does not have (a siege engine's Will).

    ``hp`` is the maximum; ``speed`` is in squares; ``fight`` and the saves are bonuses to a d20.
    """

    fight: int | None
    armor: int | None
    power: int | None
    fortitude: int | None
    reflex: int | None
    will: int | None
    hp: int | None
    speed: int | None

    @property
    def missing(self) -> tuple[str, ...]:
        """The names of the stats that the card does not have, in printed order."""
        return tuple(name for name in STATS if getattr(self, name) is None)


AT_WILL = "at_will"
MAX_RANK = 20

_BOXES = choices(USES, "A use is one of")


def _read_group_uses(fields: Fields, name: str) -> Any:
    at_will = isinstance(fields.raw.get(name), str) and fields.text(name) == AT_WILL
    return () if at_will else _BOXES.read(fields, name)


GROUP_USES = Shape(
    lambda uses: list(uses) or AT_WILL,
    _read_group_uses,
    {"oneOf": [_BOXES.schema, {"type": "string", "enum": [AT_WILL]}]},
)
FILLED = Shape(str, lambda fields, name: fields.text(name, low=1), {"type": "string"})


@dataclass(frozen=True, slots=True)
class CasterSpell:
    """A spell as a caster's card names it, with the card's note (``self only``)."""

    name: Annotated[str, FILLED]
    note: Annotated[str | None, WRITTEN] = None


@dataclass(frozen=True, slots=True)
class SpellGroup:
    """Spells that share boxes: one use of any spell checks one box. No boxes means at will."""

    uses: Annotated[tuple[Use, ...], GROUP_USES]
    spells: Annotated[tuple[CasterSpell, ...], WRITTEN] = ()

    @property
    def at_will(self) -> bool:
        """Whether the spells of the group have unlimited uses."""
        return not self.uses


@dataclass(frozen=True, slots=True)
class Caster:
    """What a caster can cast: a tradition, the highest rank, and spells in groups."""

    tradition: str
    rank: Annotated[int, integer(high=MAX_RANK)]
    groups: Annotated[tuple[SpellGroup, ...], WRITTEN] = ()


@dataclass(frozen=True, slots=True)
class Feature(Effect):
    """One line of a card: an action, a reaction, a passive rule, a caster's spells or an upgrade.

    ``effect`` is prose with references to damage (``{damage}``, ``{part.1.amount}``); if it is empty, the sentence is
    made from the other fields (``rules.cards.phrases``). ``printed`` has the original words of the card.
    """

    id: str
    name: str
    kind: FeatureKind = "base"
    replaces: str | None = None
    effect: str = ""
    caster: Caster | None = None
    printed: tuple[str, str] | None = None

    @property
    def is_upgrade(self) -> bool:
        """Whether the creature has the feature only after buying it."""
        return self.kind in UPGRADE_KINDS

    @property
    def spell_groups(self) -> tuple[tuple[str, SpellGroup], ...]:
        """The groups of a caster's spells, each with the key that counts its boxes."""
        groups = self.caster.groups if self.caster else ()
        return tuple((f"{self.id}:{number}", group) for number, group in enumerate(groups, start=1))


@dataclass(frozen=True)
class Card:
    """A creature as on its card, upgrades included. Points follow from the level and are never stored."""

    key: str
    name: str
    level: int
    alignment: str | None
    size: str | None
    stats: Stats
    tags: tuple[str, ...] = ()
    source: str | None = None
    license: str = "unknown"
    revision: int = 1
    class_name: str | None = None
    printed_points: int | None = None
    armor_broken: int | None = None
    movement_mode: str | None = None
    starts_with: tuple[str, ...] = ()
    features: tuple[Feature, ...] = ()
    skills: tuple[str, ...] = ()
    immune: tuple[str, ...] = ()
    resist: tuple[Resistance, ...] = ()
    weak: tuple[Weakness, ...] = ()
    other: tuple[str, ...] = ()
    _costs: LevelCost = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_costs", level_cost(self.level))

    @property
    def points(self) -> int:
        """The points of the creature without upgrades."""
        return self._costs.cost

    @property
    def upgrade_cost(self) -> int:
        """The points of each upgrade, item, positioning upgrade and hero point of the creature."""
        return self._costs.upgrade_cost

    @cached_property
    def upgrades(self) -> dict[str, Feature]:
        """The upgrades by their key, in printed order."""
        return {feature.id: feature for feature in self.features if feature.is_upgrade}

    @cached_property
    def missing_stats(self) -> tuple[str, ...]:
        """The names of the stats that the card does not have, in printed order."""
        return self.stats.missing

    @cached_property
    def is_caster(self) -> bool:
        """Whether the creature casts spells without an upgrade."""
        return any(feature.caster for feature in self.features if not feature.is_upgrade)

    def features_with(self, upgrades: tuple[str, ...]) -> tuple[Feature, ...]:
        """Return the features of the creature with the upgrades of those keys.

        An upgrade that replaces a name replaces every feature of that name.
        """
        bought = [self.upgrades[key] for key in upgrades if key in self.upgrades]
        gone = {feature.replaces.casefold() for feature in bought if feature.replaces}
        return tuple(
            feature
            for feature in self.features
            if (feature in bought if feature.is_upgrade else feature.name.casefold() not in gone)
        )


def numbered(features: tuple[Feature, ...]) -> tuple[Feature, ...]:
    """Return the features with ids made from their names, ``-2`` and ``-3`` for repeated names."""
    ids = unique_slugs(feature.name for feature in features)
    return tuple(replace(feature, id=key) for feature, key in zip(features, ids, strict=True))


HOMEBREW_MARK = "--hb-"
"""A part of the keys of homebrew, and of no others."""
HOMEBREW_KEY = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*" + HOMEBREW_MARK + r"[a-z0-9]+")

_SERIES = "Path 2 Victory, "


def short_source(name: str) -> str:
    """Return a source's name on a card: without the game's name, which all sources share."""
    return name.removeprefix(_SERIES)


def describe_origin(source: str, alignment: str | None) -> str:
    """Return the source of a card and its alignment, given by its code: ``ORC cards, Lawful Evil``."""
    known = BY_CODE.get(alignment or "")
    return f"{short_source(source)}, {known.name if known else 'no alignment'}"


class NamedCard(NamedTuple):
    """The identity of a card: its name, the name of its source, the code of its alignment, its license."""

    name: str
    source: str
    alignment: str | None
    license: str


def tell_apart(cards: Sequence[NamedCard]) -> list[str]:
    """Return for each card what distinguishes it from others of its name: source and alignment; "" for a unique name.

    If these are the same too, adds the license.
    """
    names = Counter(card.name for card in cards)
    origins = [describe_origin(card.source, card.alignment) for card in cards]
    alike = Counter((card.name, origin) for card, origin in zip(cards, origins, strict=True))
    return [
        "" if names[card.name] == 1 else origin if alike[card.name, origin] == 1 else f"{origin}, {card.license}"
        for card, origin in zip(cards, origins, strict=True)
    ]


UNKNOWN_LICENSE = "unknown"
"""The license of a card until its author names one."""

SHARED_LICENSES = ("ORC", "OGL", "CC BY 4.0", "CC BY-SA 4.0", "CC0 1.0")
"""Licenses under which people share what they write; a card may have another."""

_UNNAMED = frozenset({"", UNKNOWN_LICENSE, "none"})


def is_named_license(text: str) -> bool:
    """Return True if a text names a license, so that a card with it may be shared."""
    # Signs and what nobody sees, such as a space without width, name nothing and hide nothing.
    return "".join(filter(str.isalnum, text.casefold())) not in _UNNAMED
