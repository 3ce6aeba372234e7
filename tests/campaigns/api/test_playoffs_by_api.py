"""Play-offs that are run by programs."""

import pytest

from rules.campaigns.leagues.settings import LeagueRules
from tests.campaigns.api.asking import Programs, place
from tests.campaigns.knockouts import fought
from tests.campaigns.league_play import league_set
from tests.campaigns.play import KOBOLDS, enlist
from tests.campaigns.verbs import Table
from tests.programs import error_of, told

pytestmark = pytest.mark.usefixtures("small_compendium")


@pytest.fixture
def rows(winter: Table):
    """Return three warbands of a league."""
    league_set(**winter.asking("ada"), rules=LeagueRules())
    return [enlist(winter, name, *KOBOLDS, warband=f"Warband of {name}") for name in ("ada", "bob", "dan")]


def test_play_offs_are_drawn_planned_and_decided_by_programs(winter: Table, programs: Programs, rows):
    ada, bob = programs["ada"], programs["bob"]
    assert error_of(bob.get(place(winter, "league/playoffs/"))) == (404, "league.gone")
    drawn = told(ada.post(place(winter, "league/playoffs/"), {"seeds": [3, 1, 2]}))
    assert (drawn["seeds"], drawn["draws"], drawn["third_place"]) == ([3, 1, 2], "played again", True)
    assert drawn["matches"][1] == {
        "stage": "semifinals",
        "place": 2,
        "title": "Semifinal 2",
        "sides": [1, 2],
        "scenarios": [],
        "result": None,
        "winner": None,
        "ground": "",
        "is_due": True,
        "is_in_conflict": False,
    }
    assert told(ada.post(place(winter, "league/playoffs/games/"))) == {"planned": [1], "left_out": []}
    fought(winter, 1, 9, 0)
    told(ada.post(place(winter, "league/playoffs/games/")))
    decision = {"stage": "final", "place": 1, "warband": 1, "reason": "Snow"}
    decided = told(ada.post(place(winter, "league/playoffs/decisions/"), decision))
    assert told(bob.get(place(winter, "league/playoffs/"))) == decided
    assert decided["ranking"] == [
        {"place": 1, "warband": 1, "stage": "final"},
        {"place": 2, "warband": 3, "stage": "final"},
        {"place": 3, "warband": 2, "stage": "third place"},
    ]
    winter.assert_sound()


@pytest.mark.parametrize(
    ("rest", "body", "status", "code"),
    [
        ("league/playoffs/", {"seeds": [1]}, 400, "invalid"),
        ("league/playoffs/", {"seeds": [1, 9]}, 422, "text.invalid"),
        ("league/playoffs/", {"seeds": [1, 2], "draws": "luck"}, 400, "invalid"),
        ("league/playoffs/games/", {}, 404, "league.gone"),
        ("league/playoffs/decisions/", {"stage": "luck", "place": 1, "warband": 1, "reason": "x"}, 400, "invalid"),
        (
            "league/playoffs/decisions/",
            {"stage": "final", "place": 1, "warband": 1, "reason": "x"},
            404,
            "league.gone",
        ),
    ],
)
def test_what_programs_read_of_a_fault(winter: Table, programs: Programs, rows, rest, body, status, code):
    assert error_of(programs["ada"].post(place(winter, rest), body)) == (status, code)


def test_play_offs_are_not_drawn_twice_nor_by_players(winter: Table, programs: Programs, rows):
    body = {"seeds": [1, 2], "draws": "higher seed", "third_place": False}
    assert error_of(programs["bob"].post(place(winter, "league/playoffs/"), body)) == (403, "campaign.forbidden")
    told(programs["ada"].post(place(winter, "league/playoffs/"), body))
    assert error_of(programs["ada"].post(place(winter, "league/playoffs/"), body)) == (409, "league.state")
