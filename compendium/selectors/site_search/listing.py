"""Hits of a query in a list: the numbers of its rows in tiers, the best first, and a page's notes about them.

A player's own creatures are in no cached index: they get one for the request.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import chain, groupby
from operator import or_
from typing import Any

from django.db.models import Case, IntegerField, Q, Value, When
from django.db.models.expressions import RawSQL

from compendium.selectors.search import word_tokens
from compendium.selectors.site_search.current import creature_entries, current_index
from compendium.selectors.site_search.index import Facet, KnownEntry, SearchedWords, SearchIndex, places_of
from compendium.selectors.site_search.parsing import parse
from compendium.selectors.site_search.ranking import rank
from compendium.selectors.site_search.spelling import similar_names
from compendium.selectors.site_search.steps import MatchStep, RankedHits, StepHits
from rules.text import plain

ORDERED = 24
"""The most entries of one step that are ranked individually."""

OwnCreature = tuple[Any, ...]
"""The columns of a creature (``current.CREATURE_COLUMNS``) with one of its facets, its kind and its value."""


@dataclass(frozen=True, slots=True)
class ListMatches:
    """Hits of a query in a list: ``tiers`` of numbers of rows, the best first, each in the order of names.

    ``corrected`` is the query as it is spelled right, if it was misspelled. ``partly`` means that nothing has all the
    words: these are the nearest; ``is_named`` that they are named in the query. ``said`` explains words of other games.
    """

    tiers: tuple[tuple[int, ...], ...] = ()
    corrected: str = ""
    partly: bool = False
    is_named: bool = False
    said: tuple[str, ...] = ()

    @property
    def numbers(self) -> list[int]:
        """The numbers of all rows."""
        return list(chain.from_iterable(self.tiers))

    @property
    def condition(self) -> Q:
        """The condition for the matching rows."""
        return Q(pk__in=NumbersOf(self.numbers))

    @property
    def order(self) -> tuple[Case, ...]:
        """The expressions that order the rows by tier, the best first; empty if there is only one tier."""
        if len(self.tiers) < 2:
            return ()
        cases = [When(Q(pk__in=NumbersOf(tier)), then=Value(place)) for place, tier in enumerate(self.tiers[:-1])]
        return (Case(*cases, default=Value(len(cases)), output_field=IntegerField()),)


class NumbersOf(RawSQL):
    """Numbers of rows as a subquery of one parameter, however many there are."""

    def __init__(self, numbers: Sequence[int]) -> None:
        super().__init__("SELECT value FROM json_each(%s)", [json.dumps(numbers, separators=(",", ":"))])

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> tuple[str, Any]:
        """Return the SQL of PostgreSQL."""
        return "(SELECT value::bigint FROM json_array_elements_text(%s::json))", self.params


def matches_in_list(
    query: str, group: str, own: Iterable[OwnCreature] = (), *, own_alone: bool = False, in_texts: bool = True
) -> ListMatches:
    """Return the hits of a query in the list of a group and among ``own`` creatures; with ``own_alone`` in these alone.

    Without ``in_texts``, a word that only the text of an entry has finds nothing. One query, and six more after an
    entry has changed; none with ``own_alone``.
    """
    indexes = [] if own_alone else [current_index()]
    if own_rows := list(own):
        indexes.append(_index_of(own_rows))
    rankings = _likeliest([(index, rank(query, index, group)) for index in indexes])
    if not rankings:
        rankings = [(index, _alike(query, index, group)) for index in indexes]
    pairs = [
        (hits, index)
        for index, ranking in rankings
        for hits in ranking.steps
        if in_texts or not MatchStep(hits.step).is_in_text
    ]
    pairs.sort(key=lambda pair: pair[0].step)
    return ListMatches(
        tuple(_tiers(pairs)),
        next((ranking.corrected for _, ranking in rankings if ranking.corrected), ""),
        bool(pairs) and all(hits.step == MatchStep.SOME_WORDS for hits, _ in pairs),
        bool(pairs) and all(hits.step == MatchStep.NAMED_WITHIN for hits, _ in pairs),
        tuple(dict.fromkeys([*(hits.said for hits, _ in pairs if hits.said), *_said_of_texts(query, group, pairs)])),
    )


def _said_of_texts(query: str, group: str, pairs: Iterable[tuple[StepHits, SearchIndex]]) -> Iterator[str]:
    """Yield notes about words of other games whose meaning occurs in texts."""
    index = next((index for hits, index in pairs if hits.step == MatchStep.FACTS_AND_TEXT), None)
    if index is not None:
        for phrase in parse(query, index, group).phrases:
            yield from (other.says for other in phrase.others[:1] if not phrase.meanings)


def mentions(name: str) -> int:
    """Return how many creatures' cards mention a term, as their list finds them. One query, six more after a change."""
    matches = matches_in_list(name, "creature")
    return 0 if matches.partly or matches.corrected else len(matches.numbers)


def matches_in_names(query: str, names: Mapping[int, str]) -> ListMatches:
    """Return which rows a query finds by their names alone, such as somebody's warbands. No query."""
    index = SearchIndex(
        (KnownEntry("creature", "creature", str(number), name, "", number), SearchedWords((name,), plain(name)))
        for number, name in names.items()
    )
    ranking = rank(query, index, "creature")
    return ListMatches(
        tuple(_tiers([(hits, index) for hits in ranking.steps])),
        ranking.corrected,
        bool(ranking.steps) and ranking.best == MatchStep.SOME_WORDS,
    )


Found = tuple[SearchIndex, RankedHits]


def _index_of(own: Iterable[OwnCreature]) -> SearchIndex:
    rows: dict[int, tuple[Any, ...]] = {}
    facets: dict[int, list[Facet]] = defaultdict(list)
    for *columns, kind, value in own:
        rows[columns[0]] = tuple(columns)
        if kind:
            facets[columns[0]].append((kind, value))
    return SearchIndex(creature_entries(list(rows.values()), facets))


def _likeliest(hits: Iterable[Found]) -> list[Found]:
    """Return the hits for the typed words; if there are none, the hits with all words; otherwise the nearest."""
    several = [(index, ranking) for index, ranking in hits if ranking.steps]
    whole = [(index, ranking) for index, ranking in several if ranking.best < MatchStep.SOME_WORDS]
    return [(index, ranking) for index, ranking in whole if not ranking.corrected] or whole or several


def _alike(query: str, index: SearchIndex, group: str) -> RankedHits:
    """Return the entries whose names are similar to a query."""
    members = index.members(group)
    bits = reduce(
        or_, ((index.names.whole(name) | index.aliases.whole(name)) for name in similar_names(query, index, group)), 0
    )
    steps = (StepHits(MatchStep.SOME_WORDS, bits & members),) if bits & members else ()
    return RankedHits(word_tokens(query), steps)


def _tiers(pairs: Iterable[tuple[StepHits, SearchIndex]]) -> Iterator[tuple[int, ...]]:
    """Yield the numbers of rows in tiers; if a step ranks its entries, each of the first has its own tier."""
    for _, several in groupby(pairs, key=lambda pair: pair[0].step):
        together: list[int] = []
        for hits, index in several:
            if hits.ordered:
                ordered = [index.entries[place].number for place in hits.ordered]
                yield from ((number,) for number in ordered[:ORDERED])
                together += ordered[ORDERED:]
            else:
                together += [index.entries[place].number for place in places_of(hits.bits)]
        if together:
            yield tuple(together)
