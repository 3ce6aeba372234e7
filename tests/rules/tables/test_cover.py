"""Cover, concealment and height."""

import pytest

from rules.errors import RulesError
from rules.tables.cover import (
    Obstacle,
    concealment_applies,
    concealment_checks,
    cover_applies,
    cover_checks,
    cover_line,
    first_stopped,
    hides_from_sight,
    line_passes_corner,
)
from tests.rows import every_row
from tests.rules.tables.entry_kinds import entries_of

ALL_TARGETS = ["fight", "armor", "power", "fortitude", "reflex", "will", "hp", "speed"]


def terrain(
    name: str, distance: int, *traits: str, top: float = 1, under: bool = False, border: bool = False
) -> Obstacle:
    return Obstacle(
        name,
        distance,
        top,
        frozenset(traits),
        under_attacker_or_target=under,
        border_beside_attacker=border,
    )


def figure(name: str, distance: int, top: float = 1, counts: bool = True) -> Obstacle:
    return Obstacle(name, distance, top, figure=True, counts=counts)


def names(line: list[Obstacle], attacker_top: float = 1, target_top: float = 1) -> list[str]:
    return [piece.name for piece in cover_checks(line, attacker_top, target_top)]


def test_cover_hinders_strikes_and_reflex_attacks_concealment_only_strikes() -> None:
    assert [stat for stat in ALL_TARGETS if cover_applies(stat)] == ["armor", "reflex"]
    assert [stat for stat in ALL_TARGETS if concealment_applies(stat)] == ["armor"]


@every_row(
    ("trait", "counts"),
    [
        ("obstructing", True),
        ("solid", True),
        ("opaque", True),
        ("concealing", False),
        ("difficult", False),
        ("hazardous", False),
    ],
)
def test_which_terrain_gives_cover(trait: str, counts: bool) -> None:
    assert bool(names([terrain("piece", 1, trait)])) is counts


def test_checks_go_from_the_attacker_outwards_and_terrain_before_a_figure_in_its_square() -> None:
    line = [figure("orc", 4), terrain("bush", 4, "obstructing"), figure("goblin", 2)]
    assert names(line) == ["goblin", "bush", "orc"]


def test_a_figure_covers_only_if_no_taller_than_both() -> None:
    assert names([figure("elf", 2, top=1)], 1, 2) == ["elf"]
    assert names([figure("ogre", 2, top=2)], 1, 2) == []
    assert names([figure("ogre", 2, top=2)], 2, 2) == ["ogre"]


def test_a_helpless_figure_gives_no_cover() -> None:
    assert names([figure("fallen elf", 2, counts=False)]) == []


def test_terrain_underfoot_and_a_fence_beside_the_attacker_do_not_count() -> None:
    assert names([terrain("bush", 0, "obstructing", under=True)]) == []
    assert names([terrain("fence", 1, "obstructing", "difficult", border=True)]) == []


def test_cover_lower_than_attacker_or_target_is_ignored() -> None:
    wall = terrain("low wall", 2, "obstructing", top=1)
    assert names([wall], 1, 1) == ["low wall"]
    assert names([wall], 2, 1) == []
    assert names([wall], 1, 2) == []


def test_every_concealing_piece_and_a_concealed_target_ask_for_a_check() -> None:
    line = [terrain("mist", 0, "concealing", under=True), terrain("smoke", 2, "concealing"), figure("orc", 3)]
    assert concealment_checks(line) == 1
    assert concealment_checks(line, target_is_concealed=True) == 2
    assert concealment_checks([]) == 0


@every_row("face", range(1, 7))
def test_only_a_one_stops_the_attack(face: int) -> None:
    assert first_stopped([face]) == (0 if face == 1 else None)


def test_the_first_one_decides() -> None:
    assert first_stopped([6, 1, 1]) == 1
    assert first_stopped([2, 3, 4]) is None
    assert first_stopped([]) is None
    with pytest.raises(RulesError, match="d6"):
        first_stopped([7])


@every_row(
    ("terrain_top", "attacker_top", "target_top", "hidden"),
    [
        (3, 1, 1.5, True),  # the cottage hides the goblin on the hill
        (3, 1, 3, False),  # and not the ogre beside it
        (2, 1, 1, True),
        (1, 1, 1, False),
        (1.5, 0.5, 0.5, True),
        (3, 2.5, 1, False),
    ],
)
def test_what_elevated_terrain_hides(terrain_top: float, attacker_top: float, target_top: float, hidden: bool) -> None:
    assert hides_from_sight(terrain_top, attacker_top, target_top) is hidden


def test_the_terms_of_targeting_are_explained() -> None:
    assert [entry.name for entry in entries_of("cover")] == [
        "Range and Reach",
        "Range Increment Penalty",
        "Cover",
        "Concealment",
        "Line of Sight",
        "Line of Effect",
        "Height",
    ]


def test_the_attacker_chooses_a_square_before_the_defender_chooses_the_line() -> None:
    # Ruling 57: from the first square the defender finds a line with two checks, from the second only lines with one.
    wall, hedge = Obstacle("wall", 1, 1.0, frozenset({"solid"})), Obstacle("hedge", 2, 1.0, frozenset({"obstructing"}))
    first = [[], [wall, hedge]]
    second = [[hedge], [hedge]]
    assert cover_line([first, second]) == [hedge]
    assert cover_line([first]) == [wall, hedge]


@pytest.mark.parametrize(
    ("one_side", "other_side", "passes"),
    [(False, False, True), (True, False, True), (False, True, True), (True, True, False)],
)
def test_a_line_may_touch_one_solid_corner_but_not_pass_between_two(
    one_side: bool, other_side: bool, passes: bool
) -> None:
    # Ruling 62.
    assert line_passes_corner(one_side_solid=one_side, other_side_solid=other_side) is passes
