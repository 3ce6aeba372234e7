"""The actions and the signs of what they cost."""

from __future__ import annotations

import pytest

from rules.errors import RulesError
from rules.tables.actions import (
    CARD_ACTIONS,
    COST_SIGNS,
    RULED_ACTIONS,
    UNIVERSAL_ACTIONS,
    cost_of_sign,
    entries,
    long_jump_squares,
)


def test_the_fourteen_universal_actions_with_cost_roll_and_save() -> None:
    assert [
        (row.name, row.action_points, row.fight_roll, row.save, row.on_failure, row.move) for row in UNIVERSAL_ACTIONS
    ] == [
        ("Crawl", 1, False, None, "", 1),
        ("Drop Prone", 1, False, None, "", None),
        ("Escape", 1, False, None, "", None),
        ("Grapple", 1, True, "fortitude", "grabbed", None),
        ("Interact", 1, False, None, "", None),
        ("Leap", 1, False, None, "", 2),
        ("Long Jump", 2, False, None, "", "Speed"),
        ("Ready", 2, False, None, "", None),
        ("Shove", 1, True, "fortitude", "pushed 1 square", None),
        ("Stand", 1, False, None, "", None),
        ("Step", 1, False, None, "", 1),
        ("Stride", 1, False, None, "", "Speed"),
        ("Strike", 1, True, None, "", None),
        ("Trip", 1, True, "reflex", "prone", None),
    ]


def test_the_actions_that_only_cards_and_feats_speak_of() -> None:
    assert [(row.name, row.action_points, row.fight_roll, row.save, row.on_failure) for row in RULED_ACTIONS] == [
        ("Demoralize", 1, False, "will", "rattled"),
        ("Disarm", 1, True, "reflex", "rattled"),
    ]
    assert [(row.name, row.action_points, row.save, row.move) for row in CARD_ACTIONS] == [
        ("Swallow Whole", 1, "reflex", None),
        ("Trample", 2, "reflex", "Speed"),
    ]


def test_action_points_tell_what_every_sign_means() -> None:
    told = entries()[0]
    assert told.facts == (
        ("●", "1 action point"),
        ("●●", "2 action points"),
        ("●●●", "3 action points"),
        ("○", "free action"),
        ("●○", "1 action point, once per turn"),
        ("↻", "reaction"),
    )
    words = (
        "has 2 action points",
        "lost when the turn is over",
        "once per turn",
        "unless it names a trigger",
        "use one",
    )
    assert [word for word in words if word not in told.text] == []


def test_every_sign_of_a_cost() -> None:
    assert [(row.sign, row.cost, row.once_per_turn) for row in COST_SIGNS] == [
        ("●", "1", False),
        ("●●", "2", False),
        ("●●●", "3", False),
        ("○", "0", False),
        ("●○", "1", True),
        ("↻", "reaction", False),
    ]
    assert cost_of_sign("● ●").cost == "2"
    with pytest.raises(RulesError, match="is not the cost of an action"):
        cost_of_sign("○○")


@pytest.mark.parametrize(
    ("total", "squares"), [(-2, 0), (0, 0), (3, 0), (4, 1), (7, 1), (8, 2), (15, 3), (16, 4), (27, 6)]
)
def test_a_long_jump_clears_a_quarter_of_the_check(total: int, squares: int) -> None:
    assert long_jump_squares(total) == squares


def test_every_action_has_one_entry_and_so_have_action_points_and_group_activation() -> None:
    names = [entry.name for entry in entries()]
    assert names == [
        "Action Points",
        *("Crawl", "Drop Prone", "Escape", "Grapple", "Interact", "Leap", "Long Jump", "Ready", "Shove", "Stand"),
        *("Step", "Stride", "Strike", "Trip", "Demoralize", "Disarm", "Swallow Whole", "Trample", "Group Activation"),
    ]
    assert {entry.kind for entry in entries()} == {"action"}
