"""How vehicles move: turns, straight lines, drift, momentum, one move a round, boarding, loss of control."""

from dataclasses import replace
from math import hypot
from typing import Any

import pytest

from rules.adventures.checks import check_dc
from rules.adventures.events.running import ActPassed, AdventureRoundEnded, PresenceSet
from rules.adventures.fold import begin_adventure
from rules.adventures.kinds.vehicles.damage import SLOWDOWN
from rules.adventures.kinds.vehicles.drawing import compass_word, plain_drawing
from rules.adventures.kinds.vehicles.events import (
    CrewSeated,
    UncontrolledMoved,
    VehicleControlSet,
    VehiclePlaced,
)
from rules.adventures.kinds.vehicles.geometry import (
    Footprint,
    Pose,
    bearing,
    travel_path,
    turn_feet,
    turning_circles,
    turning_radius,
)
from rules.adventures.kinds.vehicles.moving import MOST_SKEW
from rules.adventures.kinds.vehicles.steering import (
    VehicleActionsSpent,
    VehicleBoarded,
    VehicleDrifted,
    VehicleMoved,
    VehicleStopped,
)
from rules.adventures.state import CheckAttempt
from rules.errors import ChangeRefused
from tests.rows import every_row
from tests.rules.adventures.drivers import CARRIAGE, GOBLIN, WARSHIP, after, at, drive, driver, drives, moving, stands
from tests.rules.adventures.parties import PLAYER, play_more, rolled

NEXT = AdventureRoundEnded()


def place(state: Any, key: str = "carriage") -> tuple[int, int, int]:
    """Where a vehicle is, and its heading."""
    stand = stands(state, key)
    return stand.x, stand.y, stand.heading


def test_the_numbers_of_straight_lines_and_slowing_down():
    assert (MOST_SKEW, SLOWDOWN) == (45, 10)


@every_row("length, degrees, feet", [(10, 90, 10), (10, -90, 10), (10, 45, 5), (100, 90, 100), (20, 180, 40)])
def test_a_quarter_turn_takes_a_vehicle_length(length: int, degrees: int, feet: int):
    assert turn_feet(length, degrees) == feet


@every_row("side, x, heading", [("left", 106, 0), ("right", 106, 180)])
def test_the_carriage_of_the_rules_turns_in_10_feet(side: Any, x: int, heading: int):
    state = play_more(moving(), drives(15), VehicleMoved("n1", 10, side, 90))
    assert place(state) == (x, 194 if side == "left" else 206, heading)


def test_the_warship_of_the_rules_needs_four_moves_for_a_quarter_turn():
    state = moving(at(WARSHIP, starts="party"))
    ship: dict[str, Any] = {"key": "warship", "skill": "Nature"}
    with pytest.raises(ChangeRefused, match="at most 27 degrees: 90 for every 100 feet"):
        play_more(state, drives(20, **ship), VehicleMoved("n1", 30, "right", 28))
    for degrees in (27, 27, 27, 9):
        state = play_more(state, drives(20, **ship), VehicleMoved("n1", 30, "right", degrees), NEXT)
    assert stands(state, "warship").heading == 90
    assert state.round == 5


def test_a_turn_may_come_after_a_straight_way():
    early = play_more(moving(), drives(15), VehicleMoved("n1", 40, "left", 90))
    late = play_more(moving(), drives(15), VehicleMoved("n1", 40, "left", 90, straight_first=30))
    assert place(early) == (106, 164, 0)
    assert place(late) == (136, 194, 0)
    with pytest.raises(ChangeRefused, match="at most 45 degrees"):
        play_more(moving(), drives(15), VehicleMoved("n1", 40, "left", 90, straight_first=35))


def test_turning_circles_are_as_wide_as_the_tightest_turn():
    for length in (10, 100):
        radius = turning_radius(length)
        path = list(travel_path(Pose(0, 0, 0), length, 4 * length, 0, 360))
        (left, _), right = turning_circles(Pose(0, 0, 0), length)
        assert (round(left + radius, 6), right) == (0, (radius, pytest.approx(0)))
        # All places of a whole turn are as far from the middle of the circle, and it ends where it began.
        assert all(hypot(pose.x - radius, pose.y) == pytest.approx(radius) for _, pose in path)
        assert (path[-1][1].x, path[-1][1].y) == (pytest.approx(0), pytest.approx(0))


