"""The fight that docs/a-heroic-fight.md tells: its document replays, and every number of the text is in it."""

import re
from pathlib import Path

import pytest

from rules.combat.log import LogReplay
from rules.combat.state import FightState
from rules.families.documents import battle_document, battle_from_document, battle_from_json, replay
from rules.heroic import HEROIC

HERE = Path(__file__).parent
TEXT = (HERE.parents[2] / "docs" / "a-heroic-fight.md").read_text(encoding="utf-8")
STATED = re.compile(r"^After entry (\d+): (.+)\.$", re.MULTILINE)
ROLLED = re.compile(r"(\d+) \+ (\d+)((?: [+-] \d+)*) = (\d+), tier (\d)")


@pytest.fixture(scope="module")
def replayed() -> LogReplay:
    return replay(battle_from_json((HERE / "a-heroic-fight.json").read_bytes()))


def test_the_document_replays_to_its_end(replayed: LogReplay) -> None:
    assert replayed.fault is None
    assert battle_from_json((HERE / "a-heroic-fight.json").read_bytes()).family is HEROIC
    last = replayed.last
    assert (last.phase, last.round, last.outcome.winner) == ("over", 4, "a")
    assert HEROIC.gains(last) == {"victories": 1}


def test_the_document_is_written_as_it_is_read() -> None:
    battle = battle_from_json((HERE / "a-heroic-fight.json").read_bytes())
    assert battle_from_document(battle_document(battle)) == battle


def test_the_stamina_of_the_text_is_that_of_the_fight(replayed: LogReplay) -> None:
    states = dict(replayed.states)
    stated = STATED.findall(TEXT)
    assert len(stated) == 10
    faults = []
    for number, text in stated:
        state: FightState = states[int(number)]
        left = {state.name(combatant): state.heroic_of(combatant).stamina for combatant in state.combatants}
        faults += [part for part in text.split(", ") if left[part.rsplit(" ", 1)[0]] != int(part.rsplit(" ", 1)[1])]
    assert faults == []


def test_the_rolls_of_the_text_are_those_of_the_fight(replayed: LogReplay) -> None:
    notes = [note for _, state in replayed.states for note in state.notes]
    rolled = {(note.why[0], note.text.split(": ")[-1]) for note in notes if note.why}
    rolls = ROLLED.findall(TEXT.replace("\n", " "))
    assert len(rolls) == 15
    for first, second, added, total, tier in rolls:
        assert int(first) + int(second) + sum(
            int(node.replace(" ", "")) for node in re.findall(r"[+-] \d+", added)
        ) == int(total)
        ends = (f"{total}, tier {tier}.", f"{total}, tier {tier}, failure.")
        assert any((f"2d10: {first} + {second}", end) in rolled for end in ends), (first, second)


def test_the_fight_has_everything_that_it_promises_to_show(replayed: LogReplay) -> None:
    text = " ".join(note.text for _, state in replayed.states for note in state.notes)
    for words in (
        "Surprised: Goblin 3.",
        "The heroes begin.",
        "Mara is dying and loses a Recovery: 0 left.",
        "Goblin 2 defends",
        "The Warden grabs Mara",
        "Mara: Escape Grab fails.",
        "Mara regains 8 Stamina.",
        "Teo regains 6 Stamina.",
        "Goblin 2 is moved 1 square.",
        "Hammer Blow against Goblin 1: 2d6+4: 12 (3 + 5 + 4).",
        "met. The goblins throw down their spears and run into the reeds.",
    ):
        assert words in text
