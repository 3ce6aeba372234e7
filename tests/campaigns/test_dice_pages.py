"""The dice of a campaign: which rolls are counted, and who sees how they fell."""

from html import unescape
from typing import Any

import pytest
from django.test import Client

from campaigns.models import CampaignWarband
from campaigns.selectors.journal import campaign_dice
from campaigns.services.campaigns import campaign_share
from campaigns.services.corrections import entry_void, scenario_void
from rules.campaigns.fairness import RollCounts
from rules.campaigns.scenarios import Elimination, ScenarioReport, SideScore
from tests.campaigns.corrections import report_correct, roll_correct
from tests.campaigns.play import commit, enter, field, opened, played, record_of, report
from tests.campaigns.verbs import Table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]


def answer(table: Table, who: str, **query: str) -> Any:
    return table.people[who].client.get(f"/campaigns/{table.key}/dice/", query)


def text(table: Table, who: str = "bob", **query: str) -> str:
    response = answer(table, who, **query)
    assert response.status_code == 200
    return unescape(" ".join(response.content.decode().split()))


def counts(row: CampaignWarband) -> dict[tuple[str, str], RollCounts]:
    return {(tally.kind, tally.origin): tally for tally in record_of(row).dice}


def fight(table: Table, kobolds: CampaignWarband, boars: CampaignWarband) -> int:
    """Play a scenario in which Old Boar is wounded by entered dice; Muster rolls the advances."""
    scenario = opened(table, kobolds, boars)
    field(table, scenario, kobolds)
    field(table, scenario, boars)
    report(table, scenario, {kobolds: 7, boars: 2}, (boars, "m1"))
    enter(table, scenario, boars, "m1", "elimination", 4)
    enter(table, scenario, boars, "m1", "injury", 2)
    commit(table, scenario)
    return scenario


def test_the_rolls_of_committed_scenarios_are_counted_by_kind_and_origin(winter, kobolds, boars):
    scenario = opened(winter, kobolds, boars)
    field(winter, scenario, kobolds)
    field(winter, scenario, boars)
    report(winter, scenario, {kobolds: 7, boars: 2}, (boars, "m1"))
    enter(winter, scenario, boars, "m1", "elimination", 4)
    enter(winter, scenario, boars, "m1", "injury", 2)
    assert counts(boars) == {}
    commit(winter, scenario)
    tallies = counts(boars)
    assert tallies["elimination", "entered"].faces == (0, 0, 0, 1, 0, 0)
    assert tallies["injury", "entered"].faces == (0, 1, 0, 0, 0, 0)
    assert (tallies["advance", "seeded"].rolls, sum(tallies["advance", "seeded"].faces)) == (2, 6)
    assert counts(kobolds)["advance", "seeded"].rolls == 2
    winter.assert_sound()


def test_rolls_of_a_voided_scenario_are_not_counted_until_the_void_is_voided(winter, kobolds, boars):
    scenario = fight(winter, kobolds, boars)
    before = counts(boars)
    void = scenario_void(**winter.asking("ada"), scenario=scenario, reason="Wrong rules")
    assert counts(boars) == counts(kobolds) == {}
    entry_void(**winter.asking("ada"), number=void.number, reason="No")
    assert counts(boars) == before
    winter.assert_sound()


def test_a_corrected_roll_counts_with_its_new_faces_as_an_entered_one(winter, kobolds, boars):
    scenario = fight(winter, kobolds, boars)
    wanted = {"scenario": scenario, "warband": boars.number, "member": "m2", "purpose": "advance", "faces": (6, 6, 6)}
    roll_correct(**winter.asking("ada"), **wanted, reason="Mistyped")
    tallies = counts(boars)
    assert (tallies["advance", "seeded"].rolls, tallies["advance", "entered"].rolls) == (1, 1)
    assert tallies["advance", "entered"].totals[-1] == 1


def test_rolls_that_are_struck_out_are_not_counted(winter, kobolds, boars):
    scenario = fight(winter, kobolds, boars)
    # A 6 asks for no injury: the injury on file is struck out.
    wanted = {"scenario": scenario, "warband": boars.number, "member": "m1", "purpose": "elimination", "faces": (6,)}
    roll_correct(**winter.asking("ada"), **wanted, reason="Mistyped")
    assert counts(boars).keys() == {("elimination", "entered"), ("advance", "seeded")}
    # And no one was eliminated at all: both are.
    scores = (SideScore(kobolds.number, 7), SideScore(boars.number, 2))
    report_correct(**winter.asking("ada"), scenario=scenario, report=ScenarioReport(scores), reason="It stood up")
    assert counts(boars).keys() == {("advance", "seeded")}
    eliminated = (Elimination(boars.number, "m1"),)
    again = ScenarioReport(scores, eliminated)
    report_correct(**winter.asking("ada"), scenario=scenario, report=again, reason="It did not")
    assert counts(boars).keys() == {("elimination", "entered"), ("advance", "seeded")}
    winter.assert_sound()


