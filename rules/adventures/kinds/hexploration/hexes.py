"""Hexes of a map by their labels: ``0304`` is row 4 of column 3. Even columns stand half a hex lower than odd ones."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Literal

HexPlace = tuple[int, int]
HexDirection = Literal["n", "ne", "se", "s", "sw", "nw"]

HEX_MILES = 12
"""Miles from corner to corner of a hex. "Designing the Map"."""

DIRECTION_NAMES: Mapping[HexDirection, str] = {
    "n": "North",
    "ne": "Northeast",
    "se": "Southeast",
    "s": "South",
    "sw": "Southwest",
    "nw": "Northwest",
}
_ODD: Mapping[HexDirection, HexPlace] = {
    "n": (0, -1),
    "ne": (1, -1),
    "se": (1, 0),
    "s": (0, 1),
    "sw": (-1, 0),
    "nw": (-1, -1),
}
_EVEN: Mapping[HexDirection, HexPlace] = {
    "n": (0, -1),
    "ne": (1, 0),
    "se": (1, 1),
    "s": (0, 1),
    "sw": (-1, 1),
    "nw": (-1, 0),
}
_LABEL = re.compile(r"[0-9]{4}")


def hex_label(column: int, row: int) -> str:
    """Return the label of a hex.

    >>> hex_label(3, 4)
    '0304'
    """
    return f"{column:02d}{row:02d}"


def hex_place(label: str) -> HexPlace | None:
    """Return column and row of a label, None for a text that is not a label."""
    return (int(label[:2]), int(label[2:])) if _LABEL.fullmatch(label) else None


def neighbor_places(place: HexPlace) -> Iterator[tuple[HexDirection, HexPlace]]:
    """Yield the six directions with the hexes there, on the map or beyond it."""
    column, row = place
    for direction, (across, down) in (_ODD if column % 2 else _EVEN).items():
        yield direction, (column + across, row + down)


def hex_distance(one: HexPlace, other: HexPlace) -> int:
    """Return how many hexes lie between two, the second one counted.

    >>> hex_distance((1, 1), (3, 1)), hex_distance((1, 1), (2, 1))
    (2, 1)
    """
    (x, z), (a, c) = _axial(one), _axial(other)
    return max(abs(x - a), abs(z - c), abs(x + z - a - c))


def _axial(place: HexPlace) -> HexPlace:
    column, row = place[0] - 1, place[1] - 1
    return column, row - (column - column % 2) // 2
