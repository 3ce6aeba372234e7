"""A battle as a story: who fought, each round, the turning point, and the points in play."""

from rules.p2v_combat.scoring.story import points_by_round, tell_battle, turning_round
from rules.p2v_combat.tasks.recovery import eliminate
from tests.rules.p2v_combat.tables import PlayedTable, setup_of


def begun(*sides):
    return PlayedTable(setup_of(*sides)).begin("a").state


def test_a_battle_without_losses_says_who_fought_and_nothing_else():
    state = begun(["kobold-warrior"] * 2, ["boar"])
    kobolds, boars = (side.name for side in state.setup.sides)
    kobold, boar = (state.fielded(creature).points for creature in ("a.m1", "b.m1"))
    assert tell_battle(state) == (
        f"{kobolds} (2 creatures, {2 * kobold} points) fought {boars} (1 creature, {boar} points) for 1 round.",
    )


def test_a_round_names_who_was_eliminated_by_whom_and_is_the_turning_round():
    state = begun(["kobold-warrior"] * 2, ["boar"])
    kobolds, boars = (side.name for side in state.setup.sides)
    cost, boar = state.fielded("a.m1").points, state.fielded("b.m1").points
    state = eliminate(eliminate(state, "a.m1", "b.m1"), "a.m2")
    first, second = state.name("a.m1"), state.name("a.m2")
    assert tell_battle(state)[1] == f"In round 1, {state.name('b.m1')} eliminated {first}; {second} was eliminated."
    assert (
        turning_round(state) == f"The turning point was round 1: {kobolds} lost {2 * cost} points, {boars} lost none."
    )
    assert points_by_round(state) == ((kobolds, ((0, 2 * cost), (1, 0))), (boars, ((0, boar), (1, boar))))


def test_no_round_is_the_turning_point_where_both_sides_lost_the_same():
    state = begun(["kobold-warrior"] * 2, ["kobold-warrior"] * 2)
    assert turning_round(eliminate(eliminate(state, "a.m1"), "b.m1")) == ""
