"""Reports, dice and feats of a scenario that were entered without a network."""

from typing import Any

import pytest

from campaigns.models import CampaignWarband
from tests.campaigns.play import enter, report, state_of
from tests.campaigns.scenario_visits import address
from tests.campaigns.verbs import Table
from tests.commands import command_name, send_command
from tests.rows import every_row

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]


def send(table: Table, who: str, path: str, fields: dict[str, Any], name: str = "") -> Any:
    return send_command(table.people[who].client, address(table, path), fields, name)


def test_a_report_is_saved_once(fought: Table):
    name, head = command_name(), fought.campaign.head
    seen = str(state_of(fought, 1).report_version)
    for _ in range(2):
        answer = send(fought, "bob", "1/report/", {"extra.2": "3", "seen.report": seen}, name)
        assert answer.json()["done"] == "The report is saved"
    assert fought.campaign.head == head + 1


def test_a_report_beside_another_one_is_refused_with_who_made_it(fought: Table):
    seen = str(state_of(fought, 1).report_version)
    assert send(fought, "cleo", "1/report/", {"extra.1": "7", "seen.report": seen}).status_code == 200
    answer = send(fought, "bob", "1/report/", {"extra.2": "3", "seen.report": seen})
    assert answer.status_code == 422
    assert answer.json()["refused"] == "The result was reported meanwhile, so yours was not saved."
    assert answer.json()["meanwhile"][0].startswith("cleo reported: ")
    assert "7 VP" in answer.json()["meanwhile"][0]
    assert state_of(fought, 1).report.scores[0].victory_points == 7


def test_the_same_report_twice_is_no_conflict(fought: Table):
    seen = str(state_of(fought, 1).report_version)
    for who in ("cleo", "bob"):
        assert send(fought, who, "1/report/", {"extra.1": "7", "seen.report": seen}).status_code == 200


def test_a_draw_without_points_is_saved_if_it_was_called_one(fought: Table):
    seen = {"seen.report": str(state_of(fought, 1).report_version)}
    assert send(fought, "bob", "1/report/", {"draw": "1", **seen}).json()["done"] == "The report is saved"
    assert [score.victory_points for score in state_of(fought, 1).report.scores] == [0, 0]
    assert send(fought, "cleo", "1/report/", seen).status_code == 200


@every_row(
    "who, path, fields, status, words",
    [
        ("bob", "1/report/", {}, 422, "Enter them, or say that it is a draw."),
        ("bob", "1/report/", {"extra.1": "many"}, 422, "Enter a whole number"),
        ("dan", "1/report/", {"extra.1": "1"}, 422, "did not play"),
        ("eve", "1/report/", {"extra.1": "1"}, 404, "You have no such campaign."),
        ("bob", "9/report/", {"extra.1": "1"}, 404, "There is no such scenario in this campaign."),
        ("bob", "1/aftermath/", {"dice.9": "1"}, 422, "is not due any more"),
    ],
)
def test_what_is_refused_says_why(fought: Table, who, path, fields, status, words):
    seen = {"seen.report": str(state_of(fought, 1).report_version)}
    answer = send(fought, who, path, fields | seen)
    assert answer.status_code == status
    assert words in answer.json()["refused"]


@pytest.fixture
def due(fought: Table, boars: CampaignWarband) -> str:
    """Return the field of a roll that is due for the boars' first member."""
    report(fought, 1, {boars: 0}, (boars, "m1"))
    page = fought.people["bob"].client.get(address(fought, "1/aftermath/")).content.decode()
    return page.split('<label class="dice-entry">')[1].split('name="')[1].split('"')[0]


def test_entered_dice_are_saved(fought: Table, due: str):
    assert send(fought, "bob", "1/aftermath/", {due: "3", f"seen.{due}": ""}).json()["done"] == "Saved"
    [recorded] = state_of(fought, 1).rolls.values()
    assert recorded.roll.faces == (3,)


def test_dice_that_someone_entered_meanwhile_stand(fought: Table, boars: CampaignWarband, due: str):
    enter(fought, 1, boars, "m1", "elimination", 5)
    answer = send(fought, "bob", "1/aftermath/", {due: "3", f"seen.{due}": ""})
    assert answer.status_code == 422
    assert answer.json()["meanwhile"] == ["Old Boar: 5"]
    [recorded] = state_of(fought, 1).rolls.values()
    assert recorded.roll.faces == (5,)


def test_dice_that_are_none_are_refused(fought: Table, due: str):
    answer = send(fought, "bob", "1/aftermath/", {due: "nine", f"seen.{due}": ""})
    assert "is not a roll" in answer.json()["refused"]
