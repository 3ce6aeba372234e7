"""Filtering items, feats and spells."""

from __future__ import annotations

from functools import reduce
from operator import or_

from django.db.models import Q, QuerySet, Value
from django.db.models.functions import Concat

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


def _by_requirement(queryset: QuerySet[Feat], name: str, value: str) -> QuerySet[Feat]:
    """Keep feats that ask for something, or those that ask for nothing."""
    return queryset.filter(requires="") if value == "no" else queryset.exclude(requires="")


class FeatFilter(FilterSet):
    """Feats by words, minimum level, what they ask for and what they cost to use."""

    noun = "feat"

    q = SearchFilter()
    level_from, level_to = range_filters("min_level", label="Minimum level", low=MIN_LEVEL, high=MAX_LEVEL)
    requires = ChoiceFilter(
        method=_by_requirement,
        label="Requirement",
        choices=[("no", "asks for nothing"), ("yes", "asks for something")],
    )
    cost = ChoicesFilter(noun="action cost", field_name="cost", label="Action cost")
    choice = ChoicesFilter(noun="choice", field_name="choice", label="The owner chooses")
    source = ChoicesFilter(noun="source", field_name="source__key", label="Source")
    sort = ordering(Order("level", "Minimum level", "min_level"))

    get_choices = staticmethod(feat_choices)


def _by_word(queryset: QuerySet[Spell], column: str, words: list[str]) -> QuerySet[Spell]:
    """Keep spells whose column, several words with commas between them, has any of the words."""
    queryset = queryset.alias(**{f"{column}_listed": Concat(Value(", "), column, Value(", "))})
    return queryset.filter(reduce(or_, (Q(**{f"{column}_listed__contains": f", {word}, "}) for word in words)))


class SpellFilter(FilterSet):
    """Spells by words, rank, tradition, licence, action cost and rarity."""

    noun = "spell"

    q = SearchFilter()
    rank_from, rank_to = range_filters("rank", label="Rank", low=0, high=MAX_RANK)
    tradition = ChoicesFilter(noun="tradition", field_name="traditions", method=_by_word, label="Tradition")
    licence = ChoicesFilter(noun="licence", field_name="license", label="Licence")
    cost = ChoicesFilter(noun="action cost", field_name="costs", method=_by_word, label="Action cost")
    rarity = ChoicesFilter(noun="rarity", field_name="rarity", label="Rarity")
    source = ChoicesFilter(noun="source", field_name="source__key", label="Source")
    sort = ordering(Order("rank", "Rank", "rank"))

    get_choices = staticmethod(spell_choices)
