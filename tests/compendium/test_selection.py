"""The creatures that a visitor selects in the list: remembered, told in the tray, compared, cleared."""

from dataclasses import replace
from urllib.parse import urlencode

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils.http import int_to_base36
from selectolax.lexbor import LexborHTMLParser

from compendium.models import Creature, Source
from compendium.services.creatures import creature_create
from rules.cards.model import Card, Stats
from tests.compendium.reading import listing

pytestmark = pytest.mark.django_db

PARTIAL = {"HTTP_HX_REQUEST": "true"}
HERD = ("Bat", "Bog Witch", "Dragon", "Elk", "Ox", "Pike")
SHOWN = "bat bog-witch dragon elk ox pike"
CARD = Card(
    key="",
    name="Somebody",
    level=1,
    alignment="TN",
    size="Small",
    stats=Stats(fight=5, armor=15, power=14, fortitude=2, reflex=2, will=2, hp=20, speed=5),
    license="ORC",
)


@pytest.fixture(autouse=True)
def herd():
    cache.clear()
    source = Source.objects.create(key="own", name="Own")
    for name in HERD:
        creature_create(card=replace(CARD, name=name), source=source, key=name.lower().replace(" ", "-"))


@pytest.fixture
def many(herd):
    """130 more: rows of the list alone, which is all that selecting looks at."""
    pattern = Creature.objects.get(key="bat")
    rats = [f"Rat {number:03}" for number in range(130)]
    Creature.objects.bulk_create(
        Creature(
            **{
                field.attname: getattr(pattern, field.attname)
                for field in Creature._meta.concrete_fields
                if field.attname not in ("id", "key", "name", "search_name", "search_text", "current_id")
            },
            key=name.lower().replace(" ", "-"),
            name=name,
            search_name=name.lower(),
            search_text=name.lower(),
        )
        for name in rats
    )
    Creature.objects.filter(name__in=rats).update(current=pattern.current)


def select(client: Client, *keys: str, shown: str = SHOWN, do: str = "", query: str = "", **headers):
    return client.post("/selection/", {"creature": keys, "shown": shown, "do": do, "list": query}, **headers)


def tray(page: LexborHTMLParser) -> str:
    return " ".join(" ".join(node.text() for node in page.css("#tray p")).split())


def ticked(page: LexborHTMLParser) -> list[str]:
    return [node.attributes["value"] for node in page.css(".tick[checked]")]


def test_ticked_creatures_are_remembered_and_told_in_the_order_of_the_ticks(client):
    answer = select(client, "ox", "bog-witch", **PARTIAL)
    assert tray(LexborHTMLParser(answer.content.decode())) == "2 selected: Ox, Bog Witch."
    page = listing(client, "?q=ox")
    assert ticked(page) == ["ox"]
    assert tray(page) == "2 selected: Ox, Bog Witch."


def test_of_the_rows_shown_the_ticks_count_and_everybody_else_stays(client):
    select(client, "ox", "bog-witch", "elk")
    select(client, "ox", shown="ox elk", **PARTIAL)
    assert tray(listing(client)) == "2 selected: Ox, Bog Witch."


def test_two_windows_do_not_take_each_other_s_creatures_out(client):
    select(client, "bat", shown="bat dragon")
    select(client, "pike", shown="ox pike")
    assert tray(listing(client)) == "2 selected: Bat, Pike."


def test_the_tray_names_the_first_and_counts_the_rest(client):
    select(client, "bat", "dragon", "elk", "ox")
    assert tray(listing(client)) == "4 selected: Bat, Dragon, Elk, Ox."
    select(client, "bat", "dragon", "elk", "ox", "pike")
    assert tray(listing(client)) == "5 selected: Bat, Dragon, Elk and 2 more."


def test_the_tray_names_two_of_one_name_with_what_tells_them_apart(client):
    twin = replace(CARD, name="Bat", license="OGL")
    creature_create(card=twin, source=Source.objects.get(), key="bat-ogl")
    select(client, "bat", "bat-ogl", "ox", shown=f"{SHOWN} bat-ogl")
    assert tray(listing(client)) == "3 selected: Bat (Own, True Neutral, ORC), Bat (Own, True Neutral, OGL), Ox."
    select(client, "bat", shown=f"{SHOWN} bat-ogl")
    assert tray(listing(client)) == "1 selected: Bat."


