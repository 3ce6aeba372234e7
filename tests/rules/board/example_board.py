"""The contract's example of a board, with short areas, and its answers."""

from typing import Any

EXAMPLE: dict[str, Any] = {
    "format": "muster-board/1",
    "columns": 24,
    "rows": 18,
    "terrain": [
        {"name": "wall", "squares": [[3, 4], [4, 4]], "traits": ["solid"]},
        {"name": "gate", "borders": [[[5, 4], [6, 4]]], "traits": ["door"], "open": False},
        {
            "name": "brook",
            "squares": [[8, 2]],
            "traits": ["difficult", "directional"],
            "water": True,
            "direction": "south-east",
        },
        {"name": "fence", "borders": [[[6, 4], [7, 4]]], "traits": ["difficult", "obstructing"]},
    ],
    "creatures": [
        {"id": "a", "side": "red", "square": [2, 3], "width": 1, "size": "Medium", "mode": None, "reach": 1},
        {"id": "b", "side": "blue", "square": [9, 4], "width": 1, "size": "Medium", "mode": None, "reach": 1},
    ],
    "questions": [
        {"ask": "distance", "from": "a", "to": "b"},
        {"ask": "sight", "from": "a", "to": "b"},
        {"ask": "effect", "from": "a", "to": "b"},
        {"ask": "cover", "from": "a", "to": "b"},
        {"ask": "flanked", "creature": "b"},
        {"ask": "moves", "creature": "a", "squares": 1, "diagonals": 1},
        {"ask": "area", "shape": "burst", "size": 1, "point": [5, 5], "square": [4, 5]},
        {"ask": "area", "shape": "emanation", "size": 1, "from": "a"},
        {
            "ask": "area",
            "shape": "cone",
            "size": 2,
            "from": "a",
            "origin": [[3, 3], [3, 4]],
            "toward": "east",
            "mirrored": False,
        },
        {"ask": "area", "shape": "cone", "size": 2, "from": "a", "origin": [3, 3], "toward": "north-east"},
        {
            "ask": "area",
            "shape": "line",
            "size": 6,
            "from": "a",
            "origin": [3, 4],
            "toward": "east",
            "slope": "one in two",
            "mirrored": False,
        },
    ],
}
ANSWERED = [
    {"distance": 7},
    {"sight": True},
    {"effect": True},
    {"checks": ["wall", "gate", "fence"], "concealment": []},
    {"flanked": False, "by": []},
    {"to": [[1, 3, 1], [2, 2, 1], [2, 4, 1], [3, 3, 1]]},
    {"squares": [[4, 5], [5, 4], [5, 5]], "creatures": []},
    {"squares": [[1, 2], [1, 3], [1, 4], [2, 2], [2, 4], [3, 2], [3, 3]], "creatures": []},
    {"squares": [[3, 3], [4, 2], [4, 3]], "creatures": []},
    {"squares": [[3, 1], [3, 2], [4, 2]], "creatures": []},
    {"squares": [[3, 3], [4, 3], [5, 2], [6, 2], [7, 1]], "creatures": []},
]
