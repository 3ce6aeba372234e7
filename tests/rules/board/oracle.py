"""Slow, plain answers to questions about a board, from the text of the rulings alone (rulings 501 to 531).

They share nothing with ``rules.board``, so that each finds the faults of the other.
"""

from itertools import combinations
from typing import Any

from tests.rules.board.oracle_areas import area_answer
from tests.rules.board.oracle_cover import cover_between, enters
from tests.rules.board.oracle_ground import OracleFigure, OracleGround
from tests.rules.board.oracle_lines import doubled, has_effect, sees, spaces_apart
from tests.rules.board.oracle_moves import OracleMover


def answers(document: dict[str, Any]) -> dict[str, Any]:
    """Answer every question of a board document."""
    ground = OracleGround(document)
    return {
        "format": "muster-board-answers/1",
        "answers": [answer(ground, question) for question in document["questions"]],
    }


def differences(document: dict[str, Any], given: dict[str, Any]) -> list[tuple[dict[str, Any], Any, Any]]:
    """The questions to which others have another answer, with the oracle's answer and theirs."""
    rows = zip(document["questions"], answers(document)["answers"], given["answers"], strict=True)
    return [(question, own, other) for question, own, other in rows if own != other]


def answer(ground: OracleGround, question: dict[str, Any]) -> dict[str, Any]:
    """Answer a question."""
    match question["ask"]:
        case "flanked":
            pairs = flankers(ground, ground.figures[question["creature"]])
            return {"flanked": bool(pairs), "by": pairs}
        case "moves":
            mover = OracleMover(ground, ground.figures[question["creature"]])
            return {"to": mover.moves(question["squares"], question["diagonals"])}
        case "area":
            return area_answer(ground, question)
    first, second = ground.figures[question["from"]], ground.figures[question["to"]]
    match question["ask"]:
        case "distance":
            return {"distance": spaces_apart(first, second)}
        case "sight":
            return {"sight": sees(ground, first, second)}
        case "effect":
            return {"effect": has_effect(ground, first, second)}
        case "cover":
            return dict(cover_between(ground, first, second))
    raise AssertionError(question)


def flankers(ground: OracleGround, target: OracleFigure) -> list[list[str]]:
    """Ruling 514: the pairs of enemies that reach the target and have it between their centers."""
    able = [
        figure
        for figure in ground.figures.values()
        if figure.side != target.side
        and not figure.helpless
        and spaces_apart(figure, target) <= figure.reach
        and figure.reach > 0
        and sees(ground, figure, target)
        and has_effect(ground, figure, target)
    ]
    return sorted(
        sorted((first.id, second.id))
        for first, second in combinations(able, 2)
        if first.doubled_center != second.doubled_center
        and enters(first.doubled_center, second.doubled_center, doubled(target.box)) is not None
    )