def test_nobody_selected_leaves_no_cookie_and_only_what_can_be_done(client):
    page = listing(client)
    assert "selection" not in client.cookies
    assert page.css("#tray p") == []
    assert [node.text() for node in page.css("#tray .button:not([value=keep])")] == ["Compare", "Print cards"]


def test_two_to_four_are_compared(client):
    answer = select(client, "ox", "bat", do="compare")
    assert (answer.status_code, answer.url) == (302, "/compare/?creature=ox&creature=bat")


@pytest.mark.parametrize(
    ("keys", "sentence"),
    [
        (["ox"], "Tick two to four creatures to compare them."),
        (["bat", "dragon", "elk", "ox", "pike"], "5 creatures are selected: you can compare at most four."),
    ],
)
def test_fewer_or_more_are_told_how_many_can_be_compared(client, keys, sentence):
    answer = select(client, *keys, do="compare", query="q=a")
    assert answer.url == "/creatures/?q=a"
    assert sentence in client.get(answer.url).content.decode()


def test_more_than_four_find_words_in_the_place_of_the_button(client):
    select(client, "bat", "dragon", "elk", "ox", "pike")
    page = listing(client)
    assert page.css_first("#tray-compare") is None
    assert page.css_first("#tray .help").text() == "Compare up to 4"


def test_comparing_keeps_its_own_memory(client):
    client.post("/compare/basket/", {"creature": "pike", "do": "add"})
    select(client, "ox", "bat")
    assert client.get("/compare/").url == "/compare/?creature=pike"


def test_print_leads_to_the_cards(client):
    answer = select(client, "ox", do="print")
    assert (answer.status_code, answer.url) == (302, "/print/creatures/")


def test_clear_takes_everybody_out_and_leads_back_to_the_list(client):
    select(client, "ox", "bat")
    answer = select(client, "ox", "bat", do="clear", query="q=ox&sort=-hp")
    assert answer.url == "/creatures/?q=ox&sort=-hp"
    assert client.cookies["selection"].value == ""


def test_all_of_a_page_are_selected_beside_those_of_other_pages(client, many):
    select(client, "bat", do="keep")
    shown = listing(client, "?q=rat&page=3").css_first("#tray [name=shown]").attributes["value"]
    assert len(shown.split()) == 30
    select(client, shown=shown, do="page", query="q=rat&page=3")
    assert tray(listing(client)) == "31 selected: Bat, Rat 100, Rat 101 and 28 more."


def test_all_found_are_selected_however_many_pages_they_fill(client, many):
    page = listing(client, "?q=rat+00")
    assert page.css_first("#select-found").attributes["aria-label"] == "Select all 11 found"
    answer = select(client, shown="", do="found", query="q=rat+00")
    assert answer.url == "/creatures/?q=rat+00"
    assert tray(listing(client)) == "11 selected: Rat 000, Rat 001, Rat 002 and 8 more."


def test_a_full_selection_says_so_and_takes_no_more(client, many):
    select(client, "pike")
    select(client, "pike", do="found")
    page = listing(client)
    assert tray(page) == "120 selected: Pike, Bat, Bog Witch and 117 more. You can select at most 120."
    overfull = select(client, "rat-129", shown="rat-129", **PARTIAL)
    facts = tray(LexborHTMLParser(overfull.content.decode()))
    assert facts.endswith("You can select at most 120: remove one to select another.")
    assert ticked(listing(client, "?q=rat+129")) == []


def test_a_full_selection_fits_a_cookie(client, many):
    answer = select(client, do="found")
    assert len(answer.cookies["selection"].OutputString()) < 1500


@pytest.mark.parametrize("query", ["level_from=abc", "q=%00", "nonsense=1", "sort=beauty", "%", "q=" + "x" * 200])
def test_all_found_of_a_list_that_cannot_be_read_selects_nobody_or_what_it_shows(client, query):
    answer = select(client, shown="", do="found", query=query)
    assert answer.status_code == 302
    assert client.get(answer.url).status_code == 200
    assert len(Creature.objects.all()) == 6


