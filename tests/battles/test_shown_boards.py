"""A battle's board on its page: the figure with its tokens, the same in words, and what is not there for anyone."""

from time import process_time
from typing import Any

import pytest
from selectolax.lexbor import LexborHTMLParser

from battles.drawings import ground_drawing
from battles.web import shown_boards
from rules.p2v_combat.events.belongings import LoadDropped, LoadLifted
from rules.p2v_combat.events.by_hand import HeldSet, LeftPlay
from rules.p2v_combat.events.standing import BoardLaid, CreaturePlace, CreaturePlaced
from rules.p2v_combat.events.turns import TurnEnded
from rules.p2v_combat.setup.plan import PlacedObjective, SpecialStart, ZoneChoice
from rules.tables.areas import rectangles
from tests.battles.boards import TERRAIN, actor, laid_out, on_board
from tests.battles.pages import page, press, watch
from tests.battles.play import BattleTable, small_battle
from tests.warbands.verbs import text_of, visitor

pytestmark = pytest.mark.django_db


def figure(table: BattleTable, rest: str = "") -> Any:
    return LexborHTMLParser(page(table, rest=rest).content.decode()).css_first(".play-board > svg")


def test_a_battle_without_a_board_shows_the_map_of_its_set_up() -> None:
    shown = page(laid_out()).content.decode()
    assert "Map of the table at set-up" in shown
    assert "play-board" not in shown
    assert "js/board" not in shown


def test_the_board_has_the_terrain_and_a_link_for_each_creature_in_play() -> None:
    table = on_board()
    board = figure(table)
    assert [token.attributes["data-focus"] for token in board.css(".board-token")] == ["a.m1", "a.m2", "b.m1", "b.m2"]
    assert (
        board.css_first('.board-token[data-focus="b.m1"]').attributes["aria-label"].startswith("Kobold Warrior, F3: ")
    )
    assert board.css_first(".terrain.of-rubble") is not None
    assert board.css_first(".terrain.solid.of-wall") is not None
    letters = [word.text() for word in board.css("text.coordinate")]
    assert (letters[:3], letters[23], letters[24:26]) == (["A", "B", "C"], "X", ["1", "2"])


def test_the_board_is_also_in_words() -> None:
    table = on_board(objectives=(PlacedObjective("book", 5, 5, "a", face=1),))
    shown = text_of(page(table))
    assert "Rubble, J6 to M8: difficult" in shown
    assert "Wall, O10 to O14: solid" in shown
    assert "Board, 24 by 18 squares" in shown
    assert "Kobold Warrior F3" in " ".join(shown.split())
    assert figure(table).css_first(".board-objective").attributes["aria-label"] == "Book (O1), F6: unclaimed"


def test_a_load_lies_on_the_board_where_it_was_dropped() -> None:
    table = on_board()
    carrier = actor(table)
    table.do(LoadLifted(carrier, "the idol", "light load"))
    assert figure(table).css_first(".board-objective") is None
    table.do(LoadDropped(carrier, "the idol"))
    mark = figure(table).css_first(".board-objective")
    assert (mark.attributes["aria-label"], mark.text().strip()[-1]) == ("the idol, F3", "T")


def test_conditions_bodies_and_those_that_left() -> None:
    table = on_board()
    table.do(HeldSet("a.m1", "prone", True, ""))
    table.do(LeftPlay("b.m1", True, "", "felled"))
    table.do(LeftPlay("b.m2", False, "", "gone"))
    board = figure(table)
    assert "prone" in board.css_first('[data-focus="a.m1"]').attributes["aria-label"]
    assert "is-body" in board.css_first('[data-focus="b.m1"]').attributes["class"]
    assert board.css_first('[data-focus="b.m2"]') is None


def test_the_part_that_is_asked_for_again_has_no_ground_but_its_mark() -> None:
    table = on_board()
    whole, part = (figure(table, rest).css_first("#board-ground") for rest in ("", "now/"))
    assert part.attributes["data-ground"] == whole.attributes["data-ground"]
    assert whole.css_first("path") is not None
    assert part.css_first("path") is None


