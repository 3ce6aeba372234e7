"""What the lists can be filtered by: every word that occurs, with how many entries have it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from django.core.cache import cache
from django.db.models import Count, Max, QuerySet

from common.filters import Choice, Choices
from compendium.models import CreatureFacet, Feat, Item, Spell
from compendium.models.entries import ITEM_CHOICE_CHOICES, ITEM_COST_CHOICES, ITEM_KIND_CHOICES
from compendium.selectors.creature_list import creatures
from rules.alignment import ALIGNMENTS
from rules.cards import model
from rules.effects.notation import parse_names

KEPT_FOR = 10 * 60
"""Seconds for which the choices of the creature list are kept; a change of any card makes them anew at once."""


def creature_choices() -> Choices:
    """Return the choices of the creature list. One query; two more after a card has changed."""
    state = creatures().aggregate(total=Count("pk"), newest=Max("current_id"))
    key = f"creature-choices:{state['total']}:{state['newest']}"
    kept: Choices | None = cache.get(key)
    if kept is None:
        kept = _count_creatures()
        cache.set(key, kept, KEPT_FOR)
    return kept


def item_choices() -> Choices:
    """Return the choices of the item list. One query."""
    rows = _grouped(Item.objects.all(), "kind", "cost", "choice")
    return {
        "kind": _in_order(rows["kind"], ITEM_KIND_CHOICES),
        "cost": _in_order(rows["cost"], [*ITEM_COST_CHOICES, ("none", "none: it just works")]),
        "choice": _in_order(rows["choice"], [*ITEM_CHOICE_CHOICES, ("none", "nothing")]),
        "source": rows["source"],
    }


def feat_choices() -> Choices:
    """Return the choices of the feat list. One query."""
    rows = _grouped(Feat.objects.all(), "cost", "choice")
    costs = [*ITEM_COST_CHOICES, ("none", "none: it just works")]
    return {
        "cost": _in_order(rows["cost"], costs),
        "choice": tuple(replace(row, label=f"a {row.label}" if row.label else "nothing") for row in rows["choice"]),
        "source": rows["source"],
    }


def spell_choices() -> Choices:
    """Return the choices of the spell list. One query."""
    rows = _grouped(Spell.objects.all(), "traditions", "costs", "license", "rarity")
    costs = [("0", "○ free action"), ("1", "● 1 AP"), ("2", "●● 2 AP"), ("3", "●●● 3 AP"), ("reaction", "↻ reaction")]
    return {
        "tradition": _word_choices(rows["traditions"], str.capitalize),
        "cost": _in_order(_word_choices(rows["costs"], str), costs),
        "rarity": _word_choices(rows["rarity"], str),
        "licence": _word_choices(rows["license"], str),
        "source": rows["source"],
    }


def _count_creatures() -> Choices:
    columns = _grouped(creatures(), "alignment", "size", "movement_mode")
    facets: dict[str, list[Choice]] = {"tag": [], "tradition": [], "skill": [], "damage": []}
    counted = CreatureFacet.objects.values_list("kind", "value").annotate(Count("pk")).order_by("kind", "value")
    for kind, value, count in counted:
        if kind in facets:
            facets[kind].append(Choice(value, value, count))
    alignments = {row.value: row.total for row in columns["alignment"]}
    return {
        "alignment": tuple(Choice(one.code, one.name, alignments.get(one.code, 0), one.sign) for one in ALIGNMENTS),
        "size": _in_order(columns["size"], [(size, size) for size in model.SIZES]),
        "movement": _in_order(columns["movement_mode"], [(mode, mode) for mode in model.MOVEMENT_MODES]),
        **{kind: tuple(choices) for kind, choices in facets.items()},
        "source": columns["source"],
    }


def _grouped(entries: QuerySet[Any], *columns: str) -> dict[str, tuple[Choice, ...]]:
    """Count the values of some columns and of the source. One query."""
    counts: dict[str, Counter[str]] = {column: Counter() for column in columns}
    sources: Counter[tuple[str, str]] = Counter()
    rows = entries.values_list("source__name", "source__key", *columns).annotate(Count("pk"))
    for name, key, *values, count in rows.order_by():
        sources[name, key] += count
        for column, value in zip(columns, values, strict=True):
            counts[column][value] += count
    found = {
        column: tuple(Choice(value or "none", value, count) for value, count in sorted(counted.items()))
        for column, counted in counts.items()
    }
    found["source"] = tuple(Choice(key, name, count) for (name, key), count in sorted(sources.items()))
    return found


def _in_order(found: Iterable[Choice], order: Iterable[tuple[str, str]]) -> tuple[Choice, ...]:
    """Return what occurs, in a given order and with given labels."""
    counts = {choice.value: choice.total for choice in found}
    return tuple(Choice(value, label, counts[value]) for value, label in order if value in counts)


def _word_choices(found: Iterable[Choice], label: Callable[[str], str]) -> tuple[Choice, ...]:
    """Count each word of columns that hold several with commas between them; leave out what has none."""
    counts: Counter[str] = Counter()
    for choice in found:
        for word in parse_names(choice.label):
            counts[word] += choice.total
    return tuple(Choice(word, label(word), count) for word, count in sorted(counts.items()))
