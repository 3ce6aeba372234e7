"""The battle that docs/a-battle-on-a-board.md tells: its drawings and its sums are those of its document."""

import re
from pathlib import Path

import pytest

from rules.combat.log import LogReplay
from rules.families.documents import battle_from_json, replay
from rules.p2v_combat.standing import board_lines

HERE = Path(__file__).parent
TEXT = (HERE.parents[2] / "docs" / "a-battle-on-a-board.md").read_text(encoding="utf-8")
DRAWN = re.compile(r"^After entry (\d+):\n\n```text\n(.+?)\n```$", re.MULTILINE | re.DOTALL)
SUM = re.compile(r"\d+ \+ \d+ = \d+ against Armor \d+")


@pytest.fixture(scope="module")
def replayed() -> LogReplay:
    return replay(battle_from_json((HERE / "a-battle-on-a-board.json").read_bytes()))


def test_every_drawing_is_the_board_at_that_moment(replayed: LogReplay) -> None:
    states = dict(replayed.states)
    assert replayed.fault is None
    drawings = DRAWN.findall(TEXT)
    assert len(drawings) == 4
    for number, drawing in drawings:
        assert "\n".join(board_lines(states[int(number)])) == drawing, number


def test_the_sums_and_the_damage_of_the_text_are_those_of_the_battle(replayed: LogReplay) -> None:
    told = " ".join(note.text for _, state in replayed.states for note in state.notes)
    sums = SUM.findall(TEXT.replace("\n", " "))
    assert len(sums) == 3
    assert [each for each in sums if each not in told] == []
    assert [replayed.last.combatants[creature].hp for creature in ("a.m2", "b.m1")] == [6, 18]
