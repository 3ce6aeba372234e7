"""The command ``simulate_battle``: two documents that it reads, the same numbers on many workers, and refusals."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

PATH = Path(__file__).parents[1] / "rules" / "p2v_combat" / "a-battle.json"

pytestmark = pytest.mark.django_db


@pytest.fixture
def rosters(small_compendium: None) -> dict[str, Any]:
    def _roster(name: str, *creatures: str) -> dict[str, Any]:
        members = [{"creature": creature} for creature in creatures]
        return {
            "format": "muster-roster/1",
            "name": name,
            "play_mode": "unlimited",
            "points_limit": 100,
            "members": members,
        }

    return {
        "sides": [_roster("Red", "boar"), _roster("Blue", "kobold-warrior")],
        "board": None,
        "mode": "unlimited",
    }


@pytest.fixture
def simulate(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """Return what runs the command on a document and returns what it printed."""

    def _simulate(document: object, *arguments: str) -> str:
        path = tmp_path / "document.json"
        path.write_text(json.dumps(document), encoding="utf-8")
        call_command("simulate_battle", str(path), "--seed", "3", *arguments)
        return capsys.readouterr().out

    return _simulate


@pytest.fixture
def refused(simulate, capsys: pytest.CaptureFixture[str]):
    def _refused(document: object, *arguments: str) -> tuple[str, str]:
        with pytest.raises(SystemExit) as ended:
            simulate(document, "--json", *arguments)
        assert ended.value.code == 2
        error = json.loads(capsys.readouterr().out)["error"]
        return error["code"], error["path"]

    return _refused


def test_odds_of_two_rosters(simulate, rosters):
    odds = json.loads(simulate(rosters, "--games", "3", "--side", "a=random", "--side", "b=random", "--json"))
    assert (odds["games"], odds["seed"]) == (4, 3)
    assert odds["players"] == {"a": "random", "b": "random"}


def test_the_odds_are_the_same_on_two_workers(simulate, rosters):
    words = ("--games", "10", "--side", "a=random", "--side", "b=random", "--json")
    assert simulate(rosters, *words) == simulate(rosters, *words, "--workers", "2")


def test_odds_of_a_battle_are_those_of_its_set_up(simulate):
    document = json.loads(PATH.read_text(encoding="utf-8"))
    odds = [simulate({**document, "log": log}, "--games", "2", "--json") for log in ([], document["log"])]
    assert odds[0] == odds[1]


def test_without_json_each_side_has_a_line(simulate, rosters):
    lines = simulate(rosters, "--games", "2").splitlines()
    assert len(lines) == 3
    assert lines[1].startswith("a Red (")


def test_rosters_fight_on_the_board_of_their_document(simulate, rosters):
    words = ("--games", "4", "--side", "b=random", "--json")
    board = {"format": "muster-board/1", "columns": 30, "rows": 6, "creatures": [], "questions": []}
    assert simulate({**rosters, "board": board}, *words) != simulate(rosters, *words)


@pytest.mark.parametrize(
    ("board", "path"),
    [
        ("nonsense", "board"),
        ({"columns": 10**9}, "board"),
        ({"format": "muster-board/1", "columns": 10**9, "rows": 5}, "board.columns"),
        ({"format": "muster-board/1", "columns": 5, "rows": 5, "creatures": [{"id": "a"}]}, "board.creatures"),
        ({"format": "muster-board/1", "columns": 1, "rows": 1}, "board"),
    ],
)
def test_a_board_that_cannot_be_read_or_has_no_room_is_refused(refused, rosters, board, path):
    assert refused({**rosters, "board": board}, "--games", "2")[1].startswith(path)


def test_what_cannot_be_read_or_played_is_refused(refused, rosters):
    red, blue = rosters["sides"]
    assert refused(rosters, "--games", "0") == ("games.range", "games")
    assert refused(rosters, "--games", "2", "--workers", "0") == ("workers.range", "workers")
    assert refused({**rosters, "sides": [red]}, "--games", "2") == ("document.value", "sides")
    assert refused({**rosters, "odd": 1}, "--games", "2")[0] == "document.unknown_field"
    strange = {**red, "members": [{"creature": "no-such-thing"}]}
    assert refused({**rosters, "sides": [blue, strange]}, "--games", "2") == (
        "creature.unknown",
        "sides[1].members[0].creature",
    )
    assert refused({**rosters, "sides": [{**red, "members": []}, blue]}, "--games", "2")[0] == "roster.empty"
    assert refused([], "--games", "2")[0].startswith("document.")
    assert refused(rosters, "--games", "2", "--side", "a=x")[0] == "player.unknown"
