"""Comparing creatures, and remembering which."""

from dataclasses import replace

import pytest
from selectolax.lexbor import LexborHTMLParser

from compendium.models import Source
from compendium.services.creatures import creature_create
from rules.cards.model import Card, Stats
from tests.compendium.reading import page_at
from tests.copies import copied

pytestmark = pytest.mark.django_db


def card(name: str, fight: int, hp: int, speed: int | None = 5) -> Card:
    stats = Stats(fight=fight, armor=15, power=14, fortitude=2, reflex=2, will=2, hp=hp, speed=speed)
    return Card(key="", name=name, level=1, alignment="TN", size="Small", stats=stats, license="ORC")


@pytest.fixture
def herd():
    copied(_herd)


def _herd():
    source = Source.objects.create(key="own", name="Own")
    for name, fight, hp, speed in [
        ("Boar", 5, 30, 6),
        ("Bear", 7, 50, 6),
        ("Bee", 1, 3, None),
        ("Bull", 6, 50, 6),
        ("Bat", 2, 4, 6),
    ]:
        creature_create(card=card(name, fight, hp, speed), source=source, key=name.lower())


def compare(client, query: str) -> LexborHTMLParser:
    return page_at(client, f"/compare/?{query}")


def names(page: LexborHTMLParser) -> list[str]:
    return [node.text() for node in page.css(".compare-table .name-link")]


def row(page: LexborHTMLParser, label: str) -> list[str]:
    [table_row] = [tr for tr in page.css(".compare-table tbody tr") if tr.css_first("th").text() == label]
    return [" ".join(cell.text().split()) for cell in table_row.css("td")]


def test_the_address_says_which_creatures_and_in_what_order(client, herd):
    page = compare(client, "creature=bull&creature=bee&creature=boar")
    assert names(page) == ["Bull", "Bee", "Boar"]
    assert [node.text() for node in page.css(".card-name")] == ["Bull", "Bee", "Boar"]


def test_the_highest_figure_is_marked_where_there_is_a_difference(client, herd):
    page = compare(client, "creature=boar&creature=bear&creature=bull&creature=bee")
    assert row(page, "Fight") == ["+5", "+7 ▲", "+6", "+1"]
    assert row(page, "HP") == ["30", "50 ▲", "50 ▲", "3"]
    assert row(page, "Armor") == ["15"] * 4
    assert row(page, "Speed") == ["6", "6", "6", "–"]


def test_a_fifth_a_repeated_an_unknown_and_a_hostile_key_fall_out(client, herd):
    page = compare(
        client, "creature=boar&creature=boar&creature=no-one&creature=bear&creature=%3Cb%3E&creature=bee&creature=bat"
    )
    assert names(page) == ["Boar", "Bear", "Bee"]
    assert names(compare(client, "creature=boar&creature=bear&creature=bee&creature=bat&creature=bull")) == [
        "Boar",
        "Bear",
        "Bee",
        "Bat",
    ]


@pytest.mark.parametrize(
    ("query", "warnings"),
    [
        ("creature=boar&creature=bear", []),
        ("creature=", []),
        ("creature=boar&creature=no-one", ["Muster knows no creature by the key “no-one”: it was left out."]),
        (
            "creature=no-one&creature=%3Cb%3E&creature=no-one&creature=bee",
            ["Muster knows no creature by the keys “no-one” and “<b>”: they were left out."],
        ),
        (
            "creature=a!&creature=b!&creature=c!&creature=d!&creature=e!",
            ["Muster knows no creature by the keys “a!”, “b!”, “c!” and 2 more: they were left out."],
        ),
        (
            "creature=boar&creature=bear&creature=bee&creature=bat&creature=bull",
            ["You can compare at most 4 creatures; the others were left out."],
        ),
    ],
)
def test_the_comparison_says_what_it_left_out(client, herd, query, warnings):
    assert [node.text() for node in compare(client, query).css("main .notice.warn")] == warnings


def test_one_query_for_four_creatures(client, herd, django_assert_num_queries):
    with django_assert_num_queries(1):
        compare(client, "creature=boar&creature=bear&creature=bee&creature=bat")


def test_removing_leads_to_the_comparison_without_it(client, herd):
    page = compare(client, "creature=boar&creature=bear")
    assert [node.attributes["href"] for node in page.css(".remove")] == [
        "/compare/?creature=bear",
        "/compare/?creature=boar",
    ]
    assert compare(client, "creature=").css_first(".empty") is not None


def test_a_comparison_leads_to_the_cards_of_its_creatures(client, herd):
    page = compare(client, "creature=boar&creature=bear")
    assert page.css_first(".page-head .buttons a").attributes["href"] == "/print/creatures/?creature=boar&creature=bear"


def test_nothing_compared_says_what_to_do(client, herd):
    page = compare(client, "")
    assert "Nothing to compare yet" in page.css_first(".empty").text()


def test_a_creature_is_added_by_a_name_that_only_it_has(client, herd):
    response = client.get("/compare/?creature=boar&add=BEAR")
    assert response.status_code == 302
    assert response.url == "/compare/?creature=boar&creature=bear"


def test_several_creatures_of_a_name_are_offered(client, herd):
    page = compare(client, "creature=boar&add=b")
    assert sorted(node.attributes["href"] for node in page.css("#found a")) == [
        f"/compare/?creature=boar&creature={key}" for key in ("bat", "bear", "bee", "bull")
    ]
    assert "No other creature" in compare(client, "add=gryphon").css_first("#found").text()


