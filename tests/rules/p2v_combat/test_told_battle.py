"""The battle that docs/a-battle.md tells: its document replays, and every number of the text is in it."""

import re
from collections import Counter
from pathlib import Path

import pytest

from rules.combat.log import LogReplay
from rules.combat.resolution import pending
from rules.families.documents import battle_document, battle_from_json, replay
from rules.p2v_combat.faces import note_face
from rules.p2v_combat.state import BattleState

HERE = Path(__file__).parent
TEXT = (HERE.parents[2] / "docs" / "a-battle.md").read_text(encoding="utf-8")
STATED = re.compile(r"^After entry (\d+): (.+)\.$", re.MULTILINE)
SUM = re.compile(r"(\d+) \+ (\d+) = (\d+) against (Armor|Power) (\d+)")


@pytest.fixture(scope="module")
def replayed() -> LogReplay:
    return replay(battle_from_json((HERE / "a-battle.json").read_bytes()))


def test_the_document_replays_to_its_end(replayed: LogReplay) -> None:
    assert replayed.fault is None
    assert replayed.last.phase == "over"
    assert replayed.last.result is not None
    assert (replayed.last.result.winner, replayed.last.result.points("a"), replayed.last.result.points("b")) == (
        "a",
        7,
        2,
    )


def test_the_document_is_written_as_it_is_read() -> None:
    battle = battle_from_json((HERE / "a-battle.json").read_bytes())
    assert battle_document(battle)["format"] == "muster-battle/1"
    assert battle_from_json((HERE / "a-battle.json").read_bytes()) == battle


def test_hp_and_victory_points_of_the_text_are_those_of_the_battle(replayed: LogReplay) -> None:
    states = dict(replayed.states)
    stated = STATED.findall(TEXT)
    assert len(stated) == 9
    for number, text in stated:
        state = states[int(number)]
        for part in re.split(r"[,;] ", text):
            _check(state, part)


def _check(state: BattleState, part: str) -> None:
    if part.endswith(" VP"):
        name, points = part.removesuffix(" VP").rsplit(" ", 1)
        side = next(side.key for side in state.setup.sides if side.name == name)
        counted = state.result.points(side) if state.result else dict(state.scores).get(side, 0)
        assert counted == int(points), part
        return
    name, hp = part.rsplit(" ", 1)
    creature = next(combatant for combatant in state.combatants.values() if state.name(combatant.id) == name)
    assert creature.hp == int(hp), part


def test_the_rolls_of_the_text_are_those_of_the_battle(replayed: LogReplay) -> None:
    texts = [note.text for _, state in replayed.states for note in state.notes]
    texts += [ask.reason for _, state in replayed.states if (ask := pending(state)) is not None]
    rolled = " ".join(texts)
    rolls = SUM.findall(TEXT.replace("\n", " "))
    assert len(rolls) == 21
    for face, number, total, name, against in rolls:
        assert f"{face} + {number} = {total} against {name} {against}" in rolled


def test_the_game_has_everything_that_it_promises_to_show(replayed: LogReplay) -> None:
    notes = [note.text for _, state in replayed.states for note in state.notes]
    kinds = {entry.event.kind for entry in battle_from_json((HERE / "a-battle.json").read_bytes()).live}
    assert {"ap-given", "secret-shown", "appeared", "trigger-reported", "offer-taken", "objective-tried"} <= kinds
    assert any(state.turn and state.turn.is_group for _, state in replayed.states)
    assert "Mouser has 5 persistent poison damage." in notes
    assert "Bram reacts: Attack of Opportunity." in notes
    assert "Mouser is no longer dying, and still prone." in notes
    assert sum("’s Reflex save against" in text for text in notes) == 3


def test_every_hit_every_fall_and_the_end_has_a_face(replayed: LogReplay) -> None:
    faces = Counter(note_face(note.text) for _, state in replayed.states for note in state.notes)
    facts = Counter(fact.kind for fact in replayed.last.scored_facts)
    assert facts["damage"] > 5
    assert facts["felled"] > 1
    assert faces["hit"] == facts["damage"]
    assert faces["fall"] == facts["felled"] + facts["eliminated"]
    assert faces["end"] == 1
    assert faces["roll"] == sum(len(SUM.findall(note.text)) for _, state in replayed.states for note in state.notes)
