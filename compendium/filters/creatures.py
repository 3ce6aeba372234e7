"""Filtering creatures."""

from __future__ import annotations

from functools import cached_property
from typing import cast

from django.core.cache import cache
from django.db.models import QuerySet

from common.choices import Choice, Choices
from common.filters import ChoiceFilter, ChoicesFilter, FilterSet, Order, range_filters
from compendium.filters.search import SearchFilter, ordering, source_filter
from compendium.models import Creature
from compendium.selectors.creature_list import (
    alignment_order,
    creatures,
    creatures_state,
    facet_choices,
    size_order,
    with_facet,
    with_points,
)
from rules.alignment import ALIGNMENTS, recruits
from rules.cards.model import MOVEMENT_MODES, SIZES
from rules.cards.sheet import STAT_LABELS
from rules.points import MAX_LEVEL, MIN_LEVEL

KEPT_FOR = 10 * 60
"""Seconds for which choices are kept; a change of any card makes them anew at once."""

_SIZES = dict(zip(SIZES, SIZES, strict=True))
_MODES = dict(zip(MOVEMENT_MODES, MOVEMENT_MODES, strict=True))
_ORDERS = (
    Order("points", "Points", "level"),
    Order("level", "Level", "level"),
    Order("alignment", "Alignment", alignment_order(), "lawful good first", "chaotic evil first"),
    Order("size", "Size", size_order(), "small first", "large first"),
    *(Order(stat, label, stat) for stat, label in STAT_LABELS),
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
    alignment = ChoicesFilter(label="Alignment", layout="grid")
    warband = ChoiceFilter(
        method=_for_warband,
        label="For a warband of",
        choices=[(alignment.code, alignment.name) for alignment in ALIGNMENTS],
        empty_label="any alignment",
    )
    level_from, level_to = range_filters("level", label="Level", low=MIN_LEVEL, high=MAX_LEVEL)
    points_from, points_to = range_filters(label="Points", low=0, high=9999, method=_by_points, errors=_POINTS_ERRORS)
    size = ChoicesFilter(label="Size", labels=_SIZES)
    tag = ChoicesFilter(label="Tags", noun="tag", method=with_facet)
    movement = ChoicesFilter(label="Movement", noun="movement mode", field_name="movement_mode", labels=_MODES)
    tradition = ChoicesFilter(label="Casts spells", noun="tradition", method=with_facet)
    skill = ChoicesFilter(label="Skills", noun="skill", method=with_facet)
    damage = ChoicesFilter(label="Deals damage", noun="damage type", method=with_facet)
    source = source_filter()
    sort = ordering(*_ORDERS)

    def get_choices(self) -> Choices:
        """Return all nine alignments, and the words that cards hold. One query; two more after a card has changed."""
        return cast("Choices", cache.get_or_set(self.choices_version, self.count_all_choices, KEPT_FOR))

    @cached_property
    def choices_version(self) -> str:
        """The key by which the choices are kept. One query."""
        return f"creature-choices:{creatures_state()}:{self.choices_scope()}"

    def choices_scope(self) -> str:
        """Return a text that says what else than the cards the choices follow from."""
        return ""

    def count_all_choices(self) -> Choices:
        """Return the choices of every filter, counted anew. Two queries."""
        choices = self.count_choices(creatures())  # whatever homebrew the list has
        totals = {choice.value: choice.total for choice in choices["alignment"]}
        nine = tuple(
            Choice(alignment.code, alignment.name, totals.get(alignment.code, 0), alignment.sign)
            for alignment in ALIGNMENTS
        )
        return {**choices, "alignment": nine, **facet_choices()}

    def get_total(self) -> int | None:
        """Return how many creatures there are: each has one source."""
        return sum(source.total for source in self.choices["source"])
