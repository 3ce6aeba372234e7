"""What the ground does to creatures, as the players report it: hazards, falls, checks."""

from __future__ import annotations

import pytest

from rules.battle.events.moving import Fallen, HazardEntered, SkillTried
from rules.errors import ChangeRefused
from tests.rules.battle.tables import PlayedTable, setup_of


def table(creature: str) -> PlayedTable:
    return PlayedTable(setup_of([creature], ["boar"])).begin("a").activate("a.m1")


def test_a_hazard_hurts_a_creature_that_enters_it() -> None:
    played = table("boar").do(HazardEntered("a.m1", "fire"), "a").do(HazardEntered("a.m1", "encumbering"), "a")
    assert (played.of("a.m1").hp, played.of("a.m1").condition_names) == (35, ("encumbered",))


@pytest.mark.parametrize(("squares", "hp", "prone"), [(1, 40, False), (2, 35, True), (7, 25, True)])
def test_a_fall_hurts_from_two_squares_on(squares: int, hp: int, prone: bool) -> None:
    played = table("boar").do(Fallen("a.m1", squares), "a")
    assert (played.of("a.m1").hp, played.of("a.m1").has("prone")) == (hp, prone)


def test_the_board_asks_for_a_skill_check() -> None:
    played = table("boar").do(SkillTried("a.m1", "Acrobatics", 15), "a")
    # Reflex 3, untrained.
    assert played.asked.need == 17
    played.roll(17)
    assert any("success" in text for text in played.told)


@pytest.mark.parametrize(
    "event",
    [
        HazardEntered("a.m1", "lava"),
        HazardEntered("a.m9", "fire"),
        Fallen("a.m1", 0),
        SkillTried("a.m1", "Juggling", 15),
    ],
)
def test_what_makes_no_sense_is_refused(event: HazardEntered | Fallen | SkillTried) -> None:
    with pytest.raises(ChangeRefused):
        table("boar").do(event, "a")
