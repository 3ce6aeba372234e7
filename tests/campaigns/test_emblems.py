"""Members of campaigns as emblems in rows, struck through where they are down."""

import pytest
from selectolax.lexbor import LexborHTMLParser, LexborNode

from campaigns.models import CampaignWarband
from tests.campaigns.play import commit, enter, opened
from tests.campaigns.scenario_visits import send, text
from tests.campaigns.verbs import Table

pytestmark = pytest.mark.django_db


def emblem_rows(answer: str, among: str = "main") -> dict[str, bool]:
    """Return the rows with an emblem by the names in them: whether each is struck through."""
    return {_name(row): "struck" in (row.attributes["class"] or "").split() for row in _rows(answer, among)}


def _rows(answer: str, among: str) -> list[LexborNode]:
    rows = LexborHTMLParser(answer).css(f"{among} .emblem-row")
    assert all(row.css_first(".emblem[data-emblem]") for row in rows)
    return rows


def _name(row: LexborNode) -> str:
    name = row.css_first("bdi")
    assert name is not None
    return name.text()


def test_who_was_eliminated_is_struck_through_in_the_aftermath_and_after_it(fought: Table):
    expected = {"Snik": False, "Snak": False, "Old Boar": True, "Rik": False}
    assert emblem_rows(text(fought, "ada", "1/aftermath/")) == expected
    commit(fought, 1)
    assert emblem_rows(text(fought, "ada", "1/")) == expected


def test_the_report_and_the_preview_of_an_undo_have_emblems(fought: Table):
    assert set(emblem_rows(text(fought, "ada", "1/report/"), ".eliminated")) == {"Snik", "Snak", "Old Boar", "Rik"}
    commit(fought, 1)
    entry = fought.campaign.entries.filter(kind="scenario-committed").get().number
    preview = fought.people["ada"].client.get(f"/campaigns/{fought.key}/journal/{entry}/void/").content.decode()
    assert emblem_rows(preview)["Snak"] is False


def test_who_is_out_of_action_is_struck_through_where_fighters_are_chosen_and_among_the_members(fought: Table):
    enter(fought, 1, CampaignWarband.objects.get(number=2), "m1", "elimination", 1)
    commit(fought, 1)
    rows = list(CampaignWarband.objects.order_by("number"))
    opened(fought, *rows)
    members = fought.people["ada"].client.get(f"/campaigns/{fought.key}/warbands/2/").content.decode()
    fielding = text(fought, "ada", "2/field/2/")
    assert emblem_rows(members) == emblem_rows(fielding) == {"Old Boar": True, "Rik": False}


def test_the_bar_says_who_is_chosen_and_what_they_cost(fought: Table):
    commit(fought, 1)
    opened(fought, *CampaignWarband.objects.order_by("number"))
    answer = send(fought, "bob", "2/field/2/", {"member": ["m1"], "do": "add-up"}).content.decode()
    (bar,) = LexborHTMLParser(answer).css("form[data-fielding] > .choice-bar")
    assert "Old Boar" in bar.text()
    assert "Rik" not in bar.text()
    assert " of 200 points" in bar.text()
    assert "Confirm the fighters" in bar.text()
