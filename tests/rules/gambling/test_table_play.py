"""A table that plays: bets, balances, cheating, undo, the log in words, receipts."""

import json
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.campaigns.journal import seed_commitment
from rules.combat.log import LogEntry, LogEvent, StepRedone, StepUndone, log_event_document
from rules.dice import SeededRoller
from rules.errors import ChangeRefused, DocumentError
from rules.gambling.conditions import ResultCondition
from rules.gambling.game import GameResult
from rules.gambling.library import ready_games
from rules.gambling.play.fold import roll_cheat, roll_round, table_receipts, table_sentences
from rules.gambling.play.state import (
    CheatDecided,
    CheatTried,
    PlayerLeft,
    PlayerSeated,
    RoundBet,
    RoundPlayed,
    TableState,
    table_event_from_document,
)
from tests.examples import tried
from tests.rows import every_row
from tests.rules.folds import fold_table, live_table_entries
from tests.rules.gambling.games import ON_FIVE, SEATED, game_of, logged

SEED = b"a table in the back room"
GAME = game_of(ON_FIVE, highest_stake=20)
LOST = RoundPlayed((RoundBet("p1", 4, None, (4,)), RoundBet("p2", 10, None, (5,))))
CHEAT = CheatTried(1, "Ilva", "Sleight of Hand", 7, 12, "the house", "Perception", 5, 9)
DECIDED = CheatDecided(1, "She turned the die with her sleeve.", "p1", 1)


def played(*events: LogEvent) -> TableState:
    return fold_table(GAME, logged(*events))


def test_bets_are_settled_and_every_coin_is_accounted_for():
    state = played(*SEATED, LOST)
    first, second = state.rounds[0].bets
    assert (first.shown, first.net, second.shown, second.net) == (0, -4, 1, 15)
    assert (state.balances["p1"], state.balances["p2"], state.house_balance) == (-4, 15, -11)
    last = state.last_bet("p2")
    assert last is not None
    assert last.stake == 10


def test_a_choice_and_the_dice_of_the_house_decide_in_ready_games():
    heron, gate = ready_games()["herons-eye"], ready_games()["gatekeeper"]
    bets = (RoundBet("p1", 2, 8, (8, 1, 8)), RoundBet("p2", 2, 1, (8, 2, 8)))
    state = fold_table(heron, logged(*SEATED, RoundPlayed(bets)))
    assert [bet.net for bet in state.rounds[0].bets] == [14, -2]
    bets = (RoundBet("p1", 5, None, (10, 10)), RoundBet("p2", 5, None, (2, 3)))
    state = fold_table(gate, logged(*SEATED, RoundPlayed(bets, (2, 3))))
    assert [bet.net for bet in state.rounds[0].bets] == [10, -5]


def test_cheating_changes_what_counts_and_not_what_fell_as_ruling_318_has_it():
    state = played(*SEATED, LOST, CHEAT, DECIDED)
    bet = state.rounds[0].bets[0]
    assert (bet.bet.faces, bet.shown, bet.counts, bet.pays) == ((4,), 0, 1, Fraction(3, 2))
    assert (state.balances["p1"], state.house_balance) == (6, -21)
    cheat = state.cheats[0]
    assert (cheat.total, cheat.opposing_total, cheat.higher) == (19, 14, "Ilva")
    assert replace(cheat, opposing_total=19).higher == ""
    assert replace(cheat, opposing_total=20).higher == "the house"
    assert [sentence.title for sentence in table_sentences(GAME, logged(*SEATED, LOST, CHEAT, DECIDED))] == [
        "Ilva sits down",
        "Brann sits down",
        "Round 1",
        "Ilva tries to cheat in round 1",
        "The table decides on round 1",
    ]


def test_the_result_that_counts_may_be_none_and_words_alone_change_nothing():
    caught = CheatDecided(1, "Caught: the house keeps the stake.", "p2", 0)
    assert played(*SEATED, LOST, CHEAT, caught).balances["p2"] == -10
    assert played(*SEATED, LOST, CHEAT, CheatDecided(1, "Nobody saw.")).balances["p2"] == 15


