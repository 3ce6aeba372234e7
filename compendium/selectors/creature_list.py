"""The creature list: the columns that a row shows, what it can be narrowed to, and in which orders rows can stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from django.db.models import Case, F, IntegerField, QuerySet, Value, When

from compendium.models import Creature, CreatureFacet
from rules.alignment import CODES
from rules.cards.model import SIZES, STATS
from rules.points import LEVEL_COSTS

COLUMNS = ("key", "name", "alignment", "size", "tags", "level", "movement_mode", "class_name", "license", *STATS)
"""What a row of the list is made of."""


def creatures() -> QuerySet[Creature]:
    """Return every creature that has a card."""
    return Creature.objects.filter(current__isnull=False)


def creature_names(keys: Collection[str]) -> dict[str, str]:
    """Return the names of creatures by their keys, two of one name with their licences; unknown keys fall out.

    One query.
    """
    rows = list(creatures().filter(key__in=keys).values_list("key", "name", "license"))
    times = Counter(name for _, name, _ in rows)
    return {key: f"{name} ({license_name})" if times[name] > 1 else name for key, name, license_name in rows}


def with_facet(queryset: QuerySet[Creature], kind: str, values: Sequence[str]) -> QuerySet[Creature]:
    """Return the creatures that have any of these words (tags, skills, ...)."""
    return queryset.filter(pk__in=CreatureFacet.objects.filter(kind=kind, value__in=values).values("creature"))


def with_points(queryset: QuerySet[Creature], least: int | None = None, most: int | None = None) -> QuerySet[Creature]:
    """Return the creatures that cost that many points without upgrades; points follow from the level alone."""
    levels = [
        row.level for row in LEVEL_COSTS if (least is None or row.cost >= least) and (most is None or row.cost <= most)
    ]
    return queryset.filter(level__in=levels)


def alignment_order() -> Case:
    """Order as the nine lie on their grid, lawful good first; creatures without an alignment come last."""
    return _place("alignment", CODES)


def size_order() -> Case:
    """Order from Tiny to Gargantuan; creatures without a size come last."""
    return _place("size", SIZES)


def stat_order(stat: str) -> F:
    """Order by a stat; creatures that do not have it come last whichever way it runs."""
    return F(stat)


def _place(column: str, order: Sequence[str]) -> Case:
    places = [When(**{column: value}, then=Value(place)) for place, value in enumerate(order)]
    return Case(*places, default=None, output_field=IntegerField())
