"""Where the oracle lets creatures move, on boards that are worked out by hand, each with its ruling."""

import pytest

from rules.board.documents import answers_document, board_from_document
from tests.rules.board.small_boards import ask, board, borders, creature, squares


def ends(*things, columns=5, rows=1, budget=5, diagonals=0):
    answer = ask(board(columns, rows, *things), "moves", squares=budget, diagonals=diagonals)
    return {(x, y): cost for x, y, cost in answer["to"]}


def rough(*places, traits="difficult", name="rubble", **more):
    return squares(*places, traits=traits, name=name, **more)


A = creature("a", 0, 0)


def test_every_second_diagonal_costs_double_over_the_whole_turn():
    # Ruling 517.
    straight = {(0, 1): 1, (0, 2): 2, (1, 0): 1, (2, 0): 2}
    assert ends(A, columns=3, rows=3, budget=2) == {**straight, (1, 1): 1, (1, 2): 2, (2, 1): 2}
    assert ends(A, columns=3, rows=3, budget=3)[2, 2] == 3
    # After a diagonal before, the next costs 2; so does a detour by two straight steps.
    assert ends(A, columns=3, rows=3, diagonals=1)[1, 1] == 2
    assert ends(A, columns=4, rows=4, diagonals=1)[2, 2] == 3
    assert ends(A, columns=4, rows=4, diagonals=2)[2, 2] == 3


@pytest.mark.parametrize(
    ("ruling", "thing", "cost"),
    [
        ("rough ground beside it", rough((1, 0)), 1),
        ("a wall on one side", squares((1, 0)), 2),
        ("a bar that ends in the corner", borders(((0, 0), (1, 0))), 2),
        ("a bar beyond the corner", borders(((1, 0), (1, 1))), 2),
        ("a closed door", squares((1, 0), traits="door"), 2),
        ("an open door", squares((1, 0), traits="door", open=True), 1),
        ("rubble beside", rough((1, 0), (0, 1)), 1),
        ("a fence on one way round", borders(((0, 0), (1, 0)), ((1, 0), (1, 1)), traits="difficult"), 1),
        ("a fence on both ways round", borders(((0, 0), (1, 0)), ((0, 1), (1, 1)), traits="difficult"), 2),
        ("an enemy beside", creature("b", 1, 0), 1),
    ],
)
def test_a_diagonal_step_past_a_corner(ruling, thing, cost):
    # Rulings 516 and 517.
    assert ends(A, thing, columns=2, rows=2)[1, 1] == cost


@pytest.mark.parametrize(
    ("ruling", "things", "cost"),
    [
        ("difficult", (rough((1, 0)),), 2),
        ("difficult twice is difficult", (rough((1, 0)), rough((1, 0), name="mud")), 2),
        ("deep water", (rough((1, 0), traits="deep water"),), 2),
        ("deep water and difficult", (rough((1, 0), traits="deep water, difficult"),), 3),
        ("a difficult border", (borders(((0, 0), (1, 0)), traits="difficult"),), 2),
        (
            "a difficult border and a difficult square",
            (borders(((0, 0), (1, 0)), traits="difficult"), rough((1, 0))),
            3,
        ),
        ("with the wind", (rough((1, 0), traits="directional", direction="east"),), 1),
        ("against the wind", (rough((1, 0), traits="directional", direction="west"),), 2),
        ("across a difficult wind", (rough((1, 0), traits="directional, difficult", direction="north"),), 2),
        ("hazardous and encumbering", (rough((1, 0), traits="hazardous, encumbering"),), 1),
    ],
)
def test_what_terrain_adds(ruling, things, cost):
    # Ruling 517 and ruling 69.
    assert ends(A, *things, columns=2)[1, 0] == cost


def test_deep_water_doubles_a_second_diagonal():
    # Ruling 517: 2 for the diagonal, doubled.
    lake = rough((1, 1), traits="deep water")
    assert ends(A, lake, columns=2, rows=2, diagonals=1)[1, 1] == 3
    assert ends(A, lake, columns=2, rows=2)[1, 1] == 2


