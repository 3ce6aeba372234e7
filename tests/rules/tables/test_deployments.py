"""Deployment zones in exact squares, on the three boards."""

import pytest

from rules.errors import RulesError
from rules.tables.boards import (
    ALTERNATIVE,
    DEPLOYMENTS,
    NORMAL,
    Area,
    Deployment,
    board_for,
    normal_deployment,
    pincered_halves,
)
from tests.rows import every_row
from tests.rules.tables.entry_kinds import entries_of

# For each deployment and board: player, part, x, y, width, height
ZONES = {
    ("opposite-corners", 24, 18): [("A", "", 0, 0, 6, 6), ("B", "", 18, 12, 6, 6)],
    ("opposite-corners", 36, 24): [("A", "", 0, 0, 6, 6), ("B", "", 30, 18, 6, 6)],
    ("opposite-edges", 48, 36): [("A", "", 0, 0, 48, 6), ("B", "", 0, 30, 48, 6)],
    ("close-and-personal", 24, 18): [("A", "", 8, 5, 8, 4), ("B", "", 8, 9, 8, 4)],
    ("close-and-personal", 36, 24): [("A", "", 12, 6, 12, 6), ("B", "", 12, 12, 12, 6)],
    ("close-and-personal", 48, 36): [("A", "", 16, 9, 16, 9), ("B", "", 16, 18, 16, 9)],
    ("pincered", 24, 18): [
        ("A", "edge", 0, 0, 2, 18),
        ("B", "middle", 10, 0, 2, 18),
        ("A", "middle", 12, 0, 2, 18),
        ("B", "edge", 22, 0, 2, 18),
    ],
    ("pincered", 36, 24): [
        ("A", "edge", 0, 0, 4, 24),
        ("B", "middle", 14, 0, 4, 24),
        ("A", "middle", 18, 0, 4, 24),
        ("B", "edge", 32, 0, 4, 24),
    ],
    ("pincered", 48, 36): [
        ("A", "edge", 0, 0, 5, 36),
        ("B", "middle", 19, 0, 5, 36),
        ("A", "middle", 24, 0, 5, 36),
        ("B", "edge", 43, 0, 5, 36),
    ],
    ("vanguard", 24, 18): [("A", "vanguard", 9, 6, 6, 6), ("B", "", 0, 0, 8, 18), ("A", "rest", 21, 0, 3, 18)],
    ("vanguard", 36, 24): [("A", "vanguard", 15, 9, 6, 6), ("B", "", 0, 0, 12, 24), ("A", "rest", 33, 0, 3, 24)],
    ("vanguard", 48, 36): [("A", "vanguard", 21, 15, 6, 6), ("B", "", 0, 0, 16, 36), ("A", "rest", 45, 0, 3, 36)],
    ("a-house-divided", 24, 18): [
        ("A", "top left", 0, 0, 6, 6),
        ("A", "bottom right", 18, 12, 6, 6),
        ("B", "top right", 18, 0, 6, 6),
        ("B", "bottom left", 0, 12, 6, 6),
    ],
    ("a-house-divided", 36, 24): [
        ("A", "top left", 0, 0, 6, 6),
        ("A", "bottom right", 30, 18, 6, 6),
        ("B", "top right", 30, 0, 6, 6),
        ("B", "bottom left", 0, 18, 6, 6),
    ],
    ("a-house-divided", 48, 36): [
        ("A", "top left", 0, 0, 6, 6),
        ("A", "bottom right", 42, 30, 6, 6),
        ("B", "top right", 42, 0, 6, 6),
        ("B", "bottom left", 0, 30, 6, 6),
    ],
    ("across-the-way", 24, 18): [("A", "", 0, 0, 24, 4), ("B", "", 0, 14, 24, 4)],
    ("across-the-way", 36, 24): [("A", "", 0, 0, 36, 6), ("B", "", 0, 18, 36, 6)],
    ("across-the-way", 48, 36): [("A", "", 0, 0, 48, 9), ("B", "", 0, 27, 48, 9)],
    ("fight-to-the-end", 24, 18): [("A", "", 0, 0, 24, 9), ("B", "", 0, 9, 24, 9)],
    ("fight-to-the-end", 36, 24): [("A", "", 0, 0, 36, 12), ("B", "", 0, 12, 36, 12)],
    ("fight-to-the-end", 48, 36): [("A", "", 0, 0, 48, 18), ("B", "", 0, 18, 48, 18)],
}
BY_KEY = {row.key: row for row in DEPLOYMENTS}


def zones(key: str, width: int, height: int, players: int = 2) -> list[tuple[str, str, int, int, int, int]]:
    areas = BY_KEY[key].zones(width, height, players)
    return [(z.player, z.part, z.area.x, z.area.y, z.area.width, z.area.height) for z in areas]


@every_row(("key", "width", "height"), ZONES)
def test_the_zones_in_squares(key: str, width: int, height: int) -> None:
    assert zones(key, width, height) == ZONES[key, width, height]


