"""A campaign to take away by programs: files of its league, its chronicle, certificates; who met whom, and seeds."""

import zipfile
from io import BytesIO
from typing import Any

import pytest

from campaigns.services.leagues import league_set, round_plan
from campaigns.services.seasons import season_finish
from rules.campaigns.leagues.rounds import RoundPlan
from rules.campaigns.leagues.settings import LeagueRules
from tests.campaigns.api.asking import Programs, place
from tests.campaigns.play import KOBOLDS, enlist, played
from tests.campaigns.verbs import Table
from tests.programs import error_of, told

pytestmark = pytest.mark.usefixtures("small_compendium")


@pytest.fixture
def rows(winter: Table, programs: Programs) -> list[Any]:
    """Return three warbands in a league, of which the first has beaten the second; round 1 is planned for one day."""
    names = {"ada": "@everyone", "bob": "Red <@12345> Ferry", "dan": "www.gulls.example"}
    rows = [enlist(winter, name, *KOBOLDS, warband=warband) for name, warband in names.items()]
    league_set(**winter.asking("ada"), rules=LeagueRules())
    played(winter, {rows[0]: 9, rows[1]: 2})
    round_plan(**winter.asking("ada"), plan=RoundPlan(starts="2026-12-01", ends="2026-12-01"))
    return rows


def test_a_league_is_taken_away_as_files(winter: Table, programs: Programs, rows):
    bob, files = programs["bob"], place(winter, "league/files/")
    table, text = bob.get(f"{files}table.csv/"), bob.get(f"{files}league.txt/")
    assert (table["Content-Type"], text["Content-Type"]) == ("text/csv; charset=utf-8", "text/plain; charset=utf-8")
    assert "@everyone" in table.content.decode()
    assert "Major victory" in bob.get(f"{files}results.csv/").content.decode()
    assert "xl/workbook.xml" in zipfile.ZipFile(BytesIO(bob.get(f"{files}league.xlsx/").content)).namelist()
    assert error_of(bob.get(f"{files}league.pdf/")) == (404, "league.gone")


def test_names_in_the_text_for_a_chat_mention_no_one(winter: Table, programs: Programs, rows):
    text = programs["bob"].get(place(winter, "league/files/league.txt/")).content.decode()
    assert "everyone" in text
    assert "12345" in text
    assert "gulls" in text
    assert not any(mention in text for mention in ("@everyone", "@here", "<@1", "www."))


def test_the_chronicle_and_the_certificates_are_pdfs(winter: Table, programs: Programs, rows):
    bob, certificates = programs["bob"], place(winter, "season/certificates/")
    assert bob.get(place(winter, "chronicle/")).content.startswith(b"%PDF")
    assert error_of(bob.get(certificates)) == (409, "season.state")
    season_finish(**winter.asking("ada"))
    whole, own = bob.get(certificates), bob.get(f"{certificates}?warband=1")
    assert (whole.status_code, whole["Content-Type"]) == (200, "application/pdf")
    assert 0 < len(own.content) < len(whole.content)
    assert error_of(bob.get(f"{certificates}?warband=3")) == (409, "season.state")
    assert error_of(bob.get(f"{certificates}?warband=x")) == (400, "invalid")


def test_programs_see_who_met_whom_and_who_plays_twice(winter: Table, programs: Programs, rows):
    ada, meetings = programs["ada"], place(winter, "league/meetings/")
    table = told(ada.get(place(winter, "league/")))["tables"][0]
    order = [line["warband"] for line in table["lines"]]
    assert (order[0], table["crossed"][0][0], table["crossed"][0][order.index(2)]) == (1, "·", "W")
    assert (table["crossed"][order.index(2)][0], table["crossed"][order.index(3)][0]) == ("L", "")
    before = [{"warbands": [1, 2], "before": ["“The Old Mill”"]}]
    assert told(ada.get(meetings)) == {"met": before, "clashes": []}
    for pair in ([1, 3], [2, 3]):
        told(
            ada.post(place(winter, "scenarios/"), {"warbands": pair, "date": "2026-12-01", "victory": "assassins"}), 201
        )
    asked = told(ada.get(f"{meetings}?round=1"))
    assert [clash["warband"] for clash in asked["clashes"]] == [3]
    assert len(asked["clashes"][0]["sentences"]) == 2
    assert [meeting["warbands"] for meeting in asked["met"]] == [[1, 2], [1, 3], [2, 3]]
    assert error_of(ada.get(f"{meetings}?round=9")) == (404, "round.gone")
    (proposed,) = told(ada.get(place(winter, "rounds/1/pairing/?absent=3")))["tables"]
    assert (proposed["met"], proposed["before"], proposed["is_unwanted"]) == (1, ["“The Old Mill”"], False)
    assert len(proposed["clashes"]) == 2


def test_programs_ask_for_the_seeds_that_the_tables_suggest(winter: Table, programs: Programs, rows):
    bob, seeds = programs["bob"], place(winter, "league/playoffs/seeds/")
    everyone = told(bob.get(seeds))["seeds"]
    assert (everyone[0], sorted(everyone)) == (1, [1, 2, 3])
    assert told(bob.get(f"{seeds}?entrants=2"))["seeds"] == everyone[:2]
    assert told(bob.get(f"{seeds}?entrants=99999"))["seeds"] == everyone
    assert error_of(bob.get(f"{seeds}?entrants=-1")) == (400, "invalid")
