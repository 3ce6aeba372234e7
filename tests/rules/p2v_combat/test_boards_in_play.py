"""A battle goes on a board and off it again, and its creatures stand where they can."""

from dataclasses import replace

import pytest

from rules.board.battlefield import BoardFigure
from rules.combat.family import sent_event
from rules.combat.log import log_event_document, log_event_from
from rules.dice import SeededRoller
from rules.errors import ChangeRefused, DocumentError
from rules.p2v_combat.events.by_hand import HpSet
from rules.p2v_combat.events.standing import MAX_GIVEN, BoardLaid, BoardLeft, CreaturePlace, CreaturePlaced
from rules.p2v_combat.events.turns import BattleBegun
from rules.p2v_combat.family import P2V
from rules.p2v_combat.setup.board_ground import ground_of_plan
from rules.p2v_combat.setup.deploying import measure_by, new_table, zones_of
from rules.p2v_combat.setup.layouts import suggest_table
from rules.p2v_combat.setup.plan import OBSTACLE, TERRAIN_TYPES, TILES_BY_KEY, TablePlan, TerrainPiece
from rules.p2v_combat.standing import battlefield_of, figure_of, named_square, square_name
from rules.tables.sizes import Space
from tests.rules.p2v_combat.boards import laid, on_board
from tests.rules.p2v_combat.tables import PlayedTable, setup_of

OPEN = """
    A....
    .....
    ..##.
    ....B
"""

EVERY = [[x, y] for x in range(5) for y in range(4)]


def table_plan() -> TablePlan:
    return suggest_table(new_table(2, 150), SeededRoller(b"board"))


def test_a_figure_follows_from_its_card_and_its_state():
    played = on_board(OPEN, setup_of(["goblin-dog"], ["boar"]))
    figure = figure_of(played.state, "a.m1")
    assert figure == BoardFigure("a.m1", "a", Space(0, 0, 1), "Medium", None, reach=1)
    played.do(HpSet("a.m1", -1, 0, ""))
    assert figure_of(played.state, "a.m1") == replace(figure, is_helpless=True)


def test_a_board_keeps_its_battlefield_until_a_figure_changes():
    played = on_board(OPEN)
    field = battlefield_of(played.state)
    played.do(HpSet("a.m1", 9, 0, ""))
    assert battlefield_of(played.state) is field
    played.do(CreaturePlaced("b.m1", (3, 3), "Slipped"))
    assert battlefield_of(played.state) is not field


@pytest.mark.parametrize(
    ("square", "why"),
    [
        ((2, 2), "Solid terrain leaves no room for Boar at C3."),
        ((0, 0), "Boar cannot stand at A1: Goblin Dog is there."),
        ((5, 0), "Boar would stand beyond the edge of the board at F1."),
    ],
)
def test_nobody_stands_in_a_wall_on_another_or_off_the_board(square: tuple[int, int], why: str):
    played = on_board(OPEN)
    with pytest.raises(ChangeRefused, match=why):
        played.do(CreaturePlaced("b.m1", square, "Test"))


def test_ruling_520_a_helpless_enemys_space_is_shared_not_that_of_an_ally():
    played = on_board(OPEN.replace(".B", "CB"), setup_of(["goblin-dog", "boar"], ["boar"]), C="a.m2")
    played.do(HpSet("b.m1", -1, 0, ""))
    played.do(CreaturePlaced("a.m2", (4, 3), "Test"))
    played.do(HpSet("a.m2", -1, 0, ""))
    with pytest.raises(ChangeRefused, match="Boar is there"):
        played.do(CreaturePlaced("a.m1", (4, 3), "Test"))


def test_a_battle_changes_from_the_table_to_a_board_and_back():
    played = PlayedTable(setup_of(["goblin-dog"], ["boar"])).begin()
    with pytest.raises(ChangeRefused, match="Say where they stand: Boar"):
        played.do(replace(laid(OPEN, A="a.m1")))
    played.do(laid(OPEN, A="a.m1", B="b.m1"))
    assert played.state.board is not None
    with pytest.raises(ChangeRefused, match="on a board already"):
        played.do(laid(OPEN, A="a.m1", B="b.m1"))
    played.do(BoardLeft())
    assert played.state.board is None
    with pytest.raises(ChangeRefused, match="not on a board"):
        played.do(BoardLeft())


