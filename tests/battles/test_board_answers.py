"""The command ``board_answers``: what it prints, and its exit statuses."""

import json
from pathlib import Path

import pytest
from django.core.management import call_command

from tests.rules.board.example_board import ANSWERED, EXAMPLE


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "board.json"
    path.write_text(json.dumps(EXAMPLE), encoding="utf-8")
    return path


def test_it_prints_one_document_with_all_answers(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("board_answers", str(path), "--json")
    printed = capsys.readouterr()
    assert json.loads(printed.out) == {"format": "muster-board-answers/1", "answers": ANSWERED}
    assert printed.err == ""


def test_without_json_it_prints_a_line_for_each_answer(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("board_answers", str(path))
    lines = capsys.readouterr().out.splitlines()
    assert lines[:6] == [
        "1. distance: 7",
        "2. sight: yes",
        "3. effect: yes",
        "4. checks: wall, gate, fence; concealment: none",
        "5. flanked: no; by: none",
        "6. to: 1 3 1, 2 2 1, 2 4 1, 3 3 1",
    ]


def test_a_document_that_cannot_be_read_ends_with_2_and_the_path(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path.write_text(json.dumps({**EXAMPLE, "rows": "many"}), encoding="utf-8")
    with pytest.raises(SystemExit) as ended:
        call_command("board_answers", str(path), "--json")
    error = json.loads(capsys.readouterr().out)["error"]
    assert (ended.value.code, error["code"], error["path"]) == (2, "document.type", "rows")
