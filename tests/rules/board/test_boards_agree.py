"""Muster and the oracle answer the same questions about random boards, and turned boards have turned answers."""

import os
from random import Random
from typing import Any

import pytest

from rules.board.documents import answers_document, board_from_document
from tests.examples import LONG, THOROUGH, tried
from tests.rules.board.oracle import answers
from tests.rules.board.random_boards import random_board
from tests.rules.board.turned_boards import BoardTurn

PARTS = 6
BOARDS = 100_000 // PARTS if LONG else tried(60)
"""Boards of each part. A thorough run tries the same ones each time."""
FIRST = 0 if THOROUGH and not LONG else Random(os.getpid()).randrange(10**9)


def answered(document: dict[str, Any]) -> list[dict[str, Any]]:
    return list(answers_document(board_from_document(document))["answers"])


def asked(document: dict[str, Any]) -> list[str]:
    return [f"{question}" for question in document["questions"]]


@pytest.mark.parametrize("part", range(PARTS))
def test_muster_answers_as_the_oracle_does(part: int) -> None:
    for seed in range(FIRST + part * BOARDS, FIRST + (part + 1) * BOARDS):
        document = random_board(seed)
        here, there = answered(document), answers(document)["answers"]
        differing = [row for row in zip(asked(document), here, there, strict=True) if row[1] != row[2]]
        assert differing == [], f"board {seed}"


@pytest.mark.parametrize("mirrors", [False, True], ids=["turned", "mirrored"])
def test_turning_or_mirroring_a_board_changes_nothing(mirrors: bool) -> None:
    for seed in range(FIRST, FIRST + BOARDS):
        document = random_board(seed)
        turn = BoardTurn(document["columns"], document["rows"], mirrors=mirrors)
        widths = {figure["id"]: figure["width"] for figure in document["creatures"]}
        for question, before, after in zip(
            document["questions"], answered(document), answered(turn.board(document)), strict=True
        ):
            width = widths[question.get("creature") or question.get("from") or document["creatures"][0]["id"]]
            expected = turn.answer(question, before, width)
            plain = BoardTurn(1, 1, mirrors=True)
            if question["ask"] == "cover":
                after = plain.answer(question, after, width)
            assert after == expected, f"board {seed}: {question}"
