"""The fight that docs/an-older-fight.md tells: its document replays, and every number of the text is in it."""

import re
from pathlib import Path

import pytest

from rules.combat.log import LogReplay
from rules.families.documents import battle_document, battle_from_json, replay
from rules.older_pathfinder import OLDER_PATHFINDER
from rules.older_pathfinder.numbers import armor_class

HERE = Path(__file__).parent
DOCUMENT = HERE / "an-older-fight.json"
TEXT = " ".join((HERE.parents[2] / "docs" / "an-older-fight.md").read_text(encoding="utf-8").split())
STATED = re.compile(r"After entry (\d+): ([^.]+)\.")
SUM = re.compile(r"(\d+ [+-] \d+ = \d+)(?: is a threat, and)? against ((?:touch )?Armor Class|DC) (\d+)")
INITIATIVE = re.compile(r"(\w+) (\d+ [+-] \d+ = \d+)[,.]")
FIGHTER_ROW = re.compile(r"\| (\w+), [^|]* \| (\d+) \| (\d+) ")


@pytest.fixture(scope="module")
def replayed() -> LogReplay:
    return replay(battle_from_json(DOCUMENT.read_bytes()))


def _notes(replayed: LogReplay) -> str:
    return " ".join(note.text for _, state in replayed.states for note in state.notes)


def test_the_document_replays_to_the_end_of_the_fight(replayed: LogReplay) -> None:
    assert replayed.fault is None
    assert battle_from_json(DOCUMENT.read_bytes()).family is OLDER_PATHFINDER
    assert (replayed.last.phase, replayed.last.round, replayed.last.outcome.winner) == ("over", 3, "a")


def test_the_document_of_the_older_fight_is_written_as_it_is_read() -> None:
    fight = battle_from_json(DOCUMENT.read_bytes())
    assert battle_document(fight)["family"] == "older"
    assert len(fight.entries) - len(fight.live) == 2


def test_hit_points_of_the_text_are_those_of_the_fight(replayed: LogReplay) -> None:
    states, stated = dict(replayed.states), STATED.findall(TEXT)
    assert len(stated) == 7
    for number, text in stated:
        state = states[int(number)]
        for part in text.split(", "):
            name, hp = part.rsplit(" ", 1)
            fighter = next(combatant for combatant in state.combatants.values() if state.name(combatant.id) == name)
            assert fighter.hp == int(hp), (number, part)


def test_the_sheets_of_the_text_are_those_of_the_fight(replayed: LogReplay) -> None:
    state = replayed.states[0][1]
    rows = FIGHTER_ROW.findall(TEXT)
    assert {name for name, _, _ in rows} == {"Mara", "Grub", "Ivo", "Nib", "Tock"}
    for name, hp, armor in rows:
        fighter = next(combatant for combatant in state.combatants if state.name(combatant) == name)
        assert (state.fighter_of(fighter).hp, armor_class(state, fighter)) == (int(hp), int(armor)), name


def test_the_rolls_of_the_text_are_those_of_the_fight(replayed: LogReplay) -> None:
    notes, sums = _notes(replayed), SUM.findall(TEXT)
    assert len(sums) == 18
    for words, against, number in sums:
        assert f"{words} against {against} {number}" in notes
    totals = INITIATIVE.findall(TEXT)
    assert len(totals) == 5
    for name, words in totals:
        assert f"{name}: initiative {words}." in notes


def test_the_fight_has_everything_that_it_promises_to_show(replayed: LogReplay) -> None:
    kinds = {entry.event.kind for entry in battle_from_json(DOCUMENT.read_bytes()).live}
    shown = {
        "initiative",
        "attack",
        "cast",
        "step",
        "delay",
        "act-now",
        "move",
        "offer-taken",
        "maneuver",
        "touch",
        "item",
    }
    assert shown | {"bonus", "heal", "set", "ended"} <= kinds
    assert "Tock can no longer act." in _notes(replayed)
    assert "Mara has exactly 0 hit points: staggered." in _notes(replayed)
