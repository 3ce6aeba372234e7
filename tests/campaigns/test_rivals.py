"""Rivalries: who eliminated whom and how warbands met, on the pages where they show."""

from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from campaigns.models import CampaignWarband
from campaigns.services.aftermath import dice_roll, scenario_report
from campaigns.services.campaigns import campaign_share
from campaigns.services.corrections import entry_void, scenario_void
from rules.building.members import MemberAdd
from rules.campaigns.results import Feud, Meeting
from rules.campaigns.scenarios import Elimination, ScenarioReport, SideScore
from rules.campaigns.standings import RIVALRIES, MemberRivalry, RivalPair, rivalries
from rules.campaigns.state.warbands import WarbandRecord
from rules.careers import begin
from rules.roster import Member
from tests.campaigns.corrections import report_correct
from tests.campaigns.play import change, commit, field, opened, record_of
from tests.campaigns.verbs import Table
from tests.replays import replayed
from tests.rules.warbands import BOOK

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]


def fight(
    table: Table, kobolds: CampaignWarband, boars: CampaignWarband, *eliminated: Elimination, points: int = 7
) -> int:
    """Play a scenario in which no one is missing; an organizer may field anyone."""
    scenario = opened(table, kobolds, boars)
    for row in (kobolds, boars):
        field(table, scenario, row)
    scores = (SideScore(kobolds.number, points), SideScore(boars.number, 2))
    reported = ScenarioReport(scores, tuple(eliminated))
    send(table, scenario, reported)
    for elimination in eliminated:
        # Recovers fully, so that everyone is there in the next scenario.
        heal(table, scenario, elimination)
    commit(table, scenario)
    return scenario


@replayed
def send(table: Table, scenario: int, reported: ScenarioReport) -> None:
    scenario_report(**table.asking("ada"), scenario=scenario, report=reported)


@replayed
def heal(table: Table, scenario: int, elimination: Elimination) -> None:
    place = {"warband": elimination.warband, "member": elimination.member}
    dice_roll(**table.asking("ada"), scenario=scenario, **place, purpose="elimination", faces=(6,))


def page(table: Table, path: str, who: str = "dan") -> str:
    answer = table.people[who].client.get(f"/campaigns/{table.key}/{path}")
    assert answer.status_code == 200
    return unescape(" ".join(answer.content.decode().split()))


def by_snik(kobolds: CampaignWarband, boars: CampaignWarband) -> Elimination:
    return Elimination(boars.number, "m1", kobolds.number, "m1")


def test_records_keep_who_eliminated_whom_and_how_warbands_met(winter, kobolds, boars):
    fight(winter, kobolds, boars, by_snik(kobolds, boars))
    fight(winter, kobolds, boars, by_snik(kobolds, boars), Elimination(kobolds.number, "m2", boars.number, "m2"))
    fight(winter, kobolds, boars, points=2)
    assert record_of(boars).feuds == (Feud("m1", kobolds.number, "m1", 2),)
    assert record_of(kobolds).feuds == (Feud("m2", boars.number, "m2", 1),)
    assert record_of(kobolds).meetings == (Meeting(boars.number, 3, won=2, drawn=1),)
    assert record_of(boars).meetings == (Meeting(kobolds.number, 3, drawn=1, lost=2),)
    winter.assert_sound()


def test_voids_and_corrections_take_them_back(winter, kobolds, boars):
    first = fight(winter, kobolds, boars, by_snik(kobolds, boars))
    second = fight(winter, kobolds, boars, by_snik(kobolds, boars))
    void = scenario_void(**winter.asking("ada"), scenario=second, reason="Wrong rules")
    assert record_of(boars).feuds == (Feud("m1", kobolds.number, "m1", 1),)
    assert record_of(boars).meetings == (Meeting(kobolds.number, 1, lost=1),)
    entry_void(**winter.asking("ada"), number=void.number, reason="No")
    scores = (SideScore(kobolds.number, 0), SideScore(boars.number, 9))
    other = ScenarioReport(scores, (Elimination(boars.number, "m1", kobolds.number, "m2"),))
    report_correct(**winter.asking("ada"), scenario=first, report=other, reason="It was Snak")
    assert record_of(boars).feuds == (Feud("m1", kobolds.number, "m1", 1), Feud("m1", kobolds.number, "m2", 1))
    assert record_of(kobolds).meetings == (Meeting(boars.number, 2, won=1, lost=1),)
    winter.assert_sound()


def test_the_standings_show_who_met_whom_and_the_nemeses(winter, kobolds, boars):
    fight(winter, kobolds, boars, by_snik(kobolds, boars))
    assert "Nemeses" not in page(winter, "standings/")
    fight(winter, kobolds, boars, by_snik(kobolds, boars))
    shown = page(winter, "standings/").split('id="rivalries"')[1]
    assert "<bdi>Old Boar (The bobs)</bdi>" in shown
    assert "<bdi>Snik (The adas)</bdi>" in shown
    assert "2 times" in shown
    assert rivalries({row.number: record_of(row) for row in (kobolds, boars)}).pairs == (
        RivalPair("The adas", "The bobs", met=2, drawn=0, won=(2, 0), eliminated=(2, 0)),
    )


