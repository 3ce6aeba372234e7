"""What the page of the search shows: what was asked for, then the rest in groups, the one with the best hit first."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse

from compendium.selectors.glossary import SiteGlossary
from compendium.selectors.search import LONGEST_QUERY
from compendium.selectors.site_search.bits import places_of
from compendium.selectors.site_search.current import current_index, glossary_index
from compendium.selectors.site_search.facets import FacetReading
from compendium.selectors.site_search.hits import FoundEntry, SearchHit, draw_hits, entry_href
from compendium.selectors.site_search.index import GROUPS, SearchIndex
from compendium.selectors.site_search.ranking import SURE, MatchStep, RankedHits, rank, similar_names, telling_words
from compendium.selectors.wording import forms
from rules.text import counted

SHOWN = 6
"""Hits of each group on the page of the search box."""

BEST = 8
"""Hits that are shown before all groups."""

SUGGESTED = 8
"""Entries that are suggested while a query is typed."""

NAMED = 5
"""Creatures that are named for a list of them."""

_LISTS = {
    "creature": ("Creatures", "compendium:creature-list"),
    "item": ("Items", "compendium:item-list"),
    "spell": ("Spells", "compendium:spell-list"),
    "feat": ("Feats", "compendium:feat-list"),
    "glossary": ("Glossary", "compendium:glossary"),
}


@dataclass(frozen=True, slots=True)
class HitGroup:
    """The hits of one kind: the best, how many were found, and the list of the ``listed`` that have the words."""

    name: str
    hits: tuple[SearchHit, ...]
    total: int
    href: str
    listed: int


@dataclass(frozen=True, slots=True)
class Results:
    """What was found: the entries that were asked for, then the rest in groups, the one with the best hit first.

    ``corrected`` is the query as it is spelled right. ``is_named`` means that no entry has all the words, but some are
    named in the query, ``partly`` that there are only entries with some of the words; ``alike`` are names that are
    spelled nearly like a query that found nothing.
    """

    exact: tuple[SearchHit, ...] = ()
    groups: tuple[HitGroup, ...] = ()
    total: int = 0
    is_named: bool = False
    corrected: str = ""
    partly: bool = False
    alike: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Suggestion:
    """An entry that a query may mean while it is typed: its address, its name, what it is.

    ``word`` is the word of another game that it stands for.
    """

    href: str
    name: str
    what: str
    word: str = ""


def query_error(query: str) -> str:
    """Return what is wrong with a query, in a sentence; empty if it can be searched for."""
    if "\0" in query:
        return "A search cannot hold null characters."
    return f"Search for {LONGEST_QUERY} characters or fewer." if len(query) > LONGEST_QUERY else ""


def search_site(query: str) -> Results:
    """Search everything. At most seven queries, and six more after an entry has changed."""
    index = current_index()
    ranking = rank(query, index)
    if not ranking.words:
        return Results()
    best = _best(ranking, index, BEST)
    above = {found.place for found in best}
    rest = {group: _of_group(group, ranking, index, above) for group in GROUPS}
    hits = draw_hits([*best, *(found for some in rest.values() for found in some)], _marked(ranking))
    readings = [_reading_hit(reading, index) for reading in ranking.readings]
    exact = [*(hits[found.place] for found in best if found.place in hits), *readings]
    partly = ranking.best == MatchStep.SOME_WORDS
    return Results(
        tuple(exact[:BEST]),
        tuple(
            _group(group, shown, ranking, index)
            for group, found in sorted(
                rest.items(), key=lambda pair: pair[1][0].step if pair[1] else MatchStep.SOME_WORDS
            )
            if (shown := [hits[entry.place] for entry in found if entry.place in hits])
        ),
        ranking.total,
        bool(ranking.steps) and all(hits.step == MatchStep.NAMED_WITHIN for hits in ranking.steps),
        ranking.corrected,
        partly,
        similar_names(query, index) if partly else (),
    )


def suggestions(query: str) -> tuple[Suggestion, ...]:
    """Return the entries that a query may mean while it is typed, the best first. One query, as above."""
    index = current_index()
    ranking = rank(query, index)
    found = _best(ranking, index, SUGGESTED, MatchStep.PARTS_OF_NAME)
    sure = sum(entry.step <= SURE for entry in found)
    entries = [
        Suggestion(entry_href(entry.entry), entry.entry.name, entry.entry.what, entry.hits.word) for entry in found
    ]
    readings = [
        Suggestion(reading.href, reading.name, counted(reading.bits.bit_count(), "creature"))
        for reading in ranking.readings
    ]
    return tuple([*entries[:sure], *readings, *entries[sure:]][:SUGGESTED])


def glossary_hits(query: str, glossary: SiteGlossary) -> tuple[SearchHit, ...]:
    """Return the glossary's entries that a query finds, best first. One query where editors changed one of them."""
    index = glossary_index(glossary)
    ranking = rank(query, index)
    if ranking.best == MatchStep.SOME_WORDS:
        return ()
    found = _best(ranking, index, len(index.entries), MatchStep.TEXT)
    return tuple(draw_hits(found, _marked(ranking)).values())


def _best(ranking: RankedHits, index: SearchIndex, limit: int, last: MatchStep = SURE) -> list[FoundEntry]:
    """Return the entries that the steps up to the last one found, best first."""
    found = [
        FoundEntry(index.entries[place], place, hits)
        for hits in ranking.steps
        if hits.step <= last
        for place in hits.places(limit)
    ]
    return found[:limit]


def _of_group(group: str, ranking: RankedHits, index: SearchIndex, shown: set[int]) -> list[FoundEntry]:
    """Return the first entries of a group that are not shown yet, best first."""
    members = index.groups.whole(group)
    found: list[FoundEntry] = []
    for hits in ranking.steps:
        places = hits.places(SHOWN + BEST, members)
        found += [FoundEntry(index.entries[place], place, hits) for place in places if place not in shown]
        if len(found) >= SHOWN:
            break
    return found[:SHOWN]


def _group(group: str, hits: list[SearchHit], ranking: RankedHits, index: SearchIndex) -> HitGroup:
    name, route = _LISTS[group]
    members = index.groups.whole(group)
    total = sum((step.bits & members).bit_count() for step in ranking.steps)
    listed = total if group == "glossary" else (ranking.text & members).bit_count()
    return HitGroup(name, tuple(hits), total, f"{reverse(route)}?{urlencode({'q': ' '.join(ranking.words)})}", listed)


def _reading_hit(reading: FacetReading, index: SearchIndex) -> SearchHit:
    names = [index.entries[place].name for place in places_of(reading.bits, NAMED)]
    total = reading.bits.bit_count()
    said = ", ".join(names) + (f" and {total - NAMED} more" if total > NAMED else "")
    return SearchHit(reading.href, ((reading.name, False),), counted(total, "creature"), ((said, False),))


def _marked(ranking: RankedHits) -> tuple[str, ...]:
    """Return the parts of words that are marked where they stand: everyday words only where there are no others."""
    return tuple(dict.fromkeys(form for word in telling_words(ranking.words) or ranking.words for form in forms(word)))
