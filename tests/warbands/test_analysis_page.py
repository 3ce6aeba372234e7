"""The page with the analysis of a warband: what it shows, and to whom."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from selectolax.lexbor import LexborHTMLParser

from rules.roster import Member
from tests.reading import read
from tests.small_compendium import CREATURES
from tests.warbands.verbs import Building, account, building, visitor

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]


def analysis(of: Building, person=None, status: int = 200) -> LexborHTMLParser:
    return read((person or of.person).get(f"{of.address}analysis/"), status)


def test_the_charts_stand_below_the_name_of_the_warband():
    page = analysis(building(account("mira"), "boar", "kobold-warrior"))
    assert page.css_first("h1").text() == "Analysis of Ash Company"
    assert [len(page.css(level)) for level in ("h2", "h3", "figure")] == [1, 5, 5]
    assert page.css_first(".chart-facts").text(separator=" ", strip=True).startswith("Creatures 2 Points 27")


def test_the_page_leads_to_the_builder_and_to_a_matchup():
    mira = building(account("mira"), "boar")
    links = {link.attributes["href"] for link in analysis(mira).css("main a")}
    assert {mira.address, f"/matchup/?first=w:{mira.key}"} <= links


def test_an_empty_warband_says_what_to_do():
    mira = building(account("mira"), name="")
    page = analysis(mira)
    assert page.css("figure") == []
    assert page.css_first(".empty a").attributes["href"] == mira.address
    assert page.css_first("h1").text() == "Analysis of A warband without a name"


def test_the_builder_leads_to_the_analysis():
    mira = building(account("mira"), "boar")
    assert f'href="{mira.address}analysis/"' in mira.look().content.decode()


def test_a_visitor_sees_the_analysis_of_their_own_warband():
    assert len(analysis(building(visitor(), "boar")).css("figure")) == 5


@pytest.mark.parametrize("owner", [lambda: account("mira"), visitor], ids=["of an account", "of a visitor"])
def test_nobody_else_sees_the_analysis(owner):
    hers = building(owner(), "boar")
    for person in (account("bob"), visitor()):
        analysis(hers, person, status=404)


def test_the_analysis_is_only_looked_at():
    mira = building(account("mira"), "boar")
    assert mira.person.client.post(f"{mira.address}analysis/").status_code == 405


@pytest.mark.parametrize("key", ["nosuchkey", "x" * 500, "w%3Aabc", "%00"])
def test_a_key_of_no_warband_is_not_found(key):
    assert account("mira").get(f"/warbands/{key}/analysis/").status_code == 404


def test_thirty_members_take_as_many_queries_as_two():
    mira = account("mira")
    few = building(mira, "boar", "kobold-warrior")
    many = building(mira, *(Member(CREATURES[number % len(CREATURES)]) for number in range(30)))
    analysis(many)
    counts = []
    for warband in (few, many):
        with CaptureQueriesContext(
            connection,
        ) as queries:
            analysis(warband)
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 8
