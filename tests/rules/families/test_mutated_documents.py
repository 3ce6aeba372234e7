"""Documents of fights with anything changed in them: they replay, or say where and what is wrong, and soon."""

import copy
import json
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rules.errors import DocumentError
from rules.families import FAMILIES
from rules.families.documents import battle_document, battle_from_document, battle_from_json, replay, replayed_states
from rules.p2v_combat.events.acting import CreatureActed
from rules.p2v_combat.numbers import IN_THE_OPEN
from tests.examples import tried

RULES = Path(__file__).parents[1]
TOLD = {
    "p2v": RULES / "p2v_combat" / "a-battle.json",
    "heroic": RULES / "heroic" / "a-heroic-fight.json",
    "older": RULES / "older_pathfinder" / "an-older-fight.json",
}
MOST_SECONDS = 5
"""Far more than any of these documents takes, on any machine."""
ODD: tuple[Any, ...] = (
    *("", " ", "a", "d", "a.1", "b.1", "a.²", "a.99", "\u202eabc", "\x07", "\n", "é" * 81, "x" * 2_001, "99d100", "-1"),
    *(0, -1, 2, 21, 100, 10_000, 10**7, 10**30, -(10**30), 1.0, 0.5, 1e308, True, False, None),
    *([], {}, [[]], [None], {"a": 1}, ["a.1", "a.1"], ["a.1"] * 101),
)

each_told_fight = pytest.mark.parametrize("family", sorted(TOLD))


def _told(family: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(TOLD[family].read_text(encoding="utf-8"))
    return document


def _places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of everything in a document."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in inner:
        yield (*path, key)
        yield from _places(child, (*path, key))


def _change(dice: random.Random, document: dict[str, Any], places: list[tuple[Any, ...]]) -> None:
    """Change one thing: another value, something from elsewhere, nothing there, the same twice, another order."""
    *path, last = dice.choice(places)
    held: Any = document
    for key in path:
        held = held[key]
    match dice.randrange(5):
        case 0 | 1:
            held[last] = dice.choice(ODD)
        case 2:
            held[last] = copy.deepcopy(_at(document, dice.choice(places)))
        case 3:
            del held[last]
        case _:
            entries = document["log"]
            first, other = dice.randrange(len(entries)), dice.randrange(len(entries))
            entries[first]["event"], entries[other]["event"] = entries[other]["event"], entries[first]["event"]


def _at(document: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        document = document[key]
    return document


def _fault(document: dict[str, Any]) -> DocumentError | None:
    """Return what is wrong with a document, None where it replays to its end; all that is told of it is written."""
    try:
        battle = battle_from_json(json.dumps(document).encode())
    except DocumentError as fault:
        return fault
    replayed = replay(battle)
    json.dumps(list(replayed_states(battle.family, replayed)))
    assert battle_from_document(json.loads(json.dumps(battle_document(battle)))).entries == battle.entries
    assert replayed.fault is None or replayed.fault.path
    return replayed.fault


@each_told_fight
def test_a_document_with_anything_changed_replays_or_says_where_and_what_is_wrong(family: str) -> None:
    told = _told(family)
    places, dice, faults = list(_places(told)), random.Random(family), []
    for number in range(tried(60)):
        document = copy.deepcopy(told)
        _change(dice, document, places)
        before = time.process_time()
        faults.append(_fault(document))
        assert time.process_time() - before < MOST_SECONDS, number
    assert all(fault.message for fault in faults if fault is not None)
    assert {fault is None for fault in faults} == {True, False}


@pytest.mark.parametrize("family", ["heroic", "older"])
def test_names_and_notes_lose_control_characters_when_they_are_read(family: str) -> None:
    document = _told(family)
    document["setup"]["sheets"][0] |= {"name": "Old\x1b Flint\x07", "notes": "It bites.\r\nIt flies.\x07"}
    document["setup"]["sides"][0]["name"] = "The\nLanterns\x07"
    battle = battle_from_document(document)
    sheet = battle.setup.combatants[0].sheet
    assert (sheet.name, sheet.word("notes")) == ("Old Flint", "It bites.\nIt flies.")
    assert battle.setup.sides[0].name == "The Lanterns"


@pytest.mark.parametrize("family", ["heroic", "older"])
def test_a_group_that_is_no_single_line_is_refused_with_its_place(family: str) -> None:
    document = _told(family)
    document["setup"]["combatants"][1]["group"] = "a\nb"
    with pytest.raises(DocumentError) as refused:
        battle_from_document(document)
    assert refused.value.path == "setup.combatants[1].group"


def test_a_target_without_circumstances_stands_in_the_open() -> None:
    target = {"creature": "b.m1", "circumstances": None}
    event = FAMILIES["p2v"].event_from(
        {"kind": "acted", "creature": "a.m1", "action": "spear", "way": "", "targets": [target], "choices": []}
    )
    assert isinstance(event, CreatureActed)
    assert event.targets[0].circumstances == IN_THE_OPEN
