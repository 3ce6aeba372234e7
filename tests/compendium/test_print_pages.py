"""The pages to print from: what is chosen, what the files hold, and what is told where nothing can be printed."""

import io
from urllib.parse import urlencode

import pytest
from django.core.cache import cache
from django.utils.http import int_to_base36
from pypdf import PdfReader
from selectolax.lexbor import LexborHTMLParser

from compendium.entries import item_values
from compendium.models import Creature, Item, Source
from compendium.services.builtin import entry_save
from compendium.services.creatures import creature_create
from compendium.web.printables.views import PRINTABLES
from printing.canvas import CHARACTERS
from rules import items
from rules.cards.model import Card, Stats
from tests.compendium.reading import page_at, said

pytestmark = pytest.mark.django_db

STATS = Stats(fight=5, armor=15, power=14, fortitude=2, reflex=2, will=2, hp=20, speed=5)
ITEMS = ("holy-water", "fiery-weapon", "healing-potion-minor")


def add(name: str, license_name: str = "ORC") -> Creature:
    card = Card("", name, 1, "TN", "Small", STATS, license=license_name)
    key = name.lower() if license_name == "ORC" else f"{name.lower()}-ogl"
    return creature_create(card=card, source=Source.objects.get(key="own"), key=key)


@pytest.fixture(autouse=True)
def compendium():
    cache.clear()
    source = Source.objects.create(key="own", name="Own")
    for name in ("Boar", "Harpy"):
        add(name)
    for key in ITEMS:
        entry_save(entry=Item(source=source, **item_values(items.find_item(key))))


def select(client, *keys: str, copies: int = 1) -> None:
    numbers = dict(Creature.objects.filter(key__in=keys).values_list("key", "pk"))
    suffix = f"-{copies}" if copies > 1 else ""
    client.cookies["selection"] = ".".join(f"{int_to_base36(numbers[key])}{suffix}" for key in keys)


def pdf(client, address: str) -> PdfReader:
    answer = client.get(address)
    assert answer.status_code == 200, answer.content
    assert answer.headers["Content-Type"] == "application/pdf"
    return PdfReader(io.BytesIO(answer.content))


def titles(reader: PdfReader) -> list[str]:
    return [entry.title for entry in reader.outline]


# --- What there is


def test_everything_that_can_be_printed_is_shown_with_a_picture(client):
    page = page_at(client, "/print/")
    assert [node.attributes["href"] for node in page.css(".printables .name-link")] == [
        "/warbands/",
        *(f"/print/{key}/" for key in PRINTABLES),
    ]
    assert len(page.css(".printables svg")) == len(PRINTABLES) + 1
    roster = "".join(node.text() for node in page.css_first(".printables svg").css("text"))
    assert "Ash Company" in roster
    assert CHARACTERS["dragon-spiral"] in roster
    assert page.css_first(".places a[href='/print/']").attributes["aria-current"] == "true"


@pytest.mark.parametrize("key", PRINTABLES)
def test_each_has_a_page_with_a_picture_and_leads_to_its_file(client, key):
    select(client, "boar", "harpy")
    page = page_at(client, f"/print/{key}/")
    assert page.css_first("#printed svg") is not None
    address = page.css_first("#pdf").attributes["href"]
    assert address.startswith(f"/print/{key}.pdf?paper=a4")
    assert len(pdf(client, address).pages) == int(said(page, ".printed-pages [role=status]").split(" of ")[1])


def test_what_cannot_be_printed_is_not_there(client):
    for address in ("/print/nothing/", "/print/nothing.pdf", "/print/creatures.PDF"):
        assert client.get(address).status_code == 404


def test_pages_and_files_are_only_read(client):
    for address in ("/print/", "/print/creatures/", "/print/creatures.pdf"):
        assert client.post(address).status_code == 405


# --- Creatures


