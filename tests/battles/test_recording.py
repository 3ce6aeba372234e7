"""The log of a battle: entries, dice, undo, two people at once, requests that are sent twice."""

from __future__ import annotations

import pytest

from battles.models import BattleEntry
from battles.selectors.folding import entries_of, folded_battle, refolded
from battles.selectors.folding import setup_of as stored_setup
from battles.services.recording import BattleMovedOn, step_redo, step_undo, undo_ask
from common.refusal import Refusal
from rules.battle.documents import battle_state_document
from rules.battle.events.by_hand import HpSet
from rules.battle.events.turns import Activated, Begun
from rules.errors import ChangeRefused
from tests.battles.play import BattleTable, small_battle

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> BattleTable:
    return small_battle()


def test_the_server_rolls_what_a_command_asks_for_in_the_same_step(table: BattleTable) -> None:
    folded = table.begin()
    assert folded.state.phase == "playing"
    assert {entry.step for entry in entries_of(table.battle)} == {1}
    assert table.battle.status == "playing"


def test_the_state_that_is_kept_equals_the_fold_from_the_first_entry(table: BattleTable) -> None:
    table.begin()
    for _ in range(6):
        table.take_turn()
    step_undo(visitor=table.visitor(), key=table.key)
    step_undo(visitor=table.visitor(), key=table.key)
    step_redo(visitor=table.visitor(), key=table.key)
    whole = refolded(stored_setup(table.battle), entries_of(table.battle))
    assert battle_state_document(folded_battle(table.battle).state) == battle_state_document(whole.state)
    assert folded_battle(table.battle).log == whole.log


def test_of_two_people_at_once_one_wins_and_the_other_reads_what_happened(table: BattleTable) -> None:
    table.begin()
    seen = table.battle.head
    table.do(HpSet("a.m1", 3, 0, "test"), seen=seen)
    with pytest.raises(BattleMovedOn) as refused:
        table.do(HpSet("a.m1", 2, 0, "test"), seen=seen)
    assert "by hand" in refused.value.problems[0]


def test_a_request_that_is_sent_twice_counts_once(table: BattleTable) -> None:
    table.begin()
    for _ in range(2):
        table.do(HpSet("a.m1", 3, 0, ""), client_key="k1")
    assert [entry.event.kind for entry in entries_of(table.battle)].count("hp-set") == 1


def test_the_same_choice_again_gives_the_same_die(table: BattleTable) -> None:
    first = table.begin()
    step_undo(visitor=table.visitor(), key=table.key)
    assert table.battle.status == "setting-up"
    assert table.begin().state.first == first.state.first


def test_on_one_phone_all_sides_agree_to_go_back_at_once(table: BattleTable) -> None:
    table.begin()
    start = table.folded.log.done[0].number
    table.take_turn()
    table.take_turn()
    undo_ask(visitor=table.visitor(), key=table.key, step=start + table.folded.log.done[1].number - start)
    assert len(table.folded.log.done) == 1


def test_an_event_that_may_not_be_played_leaves_nothing(table: BattleTable) -> None:
    table.begin()
    head = table.battle.head
    with pytest.raises(Refusal):
        table.do(Begun())
    other = {"a": "b", "b": "a"}[table.folded.state.next_side or ""]
    with pytest.raises(Refusal, match="another side"):
        table.do(Activated((f"{other}.m1",)))
    assert table.battle.head == head


def test_a_stored_entry_that_the_rules_do_not_take_any_more_does_nothing_and_says_so(table: BattleTable) -> None:
    table.begin()
    # As if it had been stored under rules that took it.
    event = {"kind": "turn-ended", "creature": "a.m1", "hazards": []}
    BattleEntry.objects.filter(battle=table.battle, number=table.battle.head).update(event=event)
    battle = table.battle
    folded = refolded(stored_setup(battle), entries_of(battle), stored=battle.head)
    assert any("do not take this step any more" in note.text for note in folded.lines[-1].notes)
    with pytest.raises(ChangeRefused):
        refolded(stored_setup(battle), entries_of(battle))
