"""The command ``fold_adventure``: exit statuses, what it prints, and what it cannot read."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from rules.dice import SeededRoller

DOCUMENT: dict[str, Any] = {
    "format": "muster-adventure/1",
    "kind": "victory-points",
    "name": "The gate",
    "participants": [{"id": "n1", "name": "Mara", "level": 3, "typed": [{"name": "Diplomacy", "by": 9}]}],
    "facts": {"tracks": [{"key": "trust", "name": "Trust", "end": 5}]},
    "log": [
        {
            "number": 1,
            "step": 1,
            "side": "organizer",
            "event": {
                "kind": "check-rolled",
                "action": "improvise",
                "participant": "n1",
                "target": "trust",
                "skill": "Diplomacy",
                "face": 20,
                "origin": "entered",
                "choices": [],
                "applies": [],
            },
        }
    ],
}


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """Return what runs the command on a document: the exit status and what it printed."""

    def _run(document: object, *arguments: str) -> tuple[int, str]:
        path = tmp_path / "adventure.json"
        path.write_text(json.dumps(document), encoding="utf-8")
        with pytest.raises(SystemExit) as ended:
            call_command("fold_adventure", str(path), *arguments)
        printed = capsys.readouterr()
        return ended.value.code, printed.out + printed.err

    return _run


def test_a_whole_adventure_ends_with_0_and_a_state_for_every_entry(run):
    status, printed = run(DOCUMENT, "--json")
    answer = json.loads(printed)
    assert (status, answer["problems"]) == (0, [])
    assert [state["own"]["points"]["trust"] for state in answer["states"]] == [0, 2]
    assert answer["states"][1]["check"]["degree"] == "critical success"
    assert answer["dice"] == {"right": 0, "different": 0, "unverifiable": 0}


def test_the_dice_of_the_site_are_computed_again(run):
    seeded = {**DOCUMENT["log"][0]["event"], "origin": "seeded", "epoch": 1, "face": 11}
    seed = {"epoch": 1, "from_entry": 0, "commitment": hashlib.sha256(b"seed").hexdigest(), "seed": b"seed".hex()}
    rolled = {**DOCUMENT, "seeds": [seed], "log": [{**DOCUMENT["log"][0], "event": seeded}]}
    face = SeededRoller(b"seed").roll(1, 20, reason="", place=("a1", 1, "n1", "improvise", 1)).faces[0]
    assert run(rolled)[1].endswith(f"Dice of the site: 1 {'right' if face == 11 else 'different'}.\n")
    seeded["face"] = face
    assert json.loads(run(rolled, "--json")[1])["dice"]["right"] == 1


def test_without_json_it_tells_what_happened(run):
    assert run(DOCUMENT) == (0, "[1] Mara: Trust: 2 points gained, 2 now.\nTrust: 2 of 5 points.\n")


def test_an_entry_that_cannot_be_played_makes_the_status_1(run):
    second = {"number": 2, "step": 2, "side": "player-1", "event": {"kind": "round-ended"}}
    broken = {**DOCUMENT, "log": [*DOCUMENT["log"], second]}
    status, printed = run(broken, "--json")
    assert status == 1
    assert json.loads(printed)["problems"] == [
        {"code": "adventure.event", "path": "log[1]", "message": "Only the organizer can do this."}
    ]
    assert run(broken)[1].endswith("  [log[1]] Only the organizer can do this.\n")


def test_what_cannot_be_read_makes_the_status_2(run):
    status, printed = run({**DOCUMENT, "facts": {"tracks": [{"key": "trust"}]}}, "--json")
    assert status == 2
    assert "facts.tracks[0].name" in printed
