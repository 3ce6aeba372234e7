"""``muster-table-game/1``: written and read whole, and clear about what is wrong with it."""

import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.errors import DocumentError
from rules.gambling.conditions import CONDITION_NAMES, HOUSE_CONDITIONS, ResultCondition
from rules.gambling.game import GameDice, GameResult, TableGame, game_document, game_from_document
from rules.gambling.library import ready_games
from tests.examples import tried
from tests.rows import every_row
from tests.rules.gambling.games import ON_FIVE, game_of


def test_three_games_come_with_muster_and_are_read_from_what_they_write():
    games = ready_games()
    assert list(games) == ["four-crows", "gatekeeper", "herons-eye"]
    for game in games.values():
        assert game_from_document(json.loads(json.dumps(game_document(game)))) == game
    assert [key for key, game in games.items() if game.choices] == ["herons-eye"]
    assert [key for key, game in games.items() if game.house_dice] == ["gatekeeper"]
    assert len(games["four-crows"].results) == 4


DICE = st.lists(st.builds(GameDice, st.integers(1, 6), st.integers(2, 100)), min_size=1, max_size=3).map(tuple)
CONDITIONS = st.builds(
    ResultCondition,
    st.sampled_from([name for name in CONDITION_NAMES if name not in HOUSE_CONDITIONS | {"spot"}]),
    st.integers(1, 50),
    st.none() | st.integers(50, 100),
    st.integers(1, 100),
)
LINES = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), min_size=1, max_size=20).filter(
    str.strip
)
PAYOUTS = st.builds(Fraction, st.integers(-1, 1000), st.integers(1, 100)).filter(lambda payout: payout >= -1)
RESULTS = st.builds(GameResult, LINES, st.lists(CONDITIONS, min_size=1, max_size=3).map(tuple), PAYOUTS)
RESULT_LISTS = st.lists(RESULTS, min_size=1, max_size=4).map(tuple)
GAMES = st.builds(TableGame, name=LINES, dice=DICE, results=RESULT_LISTS, house=LINES)


@settings(max_examples=tried(30))
@given(GAMES)
def test_any_game_is_read_from_what_it_writes(game: TableGame):
    assert game_from_document(json.loads(json.dumps(game_document(game)))) == game


def test_the_spots_of_a_game_are_kept_and_a_game_without_any_is_written_as_before():
    on_second = GameResult("Second", (ResultCondition("spot", 2),), Fraction(1))
    game = game_of(on_second, spots=("First", "The second"))
    document = game_document(game)
    assert document["spots"] == ["First", "The second"]
    assert game_from_document(json.loads(json.dumps(document))) == game
    assert "spots" not in game_document(game_of(ON_FIVE))


def changed(**parts: Any) -> dict[str, Any]:
    return {**game_document(game_of(ON_FIVE)), **parts}


def with_result(**parts: Any) -> dict[str, Any]:
    return changed(results=[{**game_document(game_of(ON_FIVE))["results"][0], **parts}])


HOSTILE: list[tuple[Any, str]] = [
    ([], ""),
    (changed(format="muster-table-game/2"), "format"),
    (changed(name=""), "name"),
    (changed(name="   "), "name"),
    (changed(name="two\nlines"), "name"),
    (changed(name="x" * 81), "name"),
    (changed(house="x" * 2001), "house"),
    (changed(coin=""), "coin"),
    (changed(dice=[]), ""),
    (changed(dice=[{"count": 1, "sides": 6}] * 7), "dice"),
    (changed(dice=[{"count": 1.5, "sides": 6}]), "dice[0].count"),
    (changed(dice=[{"count": True, "sides": 6}]), "dice[0].count"),
    (changed(dice=[{"count": 10**30, "sides": 6}]), "dice[0].count"),
    (changed(dice=[{"count": 1}]), "dice[0].sides"),
    (changed(dice=[{"count": 1, "sides": 6, "color": "red"}]), "dice[0].color"),
    (changed(results=[]), ""),
    (changed(results="all"), "results"),
    (changed(results=game_document(game_of(ON_FIVE))["results"] * 13), "results"),
    (with_result(pays=2), "results[0].pays"),
    (with_result(pays="1/0"), "results[0].pays"),
    (with_result(pays="1001"), "results[0]"),
    (with_result(pays="-3/2"), "results[0]"),
    (with_result(when=[]), "results[0]"),
    (with_result(when=[{"kind": "any"}] * 4), "results[0].when"),
    (with_result(when=[{"kind": "lucky"}]), "results[0].when[0].kind"),
    (with_result(when=[{}]), "results[0].when[0].kind"),
    (with_result(when=[{"kind": "face"}]), "results[0].when[0]"),
    (with_result(when=[{"kind": "sum", "at_least": 0}]), "results[0].when[0].at_least"),
    (with_result(when=[{"kind": "sum", "at_least": 9, "at_most": 3}]), "results[0].when[0]"),
    (with_result(when=[{"kind": "equal"}]), ""),
    (changed(lowest_stake=20), ""),
    (changed(highest_stake=10**9), "highest_stake"),
    (changed(seats=13), "seats"),
    (changed(staff=0), "staff"),
    (changed(more=1), "more"),
    (changed(spots="Over"), "spots"),
    (changed(spots=["Over", " "]), "spots[1]"),
    (changed(spots=["Over", "two\nlines"]), "spots[1]"),
    (changed(spots=["x" * 41]), "spots[0]"),
    (changed(spots=[str(number) for number in range(13)]), "spots"),
    (changed(spots=["Over", "over"]), ""),
    (changed(spots=["Over"], results=[{"name": "a", "when": [{"kind": "chosen"}], "pays": "1"}]), ""),
    (with_result(when=[{"kind": "spot"}]), ""),
]


@every_row("document, path", HOSTILE)
def test_hostile_documents_are_refused_with_the_path(document: Any, path: str):
    with pytest.raises(DocumentError) as caught:
        game_from_document(document)
    assert caught.value.path == path
