"""The time that the game thinks in live play: a command that is cut says so, and one battle at once in a process."""

from threading import Thread

import pytest

from battles.selectors.folding import BATTLE_LOGS, battle_file
from battles.services import opponents
from battles.services.opponents import opponent_choose, opponents_open, opponents_play
from rules.families.documents import battle_from_json, replay
from rules.p2v_combat.events.turns import ThinkingCut
from rules.players.decisions import decision_of
from rules.players.stock import PLAYERS
from tests.battles.api_play import sent
from tests.battles.pages import page
from tests.battles.play import BattleTable, small_battle
from tests.programs import error_of, program_of
from tests.warbands.verbs import text_of

pytestmark = pytest.mark.django_db


def due_for(player: str) -> BattleTable:
    """Return a battle in which the game is about to activate a creature of side b."""
    table = small_battle()
    table.begin()
    while table.folded.state.next_side != "b":
        table.take_turn()
    opponent_choose(visitor=table.visitor(), key=table.key, side="b", player=player)
    return table


def go_on(table: BattleTable) -> None:
    opponents_play(opponents_open(visitor=table.visitor(), key=table.key))


def test_a_player_that_is_late_gives_what_is_worth_most_at_once() -> None:
    decision = decision_of(due_for("strong").folded.state)
    assert decision is not None
    player, usual = PLAYERS["strong"]("1"), PLAYERS["strong"]("1")
    weighed, _ = usual.weighed(decision)
    player.is_late = lambda: True
    assert player.choose(decision) == max(weighed, key=lambda pair: pair[1])[0]
    assert player.was_cut
    usual.choose(decision)
    assert not usual.was_cut


def test_the_entry_of_a_command_that_was_cut_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opponents, "MOST_FOR_A_COMMAND", -1.0)
    table = due_for("strong")
    go_on(table)
    entries = BATTLE_LOGS.entries_of(table.battle)
    cut = next(entry for entry in entries if isinstance(entry.event, ThinkingCut))
    command = entries[cut.number - 2]
    assert (command.side, command.step, cut.side, cut.step) == ("b", command.number, None, command.number)
    assert "had no time to weigh more commands" in text_of(page(table, rest="log/"))
    assert replay(battle_from_json(battle_file(table.battle))).fault is None
    ada = program_of(table.owner.owner)
    assert error_of(sent(ada, table.key, {"kind": "thinking-cut", "of_side": "b"}))[0] == 400, "Only the game says so."


def test_with_time_no_entry_says_so() -> None:
    table = due_for("quick")
    go_on(table)
    assert not table.battle.entries.filter(event__kind="thinking-cut").exists()


def test_a_process_thinks_for_one_battle_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    table, heads = due_for("quick"), []
    log = opponents_open(visitor=table.visitor(), key=table.key)

    def _other_request(*args: object) -> None:
        other = Thread(target=lambda: heads.append(opponents_play(log).folded.number))
        other.start()
        other.join()

    monkeypatch.setattr(PLAYERS["quick"], "choose", _other_request)
    monkeypatch.setattr(opponents, "MOST_SECONDS", -1.0)
    opponents_play(log)
    assert heads == [log.folded.number]