def test_the_ground_is_drawn_only_where_it_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    table, guest = on_board(), visitor()
    watch(table, guest)
    drawn = []
    monkeypatch.setattr(shown_boards, "ground_drawing", lambda ground: drawn.append(ground) or ground_drawing(ground))
    for rest in ("now/", "now/?screen=table", "board/between/?from=a.m1&to=b.m1"):
        assert page(table, guest, rest=rest).status_code == 200
    assert not drawn
    page(table, guest)
    assert drawn


def test_spectators_see_the_board(django_assert_max_num_queries: Any) -> None:
    table, guest = on_board(), visitor()
    watch(table, guest)
    with django_assert_max_num_queries(5):
        shown = page(table, guest).content.decode()
    assert shown.count('class="board-token ') == 4


def test_rectangles_fill_squares_of_any_shape_once() -> None:
    squares = frozenset({(x, y) for x in range(6) for y in range(5) if (x * y + x) % 4 != 1})
    filled = [
        (x, y)
        for left, upper, right, lower in rectangles(squares)
        for x in range(left, right)
        for y in range(upper, lower)
    ]
    assert sorted(filled) == sorted(squares)


def test_rectangles_of_a_whole_checkerboard_do_not_take_long() -> None:
    squares = frozenset((x, y) for x in range(200) for y in range(200) if (x + y) % 2)
    began = process_time()
    assert len(list(rectangles(squares))) == len(squares)
    assert process_time() - began < 3


def sent(table: BattleTable, **fields: str) -> Any:
    return table.owner.client.post(f"/battles/{table.key}/board/", {"seen": str(table.battle.head), **fields})


def test_the_table_of_the_set_up_becomes_the_board_with_suggested_squares() -> None:
    table = laid_out(terrain=TERRAIN)
    form = LexborHTMLParser(page(table, rest="board/").content.decode())
    squares = {field.attributes["name"]: field.attributes["value"] for field in form.css("[data-place]")}
    assert list(squares) == ["at-a.m1", "at-a.m2", "at-b.m1", "at-b.m2"]
    assert squares["at-a.m1"] == "F3", "toward the middle of its zone"
    assert sent(table, do="lay-board", **squares).status_code == 302
    state = table.folded.state
    assert state.board is not None
    assert state.board.places["a.m1"] == (5, 2)


def test_creatures_are_placed_by_hand_with_a_reason_and_the_board_is_left() -> None:
    table = on_board()
    assert "Say why" in text_of(sent(table, do="place", **{"at-a.m1": "H8"}))
    for name in ("8H", "A1\0", "\u202eC4"):
        assert "is not a square" in text_of(sent(table, do="place", reason="bumped", **{"at-a.m1": name}))
    assert "Nothing was changed" in text_of(sent(table, do="place", reason="bumped", **{"at-a.m1": "F13"}))
    answer = sent(table, do="place", reason="bumped", **{"at-a.m1": "O11"})
    assert answer.status_code == 422
    assert "no room for Kobold Warrior" in text_of(answer)
    assert 'value="O11"' in answer.content.decode()
    assert sent(table, do="place", reason="bumped", **{"at-a.m1": "h8", "at-b.m2": "AA1"}).status_code == 422
    assert sent(table, do="place", reason="bumped", **{"at-a.m1": "h8", "at-b.m2": "J3"}).status_code == 302
    assert table.folded.state.board.places == {"a.m1": (7, 7), "a.m2": (7, 12), "b.m1": (5, 2), "b.m2": (9, 2)}
    assert "stands at H8, by hand" in text_of(page(table))
    assert sent(table, do="leave-board").status_code == 302
    assert table.folded.state.board is None
    assert "Play on a board" in text_of(page(table))
    again = {"at-a.m1": "H8", "at-a.m2": "H13", "at-b.m1": "F3", "at-b.m2": "J3"}
    suggested = LexborHTMLParser(page(table, rest="board/").content.decode())
    assert {field.attributes["name"]: field.attributes["value"] for field in suggested.css("[data-place]")} == again
    assert "Say why they stand elsewhere" in text_of(sent(table, do="lay-board", **again | {"at-a.m1": "H9"}))
    assert sent(table, do="lay-board", **again).status_code == 302
    assert sent(table, do="leave-board").status_code == 302
    assert sent(table, do="lay-board", reason="bumped", **again | {"at-a.m1": "H9"}).status_code == 302


