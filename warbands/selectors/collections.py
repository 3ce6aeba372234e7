"""Reading the miniatures that a player owns."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from accounts.models import Owner
from compendium.selectors.creatures import creatures_named
from compendium.selectors.homebrew import creatures_named_by
from rules.alignment import BY_CODE, Alignment
from rules.cards.origins import describe_origin, short_source
from rules.points import level_cost
from rules.text import plain
from warbands.models import Figure


@dataclass(frozen=True, slots=True)
class FigureKind:
    """A creature as a list of figures names it."""

    key: str
    name: str
    license: str
    level: int
    alignment: Alignment | None
    source: str

    @property
    def origin(self) -> str:
        """Its source and alignment, which tell it from others of its name."""
        return describe_origin(self.source, self.alignment.code if self.alignment else None)

    @property
    def points(self) -> int:
        """The points of one of it, without upgrades."""
        return level_cost(self.level).cost


@dataclass(frozen=True, slots=True)
class OwnedFigure:
    """How many miniatures of a creature a player has; ``kind`` is None for an unknown key."""

    key: str
    number: int
    kind: FigureKind | None

    @property
    def name(self) -> str:
        """The creature's name, or its key where it is unknown."""
        return self.kind.name if self.kind else self.key


def collection_of(owner: Owner) -> dict[str, int]:
    """Return how many miniatures of each creature the owner has, by the creature's key. One query."""
    return dict(Figure.objects.filter(owner.q).values_list("creature", "number"))


def kinds_of(keys: Collection[str], owner: Owner | None = None) -> dict[str, FigureKind]:
    """Return the creatures of these keys, without unknown ones and homebrew of others than ``owner``. One query."""
    columns = ("key", "name", "license", "level", "alignment", "source__name")
    rows = creatures_named_by(owner).filter(key__in=keys).values_list(*columns)
    return {
        key: FigureKind(key, name, terms, level, BY_CODE.get(code), short_source(source))
        for key, name, terms, level, code, source in rows
    }


def kinds_named(text: str, most: int, owner: Owner) -> list[FigureKind]:
    """Return up to ``most`` creatures with the words in their names, those that begin with them first. One query."""
    return [
        FigureKind(row.key, row.name, row.license, row.level, BY_CODE.get(row.alignment), short_source(row.source.name))
        for row in creatures_named(text, most, owner)
    ]


def figures_of(owner: Owner) -> tuple[OwnedFigure, ...]:
    """Return the owner's miniatures by name. Two queries."""
    collection = collection_of(owner)
    kinds = kinds_of(collection, owner)
    figures = (OwnedFigure(key, number, kinds.get(key)) for key, number in collection.items())
    return tuple(sorted(figures, key=lambda figure: (plain(figure.name), figure.key)))
