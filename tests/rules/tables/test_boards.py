"""Which board a game is played on."""

import pytest

from rules.errors import RulesError
from rules.tables.boards import BOARDS, board_for
from tests.rows import every_row
from tests.rules.tables.entry_kinds import entries_of


def test_the_three_boards() -> None:
    rows = [(b.name, b.max_points, b.width, b.height, b.deploy, b.deploy_depth, b.tiles_per_player) for b in BOARDS]
    assert rows == [
        ("Small Board", 150, 24, 18, "corners", 6, 3),
        ("Medium Board", 500, 36, 24, "corners", 6, 4),
        ("Large Board", None, 48, 36, "long edges", 6, 8),
    ]


@every_row(
    ("points", "players", "size", "deploy", "tiles"),
    [
        (0, 2, (24, 18), "corners", 3),
        (150, 2, (24, 18), "corners", 3),
        (151, 2, (36, 24), "corners", 4),
        (500, 2, (36, 24), "corners", 4),
        (501, 2, (48, 36), "long edges", 8),
        (150, 3, (36, 24), "corners", 4),
        (500, 3, (48, 36), "corners", 8),
        (501, 3, (48, 36), "corners", 8),
        (100, 4, (36, 24), "corners", 4),
        (2000, 4, (48, 36), "corners", 8),
    ],
)
def test_points_and_players_choose_the_board(
    points: int, players: int, size: tuple[int, int], deploy: str, tiles: int
) -> None:
    board = board_for(points, players)
    assert ((board.width, board.height), board.deploy, board.tiles_per_player) == (size, deploy, tiles)


@pytest.mark.parametrize(("points", "players"), [(-1, 2), (200, 1), (200, 5)])
def test_a_game_that_cannot_be_is_refused(points: int, players: int) -> None:
    with pytest.raises(RulesError):
        board_for(points, players)


def test_every_board_has_its_entry() -> None:
    entries = entries_of("board")
    assert [(entry.kind, entry.key) for entry in entries] == [
        ("board", "small-board"),
        ("board", "medium-board"),
        ("board", "large-board"),
    ]
    assert [dict(entry.facts)["Points per side"] for entry in entries] == [
        "up to 150 points",
        "up to 500 points",
        "more than 500 points",
    ]
    assert entries[0].facts[1:] == (
        ("Squares", "24 by 18"),
        ("On the table", "2 by 1½ feet"),
        ("Deployment", "opposite corners, 6 squares"),
        ("Tiles per player", "3"),
    )


def test_an_entry_says_where_three_or_four_players_go() -> None:
    assert [entry.text.split("with such warbands ")[1].split(" and")[0] for entry in entries_of("board")] == [
        "play on the medium board",
        "play on the large board",
        "play on this board",
    ]
