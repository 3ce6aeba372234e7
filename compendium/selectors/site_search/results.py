"""The page of the search: the named entries, then the rest in groups, the one with the best hit first."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from compendium.cards import feature_from_values
from compendium.entries import entry_from_row
from compendium.models import Creature, Feat, Feature, GlossaryTerm, Item, Spell
from compendium.selectors.creature_list import creatures
from compendium.selectors.search import LONGEST_QUERY, MarkedText, excerpt, forms, pieces
from compendium.selectors.site_search.current import current_index
from compendium.selectors.site_search.index import GROUPS, KnownEntry, SearchIndex, places_of
from compendium.selectors.site_search.pages import BY_KEY, PAGE
from compendium.selectors.site_search.parsing import FacetReading
from compendium.selectors.site_search.ranking import rank
from compendium.selectors.site_search.spelling import similar_names
from compendium.selectors.site_search.steps import SURE, MatchStep, RankedHits, StepHits, telling_words
from rules.alignment import BY_CODE
from rules.cards.model import short_source
from rules.cards.phrases import effect_text
from rules.errors import RulesError
from rules.glossary import catalog
from rules.points import level_cost
from rules.tables.prose import Entry
from rules.text import counted, listed, plain

_TABLES = {"item": Item, "spell": Spell, "feat": Feat}


@dataclass(frozen=True, slots=True)
class SearchHit:
    """One hit: its address, its description, and the words around the hit.

    ``word`` is the word of another game that it translates, and ``why`` explains that. ``code`` and ``sign`` are those
    of a creature's alignment.
    """

    href: str
    name: tuple[MarkedText, ...]
    what: str
    context: tuple[MarkedText, ...]
    word: str = ""
    why: str = ""
    code: str = ""
    sign: str = ""


@dataclass(frozen=True, slots=True)
class FoundEntry:
    """An entry to draw, with its place in the index and the step that found it."""

    entry: KnownEntry
    place: int
    hits: StepHits

    @property
    def step(self) -> MatchStep:
        """The step that found it."""
        return self.hits.step


def entry_href(entry: KnownEntry) -> str:
    """Return the address of an entry's page."""
    if entry.group == PAGE:
        return BY_KEY[entry.key].href
    if entry.group != "glossary":
        return _href(entry.group, entry.key)
    if not entry.key:
        return _href("glossary-kind", entry.kind)
    return _href("glossary-entry", entry.kind, entry.key)


@lru_cache(maxsize=4_096)
def _href(page: str, *keys: str) -> str:
    return reverse(f"compendium:{page}", args=keys)


def draw_hits(matches: Iterable[FoundEntry], words: Sequence[str]) -> dict[int, SearchHit]:
    """Return the hits of entries by their places, with ``words`` marked in them.

    At most six queries: one for each table with entries, and one for the features of creatures. An entry whose row is
    gone is omitted.
    """
    groups: dict[str, list[FoundEntry]] = defaultdict(list)
    order = []
    for entry in matches:
        groups[entry.entry.group].append(entry)
        order.append(entry.place)
    terms = _changed_terms(groups["glossary"])
    hits = {group.place: _glossary_hit(group, words, terms) for group in groups["glossary"]}
    hits.update(_creature_hits(groups["creature"], words))
    for page in groups[PAGE]:
        about = BY_KEY[page.entry.key].about
        hits[page.place] = _hit(page, page.entry.what, excerpt(about, words), words)
    for group, table in _TABLES.items():
        hits.update(_row_hits(groups[group], table, words))
    return {place: hits[place] for place in order if place in hits}


def _changed_terms(matches: Iterable[FoundEntry]) -> dict[int, Entry]:
    """Return the terms that editors changed or added, by the numbers of their rows. One query if there are any."""
    numbers = [entry.entry.number for entry in matches if entry.entry.number]
    rows = GlossaryTerm.objects.filter(pk__in=numbers).select_related("source") if numbers else ()
    return {row.pk: entry_from_row(row, None) for row in rows}


def _glossary_hit(match: FoundEntry, words: Sequence[str], terms: Mapping[int, Entry]) -> SearchHit:
    entry = terms.get(match.entry.number) or catalog.entry(match.entry.kind, match.entry.key)
    if entry is None:
        names = [entry.name for entry in catalog.entries() if entry.kind == match.entry.kind]
        return _hit(match, match.entry.what, excerpt(", ".join(names), words), words)
    in_summary = not match.step.is_in_text or all(word in plain(entry.summary) for word in words)
    also = _also_called(entry.aliases, match, words)
    return _hit(
        match,
        f"{match.entry.what}, also called {also}" if also else match.entry.what,
        excerpt(entry.summary if in_summary or not entry.text else entry.text, words),
        words,
    )


