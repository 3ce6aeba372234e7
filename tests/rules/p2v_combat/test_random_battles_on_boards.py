"""Battles by chance on boards: everyone stands where it can, and each prefix folds to the state that was there."""

import json

import pytest

from rules.combat.log import LogEntry, StepUndone
from rules.dice import SeededRoller
from rules.families.documents import BattleDocument, battle_document, battle_from_document, replay
from rules.p2v_combat.family import P2V, battle_state_document
from rules.p2v_combat.standing import battlefield_of, bearer_of
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.tasks.moves import MoveTask
from rules.players.playing import moves_to_end, play_to_end
from rules.players.stock import players_for
from tests.examples import LONG, THOROUGH
from tests.rules.folds import fold_battle
from tests.rules.p2v_combat.random_boards_in_play import random_board_battle

BATTLES = 10_000 if LONG else 300 if THOROUGH else 50
PARTS = 10
WHOLE = 5
"""One battle of so many is also folded again: from its document, up to an entry, and after an undo."""


def check_places(state: BattleState) -> None:
    """Check that nobody is in a wall, off the board, or on another whom it cannot share a space with."""
    field = battlefield_of(state)
    assert field is not None
    # Who leaves its mount or its swallower waits in their space until its side has placed it.
    waiting = {task.move.creature for task in state.stack if isinstance(task, MoveTask) and task.move.kind == "appear"}
    standing = [figure for figure in field.figures if not bearer_of(state, figure.id) and figure.id not in waiting]
    for figure in standing:
        assert field.ground.contains(figure.space), figure
        # On its way it may squeeze or burrow, and one that is felled there stays.
        is_on_way = bool(state.stack) or figure.is_helpless
        assert is_on_way or not field.ground.solid.cut(figure.space.x, figure.space.y, figure.space.width), figure
    for figure in () if state.stack else standing:
        for other in standing:
            if figure.id < other.id and not figure.space.squares.isdisjoint(other.space.squares):
                # An enemy was helpless when the other came; who is felled on its way stays.
                assert figure.side != other.side or figure.is_helpless or other.is_helpless, (figure, other)


@pytest.mark.parametrize("part", range(PARTS))
def test_everyone_stands_where_it_can_after_each_event(part: int) -> None:
    for seed in range(part * BATTLES // PARTS, (part + 1) * BATTLES // PARTS):
        if seed % WHOLE == 0:
            continue
        setup, laid = random_board_battle(seed)
        state = P2V.play(P2V.begin(setup), laid, None)
        players = players_for(setup, {"a": "random", "b": "random"}, str(seed))
        for move in moves_to_end(state, players, SeededRoller(str(seed).encode())):
            state = move.state
            check_places(state)
        assert state.phase == "over", seed


@pytest.mark.parametrize("part", range(PARTS))
def test_everyone_stands_where_it_can_and_prefixes_fold(part: int) -> None:
    for seed in range(part * BATTLES // PARTS, (part + 1) * BATTLES // PARTS, WHOLE):
        setup, laid = random_board_battle(seed)
        log = (LogEntry(1, 1, None, laid),)
        entries, end = play_to_end(setup, log, players_for(setup, {"a": "random", "b": "random"}, str(seed)), str(seed))
        document = battle_from_document(json.loads(json.dumps(battle_document(BattleDocument(setup, entries)))))
        replayed = replay(document)
        assert replayed.fault is None, seed
        for _, state in replayed.states[1:]:
            check_places(state)
        assert battle_state_document(replayed.last) == battle_state_document(end)
        place = seed % len(document.live)
        before = fold_battle(document.setup, document.live[:place])
        assert battle_state_document(before) == battle_state_document(replayed.states[place][1])
        # Undoing the last step leads back to the state before it.
        last = entries[-1].step
        side = next(entry.side for entry in entries if entry.number == last)
        undone = BattleDocument(setup, (*entries, LogEntry(len(entries) + 1, len(entries) + 1, side, StepUndone(last))))
        kept = [entry for entry in document.live if entry.step != last]
        assert undone.live == kept
        assert battle_state_document(replay(undone).last) == battle_state_document(fold_battle(document.setup, kept))