@every_row("action, most, face", [("drive-twice", 80, 15), ("drive-thrice", 120, 15), ("run-over", 80, 15)])
def test_reckless_moves_go_straight_with_a_skew_of_45_degrees(action: str, most: int, face: int):
    state = play_more(moving(), drives(face, action))
    assert after(state, VehicleMoved("n1")).x == 100 + most
    assert after(state, VehicleMoved("n1", 20)).x == 120
    with pytest.raises(ChangeRefused, match=f"0 to {most} feet"):
        play_more(state, VehicleMoved("n1", most + 1))
    with pytest.raises(ChangeRefused, match="at most 45 degrees"):
        play_more(state, VehicleMoved("n1", 20, "left", 46))
    with pytest.raises(ChangeRefused, match="left or right"):
        play_more(state, VehicleMoved("n1", 20, "", 45))


def test_ruling_297_a_vehicle_faces_along_its_straight_line():
    state = play_more(moving(), drives(15, "drive-twice"), VehicleMoved("n1", 80, "right", 45))
    assert place(state) == (157, 257, 135)
    # The pilot of a drive that has failed chooses the line too, but not how far.
    state = play_more(moving(), drives(4))
    assert place(play_more(state, VehicleMoved("n1", 40, "left", 45))) == (128, 172, 45)
    with pytest.raises(ChangeRefused, match="It moves 40 feet"):
        play_more(state, VehicleMoved("n1", 30))


def test_a_failed_drive_keeps_control_and_a_critical_failure_loses_it():
    failed = play_more(moving(), drives(4), VehicleMoved("n1"))
    assert (stands(failed).is_uncontrolled, stands(failed).moved) == (False, 40)
    # +10 and a 1 against DC 21.
    hard = play_more(moving(party=(driver(1, 3), driver(2))), drives(1), VehicleMoved("n1"))
    assert (stands(hard).is_uncontrolled, stands(hard).moved) == (True, 40)


def test_a_failed_reckless_action_drifts_as_the_organizer_says():
    state = play_more(moving(), drives(4, "drive-twice"))
    assert stands(state).is_uncontrolled
    with pytest.raises(ChangeRefused, match="no move to make"):
        play_more(state, VehicleMoved("n1"))
    with pytest.raises(ChangeRefused, match="Only the organizer"):
        play_more(state, VehicleDrifted("carriage", "left", 30), side=PLAYER)
    with pytest.raises(ChangeRefused, match="at most 45 degrees"):
        play_more(state, VehicleDrifted("carriage", "left", 46))
    assert place(play_more(state, VehicleDrifted("carriage", "left", 30))) == (135, 180, 60)
    # Without a word it goes straight ahead when the round ends.
    assert place(play_more(state, NEXT)) == (140, 200, 90)


def test_a_vehicle_takes_part_in_one_move_a_round():
    state = play_more(moving(), drives(15), VehicleMoved("n1"))
    with pytest.raises(ChangeRefused, match="one move a round"):
        play_more(state, drives(15))
    state = play_more(state, rolled("take-control", "n2", "carriage", "Nature", 15))
    with pytest.raises(ChangeRefused, match="one move a round"):
        play_more(state, rolled("drive", "n2", "carriage", "Nature", 15))
    again = play_more(state, NEXT, rolled("drive", "n2", "carriage", "Nature", 15), VehicleMoved("n2"))
    assert stands(again).x == 180
    with pytest.raises(ChangeRefused, match="First choose"):
        play_more(moving(), drives(15), drives(15))


