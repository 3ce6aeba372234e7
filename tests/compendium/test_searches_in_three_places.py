"""The searches of searches_in_three_places.yaml: what answers them on the search page, in lists and in the builder."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
import yaml
from django.http import QueryDict

from compendium.filters import CreatureFilter, FeatFilter, ItemFilter, SearchedFilterSet, SpellFilter
from compendium.models import Creature, Feat, Item, Spell
from compendium.selectors.creature_list import listed_creatures
from compendium.selectors.site_search.results import SearchHit, search_site
from rules.building.enlisting import Joining
from tests.copies import built_in_compendium
from warbands.filters import JoiningFilter

SEARCHES: dict[str, list[dict[str, Any]]] = yaml.safe_load(
    Path(__file__).with_name("searches_in_three_places.yaml").read_text(encoding="utf-8")
)
LISTS = {
    "creatures": (CreatureFilter, Creature),
    "items": (ItemFilter, Item),
    "spells": (SpellFilter, Spell),
    "feats": (FeatFilter, Feat),
}
SEEN = 3
"""Hits that a player sees at a glance."""


def asked(query: str) -> QueryDict:
    return QueryDict(urlencode({"q": query}))


def first_names(filters: SearchedFilterSet) -> list[str]:
    """Return the names of the first rows; two cards of one name count once."""
    return list(dict.fromkeys(filters.qs.values_list("name", flat=True)[: 2 * SEEN]))[:SEEN]


def names_in_list(place: str, data: QueryDict) -> list[str]:
    filters, model = LISTS[place]
    return first_names(filters(data, queryset=model.objects.all()))


def names_in_builder(data: QueryDict) -> list[str]:
    filters = JoiningFilter(data, queryset=listed_creatures())
    filters.joining = Joining()
    return first_names(filters)


def is_answered(search: dict[str, Any], names: list[str]) -> bool:
    if "only" in search:
        return bool(names) and set(names) <= set(search["only"])
    return not set(names).isdisjoint(search["among"])


def is_hit(search: dict[str, Any], hit: SearchHit) -> bool:
    """Return True if a hit is an answer, or leads to a list that begins with answers alone."""
    parts = urlsplit(hit.href)
    if "only" in search and parts.path == "/creatures/" and parse_qs(parts.query):
        return is_answered(search, names_in_list("creatures", QueryDict(parts.query)))
    return "".join(text for text, _ in hit.name) in (search.get("among") or search["only"])


def is_on_the_page(search: dict[str, Any]) -> bool:
    results = search_site(search["asked"])
    hits = [hit for some in (results.exact, *(group.hits for group in results.groups)) for hit in some]
    return any(is_hit(search, hit) for hit in hits[:SEEN])


PLACES: dict[str, tuple[Iterable[str], Callable[[dict[str, Any]], bool]]] = {
    "search": ((*LISTS, "glossary"), is_on_the_page),
    "lists": (
        LISTS,
        lambda search: is_answered(search, names_in_list(search["list"], asked(search["asked"]))),
    ),
    "builder": (("creatures",), lambda search: is_answered(search, names_in_builder(asked(search["asked"])))),
}


@pytest.mark.parametrize("part", list(SEARCHES))
@pytest.mark.parametrize("place", list(PLACES))
def test_95_percent_of_searches_have_their_answer_among_the_first_three(db, part, place):
    built_in_compendium()
    lists, answers = PLACES[place]
    searches = [search for search in SEARCHES[part] if search["list"] in lists]
    missed = [search["asked"] for search in searches if not answers(search)]
    assert len(missed) <= len(searches) * 0.05, missed


def test_there_are_100_searches_each_once():
    queries = [search["asked"] for searches in SEARCHES.values() for search in searches]
    assert (len(queries), len(set(queries))) == (100, 100)


@pytest.mark.parametrize(
    ("query", "place", "name"),
    [
        ("draconic frenzy", "creatures", "Wyrmling Black Dragon"),
        ("pack attackers", "creatures", "Blink Dog"),
        ("orcish brutes", "creatures", "Orc Brute"),
        ("scroll 3", "items", "[Spell] Scroll III"),
        ("rank 2 potion", "items", "[Spell] Potion II"),
        ("wall with thorns", "spells", "Wall of Thorns"),
    ],
)
def test_features_adjectives_numbers_and_words_between_those_of_a_name_are_understood(db, query, place, name):
    built_in_compendium()
    assert names_in_list(place, asked(query))[0] == name


def test_two_words_for_one_fact_are_one_reading(db):
    built_in_compendium()
    assert "".join(text for text, _ in search_site("fast quick").exact[0].name) == "Creatures with Speed 7 or more"