def test_three_or_four_players_have_a_corner_each() -> None:
    corners = [("A", "", 0, 0, 6, 6), ("B", "", 30, 0, 6, 6), ("C", "", 30, 18, 6, 6), ("D", "", 0, 18, 6, 6)]
    assert zones("free-for-all", 36, 24, players=4) == corners
    assert zones("free-for-all", 36, 24, players=3) == corners[:3]


@every_row("row", [row for row in DEPLOYMENTS if row.key != "free-for-all"], ids=lambda row: row.key)
@every_row(("width", "height"), [(24, 18), (36, 24), (48, 36), (25, 19), (18, 12)])
def test_zones_lie_on_the_board_and_never_share_a_square(row: Deployment, width: int, height: int) -> None:
    cells = [cell for zone in row.zones(width, height) for cell in zone.area.cells()]
    assert len(cells) == len(set(cells))
    assert all(0 <= x < width and 0 <= y < height for x, y in cells)


def test_an_odd_board_leaves_its_middle_row_to_nobody() -> None:
    assert zones("fight-to-the-end", 25, 19) == [("A", "", 0, 0, 25, 9), ("B", "", 0, 10, 25, 9)]


@pytest.mark.parametrize(("width", "height"), [(24, 11), (17, 12), (18, 24)])
def test_a_board_too_small_or_on_end_is_refused(width: int, height: int) -> None:
    with pytest.raises(RulesError):
        BY_KEY["vanguard"].zones(width, height)


def test_the_wrong_number_of_players_is_refused() -> None:
    with pytest.raises(RulesError, match="Vanguard"):
        BY_KEY["vanguard"].zones(36, 24, 3)
    with pytest.raises(RulesError, match="Free for All"):
        BY_KEY["free-for-all"].zones(36, 24, 2)


@pytest.mark.parametrize(
    ("points", "players", "name"),
    [
        (150, 2, "Opposite Corners"),
        (500, 2, "Opposite Corners"),
        (501, 2, "Opposite Edges"),
        (150, 3, "Free for All"),
        (900, 4, "Free for All"),
    ],
)
def test_the_board_has_its_normal_deployment(points: int, players: int, name: str) -> None:
    assert normal_deployment(board_for(points, players), players).name == name


def test_an_area_lists_its_squares() -> None:
    assert list(Area(2, 1, 2, 2).cells()) == [(2, 1), (3, 1), (2, 2), (3, 2)]


def test_the_vanguard_is_set_up_in_three_steps() -> None:
    first, second, third = BY_KEY["vanguard"].order
    assert "highest-level creature" in first
    assert second.startswith("The second player places the whole warband")
    assert "the rest" in third


def test_every_deployment_and_both_options_have_their_entry() -> None:
    entries = entries_of("deployment")
    assert [entry.name for entry in entries] == [
        "Opposite Corners",
        "Opposite Edges",
        "Free for All",
        "Close and Personal",
        "Pincered",
        "Vanguard",
        "A House Divided",
        "Across the Way",
        "Fight to the End",
        "Secret Deployment",
        "Alternate Deployment",
    ]
    assert {entry.kind for entry in entries} == {"deployment"}
    assert [row.alternative for row in NORMAL + ALTERNATIVE] == [False] * 3 + [True] * 6
    assert entries[4].aliases == ("Pincerred",)


@pytest.mark.parametrize("name", ["Opposite Corners", "A House Divided"])
def test_a_corner_zone_is_a_square_of_six_by_six(name: str) -> None:
    # Ruling 81: not the squares within 6 diagonal steps of the corner.
    zones = next(row for row in DEPLOYMENTS if row.name == name).zones(24, 18)
    assert {(zone.area.width, zone.area.height) for zone in zones} == {(6, 6)}
    assert all(len(set(zone.area.cells())) == 36 for zone in zones)
    assert (5, 5) in set(zones[0].area.cells())


@pytest.mark.parametrize(("creatures", "halves"), [(0, (0,)), (1, (0, 1)), (4, (2,)), (7, (3, 4))])
def test_pincered_halves_are_counted_in_creatures(creatures: int, halves: tuple[int, ...]) -> None:
    # Ruling 83.
    assert pincered_halves(creatures) == halves
    pincered = next(row for row in DEPLOYMENTS if row.name == "Pincered")
    assert "Count halves in creatures, not points" in pincered.notes[0]


def test_a_warband_has_no_less_than_no_creatures() -> None:
    with pytest.raises(RulesError, match="-1 creatures"):
        pincered_halves(-1)


@pytest.mark.parametrize("name", ["Close and Personal", "Pincered", "Vanguard", "Across the Way", "Fight to the End"])
def test_zones_on_a_board_that_does_not_divide_evenly_are_rounded_down(name: str) -> None:
    # Ruling 168.
    row = next(row for row in DEPLOYMENTS if row.name == name)
    assert "round each zone's depth and width down" in row.notes[-1]
    even, odd = row.zones(36, 24), row.zones(37, 25)
    assert [zone.area.width * zone.area.height for zone in odd] >= [zone.area.width * zone.area.height for zone in even]
    cells = [cell for zone in odd for cell in zone.area.cells()]
    assert len(cells) == len(set(cells))
