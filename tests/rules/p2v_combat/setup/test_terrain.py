"""Terrain of a set-up: by hand, and as a layout that a seed suggests."""

from collections import Counter

import pytest

from rules.dice import Place, Roll, SeededRoller
from rules.errors import ChangeRefused
from rules.p2v_combat.setup.deploying import choose_board, choose_first_placer, new_table
from rules.p2v_combat.setup.faults import contradictions, table_warnings
from rules.p2v_combat.setup.layouts import suggest_terrain
from rules.p2v_combat.setup.plan import TERRAIN_TYPES, TILES_BY_KEY, TablePlan, TerrainStyle
from rules.p2v_combat.setup.terrain import (
    USUAL_DAMAGE,
    add_piece,
    choose_damage_type,
    choose_terrain_style,
    move_piece,
    next_terrain_placer,
    piece_of,
    remove_piece,
    terrain_share,
    tiles_due,
    turn_piece,
)
from rules.tables.damage import DAMAGE_TYPES
from tests.rows import every_row

TABLES = [(2, 150), (2, 500), (2, 501), (3, 150), (4, 150), (3, 500), (4, 500)]


class PlaceRecorder(SeededRoller):
    """A seeded roller that knows which places it rolled."""

    def __init__(self, seed: bytes) -> None:
        super().__init__(seed)
        self.places: list[Place] = []

    def roll(self, dice: int, sides: int, *, reason: str, place: Place) -> Roll:
        self.places.append(place)
        return super().roll(dice, sides, reason=reason, place=place)


@every_row("sides, points", TABLES)
@every_row("seed", range(12))
def test_suggested_pieces_fill_a_third_to_a_half_without_overlap(sides: int, points: int, seed: int):
    # Ruling 75.
    plan = suggest_terrain(new_table(sides, points), SeededRoller(bytes([seed, 1])))
    share = terrain_share(plan)
    squares = plan.board.width * plan.board.height
    assert squares / 3 <= share.filled <= squares / 2
    assert list(contradictions(plan)) == []
    assert {piece.side for piece in plan.terrain} == set(plan.sides)


@every_row("sides, points", TABLES)
@every_row("seed", range(4))
def test_suggested_tiles_are_as_many_as_the_board_says(sides: int, points: int, seed: int):
    # Rulings 75 and 76: 3, 4 or 8 a player by the board; no overlap; any quarter turn.
    plan = choose_terrain_style(new_table(sides, points), "tiles")
    plan = suggest_terrain(plan, SeededRoller(bytes([seed, 2])))
    each = {24: 3, 36: 4, 48: 8}[plan.board.width]
    assert tiles_due(plan) == len(plan.terrain) == each * sides
    assert set(Counter(piece.side for piece in plan.terrain).values()) == {each}
    assert list(contradictions(plan)) == []
    assert all(piece.tile for piece in plan.terrain)


def test_tiles_that_do_not_all_fit_are_fewer_for_each_side():
    plan = choose_terrain_style(choose_board(new_table(4, 150), "small-board"), "tiles")
    plan = suggest_terrain(plan, SeededRoller(b"crowded"))
    assert tiles_due(plan) == 12
    assert Counter(piece.side for piece in plan.terrain) == {"a": 2, "b": 2, "c": 2, "d": 2}


def test_a_layout_follows_from_the_seed_and_the_number_of_the_shuffle():
    roller = SeededRoller(b"a seed")
    first = suggest_terrain(new_table(2, 300), roller)
    second = suggest_terrain(first, roller)
    assert (first.shuffle, second.shuffle) == (1, 2)
    assert first.terrain != second.terrain
    assert suggest_terrain(second, roller, shuffle=1).terrain == first.terrain
    assert suggest_terrain(new_table(2, 300), SeededRoller(b"another")).terrain != first.terrain
    assert first.rolls == ()


@pytest.mark.parametrize("style", ["pieces", "tiles"])
def test_every_die_of_a_layout_has_a_place_of_its_own(style: TerrainStyle):
    roller = PlaceRecorder(b"places")
    plan = choose_terrain_style(new_table(2, 600), style)
    plan = suggest_terrain(plan, roller)
    suggest_terrain(plan, roller)
    assert len(set(roller.places)) == len(roller.places) > 40
    assert {place[:2] for place in roller.places} == {("setup", "terrain")}


def test_suggested_pieces_lie_in_pairs_so_that_no_end_is_better():
    plan = suggest_terrain(new_table(2, 300), SeededRoller(b"pairs"))
    board = plan.board
    lie = {(piece.kind, piece.x, piece.y, piece.across, piece.down) for piece in plan.terrain}
    turned = {(kind, board.width - x - w, board.height - y - h, w, h) for kind, x, y, w, h in lie}
    assert lie == turned


