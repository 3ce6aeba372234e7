"""Board documents that are short to write, and their answers, on which the oracle and Muster agree."""

from typing import Any

from rules.board.documents import answers_document, board_from_document
from tests.rules.board.oracle import answers

Entry = dict[str, Any]


def squares(*places: tuple[int, int], name: str = "wall", traits: str = "solid", **more: Any) -> Entry:
    return {"name": name, "squares": [list(place) for place in places], "traits": traits.split(", "), **more}


def borders(
    *pairs: tuple[tuple[int, int], tuple[int, int]], name: str = "bar", traits: str = "solid", **more: Any
) -> Entry:
    return {"name": name, "borders": [[list(a), list(b)] for a, b in pairs], "traits": traits.split(", "), **more}


def creature(name: str, x: int, y: int, **more: Any) -> Entry:
    """A creature; of the red side if its name begins with an "a", else of the blue side."""
    width = more.get("width", 1)
    size = {1: "Medium", 2: "Large", 3: "Huge", 4: "Gargantuan"}[width]
    side = "red" if name.startswith("a") else "blue"
    plain = {"side": side, "width": 1, "size": size, "mode": None, "reach": 1, "helpless": False}
    return {"id": name, "square": [x, y], **plain, **more}


def board(columns: int, rows: int, *things: Entry, questions: tuple[Entry, ...] = ()) -> Entry:
    return {
        "format": "muster-board/1",
        "columns": columns,
        "rows": rows,
        "terrain": [thing for thing in things if "traits" in thing],
        "creatures": [thing for thing in things if "id" in thing],
        "questions": list(questions),
    }


def ask(document: Entry, kind: str, **more: Any) -> Entry:
    """The answer to a question of a kind, from "a" to "b" or about "a" unless said otherwise."""
    about: Entry = {"from": "a", "to": "b"} if kind in {"distance", "sight", "effect", "cover"} else {}
    if kind == "moves":
        about = {"creature": "a", "squares": 5, "diagonals": 0}
    asked = {**document, "questions": [{"ask": kind, **about, **more}]}
    (answer,) = answers(asked)["answers"]
    assert answers_document(board_from_document(asked))["answers"] == [answer]
    return dict(answer)


def area(document: Entry, **more: Any) -> list[tuple[int, int]]:
    """The squares of an area."""
    return [(x, y) for x, y in ask(document, "area", **more)["squares"]]
