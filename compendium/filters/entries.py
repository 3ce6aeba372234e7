"""Filtering items, feats and spells."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Q, QuerySet

from common.filters import ChoiceFilter, ChoicesFilter, FilterSet, Order, range_filters
from compendium.filters.search import SearchFilter, ordering
from compendium.models import Feat, Spell
from compendium.models.entries import MAX_RANK
from compendium.selectors.choices import feat_choices, item_choices, spell_choices
from rules.points import MAX_LEVEL, MIN_LEVEL


class ItemFilter(FilterSet):
    """Items by words, level, kind, action cost and what their carrier chooses."""

    noun = "item"

    q = SearchFilter(tags="tags")
    level_from, level_to = range_filters("level", label="Level", low=MIN_LEVEL, high=MAX_LEVEL)
    kind = ChoicesFilter(noun="kind", field_name="kind", label="Kind")
    cost = ChoicesFilter(noun="action cost", field_name="cost", label="Action cost")
    choice = ChoicesFilter(noun="choice", field_name="choice", label="The carrier chooses")
    source = ChoicesFilter(noun="source", field_name="source__key", label="Source")
    sort = ordering(Order("level", "Level", "level"), Order("kind", "Kind", "kind", "A to Z", "Z to A"))

    get_choices = staticmethod(item_choices)


class FeatFilter(FilterSet):
    """Feats by words, minimum level, what they ask for and what they cost to use."""

    noun = "feat"

    q = SearchFilter()
    level_from, level_to = range_filters("min_level", label="Minimum level", low=MIN_LEVEL, high=MAX_LEVEL)
    requires = ChoiceFilter(
        method="by_requirement",
        label="Requirement",
        choices=[("no", "asks for nothing"), ("yes", "asks for something")],
    )
    cost = ChoicesFilter(noun="action cost", field_name="cost", label="Action cost")
    choice = ChoicesFilter(noun="choice", field_name="choice", label="The owner chooses")
    source = ChoicesFilter(noun="source", field_name="source__key", label="Source")
    sort = ordering(Order("level", "Minimum level", "min_level"))

    get_choices = staticmethod(feat_choices)

    def by_requirement(self, queryset: QuerySet[Feat], name: str, value: str) -> QuerySet[Feat]:
        """Keep feats that ask for something, or those that ask for nothing."""
        return queryset.filter(requires="") if value == "no" else queryset.exclude(requires="")


class SpellFilter(FilterSet):
    """Spells by words, rank, tradition, licence, action cost and rarity."""

    noun = "spell"

    q = SearchFilter()
    rank_from, rank_to = range_filters("rank", label="Rank", low=0, high=MAX_RANK)
    tradition = ChoicesFilter(noun="tradition", field_name="traditions", method="by_word", label="Tradition")
    licence = ChoicesFilter(noun="licence", field_name="license", label="Licence")
    cost = ChoicesFilter(noun="action cost", field_name="costs", method="by_word", label="Action cost")
    rarity = ChoicesFilter(noun="rarity", field_name="rarity", label="Rarity")
    source = ChoicesFilter(noun="source", field_name="source__key", label="Source")
    sort = ordering(Order("rank", "Rank", "rank"))

    get_choices = staticmethod(spell_choices)

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