def test_the_log_in_words():
    log = logged(*SEATED, LOST, CHEAT, DECIDED, StepUndone(5), PlayerLeft("p1"))
    lines = {sentence.entry: sentence for sentence in table_sentences(GAME, log)}
    assert lines[3].lines == (
        "Ilva stakes 4 gp and rolls 4: nothing, stake lost (−4 gp).",
        "Brann stakes 10 gp and rolls 5: sum, 3 to 2 (+15 gp).".replace("sum", "Five or more"),
    )
    assert lines[4].lines == (
        "Ilva: Sleight of Hand, 12 + 7 = 19.",
        "the house: Perception, 9 + 5 = 14.",
        "Ilva is higher by 5. The table decides what that means.",
    )
    assert lines[5].lines[1] == "For Ilva, Five or more counts: 3 to 2. The dice stay as they fell."
    assert [line.entry for line in lines.values() if line.is_undone] == [5]
    assert (lines[6].title, lines[7].title) == ("Entry 5 is undone", "Ilva leaves the table")


@every_row(
    "event, fault",
    [
        (PlayerSeated("p3", "ilva"), "has already played here"),
        (PlayerSeated("p1", "Ilva"), "is already at the table"),
        (PlayerLeft("p9"), "Choose one of the players"),
        (RoundPlayed(()), "At least one player must"),
        (RoundPlayed((RoundBet("p1", 21, None, (1,)),)), "may stake 1 to 20 gp, not 21"),
        (RoundPlayed((RoundBet("p1", 1, 3, (1,)),)), "nothing to choose"),
        (RoundPlayed((RoundBet("p1", 1, None, (1,)),) * 2), "one bet a round"),
        (RoundPlayed((RoundBet("p1", 1, None, (7,)),)), "A d6 shows 1 to 6"),
        (RoundPlayed((RoundBet("p1", 1, None, ()),)), "1 faces, not 0"),
        (RoundPlayed((RoundBet("p1", 1, None, (1,)),), (1,)), "0 faces, not 1"),
        (RoundPlayed((RoundBet("p9", 1, None, (1,)),)), "Choose one of the players"),
        (replace(CHEAT, round=2), "Choose one of the rounds"),
        (CheatDecided(1, "Hm"), "No one has tried to cheat"),
    ],
)
def test_what_cannot_be_done_is_refused_with_its_reason(event: LogEvent, fault: str):
    with pytest.raises(ChangeRefused, match=fault):
        played(*SEATED, LOST, event)


@every_row(
    "event, fault",
    [
        (CheatDecided(1, "Hm", "p1", 2), "one of the results"),
        (CheatDecided(1, "Hm", "p3", 1), "who staked something"),
        (CheatDecided(2, "Hm", "p1", 1), "one of the rounds"),
    ],
)
def test_decisions_that_fit_no_bet_are_refused(event: LogEvent, fault: str):
    with pytest.raises(ChangeRefused, match=fault):
        played(*SEATED, LOST, CHEAT, event)


def test_seats_are_limited_and_who_left_comes_back_with_the_same_account():
    game = replace(GAME, seats=2)
    with pytest.raises(ChangeRefused, match="All 2 seats"):
        fold_table(game, logged(*SEATED, PlayerSeated("p3", "Cass")))
    state = played(*SEATED, LOST, PlayerLeft("p2"))
    assert [player.id for player in state.seated] == ["p1"]
    with pytest.raises(ChangeRefused, match="Brann has left"):
        played(*SEATED, PlayerLeft("p2"), LOST)
    state = played(*SEATED, LOST, PlayerLeft("p2"), PlayerSeated("p2", "Brann"))
    assert (len(state.players), state.balances["p2"]) == (2, 15)


def test_a_game_with_a_choice_wants_one():
    with pytest.raises(ChangeRefused, match="choose a face from 1 to 8"):
        fold_table(ready_games()["herons-eye"], logged(*SEATED, RoundPlayed((RoundBet("p1", 1, None, (1, 1, 1)),))))