def _also_called(aliases: Iterable[str], match: FoundEntry, words: Sequence[str]) -> str:
    """Return the name that matched an entry, if its best known one does not."""
    if match.step.is_in_text or any(word in plain(match.entry.name) for word in words):
        return ""
    return next((name for name in aliases if any(word in plain(name) for word in words)), "")


def _hit(match: FoundEntry, what: str, context: tuple[MarkedText, ...], words: Sequence[str]) -> SearchHit:
    return SearchHit(
        entry_href(match.entry), pieces(match.entry.name, words), what, context, match.hits.word, match.hits.said
    )


def _creature_hits(matches: Collection[FoundEntry], words: Sequence[str]) -> Iterator[tuple[int, SearchHit]]:
    if not matches:
        return
    numbers = [entry.entry.number for entry in matches]
    columns = ("name", "level", "alignment", "size", "tags", "source__name")
    rows = creatures().select_related("source").only(*columns).in_bulk(numbers)
    names = Counter(row.name for row in rows.values())
    inside = _features_with(words, [entry.entry.number for entry in matches if entry.step.is_in_text])
    for entry in matches:
        row = rows.get(entry.entry.number)
        if row is not None:
            yield entry.place, _creature_hit(entry, row, words, inside.get(row.pk, ()), has_twin=names[row.name] > 1)


def _creature_hit(
    match: FoundEntry, row: Creature, words: Sequence[str], inside: tuple[MarkedText, ...], *, has_twin: bool
) -> SearchHit:
    alignment = BY_CODE.get(row.alignment)
    what = f"Level {row.level} {row.size} {row.tags.replace(',', '')}, {counted(level_cost(row.level).cost, 'point')}"
    what = what.replace("-", "−") + (f", {short_source(row.source.name)}" if has_twin else "")
    return SearchHit(
        entry_href(match.entry),
        pieces(row.name, words),
        alignment.name if alignment else "no alignment",
        (*pieces(what, words), *inside),
        match.hits.word,
        match.hits.said,
        row.alignment,
        alignment.sign if alignment else "",
    )


def _features_with(words: Sequence[str], keys: Collection[int]) -> dict[int, tuple[MarkedText, ...]]:
    """Return for creatures which of their features has the words, with the words around them. One query."""
    origins: dict[int, list[tuple[str, str]]] = defaultdict(list)
    for row in Feature.objects.filter(creature__in=keys).order_by("creature", "position"):
        text = _feature_text(row)
        searched = plain(f"{row.name} {text}")
        if any(word in searched for word in words):
            origins[row.creature_id].append((row.name, text))
    return {
        creature: (
            (f". {listed([name for name, _ in features[:3]])}: ", False),
            *excerpt(features[0][1], words, 100),
        )
        for creature, features in origins.items()
    }


def _feature_text(row: Feature) -> str:
    """Return a feature's text in one line: trigger, effect, and spells."""
    try:
        feature = feature_from_values(vars(row))
    except RulesError:
        return row.effect
    parts = [feature.trigger or "", effect_text(feature)]
    if feature.caster:
        parts.append(", ".join(spell.name for group in feature.caster.groups for spell in group.spells))
    return " – ".join(part.rstrip(".") for part in parts if part)


def _row_hits(matches: Collection[FoundEntry], table: Any, words: Sequence[str]) -> Iterator[tuple[int, SearchHit]]:
    if not matches:
        return
    numbers = [entry.entry.number for entry in matches]
    texts = dict(table.objects.filter(pk__in=numbers).order_by().values_list("pk", "text"))
    for entry in matches:
        if entry.entry.number in texts:
            yield entry.place, _hit(entry, entry.entry.what, excerpt(texts[entry.entry.number], words), words)


SHOWN = 6
"""Hits of each group on the page of the search box."""

BEST = 8
"""Hits that are shown before all groups."""

SUGGESTED = 8
"""The most entries that are suggested while a query is typed."""

NAMED = 5
"""Creatures that are named for a list of them."""

_LISTS = {
    "creature": ("Creatures", "compendium:creature-list"),
    "item": ("Items", "compendium:item-list"),
    "spell": ("Spells", "compendium:spell-list"),
    "feat": ("Feats", "compendium:feat-list"),
    "glossary": ("Glossary", "compendium:glossary"),
    PAGE: ("Pages", ""),
}


@dataclass(frozen=True, slots=True)
class HitGroup:
    """The hits of one kind: the best, the number of all, and the list of the ``listed`` that have the words."""

    name: str
    hits: tuple[SearchHit, ...]
    total: int
    href: str
    listed: int


