"""Other lines of cover that are offered: from another square of the attacker, or of equal ones (ruling 410)."""

import pytest

from rules.board.cover import CoverLine, cover_lines_offered
from rules.errors import ChangeRefused
from rules.p2v_combat.events.acting import CreatureActed
from rules.p2v_combat.numbers import AimedTarget, Circumstances
from rules.p2v_combat.positions import pair_on_board
from tests.rules.p2v_combat.boards import on_board
from tests.rules.p2v_combat.tables import PlayedTable, aim, setup_of

BETWEEN = """
    A...
    ..C.
    .D..
    ...B
"""


def offered(table: PlayedTable) -> list[CoverLine]:
    pair = pair_on_board(table.state, "a.m1", "b.m1")
    return list(cover_lines_offered(*pair)) if pair else []


def between() -> PlayedTable:
    return on_board(BETWEEN, setup_of(["tracker"], ["boar", "farmer", "guard"]), C="b.m2", D="b.m3").activate("a.m1")


def shot(*targets: AimedTarget) -> CreatureActed:
    return CreatureActed("a.m1", "feature/composite-longbow", "", targets)


def test_ruling_410_of_lines_with_equal_checks_each_set_of_pieces_is_offered_once():
    assert [line.checks for line in offered(between())] == [("b.m2",), ("b.m3",)]


@pytest.mark.parametrize(("cover", "reason"), [((), "Farmer"), (("b.m2",), "Farmer"), (("b.m3",), "Guard")])
def test_ruling_410_a_line_that_is_offered_needs_no_reason(cover: tuple[str, ...], reason: str):
    table = between().do(shot(*aim("b.m1", cover=cover)), "a")
    assert f"{reason} on the line: 1 cover die." in table.told
    assert table.asked is not None
    assert table.asked.reason == f"Cover of Boar: {reason}"


def test_ruling_410_no_other_pieces_are_taken_without_a_reason():
    with pytest.raises(ChangeRefused, match="give a reason"):
        between().do(shot(*aim("b.m1", cover=("b.m2", "b.m3"))), "a")
    near = AimedTarget("b.m1", Circumstances(distance="reach", cover=("b.m3",)))
    with pytest.raises(ChangeRefused, match="give a reason"):
        between().do(shot(near), "a")


def test_ruling_410_a_wide_attacker_may_take_another_of_its_squares():
    sides = setup_of(["ogre-warrior", "boar"], ["boar"])
    table = on_board("AA.....B\nAA......\n..C.....", sides, C="a.m2")
    # From its upper squares nothing is in the way.
    assert [line.checks for line in offered(table)] == [()]
    low = on_board("AA......\nAA......\n..C....B", sides, C="a.m2")
    assert [line.checks for line in offered(low)] == [(), ("a.m2",)]


def test_without_sight_no_line_is_offered():
    assert offered(on_board("A#B\n##.", setup_of(["tracker"], ["boar"]))) == []
