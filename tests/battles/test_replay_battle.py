"""The command ``replay_battle``: exit statuses, what it prints, and what it cannot read."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

TOLD = json.loads((Path(__file__).parents[1] / "rules" / "p2v_combat" / "a-battle.json").read_text(encoding="utf-8"))

pytestmark = pytest.mark.django_db


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """Return what runs the command on a document: the exit status and what it printed."""

    def _run(document: object, *arguments: str) -> tuple[int, str]:
        path = tmp_path / "battle.json"
        path.write_text(json.dumps(document), encoding="utf-8")
        with pytest.raises(SystemExit) as ended:
            call_command("replay_battle", str(path), *arguments)
        printed = capsys.readouterr()
        assert printed.err == ""
        return ended.value.code, printed.out

    return _run


@pytest.fixture
def told() -> dict[str, Any]:
    return copy.deepcopy(TOLD)


def test_a_whole_battle_ends_with_0_and_a_state_for_every_entry(run, told):
    status, printed = run(told, "--json")
    answer = json.loads(printed)
    assert (status, answer["problems"]) == (0, [])
    assert [state["entry"] for state in answer["states"]] == list(range(len(told["log"]) + 1))
    assert answer["states"][0]["phase"] == "initiative"
    assert answer["states"][5]["asks"]["kind"] == "roll"
    assert answer["states"][-1]["phase"] == "over"


def test_each_state_is_a_line_so_that_a_long_battle_is_never_held_as_a_whole(run, told):
    lines = run(told, "--json")[1].splitlines()
    assert len(lines) == len(told["log"]) + 3, "the first and the last line, and a state before the first entry"
    assert [json.loads(line.rstrip(","))["entry"] for line in lines[1:-1]] == list(range(len(told["log"]) + 1))


def test_every_kind_of_question_is_printed(run, told):
    answer = json.loads(run(told, "--json")[1])
    kinds = {state["asks"]["kind"] for state in answer["states"] if state["asks"]}
    assert kinds == {"roll", "choice", "offer", "act"}


def test_what_each_creature_may_do_at_the_end_is_printed_on_request(run, told):
    whole = json.loads(run(told, "--json")[1])
    place = next(place for place, state in enumerate(whole["states"]) if state["turn"] and not state["asks"])
    actor = whole["states"][place]["turn"]["acting"][0]["creature"]
    del told["log"][place:]
    answer = json.loads(run(told, "--json", "--commands")[1])
    assert [event["kind"] for event in answer["commands"][actor]][-1] == "turn-ended"
    assert set(answer["commands"]) == {creature["id"] for creature in answer["states"][-1]["creatures"]}
    assert f'{actor}: {{"kind": "turn-ended"' in run(told, "--commands")[1]


def test_an_entry_that_cannot_be_played_makes_the_status_1(run, told):
    del told["log"][4:]
    told["log"].append({"number": 5, "step": 5, "side": "b", "event": {"kind": "activated", "creatures": ["b.m1"]}})
    status, printed = run(told, "--json")
    answer = json.loads(printed)
    assert status == 1
    assert [(problem["code"], problem["path"]) for problem in answer["problems"]] == [("battle.event", "log[4]")]
    assert len(answer["states"]) == 5


def test_what_is_not_a_battle_ends_with_2(run, told):
    told["setup"]["sides"] = []
    status, printed = run(told, "--json")
    assert status == 2
    assert json.loads(printed)["error"]["path"] == "setup"


def test_a_person_is_told_what_happened(run, told):
    status, printed = run(told)
    assert status == 0
    assert "[40] Mouser: Mouser is dying." in printed
    assert "Wick: 37 of 45 HP, left" in printed
