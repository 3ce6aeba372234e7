"""A league that is run by programs, and what they may not do."""

import pytest

from campaigns.services.aftermath import dice_roll_all
from tests.campaigns.api.asking import Programs, place
from tests.campaigns.play import KOBOLDS, enlist, field, report
from tests.campaigns.verbs import Table
from tests.programs import error_of, told

pytestmark = pytest.mark.usefixtures("small_compendium")

POINTS = {
    "major_victory": 5,
    "minor_victory": 4,
    "draw": 2,
    "minor_defeat": 1,
    "major_defeat": 0,
    "bye": 4,
    "forfeit_won": 4,
    "forfeit_lost": 0,
}


@pytest.fixture
def rows(winter: Table):
    """Return three warbands."""
    return [enlist(winter, name, *KOBOLDS, warband=f"Warband of {name}") for name in ("ada", "bob", "dan")]


def test_a_round_is_paired_played_and_applied_by_programs(winter: Table, programs: Programs, rows):
    ada, bob = programs["ada"], programs["bob"]
    league = bob.get(place(winter, "league/"))
    assert told(league) == {
        "version": winter.campaign.head,
        "rules": None,
        "divisions": [],
        "tables": [],
        "outside": 0,
        "rounds": [],
    }
    rules = {"points": POINTS, "tiebreakers": ["difference"], "bye_counts": False}
    set_rules = ada.send("PUT", place(winter, "league/rules/"), {"rules": rules}, If_Match=league["ETag"])
    assert told(set_rules)["rules"] == rules
    planned = ada.post(place(winter, "rounds/"), {"name": "Thaw", "points_limit": 150})
    assert planned["Location"] == f"/api/v1/{place(winter, 'rounds/1/')}"
    assert (told(planned, 201)["title"], planned.json()["plan"]["points_limit"]) == ("Thaw", 150)

    pairing = told(ada.get(place(winter, "rounds/1/pairing/")))
    assert told(ada.get(place(winter, "rounds/1/pairing/?way=swiss"))) == pairing
    (table,), (resting,) = pairing["tables"], pairing["byes"]
    assert sorted([*table["warbands"], resting]) == [1, 2, 3]
    assert told(ada.get(place(winter, f"rounds/1/pairing/?absent={resting}")))["byes"] == []
    paired = told(ada.post(place(winter, "rounds/1/pairing/"), {"tables": [table["warbands"]], "byes": [resting]}))
    assert paired["byes"] == [resting]
    assert paired["tables"] == [
        {
            "scenario": 1,
            "status": "planned",
            "warbands": table["warbands"],
            "is_ready": False,
            "waits": ["It has to be opened."],
            "stage": "planned",
            "due": "",
            "late": 0,
        }
    ]
    board = told(bob.get(place(winter, "board/")))
    assert (board["round"], board["tables"]) == (1, paired["tables"])
    assert told(bob.get(place(winter, "board/?state=late&round=1&player=1")))["tables"] == []
    assert bob.get(place(winter, "board/?state=lost")).status_code == 400
    assert told(ada.post(place(winter, "rounds/1/open/"))) == {"done": [1], "left_out": []}
    applied = told(ada.post(place(winter, "rounds/1/apply/"), {"scenarios": [1]}))
    assert applied["done"] == []
    assert applied["left_out"][0]["scenario"] == 1
    pair = [rows[number - 1] for number in table["warbands"]]
    for row in pair:
        field(winter, 1, row)
    report(winter, 1, {pair[0]: 9, pair[1]: 2}, (pair[1], "m1"))
    dice_roll_all(**winter.asking("ada"), scenario=1)
    assert told(bob.get(place(winter, "rounds/1/")))["tables"][0]["is_ready"] is True
    assert told(ada.post(place(winter, "rounds/1/apply/"), {"scenarios": [1]})) == {"done": [1], "left_out": []}
    lines = told(bob.get(place(winter, "league/")))["tables"][0]["lines"]
    first = lines[0]
    assert (first["place"], first["warband"], first["points"], first["results"], first["difference"]) == (
        1,
        pair[0].number,
        5,
        ["major victory"],
        7,
    )
    assert [line["points"] for line in lines] == [5, 0, 0]
    winter.assert_sound()


def test_a_forfeit_counts_in_the_league_and_its_entry_can_be_voided(winter: Table, programs: Programs, rows):
    ada = programs["ada"]
    scenario = told(ada.post(place(winter, "scenarios/"), {"warbands": [1, 2]}), 201)["number"]
    forfeited = ada.post(place(winter, f"scenarios/{scenario}/forfeit/"), {"absent": [2], "reason": "Snow"})
    assert told(forfeited)["status"] == "forfeited"
    refused = ada.post(place(winter, f"scenarios/{scenario}/forfeit/"), {"absent": [2]})
    assert error_of(refused) == (409, "scenario.state")


def test_divisions_are_set_whole(winter: Table, programs: Programs, rows):
    ada = programs["ada"]
    divisions = [{"name": "North", "warbands": [1, 2]}, {"name": "South", "warbands": [3]}]
    answer = ada.send("PUT", place(winter, "league/divisions/"), {"divisions": divisions}, If_Match="*")
    assert told(answer)["divisions"] == divisions
    wrong = {"divisions": [{"name": "East", "warbands": [9]}]}
    answer = ada.send("PUT", place(winter, "league/divisions/"), wrong, If_Match="*")
    assert answer.json()["error"]["message"] == "Choose among the warbands of this campaign."


@pytest.mark.parametrize(
    ("method", "rest", "body", "status", "code"),
    [
        ("GET", "rounds/9/", None, 404, "round.gone"),
        ("GET", "rounds/99999999999/", None, 404, "round.gone"),
        ("GET", "rounds/1/pairing/?way=luck", None, 400, "invalid"),
        ("GET", "rounds/1/pairing/?absent=x", None, 400, "invalid"),
        ("POST", "rounds/1/pairing/", {"tables": [[1]]}, 400, "invalid"),
        ("POST", "rounds/1/pairing/", {"tables": [[1, 2]], "more": 1}, 400, "invalid"),
        ("POST", "rounds/1/pairing/", {"tables": [[1, 1]]}, 409, "round.state"),
        ("PUT", "league/rules/", {"rules": {"points": {"draw": 101}}}, 400, "document.range"),
        ("PUT", "league/rules/", {"rules": {"tiebreakers": ["luck"]}}, 400, "document.value"),
        ("PUT", "league/rules/", {}, 400, "document.type"),
        ("PUT", "league/divisions/", {"divisions": [{"warbands": [1]}]}, 400, "document.missing"),
        ("POST", "rounds/", {"starts": "soon"}, 400, "document.value"),
    ],
)
def test_what_programs_read_of_a_fault(winter: Table, programs: Programs, rows, method, rest, body, status, code):
    programs["ada"].post(place(winter, "rounds/"), {})
    headers = {"If_Match": "*"} if method == "PUT" else {}
    answer = programs["ada"].send(method, place(winter, rest), body, **headers)
    assert error_of(answer) == (status, code)


def test_null_for_the_points_means_the_usual_ones(winter: Table, programs: Programs):
    ada, rules = programs["ada"], place(winter, "league/rules/")
    answer = told(ada.send("PUT", rules, {"rules": {"points": None}}, If_Match="*"))
    assert answer["rules"]["points"]["major_victory"] == 3
    assert programs["bob"].get(place(winter, "league/")).status_code == 200
