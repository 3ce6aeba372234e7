"""Where the rulings can be read in two ways: what the oracle reads, on a small board that tells the two apart."""

from typing import Any

from tests.rules.board.oracle import answers, differences
from tests.rules.board.small_boards import area, ask, board, borders, creature, squares

FROM_A = {"from": "a"}


def ends(*things, columns, rows=1, budget=9):
    answer = ask(board(columns, rows, *things), "moves", squares=budget)
    return {(x, y): cost for x, y, cost in answer["to"]}


def test_a_wall_behind_the_end_of_a_line_is_on_both_sides_of_it():
    # Ruling 501 speaks of the straight line through the ends. (ruling 502: "touching one corner is free" - of a line
    # that goes on.) So an area from a corner of the space that touches a wall behind it, or the edge of the board, has
    # only squares along that wall or edge; here all centers are off it.
    edge = board(6, 2, creature("a", 2, 1))
    assert area(edge, shape="cone", size=3, origin=[3, 2], toward="north-east", **FROM_A) == []
    assert len(area(edge, shape="cone", size=3, origin=[3, 1], toward="north-east", **FROM_A)) == 3


def test_the_same_center_has_effect():
    # Ruling 505 says nothing of two spaces with the same center: nothing is in the way.
    shared = board(3, 1, creature("a", 1, 0), creature("b", 1, 0, helpless=True))
    assert ask(shared, "effect") == {"effect": True}
    assert ask(shared, "sight") == {"sight": True}
    assert ask(shared, "cover") == {"checks": [], "concealment": []}
    # So a flanker (ruling 514) may stand on a helpless target: the line from there to the other begins in its inside.
    on_it = board(3, 1, creature("a", 1, 0, helpless=True), creature("b", 1, 0), creature("c", 2, 0))
    assert ask(on_it, "flanked", creature="a")["by"] == [["b", "c"]]


def test_borders_inside_the_targets_space_count():
    # Ruling 504 spares squares; ruling 510 the sides of the attacker's square. A border across the target's space is
    # neither.
    fence = borders(((4, 0), (5, 0)), name="fence", traits="obstructing")
    assert ask(board(6, 2, creature("a", 0, 0), creature("b", 4, 0, width=2), fence), "cover")["checks"] == ["fence"]


def test_a_concealing_border_beside_the_attacker_gives_none():
    # Rulings 510 and 511: ruling 60 is about cover; "concealment works like cover".
    curtain = borders(((0, 0), (1, 0)), name="curtain", traits="concealing")
    ends_of_line = creature("a", 0, 0), creature("b", 4, 0)
    assert ask(board(5, 1, *ends_of_line, curtain), "cover")["concealment"] == []
    far = borders(((1, 0), (2, 0)), name="curtain", traits="concealing")
    assert ask(board(5, 1, *ends_of_line, far), "cover")["concealment"] == ["curtain"]


def test_own_squares_still_join_a_piece():
    # Rulings 510 and 504: the bush is a piece of five squares, three of them under b. The line from (1, 2.5) to (2,
    # 0.5) passes through the other two: a check, not two.
    bush = squares((1, 0), (1, 2), (2, 0), (2, 1), (2, 2), name="bush", traits="obstructing")
    document = board(5, 3, creature("a", 0, 2), creature("b", 2, 0, width=3), bush)
    assert ask(document, "cover")["checks"] == ["bush"]
    apart = squares((1, 0), (1, 2), name="bush", traits="obstructing")
    assert ask({**document, "terrain": [apart]}, "cover")["checks"] == ["bush", "bush"]


def test_the_lowest_row_is_the_least_y():
    # Ruling 509. From the upper squares of a the defender's line meets x before y, from the lower ones y before x.
    bushes = (squares((2, y), (3, y), name=name, traits="obstructing") for y, name in enumerate("xy"))
    document = board(6, 2, creature("a", 0, 0, width=2), creature("b", 4, 0, width=2), *bushes)
    assert ask(document, "cover")["checks"] == ["x", "y"]


