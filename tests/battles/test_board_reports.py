"""The board in a battle's report: who stood where at the end, and after the decisive round."""

import io
from typing import Any

import pypdf
import pytest
from selectolax.lexbor import LexborHTMLParser

from battles.drawings import board_scene
from battles.selectors.results import board_moments
from printing.battles.scenes import scene_height
from rules.p2v_combat.events.by_hand import LeftPlay
from rules.p2v_combat.events.standing import CreaturePlaced
from rules.p2v_combat.events.turns import TurnEnded
from rules.p2v_combat.scoring.story import decisive_round
from tests.battles.boards import laid_out, on_board
from tests.battles.pages import page
from tests.battles.play import BattleTable

pytestmark = pytest.mark.django_db


def until_round(table: BattleTable, number: int) -> None:
    while table.folded.state.round < number:
        turn = table.folded.state.turn
        acting = [actor.id for actor in turn.acting] if turn else []
        table.do(TurnEnded(acting[0], ())) if acting else table.take_turn()


def boards_of(table: BattleTable) -> list[tuple[str, dict[str, str]]]:
    drawn = LexborHTMLParser(page(table, rest="result/").content.decode())
    return [
        (
            section.css_first("h2").text(),
            {token.attributes["data-focus"]: token.attributes["data-at"] for token in section.css(".board-token")},
        )
        for section in drawn.css("section:has(.play-board)")
    ]


def test_a_battle_under_way_shows_its_board_now_and_one_without_a_board_none() -> None:
    table = on_board()
    ((title, tokens),) = boards_of(table)
    assert title == "The board now"
    assert tokens == {"a.m1": "5,12,1", "a.m2": "7,12,1", "b.m1": "5,2,1", "b.m2": "7,2,1"}


def test_a_table_without_a_board_has_no_picture() -> None:
    table = laid_out()
    assert boards_of(table) == []
    assert board_moments(table.folded) == ()


def test_a_report_shows_the_board_after_the_decisive_round_and_at_the_end(django_assert_max_num_queries: Any) -> None:
    table = on_board()
    table.do(LeftPlay("b.m1", True, "", "felled"))
    until_round(table, 2)
    assert decisive_round(table.folded.state) == 1
    table.do(CreaturePlaced("a.m1", (10, 10), "moved by hand"))
    (before, then), (after, now) = boards_of(table)
    assert (before, after) == ("The board after round 1, the turning point", "The board now")
    assert (then["a.m1"], now["a.m1"]) == ("5,12,1", "10,10,1")
    with django_assert_max_num_queries(5):
        page(table, rest="result/")
    scenes = [board_scene(title, state) for title, state in board_moments(table.folded)]
    assert (scenes[0].tokens[0].side, scenes[0].tokens[0].is_out) == ("b", True)
    assert scene_height(scenes[0], 480) < 400
    file = pypdf.PdfReader(io.BytesIO(page(table, rest="report.pdf").content))
    words = " ".join(sheet.extract_text() for sheet in file.pages).replace("\n", " ")
    assert "The board after round 1, the turning point" in words
    assert "The board now" in words