def test_wide_creatures_step_with_their_whole_space():
    # Ruling 518. A straight step enters two squares: difficult once, whatever the number.
    wide = creature("a", 0, 0, width=2)
    assert ends(wide, rough((2, 0), (2, 1)), columns=4, rows=2, budget=9) == {(1, 0): 2, (2, 0): 3}
    # A fence across the middle of the space that moves along it is never crossed; one across the way is crossed once.
    along = borders(*(((x, 0), (x, 1)) for x in range(4)), traits="difficult")
    assert ends(wide, along, columns=4, rows=2, budget=9) == {(1, 0): 1, (2, 0): 2}
    across = borders(((2, 0), (3, 0)), traits="difficult")
    assert ends(wide, across, columns=4, rows=2, budget=9) == {(1, 0): 1, (2, 0): 3}
    # A diagonal needs all of the square that bounds start and end, also the corner that is not entered.
    corner = squares((2, 0))
    assert ends(wide, columns=3, rows=3)[1, 1] == 1
    assert (1, 1) not in ends(wide, corner, columns=3, rows=3, budget=1)
    assert ends(wide, corner, columns=3, rows=3)[1, 1] == 2


def test_a_creature_squeezes_through_half_its_width():
    # Ruling 519. A corridor a square high, from column 2 to column 3, between two chambers: steps into squeezed places
    # are difficult, the step out is not. No move ends squeezed.
    walls = squares((2, 0), (3, 0))
    wide = creature("a", 0, 0, width=2)
    assert ends(wide, walls, columns=6, rows=2, budget=9) == {(4, 0): 2 + 2 + 2 + 1}
    # Difficult terrain is not counted twice; the rubble in the wall's row is not entered by the part.
    assert ends(wide, walls, rough((2, 1)), columns=6, rows=2, budget=9) == {(4, 0): 7}
    assert ends(wide, walls, rough((4, 0)), columns=6, rows=2, budget=9) == {(4, 0): 7}
    # A creature 1 wide fits through no less than a square, and a creature 3 wide needs two rows.
    assert ends(creature("a", 0, 0, width=3), squares((3, 0)), columns=7, rows=3, budget=9) == {(4, 0): 2 + 2 + 2 + 1}
    assert ends(creature("a", 0, 0, width=3), squares((3, 0), (3, 2)), columns=7, rows=3, budget=9) == {}
    # Creatures make no gap.
    assert ends(wide, creature("b", 2, 0), columns=6, rows=2, budget=9) == {}


def test_a_border_squeezes_too_and_void_counts_for_the_whole_space():
    # Ruling 519. The bar runs between the rows of column 2.
    wide, bar = creature("a", 0, 0, width=2), borders(((2, 0), (2, 1)))
    assert ends(wide, bar, columns=5, rows=2, budget=9) == {(3, 0): 2 + 2 + 1}
    assert ends(wide, bar, rough((2, 0), traits="void"), columns=5, rows=2, budget=9) == {}


def test_each_step_of_a_squeezed_creature_is_looked_at_by_itself():
    # Ruling 519 to the letter: a part is at the same offset before and after a step, but the next step may use another.
    # The bar between the columns 1 and 2 cuts the place (1, 0): its left part comes in, its right part goes out.
    wide, bar = creature("a", 0, 0, width=2), borders(((1, 0), (2, 0)), ((1, 1), (2, 1)))
    assert ends(wide, bar, columns=4, rows=2) == {(2, 0): 3}


def test_other_creatures():
    # Ruling 520.
    friend, enemy = creature("ab", 1, 0), creature("b", 1, 0)
    assert ends(A, friend, columns=3) == {(2, 0): 2}
    assert ends(A, enemy, columns=3) == {}
    assert ends(A, {**enemy, "helpless": True}, columns=3) == {(1, 0): 1, (2, 0): 2}
    assert ends(A, {**friend, "helpless": True}, columns=3) == {(2, 0): 2}
    assert ends({**A, "width": 2}, creature("b", 2, 1), columns=4, rows=2) == {}