def test_an_open_door_has_no_trait_at_all():
    # The contract: neither those of its entry.
    door = squares((1, 0), name="door", traits="door, difficult, obstructing", open=True)
    document = board(3, 1, creature("a", 0, 0), creature("b", 2, 0), door)
    assert ask(document, "cover")["checks"] == []
    assert ends(creature("a", 0, 0), door, columns=2) == {(1, 0): 1}


def test_a_diagonal_crosses_a_fence_if_there_is_some_of_it_on_each_way_round():
    # Ruling 517: of a creature 1 wide no border lies on both ways. Two entries are as good as two borders of the same.
    pairs = {"x": ((0, 0), (1, 0)), "y": ((0, 1), (1, 1))}
    fence = [borders(pair, name=name, traits="difficult") for name, pair in pairs.items()]
    assert ends(creature("a", 0, 0), *fence, columns=2, rows=2)[1, 1] == 2
    # Ruling 518: a wide creature's ways are its two straight steps. The bar at its side is crossed on the way right
    # alone; a row lower both ways cross it.
    wide = creature("a", 0, 0, width=2)
    assert ends(wide, borders(((1, 0), (2, 0)), traits="difficult"), columns=3, rows=3)[1, 1] == 1
    assert ends(wide, borders(((1, 1), (2, 1)), traits="difficult"), columns=3, rows=3)[1, 1] == 2


def test_a_current_is_not_what_swimmers_ignore():
    # Ruling 531: the trait "difficult" in a piece marked as water costs them nothing, a step against the current does.
    brook = squares((1, 0), name="brook", traits="difficult, directional", direction="west", water=True)
    assert ends(creature("a", 0, 0, mode="Aquatic"), brook, columns=2) == {(1, 0): 2}
    assert ends(creature("a", 0, 0), brook, columns=2) == {(1, 0): 2}


def test_flyers_pay_for_squeezing():
    # Rulings 519 and 531: they ignore all terrain but solid, and solid terrain makes the gap.
    walls, wide = squares((2, 0), (3, 0)), creature("a", 0, 0, width=2, mode="Flight")
    assert ends(wide, walls, columns=6, rows=2) == {(4, 0): 2 + 2 + 2 + 1}


def test_a_way_out_of_a_squeezed_place_may_use_another_part():
    # Ruling 519 looks at each step by itself. With the part kept from step to step there would be no way past the bar.
    bar = borders(((1, 0), (2, 0)), ((1, 1), (2, 1)))
    assert ends(creature("a", 0, 0, width=2), bar, columns=4, rows=2) == {(2, 0): 3}


def test_a_climber_leaves_an_enemys_space_by_any_step():
    # Ruling 531: it needs the wall for the step into the space. The place (2, 0) touches no wall.
    climber, enemy, wall = creature("a", 0, 0, mode="Wall Climb"), creature("b", 1, 0), squares((0, 1))
    assert ends(climber, enemy, wall, columns=3, rows=2, budget=2)[2, 0] == 2
    # The edge of the board is not a wall to climb (ruling 501 makes it solid for lines).
    assert ends(climber, enemy, columns=3) == {}


def test_circles_serve_those_who_ignore_terrain():
    # Rulings 515 and 531: they can choose to; the circle's own terrain costs them nothing.
    circles = squares((0, 0), (5, 0), name="circle", traits="teleportation circle, deep water")
    assert ends(creature("a", 0, 0, mode="Flight"), circles, columns=6, budget=1) == {(1, 0): 1, (5, 0): 1}


def test_closed_doors_stop_areas():
    # Ruling 527 says "solid alone"; a closed door is solid.
    door = squares((3, 0), name="door", traits="door")
    document = board(6, 2, creature("a", 1, 0), door)
    line: dict[str, Any] = {"shape": "line", "size": 3, "origin": [2, 1], "toward": "east", "slope": "straight"}
    assert area(document, **line, mirrored=False, **FROM_A) == [(2, 0)]


def test_differences_name_the_question():
    question = {"ask": "distance", "from": "a", "to": "b"}
    document = board(4, 1, creature("a", 0, 0), creature("b", 3, 0), questions=(question,))
    given = answers(document)
    assert differences(document, given) == []
    given = {**given, "answers": [{"distance": 2}]}
    assert differences(document, given) == [(question, {"distance": 3}, {"distance": 2})]