def test_the_selection_is_printed_in_its_order(client):
    select(client, "harpy", "boar")
    reader = pdf(client, "/print/creatures.pdf")
    assert titles(reader) == ["Harpy", "Boar"]
    assert reader.metadata.title == "Creature cards"
    text = reader.pages[0].extract_text()
    assert text.index("Harpy") < text.index("Boar")


def test_each_is_printed_as_often_as_is_asked(client):
    select(client, "boar", copies=4)
    assert titles(pdf(client, "/print/creatures.pdf")) == ["Boar"] * 4
    assert said(page_at(client, "/print/creatures/"), ".print-lines legend") == "1 creature, 4 cards"


def test_an_address_names_creatures_for_anybody_whatever_they_have_selected(client):
    select(client, "harpy")
    address = "/print/creatures/?creature=boar&copies=3"
    page = page_at(client, address)
    assert said(page, ".print-lines legend") == "1 creature, 3 cards"
    assert titles(pdf(client, page.css_first("#pdf").attributes["href"])) == ["Boar"] * 3


def test_an_address_may_say_how_many_by_naming_a_creature_again(client):
    assert titles(pdf(client, "/print/creatures.pdf?creature=boar&creature=harpy&creature=boar")) == [
        "Boar",
        "Boar",
        "Harpy",
    ]


def test_a_named_creature_is_taken_out_by_a_link(client):
    page = page_at(client, "/print/creatures/?creature=boar&creature=harpy&copies=2")
    assert [node.attributes["href"] for node in page.css(".print-lines li a[aria-label]")] == [
        "/print/creatures/?creature=harpy",
        "/print/creatures/?creature=boar&copies=2",
    ]


def test_the_page_of_a_creature_leads_to_its_card(client):
    page = page_at(client, "/creatures/boar/")
    [link] = [node for node in page.css(".card-tools a") if node.text() == "Print its card"]
    assert titles(pdf(client, link.attributes["href"].replace("creatures/", "creatures.pdf"))) == ["Boar"]


def test_two_of_one_name_are_told_apart(client):
    add("Boar", "OGL")
    select(client, "boar", "boar-ogl")
    assert [node.text() for node in page_at(client, "/print/creatures/").css(".print-lines li a:first-child")] == [
        "Boar (Own, True Neutral, ORC)",
        "Boar (Own, True Neutral, OGL)",
    ]


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("creature=boar", "boar.pdf"),
        ("creature=boar&creature=harpy", "cards.pdf"),
        ("creature=boar&creature=nobody", "boar.pdf"),
    ],
)
def test_the_file_is_called_what_it_holds(client, query, name):
    answer = client.get(f"/print/creatures.pdf?{query}")
    assert answer.headers["Content-Disposition"] == f'inline; filename="{name}"'
    assert answer.headers["Cache-Control"] == "private, no-cache"


def test_nobody_selected_says_what_to_do_and_has_no_file(client):
    page = page_at(client, "/print/creatures/")
    assert "No creature is selected. Tick creatures in the list" in said(page, ".empty")
    assert page.css_first(".empty a[href='/creatures/']") is not None
    answer = client.get("/print/creatures.pdf")
    assert answer.status_code == 404
    assert answer.content.decode().startswith("No creature is selected.")


def test_unknown_creatures_are_left_out_and_told(client):
    page = page_at(
        client, "/print/creatures/?" + urlencode([("creature", key) for key in ("boar", "gone", "<b>", "a\0b")])
    )
    assert said(page, "#print-notes") == "Nothing here is called “gone”, “<b>” or “ab”: they were left out."
    assert said(page, ".print-lines legend") == "1 creature, 1 card"
    nobody = page_at(client, "/print/creatures/?creature=gone")
    assert "There is no creature to print here." in said(nobody, ".empty")


