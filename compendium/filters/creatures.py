"""Filtering creatures."""

from __future__ import annotations

from django.db.models import QuerySet

from common.filters import ChoiceFilter, ChoicesFilter, FilterSet, Order, range_filters
from compendium.filters.search import SearchFilter, ordering
from compendium.models import Creature
from compendium.selectors.choices import creature_choices
from compendium.selectors.creature_list import alignment_order, size_order, stat_order, with_facet, with_points
from rules.alignment import ALIGNMENTS, recruits
from rules.cards.sheet import STAT_LABELS
from rules.points import MAX_LEVEL, MIN_LEVEL

_ORDERS = (
    Order("points", "Points", "level"),
    Order("level", "Level", "level"),
    Order("alignment", "Alignment", alignment_order(), "lawful good first", "chaotic evil first"),
    Order("size", "Size", size_order(), "small first", "large first"),
    *(Order(stat, label, stat_order(stat)) for stat, label in STAT_LABELS),
)
_POINTS_ERRORS = {
    "invalid": "Give a whole number of points.",
    "min_value": "Points are never below 0.",
    "max_value": "No creature costs so much.",
}


def _for_warband(queryset: QuerySet[Creature], name: str, value: str) -> QuerySet[Creature]:
    """Keep what a warband of an alignment may take."""
    return queryset.filter(alignment__in=recruits(value))


def _by_points(queryset: QuerySet[Creature], name: str, value: int) -> QuerySet[Creature]:
    """Keep creatures by their points without upgrades."""
    return with_points(queryset, least=value) if name == "points_from" else with_points(queryset, most=value)


class CreatureFilter(FilterSet):
    """Creatures by words, alignment, level, points, size, tags and what they can do."""

    noun = "creature"

    q = SearchFilter(tags="tags")
    alignment = ChoicesFilter(noun="alignment", field_name="alignment", label="Alignment", layout="grid")
    warband = ChoiceFilter(
        method=_for_warband,
        label="For a warband of",
        choices=[(one.code, one.name) for one in ALIGNMENTS],
        empty_label="any alignment",
    )
    level_from, level_to = range_filters("level", label="Level", low=MIN_LEVEL, high=MAX_LEVEL)
    points_from, points_to = range_filters(label="Points", low=0, high=9999, method=_by_points, errors=_POINTS_ERRORS)
    size = ChoicesFilter(noun="size", field_name="size", label="Size")
    tag = ChoicesFilter(noun="tag", method=with_facet, label="Tags")
    movement = ChoicesFilter(noun="movement mode", field_name="movement_mode", label="Movement")
    tradition = ChoicesFilter(noun="tradition", method=with_facet, label="Casts spells")
    skill = ChoicesFilter(noun="skill", method=with_facet, label="Skills")
    damage = ChoicesFilter(noun="damage type", method=with_facet, label="Deals damage")
    source = ChoicesFilter(noun="source", field_name="source__key", label="Source")
    sort = ordering(*_ORDERS)

    get_choices = staticmethod(creature_choices)

    def get_total(self) -> int | None:
        """Return how many creatures there are: each has one source."""
        return sum(source.total for source in self.choices["source"])