def test_stakes_lie_on_spots_by_name():
    results = tuple(
        GameResult(name, (ResultCondition("spot", number), ResultCondition("sum", low, high)), Fraction(pays))
        for number, (name, low, high, pays) in enumerate([("High", 4, 6, 1), ("Low", 1, 3, 1)], 1)
    )
    game = game_of(*results, spots=("Above three", "Below four"))
    bets = (RoundBet("p1", 2, 1, (5,)), RoundBet("p2", 4, 2, (5,)))
    log = logged(*SEATED, RoundPlayed(bets))
    assert fold_table(game, log).balances == {"p1": 2, "p2": -4}
    assert table_sentences(game, log)[-1].lines == (
        "Ilva stakes 2 gp on Above three and rolls 5: High, 1 to 1 (+2 gp).",
        "Brann stakes 4 gp on Below four and rolls 5: nothing, stake lost (−4 gp).",
    )
    for choice in (None, 0, 3):
        with pytest.raises(ChangeRefused, match="Ilva must choose Above three or Below four"):
            fold_table(game, logged(*SEATED, RoundPlayed((RoundBet("p1", 2, choice, (5,)),))))


def test_undo_takes_back_the_last_step_and_redo_brings_it_again():
    steps = [*SEATED, LOST, CHEAT, DECIDED]
    for count in range(1, len(steps) + 1):
        before, after = played(*steps[: count - 1]), played(*steps[:count])
        assert played(*steps[:count], StepUndone(count)) == before
        assert played(*steps[:count], StepUndone(count), StepRedone(count)) == after
    with pytest.raises(ChangeRefused):
        played(*SEATED, StepUndone(1))


def test_a_round_that_is_undone_and_played_again_has_new_dice_as_ruling_317_has_it():
    roller, bets = SeededRoller(SEED), (RoundBet("p1", 1), RoundBet("p2", 1))
    rolled = [roll_round(ready_games()["gatekeeper"], bets, entry, roller) for entry in (3, 5, 7, 3)]
    assert rolled[0] == rolled[3]
    assert len({roll.house_faces + roll.bets[0].faces + roll.bets[1].faces for roll in rolled}) == 3
    assert rolled[0].bets[0].faces != rolled[0].bets[1].faces


def seeded_log() -> list[LogEntry]:
    roller, game = SeededRoller(SEED), game_of(ON_FIVE, dice="2d6 1d4", house="1d8")
    bets = (RoundBet("p1", 1), RoundBet("p2", 1))
    first = roll_round(game, bets, 3, roller)
    cheat = roll_cheat(replace(CHEAT, face=1, opposing_face=1), 5, roller)
    return logged(*SEATED, first, StepUndone(3), cheat)


def test_every_roll_of_the_site_has_a_receipt_that_the_seed_gives_again():
    game, log = game_of(ON_FIVE, dice="2d6 1d4", house="1d8"), seeded_log()
    secret = list(table_receipts(game, log, seed_commitment(SEED), None))
    # For each of two players two kinds of dice, for the house one, undone or not; and both checks.
    assert [(receipt.entry, receipt.roll.whose, str(receipt.roll.dice)) for receipt in secret] == [
        (3, "p1", "2d6"),
        (3, "p1", "1d4"),
        (3, "p2", "2d6"),
        (3, "p2", "1d4"),
        (3, "house", "1d8"),
        (5, "cheater", "1d20"),
        (5, "opponent", "1d20"),
    ]
    assert {receipt.verification for receipt in secret} == {"unverifiable"}
    assert {receipt.verification for receipt in table_receipts(game, log, seed_commitment(SEED), SEED)} == {"right"}
    assert {receipt.verification for receipt in table_receipts(game, log, seed_commitment(SEED), b"another")} == {
        "different"
    }


