"""Filtering items, feats and spells."""

from __future__ import annotations

from functools import cached_property, reduce
from operator import or_
from typing import Any

from django.db.models import Q, QuerySet

from compendium.filters.base import ChosenFilter, ListFilter, OneOfFilter, Order, SortFilter, level_range
from compendium.models import Feat, Item, Spell
from compendium.models.entries import MAX_RANK
from compendium.selectors.choices import Choices, feat_choices, item_choices, spell_choices
from rules.points import MAX_LEVEL, MIN_LEVEL

_NAME = Order("name", "Name", "search_name", "A to Z", "Z to A")


class ItemFilter(ListFilter):
    """Items by words, level, kind, action cost and what their carrier chooses."""

    level_from, level_to = level_range("level", lowest=MIN_LEVEL, highest=MAX_LEVEL)
    kind = ChosenFilter(noun="kind", field_name="kind", label="Kind")
    cost = ChosenFilter(noun="action cost", field_name="cost", label="Action cost")
    choice = ChosenFilter(noun="choice", field_name="choice", label="The carrier chooses")
    source = ChosenFilter(noun="source", field_name="source__key", label="Source")
    sort = SortFilter((_NAME, Order("level", "Level", "level"), Order("kind", "Kind", "kind", "A to Z", "Z to A")))

    tags_column = "tags"

    class Meta(ListFilter.Meta):
        """The model whose columns are filtered."""

        model = Item
        fields = ()

    @cached_property
    def known(self) -> Choices:
        """The choices."""
        return item_choices()

    def choices(self) -> Choices:
        """Return the words of each ``ChosenFilter``."""
        return self.known


class FeatFilter(ListFilter):
    """Feats by words, minimum level, what they ask for and what they cost to use."""

    level_from, level_to = level_range("min_level", lowest=MIN_LEVEL, highest=MAX_LEVEL)
    requires = OneOfFilter(
        method="by_requirement",
        label="Requirement",
        choices=[("no", "asks for nothing"), ("yes", "asks for something")],
    )
    cost = ChosenFilter(noun="action cost", field_name="cost", label="Action cost")
    choice = ChosenFilter(noun="choice", field_name="choice", label="The owner chooses")
    source = ChosenFilter(noun="source", field_name="source__key", label="Source")
    sort = SortFilter((_NAME, Order("level", "Minimum level", "min_level")))

    class Meta(ListFilter.Meta):
        """The model whose columns are filtered."""

        model = Feat
        fields = ()

    @cached_property
    def known(self) -> Choices:
        """The choices."""
        return feat_choices()

    def choices(self) -> Choices:
        """Return the words of each ``ChosenFilter``."""
        return self.known

    def by_requirement(self, queryset: QuerySet[Feat], name: str, value: str) -> QuerySet[Feat]:
        """Keep feats that ask for something, or those that ask for nothing."""
        return queryset.filter(requires="") if value == "no" else queryset.exclude(requires="")


class SpellFilter(ListFilter):
    """Spells by words, rank, tradition, licence, action cost and rarity."""

    rank_from, rank_to = level_range("rank", lowest=0, highest=MAX_RANK)
    tradition = ChosenFilter(noun="tradition", field_name="traditions", method="by_word", label="Tradition")
    licence = ChosenFilter(noun="licence", field_name="license", label="Licence")
    cost = ChosenFilter(noun="action cost", field_name="costs", method="by_word", label="Action cost")
    rarity = ChosenFilter(noun="rarity", field_name="rarity", label="Rarity")
    source = ChosenFilter(noun="source", field_name="source__key", label="Source")
    sort = SortFilter((_NAME, Order("rank", "Rank", "rank")))

    class Meta(ListFilter.Meta):
        """The model whose columns are filtered."""

        model = Spell
        fields = ()

    @cached_property
    def known(self) -> Choices:
        """The choices."""
        return spell_choices()

    def choices(self) -> Choices:
        """Return the words of each ``ChosenFilter``."""
        return self.known

    def by_word(self, queryset: QuerySet[Spell], name: str, value: list[Any]) -> QuerySet[Spell]:
        """Keep spells whose column, several words with commas between them, has any of the words."""
        return queryset.filter(reduce(or_, (_has_word(name, word) for word in value)))


def _has_word(column: str, word: str) -> Q:
    return (
        Q(**{column: word})
        | Q(**{f"{column}__startswith": f"{word}, "})
        | Q(**{f"{column}__endswith": f", {word}"})
        | Q(**{f"{column}__contains": f", {word}, "})
    )
