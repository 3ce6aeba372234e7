"""The crests of the sides of a battle: as their warbands were when it was made, told apart where they are equal."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from selectolax.lexbor import LexborHTMLParser

from battles.models import Battle
from battles.selectors.crests import seat_crests
from rules.crests import Crest, CrestChoice
from tests.warbands.verbs import account, building
from warbands.services.warbands import warband_choose_crest

MADE = 3
FOR_CRESTS = 'ORDER BY "battles_battleseat"."battle_id" ASC'

pytestmark = pytest.mark.usefixtures("small_compendium")


def _crests() -> dict[str, Crest]:
    return seat_crests(Battle.objects.get().seats.all())


def test_sides_keep_the_crests_that_their_warbands_had_when_the_battle_was_made() -> None:
    ada = account("ada")
    own, other = building(ada, "kobold-warrior", "boar"), building(ada, "kobold-warrior", name="River Guard")
    ada.client.post("/battles/new/", {"side-a": own.key, "side-b": other.key})
    made = _crests()
    assert [(side, crest.emblem) for side, crest in made.items()] == [("a", "boar"), ("b", "lizardman")]
    warband_choose_crest(owner=ada.owner, key=own.key, choice=CrestChoice("troll", "bend"))
    assert _crests() == made


def test_the_crests_of_both_sides_stand_before_in_and_beside_a_battle_with_the_borders_of_their_sides() -> None:
    ada = account("ada")
    own, other = building(ada, "boar"), building(ada, "kobold-warrior", name="River Guard")
    ada.client.post("/battles/new/", {"side-a": own.key, "side-b": other.key})
    battle = Battle.objects.get()

    def borders(rest: str = "") -> list[str | None]:
        page = LexborHTMLParser(ada.client.get(f"/battles/{battle.key}/{rest}").content)
        return [crest.attributes["data-side"] for crest in page.css("[data-side] > h2 > .crest")]

    assert borders() == ["a", "b"]
    ada.client.post(f"/battles/{battle.key}/act/", {"do": "begin", "seen": battle.head})
    assert borders() == ["a", "b"]
    assert borders("table/") == ["a", "b"]


def test_equal_crests_have_the_border_of_their_side_on_the_page_of_the_result() -> None:
    ada = account("ada")
    own, other = building(ada, "boar"), building(ada, "boar", name="River Guard")
    ada.client.post("/battles/new/", {"side-a": own.key, "side-b": other.key})
    assert {side: crest.border for side, crest in _crests().items()} == {"a": "a", "b": "b"}
    page = LexborHTMLParser(ada.client.get(f"/battles/{Battle.objects.get().key}/result/").content)
    assert [crest.attributes["data-side"] for crest in page.css(".result-sides .crest")] == ["a", "b"]


def test_the_list_shows_the_crests_of_both_sides_with_one_query_for_all_of_its_battles() -> None:
    ada = account("ada")
    own, other = building(ada, "boar"), building(ada, "kobold-warrior", name="River Guard")
    for _ in range(MADE):
        ada.client.post("/battles/new/", {"side-a": own.key, "side-b": other.key})
    with CaptureQueriesContext(connection) as asked:
        page = LexborHTMLParser(ada.client.get("/battles/").content)
    rows = [[crest.attributes["data-side"] for crest in row.css(".crest")] for row in page.css(".battle-rows > li")]
    assert rows == [["a", "b"]] * MADE
    assert len([query for query in asked.captured_queries if FOR_CRESTS in query["sql"]]) == 1


def test_the_api_has_the_crests_of_a_warband_and_of_the_sides_of_a_battle() -> None:
    ada = account("ada")
    own, other = building(ada, "boar"), building(ada, "kobold-warrior", name="River Guard")
    ada.client.post("/battles/new/", {"side-a": own.key, "side-b": other.key})
    battle = ada.client.get(f"/api/v1/battles/{Battle.objects.get().key}/").json()
    assert [side["crest"]["emblem"] for side in battle["sides"]] == ["boar", "lizardman"]
    assert ada.client.get(f"/api/v1/warbands/{own.key}/").json()["crest"] == battle["sides"][0]["crest"]


def test_an_empty_list_offers_a_new_battle_once() -> None:
    page = LexborHTMLParser(account("ada").client.get("/battles/").content)
    assert [link.text() for link in page.css("main a[href='/battles/new/']")] == ["New battle"]
    assert page.css_first(".battle-rows") is None
