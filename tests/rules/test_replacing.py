"""``replace`` of the rules gives what ``dataclasses.replace`` gives, and values that stay frozen."""

import dataclasses

import pytest

from rules.board.battlefield import Battlefield, BoardFigure
from rules.board.ground import BoardGround
from rules.combat.state import FightSide
from rules.p2v_combat.sides import BattleRules
from rules.p2v_combat.state import Combatant
from rules.replacing import replace
from rules.tables.sizes import Space

COMBATANT = Combatant(id="a.1", side="a", hp=9, max_hp=12, places=("prone",))


def test_a_copy_equals_that_of_dataclasses() -> None:
    copy = replace(COMBATANT, hp=3, has_acted=True)
    assert copy == dataclasses.replace(COMBATANT, hp=3, has_acted=True)
    assert hash(copy) == hash(dataclasses.replace(copy))
    assert type(copy) is Combatant
    assert COMBATANT.hp == 9


def test_a_copy_is_frozen() -> None:
    copy = replace(COMBATANT, hp=3)
    with pytest.raises(dataclasses.FrozenInstanceError):
        copy.hp = 4  # type: ignore[misc] # that is the point
    with pytest.raises(dataclasses.FrozenInstanceError):
        del copy.hp  # type: ignore[misc] # as above


def test_a_part_that_is_not_there_is_refused() -> None:
    with pytest.raises(AttributeError):
        replace(COMBATANT, courage=3)  # type: ignore[call-arg] # that is the point


def test_a_class_that_checks_its_parts_checks_them_again() -> None:
    assert replace(FightSide("a", "Red"), name="").name == "Side A"
    assert replace(BattleRules(), round_limit=False) == BattleRules(round_limit=False)


def test_a_copy_does_not_share_what_its_value_remembers() -> None:
    empty, full = Battlefield(BoardGround(2, 2)), (BoardFigure("a.1", "a", Space(0, 0), "Medium"),)
    assert empty.once("how many", lambda: 0) == 0
    copy = replace(empty, figures=full)
    assert copy.once("how many", lambda: len(copy.figures)) == 1
