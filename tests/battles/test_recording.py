"""The log of a battle: entries, dice, undo, two people at once, requests that are sent twice."""

from collections.abc import Iterator
from itertools import takewhile
from random import Random

import pytest

from battles.models import BattleEntry
from battles.selectors.folding import BATTLE_LOGS, FoldedFight, folded_battle
from battles.selectors.folding import setup_of as stored_setup
from battles.services.recording import step_redo, step_undo, undo_ask
from common.refusal import Refusal
from played_logs.selectors.folding import past_among
from played_logs.services.recording import LogMovedOn
from rules.combat.log import (
    LogEntry,
    LogEvent,
    LogState,
    StepRedone,
    UndoAnswered,
    UndoAsked,
    after,
    live_entries,
    log_state,
)
from rules.errors import ChangeRefused
from rules.p2v_combat.announcements import announce_changes
from rules.p2v_combat.events.by_hand import HpSet
from rules.p2v_combat.events.turns import BattleBegun, CreaturesActivated
from rules.p2v_combat.family import P2V, battle_state_document, begin_battle
from rules.p2v_combat.sides import BattleSetup
from rules.p2v_combat.state import BattleState
from tests.battles.play import BattleTable
from tests.examples import tried
from tests.rules.folds import fold_battle

pytestmark = pytest.mark.django_db


def test_the_server_rolls_what_a_command_asks_for_in_the_same_step(table: BattleTable) -> None:
    folded = table.begin()
    assert folded.state.phase == "playing"
    assert {entry.step for entry in BATTLE_LOGS.entries_of(table.battle)} == {1}
    assert table.battle.status == "playing"


def test_the_state_that_is_kept_equals_the_fold_from_the_first_entry(table: BattleTable) -> None:
    table.begin()
    for _ in range(6):
        table.take_turn()
    step_undo(visitor=table.visitor(), key=table.key)
    step_undo(visitor=table.visitor(), key=table.key)
    step_redo(visitor=table.visitor(), key=table.key)
    whole = FoldedFight(P2V, stored_setup(table.battle)).followed_by(BATTLE_LOGS.entries_of(table.battle))
    assert battle_state_document(folded_battle(table.battle).state) == battle_state_document(whole.state)
    assert folded_battle(table.battle).log == whole.log


def test_of_two_people_at_once_one_wins_and_the_other_reads_what_happened(table: BattleTable) -> None:
    table.begin()
    seen = table.battle.head
    table.do(HpSet("a.m1", 3, 0, "test"), seen=seen)
    with pytest.raises(LogMovedOn) as refused:
        table.do(HpSet("a.m1", 2, 0, "test"), seen=seen)
    assert "by hand" in refused.value.problems[0]


def test_a_request_that_is_sent_twice_counts_once(table: BattleTable) -> None:
    table.begin()
    for _ in range(2):
        table.do(HpSet("a.m1", 3, 0, ""), client_key="k1")
    assert [entry.event.kind for entry in BATTLE_LOGS.entries_of(table.battle)].count("hp-set") == 1


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
        table.do(BattleBegun())
    other = {"a": "b", "b": "a"}[table.folded.state.next_side or ""]
    with pytest.raises(Refusal, match="another side"):
        table.do(CreaturesActivated((f"{other}.m1",)))
    assert table.battle.head == head


def test_a_stored_entry_that_the_rules_do_not_take_any_more_does_nothing_and_says_so(table: BattleTable) -> None:
    table.begin()
    # As if it had been stored under rules that took it.
    event = {"kind": "turn-ended", "creature": "a.m1", "hazards": []}
    BattleEntry.objects.filter(battle=table.battle, number=table.battle.head).update(event=event)
    battle = table.battle
    folded = FoldedFight(P2V, stored_setup(battle)).followed_by(BATTLE_LOGS.entries_of(battle), stored=battle.head)
    assert any("no longer accept this step" in note.text for note in folded.lines[-1].notes)
    with pytest.raises(ChangeRefused):
        FoldedFight(P2V, stored_setup(battle)).followed_by(BATTLE_LOGS.entries_of(battle))


