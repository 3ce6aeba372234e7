"""The form of a game: spots to stake on, and two tabs with one game."""

import pytest
from selectolax.lexbor import LexborHTMLParser

from gambling.models import GamblingTable, OwnTableGame
from tests.gambling.forms import COINS, values_of
from tests.gambling.tables import TavernTable
from tests.warbands.verbs import text_of, visitor

pytestmark = pytest.mark.django_db
SPOTS = {
    **COINS,
    "name": "Over and under",
    "dice": "2d6",
    "spots": "Over <b>\r\n\r\n  Under   seven ",
    "results-1-name": "Above",
    "results-1-pays": "1",
    "results-1-1-kind": "spot",
    "results-1-1-at_least": "1",
    "results-1-1-face": "",
    "results-1-2-kind": "sum",
    "results-1-2-at_least": "8",
    "results-2-name": "Below",
    "results-2-pays": "1",
    "results-2-1-kind": "spot",
    "results-2-1-at_least": "2",
    "results-2-2-kind": "sum",
    "results-2-2-at_least": "2",
    "results-2-2-at_most": "6",
}


def test_a_game_with_spots_is_made_by_its_form_and_played_on_them() -> None:
    ada = visitor()
    answer = ada.client.post("/gambling/games/new/", SPOTS)
    assert answer.status_code == 302, text_of(answer)
    row = OwnTableGame.objects.get()
    assert row.document["spots"] == ["Over <b>", "Under seven"]
    assert values_of(ada.get(f"/gambling/games/{row.key}/change/"))["spots"] == "Over <b>\nUnder seven"
    page = ada.get(f"/gambling/games/{row.key}/")
    assert len(LexborHTMLParser(page.content).css("figure.chance-bar")) == 2
    assert "stake on Under seven and sum 2 to 6" in text_of(page)
    assert text_of(page).count("house edge 16.67%") == 2
    opened = ada.client.post("/gambling/tables/new/", {"source": f"own:{row.key}"})
    table = TavernTable(ada, GamblingTable.objects.get().key)
    assert opened.headers["Location"] == f"/gambling/tables/{table.key}/"
    table.press("seat", name="Ilva")
    form = LexborHTMLParser(table.page().content)
    assert [node.text() for node in form.css("#choice-p1 option")] == ["–", "Over <b>", "Under seven"]
    refused = table.press("round", stake_p1="2", faces_p1="1 3")
    assert (refused.status_code, "must choose Over <b> or Under seven" in text_of(refused)) == (422, True)
    form = LexborHTMLParser(refused.content)
    assert [form.css_first(f"#{name}-p1").attributes["value"] for name in ("stake", "faces")] == ["2", "1 3"]
    assert table.press("round", stake_p1="2", choice_p1="2", faces_p1="1 3").status_code == 302
    assert "Ilva stakes 2 cp on Under seven and rolls 1 + 3 = 4: Below, 1 to 1 (+2 cp)." in text_of(table.page())


def test_of_two_tabs_with_one_game_the_second_is_told_and_loses_nothing() -> None:
    ada = visitor()
    ada.client.post("/gambling/games/new/", COINS)
    row = OwnTableGame.objects.get()
    address = f"/gambling/games/{row.key}/change/"
    opened = values_of(ada.get(address))
    assert ada.client.post(address, {**opened, "name": "First"}).status_code == 302
    bad = ada.client.post(address, {**opened, "dice": "six"})
    assert (bad.status_code, values_of(bad)["version"]) == (422, opened["version"])
    late = ada.client.post(address, {**opened, "name": "Second"})
    assert late.status_code == 409
    assert "was changed since you opened its form" in text_of(late)
    row.refresh_from_db()
    assert (row.name, values_of(late)["name"]) == ("First", "Second")
    assert ada.client.post(address, values_of(late)).status_code == 302
    row.refresh_from_db()
    assert row.name == "Second"