@every_row("event", [NEXT, ActPassed("n1")])
def test_ruling_298_momentum_carries_on_what_no_one_drives_or_stops(event: Any):
    state = play_more(moving(), drives(15), VehicleMoved("n1"), NEXT)
    assert stands(state).is_moving
    rolling = play_more(state, event)
    assert (stands(rolling).x, stands(rolling).is_uncontrolled) == (170, True)
    # Another move, or a stop, keeps control.
    for kept in ((drives(15), VehicleMoved("n1", 20)), (VehicleStopped("n1"),)):
        assert not after(state, *kept, event).is_uncontrolled
    assert not after(moving(), event).is_uncontrolled


def test_an_uncontrolled_vehicle_moves_10_feet_less_each_round_until_it_stops():
    state = play_more(moving(), drives(15), VehicleMoved("n1"), NEXT)
    places = []
    for _ in range(5):
        state = play_more(state, NEXT)
        places.append((stands(state).x, stands(state).is_moving, stands(state).is_uncontrolled))
    assert places == [
        (170, True, True),
        (190, True, True),
        (200, True, True),
        (200, False, False),
        (200, False, False),
    ]


@every_row("slower, x", [(10, 170), (25, 155), (0, 180), (-15, 195), (40, 140), (60, 140)])
def test_the_organizer_says_what_slope_and_wind_do(slower: int, x: int):
    state = play_more(moving(), drives(15), VehicleMoved("n1"), NEXT, VehicleControlSet("carriage", True, "A stone"))
    state = play_more(state, UncontrolledMoved("carriage", slower))
    assert stands(state).x == x
    if x > 140:
        with pytest.raises(ChangeRefused, match="has already moved this round"):
            play_more(state, UncontrolledMoved("carriage", slower))
    # It does not move a second time when the round ends.
    assert stands(play_more(state, NEXT)).x == x


def test_control_is_lost_with_the_pilot_and_won_back_by_taking_control():
    state = play_more(moving(), drives(15), VehicleMoved("n1"), PresenceSet("n1", True, "Knocked out"))
    assert (stands(state).pilot, stands(state).is_uncontrolled) == ("", True)
    # Standing still, it only loses its pilot.
    still = play_more(moving(), PresenceSet("n1", True, "Knocked out"))
    assert (stands(still).pilot, stands(still).is_uncontrolled) == ("", False)
    state = play_more(state, NEXT, rolled("take-control", "n2", "carriage", "Nature", 15))
    assert (stands(state).pilot, stands(state).is_uncontrolled) == ("n2", False)
    with pytest.raises(ChangeRefused, match="out of control"):
        play_more(moving(), drives(4, "drive-twice"), VehicleDrifted("carriage"), NEXT, drives(15))


def test_stopping_takes_an_action_and_a_vehicle_in_motion():
    with pytest.raises(ChangeRefused, match="standing still"):
        play_more(moving(), VehicleStopped("n1"))
    state = play_more(moving(), drives(15), VehicleMoved("n1"), VehicleStopped("n1"))
    assert (state.acted, stands(state).is_moving) == (("n1", "n1"), False)
    with pytest.raises(ChangeRefused, match="out of control"):
        play_more(moving(), drives(4, "drive-twice"), VehicleDrifted("carriage"), VehicleStopped("n1"))
    with pytest.raises(ChangeRefused, match="does not pilot a vehicle"):
        play_more(moving(), VehicleStopped("n2"))


def test_boarding_what_stands_takes_an_action_and_no_check():
    state = begin_adventure(drive(CARRIAGE, WARSHIP))
    state = play_more(state, VehicleBoarded("n1", "carriage"), VehicleBoarded("n1", "warship"), side=PLAYER)
    assert dict(state.own.aboard) == {"n1": "warship"}
    assert state.acted == ("n1", "n1")
    with pytest.raises(ChangeRefused, match="takes an Acrobatics or Athletics"):
        play_more(moving(), drives(15), VehicleMoved("n1"), VehicleBoarded("n2", "carriage"))