@every_row("kind", (*TERRAIN_TYPES, *TILES_BY_KEY, "obstacle"))
def test_every_kind_can_be_added_by_hand(kind: str):
    plan = add_piece(new_table(2, 300), kind, 2, 3, width=3, height=2)
    [piece] = plan.terrain
    assert (piece.id, piece.side, piece.x, piece.y) == ("t1", "a", 2, 3)
    tile = TILES_BY_KEY.get(kind)
    if tile:
        assert (piece.width, piece.height) == (8, 5)
        assert [traits for _, _, traits in piece.squares()] == [
            tile.traits_at(column, row) for row in range(5) for column in range(8)
        ]
    else:
        assert len(list(piece.squares())) == 6
    assert piece.damage_type == USUAL_DAMAGE.get(kind, "")


def test_sides_place_terrain_in_turn():
    plan = choose_first_placer(new_table(3, 300), "b")
    for number in range(4):
        plan = add_piece(plan, "rubble", 4 * number, 0, width=2, height=2)
    assert "".join(piece.side for piece in plan.terrain) == "bcab"
    assert next_terrain_placer(remove_piece(plan, "t2")) == "c"


@every_row(
    "kind, x, y, size, words",
    [
        ("mud", 35, 0, (2, 2), "over the edge"),
        ("mud", -1, 0, (2, 2), "over the edge"),
        ("donjon", 0, 20, (1, 1), "over the edge"),
        ("mud", 4, 4, (2, 2), "overlap Wall"),
        ("sofa", 20, 20, (2, 2), "no terrain"),
        ("mud", 20, 20, (0, 2), "1 square"),
    ],
)
def test_what_does_not_fit_is_refused(kind: str, x: int, y: int, size: tuple[int, int], words: str):
    plan = add_piece(new_table(2, 300), "wall", 4, 4, width=5, height=1)
    with pytest.raises(ChangeRefused, match=words):
        add_piece(plan, kind, x, y, width=size[0], height=size[1])


def test_a_piece_is_moved_turned_and_removed():
    plan = add_piece(new_table(2, 300), "wall", 4, 4, width=5, height=1)
    plan = add_piece(plan, "mud", 10, 4, width=2, height=2)
    plan = move_piece(plan, "t1", 4, 20)
    assert (piece_of(plan, "t1").x, piece_of(plan, "t1").y) == (4, 20)
    turned = piece_of(turn_piece(plan, "t1"), "t1")
    assert (turned.across, turned.down, turned.y) == (1, 5, 19)  # it stays on the board
    assert turn_piece(turn_piece(plan, "t2", 3), "t2") == plan
    with pytest.raises(ChangeRefused, match="overlap Mud"):
        move_piece(plan, "t1", 8, 4)
    without = remove_piece(plan, "t1")
    assert [piece.id for piece in without.terrain] == ["t2"]
    with pytest.raises(ChangeRefused, match="no longer"):
        turn_piece(without, "t1")


@every_row("quarters", range(4))
def test_a_turned_tile_has_the_squares_of_the_turned_tile(quarters: int):
    plan = add_piece(new_table(2, 300), "chapel", 1, 1, turned=quarters)
    [piece] = plan.terrain
    tile = TILES_BY_KEY["chapel"].turned(quarters)
    assert (piece.across, piece.down) == (len(tile.grid[0]), len(tile.grid))
    assert {(x - 1, y - 1): traits for x, y, traits in piece.squares()} == {
        (column, row): tile.traits_at(column, row) for row in range(piece.down) for column in range(piece.across)
    }


@every_row("damage_type", [row.name for row in DAMAGE_TYPES])
def test_the_players_pick_the_damage_of_the_hazard_tile(damage_type: str):
    # Ruling 76.
    plan = add_piece(new_table(2, 300), "hazard", 1, 1)
    assert list(table_warnings(plan)) == ["Agree on the type of damage: Hazard."]
    plan = choose_damage_type(plan, "t1", damage_type)
    assert piece_of(plan, "t1").damage_type == damage_type
    assert list(table_warnings(plan)) == []


def test_only_a_hazard_deals_a_type_of_damage_that_there_is():
    plan = add_piece(add_piece(new_table(2, 300), "hazard", 1, 1), "mud", 20, 1)
    with pytest.raises(ChangeRefused, match="no type of damage"):
        choose_damage_type(plan, "t1", "ennui")
    with pytest.raises(ChangeRefused, match="not hazardous"):
        choose_damage_type(plan, "t2", "fire")


def test_another_style_of_terrain_begins_anew():
    plan: TablePlan = suggest_terrain(new_table(2, 150), SeededRoller(b"x"))
    assert choose_terrain_style(plan, "pieces") is plan
    assert choose_terrain_style(plan, "tiles").terrain == ()