def log_of(table: BattleTable, dice: Random, number: int) -> list[LogEntry]:
    """Return the entries of a battle with steps that were taken back, singly and many at once, and done again."""
    entries = BATTLE_LOGS.entries_of(table.battle)
    log = log_state(entries, ("a", "b"))
    for at in range(len(entries) + 1, number):
        event: LogEvent = HpSet("a.m1", 1 + at % 5, 0, f"{at}")
        side = "a"
        if len(log.done) > 3 and dice.random() < 0.15:
            step = dice.choice(log.done[1:]).number if dice.random() < 0.3 else log.done[-1].number
            event = UndoAsked(step)
        elif log.asked is not None and dice.random() < 0.7:
            event, side = UndoAnswered(log.asked.step, True), "b"
        elif log.undone and dice.random() < 0.8:
            event = StepRedone(log.undone[-1].number)
        entry = LogEntry(at, at, side, event)
        log = after(log, entry, ("a", "b"))
        entries.append(entry)
    return entries


class PlayedAgain:
    """Plays entries from the first one on, but those with which the last ones began too only once."""

    def __init__(self, setup: BattleSetup) -> None:
        self.entries: list[LogEntry] = []
        self.states = [begin_battle(setup)]

    def state_after(self, entries: list[LogEntry]) -> BattleState:
        pairs = zip(self.entries, entries, strict=False)
        alike = sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1], pairs))
        del self.states[alike + 1 :]
        for entry in entries[alike:]:
            self.states.append(P2V.play(self.states[-1], entry.event, entry.side))
        self.entries = entries
        return self.states[-1]


@pytest.mark.slow
def test_undo_and_redo_lead_to_the_state_that_the_steps_that_count_lead_to(table: BattleTable) -> None:
    table.begin()
    for _ in range(4):
        table.take_turn()
    setup = stored_setup(table.battle)
    for seed in range(tried(30)):
        entries = log_of(table, Random(seed), 400)
        folded, log, plays = FoldedFight(P2V, setup), LogState(), PlayedAgain(setup)
        for place, entry in enumerate(entries):
            folded = folded.followed_by([entry], past_among(entries))
            log = after(log, entry, setup.people)
            if place % 37 == 0 or entry.is_about_log:
                done = {step.number for step in log.done}
                counting = [entry for entry in entries[: place + 1] if entry.step in done and not entry.is_about_log]
                whole = plays.state_after(counting)
                assert battle_state_document(folded.state) == battle_state_document(whole), (seed, entry)
                steps = [step.number for step in folded.log.done]
                assert [steps[entry.place] for entry in folded.kept] == [entry.step for entry in folded.kept]
                assert [battle_round.round for battle_round in folded.rounds] == sorted(
                    {battle_round.round for battle_round in folded.rounds}
                )
        first_to_last = fold_battle(setup, live_entries(entries, setup.people))
        assert battle_state_document(folded.state) == battle_state_document(first_to_last), seed
        assert FoldedFight(P2V, setup).followed_by(entries).log == folded.log == log


def test_what_is_kept_of_a_long_battle_grows_slowly_and_far_steps_are_not_folded_from_the_first(
    table: BattleTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.begin()
    entries = BATTLE_LOGS.entries_of(table.battle)
    entries += [
        LogEntry(number, number, "a", HpSet("a.m1", 1 + number % 5, 0, "")) for number in range(len(entries) + 1, 3000)
    ]
    folded = FoldedFight(P2V, stored_setup(table.battle)).followed_by(entries)
    assert len(folded.kept) < 250
    played = []
    monkeypatch.setattr(
        "rules.p2v_combat.family.announce_changes", lambda *given: played.append(given) or announce_changes(*given)
    )
    back = [LogEntry(3000, 3000, "a", UndoAsked(2500)), LogEntry(3001, 3001, "b", UndoAnswered(2500, True))]
    folded = folded.followed_by(back, past_among(entries))
    assert len(played) < 500, "fewer than were taken back"
    played.clear()
    looked_at: list[LogEntry] = []

    def past(number: int, step: int) -> Iterator[LogEntry]:
        for entry in past_among(entries)(number, step):
            looked_at.append(entry)
            yield entry

    folded = folded.followed_by([LogEntry(3002, 3002, "a", StepRedone(2500))], past)
    assert len(played) <= 1
    assert folded.log.done[-1].number == 2500
    assert len(looked_at) <= 1, "nothing that came later is read again"


def test_the_past_of_a_stored_battle_ends_with_the_step_that_is_asked_for(table: BattleTable) -> None:
    table.begin()
    for _ in range(2):
        table.take_turn()
    entries = BATTLE_LOGS.entries_of(table.battle)
    step = entries[-1].step - 1
    past = list(BATTLE_LOGS.past_of(table.battle)(1, step))
    assert past == list(past_among(entries)(1, step)) == [entry for entry in entries[1:] if entry.step <= step]
    assert past
