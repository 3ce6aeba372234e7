"""Questions about a board: what is read, what is refused and where, and the contract's own example."""

import copy
from typing import Any

import pytest

from rules.board.documents import MAX_QUESTIONS, answers_document, board_from_document
from rules.errors import DocumentError
from tests.rules.board.example_board import ANSWERED, EXAMPLE

WRONG: list[tuple[tuple[Any, ...], Any, str, str]] = [
    (("format",), "muster-board/9", "format", "document.format"),
    (("columns",), 0, "columns", "document.range"),
    (("rows",), 10_000, "rows", "document.range"),
    (("terrain", 0, "squares", 1), [24, 4], "terrain[0].squares[1]", "document.range"),
    (("terrain", 0, "squares", 1), [True, 4], "terrain[0].squares[1]", "document.type"),
    (("terrain", 0, "squares", 1), "[3, 4]", "terrain[0].squares[1]", "document.type"),
    (("terrain", 0, "traits", 0), "Solid", "terrain[0].traits[0]", "document.value"),
    (("terrain", 1, "borders", 0), [[5, 4], [7, 4]], "terrain[1].borders[0]", "document.value"),
    (("terrain", 1, "borders", 0), [[5, 4]], "terrain[1].borders[0]", "document.type"),
    (("terrain", 1, "borders", 0, 1), [5, 18], "terrain[1].borders[0][1]", "document.range"),
    (("terrain", 1, "name"), "wall", "terrain[1].name", "document.value"),
    (("terrain", 1, "opened"), True, "terrain[1].opened", "document.unknown_field"),
    (("terrain", 2, "direction"), None, "terrain[2].direction", "document.missing"),
    (("terrain", 2, "direction"), "down", "terrain[2].direction", "document.value"),
    (("creatures", 1, "id"), "a", "creatures[1].id", "document.value"),
    (("creatures", 0, "width"), 5, "creatures[0].width", "document.range"),
    (("creatures", 0, "width"), 4, "creatures[0].square", "document.range"),
    (("creatures", 0, "size"), "Colossal", "creatures[0].size", "document.value"),
    (("creatures", 0, "size"), None, "creatures[0].size", "document.missing"),
    (("creatures", 0, "mode"), "flight", "creatures[0].mode", "document.value"),
    (("creatures", 0, "reach"), -1, "creatures[0].reach", "document.range"),
    (("questions", 0, "ask"), "height", "questions[0].ask", "document.value"),
    (("questions", 0, "ask"), None, "questions[0].ask", "document.missing"),
    (("questions", 0, "to"), "c", "questions[0].to", "document.value"),
    (("questions", 0, "squares"), 1, "questions[0].squares", "document.unknown_field"),
    (("questions", 5, "squares"), "5", "questions[5].squares", "document.type"),
    (("questions", 6, "point"), [25, 0], "questions[6].point", "document.range"),
    (("questions", 6, "square"), [6, 5], "questions[6].square", "document.value"),
    (("questions", 8, "origin"), [[2, 3], [2, 4]], "questions[8].origin", "document.value"),
    (("questions", 8, "toward"), "north-east", "questions[8].toward", "document.value"),
    (("questions", 9, "origin"), [4, 3], "questions[9].origin", "document.value"),
    (("questions", 9, "size"), 13, "questions[9].size", "document.range"),
    (("questions", 10, "slope"), None, "questions[10].slope", "document.missing"),
]


def answered(document: object) -> list[dict[str, Any]]:
    answers = answers_document(board_from_document(document))
    assert answers["format"] == "muster-board-answers/1"
    return list(answers["answers"])


def changed(path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    document = copy.deepcopy(EXAMPLE)
    inner: Any = document
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    if path == ("creatures", 0, "width") and value == 4:
        document["creatures"][0]["square"] = [21, 3]
    return document


def test_every_kind_of_question_is_answered_in_order() -> None:
    assert answered(EXAMPLE) == ANSWERED


@pytest.mark.parametrize(("path", "value", "place", "code"), WRONG, ids=[f"{row[2]}-{row[3]}" for row in WRONG])
def test_what_cannot_be_read_is_refused_with_its_place(
    path: tuple[Any, ...], value: Any, place: str, code: str
) -> None:
    with pytest.raises(DocumentError) as refused:
        board_from_document(changed(path, value))
    assert (refused.value.path, refused.value.code) == (place, code)
    assert refused.value.message.endswith(".")


def test_an_open_door_has_no_trait() -> None:
    document = changed(("terrain", 1, "open"), True)
    assert answered(document)[3] == {"checks": ["wall", "fence"], "concealment": []}


def test_a_board_without_questions_has_no_answers() -> None:
    assert answered({"format": "muster-board/1", "columns": 1, "rows": 1}) == []


def test_there_is_a_bound_to_questions() -> None:
    document = changed(("questions",), [EXAMPLE["questions"][0]] * (MAX_QUESTIONS + 1))
    with pytest.raises(DocumentError) as refused:
        board_from_document(document)
    assert refused.value.path == "questions"


def test_ruling_506_a_document_knows_no_height_of_terrain() -> None:
    with pytest.raises(DocumentError) as refused:
        board_from_document(changed(("terrain", 0, "height"), 2))
    assert refused.value.path == "terrain[0].height"