def test_a_board_needs_a_table_with_a_grid(small_compendium: None) -> None:
    for table in (small_battle("bob"), laid_out(is_gridless=True)):
        assert "Set up its table first" in text_of(page(table, rest="board/"))
        assert sent(table, do="lay-board").status_code == 422


def test_before_the_battle_creatures_are_deployed_in_their_zones() -> None:
    table = laid_out(terrain=TERRAIN, zones=(ZoneChoice("a", "A"), ZoneChoice("b", "B")))
    table.owner.client.post(f"/battles/{table.key}/act/", {"do": "undo", "seen": table.battle.head})
    while table.folded.state.phase != "initiative":
        press(table, do="undo")
    assert sent(table, do="lay-board", **{"at-a.m1": "F13"}).status_code == 422, "outside its zone"
    assert sent(table, do="lay-board", **{"at-a.m1": "A1"}).status_code == 302
    assert "Say where they stand" in text_of(press(table, do="begin"))
    assert len(figure(table, "board/").css("rect.zone")) == 2
    rest = {"at-a.m2": "B1", "at-b.m1": "X18", "at-b.m2": "W18"}
    assert sent(table, do="place", **rest).status_code == 302
    assert "Deploy …" in text_of(page(table))
    assert press(table, do="begin").status_code == 302


def test_others_find_no_board(django_assert_num_queries: Any) -> None:
    table, guest = on_board(), visitor()
    watch(table, guest)
    assert page(table, guest, rest="board/").status_code == 404
    with django_assert_num_queries(4):
        page(table, rest="board/")


def test_the_table_screen_has_the_board_and_an_earlier_round_its_own() -> None:
    table = on_board()
    assert len(figure(table, "table/").css(".board-token")) == 4
    while table.folded.state.round == 1:
        acting = [actor.id for actor in table.folded.state.turn.acting] if table.folded.state.turn else []
        table.do(TurnEnded(acting[0], ())) if acting else table.take_turn()
    table.do(CreaturePlaced("a.m1", (10, 14), "slipped"))
    shown = LexborHTMLParser(page(table, round="1").content.decode())
    then, now = shown.css_first(".battle-then .play-board"), shown.css_first("#play-board")
    label = 'a[data-focus="a.m1"]'
    assert then.css_first(label).attributes["aria-label"].startswith("Kobold Warrior, F13: ")
    assert now.css_first(label).attributes["aria-label"].startswith("Kobold Warrior, K15: ")
    assert len(shown.css("#board-ground")) == 1


def test_a_creature_in_disguise_is_nowhere_on_the_board() -> None:
    table = laid_out(terrain=TERRAIN, starts=(SpecialStart("a.m2", "a", "tempting-disguise"),))
    assert table.folded.state.combatants["a.m2"].presence == "waiting"
    places = {"a.m1": (5, 12), "b.m1": (5, 2), "b.m2": (7, 2)}
    fields = LexborHTMLParser(page(table, rest="board/").content.decode()).css("[data-place]")
    assert [field.attributes["data-place"] for field in fields] == [*places]
    table.do(BoardLaid(tuple(CreaturePlace(creature, square) for creature, square in places.items())))
    for rest in ("", "now/", "table/", "board/"):
        shown = page(table, rest=rest).content.decode()
        board = shown[shown.index('<section class="play-board"') : shown.index("</section>", shown.index("play-board"))]
        assert "a.m2" not in board
        assert board.count('class="board-token ') == len(places)
    asked = LexborHTMLParser(page(table, rest="board/between/").content.decode()).css("#between-to option")
    assert [option.attributes["value"] for option in asked] == [*places]
    assert page(table, rest="board/between/?from=b.m1&to=a.m2").content.decode().count("line of sight") == 0
