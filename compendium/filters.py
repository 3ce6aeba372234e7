"""Filtering creatures, one's own and all, items, feats and spells: words, columns of several words, and orders."""

from collections.abc import Hashable
from dataclasses import replace
from functools import cached_property, reduce
from operator import or_
from typing import Any, ClassVar, Self, cast

from django.core.cache import cache
from django.db.models import Case, Q, QuerySet, Value, When
from django.db.models.functions import Concat
from django.http import QueryDict
from django_filters import CharFilter

from common.choices import Choice, Choices
from common.filters import NONE, ChoiceFilter, ChoicesFilter, FilterSet, Order, OrderingFilter, range_filters, shortened
from common.listed_rows import unfiltered_rows
from compendium.models import Creature, Feat
from compendium.models.entries import ITEM_CHOICE_CHOICES, ITEM_COST_CHOICES, ITEM_KIND_CHOICES, MAX_RANK
from compendium.selectors.creature_list import (
    alignment_order,
    creatures,
    creatures_state,
    facet_choices,
    size_order,
    with_facet,
    with_points,
)
from compendium.selectors.search import BRACKETS, LONGEST_QUERY
from compendium.selectors.site_search.current import CREATURE_COLUMNS
from compendium.selectors.site_search.listing import ListMatches, matches_in_list
from rules.alignment import ALIGNMENTS, recruits
from rules.cards.model import MOVEMENT_MODES, SIZES
from rules.cards.sheet import STAT_LABELS
from rules.effects.notation import parse_names
from rules.points import MAX_LEVEL, MIN_LEVEL

BY_NAME = ("search_name", "key")
BRACKETS_LAST = Case(
    When(reduce(or_, (Q(search_name__startswith=bracket) for bracket in BRACKETS)), then=Value(1)), default=Value(0)
)
"""Puts names that begin with a bracket, such as "[Spell] Potion", behind all others."""
_BY_NAME_ALONE = Order("name", "Name", "search_name", "A to Z", "Z to A")
NAME_ORDER = replace(_BY_NAME_ALONE, before=(BRACKETS_LAST,))


class SearchFilter(CharFilter):
    """Rows that a query finds, the best match first; without words all of them by name."""

    def __init__(self) -> None:
        super().__init__(
            label="Words",
            max_length=LONGEST_QUERY,
            error_messages={"max_length": f"Search for {LONGEST_QUERY} characters or fewer."},
        )

    def filter(self, queryset: QuerySet[Any], value: str) -> QuerySet[Any]:
        """Keep the rows that were found."""
        filters: SearchedFilterSet = self.parent
        if not filters.matches:
            return queryset.order_by(*filters.by_name)
        return queryset.filter(filters.matches.condition).order_by(*filters.matches.order, *filters.by_name)


class SearchedFilterSet(FilterSet):
    """The filters of a list that is searched with the index of everything.

    ``group`` is the kind of rows in the list. A list that ``has_own`` holds creatures that are in no index, because
    they are somebody's own; ``own_alone`` says that it holds no others.
    """

    group: ClassVar[str]
    has_own: ClassVar[bool] = False
    own_alone: ClassVar[bool] = False
    by_name: ClassVar[tuple[Any, ...]] = (BRACKETS_LAST, *BY_NAME)

    @cached_property
    def matches(self) -> ListMatches | None:
        """What the words find, None without words. One query, two where the list has creatures of one's own."""
        query = self.form.cleaned_data.get("q", "")
        if not query.strip():
            return None
        matches = matches_in_list(query, self.group, self._own(), own_alone=self.own_alone)
        return matches if self.nearest or not matches.partly else ListMatches()

    def _own(self) -> list[tuple[Any, ...]]:
        if not self.has_own:
            return []
        columns = (*CREATURE_COLUMNS, "facets__kind", "facets__value")
        return unfiltered_rows(
            self, "own", lambda rows: rows.filter(is_listed=False).order_by("search_name", "key").values_list(*columns)
        )

    @property
    def question(self) -> tuple[Hashable, ...]:
        """Add the rows that the words find."""
        return *super().question, self.matches.tiers if self.matches else ()

    @property
    def notices(self) -> tuple[str, ...]:
        """Say how the words were understood, where that is not plain."""
        if not self.form.is_valid() or not self.matches or not self.matches.tiers:
            return ()
        typed, matches = shortened(self.form.cleaned_data["q"]), self.matches
        if matches.corrected and matches.partly:
            return (f"No {self.noun} has “{typed}”. These are closest to “{matches.corrected}”.",)
        if matches.corrected:
            return (f"No {self.noun} has “{typed}”. These match “{matches.corrected}”.", *matches.said)
        if matches.partly or (matches.is_named and not matches.said):
            return (f"No {self.noun} has all of “{typed}”. These are the closest.",)
        return matches.said

    def with_data(self, data: QueryDict) -> Self:
        """Return the filters of the same list with other values; the same words find the same."""
        other = super().with_data(data)
        if "matches" in self.__dict__ and data.get("q", "") == self.data.get("q", ""):
            other.__dict__["matches"] = self.matches
        return other


class WordsFilter(ChoicesFilter):
    """Rows whose column, several words with commas between them, has any of the chosen words."""

    def split(self, cell: str) -> tuple[str, ...]:
        """Return the words of a column."""
        return parse_names(cell)

    def filter(self, queryset: QuerySet[Any], value: list[str]) -> QuerySet[Any]:
        """Keep the rows that have any of the words."""
        if not value:
            return queryset
        listed = f"{self.field_name}_listed"
        queryset = queryset.alias(**{listed: Concat(Value(", "), self.field_name, Value(", "))})
        return queryset.filter(reduce(or_, (Q(**{f"{listed}__contains": f", {word}, "}) for word in value)))


