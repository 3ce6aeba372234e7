"""Filtering creatures."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django.db.models import QuerySet

from compendium.filters.base import ChosenFilter, ListFilter, OneOfFilter, Order, SortFilter, WholeFilter, level_range
from compendium.models import Creature
from compendium.selectors.choices import Choices, CreatureChoices, creature_choices
from compendium.selectors.creature_list import alignment_order, size_order, stat_order, with_facet, with_points
from rules.alignment import ALIGNMENTS, recruits
from rules.cards.sheet import STAT_LABELS
from rules.points import MAX_LEVEL, MIN_LEVEL

_ORDERS = (
    Order("name", "Name", "search_name", "A to Z", "Z to A"),
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


class CreatureFilter(ListFilter):
    """Creatures by words, alignment, level, points, size, tags and what they can do."""

    alignment = ChosenFilter(noun="alignment", field_name="alignment", label="Alignment")
    warband = OneOfFilter(
        method="for_warband", label="For a warband of", choices=[(one.code, one.name) for one in ALIGNMENTS]
    )
    level_from, level_to = level_range("level", lowest=MIN_LEVEL, highest=MAX_LEVEL)
    points_from = WholeFilter(
        method="from_points", label="from", min_value=0, max_value=9999, error_messages=_POINTS_ERRORS
    )
    points_to = WholeFilter(method="to_points", label="to", min_value=0, max_value=9999, error_messages=_POINTS_ERRORS)
    size = ChosenFilter(noun="size", field_name="size", label="Size")
    tag = ChosenFilter(noun="tag", method="by_facet", label="Tags")
    movement = ChosenFilter(noun="movement mode", field_name="movement_mode", label="Movement")
    tradition = ChosenFilter(noun="tradition", method="by_facet", label="Casts spells")
    skill = ChosenFilter(noun="skill", method="by_facet", label="Skills")
    damage = ChosenFilter(noun="damage type", method="by_facet", label="Deals damage")
    source = ChosenFilter(noun="source", field_name="source__key", label="Source")
    sort = SortFilter(_ORDERS)

    tags_column = "tags"

    class Meta(ListFilter.Meta):
        """The model whose columns are filtered."""

        model = Creature
        fields = ()

    @cached_property
    def known(self) -> CreatureChoices:
        """The choices, and how many creatures there are."""
        return creature_choices()

    def choices(self) -> Choices:
        """Return the words of each ``ChosenFilter``."""
        return self.known.by_filter

    def total(self) -> int | None:
        """Return how many creatures there are."""
        return self.known.total

    def for_warband(self, queryset: QuerySet[Creature], name: str, value: str) -> QuerySet[Creature]:
        """Keep what a warband of an alignment may take."""
        return queryset.filter(alignment__in=recruits(value))

    def from_points(self, queryset: QuerySet[Creature], name: str, value: Any) -> QuerySet[Creature]:
        """Keep creatures that cost so much or more, without upgrades."""
        return with_points(queryset, least=value)

    def to_points(self, queryset: QuerySet[Creature], name: str, value: Any) -> QuerySet[Creature]:
        """Keep creatures that cost so much or less, without upgrades."""
        return with_points(queryset, most=value)

    def by_facet(self, queryset: QuerySet[Creature], name: str, value: list[str]) -> QuerySet[Creature]:
        """Keep creatures with any of the words."""
        return with_facet(queryset, name, value)