@every_row(
    "scale, face, aboard",
    [("p2v", 5, ""), ("p2v", 4, "carriage"), ("pathfinder", 8, ""), ("pathfinder", 7, "carriage")],
)
def test_boarding_in_motion_is_a_check_against_the_ac(scale: Any, face: int, aboard: str):
    state = play_more(moving(scale=scale), drives(15), VehicleMoved("n1"))
    state = play_more(state, rolled("board", "n2", "carriage", "Athletics", face))
    assert dict(state.own.aboard)["n2"] == aboard
    assert state.acted.count("n2") == 1
    with pytest.raises(ChangeRefused, match="Acrobatics or Athletics"):
        check_dc(state, CheckAttempt("board", "n2", "carriage", "Nature"))
    with pytest.raises(ChangeRefused, match="standing still"):
        check_dc(moving(), CheckAttempt("board", "n2", "carriage", "Athletics"))


def test_three_actions_a_round_and_no_more():
    state = play_more(moving(), VehicleActionsSpent("n2", 2, "A spell"))
    with pytest.raises(ChangeRefused, match="Driver 2 has 1 action left; this takes 2"):
        play_more(state, VehicleActionsSpent("n2", 2))
    assert play_more(state, ActPassed("n2")).acted == ("n2", "n2", "n2")
    assert play_more(state, NEXT, VehicleActionsSpent("n2", 3)).acted == ("n2",) * 3
    rival = moving(party=(driver(1), driver(2), driver(3, is_rival=True)))
    with pytest.raises(ChangeRefused, match="acts for the other side"):
        play_more(rival, VehicleActionsSpent("n3", 1), side=PLAYER)


def test_a_drive_does_not_go_through_what_is_in_the_way():
    state = moving(things=(GOBLIN,))
    with pytest.raises(ChangeRefused, match="Goblin is in the way after 40 feet"):
        play_more(state, drives(15, "drive-twice"), VehicleMoved("n1", 80))
    assert after(state, drives(15, "drive-twice"), VehicleMoved("n1", 40)).x == 140
    # In the air it flies over.
    high = moving(at(CARRIAGE, altitude=50), things=(GOBLIN,))
    assert after(high, drives(15, "drive-twice"), VehicleMoved("n1", 80)).x == 180


def test_ruling_301_what_was_hidden_in_the_way_stops_a_drive_and_is_seen():
    state = moving(things=(replace(GOBLIN, hidden=True),))
    state = play_more(state, drives(15, "drive-twice"), VehicleMoved("n1", 80))
    assert (stands(state).x, stands(state).is_moving) == (140, False)
    assert "goblin" in state.shown


def test_the_organizer_places_and_seats():
    state = play_more(moving(), VehiclePlaced("carriage", 10, 20, 270, 30), CrewSeated(("n2",), ""))
    assert place(state) == (10, 20, 270)
    assert (stands(state).altitude, dict(state.own.aboard)["n2"]) == (30, "")
    with pytest.raises(ChangeRefused, match="at least one"):
        play_more(state, CrewSeated((), "carriage"))


def test_places_directions_and_what_covers_what():
    square = Footprint(Pose(0, 0, 0), 10, 10)
    assert not square.overlaps(Footprint(Pose(10, 0, 0), 10, 10))
    assert square.overlaps(Footprint(Pose(9, 0, 0), 10, 10))
    # Corner to corner at 45 degrees the boxes around them overlap, and they do not.
    assert not square.overlaps(Footprint(Pose(9, 9, 45), 10, 10))
    assert [round(bearing(Pose(0, 0, 90), *each)) for each in ((5, 0), (0, 5), (-5, 0), (0, -5))] == [0, 90, 180, 270]
    assert [compass_word(each) for each in (22, 23, 67, 338, 180)] == [
        "north",
        "northeast",
        "northeast",
        "north",
        "south",
    ]


def test_the_drawing_has_headings_and_turning_circles():
    drawing = plain_drawing(moving())
    (vehicle,) = drawing.vehicles
    assert (vehicle.nose, vehicle.ahead, vehicle.radius) == ((105, 200), (145, 200), 6.4)
    assert vehicle.circles == ((100, 193.6), (100, 206.4))
    assert vehicle.corners[:2] == ((105, 195), (105, 205))
    assert (drawing.west, drawing.north, drawing.width, drawing.depth) == (-20, -20, 2040, 2040)
