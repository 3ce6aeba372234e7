"""Fast creatures on a large board: the pages and answers about their moves weigh little."""

from typing import Any

import pytest
from selectolax.lexbor import LexborHTMLParser

from rules.p2v_combat.action_points import STRIDE
from tests.battles.api_play import read
from tests.battles.boards import actor, fast
from tests.battles.pages import page, press, watch
from tests.programs import program_of
from tests.warbands.verbs import visitor

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_throttle_before")]
PART, PAGE, DOCUMENT = 110_000, 190_000, 120_000
"""The most bytes of the part that is asked for again, of a page, and of a document."""


def size(answer: Any) -> int:
    return len(answer.content)


@pytest.mark.parametrize("speed", [60, 9999])
def test_a_fast_wide_creature_is_offered_the_cheapest_squares_and_a_field(speed: int) -> None:
    table = fast(speed)
    own = actor(table)
    whole, part = page(table), page(table, rest="now/")
    assert size(whole) < PAGE
    assert size(part) < PART
    form = LexborHTMLParser(part.content.decode()).css_first("form.way-form")
    offered = [option.text().strip() for option in form.css("#board-squares option")]
    assert len(offered) == 400
    assert form.css_first("input#board-square[list=board-squares][required]") is not None
    far = "CW141"
    assert far not in offered
    asked = page(table, rest=f"board/way/?creature={own}&action={STRIDE}&way=&way_to={far}")
    assert asked.json()["words"] == "CW141: 40 squares."
    assert press(table, do="act", creature=own, action=STRIDE, way="", way_to="XX9").status_code == 422
    assert press(table, do="act", creature=own, action=STRIDE, way="", way_to=far.lower()).status_code == 302
    assert table.folded.state.board.places[own] == (100, 140)


def test_a_question_for_a_way_and_a_refused_answer_weigh_little() -> None:
    table, guest = fast(60), visitor()
    own = actor(table)
    watch(table, guest)
    assert press(table, do="act", creature=own, action=STRIDE, way="").status_code == 302
    refused = press(table, do="go", creature=own, way_to="GR200")
    assert refused.status_code == 422
    assert size(refused) < PAGE
    assert size(page(table, guest, rest="now/")) < PART
    ada = program_of(table.owner.owner)
    ends = read(ada, table.key)["state"]["asks"]["ends"]
    assert len(ends) == 2000
    assert max(cost for _, _, cost in ends) < 60
    assert size(ada.get(f"battles/{table.key}/")) < DOCUMENT


def test_programs_read_the_cheapest_squares_of_an_action() -> None:
    table = fast(60)
    own, ada = actor(table), program_of(table.owner.owner)
    answer = ada.get(f"battles/{table.key}/options/?creature={own}")
    stride = next(move for move in answer.json()["moves"] if move["action"] == STRIDE)
    assert len(stride["ends"]) == 2000
    assert [100, 99, 1] in stride["ends"]
    assert size(answer) < DOCUMENT
