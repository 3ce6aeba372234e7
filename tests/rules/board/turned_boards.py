"""Boards and answers turned by a quarter, or mirrored from left to right."""

from collections.abc import Callable
from typing import Any

Entry = dict[str, Any]
Pair = tuple[int, int]
COMPASS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")


class BoardTurn:
    """A way to lay a board of ``columns`` by ``rows`` squares anew: a quarter clockwise, or mirrored."""

    def __init__(self, columns: int, rows: int, *, mirrors: bool) -> None:
        self.mirrors = mirrors
        self.size = (columns, rows) if mirrors else (rows, columns)
        self._point: Callable[[int, int], Pair] = (
            (lambda x, y: (columns - x, y)) if mirrors else (lambda x, y: (rows - y, x))
        )

    def point(self, point: list[int]) -> list[int]:
        return [*self._point(*point)]

    def square(self, square: list[int], width: int = 1) -> list[int]:
        x, y = square
        first, second = self._point(x, y), self._point(x + width, y + width)
        return [min(first[0], second[0]), min(first[1], second[1])]

    def direction(self, word: str) -> str:
        place = COMPASS.index(word)
        return COMPASS[-place % 8 if self.mirrors else (place + 2) % 8]

    def board(self, document: Entry) -> Entry:
        return {
            **document,
            "columns": self.size[0],
            "rows": self.size[1],
            "terrain": [self._terrain(entry) for entry in document["terrain"]],
            "creatures": [
                {**figure, "square": self.square(figure["square"], figure["width"])} for figure in document["creatures"]
            ],
            "questions": [self._question(question) for question in document["questions"]],
        }

    def _terrain(self, entry: Entry) -> Entry:
        changed = dict(entry)
        if "squares" in entry:
            changed["squares"] = [self.square(square) for square in entry["squares"]]
        if "borders" in entry:
            changed["borders"] = [[self.square(square) for square in pair] for pair in entry["borders"]]
        if entry.get("direction"):
            changed["direction"] = self.direction(entry["direction"])
        return changed

    def _question(self, question: Entry) -> Entry:
        changed = dict(question)
        for name, lay in (("point", self.point), ("square", self.square), ("toward", self.direction)):
            if name in question:
                changed[name] = lay(question[name])
        origin = question.get("origin", [])
        if origin:
            is_edge = isinstance(origin[0], list)
            changed["origin"] = [self.point(end) for end in origin] if is_edge else self.point(origin)
        if self.mirrors and question.get("shape") in ("cone", "line"):
            changed["mirrored"] = not question.get("mirrored", False)
        return changed

    def answer(self, question: Entry, answer: Entry, width: int) -> Entry:
        """The answer that the question has on the board as it lies now; of cover the number of checks."""
        if question["ask"] == "cover":
            return {name: None if names is None else len(names) for name, names in answer.items()}
        if question["ask"] == "moves":
            return {"to": sorted([*self.square([x, y], width), cost] for x, y, cost in answer["to"])}
        if question["ask"] == "area":
            return {**answer, "squares": sorted(self.square(square) for square in answer["squares"])}
        return answer
