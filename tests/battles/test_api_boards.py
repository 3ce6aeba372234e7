"""A battle's board for programs: in the state, where actions may go first, and events that lay it and move on it."""

import pytest
from selectolax.lexbor import LexborHTMLParser

from battles.services.recording import MOST_BOARDS, step_undo
from common.refusal import Refusal
from rules.board.ground import BoardGround
from rules.p2v_combat.action_points import STRIDE
from rules.p2v_combat.events.standing import BoardLaid, CreaturePlace
from rules.p2v_combat.setup.plan import TerrainPiece
from rules.tables.tiles import TILES
from tests.battles.api_play import sent
from tests.battles.boards import actor, laid_out
from tests.battles.pages import page, press
from tests.programs import program_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_throttle_before")]
WALL = TerrainPiece("t1", "wall", 6, 0, 1, 6)


def test_programs_lay_the_board_see_it_and_move_on_it() -> None:
    table = laid_out(terrain=(WALL,))
    ada, own = program_of(table.owner.owner), actor(table)
    assert "board" not in ada.get(f"battles/{table.key}/").json()["state"]
    assert ada.get(f"battles/{table.key}/options/?creature={own}").json()["moves"] == []
    places = {"a.m1": [5, 5], "a.m2": [8, 5], "b.m1": [5, 12], "b.m2": [8, 12]}
    laid = {"kind": "board-laid", "places": [{"creature": key, "square": square} for key, square in places.items()]}
    assert sent(ada, table.key, laid).status_code == 201
    board = ada.get(f"battles/{table.key}/").json()["state"]["board"]
    assert (board["columns"], board["rows"], board["places"]) == (24, 18, places)
    assert [entry["name"] for entry in board["terrain"]] == ["Wall"]
    moves = {
        move["action"]: move["ends"] for move in ada.get(f"battles/{table.key}/options/?creature={own}").json()["moves"]
    }
    x, y = places[own]
    assert [x - 1, y, 1] in moves[STRIDE]
    assert all(len(end) == 3 for end in moves[STRIDE])
    stride = {"kind": "acted", "creature": own, "action": STRIDE, "way": "", "way_to": [[x - 1, y]]}
    assert sent(ada, table.key, stride).status_code == 201
    assert ada.get(f"battles/{table.key}/").json()["state"]["board"]["places"][own] == [x - 1, y]
    assert sent(ada, table.key, {"kind": "acted", "creature": own, "action": STRIDE, "way": ""}).status_code == 201
    asks = ada.get(f"battles/{table.key}/").json()["state"]["asks"]
    assert asks["kind"] == "way"
    assert [x, y, 1] in asks["ends"]


def test_a_door_is_opened_by_a_button_and_the_board_is_drawn_anew() -> None:
    tile = next(tile for tile in TILES if tile.doors)
    piece = TerrainPiece("t1", tile.key, 8, 4, len(tile.grid[0]), len(tile.grid))
    table = laid_out(terrain=(piece,))
    own, door = actor(table), tile.doors[0]
    beside = (8 + door.start, 4 + door.at) if door.lie == "horizontal" else (8 + door.at, 4 + door.start)
    rest = [creature for creature in ("a.m1", "a.m2", "b.m1", "b.m2") if creature != own]
    places = {own: beside} | {creature: (place, 17) for place, creature in enumerate(rest)}
    table.do(BoardLaid(tuple(CreaturePlace(creature, square) for creature, square in places.items())))
    before = LexborHTMLParser(page(table).content.decode())
    button = before.css_first('#move-door button[name="of"]')
    assert "door" in button.text()
    assert press(table, do="door", creature=own, of=button.attributes["value"]).status_code == 302
    after = LexborHTMLParser(page(table).content.decode())
    marks = [shown.css_first("#board-ground").attributes["data-ground"] for shown in (before, after)]
    assert marks[0] != marks[1]
    assert after.css_first(".door.open") is not None


def test_a_log_takes_few_given_boards_even_if_they_are_undone() -> None:
    table = laid_out()
    ids, squares = ("a.m1", "a.m2", "b.m1", "b.m2"), ((0, 0), (1, 0), (20, 17), (21, 17))
    places = tuple(CreaturePlace(creature, square) for creature, square in zip(ids, squares, strict=True))
    for _ in range(MOST_BOARDS):
        table.do(BoardLaid(places, BoardGround(24, 18)))
        step_undo(visitor=table.visitor("owner"), key=table.key)
    with pytest.raises(Refusal, match="At most 20 boards"):
        table.do(BoardLaid(places, BoardGround(24, 18)))
    table.do(BoardLaid(places))
