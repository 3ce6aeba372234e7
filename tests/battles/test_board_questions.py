"""What the board says between two creatures: in words on the page, and beside each target of an action."""

from typing import Any

import pytest
from selectolax.lexbor import LexborHTMLParser

from rules.p2v_combat.events.by_hand import LeftPlay
from rules.p2v_combat.events.standing import BoardLaid, BoardLeft, CreaturePlace
from rules.p2v_combat.setup.plan import TerrainPiece
from rules.tables.areas import Square
from tests.battles.boards import actor, laid_out
from tests.battles.pages import page, press, watch
from tests.battles.play import BattleTable
from tests.warbands.verbs import text_of, visitor

pytestmark = pytest.mark.django_db
WALLS = (TerrainPiece("t1", "wall", 0, 6, 24, 1), TerrainPiece("t2", "undergrowth", 4, 3, 1, 1))


def stood(**places: Square) -> BattleTable:
    """Put the kobolds where a test says: ``own`` acts, ``ally`` is of its side, ``foe`` and ``far`` are enemies."""
    table = laid_out(terrain=WALLS)
    side = actor(table)[0]
    enemy = "b" if side == "a" else "a"
    ids = {"own": f"{side}.m1", "ally": f"{side}.m2", "foe": f"{enemy}.m1", "far": f"{enemy}.m2"}
    table.do(BoardLaid(tuple(CreaturePlace(ids[name], square) for name, square in places.items())))
    return table


def between(table: BattleTable, first: str, second: str, **headers: str) -> Any:
    return page(table, rest=f"board/between/?from={first}&to={second}", **headers)


def test_the_board_says_distance_sight_effect_cover_and_reach() -> None:
    table = stood(own=(3, 3), ally=(6, 3), foe=(5, 3), far=(3, 10))
    own, enemy = actor(table), "b" if actor(table)[0] == "a" else "a"
    shown = text_of(between(table, own, f"{enemy}.m1"))
    assert "2 squares." in shown
    assert "There is a line of sight." in shown
    assert "1 cover die: Undergrowth." in shown
    assert "within reach" not in shown
    behind = text_of(between(table, own, f"{enemy}.m2"))
    assert "No line of sight." in behind
    assert "No line of effect." in behind


def test_the_answer_has_a_form_and_a_link_but_not_the_figure(django_assert_num_queries: Any) -> None:
    table = stood(own=(3, 3), ally=(6, 3), foe=(5, 3), far=(3, 10))
    with django_assert_num_queries(4):
        answer = between(table, "a.m1", "b.m1")
    shown = LexborHTMLParser(answer.content.decode())
    assert shown.css_first("#between-from option[selected]").attributes["value"] == "a.m1"
    assert shown.css_first(f'a[href="/battles/{table.key}/#play-board"]') is not None
    assert shown.css_first("#board-ground") is None
    assert shown.css_first(".board-token") is None
    assert len(answer.content) < 12_000


def test_spectators_may_ask_and_odd_questions_have_no_answer() -> None:
    table, guest = stood(own=(3, 3), ally=(6, 3), foe=(5, 3), far=(3, 10)), visitor()
    watch(table, guest)
    assert "line of sight" in text_of(page(table, guest, rest="board/between/?from=a.m1&to=b.m1"))
    for query in ("", "?from=a.m1&to=zz", "?from=a.m1"):
        assert "data-line" not in page(table, rest=f"board/between/{query}").content.decode()
    table.do(LeftPlay("a.m2", False, "", "gone"))
    assert "line of sight" not in text_of(between(table, "a.m1", "a.m2"))
    table.do(BoardLeft())
    assert "not on a board" in text_of(page(table, rest="board/between/"))


def test_targets_say_where_they_are_or_why_they_are_not_reached() -> None:
    table = stood(own=(3, 3), ally=(6, 3), foe=(4, 4), far=(3, 10))
    answer = table.owner.client.get(_spear(table))
    form = LexborHTMLParser(answer.content.decode())
    enemy = "b" if actor(table)[0] == "a" else "a"
    near, far = (form.css_first(f"#target-{enemy}\\.{member}") for member in ("m1", "m2"))
    assert near.attributes["data-line"].startswith("M")
    assert "data-line" not in far.attributes
    assert "1 square" in text_of(answer)
    assert "and this reaches 1" in text_of(answer)
    assert form.css_first(".aim-circumstances select") is None, "nothing is asked that the board knows"


def test_players_rule_otherwise_with_a_reason() -> None:
    table = stood(own=(3, 3), ally=(6, 3), foe=(4, 4), far=(3, 10))
    form = LexborHTMLParser(table.owner.client.get(_spear(table)).content.decode()).css_first("form.aim")
    fields = {field.attributes["name"]: field.attributes["value"] for field in form.css("input[type=hidden]")}
    far = f"{'b' if actor(table)[0] == 'a' else 'a'}.m2"
    answer = press(table, **fields, target=far)
    assert answer.status_code == 422
    assert "and this reaches 1" in text_of(answer)
    assert press(table, **fields, target=far, **{f"ruling-{far}": "the wall is rotten"}).status_code == 302
    assert "ruled by hand: the wall is rotten" in text_of(page(table))


def test_another_line_of_cover_is_chosen_from_those_that_are_offered() -> None:
    table = stood(own=(3, 3), ally=(3, 4), foe=(4, 4), far=(3, 10))
    own, foe = actor(table), f"{'b' if actor(table)[0] == 'a' else 'a'}.m1"
    assert "Another line: 1 cover die: Undergrowth; no concealment." in text_of(between(table, own, foe))
    form = LexborHTMLParser(table.owner.client.get(_spear(table)).content.decode()).css_first("form.aim")
    fields = {field.attributes["name"]: field.attributes["value"] for field in form.css("input[type=hidden]")}
    choices = form.css(f"select[name='line-{foe}'] option")
    assert [choice.text() for choice in choices] == ["The usual one", "1 cover die: Undergrowth; no concealment"]
    for odd in ('["ab", "cd"]', '{"ab": 1, "cd": 2}', "[[[]], []]", "[[1], []]"):
        assert press(table, **fields, target=foe, **{f"line-{foe}": odd}).status_code == 422, odd
    wrong = press(table, **fields, target=foe, **{f"line-{foe}": "[1"})
    assert wrong.status_code == 422
    sent = {f"line-{foe}": choices[1].attributes["value"]}
    assert press(table, **fields, target=foe, **sent).status_code == 302
    assert "Undergrowth on the line: 1 cover die." in text_of(page(table))


def _spear(table: BattleTable) -> str:
    return LexborHTMLParser(page(table).content.decode()).css_first("a.option").attributes["href"]
