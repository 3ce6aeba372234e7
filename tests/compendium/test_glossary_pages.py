"""The glossary: every kind, every entry, and searching them."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from compendium.models import Source
from compendium.services.creatures import creature_create
from compendium.web.entries import PARTS, PRINTED
from rules.cards.model import Card, Feature, Stats
from rules.glossary import catalog
from tests.compendium.reading import page_at, said

pytestmark = pytest.mark.django_db

STATS = Stats(fight=5, armor=15, power=14, fortitude=2, reflex=2, will=2, hp=20, speed=5)


def heading(name: str) -> str:
    """A name as a heading has it."""
    return name[:1].upper() + name[1:]


def printed(text: str) -> str:
    """A text with the sign that cards print before a negative number."""
    return re.sub(r"(^|[ (])-(?=\d)", r"\1−", text)


def test_every_kind_stands_in_exactly_one_part_of_the_index():
    kinds = [kind for _, kinds in PARTS for kind in kinds]
    assert len(kinds) == 34
    assert sorted(kinds) == sorted(catalog.KINDS)


def test_the_index_leads_to_every_kind(client):
    links = [node.attributes["href"] for node in page_at(client, "/glossary/").css(".kinds a")]
    assert links == [f"/glossary/{kind}/" for _, kinds in PARTS for kind in kinds]


@pytest.mark.parametrize("kind", PRINTED)
def test_a_kind_that_can_be_printed_leads_to_its_printing(client, kind):
    ways = [node.attributes["href"] for node in page_at(client, f"/glossary/{kind}/").css(".page-head a")]
    assert ways == [f"/print/{key}/" for key in PRINTED[kind]]
    assert [client.get(way).status_code for way in ways] == [200] * len(ways)


@pytest.mark.parametrize("kind", list(catalog.KINDS))
def test_a_kind_lists_its_entries_with_a_line_each(client, kind):
    page = page_at(client, f"/glossary/{kind}/")
    entries = [entry for entry in catalog.entries() if entry.kind == kind]
    assert [node.text() for node in page.css(".kind-entries a")] == [heading(entry.name) for entry in entries]
    assert [node.text() for node in page.css(".kind-entries p")] == [printed(entry.summary) for entry in entries]


@pytest.mark.parametrize("kind", list(catalog.KINDS))
def test_every_entry_of_a_kind_has_a_page_with_its_text_facts_and_place(client, kind):
    for entry in catalog.entries():
        if entry.kind != kind:
            continue
        page = page_at(client, f"/glossary/{kind}/{entry.key}/")
        assert said(page, "h1") == heading(entry.name)
        assert said(page, ".lead") == printed(" ".join(entry.summary.split()))
        result = list(zip([n.text() for n in page.css("dt")], [n.text() for n in page.css("dd")], strict=True))
        assert result[: len(entry.facts)] == [(label, printed(words)) for label, words in entry.facts]
        assert ("License", "ORC") in result
        assert ("Rulebook", entry.where) in result or not entry.where
        assert any(label == "Source" and words.startswith("Path 2 Victory, ") for label, words in result)


@pytest.mark.parametrize(
    ("kind", "key", "left"),
    [
        ("action", "interact", True),
        ("action", "stride", False),
        ("reaction", "ferocity", False),
        ("reaction", "shield-block", False),
        ("terrain-trait", "door", False),
        ("terrain-trait", "difficult", False),
        ("terrain-type", "river-current", False),
        ("terrain-type", "mud", False),
        ("terrain-tile", "donjon", False),
        ("terrain-tile", "hazard", False),
    ],
)
def test_an_entry_says_what_its_effect_leaves_to_the_table(client, kind, key, left):
    labels = [node.text() for node in page_at(client, f"/glossary/{kind}/{key}/").css("dt")]
    assert ("By the table" in labels) is left
    listed = page_at(client, f"/glossary/{kind}/").css_first(f'.kind-entries li:has(a[href$="/{key}/"])')
    assert ("By the table" in listed.text()) is left


def test_the_steps_of_a_deployment_are_a_numbered_list(client):
    page = page_at(client, "/glossary/deployment/vanguard/")
    assert len(page.css(".entry-text ol li")) == 3
    assert "1." not in said(page, ".entry-text ol")


def test_a_deployment_is_drawn_on_every_board_it_is_for(client):
    captions = {
        key: [node.text() for node in page_at(client, f"/glossary/deployment/{key}/").css(".layout figcaption > b")]
        for key in ("opposite-corners", "opposite-edges", "free-for-all", "pincered", "secret-deployment")
    }
    assert captions == {
        "opposite-corners": ["Small Board, 24 by 18 squares", "Medium Board, 36 by 24 squares"],
        "opposite-edges": ["Large Board, 48 by 36 squares"],
        "free-for-all": [
            "Medium Board, 36 by 24 squares, 3 players",
            "Large Board, 48 by 36 squares, 3 players",
            "Medium Board, 36 by 24 squares, 4 players",
            "Large Board, 48 by 36 squares, 4 players",
        ],
        "pincered": [
            "Small Board, 24 by 18 squares",
            "Medium Board, 36 by 24 squares",
            "Large Board, 48 by 36 squares",
        ],
        "secret-deployment": [],
    }


def test_a_tile_is_drawn_with_a_legend_instead_of_its_signs(client):
    page = page_at(client, "/glossary/terrain-tile/command-center/")
    assert page.css_first(".tile-figure svg.tile") is not None
    assert [" ".join(node.text().split()) for node in page.css(".legend li")] == [
        "difficult and obstructing",
        "solid",
        "wall: solid",
        "door",
    ]
    assert "·" not in said(page, ".entry-text")


def test_an_objective_tells_what_each_face_of_the_die_asks_for(client):
    page = page_at(client, "/glossary/objective/book/")
    result = dict(zip([n.text() for n in page.css("dt")], [n.text() for n in page.css("dd")], strict=True))
    assert result["d6: 1"] == "Arcana or Lore, Power 15"
    assert result["d6: 6"] == "Arcana, Lore, Occultism or Religion, Power 20"


def test_a_victory_condition_lists_its_scoring_and_shows_its_props(client):
    page = page_at(client, "/glossary/victory-condition/seize-the-ground/")
    assert [node.text() for node in page.css(".entry-text .lines li")] == [
        "1 VP: the opponent's side is Broken.",
        "3 VP: the side has more creatures than the opponent within 3 squares of the flag.",
        "5 VP: at least twice as many there.",
        "7 VP: at least three times as many there.",
    ]
    assert len(page.css(".layout svg .prop")) == 3


def test_a_term_is_linked_in_other_texts_but_not_in_its_own(client):
    assert (
        page_at(client, "/glossary/condition/slowed/").css_first("a.term[href='/glossary/condition/slowed/']") is None
    )
    page = page_at(client, "/glossary/status/swallowed/")
    assert page.css_first("a.term[href='/glossary/condition/slowed/']") is not None
    assert page.css_first("#tip-condition-slowed") is not None


@pytest.fixture
def two_creatures():
    source = Source.objects.create(key="own", name="Own")
    for name, effect, skills in (("Snail", "It is slowed for good.", ("Stealth",)), ("Hare", "It is quick.", ())):
        feature = Feature(id="pace", name="Pace", effect=effect)
        card = Card("", name, 1, "TN", "Small", STATS, features=(feature,), skills=skills, license="ORC")
        creature_create(card=card, source=source)


@pytest.mark.parametrize(
    ("address", "link"),
    [
        ("/glossary/condition/slowed/", "/creatures/?q=slowed"),
        ("/glossary/skill/stealth/", "/creatures/?skill=Stealth"),
    ],
)
def test_a_term_counts_the_cards_that_use_it_and_leads_to_them(client, two_creatures, address, link):
    [cards_link] = [node for node in page_at(client, address).css(".entry-side a") if "card" in node.text()]
    assert cards_link.text() == "1 creature's card"
    assert cards_link.attributes["href"] == link
    assert [node.text() for node in page_at(client, link).css(".rows tbody .name a")] == ["Snail"]


def test_words_find_entries_the_name_first(client):
    names = [node.text() for node in page_at(client, "/glossary/?q=slow").css(".hit .name-link")]
    assert names[0] == "slowed"
    assert "swallowed" in names


def test_htmx_gets_the_found_entries_alone(client):
    answer = client.get("/glossary/?q=slowed", HTTP_HX_REQUEST="true")
    assert "<html" not in answer.content.decode()
    assert answer.headers["HX-Push-Url"] == "/glossary/?q=slowed"


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("%00", "A search cannot hold null characters."),
        ("x" * 10_000, "Search for 100 characters or fewer."),
    ],
)
def test_a_query_that_cannot_be_read_is_told(client, query, sentence):
    assert said(page_at(client, f"/glossary/?q={query}"), "#found-count") == sentence


def test_without_all_the_words_the_glossary_has_what_comes_nearest_and_says_so(client):
    page = page_at(client, "/glossary/?q=flanked+nosuchword+zebra")
    assert said(page, ".hits .name-link").startswith("flanked")


def test_a_mistyped_word_is_mended_in_the_glossary(client):
    page = page_at(client, "/glossary/?q=flnaked")
    assert said(page, ".hits .name-link").startswith("flanked")
    assert said(page, ".notice") == "Nothing is called “flnaked”. These match flanked."


def test_nothing_found_leads_on(client):
    assert said(page_at(client, "/glossary/?q=nosuchword"), ".empty h2") == "The glossary has no such entry"


@pytest.mark.parametrize("address", ["/glossary/no-such-kind/", "/glossary/condition/no-such/", "/glossary/no/such/"])
def test_what_is_not_there_is_not_found(client, address):
    assert client.get(address).status_code == 404


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("/glossary/", 1),
        ("/glossary/?q=fire", 1),
        ("/glossary/deployment/", 1),
        ("/glossary/deployment/vanguard/", 1),
        ("/glossary/condition/slowed/", 2),
        ("/glossary/skill/stealth/", 2),
    ],
)
def test_the_glossary_asks_the_database_for_next_to_nothing(client, two_creatures, address, expected):
    client.get(address)  # The first search makes the index.
    with CaptureQueriesContext(connection) as captured:
        client.get(address)
    assert len(captured) == expected