def test_a_file_holds_three_hundred_cards_and_more_are_refused_in_words(client):
    for number in range(34):
        add(f"Rat{number:02}")
    keys = [f"rat{number:02}" for number in range(34)]
    select(client, *keys, copies=9)
    assert "One file can have at most 300 cards, and you asked for 306. Print fewer copies." in said(
        page_at(client, "/print/creatures/"), "#printed"
    )
    assert client.get("/print/creatures.pdf").status_code == 404
    select(client, *keys[:33], copies=9)
    assert len(titles(pdf(client, "/print/creatures.pdf"))) == 297


def test_an_address_names_a_hundred_and_twenty_creatures_at_most(client):
    named = urlencode([("creature", f"nobody-{number}") for number in range(119)])
    page = page_at(client, f"/print/creatures/?{named}&creature=boar&creature=harpy")
    assert said(page, ".print-lines legend") == "1 creature, 1 card"
    assert "You can print at most 120 creatures at once; the others were left out." in said(page, "#print-notes")


@pytest.mark.parametrize("how", ["selection", "address"])
def test_two_creatures_take_as_many_queries_as_thirty(client, django_assert_num_queries, how):
    names = [f"rat{number:02}" for number in range(28)]
    for name in names:
        add(name.title())

    def queries_of(*keys: str) -> None:
        query = ""
        if how == "selection":
            select(client, *keys)
        else:
            query = "?" + urlencode([("creature", key) for key in keys])
        for address in ("/print/creatures/", "/print/creatures.pdf"):
            with django_assert_num_queries(2 if how == "selection" else 1):
                assert client.get(f"{address}{query}").status_code == 200

    queries_of("boar", "harpy")
    queries_of("boar", "harpy", *names)


def test_whoever_has_selected_nobody_asks_the_database_for_nothing(client, django_assert_num_queries):
    with django_assert_num_queries(0):
        client.get("/print/")
        client.get("/print/creatures/")
        client.get("/print/conditions/")


def test_changing_copies_in_place_answers_with_the_new_picture_and_remembers(client):
    select(client, "boar", "harpy")
    answer = client.post(
        "/selection/copies/",
        {"creature": ["boar", "harpy"], "copies": ["2", "1"]},
        headers={"HX-Request": "true"},
    )
    body = LexborHTMLParser(answer.content.decode())
    assert said(body, "#print-creatures legend") == "2 creatures, 3 cards"
    assert body.css_first("svg") is not None
    assert said(page_at(client, "/print/creatures/"), "legend").endswith("2 creatures, 3 cards")


# --- What tables and the compendium hold


def test_only_what_is_ticked_is_printed(client):
    page = page_at(client, "/print/conditions/?of=&which=slowed&which=stunned&paper=letter&low_ink=1")
    assert [node.attributes["value"] for node in page.css("[name=which][checked]")] == ["slowed", "stunned"]
    address = page.css_first("#pdf").attributes["href"]
    assert address == "/print/conditions.pdf?of=&which=slowed&which=stunned&paper=letter&low_ink=1"
    reader = pdf(client, address)
    assert titles(reader) == ["Slowed", "Stunned"]
    assert reader.pages[0].mediabox.width == 612


def test_nothing_ticked_is_told(client):
    for query in ("of=", "tick=none"):
        assert "Nothing is selected." in said(page_at(client, f"/print/conditions/?{query}"), "#printed")
        assert client.get(f"/print/conditions.pdf?{query}").status_code == 404
    assert len(page_at(client, "/print/conditions/?of=&tick=all").css("[name=which]:not([checked])")) == 0


def test_what_is_not_known_is_left_out_and_told(client):
    page = page_at(
        client, "/print/objectives/?" + urlencode([("which", "book"), ("which", "a\0<b>"), ("which", "x" * 900)])
    )
    assert said(page, "#print-notes") == f"Nothing here is called “a<b>” or “{'x' * 40}”: they were left out."
    assert titles(pdf(client, page.css_first("#pdf").attributes["href"])) == ["Book"]