@dataclass(frozen=True, slots=True)
class Results:
    """The hits: the named entries, then the rest in groups, the one with the best hit first.

    ``corrected`` is the query in its correct spelling. ``is_named`` means that no entry has all the words, but the
    query names some, ``partly`` that there are only entries with some of the words; ``alike`` are names similar to a
    query without hits.
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
    """An entry that a query may mean while it is typed: its address, its name, its description.

    ``word`` is the word of another game that it translates.
    """

    href: str
    name: str
    what: str
    word: str = ""


def query_error(query: str) -> str:
    """Return the fault of a query, in a sentence; empty if it can be searched for."""
    if "\0" in query:
        return "A search cannot hold null characters."
    return f"Search for {LONGEST_QUERY} characters or fewer." if len(query) > LONGEST_QUERY else ""


def search_site(query: str) -> Results:
    """Search everything. At most seven queries, and six more after an entry has changed."""
    index = current_index()
    ranking = rank(query, index)
    if not ranking.words:
        return Results()
    best = best_entries(ranking, index, BEST)
    above = {match.place for match in best}
    rest = {group: _of_group(group, ranking, index, above) for group in GROUPS}
    hits = draw_hits([*best, *(match for some in rest.values() for match in some)], marked_words(ranking))
    readings = [_reading_hit(reading, index) for reading in ranking.readings]
    exact = [*(hits[match.place] for match in best if match.place in hits), *readings]
    partly = ranking.best == MatchStep.SOME_WORDS
    return Results(
        tuple(exact[:BEST]),
        tuple(
            _group(group, shown, ranking, index, query)
            for group, matches in sorted(
                rest.items(), key=lambda pair: pair[1][0].step if pair[1] else MatchStep.SOME_WORDS
            )
            if (shown := [hits[entry.place] for entry in matches if entry.place in hits])
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
    best = best_entries(ranking, index, SUGGESTED, _SUGGESTED_STEPS)
    sure = sum(entry.step <= SURE for entry in best)
    entries = [
        Suggestion(entry_href(entry.entry), entry.entry.name, entry.entry.what, entry.hits.word) for entry in best
    ]
    readings = [
        Suggestion(reading.href, reading.name, counted(reading.bits.bit_count(), "creature"))
        for reading in ranking.readings
    ]
    return tuple([*entries[:sure], *readings, *entries[sure:]][:SUGGESTED])


_SURE_STEPS = frozenset(step for step in MatchStep if step <= SURE)
ALL_WORDS = frozenset(MatchStep) - {MatchStep.SOME_WORDS}
_SUGGESTED_STEPS = frozenset(step for step in ALL_WORDS if not step.is_in_text and step != MatchStep.HAS_FACETS)


def best_entries(
    ranking: RankedHits, index: SearchIndex, limit: int, steps: Collection[MatchStep] = _SURE_STEPS
) -> list[FoundEntry]:
    """Return the hits of some steps, best first."""
    entries = [
        FoundEntry(index.entries[place], place, hits)
        for hits in ranking.steps
        if hits.step in steps
        for place in hits.places(limit)
    ]
    return entries[:limit]


def _of_group(group: str, ranking: RankedHits, index: SearchIndex, shown: set[int]) -> list[FoundEntry]:
    """Return the first entries of a group that are not shown yet, best first."""
    members = index.groups.whole(group)
    matches: list[FoundEntry] = []
    for hits in ranking.steps:
        places = hits.places(SHOWN + BEST, members)
        matches += [FoundEntry(index.entries[place], place, hits) for place in places if place not in shown]
        if len(matches) >= SHOWN:
            break
    return matches[:SHOWN]


def _group(group: str, hits: list[SearchHit], ranking: RankedHits, index: SearchIndex, query: str) -> HitGroup:
    name, route = _LISTS[group]
    members = index.groups.whole(group)
    total = sum((step.bits & members).bit_count() for step in ranking.steps)
    if not route:  # Pages have no list.
        return HitGroup(name, tuple(hits), total, "", 0)
    # The list of a group mends and leaves out words by what it holds itself.
    words = ranking.corrected or query.strip()
    in_list = rank(words, index, group) if total > len(hits) and ranking.best < MatchStep.SOME_WORDS else ranking
    listed = sum((step.bits & members).bit_count() for step in in_list.steps)
    return HitGroup(name, tuple(hits), total, f"{reverse(route)}?{urlencode({'q': words})}", listed)


def _reading_hit(reading: FacetReading, index: SearchIndex) -> SearchHit:
    names = [index.entries[place].name for place in places_of(reading.bits, NAMED)]
    total = reading.bits.bit_count()
    said = ", ".join(names) + (f" and {total - NAMED} more" if total > NAMED else "")
    return SearchHit(reading.href, ((reading.name, False),), counted(total, "creature"), ((said, False),))


def marked_words(ranking: RankedHits) -> tuple[str, ...]:
    """Return the parts of words to mark: everyday words only if there are no others."""
    return tuple(dict.fromkeys(form for word in telling_words(ranking.words) or ranking.words for form in forms(word)))