@pytest.mark.parametrize(
    ("mode", "thing", "expected"),
    [
        (None, squares((1, 0)), {}),
        ("Burrowing", squares((1, 0)), {(2, 0): 2}),
        ("Teleportation", squares((1, 0)), {(2, 0): 2}),
        ("Flight", squares((1, 0)), {}),
        ("Flight", rough((1, 0), traits="difficult, deep water"), {(1, 0): 1, (2, 0): 2}),
        ("Burrowing", rough((1, 0), traits="difficult, deep water"), {(1, 0): 1, (2, 0): 2}),
        ("Flight", creature("b", 1, 0), {(2, 0): 2}),
        ("Burrowing", creature("b", 1, 0), {(2, 0): 2}),
        (None, rough((1, 0), traits="void"), {}),
        ("Flight", rough((1, 0), traits="void"), {(1, 0): 1, (2, 0): 2}),
        ("Teleportation", rough((1, 0), traits="void"), {(2, 0): 2}),
        ("Burrowing", rough((1, 0), traits="void"), {}),
        ("Wall Climb", rough((1, 0), traits="void"), {}),
        ("Wall Climb", creature("b", 1, 0), {}),
        ("Aquatic", rough((1, 0), traits="deep water"), {(1, 0): 1, (2, 0): 2}),
        ("Aquatic", rough((1, 0), traits="deep water, difficult", water=True), {(1, 0): 1, (2, 0): 2}),
        ("Aquatic", rough((1, 0)), {(1, 0): 2, (2, 0): 3}),
        ("Aquatic", rough((1, 0), traits="directional", direction="west", water=True), {(1, 0): 2, (2, 0): 3}),
    ],
)
def test_modes_in_a_corridor(mode, thing, expected):
    # Ruling 531.
    assert ends({**A, "mode": mode}, thing, columns=3) == expected


def test_a_climber_passes_along_a_wall():
    # Ruling 531. Left and entered place both touch the wall below, corners included; from (0, 0) to (1, 0) they do, and
    # the place (3, 0) touches nothing.
    climber, wall = {**A, "mode": "Wall Climb"}, squares((1, 1))
    mud = rough((1, 0), (2, 0), (3, 0), (0, 1), (2, 1), (3, 1))
    assert ends(climber, mud, wall, columns=4, rows=2)[2, 0] == 2
    assert ends(climber, mud, wall, columns=4, rows=2)[3, 0] == 4
    assert ends(climber, creature("b", 1, 0), wall, columns=4, rows=2, budget=2) == {(0, 1): 1, (2, 0): 2}
    # It climbs no wall, and doors count while they are closed.
    door = squares((1, 1), traits="door", open=True)
    assert ends(climber, mud, door, columns=4, rows=2)[1, 0] == 2
    assert ends(climber, mud, borders(((1, 0), (1, 1))), columns=4, rows=2)[2, 0] == 2


def test_teleportation_circles():
    # Ruling 515: a step of 1, no diagonal, for creatures 1 wide, with the terrain of the entered square.
    circles = rough((0, 0), (4, 3), traits="teleportation circle", name="circle")
    way = ends(A, circles, columns=5, rows=4, budget=2, diagonals=1)
    assert way[4, 3] == 1
    assert way[4, 2] == 2
    assert (3, 2) not in way
    assert ends(A, circles, columns=5, rows=4, budget=2)[3, 2] == 2
    lake = rough((4, 3), traits="deep water, difficult, directional", direction="north", name="lake")
    assert ends(A, circles, lake, columns=5, rows=4)[4, 3] == 3
    wind = rough((4, 3), traits="directional", direction="north", name="wind")
    assert ends(A, circles, wind, columns=5, rows=4)[4, 3] == 1
    assert (4, 3) not in ends(A, circles, creature("b", 4, 3), columns=5, rows=4)
    wide = creature("a", 0, 0, width=2)
    apart = rough((0, 0), (7, 0), traits="teleportation circle")
    assert ends(wide, apart, columns=9, rows=2, budget=1) == {(1, 0): 1}


def test_many_circles_are_left_once():
    # Ruling 515. Each of 900 circles leads to all others; the way to the farthest square is one step between two.
    circles = rough(*((x, y) for x in range(30) for y in range(30)), traits="teleportation circle", name="circle")
    document = board(30, 30, A, circles, questions=({"ask": "moves", "creature": "a", "squares": 90, "diagonals": 0},))
    (answer,) = answers_document(board_from_document(document))["answers"]
    assert {cost for _, _, cost in answer["to"]} == {1}
    assert len(answer["to"]) == 899
