"""Random boards: they are valid and the same for a seed, and what the oracle says of them agrees with itself."""

from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest

from tests.rules.board.oracle import answers
from tests.rules.board.oracle_ground import OracleGround
from tests.rules.board.oracle_lines import SIGHT, corners, doubled, free_between, has_effect, sees, spaces_apart
from tests.rules.board.oracle_steps import is_clear
from tests.rules.board.random_boards import random_board


def free_by_points(start, end, boxes):
    """Ruling 501, point by point: where the line meets a side of a box, and between any two such points."""
    times = {Fraction(0), Fraction(1)}
    for box in boxes:
        for axis in (0, 1):
            if way := end[axis] - start[axis]:
                times |= {Fraction(mark - start[axis], way) for mark in (box[axis], box[axis + 2])}
    marks = sorted(time for time in times if 0 <= time <= 1)
    for time in (*marks, *((first + second) / 2 for first, second in pairwise(marks))):
        x, y = (start[axis] + time * (end[axis] - start[axis]) for axis in (0, 1))
        signs: set[int] = set()
        for box in boxes:
            if box[0] <= x <= box[2] and box[1] <= y <= box[3]:
                turns = [
                    (end[0] - start[0]) * (corner[1] - start[1]) - (end[1] - start[1]) * (corner[0] - start[0])
                    for corner in corners(box)
                ]
                signs |= {1, -1} if not any(turns) else {(turn > 0) - (turn < 0) for turn in turns}
        if {1, -1} <= signs:
            return False
    return True


@pytest.mark.parametrize("seed", range(10))
def test_lines_are_free_as_their_points_are(seed):
    rng, ground = Random(seed), OracleGround(random_board(seed))
    boxes = [*ground.boxes_with(SIGHT), *ground.beyond]
    for _ in range(40):
        start, end = ((rng.randint(0, 2 * ground.columns), rng.randint(0, 2 * ground.rows)) for _ in range(2))
        if start != end:
            expected = free_by_points(start, end, [doubled(box) for box in boxes])
            assert free_between(start, end, boxes) is expected, (start, end)


@pytest.mark.parametrize("seed", range(40))
def test_no_line_between_two_that_do_not_see_each_other_is_free(seed):
    rng, ground = Random(seed), OracleGround(random_board(seed))
    first, second, *_ = ground.figures.values()
    assert sees(ground, first, second) is sees(ground, second, first)
    if not sees(ground, first, second):
        boxes = [*ground.boxes_with(SIGHT, leaving_out=first.squares | second.squares), *ground.beyond]
        for _ in range(200):
            start, end = (
                tuple(2 * place + rng.randint(0, 2 * figure.width) for place in figure.place)
                for figure in (first, second)
            )
            assert start == end or not free_between(start, end, boxes)


@pytest.mark.parametrize("seed", range(8))
def test_the_oracle_answers_every_question(seed):
    document = random_board(seed)
    assert document == random_board(seed)
    replies = answers(document)["answers"]
    assert len(replies) == len(document["questions"])
    ground = OracleGround(document)
    for figure in ground.figures.values():
        assert is_clear(ground, figure.place, figure.width)
    for question, answer in zip(document["questions"], replies, strict=True):
        match question["ask"]:
            case "moves":
                assert all(0 < cost <= question["squares"] for _, _, cost in answer["to"])
            case "cover":
                first, second = ground.figures[question["from"]], ground.figures[question["to"]]
                assert (answer["checks"] is None) is not sees(ground, first, second)
            case "flanked":
                target = ground.figures[question["creature"]]
                for name in {name for pair in answer["by"] for name in pair}:
                    assert has_effect(ground, ground.figures[name], target)
                    assert spaces_apart(ground.figures[name], target) <= ground.figures[name].reach


def test_every_kind_of_question_and_terrain_comes_up():
    documents = [random_board(seed) for seed in range(150)]
    assert {question.get("shape", question["ask"]) for document in documents for question in document["questions"]} == {
        *("distance", "sight", "effect", "cover", "flanked", "moves", "burst", "emanation", "cone", "line")
    }
    traits = {trait for document in documents for entry in document["terrain"] for trait in entry["traits"]}
    assert len(traits) == 12
    assert {creature["mode"] for document in documents for creature in document["creatures"]} == {
        *(None, "Aquatic", "Burrowing", "Flight", "Wall Climb", "Teleportation")
    }