@pytest.mark.parametrize(
    "value",
    [
        "<script>",
        "0",
        "1-0.1-10.1-a",
        "a\0b",
        "zzzzzzzzz",
        "zzzzzzzzzzzzzzzzzzzz",
        "." * 5000,
        "1." * 4000,
        "1--2",
        "²",
    ],
)
def test_a_forged_cookie_is_harmless(client, value):
    client.cookies["selection"] = value
    assert ticked(listing(client)) in ([], [Creature.objects.filter(pk=1).values_list("key", flat=True).first()])
    assert client.get("/print/creatures/").status_code == 200
    assert select(client, "ox", **PARTIAL).status_code == 200


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"creature": ["ox\0", "<b>", "x" * 10_000, "no-such"], "shown": "a\0 b"},
        {"shown": "x " * 10_000},
        {"do": "nonsense", "list": "page=9"},
        {"list": "https://elsewhere.example/"},
        {"list": "//elsewhere.example\r\nSet-Cookie: a=b"},
    ],
)
def test_a_hostile_form_selects_nobody_and_stays_here(client, form):
    for headers in ({}, PARTIAL):
        answer = client.post("/selection/", form, **headers)
        assert answer.status_code in (200, 302)
        assert answer.headers.get("Location", "/creatures/").startswith("/creatures/")
        assert "selection" not in client.cookies or client.cookies["selection"].value == ""


def test_the_selection_is_changed_by_post_alone(client):
    assert client.get("/selection/").status_code == 405
    assert client.get("/selection/copies/").status_code == 405


def test_a_form_of_another_site_changes_nothing():
    assert Client(enforce_csrf_checks=True).post("/selection/", {"creature": "ox"}).status_code == 403


def test_selecting_takes_one_query_and_the_list_one_more_than_for_nobody(client, many, django_assert_num_queries):
    def queries_of(*keys: str) -> None:
        with django_assert_num_queries(1):
            select(client, *keys, shown=" ".join(keys), **PARTIAL)
        with django_assert_num_queries(3):
            listing(client)

    listing(client)
    with django_assert_num_queries(2):
        listing(client)
    queries_of("ox", "bat")
    queries_of(*(f"rat-{number:03}" for number in range(30)))


def test_copies_are_changed_and_creatures_taken_out(client):
    select(client, "ox", "bat", "elk")
    answer = client.post(
        "/selection/copies/", {"creature": ["ox", "bat", "elk"], "copies": ["4", "1", "2"], "out": "elk"}
    )
    assert (answer.status_code, answer.url) == (302, "/print/creatures/")
    numbers = {key: int_to_base36(Creature.objects.get(key=key).pk) for key in ("ox", "bat")}
    assert client.cookies["selection"].value == f"{numbers['ox']}-4.{numbers['bat']}"


def test_copies_stay_when_somebody_else_is_ticked(client):
    select(client, "ox")
    client.post("/selection/copies/", {"creature": "ox", "copies": "4"})
    select(client, "ox", "bat")
    assert client.get("/print/creatures/").content.decode().count('value="4"') == 1


@pytest.mark.parametrize(
    ("copies", "kept"), [("0", ""), ("-3", ""), ("10", "-9"), ("9" * 5000, "-9"), ("²", ""), ("a\0", ""), ("", "")]
)
def test_copies_are_from_one_to_nine(client, copies, kept):
    select(client, "ox")
    client.post("/selection/copies/", {"creature": "ox", "copies": copies})
    assert client.cookies["selection"].value == int_to_base36(Creature.objects.get(key="ox").pk) + kept


def test_copies_of_somebody_who_is_not_selected_change_nothing(client):
    select(client, "ox")
    before = client.cookies["selection"].value
    client.post("/selection/copies/", {"creature": ["bat", "<b>"], "copies": ["4"], "out": ["pike", "\0"]})
    assert client.cookies["selection"].value == before


def test_every_visitor_has_a_selection_of_their_own(client):
    select(client, "ox")
    assert tray(listing(Client())) == ""


def test_a_deleted_creature_falls_out_quietly(client):
    select(client, "ox", "bat")
    Creature.objects.get(key="ox").delete()
    assert tray(listing(client, "?" + urlencode({"sort": "-hp"}))) == "1 selected: Bat."
