"""What the boxes of the search suggest while one types, how the index stays up to date, and odd queries."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import example, given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser, LexborNode

from compendium.models import Creature, Feat, Item, Source
from compendium.selectors.entries import SiteGlossary
from compendium.selectors.site_search import current, ranking
from compendium.selectors.site_search.glossary import glossary_hits
from compendium.selectors.site_search.results import search_site
from compendium.services.builtin import entry_delete, entry_save
from compendium.services.creatures import creature_create, creature_delete, creature_revise
from rules.cards.model import Card, Stats
from rules.glossary import catalog
from tests.copies import built_in_compendium, copied
from tests.examples import tried

STATS = Stats(fight=5, armor=15, power=14, fortitude=2, reflex=2, will=2, hp=20, speed=5)
LIST = "site-search-suggestions"


def card(name: str) -> Card:
    return Card("", name, 1, "LE", "Small", STATS, tags=("Cinder",), license="ORC")


@pytest.fixture
def stock(db):
    copied(_stock)


def _stock():
    source = Source.objects.create(key="own", name="Own")
    creature_create(card=card("Cinder Fox"), source=source, key="cinder-fox")
    entry_save(entry=Item(key="cinder-oil", name="Cinder Oil", level=1, kind="daily", text="It burns.", source=source))


def options(client, query: str) -> list[LexborNode]:
    answer = client.get("/search/suggestions/", {"q": query}, HTTP_HX_REQUEST="true", HTTP_HX_TARGET=LIST)
    assert answer.status_code == 200
    return LexborHTMLParser(f"<ul>{answer.content.decode()}</ul>").css("[role=option]")


def names(client, query: str) -> list[str]:
    return [" ".join(option.text().split()) for option in options(client, query)]


def test_suggestions_say_what_they_are_and_end_with_all_results(client, stock):
    assert names(client, "cinder f") == ["Cinder Fox Lawful Evil, level 1", "All results for “cinder f”"]
    suggestions = options(client, "cinder")
    assert [option.attributes["data-href"] for option in suggestions] == [
        "/creatures/?tag=Cinder",
        "/creatures/cinder-fox/",
        "/items/cinder-oil/",
        "/search/?q=cinder",
    ]
    assert [option.attributes["id"] for option in suggestions[:2]] == [f"{LIST}-1", f"{LIST}-2"]


def test_a_word_of_another_game_is_suggested_before_it_is_typed_whole(client, stock):
    assert names(client, "paraly")[0] == "stunned Conditions, stands for “paralyzed”"
    assert names(client, "flat-f")[0] == "off-guard Conditions, stands for “flat-footed”"


def test_a_misspelled_name_is_suggested(client, stock):
    assert options(client, "cindre fox")[0].attributes["data-href"] == "/creatures/cinder-fox/"


def test_suggestions_are_few_and_take_one_query(client, db):
    built_in_compendium()
    options(client, "wood")
    with CaptureQueriesContext(connection) as captured:
        assert len(options(client, "a")) <= 9
    assert len(captured) == 1


def test_markup_in_a_query_and_in_a_name_is_text(client, stock):
    source = Source.objects.get()
    creature_create(card=card("<b>Bold</b> Fox"), source=source, key="bold-fox")
    answer = client.get("/search/suggestions/", {"q": "<b>bold</b>"}, HTTP_HX_REQUEST="true").content.decode()
    assert "<b>" not in answer
    assert "&lt;b&gt;Bold&lt;/b&gt; Fox" in answer


@pytest.mark.parametrize("query", ["", "  ", "(", "\0fire", "x" * 10_000])
def test_what_cannot_be_searched_for_suggests_nothing_to_choose(client, db, query):
    assert [option.attributes["data-href"] for option in options(client, query) if query != "("] == []


def test_without_htmx_suggestions_are_the_page_of_the_search(client, db):
    assert client.get("/search/suggestions/?q=fire").headers["Location"] == "/search/?q=fire"
    assert client.get("/search/suggestions/").headers["Location"] == "/search/"


# --- The index


def first_of(query: str) -> str:
    exact = search_site(query).exact
    return "".join(text for text, _ in exact[0].name) if exact else ""


def test_a_change_of_any_entry_is_found_at_once(stock):
    source = Source.objects.get()
    fox = Creature.objects.get(key="cinder-fox")
    assert first_of("Cinder Fox") == "Cinder Fox"
    creature_revise(creature=fox, card=card("Ember Fox"))
    assert (first_of("Ember Fox"), first_of("Cinder Fox")) == ("Ember Fox", "")
    feat = Feat(key="warm", name="Warm Paws", min_level=1, text="Warm.", source=source)
    entry_save(entry=feat)
    assert first_of("Warm Paws") == "Warm Paws"
    feat.name = "Brisk Paws"
    entry_save(entry=feat)
    assert first_of("Brisk Paws") == "Brisk Paws"
    entry_delete(entry=feat)
    creature_delete(creature=Creature.objects.get(key="cinder-fox"))
    assert (first_of("Brisk Paws"), first_of("Ember Fox")) == ("", "")


def test_the_index_is_kept_while_nothing_changes(stock):
    assert current.current_index() is current.current_index()


def test_an_entry_that_went_since_the_index_was_made_is_left_out(stock, monkeypatch):
    index = current.current_index()
    monkeypatch.setattr("compendium.selectors.site_search.results.current_index", lambda: index)
    Item.objects.all().delete()
    assert [group.hits for group in search_site("burns").groups if group.name == "Items"] == []


# --- Odd queries


GLOSSARY = SiteGlossary(catalog.entries(), {})
ODD = st.text(max_size=60) | st.text("abcdefirtoKL -−()<>&%_'’\"0123456789", max_size=60)


@pytest.mark.django_db
@settings(max_examples=tried(150), deadline=None)
@given(query=ODD)
@example(query="<script>alert(1)</script>")
@example(query="\ud800 lone surrogate")
@example(query="level 99999 lvl -- 3 to")
@example(query="14 points 15 points level 3 level 4 lawful evil chaotic good")
@example(query="🦊 " * 20)
def test_no_query_breaks_the_ranking(query):
    index = current.glossary_index(GLOSSARY)
    answer = ranking.rank(query, index)
    seen = 0
    for hits in answer.steps:
        assert hits.bits
        assert not hits.bits & seen
        seen |= hits.bits
    assert isinstance(glossary_hits(query, GLOSSARY).hits, tuple)


@pytest.mark.parametrize(
    "query",
    ["%00", "%ED%A0%80", "%FF%FE", "a" * 10_000, "%3Cimg%20src=x%3E", "level%20-", "-1", "%CC%81%CC%81", "%E2%80%AE"],
)
def test_no_query_is_a_fault_of_the_server(client, stock, query):
    for address in ("/search/", "/search/suggestions/", "/glossary/", "/creatures/"):
        for headers in ({}, {"HTTP_HX_REQUEST": "true"}):
            assert client.get(f"{address}?q={query}", **headers).status_code in (200, 302)