def test_a_face_that_was_changed_shows_in_its_receipt():
    game, log = game_of(ON_FIVE, dice="2d6 1d4", house="1d8"), seeded_log()
    event = log[2].event
    log[2] = replace(log[2], event=replace(event, house_faces=(event.house_faces[0] % 8 + 1,)))
    wrong = [
        receipt for receipt in table_receipts(game, log, seed_commitment(SEED), SEED) if receipt.verification != "right"
    ]
    assert [(receipt.entry, receipt.roll.whose, receipt.verification) for receipt in wrong] == [
        (3, "house", "different")
    ]


def test_dice_that_players_entered_have_no_receipt():
    assert list(table_receipts(GAME, logged(*SEATED, LOST, CHEAT), seed_commitment(SEED), SEED)) == []


@every_row(
    "event", [*SEATED, PlayerLeft("p1"), LOST, CHEAT, DECIDED, CheatDecided(1, "Hm"), StepUndone(3), StepRedone(3)]
)
def test_events_are_read_from_what_they_write(event: LogEvent):
    assert table_event_from_document(json.loads(json.dumps(log_event_document(event)))) == event


@every_row(
    "document",
    [
        [],
        {},
        {"kind": "nonsense"},
        {"kind": "undo-asked", "step": 1},
        {"kind": "player-seated", "player": "p1", "name": ""},
        {"kind": "player-seated", "player": "p1", "name": "a\nb"},
        {"kind": "player-seated", "player": "p123456789", "name": "Ilva"},
        {"kind": "player-left", "player": "p1", "more": 1},
        {**log_event_document(LOST), "bets": [{"player": "p1", "stake": 0, "faces": [1]}]},
        {**log_event_document(LOST), "bets": [{"player": "p1", "stake": 1, "faces": [0]}]},
        {**log_event_document(LOST), "bets": [{"player": "p1", "stake": 1, "faces": [1] * 20}]},
        {**log_event_document(LOST), "origin": "scripted"},
        {**log_event_document(CHEAT), "face": 21},
        {**log_event_document(CHEAT), "modifier": 100},
        {**log_event_document(CHEAT), "round": 0},
        {**log_event_document(DECIDED), "text": "x" * 501},
        {**log_event_document(DECIDED), "result": 13},
    ],
)
def test_hostile_events_are_refused(document: Any):
    with pytest.raises(DocumentError):
        table_event_from_document(document)


@settings(max_examples=tried(30))
@given(st.lists(st.sampled_from(["seat", "leave", "play", "cheat", "decide", "undo", "redo"]), max_size=25), st.data())
def test_coins_never_appear_or_vanish_in_random_play(steps: list[str], data: st.DataObject):
    roller, log, people = SeededRoller(SEED), list[LogEntry](), 0
    for number, step in enumerate(steps, 1):
        state = fold_table(GAME, log)
        undone = [entry.step for entry in log if entry not in live_table_entries(log) and not entry.is_about_log]
        seated = [player.id for player in state.seated]
        event: LogEvent
        match step:
            case "seat":
                people += 1
                event = PlayerSeated(f"p{people}", f"Player {people}")
            case "leave":
                event = PlayerLeft(data.draw(st.sampled_from(seated or ["p0"])))
            case "play":
                event = roll_round(
                    GAME, [RoundBet(player, data.draw(st.integers(1, 20))) for player in seated], number, roller
                )
            case "cheat":
                event = roll_cheat(replace(CHEAT, round=len(state.rounds) or 1), number, roller)
            case "decide":
                event = CheatDecided(
                    len(state.rounds) or 1, "So be it.", (seated or ["p0"])[0], data.draw(st.integers(0, 1))
                )
            case "undo":
                event = StepUndone(max((entry.step for entry in live_table_entries(log)), default=1))
            case _:
                event = StepRedone(max(undone, default=1))
        try:
            after = fold_table(GAME, [*log, *logged_at(len(log), event)])
        except ChangeRefused:
            continue
        log += logged_at(len(log), event)
        assert after.house_balance + sum(after.balances.values()) == 0
        assert len(table_sentences(GAME, log)) == len(log)


def logged_at(before: int, event: LogEvent) -> list[LogEntry]:
    return [replace(logged(event)[0], number=before + 1, step=before + 1)]
