"""Filtering items, feats and spells."""

from __future__ import annotations

from django.db.models import QuerySet

from common.filters import NONE, ChoiceFilter, ChoicesFilter, FilterSet, Order, range_filters
from compendium.filters.search import SearchFilter, WordsFilter, ordering, source_filter
from compendium.models import Feat
from compendium.models.entries import ITEM_CHOICE_CHOICES, ITEM_COST_CHOICES, ITEM_KIND_CHOICES, MAX_RANK
from rules.points import MAX_LEVEL, MIN_LEVEL

_COSTS = dict(ITEM_COST_CHOICES) | {NONE: "none: it just works"}
_SPELL_COSTS = {"0": "○ free action", "1": "● 1 AP", "2": "●● 2 AP", "3": "●●● 3 AP", "reaction": "↻ reaction"}


class ItemFilter(FilterSet):
    """Items by words, level, kind, action cost and what their carrier chooses."""

    noun = "item"

    q = SearchFilter(tags="tags")
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
    cost = ChoicesFilter(label="Action cost", labels=_COSTS)
    choice = ChoicesFilter(
        label="The owner chooses", noun="choice", labels=lambda word: f"a {word}" if word else "nothing"
    )
    source = source_filter()
    sort = ordering(Order("level", "Minimum level", "min_level"))


class SpellFilter(FilterSet):
    """Spells by words, rank, tradition, license, action cost and rarity."""

    noun = "spell"

    q = SearchFilter()
    rank_from, rank_to = range_filters("rank", label="Rank", low=0, high=MAX_RANK)
    tradition = WordsFilter(label="Tradition", field_name="traditions", labels=str.capitalize)
    licence = ChoicesFilter(label="License", field_name="license")
    cost = WordsFilter(label="Action cost", field_name="costs", labels=_SPELL_COSTS)
    rarity = ChoicesFilter(label="Rarity")
    source = source_filter()
    sort = ordering(Order("rank", "Rank", "rank"))
