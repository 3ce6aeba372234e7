"""The search box for everything, and the rule of which hit is better."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from selectolax.lexbor import LexborHTMLParser

from compendium.models import Feat, Item, Source, Spell
from compendium.selectors.search import excerpt, pieces, word_tokens
from compendium.services.builtin import entry_save
from compendium.services.creatures import creature_create
from rules.cards.model import Card, Caster, CasterSpell, Feature, SpellGroup, Stats
from tests.compendium.reading import page_at, said
from tests.copies import copied

STATS = Stats(fight=5, armor=15, power=14, fortitude=2, reflex=2, will=2, hp=20, speed=5)


def creature(name: str, tags=(), effect: str = "It waits.", caster: Caster | None = None) -> Card:
    feature = Feature(id="way", name="Way", effect="" if caster else effect, caster=caster)
    return Card("", name, 1, "LE", "Small", STATS, tags=tags, features=(feature,), license="ORC")


@pytest.fixture
def stock(db):
    copied(_stock)


def _stock():
    source = Source.objects.create(key="own", name="Own")
    for card in (
        creature("Cinder"),
        creature("Cinder Fox", ("Animal",)),
        creature("Old Cinder Fox"),
        creature("Salamander", ("Cinder",)),
        creature("Stove", effect="Whoever touches it is hit by a cinder at once."),
        creature("Singer", caster=Caster("Occult", 1, (SpellGroup((), (CasterSpell("Cinder Song"),)),))),
    ):
        creature_create(card=card, source=source, key=card.name.lower().replace(" ", "-"))
    entry_save(entry=Item(key="cinder-oil", name="Cinder Oil", level=1, kind="daily", text="It burns.", source=source))
    entry_save(entry=Feat(key="warm", name="Warm", min_level=1, text="A cinder does no harm.", source=source))
    entry_save(entry=Spell(key="glow", name="Glow", rank=1, text="2 AP: It glows.", license="ORC", source=source))


def page(client, query: str, **headers) -> LexborHTMLParser:
    return page_at(client, f"/search/?q={query}", **headers)


def groups(results: LexborHTMLParser) -> dict[str, list[str]]:
    return {
        group.css_first("h2").text().split()[0]: [node.text() for node in group.css(".name-link")]
        for group in results.css(".hit-group")
    }


def test_one_box_finds_everything_in_groups_best_first(client, stock):
    results = page(client, "cinder")
    assert [node.text() for node in results.css(".exact .name-link")] == ["Cinder", "Cinder creatures"]
    assert groups(results) == {
        "Creatures": ["Cinder Fox", "Old Cinder Fox", "Salamander", "Singer", "Stove"],
        "Items": ["Cinder Oil"],
        "Feats": ["Warm"],
    }
    assert said(results, "#found-count") == "8 found"


def test_a_hit_says_where_the_word_stands(client, stock):
    contexts = {
        hit.css_first(".name-link").text(): " ".join(hit.css_first("p").text().split())
        for hit in page(client, "cinder").css(".hit")
    }
    assert contexts["Stove"].endswith("Way: Whoever touches it is hit by a cinder at once")
    assert contexts["Singer"].endswith("Way: Cinder Song")
    assert contexts["Salamander"] == "Level 1 Small Cinder, 14 points"
    assert contexts["Warm"] == "A cinder does no harm."


def test_the_words_are_marked_where_they_stand(client, stock):
    assert {node.text() for node in page(client, "cinder").css("mark")} == {"Cinder", "cinder"}


def test_a_term_of_the_glossary_is_found_by_its_name_and_by_its_other_names(client, db):
    for query in ("slowed", "objectives"):
        assert page(client, query).css_first(".exact a[href^='/glossary/']") is not None


def test_a_group_with_more_leads_to_its_list(client, stock):
    source = Source.objects.get()
    for number in range(9):
        creature_create(card=creature(f"Cinder Rat {number}"), source=source)
    link = page(client, "cinder").css_first(".hit-group .button")
    assert (link.text(), link.attributes["href"]) == ("All 15 in Creatures", "/creatures/?q=cinder")


def test_htmx_gets_the_hits_alone_with_their_address(client, stock):
    answer = client.get("/search/?q=cinder", HTTP_HX_REQUEST="true")
    assert "<html" not in answer.content.decode()
    assert answer.headers["HX-Push-Url"] == "/search/?q=cinder"


def test_an_empty_search_asks_for_a_word(client, db):
    assert client.get("/search/?q=").headers["Location"] == "/search/"
    assert "Type a name" in said(LexborHTMLParser(client.get("/search/").content.decode()), ".empty")


def test_nothing_found_says_what_to_try(client, stock):
    results = page(client, "fox+nosuchword")
    assert said(results, "#found-count") == "Nothing has all the words “fox nosuchword”."
    assert "part of a word is enough" in said(results, ".empty")


def test_what_is_named_in_a_question_is_found(client, stock):
    results = page(client, "does+a+cinder+make+one+flat-footed%3F")
    assert said(results, "#found-count") == "2 named in “does a cinder make one flat-footed?”"
    assert [node.text() for node in results.css(".exact .name-link")] == ["Cinder", "off-guard"]
    assert results.css_first(".empty") is None


@pytest.mark.parametrize(
    ("typed", "meant", "first"),
    [
        ("cindre", "cinder", "Cinder"),
        ("samalander", "salamander", "Salamander"),
        ("old+cinder+fux", "old cinder fox", "Old Cinder Fox"),
        ("grabed", "grabbed", "grabbed"),
    ],
)
def test_a_mistyped_name_finds_what_is_spelled_nearly_so(client, stock, typed, meant, first):
    results = page(client, typed)
    assert results.css_first(".name-link").text() == first
    assert said(results, ".notice") == f"Nothing is called “{typed.replace('+', ' ')}”. These match {meant}."
    assert page(client, meant).css_first("main .notice") is None


def test_what_is_like_a_name_is_offered_where_nothing_has_all_the_words(client, stock):
    results = page(client, "old+fox+moss")
    assert said(results, "#found-count") == "Nothing has all the words “old fox moss”."
    assert said(results, ".empty p a") != ""
    assert groups(results)["Creatures"][0] == "Old Cinder Fox"


def test_nothing_is_offered_for_what_is_like_no_name(client, stock):
    assert "Did you mean" not in said(page(client, "xyzzy"), ".empty")


def test_an_entry_found_by_another_of_its_names_says_which(client, db):
    assert "also called Reactive Strike" in said(page(client, "reactive+strike"), ".exact")
    assert "also called" not in said(page(client, "attack+of+opportunity"), ".exact")


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("%00fire", "A search cannot hold null characters."),
        ("x" * 10_000, "Search for 100 characters or fewer."),
    ],
)
def test_a_query_that_cannot_be_read_is_told(client, db, query, sentence):
    assert said(page(client, query), "#found-count") == sentence


@pytest.mark.parametrize("query", ["100%25", "_", "%5C", "%22%27", "%3Cscript%3E", "%F0%9F%91%BF", "%FF"])
def test_wild_characters_are_only_characters(client, stock, query):
    assert page(client, query).css_first("#found-count") is not None


def test_percent_and_underscore_stand_for_themselves(client, stock):
    assert groups(page(client, "c%25r")) == {}
    assert "Nothing is called “cind_r”" in said(page(client, "cind_r"), ".notice")


@pytest.mark.parametrize("many", [False, True])
def test_a_search_takes_six_queries_however_much_there_is(client, stock, many):
    if many:
        for number in range(30):
            creature_create(card=creature(f"Coal {number}", effect="A cinder."), source=Source.objects.get())
    client.get("/search/?q=cinder")
    with CaptureQueriesContext(connection) as captured:
        client.get("/search/?q=cinder")
    # The stamp, a table each of creatures, items, spells and feats with hits, and the features of creatures.
    assert len(captured) == 5 + page(client, "cinder").html.count("Rank 1 spell")


# --- The rule


@pytest.mark.parametrize(
    ("query", "words"),
    [("Élan  vital", ("elan", "vital")), ("dweomercat's", ("dweomercats",)), ("a A", ("a", "a")), ("  ", ())],
)
def test_a_query_is_compared_in_plain_words(query, words):
    assert word_tokens(query) == words


def test_an_excerpt_shows_the_surroundings_of_the_first_hit():
    text = "One two three four five. " * 20 + "Here is the needle in the hay. " + "Six seven eight. " * 20
    shown = "".join(piece for piece, _ in excerpt(text, ["needle"]))
    assert "the needle in" in shown
    assert shown.startswith("… ")
    assert shown.endswith(" …")
    assert len(shown) < 150


def test_a_short_text_is_its_own_excerpt():
    assert excerpt("It burns.", ["burns"]) == (("It ", False), ("burns", True), (".", False))


def test_a_marked_word_may_have_the_apostrophe_that_a_query_lacks():
    assert pieces("Alchemist's Fire", ["alchemists"]) == (("Alchemist's", True), (" Fire", False))