def test_a_member_names_its_nemesis_and_its_victims(winter, kobolds, boars):
    fight(winter, kobolds, boars, by_snik(kobolds, boars))
    old_boar, snik = f"warbands/{boars.number}/member/?id=m1", f"warbands/{kobolds.number}/member/?id=m1"
    assert "Nemesis" not in page(winter, old_boar)
    assert "Eliminated by" in page(winter, old_boar)
    fight(winter, kobolds, boars, by_snik(kobolds, boars))
    shown = page(winter, old_boar)
    assert "<dt>Nemesis</dt><dd><bdi>Snik (The adas)</bdi>" in shown
    assert "Nemesis" not in page(winter, f"{old_boar}&as_of=1")
    assert "Old Boar (The bobs)" in page(winter, snik)
    assert "Nemesis" not in page(winter, snik)


def test_a_warband_lists_its_rivals(winter, kobolds, boars):
    assert 'id="rivals"' not in page(winter, f"warbands/{kobolds.number}/")
    fight(winter, kobolds, boars, by_snik(kobolds, boars))
    fight(winter, kobolds, boars, points=2)
    row = page(winter, f"warbands/{kobolds.number}/").split('id="rivals"')[1].split("<tbody>")[1].split("</tbody>")[0]
    assert [cell.split("</td>")[0].split(">")[-1] for cell in row.split("<td")[1:]] == ["2", "1", "1", "0", "1", "0"]
    row = page(winter, f"warbands/{kobolds.number}/?as_of=1").split('id="rivals"')[1].split("<tbody>")[1]
    assert [cell.split("</td>")[0].split(">")[-1] for cell in row.split("<td")[1:]] == ["1", "1", "0", "0", "–", "0"]


def test_a_member_whose_recruiting_was_voided_is_no_ones_nemesis(winter, kobolds, boars):
    change(winter, "ada", kobolds, MemberAdd("boar"))
    recruit = record_of(kobolds).careers.members[-1].id
    joined = winter.entries[-1].number
    for _ in range(2):
        fight(winter, kobolds, boars, Elimination(boars.number, "m1", kobolds.number, recruit))
    assert "Nemesis" in page(winter, f"warbands/{boars.number}/member/?id=m1")
    entry_void(**winter.asking("ada"), number=joined, reason="Not recruited")
    assert "Nemesis" not in page(winter, f"warbands/{boars.number}/member/?id=m1")
    assert page(winter, "standings/")
    winter.assert_sound()


def test_spectators_see_rivalries_and_strangers_do_not(winter, kobolds, boars):
    for _ in range(2):
        fight(winter, kobolds, boars, by_snik(kobolds, boars))
    campaign_share(**winter.asking("ada"), shared=True)
    watching = Client()
    watching.get(f"/campaigns/watch/{winter.campaign.spectator_token}/")
    for path in ("standings/", f"warbands/{boars.number}/", f"warbands/{boars.number}/member/?id=m1"):
        assert watching.get(f"/campaigns/{winter.key}/{path}").status_code == 200
        assert winter.people["eve"].client.get(f"/campaigns/{winter.key}/{path}").status_code == 404


def test_pages_take_as_many_queries_after_many_scenarios(winter, kobolds, boars, django_assert_max_num_queries):
    client = winter.people["bob"].client
    paths = [
        f"/campaigns/{winter.key}/warbands/{boars.number}/",
        f"/campaigns/{winter.key}/warbands/{boars.number}/member/?id=m1",
    ]
    fight(winter, kobolds, boars, by_snik(kobolds, boars))
    counts = []
    for _ in range(2):
        for path in paths:
            client.get(path)
            with CaptureQueriesContext(connection) as queries:
                client.get(path)
            counts.append(len(queries))
        for _ in range(3):
            fight(winter, kobolds, boars, by_snik(kobolds, boars))
    assert counts[:2] == counts[2:]


def test_of_many_rivalries_the_fiercest_are_listed():
    def record(number: int) -> WarbandRecord:
        met = tuple(Meeting(other, number + other) for other in range(1, 9) if other != number)
        feuds = tuple(Feud("m1", other, "m1", 2) for other in range(1, 9) if other != number)
        return WarbandRecord(
            f"W{number}", begin((Member("boar", "m1", name=f"B{number}"),), BOOK), meetings=met, feuds=feuds
        )

    ranking = rivalries({number: record(number) for number in range(1, 9)})
    assert (len(ranking.pairs), ranking.more_pairs) == (RIVALRIES, 28 - RIVALRIES)
    assert (ranking.pairs[0].first, ranking.pairs[0].second, ranking.pairs[0].met) == ("W7", "W8", 15)
    assert (len(ranking.members), ranking.more_members) == (RIVALRIES, 56 - RIVALRIES)
    assert ranking.members[0] == MemberRivalry("B1 (W1)", "B2 (W2)", 2)