def test_typing_a_name_asks_only_for_the_offers(client, herd):
    response = client.get("/compare/?creature=boar&add=bear", headers={"HX-Request": "true"})
    assert response.status_code == 200
    assert response.content.decode().lstrip().startswith('<div id="found"')


def test_the_basket_goes_from_page_to_page_and_back_without_javascript(client, herd):
    response = client.post("/compare/basket/", {"creature": "boar", "do": "add", "next": "/creatures/boar/"})
    assert (response.status_code, response.url) == (302, "/creatures/boar/")
    client.post("/compare/basket/", {"creature": "bear", "do": "add"})
    assert client.get("/compare/").url == "/compare/?creature=boar&creature=bear"
    page = client.get("/creatures/boar/").content.decode()
    assert "Remove from comparison" in page
    assert "Compare 2" in page
    response = client.post(
        "/compare/basket/", {"creature": "boar", "do": "remove", "next": "https://elsewhere.example/"}
    )
    assert response.url == "/compare/?creature=bear"


def test_a_full_basket_says_so_and_takes_no_fifth(client, herd):
    for key in ("boar", "bear", "bee", "bat", "bull"):
        client.post("/compare/basket/", {"creature": key, "do": "add"})
    assert client.cookies["comparison"].value == "boar.bear.bee.bat"
    assert "You are already comparing four creatures" in client.get("/creatures/bull/").content.decode()


def test_the_comparison_that_is_looked_at_is_the_one_remembered(client, herd):
    compare(client, "creature=bat&creature=bull")
    assert client.get("/compare/").url == "/compare/?creature=bat&creature=bull"
    compare(client, "creature=")
    assert client.get("/compare/").status_code == 200


def test_a_forged_cookie_is_harmless(client, herd):
    client.cookies["comparison"] = "<script>.boar.UPPER../../etc"
    assert client.get("/compare/").url == "/compare/?creature=boar"


def test_the_basket_button_answers_htmx_with_itself(client, herd):
    response = client.post("/compare/basket/", {"creature": "boar", "do": "add"}, headers={"HX-Request": "true"})
    assert response.status_code == 200
    assert response.content.decode().lstrip().startswith('<form class="basket"')
    assert "Remove from comparison" in response.content.decode()


def test_what_is_no_key_is_refused_by_the_basket(client, herd):
    for key in ("", "not a key!", "a\0b", "<b>"):
        for headers in ({}, {"HX-Request": "true"}):
            answer = client.post("/compare/basket/", {"creature": key, "do": "add"}, headers=headers)
            assert answer.status_code == 400, key


@pytest.mark.parametrize("text", ["bo\0ar", "x" * 60_000])
def test_a_name_that_nothing_can_have_finds_nothing(client, herd, text):
    answer = client.get("/compare/", {"add": text})
    assert answer.status_code == 200
    assert b"No other creature" in answer.content


def test_going_back_to_a_comparison_shows_the_whole_page(client, herd):
    headers = {"HX-Request": "true", "HX-History-Restore-Request": "true"}
    assert "<!DOCTYPE html>" in client.get("/compare/?creature=boar", headers=headers).content.decode()


def test_a_name_that_begins_so_is_offered_however_many_others_have_it_inside(client, herd):
    source = Source.objects.get(key="own")
    for number in range(70):
        creature_create(card=card(f"Aye {number:02d}zz", 1, 1), source=source)
    creature_create(card=card("Zzard", 1, 1), source=source, key="zzard")
    page = compare(client, "add=zz")
    assert page.css("#found a")[0].attributes["href"] == "/compare/?creature=zzard"


def test_a_creature_is_found_by_whole_words_first_and_though_misspelled(client, herd):
    source = Source.objects.get(key="own")
    for name in ("Damager", "Gun Mage"):
        creature_create(card=card(name, 1, 1), source=source, key=name.lower().replace(" ", "-"))
    names = [link.text().split()[:2] for link in compare(client, "add=mage").css("#found a")]
    assert names[0] == ["Gun", "Mage"]
    response = client.get("/compare/?add=damagr")
    assert response.status_code == 302
    assert response["Location"].endswith("creature=damager")


def test_the_basket_is_changed_by_post_alone(client, herd):
    assert client.get("/compare/basket/").status_code == 405


TOLD = ["own, True Neutral", "old, True Neutral"]


@pytest.fixture
def twins():
    for source, license_name in (("own", "ORC"), ("old", "OGL")):
        creature_create(
            card=replace(card("Basilisk", 5, 30), license=license_name),
            source=Source.objects.create(key=f"{source}-twins", name=source),
            key=f"basilisk-{license_name.lower()}",
        )


def test_two_creatures_of_one_name_are_told_apart_by_source_and_alignment(client, herd, twins):
    page = compare(client, "creature=basilisk-orc&creature=boar&creature=basilisk-ogl")
    assert [" ".join(node.text().split()) for node in page.css(".compare-table thead .origin")] == TOLD
    assert [node.text() for node in page.css(".compare-cards .origin")] == TOLD


def test_creatures_of_one_name_that_are_found_bear_source_and_alignment(client, herd, twins):
    page = compare(client, "creature=boar&add=basil")
    labels = [node.text().split(", ", 1)[1] for node in page.css("#found .help")]
    assert labels == ["old, True Neutral", "own, True Neutral"]


def test_a_neighbour_of_the_same_name_bears_its_license(client, twins):
    page = LexborHTMLParser(client.get("/creatures/basilisk-ogl/").content.decode())
    assert " ".join(page.css_first("[rel=next]").text().split()) == "Basilisk ORC card ›"