def test_a_board_that_is_laid_again_needs_a_reason_for_what_is_not_as_before():
    played = on_board(OPEN)
    places = {"A": "a.m1", "B": "b.m1"}
    played.do(BoardLeft())
    with pytest.raises(ChangeRefused, match="stand elsewhere than before: Boar"):
        played.do(laid(OPEN.replace("....B", "...B."), **places))
    with pytest.raises(ChangeRefused, match="the board is another"):
        played.do(laid(OPEN.replace("##", "#."), **places))
    played.do(laid(OPEN, **places)).do(BoardLeft())
    played.do(replace(laid(OPEN.replace("....B", "...B."), **places), reason="It was pushed."))
    assert played.state.notes[0].why == ("It was pushed.",)
    document = log_event_document(replace(laid(OPEN, **places), reason="It was pushed."))
    assert document["reason"] == "It was pushed."
    assert "reason" not in log_event_document(laid(OPEN, **places))


def test_a_battle_goes_on_few_boards_that_are_given():
    played = on_board(OPEN)
    for _ in range(MAX_GIVEN - 1):
        played.do(BoardLeft()).do(laid(OPEN, A="a.m1", B="b.m1"))
    played.do(BoardLeft())
    with pytest.raises(ChangeRefused, match="At most 5 boards"):
        played.do(laid(OPEN, A="a.m1", B="b.m1"))


def test_before_a_battle_begins_boards_are_tried_without_reasons():
    table = PlayedTable(setup_of(["goblin-dog"], ["boar"])).do(laid(OPEN, A="a.m1", B="b.m1")).do(BoardLeft())
    table.do(laid(OPEN.replace("....B", "...B."), A="a.m1", B="b.m1")).begin()
    assert table.state.left_board is None


def test_a_correction_by_hand_needs_a_reason_and_is_marked():
    played = on_board(OPEN)
    with pytest.raises(ChangeRefused, match="Say why"):
        played.do(CreaturePlaced("b.m1", (3, 3), " "))
    played.do(CreaturePlaced("b.m1", (3, 3), "It was there."))
    (note,) = played.state.notes
    assert (note.text, note.why) == ("Boar stands at D4, by hand.", ("It was there.",))


def test_creatures_are_deployed_in_the_zones_of_the_set_up_before_the_battle_begins():
    plan = table_plan()
    setup = replace(setup_of(["goblin-dog"], ["boar"]), table=plan)
    ground, zones = ground_of_plan(plan), {side: zones_of(plan, side)[0] for side in plan.sides}
    free = {
        side: next(cell for cell in zone.area.cells() if not ground.solid.cut(*cell, 1)) for side, zone in zones.items()
    }
    played = PlayedTable(setup).do(BoardLaid((CreaturePlace("a.m1", free["a"]),)))
    with pytest.raises(ChangeRefused, match="Say where they stand: Boar"):
        played.do(BattleBegun())
    with pytest.raises(ChangeRefused, match="outside"):
        played.do(CreaturePlaced("b.m1", next(cell for cell in zones["a"].area.cells() if cell != free["a"]), ""))
    played.do(CreaturePlaced("b.m1", free["b"], "")).begin()
    assert played.state.board is not None
    assert played.state.board.ground == ground


def test_a_table_without_a_grid_is_not_a_board():
    plan = measure_by(table_plan(), gridless=True)
    played = PlayedTable(replace(setup_of(["goblin-dog"], ["boar"]), table=plan))
    with pytest.raises(ChangeRefused, match="no table with a grid"):
        played.do(BoardLaid(()))


@pytest.mark.parametrize("kind", [OBSTACLE, *TERRAIN_TYPES, *TILES_BY_KEY])
@pytest.mark.parametrize("turned", range(4))
def test_the_ground_of_a_plan_has_the_traits_of_each_square(kind: str, turned: int):
    width, height = (8, 5) if kind in TILES_BY_KEY else (3, 1)
    piece = TerrainPiece("t1", kind, 2, 1, width, height, turned, damage_type="acid")
    plan = replace(new_table(2, 500), terrain=(piece, replace(piece, id="t2", x=12)))
    ground = ground_of_plan(plan)
    found_there = {square: entry for entry in ground.terrain for square in entry.squares}
    for own in plan.terrain:
        for x, y, traits in own.squares():
            there = found_there[x, y].traits if (x, y) in found_there else frozenset()
            assert {trait.replace(" ", "-") for trait in there} == set(traits)
            if "hazardous" in traits:
                assert found_there[x, y].damage_type == "acid"
            if "directional" in traits:
                assert found_there[x, y].direction == ("east", "south", "west", "north")[turned]
    assert len({entry.name for entry in ground.terrain}) == len(ground.terrain)
    tile = piece.tile
    doors = sum(edge.stop - edge.start for edge in tile.doors) if tile else 0
    borders = [entry for entry in ground.terrain if "door" in entry.traits]
    assert sum(len(entry.borders.upright) + len(entry.borders.level) for entry in borders) == 2 * doors


