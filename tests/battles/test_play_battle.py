"""The command ``play_battle``: what it prints, the same again, and what it cannot play."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from rules.board.ground import BoardGround
from rules.combat.log import LogEntry
from rules.families.documents import BattleDocument, battle_document, battle_from_document, replay
from rules.p2v_combat.events.standing import BoardLaid, CreaturePlace
from tests.rules.p2v_combat.tables import setup_of

PATH = Path(__file__).parents[1] / "rules" / "p2v_combat" / "a-battle.json"

pytestmark = pytest.mark.django_db


@pytest.fixture
def told() -> dict[str, Any]:
    """Return a battle of the documents after thirty entries."""
    document = json.loads(PATH.read_text(encoding="utf-8"))
    return {**document, "log": document["log"][:30]}


@pytest.fixture
def play(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """Return what plays a document with the command and returns what it printed."""

    def _play(document: object, *arguments: str, seed: int = 1) -> str:
        path = tmp_path / "battle.json"
        path.write_text(json.dumps(document), encoding="utf-8")
        call_command("play_battle", str(path), "--seed", str(seed), *arguments)
        return capsys.readouterr().out

    return _play


@pytest.fixture
def refused(play, capsys: pytest.CaptureFixture[str]):
    """Return what plays a document that cannot be played, and returns the error that it printed."""

    def _refused(document: object, *arguments: str) -> dict[str, str]:
        with pytest.raises(SystemExit) as ended:
            play(document, "--json", *arguments)
        assert ended.value.code == 2
        error: dict[str, str] = json.loads(capsys.readouterr().out)["error"]
        return error

    return _refused


def test_a_battle_goes_on_from_its_entries_to_an_end_that_its_log_reaches(play, told):
    answer = json.loads(play(told, "--side", "a=random", "--json"))
    assert list(answer) == ["battle", "result", "players"]
    given, played = battle_from_document(told), battle_from_document(answer["battle"])
    assert (played.setup, played.entries[:30]) == (given.setup, given.entries)
    again = replay(played)
    assert again.fault is None
    assert again.last.phase == "over"
    result = again.last.result
    points = {side: result.points(side) for side in "ab"}
    assert answer["result"] == {"winner": result.winner, "points": points, "rounds": again.last.round}
    assert answer["players"]["a"] == "random"


def test_the_same_seed_gives_the_same_battle_byte_for_byte(play, told):
    assert play(told, "--json") == play(told, "--json") != play(told, "--json", seed=2)


def test_without_json_the_result_is_a_sentence(play, told):
    lines = play(told).splitlines()
    assert lines[0] == "A draw." or "wins" in lines[0]
    assert lines[1].endswith("entries.")


def test_steps_hold_the_dice_that_follow_from_a_command(play, told):
    log = json.loads(play({**told, "log": []}, "--json"))["battle"]["log"]
    rolled = [entry for entry in log if entry["event"]["kind"] == "rolled"]
    assert rolled
    assert all(entry["step"] < entry["number"] and entry["side"] is None for entry in rolled)


def test_a_side_or_player_that_is_not_there_is_refused(refused, told):
    assert refused(told, "--side", "c=random")["code"] == "side.unknown"
    assert refused(told, "--side", "a=nobody")["code"] == "player.unknown"
    assert refused(told, "--side", "a")["code"] == "player.unknown"
    assert refused(told, "--side", "a=random", "--side", "a=random")["code"] == "side.repeated"


def test_a_battle_that_cannot_be_read_or_went_wrong_is_refused(refused, told):
    assert refused([])["code"].startswith("document.")
    told["log"][5]["event"]["faces"] = [21]
    error = refused(told)
    assert (error["code"], error["path"]) == ("battle.event", "log[5]")


def test_a_battle_whose_creatures_are_not_all_on_its_board_is_refused(refused):
    setup, ground = setup_of(["boar"], ["guard"]), BoardGround(6, 6)
    entry = LogEntry(1, 1, None, BoardLaid((CreaturePlace("a.m1", (0, 0)),), ground))
    error = refused(battle_document(BattleDocument(setup, (entry,))))
    assert (error["code"], error["path"]) == ("battle.event", "log")
    assert "Guard" in error["message"]


def test_a_battle_of_other_rules_is_refused(refused, told):
    heroic = json.loads((PATH.parents[1] / "heroic" / "a-heroic-fight.json").read_text(encoding="utf-8"))
    assert refused(heroic)["code"] == "battle.family"
