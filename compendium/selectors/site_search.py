"""One search over creatures, items, feats, spells and the glossary, best hits first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cache
from typing import Any

from django.db.models import Count, Model, Window
from django.urls import reverse

from compendium.cards import feature_from_values
from compendium.models import Feat, Feature, Item, Spell
from compendium.selectors.creature_list import creatures
from compendium.selectors.search import (
    EXACT,
    IN_TEXT,
    LONGEST_QUERY,
    MarkedText,
    excerpt,
    matching,
    pieces,
    relevance,
    text_relevance,
)
from rules.alignment import BY_CODE
from rules.cards import effect_text
from rules.errors import RulesError
from rules.glossary import catalog
from rules.glossary.entry import Entry
from rules.points import level_cost
from rules.text import listed, plain

SHOWN = 6
"""Hits of each group on the page of the search box."""

ALIKE = 0.72
"""How alike a name has to be to be offered for a mistyped one, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class SearchHit:
    """One entry that was found: its address, what it is, and the words around the hit.

    ``code`` and ``sign`` are those of a creature's alignment.
    """

    href: str
    name: tuple[MarkedText, ...]
    what: str
    context: tuple[MarkedText, ...]
    rank: int
    code: str = ""
    sign: str = ""


@dataclass(frozen=True, slots=True)
class HitGroup:
    """The hits of one kind: the best of them, and how many there are; ``route`` is the list of all."""

    name: str
    route: str
    hits: tuple[SearchHit, ...]
    total: int


@dataclass(frozen=True, slots=True)
class Results:
    """What was found: entries that are called exactly so, then the rest in groups, the one with the best hit first."""

    exact: tuple[SearchHit, ...] = ()
    groups: tuple[HitGroup, ...] = ()
    total: int = 0


def query_error(query: str) -> str:
    """Return what is wrong with a query, in a sentence; empty if it can be searched for."""
    if "\0" in query:
        return "A search cannot hold null characters."
    return f"Search for {LONGEST_QUERY} characters or fewer." if len(query) > LONGEST_QUERY else ""


def search_site(words: Sequence[str]) -> Results:
    """Search everything for words. Five queries: one for each table, and one for the features of creatures."""
    if not words:
        return Results()
    found = glossary_hits(words, limit=None)
    groups = [
        _creatures(words),
        _rows(words, Item, "Items", "compendium:item", _item_words),
        _rows(words, Spell, "Spells", "compendium:spell", _spell_words),
        _rows(words, Feat, "Feats", "compendium:feat", _feat_words),
        HitGroup("Glossary", "compendium:glossary", found[:SHOWN], len(found)),
    ]
    filled = sorted((group for group in groups if group.hits), key=lambda group: group.hits[0].rank)
    exact = tuple(hit for group in filled for hit in group.hits if hit.rank == EXACT)
    rest = (replace(group, hits=tuple(hit for hit in group.hits if hit.rank > EXACT)) for group in filled)
    return Results(exact, tuple(group for group in rest if group.hits), sum(group.total for group in filled))


def similar_names(words: Sequence[str]) -> tuple[str, ...]:
    """Return up to three plain names, or words of names, that are spelled nearly like the words. One query."""
    tables = [table._default_manager.order_by().values_list("search_name") for table in (Item, Spell, Feat)]
    stored = creatures().order_by().values_list("search_name").union(*tables)
    names = {name for (name,) in stored} | {name for _, own, _ in _glossary() for name in own}
    known = names | {word for name in names for word in name.split()}
    return tuple(get_close_matches(" ".join(words), sorted(known), 3, ALIKE))


def glossary_hits(words: Sequence[str], limit: int | None = SHOWN) -> tuple[SearchHit, ...]:
    """Return the glossary's entries that have the words, best first. No query."""
    found = []
    for place, (entry, names, text) in enumerate(_glossary()):
        rank = text_relevance(words, names, text)
        if rank is not None:
            found.append((rank, place, entry))
    return tuple(_glossary_hit(entry, rank, words) for rank, _, entry in sorted(found, key=lambda one: one[:2])[:limit])


@cache
def _glossary() -> tuple[tuple[Entry, tuple[str, ...], str], ...]:
    """Every entry with its plain names and the plain text that is searched."""
    return tuple(
        (
            entry,
            tuple(plain(name) for name in (entry.name, *entry.aliases)),
            plain(" · ".join((entry.name, *entry.aliases, entry.summary, entry.text, *map(" ".join, entry.facts)))),
        )
        for entry in catalog.entries()
    )