def test_events_on_a_board_are_written_and_read():
    event = laid(OPEN.replace("..##.", "!>+/."), A="a.m1", B="b.m1")
    assert log_event_from(log_event_document(event), P2V.by_kind) == event
    without = BoardLaid(event.places)
    assert log_event_document(without)["board"] is None
    assert log_event_from(log_event_document(without), P2V.by_kind) == without


def test_an_open_door_keeps_its_traits_in_documents():
    event = laid(OPEN.replace("##", "+."), A="a.m1", B="b.m1")
    document = log_event_document(event)
    document["board"]["terrain"][0]["open"] = True
    read = log_event_from(document, P2V.by_kind)
    assert isinstance(read, BoardLaid)
    assert read.board is not None
    assert (read.board.terrain[0].traits, read.board.terrain[0].when_closed) == (frozenset(), frozenset({"door"}))
    assert log_event_document(read) == document


@pytest.mark.parametrize(
    ("changed", "path"),
    [
        ({"columns": 0}, "board.columns"),
        ({"terrain": [{"name": "x", "traits": ["sticky"]}]}, "board.terrain[0].traits[0]"),
        ({"terrain": [{"name": "x", "traits": ["hazardous"], "damage_type": "love"}]}, "board.terrain[0].damage_type"),
        ({"terrain": [{"name": "x\ny", "traits": []}]}, "board.terrain[0].name"),
        ({"terrain": [{"name": "x", "traits": []}] * 2}, "board.terrain[1].name"),
        ({"terrain": [{"name": "x", "traits": []}, {"name": "\u202ex", "traits": []}]}, "board.terrain[1].name"),
        ({"terrain": [{"name": "\u202e ", "traits": []}]}, "board.terrain[0].name"),
        ({"terrain": [{"name": f"{n}", "traits": [], "squares": EVERY} for n in range(5)]}, "board.terrain"),
        ({"columns": 10**9}, "board.columns"),
        ({"more": 1}, "board.more"),
    ],
)
def test_a_board_of_an_event_is_read_strictly(changed: dict[str, object], path: str):
    document = log_event_document(laid(OPEN, A="a.m1", B="b.m1"))
    with pytest.raises(DocumentError) as refused:
        log_event_from(document | {"board": document["board"] | changed}, P2V.by_kind)
    assert refused.value.path == path
    with pytest.raises(DocumentError) as refused:
        sent_event(P2V, document | {"board": document["board"] | changed})
    assert refused.value.path == f"event.{path}"


def test_a_sent_board_is_bounded_by_its_own_reader():
    document = log_event_document(laid(OPEN, A="a.m1", B="b.m1"))
    wall = {"name": "Wa\u202ell", "traits": ["solid"], "squares": [[2, 2]]}
    event = sent_event(P2V, document | {"board": document["board"] | {"terrain": [wall]}})
    assert isinstance(event, BoardLaid)
    assert event.board is not None
    assert event.board.terrain[0].name == "Wall"
    with pytest.raises(DocumentError, match="200 or less"):
        sent_event(P2V, document | {"board": document["board"] | {"columns": 10**9}})
    with pytest.raises(DocumentError, match="at most 9,999"):
        sent_event(P2V, document | {"places": [{"creature": "a.m1", "square": [10**9, 0]}]})


def test_a_state_says_its_board_and_a_replay_draws_it():
    played = on_board(OPEN)
    document = P2V.state_document(played.state)["board"]
    assert (document["columns"], document["places"]) == (5, {"a.m1": [0, 0], "b.m1": [4, 3]})
    assert P2V.standing(played.state)[2:] == (
        "a....",
        ".....",
        "..##.",
        "....b",
        "a Goblin Dog, A1",
        "b Boar, E4",
    )
    assert "board" not in P2V.state_document(PlayedTable(setup_of(["boar"], ["boar"])).state)


def test_squares_have_names_like_those_of_a_spreadsheet():
    assert [square_name((x, 0)) for x in (0, 25, 26, 47)] == ["A1", "Z1", "AA1", "AV1"]
    assert [named_square(name) for name in (" av1 ", "A1\0", "\u202eC4", "\u01311")] == [(47, 0), None, None, None]