def test_people_and_spectators_see_the_dice_and_strangers_do_not(winter, kobolds, boars):
    fight(winter, kobolds, boars)
    for who in ("ada", "cleo", "bob", "dan"):
        assert "All dice, one by one" in text(winter, who)
    assert answer(winter, "eve").status_code == 404
    assert Client().get(f"/campaigns/{winter.key}/dice/").status_code == 404
    campaign_share(**winter.asking("ada"), shared=True)
    watching = Client()
    watching.get(f"/campaigns/watch/{winter.campaign.spectator_token}/")
    shown = watching.get(f"/campaigns/{winter.key}/dice/")
    assert shown.status_code == 200
    assert b'method="post"' not in shown.content.split(b"<main")[1]


def test_before_the_first_scenario_there_are_no_dice(winter, kobolds):
    assert "No dice yet" in text(winter)


def test_the_page_tells_players_and_sources_apart(winter, kobolds, boars):
    fight(winter, kobolds, boars)
    page = text(winter)
    rows = [row.split("</tr>")[0] for row in page.split('id="sources"')[1].split("<tr>")[1:]]
    lines = [(row.split("<bdi>")[1].split("<")[0], "Entered" in row, ">6<" in row or ">2<" in row) for row in rows[1:]]
    assert [line[:2] for line in lines] == [
        ("Everyone", False),
        ("Everyone", True),
        ("ada", False),
        ("bob", False),
        ("bob", True),
    ]
    assert "Too few dice to tell: 14 of the 30 that a test needs." in page
    assert "Too few rolls to tell: 1 of the 30 that a test needs." in page
    assert 'class="drawing chart"' in page
    number = str(winter.number("bob"))
    assert "Too few dice to tell: 8 of the 30 that a test needs." in text(winter, player=number)
    assert "Too few dice to tell: 2 of the 30 that a test needs." in text(winter, player=number, **{"from": "entered"})
    assert "Too few dice to tell: 12 of the 30 that a test needs." in text(winter, **{"from": "muster"})


def test_with_thirty_dice_and_more_there_is_a_verdict(winter, kobolds, boars):
    for _ in range(3):
        played(winter, {kobolds: 3, boars: 1})
    view = winter.view("bob")
    assert view is not None
    everything, _, _, advance = campaign_dice(view).tests
    assert (everything.count, advance.count) == (36, 12)
    page = text(winter)
    assert everything.verdict in page
    assert everything.figures in page
    assert "5 degrees of freedom" in page


@pytest.mark.parametrize(
    "query", [{"player": "999"}, {"player": "x"}, {"from": "heaven"}, {"luck": "1"}, {"player": "٣"}]
)
def test_odd_addresses_are_answered_with_a_warning(winter, kobolds, boars, query):
    fight(winter, kobolds, boars)
    assert 'class="notice warn"' in text(winter, **query)


def test_standings_entries_and_receipts_lead_to_the_dice(winter, kobolds, boars):
    fight(winter, kobolds, boars)
    client = winter.people["bob"].client
    rolled = next(entry.number for entry in reversed(winter.entries) if entry.kind == "dice-rolled")
    for path in ("standings/", f"journal/{rolled}/", f"journal/{rolled}/rolls/1/"):
        assert f'href="/campaigns/{winter.key}/dice/"' in client.get(f"/campaigns/{winter.key}/{path}").content.decode()


def test_the_page_takes_as_many_queries_after_many_scenarios(winter, kobolds, boars, django_assert_max_num_queries):
    answer(winter, "bob")
    for _ in range(3):
        played(winter, {kobolds: 3, boars: 1})
    # The session and its account, the campaign and its people, crests, the warbands.
    with django_assert_max_num_queries(9):
        answer(winter, "bob")


def test_what_is_stored_of_dice_does_not_grow_with_scenarios(winter, kobolds, boars):
    played(winter, {kobolds: 3, boars: 1}, (boars, "m1"))
    few = len(str(record_of(boars).dice))
    for _ in range(5):
        played(winter, {kobolds: 3, boars: 1})
    assert len(str(record_of(boars).dice)) < few + 120
