"""Undo, redo and consent; documents and the states that they replay to."""

from __future__ import annotations

import json

import pytest

from rules.combat.log import LogEntry, LogEvent, StepRedone, StepUndone, UndoAnswered, UndoAsked, live_entries
from rules.errors import ChangeRefused, DocumentError
from rules.families.documents import battle_document, battle_from_document, states_of
from rules.p2v_combat.events.moving import CreatureAppeared
from rules.p2v_combat.events.objectives import SecretShown, SpotDug
from rules.p2v_combat.events.reactions import BattleOptionChosen
from rules.p2v_combat.family import battle_state_document
from tests.rules.folds import fold_battle
from tests.rules.p2v_combat.tables import PlayedTable, setup_of

PEOPLE = ("a", "b")


class Log:
    def __init__(self) -> None:
        self.entries: list[LogEntry] = []

    def add(self, side: str, event: LogEvent | None = None) -> Log:
        number = len(self.entries) + 1
        added = [*self.entries, LogEntry(number, number, side, event)]
        live_entries(added, PEOPLE)
        self.entries = added
        return self

    @property
    def live(self) -> list[int]:
        return [entry.number for entry in live_entries(self.entries, PEOPLE)]


def test_a_side_takes_its_own_last_step_back_and_does_it_again() -> None:
    log = Log().add("a").add("a").add("a", StepUndone(2))
    assert log.live == [1]
    assert log.add("a", StepRedone(2)).live == [1, 2]


def test_nothing_is_redone_once_something_new_was_done() -> None:
    log = Log().add("a").add("a", StepUndone(1)).add("a")
    with pytest.raises(ChangeRefused, match="nothing to redo"):
        log.add("a", StepRedone(1))


def test_nobody_takes_back_the_step_of_another_side() -> None:
    log = Log().add("a").add("b")
    with pytest.raises(ChangeRefused, match="Another side"):
        log.add("a", StepUndone(2))
    with pytest.raises(ChangeRefused, match="Only the last"):
        log.add("a", StepUndone(1))


def test_all_sides_agree_to_go_further_back() -> None:
    log = Log().add("a").add("b").add("a").add("a", UndoAsked(1))
    assert log.live == [1, 2, 3]
    assert log.add("b", UndoAnswered(1, True)).live == []
    assert log.add("a", StepRedone(1)).live == [1]


def test_one_side_that_says_no_keeps_everything() -> None:
    log = Log().add("a").add("b").add("a", UndoAsked(1)).add("b", UndoAnswered(1, False))
    assert log.live == [1, 2]
    with pytest.raises(ChangeRefused, match="No one is asking"):
        log.add("b", UndoAnswered(1, True))


def test_a_battle_is_written_and_read_back() -> None:
    table = PlayedTable(setup_of(["boar", "kobold-warrior"], ["boar"])).begin("a").activate("a.m1").end("a.m1")
    document = json.loads(json.dumps(battle_document(table.document)))
    read = battle_from_document(document)
    assert battle_document(read) == document
    states = [state for _, state in states_of(read)]
    assert len(states) == len(table.entries)
    assert battle_state_document(states[-1]) == battle_state_document(table.state)
    assert battle_state_document(fold_battle(read.setup, read.live)) == battle_state_document(table.state)


def test_an_entry_that_cannot_be_played_is_named() -> None:
    table = PlayedTable(setup_of(["boar"], ["boar"])).begin("a")
    document = battle_document(table.document)
    document["log"].append({"number": 4, "step": 4, "side": "b", "event": {"kind": "activated", "creatures": ["b.m1"]}})
    with pytest.raises(DocumentError) as fault:
        list(states_of(battle_from_document(document)))
    assert (fault.value.code, fault.value.path) == ("battle.event", "log[3]")


def test_what_was_shown_goes_back_only_with_the_consent_of_the_others() -> None:
    log = Log().add("a", SpotDug("a.m1", "spot-1", False))
    with pytest.raises(ChangeRefused, match="showed something hidden"):
        log.add("a", StepUndone(1))
    assert log.add("a", UndoAsked(1)).live == [1]
    assert log.add("b", UndoAnswered(1, True)).live == []
    assert log.add("a", StepRedone(1)).live == [1]


def test_a_player_alone_takes_back_what_was_shown() -> None:
    entries = [LogEntry(1, 1, "a", SpotDug("a.m1", "spot-1", False)), LogEntry(2, 2, "a", StepUndone(1))]
    assert live_entries(entries, ["a"]) == []


@pytest.mark.parametrize(
    ("event", "reveals"),
    [
        (SpotDug("a.m1", "spot-1", True), True),
        (SecretShown("a", "target", "b.m1", "0" * 32), True),
        (CreatureAppeared("a.m1", None), True),
        (CreatureAppeared("a.m1", "a.m2"), False),
        (BattleOptionChosen("appears"), True),
        (BattleOptionChosen("stays"), False),
    ],
)
def test_what_shows_something_hidden(event: LogEvent, reveals: bool) -> None:
    assert event.reveals is reveals