def test_items_are_narrowed_by_kind_and_level_and_ticked(client):
    page = page_at(client, "/print/items/?kind=consumable")
    assert [node.attributes["value"] for node in page.css("[name=which]")] == ["healing-potion-minor", "holy-water"]
    address = "/print/items/?kind=consumable&of=kind%3Dconsumable&which=holy-water"
    assert titles(pdf(client, page_at(client, address).css_first("#pdf").attributes["href"])) == ["Holy Water"]


def test_ticks_of_another_list_of_items_do_not_count(client):
    page = page_at(client, "/print/items/?kind=permanent&of=kind%3Dconsumable&which=holy-water")
    assert [node.attributes["value"] for node in page.css("[name=which][checked]")] == ["fiery-weapon"]


def test_items_take_two_queries_and_are_printed_whole_where_no_address_can_name_them(client, django_assert_num_queries):
    pattern = Item.objects.get(key="holy-water")
    with django_assert_num_queries(2):
        client.get("/print/items/")
    Item.objects.bulk_create(twin(pattern, f"a-very-long-name-of-an-item-{number}") for number in range(90))
    with django_assert_num_queries(2):
        page = page_at(client, "/print/items/")
    assert page.css("[name=which]") == []
    assert "narrow the list down" in said(page, "#print-choices")
    assert len(titles(pdf(client, page.css_first("#pdf").attributes["href"]))) == 93
    Item.objects.bulk_create(twin(pattern, f"one-more-{number}") for number in range(220))
    assert "One file can have 300 cards" in said(page_at(client, "/print/items/"), "#printed")


def twin(pattern: Item, key: str) -> Item:
    values = {field.attname: getattr(pattern, field.attname) for field in Item._meta.concrete_fields}
    return Item(**{**values, "id": None, "key": key})


@pytest.mark.parametrize(
    "query",
    [
        "kind=nonsense",
        "level_from=abc",
        "level_from=5&level_to=3",
        "kind=%00",
        "level_to=" + "9" * 500,
        "kind=" + "x" * 900,
    ],
)
def test_a_filter_that_cannot_be_read_is_told(client, query):
    page = page_at(client, f"/print/items/?{query}")
    assert "Muster cannot read a filter" in said(page, "#printed")
    assert said(page, ".errors")
    assert client.get(f"/print/items.pdf?{query}").status_code == 404


@pytest.mark.parametrize(
    ("number", "pages", "expected"),
    [("", 1, True), ("10", 2, False), ("0", 1, True), ("9999999999", 10, True), ("-1", 1, True), ("²", 1, True)],
)
def test_so_many_blank_cards_are_printed(client, number, pages, expected):
    page = page_at(client, f"/print/blank/?number={number}")
    assert len(pdf(client, page.css_first("#pdf").attributes["href"]).pages) == pages
    assert ("You can print 1 to 90 cards at once" in said(page, "#print-notes")) is expected


@pytest.mark.parametrize("key", ["creatures", "items", "special-objectives", "blank", "reference-sheet"])
@pytest.mark.parametrize(
    "query",
    [
        "paper=card&page=99999999999999999999",
        "paper=%00&page=%00&of=%00&which=%00&creature=%00&copies=%00&number=%00&tick=%00",
        "paper=a4&paper=letter&low_ink=2&backs=%F0%9F%92%A9&bleed=" + "1" * 3000,
        "creature=boar&copies=99999999999999999999999&which=..%2F..%2Fetc&number=1e9",
        urlencode([("creature", f"k{number}") for number in range(200)]),
    ],
)
def test_no_address_breaks_a_page_or_a_file(client, key, query):
    assert client.get(f"/print/{key}/?{query}").status_code == 200
    assert client.get(f"/print/{key}.pdf?{query}").status_code in (200, 404)


def test_the_same_choice_gives_the_same_bytes(client):
    select(client, "boar", "harpy", copies=2)
    assert client.get("/print/creatures.pdf").content == client.get("/print/creatures.pdf").content
