"""A battle that was played: its activations, the odds from each on, and where they turned."""

from dataclasses import replace

import pytest

from rules.combat.log import LogEntry
from rules.p2v_combat.events.objectives import SecretShown
from rules.p2v_combat.events.turns import CreaturesActivated
from rules.p2v_combat.luck import ALL
from rules.p2v_combat.setup.plan import SecretChoice, TablePlan
from rules.p2v_combat.setup.steps import sealed_choice
from rules.players.analysis import (
    MOST_POINTS,
    OddsPoint,
    activations_of,
    begin_analysis,
    pick_points,
    play_point,
    turning_points,
)
from rules.players.intervals import Interval
from rules.players.playing import play_to_end
from rules.players.stock import players_for
from tests.rules.p2v_combat.tables import PlayedTable, setup_of

SETUP = setup_of(["boar", "kobold-warrior"], ["guard", "goblin-dog"])


@pytest.fixture(scope="module")
def entries() -> tuple[LogEntry, ...]:
    return play_to_end(SETUP, (), players_for(SETUP, {}, "1"), "1")[0]


def test_each_activation_has_the_state_before_it(entries: tuple[LogEntry, ...]) -> None:
    activations = [*activations_of(SETUP, entries)]
    begun = [entry for entry in entries if isinstance(entry.event, CreaturesActivated)]
    assert [point.entry for point, _ in activations] == [entry.number for entry in begun]
    assert [point.side for point, _ in activations] == [entry.side for entry in begun]
    assert all(state.turn is None and state.next_side == point.side for point, state in activations)


def test_many_activations_are_picked_evenly(entries: tuple[LogEntry, ...]) -> None:
    activations = [*activations_of(SETUP, entries)]
    few = pick_points(activations)
    assert [point for point, _ in few] == [point for point, _ in activations]
    many = pick_points(activations * 50)
    assert len(many) == MOST_POINTS
    numbers = [point.activations for point, _ in many]
    assert sum(numbers) == 50 * len(activations)
    assert max(numbers) - min(numbers) <= 1
    assert pick_points(()) == ()


def test_games_from_a_point_add_up_and_come_again(entries: tuple[LogEntry, ...]) -> None:
    point, state = [*activations_of(SETUP, entries)][2]
    first = second = point
    for _ in range(4):
        first, second = play_point(first, state, 7), play_point(second, state, 7)
    assert first == second
    assert first.games == 4 == sum(first.wins.values())
    assert first.share("a").mean + first.share("b").mean == 1
    assert point.share("a") == (0.5, 0, 1)


def test_a_battle_that_is_decided_has_its_winner_in_every_game() -> None:
    # A guard alone against three crag linnorms.
    setup = setup_of(["crag-linnorm", "crag-linnorm", "crag-linnorm"], ["guard"])
    point, state = next(activations_of(setup, play_to_end(setup, (), players_for(setup, {}, "1"), "1")[0]))
    for _ in range(6):
        point = play_point(point, state, 1)
    assert point.wins == {"a": 6}
    # Wilson's interval for 6 of 6: 1 to 6 / (6 + 1.96²).
    assert point.share("a").low == pytest.approx(6 / (6 + 1.959964**2))


def test_the_analysis_begins_with_luck_points_and_the_end(entries: tuple[LogEntry, ...]) -> None:
    begun = begin_analysis(SETUP, entries)
    assert sorted(begun["end"].values()) == [0, 1]
    assert begin_analysis(SETUP, entries[:-1])["end"] == {}
    assert begun["last"] == entries[-1].number
    assert begun["luck"]["sides"]["a"][ALL][3] == -begun["luck"]["sides"]["b"][ALL][3]
    assert [OddsPoint(**point) for point in begun["points"]] == [
        point for point, _ in pick_points([*activations_of(SETUP, entries)])
    ]


def test_games_know_the_sealed_choices_that_were_shown() -> None:
    choices = [
        SecretChoice(side, purpose, creature, digit * 32)
        for side, purpose, creature, digit in (
            ("a", "assassin", "a.m1", "1"),
            ("a", "target", "b.m1", "2"),
            ("b", "assassin", "b.m1", "3"),
            ("b", "target", "a.m1", "4"),
        )
    ]
    seals = tuple(sealed_choice("", choice) for choice in choices)
    plan = TablePlan(
        sides=("a", "b"), points=50, board_key="small-board", victory="assassins", seals=seals, is_gridless=True
    )
    setup = replace(setup_of(["guard"], ["guard"]), table=plan)
    played = PlayedTable(setup).begin("a").activate("a.m1")
    for choice in choices:
        played.do(SecretShown(choice.side, choice.purpose, choice.choice, choice.salt), choice.side)
    ((point, state),) = activations_of(setup, played.entries)
    assert sum(play_point(point, state, 1).wins.values()) <= 1
    assert state.setup.table is not None
    assert state.setup.table.revealed == tuple(choices)
    # One that was never shown is made again by the player of its side.
    ((_, other),) = activations_of(setup, played.entries[:-4])
    assert other.setup.table is not None
    assert other.setup.table.seals == ()


def curve(*shares: float, error: float = 0.1) -> list[Interval]:
    return [Interval(share, max(share - error, 0.0), min(share + error, 1.0)) for share in shares]


def test_turning_points_are_changes_beyond_their_error() -> None:
    first = curve(0.5, 0.6, 0.9, 0.3)
    second = curve(0.5, 0.4, 0.1, 0.7)
    turns = turning_points({"a": first, "b": second})
    # 10 in 100 is within the error; the last change is the largest.
    assert [(turn.place, turn.side, round(turn.change, 2)) for turn in turns] == [(2, "b", 0.6), (1, "a", 0.3)]
    # Six gains are compared: 2.39 standard errors instead of 1.96.
    assert turns[0].error == pytest.approx(0.02**0.5 * 2.386 / 1.96, rel=1e-3)
    # What counts alone does not count among many.
    assert turning_points({"a": curve(0.5, 0.66)})
    assert not turning_points({"a": curve(0.5, 0.66, 0.66, 0.66, 0.66, 0.66)})
    assert turning_points({"a": curve(0.5, 0.6), "b": curve(0.5, 0.4)}) == ()
    assert turning_points({"a": curve(0.5)}) == turning_points({}) == ()


def test_odds_that_are_known_exactly_have_no_error() -> None:
    end = Interval(1.0, 1.0, 1.0)
    (turn,) = turning_points({"a": [*curve(0.8), end]})
    assert (turn.change, turn.error) == (pytest.approx(0.2), pytest.approx(0.1))
