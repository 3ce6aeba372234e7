"""Standings, records and the chart of points."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from campaigns.services.campaigns import campaign_share
from campaigns.services.corrections import scenario_void
from campaigns.services.scenarios import scenario_plan
from campaigns.services.warbands import warband_leave
from rules.campaigns.leagues.rounds import RoundPlan
from rules.campaigns.results import Standing
from rules.campaigns.scenarios import ScenarioPlan
from rules.campaigns.standings import StandingLine, ranked
from tests.campaigns.league_play import round_plan
from tests.campaigns.play import BOARS, KOBOLDS, enlist, played
from tests.campaigns.verbs import Table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]


def answer(table: Table, who: str) -> Any:
    return table.people[who].client.get(f"/campaigns/{table.key}/standings/")


def text(table: Table, who: str = "bob") -> str:
    return unescape(" ".join(answer(table, who).content.decode().split()))


def cells(page: str, warband: str) -> list[str]:
    """Return the figures of a warband in the standings."""
    row = page.split(f"<bdi>{warband}</bdi>")[1].split("</tr>")[0]
    return [cell.split("</td>")[0].split(">")[1] for cell in row.split("<td")[1:]]


def line(number: int, **standing: int) -> StandingLine:
    return StandingLine(number, f"Warband {number}", "ada", Standing(**standing), 100)


def test_major_victories_come_before_minor_ones_draws_and_victory_points():
    lines = [
        line(1, draws=1, victory_points=50),
        line(2, minor=1),
        line(3, major=1),
        line(4, draws=1, victory_points=60),
        line(5, minor=1),
    ]
    assert [(standing.number, standing.place) for standing in ranked(lines)] == [(3, 1), (2, 2), (5, 2), (4, 4), (1, 5)]
    assert ranked([]) == []


def test_the_standings_are_seen_by_the_people_of_the_campaign_and_its_spectators(winter):
    for who in ("ada", "cleo", "bob"):
        assert "No standings yet" in text(winter, who)
    assert answer(winter, "eve").status_code == 404
    campaign_share(**winter.asking("ada"), shared=True)
    watching = Client()
    watching.get(f"/campaigns/watch/{winter.campaign.spectator_token}/")
    assert watching.get(f"/campaigns/{winter.key}/standings/").status_code == 200


def test_a_campaign_stands_as_its_scenarios_ended(winter):
    kobolds = enlist(winter, "ada", *KOBOLDS, warband="Ash Company")
    boars = enlist(winter, "bob", *BOARS, warband="The Tusks")
    played(winter, {kobolds: 7, boars: 2}, (boars, "m1"))
    second = played(winter, {kobolds: 1, boars: 1})
    page = text(winter)
    assert cells(page, "Ash Company")[:6] == ["2", "1", "0", "1", "0", "8"]
    assert cells(page, "The Tusks")[:6] == ["2", "0", "0", "1", "1", "3"]
    assert page.index("<bdi>Ash Company</bdi>") < page.index("<bdi>The Tusks</bdi>")
    assert "Most advanced: 2 advances" in page
    assert "Eliminated most often: 1 elimination" in page
    assert 'class="drawing points-chart"' in page
    scenario_void(**winter.asking("ada"), scenario=second, reason="Wrong rules")
    assert cells(text(winter), "Ash Company")[:6] == ["1", "1", "0", "0", "0", "7"]


def test_a_warband_that_left_without_a_scenario_is_not_listed(winter):
    kobolds = enlist(winter, "ada", *KOBOLDS, warband="Ash Company")
    boars = enlist(winter, "bob", *BOARS, warband="The Tusks")
    played(winter, {kobolds: 3})
    for row in (kobolds, boars):
        warband_leave(**winter.asking("ada"), number=row.number)
    page = text(winter)
    assert "The Tusks" not in page
    assert ", left" in page


def test_the_page_takes_as_many_queries_after_many_scenarios(winter, django_assert_max_num_queries):
    kobolds, boars = enlist(winter, "ada", *KOBOLDS), enlist(winter, "bob", *BOARS)
    played(winter, {kobolds: 3})
    answer(winter, "bob")
    for _ in range(3):
        played(winter, {kobolds: 3, boars: 1})
    # The session and its account, the campaign and its people, warbands, crests; once also records, points, rounds.
    with django_assert_max_num_queries(14):
        answer(winter, "bob")
    with django_assert_max_num_queries(8):
        answer(winter, "bob")


def test_the_chart_of_points_names_every_warband_and_has_all_numbers_in_a_table(winter):
    rows = [enlist(winter, who, *KOBOLDS, warband=f"Band of {who}") for who in ("ada", "bob", "cleo")]
    rows += [enlist(winter, "ada", *BOARS, warband=f"Herd {number}") for number in range(9)]
    for number in (1, 2):
        round_plan(**winter.asking("ada"), plan=RoundPlan())
        for pair in zip(rows[::2], rows[1::2], strict=True):
            played(winter, {pair[0]: 3, pair[1]: 1}, round=number)
    page = text(winter)
    assert "Points after each round" in page
    chart = page.split('class="drawing points-chart"')[1].split("</svg>")[0]
    named = re.findall(r'class="name[^"]*"[^>]*>([^<]+)</text>', chart)
    table = page.split('class="numbers"')[1].split("</table>")[0]
    assert "Round </span>2" in table
    for row in rows:
        assert str(row) in named
        assert f"<bdi>{row}</bdi>" in table


def test_ratings_say_who_is_the_underdog_and_keep_the_least_likely_victory(winter):
    kobolds = enlist(winter, "ada", *KOBOLDS, warband="Ash Company")
    boars = enlist(winter, "bob", *BOARS, warband="The Tusks")
    for _ in range(2):
        played(winter, {kobolds: 7, boars: 2})
    assert "Rating" not in text(winter)
    played(winter, {kobolds: 7, boars: 2})
    assert cells(text(winter), "Ash Company")[-1] == "1053"
    planned = scenario_plan(**winter.asking("ada"), plan=ScenarioPlan(warbands=(kobolds.number, boars.number)))
    page = winter.people["bob"].client.get(f"/campaigns/{winter.key}/scenarios/{planned.number}/").content.decode()
    assert "<bdi>The Tusks</bdi> <b>35%</b>" in " ".join(page.split())
    played(winter, {kobolds: 2, boars: 7})
    page = text(winter)
    assert "Least likely victory: 35%" in page
    assert "The Tusks over Ash Company" in page
