"""The ten terrain tiles, square by square."""

from rules.tables.tiles import LEGEND, TILES, Edge, Tile, entries
from tests.rows import every_row

H, V = "horizontal", "vertical"

# name, in the rulebook, the 5 rows joined, walls and doors as (lie, at, start, stop)
ROWS = [
    ("Dragon Bones", True, "......../..SS..../.SSSSS../..SS..../........", [], []),
    ("Four Pillars", True, ".#....#./......../......../.SSSS.#./........", [], []),
    (
        "Command Center",
        True,
        "......../...S..../.S....../......../.#......",
        [(V, 0, 0, 4), (H, 4, 0, 1), (H, 4, 4, 5), (V, 5, 3, 4)],
        [(H, 4, 2, 4)],
    ),
    ("Mushroom Growth", True, ".SSS..../....SS../...S..../..SSS.../..S.....", [], []),
    ("Crumbling Ruin", True, "...SSS../......../...S..../...S..../#..#....", [(H, 0, 5, 8)], []),
    ("Watchtower", True, "......../..S##S../..####../..S##S../........", [], []),
    (
        "Donjon",
        True,
        "......../......../......../......../........",
        [
            (H, 0, 2, 8),
            (H, 5, 2, 8),
            (V, 8, 0, 5),
            (V, 2, 0, 2),
            (V, 2, 3, 5),
            (V, 4, 0, 2),
            (V, 4, 3, 5),
            (V, 6, 0, 2),
            (V, 6, 3, 5),
        ],
        [(H, 2, 6, 8), (H, 3, 6, 8)],
    ),
    (
        "Crashed Wagon",
        False,
        "......d./.....dd./....Sdd./......../........",
        [(H, 0, 0, 8), (V, 8, 0, 5), (V, 0, 0, 1), (V, 0, 4, 5), (H, 5, 0, 2), (H, 5, 4, 8)],
        [],
    ),
    ("Chapel", False, "###..###/#d.....#/#..SS..#/#.....d#/###..###", [], []),
    ("Hazard", False, "######../#.hhh.../#.hhh.../#.hhh..#/#......#", [], []),
]


def sides(edges: tuple[Edge, ...]) -> list[tuple[str, int, int, int]]:
    return [(edge.lie, edge.at, edge.start, edge.stop) for edge in edges]


def test_every_tile_is_drawn_as_printed() -> None:
    drawn = [(t.name, t.in_rulebook, "/".join(t.grid), sides(t.walls), sides(t.doors)) for t in TILES]
    assert drawn == ROWS


@every_row("tile", TILES, ids=lambda tile: tile.key)
def test_a_tile_is_five_rows_of_eight_squares_and_its_edges_lie_on_it(tile: Tile) -> None:
    assert [len(row) for row in tile.grid] == [8] * 5
    assert set("".join(tile.grid)) <= set(LEGEND)
    for edge in tile.walls + tile.doors:
        (left, top), (right, bottom) = edge.ends
        assert 0 <= left <= right <= 8
        assert 0 <= top <= bottom <= 5


def test_the_letters_stand_for_traits() -> None:
    wagon = TILES[7]
    assert wagon.traits_at(0, 2) == ()
    assert wagon.traits_at(4, 2) == ("difficult", "obstructing")
    assert wagon.traits_at(5, 2) == ("difficult",)
    assert TILES[9].traits_at(2, 1) == ("hazardous",)
    assert TILES[9].traits_at(0, 0) == ("solid",)


def test_a_quarter_turn_stands_the_tile_upright() -> None:
    turned = TILES[1].turned()
    assert turned.grid == (".....", ".S..#", ".S...", ".S...", ".S...", ".....", ".#..#", ".....")


def test_walls_and_doors_turn_with_the_tile() -> None:
    turned = TILES[2].turned()
    assert sides(turned.walls) == [(H, 0, 1, 5), (V, 1, 0, 1), (V, 1, 4, 5), (H, 5, 1, 2)]
    assert sides(turned.doors) == [(V, 1, 2, 4)]


@every_row("tile", TILES, ids=lambda tile: tile.key)
def test_four_quarter_turns_change_nothing(tile: Tile) -> None:
    assert tile.turned(4) == tile
    assert tile.turned(3).turned(1) == tile
    assert tile.turned(2).turned(2) == tile


def test_every_tile_has_its_entry_with_the_drawing() -> None:
    glossary_entries = entries()
    assert [(entry.kind, entry.name) for entry in glossary_entries] == [("terrain-tile", row[0]) for row in ROWS]
    chapel = next(entry for entry in glossary_entries if entry.key == "chapel")
    assert "■■■··■■■\n■△·····■\n■··♠♠··■\n■·····△■\n■■■··■■■" in chapel.text
    assert chapel.facts == (
        ("Size", "8 by 5 squares"),
        ("Difficult and obstructing", "2"),
        ("Solid", "18"),
        ("Difficult", "2"),
    )
