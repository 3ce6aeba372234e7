"""Objectives of a set-up: their number, their kinds, their squares, their terms."""

import pytest

from rules.dice import EnteredRoller, SeededRoller
from rules.errors import ChangeRefused
from rules.p2v_combat.setup.deploying import choose_first_placer, new_table
from rules.p2v_combat.setup.faults import table_warnings
from rules.p2v_combat.setup.objectives import (
    move_objective,
    next_objective_placer,
    objectives_due,
    place_objective,
    remove_objective,
    roll_objective_count,
    terms_of,
)
from rules.p2v_combat.setup.plan import SPECIAL_KINDS, STANDARD_KINDS, TablePlan, TerrainPiece
from rules.p2v_combat.setup.steps import changed_in, repeat_step
from tests.rows import every_row
from tests.scripted_dice import ScriptedRoller


def table(count: int = 3, sides: int = 2) -> TablePlan:
    return roll_objective_count(new_table(sides, 200), EnteredRoller((1, count)))


@every_row("first, second, number", [(a, b, max(a, b)) for a in range(1, 7) for b in range(1, 7)])
def test_the_higher_of_two_dice_is_the_number(first: int, second: int, number: int):
    plan = roll_objective_count(new_table(2, 200), EnteredRoller((first, second)))
    assert objectives_due(plan) == number
    [roll] = plan.rolls
    assert (roll.faces, roll.source, roll.place) == ((first, second), "entered", ("setup", "objectives", 1))


def test_a_second_roll_has_a_place_of_its_own_and_the_first_stays_on_record():
    roller = SeededRoller(b"objectives")
    once = roll_objective_count(new_table(2, 200), roller)
    again = roll_objective_count(repeat_step(once, "objectives"), roller)
    assert [roll.place[-1] for roll in again.rolls] == [1, 2]
    assert again.rolls[0] == once.rolls[0]
    assert again.objective_count == max(again.rolls[1].faces)


@every_row(
    "sides, first, order",
    [(2, "a", "abab"), (2, "b", "baba"), (3, "a", "abca"), (3, "c", "cabc"), (4, "b", "bcda")],
)
def test_sides_place_in_turn_clockwise(sides: int, first: str, order: str):
    plan = choose_first_placer(table(4, sides), first)
    placed = []
    for number, kind in enumerate(list(STANDARD_KINDS)[:4]):
        placed.append(next_objective_placer(plan))
        plan = place_objective(plan, EnteredRoller((1,)), kind, number, 10)
    assert "".join(filter(None, placed)) == order
    assert "".join(objective.side for objective in plan.objectives) == order
    assert next_objective_placer(plan) is None


def test_who_takes_an_objective_away_places_the_next_one():
    plan = table()
    for number, kind in enumerate(("book", "device", "notable")):
        plan = place_objective(plan, EnteredRoller((1,)), kind, number, 10)
    assert next_objective_placer(remove_objective(plan, "device")) == "b"


@every_row("kind", STANDARD_KINDS)
@every_row(
    "face, numbers, power",
    [
        (1, (1, 2), 15),
        (2, (2, 3), 15),
        (3, (3, 4), 15),
        (4, (1, 4), 15),
        (5, (1, 2, 3, 4), 15),
        (6, (1, 2, 3, 4), 20),
    ],
)
def test_the_die_of_a_standard_objective_gives_skills_and_power(
    kind: str, face: int, numbers: tuple[int, ...], power: int
):
    plan = place_objective(table(), EnteredRoller((face,)), kind, 5, 5)
    terms = terms_of(plan.objectives[0])
    assert terms.power == power
    assert terms.skills == tuple(STANDARD_KINDS[kind].skills[number - 1] for number in numbers)
    assert plan.rolls[-1].place == ("setup", "objectives", kind, 1)


@every_row("kind", SPECIAL_KINDS)
def test_a_special_objective_has_its_own_skill_and_no_die(kind: str):
    row = SPECIAL_KINDS[kind]
    agreed = {"creature": "boar", "creature_power": 17} if row.creature else {}
    plan = place_objective(table(), ScriptedRoller(()), kind, 5, 5, **agreed)
    terms = terms_of(plan.objectives[0])
    assert terms.skills == (row.skill,)
    assert terms.power == (17 if row.creature else 15)
    assert plan.objectives[0].creature == ("boar" if row.creature else "")


@every_row("kind", [key for key, row in SPECIAL_KINDS.items() if row.creature])
def test_a_golem_an_animal_and_a_fey_need_their_creature(kind: str):
    with pytest.raises(ChangeRefused, match="Agree on a"):
        place_objective(table(), ScriptedRoller(()), kind, 5, 5)


def test_no_kind_is_placed_twice():
    plan = place_objective(table(), EnteredRoller((1,)), "book", 5, 5)
    with pytest.raises(ChangeRefused, match="already"):
        place_objective(plan, EnteredRoller((1,)), "book", 7, 7)


def test_no_more_are_placed_than_the_dice_say():
    plan = place_objective(table(1), EnteredRoller((1,)), "book", 5, 5)
    with pytest.raises(ChangeRefused, match="all of them"):
        place_objective(plan, EnteredRoller((1,)), "device", 7, 7)
    with pytest.raises(ChangeRefused, match="Roll for the number"):
        place_objective(new_table(2, 200), EnteredRoller((1,)), "device", 7, 7)


def test_an_objective_lies_on_any_open_square():
    # Ruling 80.
    wall = TerrainPiece("t1", "wall", 4, 4, 3, 1)
    tower = TerrainPiece("t2", "watchtower", 10, 10, 8, 5)
    plan = changed_in(table(), "terrain", terrain=(wall, tower))
    for x, y in ((4, 4), (6, 4), (12, 11), (14, 13)):
        with pytest.raises(ChangeRefused, match="open ground"):
            place_objective(plan, EnteredRoller((1,)), "book", x, y)
    for x, y in ((-1, 0), (36, 0), (0, 24)):
        with pytest.raises(ChangeRefused, match="is not on it"):
            place_objective(plan, EnteredRoller((1,)), "book", x, y)
    # An open square of a tile is open ground; so is a square next to another objective or in a zone.
    plan = place_objective(plan, EnteredRoller((1,)), "book", 10, 10)
    plan = place_objective(plan, EnteredRoller((1,)), "device", 11, 10)
    assert place_objective(plan, EnteredRoller((1,)), "notable", 0, 0)
    with pytest.raises(ChangeRefused, match="Another objective"):
        place_objective(plan, EnteredRoller((1,)), "notable", 11, 10)


def test_an_objective_moves_to_another_open_square():
    plan = place_objective(table(), EnteredRoller((1,)), "book", 10, 10)
    [moved] = move_objective(plan, "book", 11, 10).objectives
    assert (moved.x, moved.y, moved.face) == (11, 10, 1)
    with pytest.raises(ChangeRefused, match="not on the board"):
        move_objective(plan, "device", 1, 1)


def test_terrain_that_covers_an_objective_later_is_a_warning():
    plan = place_objective(table(1), EnteredRoller((1,)), "book", 10, 10)
    assert not list(table_warnings(plan))
    covered = changed_in(plan, "terrain", terrain=(TerrainPiece("t1", "mud", 9, 9, 3, 3),))
    assert list(table_warnings(covered)) == ["Book is no longer on open ground: move it."]


def test_there_is_no_objective_of_an_unknown_kind():
    with pytest.raises(ChangeRefused, match="no objective"):
        place_objective(table(), EnteredRoller((1,)), "crown", 1, 1)