def _glossary_hit(entry: Entry, rank: int, words: Sequence[str]) -> SearchHit:
    in_summary = rank < IN_TEXT or all(word in plain(entry.summary) for word in words)
    return SearchHit(
        reverse("compendium:glossary-entry", args=[entry.kind, entry.key]),
        pieces(entry.name, words),
        _entry_words(entry, rank, words),
        excerpt(entry.summary if in_summary or not entry.text else entry.text, words),
        rank,
    )


def _entry_words(entry: Entry, rank: int, words: Sequence[str]) -> str:
    """Say what an entry is, and by which other name it was found where its own does not show it."""
    kind = catalog.KINDS[entry.kind]
    if rank >= IN_TEXT or all(word in plain(entry.name) for word in words):
        return kind
    also = next((name for name in entry.aliases if all(word in plain(name) for word in words)), None)
    return f"{kind}, also called {also}" if also else kind


def _best(queryset: Any, words: Sequence[str], tags: str | None = None) -> list[Any]:
    """Return the best rows, each with how good it is as ``found_as`` and with how many there are in all. One query."""
    rows = matching(queryset, words).annotate(found_as=relevance(words, tags), total=Window(Count("*")))
    return list(rows.order_by("found_as", "search_name", "key")[:SHOWN])


def _creatures(words: Sequence[str]) -> HitGroup:
    rows = _best(
        creatures().only("key", "name", "level", "alignment", "size", "tags", "license", "search_name"), words, "tags"
    )
    inside = _features_with(words, [row.pk for row in rows if row.found_as == IN_TEXT])
    hits = []
    for row in rows:
        alignment = BY_CODE.get(row.alignment)
        what = f"Level {row.level} {row.size} {row.tags.replace(',', '')}, {level_cost(row.level).cost} points"
        hits.append(
            SearchHit(
                reverse("compendium:creature", args=[row.key]),
                pieces(row.name, words),
                alignment.name if alignment else "no alignment",
                (*pieces(f"{what.replace('-', '−')}, {row.license}", words), *inside.get(row.pk, ())),
                row.found_as,
                row.alignment,
                alignment.sign if alignment else "",
            )
        )
    return HitGroup("Creatures", "compendium:creature-list", tuple(hits), rows[0].total if rows else 0)


def _features_with(words: Sequence[str], keys: Collection[int]) -> dict[int, tuple[MarkedText, ...]]:
    """Return for creatures which of their features has the words, with the words around them. One query."""
    found: dict[int, list[tuple[str, str]]] = defaultdict(list)
    for row in Feature.objects.filter(creature__in=keys).order_by("creature", "position") if keys else ():
        text = _feature_text(row)
        searched = plain(f"{row.name} {text}")
        if any(word in searched for word in words):
            found[row.creature_id].append((row.name, text))
    return {
        creature: (
            (f". {listed([name for name, _ in features[:3]])}: ", False),
            *excerpt(features[0][1], words, 100),
        )
        for creature, features in found.items()
    }


def _feature_text(row: Feature) -> str:
    """Return what a feature says in one line: when, what, and which spells."""
    try:
        feature = feature_from_values(vars(row))
    except RulesError:
        return row.effect
    parts = [feature.trigger or "", effect_text(feature)]
    if feature.caster:
        parts.append(", ".join(spell.name for group in feature.caster.groups for spell in group.spells))
    return " – ".join(part.rstrip(".") for part in parts if part)


def _rows(words: Sequence[str], table: type[Model], name: str, route: str, what: Any) -> HitGroup:
    rows = _best(table._default_manager.defer("built_in_digest"), words)
    hits = tuple(
        SearchHit(
            reverse(route, args=[row.key]),
            pieces(row.name, words),
            what(row),
            excerpt(row.text, words),
            row.found_as,
        )
        for row in rows
    )
    return HitGroup(name, f"{route}-list", hits, rows[0].total if rows else 0)


def _item_words(item: Item) -> str:
    return f"Level {item.level} {item.kind}"


def _feat_words(feat: Feat) -> str:
    return f"Feat, level {feat.min_level}"


def _spell_words(spell: Spell) -> str:
    return f"{f'Rank {spell.rank} spell' if spell.rank else 'Cantrip'}, {spell.license}"
