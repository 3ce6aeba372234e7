"""The report of a scenario: lines that exclude each other, and whose warband stands first."""

import pytest
from selectolax.lexbor import LexborHTMLParser

from tests.campaigns.play import state_of
from tests.campaigns.scenario_visits import address, send
from tests.campaigns.verbs import Table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]


def test_lines_that_exclude_each_other_are_one_choice(fought: Table):
    page = fought.people["ada"].client.get(address(fought, "1/report/")).content.decode()
    assert page.count('type="radio" name="best.1.2"') == 3
    assert 'name="score.1.2"' not in page
    send(fought, "ada", "1/report/", {"score.1.1": "1", "best.1.2": "3", "best.2.2": ""})
    report = state_of(fought, 1).report
    assert [(score.victory_points, score.counts) for score in report.scores] == [(5, (1, 0, 1)), (0, ())]
    shown = fought.people["ada"].client.get(address(fought, "1/report/")).content.decode()
    assert shown.split('name="best.1.2" value="3"')[1].split(">")[0].strip() == "checked"


def test_of_several_ticks_in_an_address_the_best_is_chosen(fought: Table):
    shown = fought.people["ada"].client.get(address(fought, "1/report/?score.1.2=1&score.1.3=1")).content.decode()
    assert "checked" in shown.split('name="best.1.2" value="3"')[1].split(">")[0]
    assert "checked" not in shown.split('name="best.1.2" value="2"')[1].split(">")[0]


@pytest.mark.parametrize("path", ["1/report/", "1/aftermath/"])
def test_the_viewer_s_own_warband_stands_first(fought: Table, path: str):
    for who, numbers in (("ada", (1, 2)), ("bob", (2, 1))):
        page = fought.people[who].client.get(address(fought, path)).content.decode()
        own, other = (page.index(f' id="side-{number}"') for number in numbers)
        assert own < other, who


def is_ticked_as_draw(table: Table) -> bool:
    """Return True if the form says that a result without points is a draw; it always has the box."""
    page = LexborHTMLParser(table.people["ada"].client.get(address(table, "1/report/")).content)
    box = page.css_first('input[type="checkbox"][name="draw"]')
    return "checked" in box.attributes


def test_a_report_without_victory_points_asks_whether_it_is_a_draw(fought: Table) -> None:
    blank = {"extra.1": "", "extra.2": ""}
    assert not is_ticked_as_draw(fought)
    answer = send(fought, "ada", "1/report/", blank)
    assert answer.status_code == 422
    assert "No victory points were entered. Enter them, or say that it is a draw." in answer.content.decode()
    assert send(fought, "ada", "1/report/", {**blank, "draw": "1"}).status_code == 200
    assert is_ticked_as_draw(fought)


def test_the_same_draw_again_is_not_asked_about(fought: Table) -> None:
    send(fought, "ada", "1/report/", {"draw": "1"})
    head = fought.campaign.head
    assert send(fought, "ada", "1/report/", {}).status_code == 200
    assert fought.campaign.head == head