def source_filter() -> ChoicesFilter:
    """Return the filter by where an entry is from."""
    return ChoicesFilter(label="Source", field_name="source__key", label_column="source__name")


def ordering(*orders: Order, by_name: Order = NAME_ORDER) -> OrderingFilter:
    """Return the order of a list: by name or by another column."""
    return OrderingFilter(by_name, *orders, tie_breakers=BY_NAME)


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
    "invalid": "Enter a whole number of points.",
    "min_value": "Points cannot be below 0.",
    "max_value": "No creature costs that much.",
}


def _for_warband(queryset: QuerySet[Creature], name: str, value: str) -> QuerySet[Creature]:
    """Keep what a warband of an alignment may take."""
    return queryset.filter(alignment__in=recruits(value))


def _by_points(queryset: QuerySet[Creature], name: str, value: int) -> QuerySet[Creature]:
    """Keep creatures by their points without upgrades."""
    return with_points(queryset, least=value) if name == "points_from" else with_points(queryset, most=value)


class CreatureFilter(SearchedFilterSet):
    """Creatures by words, alignment, level, points, size, tags and abilities."""

    noun = "creature"
    group = "creature"
    by_name = BY_NAME  # an index of the database has this order

    q = SearchFilter()
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
    role = ChoicesFilter(label="Role", noun="role", method=with_facet)
    tradition = ChoicesFilter(label="Casts spells", noun="tradition", method=with_facet)
    skill = ChoicesFilter(label="Skills", noun="skill", method=with_facet)
    damage = ChoicesFilter(label="Deals damage", noun="damage type", method=with_facet)
    defense = ChoicesFilter(label="Defenses", noun="defense", method=with_facet)
    source = source_filter()
    sort = ordering(*_ORDERS, by_name=_BY_NAME_ALONE)

    def get_choices(self) -> Choices:
        """Return all nine alignments, and the words that cards hold. One query; two more after a card has changed."""
        return cast("Choices", cache.get_or_set(self.choices_version, self.count_all_choices, KEPT_FOR))

    @cached_property
    def choices_version(self) -> str:
        """The key by which the choices are kept. One query."""
        return f"creature-choices:{creatures_state()}:{self.choices_scope()}"

    def choices_scope(self) -> str:
        """Return a text that names the sources of the choices other than the cards."""
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


_COSTS = dict(ITEM_COST_CHOICES) | {NONE: "none: always on"}
_SPELL_COSTS = {"0": "○ free action", "1": "● 1 AP", "2": "●● 2 AP", "3": "●●● 3 AP", "reaction": "↻ reaction"}


class ItemFilter(SearchedFilterSet):
    """Items by words, level, kind, action cost and the carrier's choices."""

    noun = "item"
    group = "item"

    q = SearchFilter()
    level_from, level_to = range_filters("level", label="Level", low=MIN_LEVEL, high=MAX_LEVEL)
    kind = ChoicesFilter(label="Kind", labels=dict(ITEM_KIND_CHOICES))
    cost = ChoicesFilter(label="Action cost", labels=_COSTS)
    choice = ChoicesFilter(
        label="The carrier chooses", noun="choice", labels=dict(ITEM_CHOICE_CHOICES) | {NONE: "nothing"}
    )
    source = source_filter()
    sort = ordering(Order("level", "Level", "level"), Order("kind", "Kind", "kind", "A to Z", "Z to A"))


def _by_requirement(queryset: QuerySet[Feat], name: str, value: str) -> QuerySet[Feat]:
    """Keep feats that ask for something, or those that ask for nothing."""
    return queryset.filter(requires="") if value == "no" else queryset.exclude(requires="")


class FeatFilter(SearchedFilterSet):
    """Feats by words, minimum level, requirements and cost."""

    noun = "feat"
    group = "feat"

    q = SearchFilter()
    level_from, level_to = range_filters("min_level", label="Minimum level", low=MIN_LEVEL, high=MAX_LEVEL)
    requires = ChoiceFilter(
        method=_by_requirement,
        label="Requirement",
        choices=[("no", "asks for nothing"), ("yes", "asks for something")],
    )
    cost = ChoicesFilter(label="Action cost", labels=_COSTS)
    choice = ChoicesFilter(
        label="The owner chooses", noun="choice", labels=lambda word: f"a {word}" if word else "nothing"
    )
    source = source_filter()
    sort = ordering(Order("level", "Minimum level", "min_level"))


class SpellFilter(SearchedFilterSet):
    """Spells by words, rank, tradition, license, action cost and rarity."""

    noun = "spell"
    group = "spell"

    q = SearchFilter()
    rank_from, rank_to = range_filters("rank", label="Rank", low=0, high=MAX_RANK)
    tradition = WordsFilter(label="Tradition", field_name="traditions", labels=str.capitalize)
    licence = ChoicesFilter(label="License", field_name="license")
    cost = WordsFilter(label="Action cost", field_name="costs", labels=_SPELL_COSTS)
    rarity = ChoicesFilter(label="Rarity")
    source = source_filter()
    sort = ordering(Order("rank", "Rank", "rank"))


class HomebrewFilter(SearchedFilterSet):
    """Creatures of one's own, by words."""

    noun = "creature"
    group = "creature"
    has_own = own_alone = True

    q = SearchFilter()
    sort = ordering(
        Order("changed", "Changed", "homebrew__changed_at", "oldest first", "newest first"),
        Order("level", "Level", "level"),
    )
