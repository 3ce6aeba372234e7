"""Two phones at the same moment: one log, nothing doubled, and the later one is told."""

from collections.abc import Callable
from typing import Any

import pytest

from battles.models import BattleEntry
from battles.selectors.folding import BATTLE_LOGS, FoldedFight
from battles.selectors.folding import setup_of as stored_setup
from battles.services.recording import event_record, step_undo
from battles.services.seats import seat_link_make, seat_take
from rules.p2v_combat.events.by_hand import HpSet
from rules.p2v_combat.family import P2V, battle_state_document
from tests.battles.play import BattleTable, small_battle
from tests.services.at_once import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def record(table: BattleTable, hp: int, **fields: Any) -> Callable[[], Any]:
    return lambda: event_record(
        visitor=table.visitor(), key=table.key, command=lambda state: HpSet("a.m1", hp, 0, ""), **fields
    )


def check_one_log(table: BattleTable) -> None:
    numbers = list(BattleEntry.objects.filter(battle__key=table.key).values_list("number", flat=True))
    assert numbers == list(range(1, table.battle.head + 1))
    stored = FoldedFight(P2V, stored_setup(table.battle)).followed_by(BATTLE_LOGS.entries_of(table.battle))
    assert battle_state_document(stored.state) == battle_state_document(table.folded.state)


def test_of_several_who_saw_the_same_page_one_wins() -> None:
    table = small_battle()
    table.begin()
    seen = table.battle.head
    refused = at_once(*(record(table, hp, seen=seen) for hp in (1, 2, 3, 4)))
    assert len(refused) == 3
    assert table.battle.head == seen + 1
    check_one_log(table)


def test_a_request_that_is_sent_twice_at_once_counts_once() -> None:
    table = small_battle()
    table.begin()
    head = table.battle.head
    assert not at_once(*(record(table, 3, client_key="the same request") for _ in range(4)))
    assert table.battle.head == head + 1
    check_one_log(table)


def test_taps_and_undo_at_once_give_one_log() -> None:
    table = small_battle()
    table.begin()

    def undo() -> None:
        step_undo(visitor=table.visitor(), key=table.key)

    at_once(*(record(table, hp) for hp in (1, 2, 3)), undo, undo)
    check_one_log(table)


def test_of_two_phones_that_open_a_link_one_takes_the_seat() -> None:
    table = small_battle()
    token = seat_link_make(visitor=table.visitor(), key=table.key, side="b").token or ""
    refused = at_once(*(lambda: seat_take(token=token) for _ in range(3)))
    assert len(refused) == 2
