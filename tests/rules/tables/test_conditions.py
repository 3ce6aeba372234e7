"""The ten conditions and the loose words."""

import re

import pytest

from rules.errors import RulesError
from rules.tables.conditions import (
    BY_NAME,
    CONDITIONS,
    LOOSE_CONDITIONS,
    STATUSES,
    End,
    action_points,
    condition_changes,
    ends_with_this_turn,
    expanded,
    general_ending,
    may_react,
)
from rules.tables.prose import Entry
from tests.rows import every_row
from tests.rules.tables.entry_kinds import entries_of

CHANGES: dict[str, dict[str, int]] = {
    "encumbered": {"speed": -2},
    "confused": {},
    "controlled": {},
    "off-guard": {"armor": -2},
    "grabbed": {"armor": -2},
    "immobilized": {},
    "rattled": {"fight": -2, "power": -2},
    "sickened": {"fortitude": -2, "reflex": -2, "will": -2},
    "slowed": {},
    "stunned": {},
}


def test_the_ten_conditions_in_the_rulebooks_order() -> None:
    assert [row.name for row in CONDITIONS] == list(CHANGES)


@every_row(("name", "changes"), list(CHANGES.items()))
def test_what_a_condition_does_to_the_stats(name: str, changes: dict[str, int]) -> None:
    assert {change.stat: change.by for change in condition_changes([name])} == changes


@every_row("name", CHANGES)
def test_what_a_condition_does_to_movement_and_turns(name: str) -> None:
    everything = expanded([name])
    assert any(row.no_willing_movement for row in everything) is (name in {"grabbed", "immobilized"})
    assert may_react([name]) is (name not in {"slowed", "stunned"})
    assert action_points([name]) == {"slowed": 1, "stunned": 0}.get(name, 2)
    assert sum(row.opponent_spends for row in everything) == {"confused": 1, "controlled": 2}.get(name, 0)
    modes = ("Flight", "Burrowing", "Wall Climb") if name == "encumbered" else ()
    assert everything[0].loses_modes == modes


def test_grabbed_brings_off_guard_and_immobilized() -> None:
    assert [row.name for row in expanded(["grabbed"])] == ["off-guard", "grabbed", "immobilized"]


def test_the_same_condition_twice_counts_once() -> None:
    assert len(condition_changes(["rattled", "rattled", "dazed"])) == 2
    assert len(condition_changes(["off-guard", "grabbed"])) == 1
    assert action_points(["slowed", "slowed"]) == 1


@every_row(
    ("names", "quickened", "points"),
    [
        ([], False, 2),
        ([], True, 3),
        (["slowed"], False, 1),
        (["slowed"], True, 2),
        (["stunned"], False, 0),
        (["stunned"], True, 0),
        (["slowed", "stunned"], True, 0),
        (["rattled"], False, 2),
    ],
)
def test_the_action_points_of_a_turn(names: list[str], quickened: bool, points: int) -> None:
    assert action_points(names, quickened=quickened) == points


@every_row("name", CHANGES)
def test_conditions_end_with_the_turn_unless_they_came_too_late_to_matter(name: str) -> None:
    assert ends_with_this_turn(name)
    assert ends_with_this_turn(name, gained="during the turn") is (name not in {"slowed", "stunned"})


@every_row("name", CHANGES)
def test_a_condition_gained_as_the_turn_ends_stays_until_the_next_one_ends(name: str) -> None:
    assert not ends_with_this_turn(name, gained="as the turn ends")


@every_row("name", CHANGES)
def test_a_condition_lasts_as_long_as_a_status_or_a_load_causes_it(name: str) -> None:
    assert not ends_with_this_turn(name, held=True)


def test_what_ends_each_condition() -> None:
    assert {row.name: row.ends for row in CONDITIONS} == {
        **dict.fromkeys(CHANGES, (End.TURN,)),
        "grabbed": (End.TURN, End.OUT_OF_REACH),
        "slowed": (End.PAID_TURN,),
        "stunned": (End.PAID_TURN,),
    }


def test_a_condition_that_a_status_gives_says_that_it_lasts() -> None:
    given = {name: status.name for status in STATUSES for name in status.gives if name in BY_NAME}
    assert {row.name for row in CONDITIONS if row.held_while} == given.keys()
    assert BY_NAME["off-guard"].held_while[:2] == ("flanked", "prone")


@every_row("entry", entries_of("condition")[: len(CHANGES)], ids=lambda entry: entry.name)
def test_an_entry_says_once_how_its_condition_ends(entry: Entry) -> None:
    row = BY_NAME[entry.name]
    ending = entry.text.split("\n\n")[-1]
    assert ending == row.ending
    assert ending.startswith(("It ends when the ", "It ends at the end of the "))
    assert ("the turn on which it took action points away" in ending) is (End.PAID_TURN in row.ends)
    assert ("neither the end of the turn nor Escape ends it" in ending) is bool(row.held_while)
    assert all(word in ending for word in row.held_while)
    assert len(re.findall("It ends (?:when|at the end)", entry.text)) == 1
    assert "does not end with the turn" not in entry.text


def test_how_conditions_end_in_a_few_sentences() -> None:
    answer = general_ending()
    words = ("when the creature's turn ends", "Escape", "took action points away", "as long as its cause", "twice")
    assert [word for word in words if word not in answer] == []


def test_what_each_loose_word_counts_as() -> None:
    assert {row.name: row.counts_as for row in LOOSE_CONDITIONS} == {
        "dazed": ("rattled",),
        "dazzled": ("rattled",),
        "restrained": ("immobilized",),
        "fascinated": (),
        "petrified": (),
        "charmed": (),
        "cannot be healed": (),
        "cannot make attacks": (),
        "cannot make ranged attacks": (),
    }


def test_the_words_of_the_later_edition_say_where_they_come_from() -> None:
    later = {row.name for row in LOOSE_CONDITIONS if row.source != "p2v-core-1.3"}
    assert later == {"charmed", "cannot be healed", "cannot make attacks", "cannot make ranged attacks"}


def test_an_unknown_condition_is_refused() -> None:
    with pytest.raises(RulesError, match="'sleepy' is not a condition"):
        expanded(["sleepy"])


def test_every_condition_and_loose_word_has_one_entry() -> None:
    entries = entries_of("condition")
    assert [entry.name for entry in entries] == [*CHANGES, *(row.name for row in LOOSE_CONDITIONS)]
    assert len({entry.key for entry in entries}) == 19
    assert dict(entries[6].facts) == {"Fight": "-2", "Power": "-2"}
    assert dict(entries[10].facts) == {"Counts as": "rattled", "Fight": "-2", "Power": "-2"}


def test_dazed_is_read_as_rattled() -> None:
    # Ruling 97.
    assert expanded(["dazed"]) == (BY_NAME["rattled"],)
