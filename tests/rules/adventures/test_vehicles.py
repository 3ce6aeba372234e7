"""Vehicles: the tables of propulsion, bulk, actions and penalties, on both scales, and what facts are refused."""

from dataclasses import replace
from typing import Any

import pytest

from rules.adventures.checks import check_dc, check_forecast, modifier_number
from rules.adventures.events.running import AdventureRoundEnded
from rules.adventures.fields import SkillDC
from rules.adventures.fold import begin_adventure
from rules.adventures.kinds.vehicles.bringing import READY_VEHICLES, VehicleBrought
from rules.adventures.kinds.vehicles.events import HitPointsSet, VehicleControlSet
from rules.adventures.kinds.vehicles.facts import (
    PROPULSIONS,
    USUAL_LORES,
    PlainGround,
    VehicleSpeed,
    dice_amount,
    usual_piloting,
)
from rules.adventures.kinds.vehicles.fighting import VehicleSaved
from rules.adventures.kinds.vehicles.kind import VEHICLES
from rules.adventures.kinds.vehicles.numbers import (
    attack_penalty,
    collision_dc,
    counteract_rank,
    vehicle_ac,
    vehicle_save,
    vehicle_speed,
)
from rules.adventures.kinds.vehicles.steering import VehicleMoved, VehicleSpeedChosen, VehicleStopped
from rules.adventures.library import library_adventures
from rules.adventures.state import CheckAttempt
from rules.adventures.views import player_state
from rules.errors import ChangeRefused, RulesError
from rules.tables.rolls import Degree
from tests.rows import every_row
from tests.rules.adventures.drivers import CARRIAGE, HORSES, WARSHIP, at, drive, drives, moving
from tests.rules.adventures.parties import PLAYER, play_more, rolled


def test_the_five_kinds_of_propulsion_and_their_skills():
    assert {row.type: row.skills for row in PROPULSIONS.values()} == {
        "alchemical": ("Crafting",),
        "magical": ("Arcana", "Nature", "Occultism", "Religion"),
        "pulled": ("Nature", "Diplomacy", "Intimidation"),
        "rowed": ("Diplomacy", "Intimidation"),
        "wind": ("Nature",),
    }
    assert USUAL_LORES == ("Driving Lore", "Piloting Lore")


@every_row(
    "propulsion, sapient, skills",
    [
        ("alchemical", False, ("Crafting",)),
        ("magical", False, ("Arcana", "Nature", "Occultism", "Religion")),
        ("pulled", False, ("Nature",)),
        ("pulled", True, ("Diplomacy", "Intimidation")),
        ("rowed", False, ("Diplomacy", "Intimidation")),
        ("wind", False, ("Nature",)),
    ],
)
def test_a_stat_block_without_skills_has_those_of_its_propulsion(propulsion: Any, sapient: bool, skills: Any):
    vehicle = at(CARRIAGE, team=(replace(HORSES, is_sapient=sapient),))
    assert tuple(row.skill for row in usual_piloting(vehicle, propulsion)) == (*USUAL_LORES, *skills)
    own = at(CARRIAGE, piloting=(SkillDC("Sailing Lore"),))
    assert usual_piloting(own, propulsion) == own.piloting


@every_row(
    "change, bulk",
    [
        ({}, 200),
        ({"team": (replace(HORSES, number=4),)}, 400),
        ({"team": (replace(HORSES, size="Medium"),)}, 0),
        ({"team": (replace(HORSES, size="Huge", number=1),)}, 100),
        ({"speeds": (VehicleSpeed(30, "wind", "water"),)}, 1000),
        ({"speeds": (VehicleSpeed(30, "magical", "air"),)}, 100),
        ({"bulk": 35}, 35),
    ],
)
def test_how_much_bulk_a_vehicle_holds(change: dict[str, Any], bulk: int):
    assert at(CARRIAGE, **change).usual_bulk == bulk


@every_row(
    "level, rank", [(-1, 0), (0, 0), (1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (10, 5), (11, 6), (19, 10), (20, 10)]
)
def test_the_counteract_rank_is_half_the_level_rounded_up(level: int, rank: int):
    assert counteract_rank(level) == rank


@every_row(
    "scale, choices, broken, dc",
    [
        # The DC of level 3 is 18.
        ("pathfinder", (), False, 18),
        ("pathfinder", ("difficult",), False, 20),
        ("pathfinder", ("greater difficult",), False, 28),
        ("pathfinder", ("difficult", "greater difficult"), False, 28),
        ("pathfinder", (), True, 23),
        ("p2v", (), False, 15),
        ("p2v", ("difficult",), False, 17),
        ("p2v", ("greater difficult",), True, 30),
    ],
)
def test_the_dc_of_piloting_by_scale_ground_and_break(scale: Any, choices: Any, broken: bool, dc: int):
    state = moving(scale=scale)
    if broken:
        state = play_more(state, HitPointsSet("carriage", 20, "A test"))
    attempt = CheckAttempt("drive", "n1", "carriage", "Driving Lore", choices)
    assert check_dc(state, attempt).value == dc


def test_a_skill_may_have_a_dc_of_its_own_and_no_other_skill_pilots():
    vehicle = at(CARRIAGE, piloting=(SkillDC("Nature", adjustment="hard"), SkillDC("Athletics", dc=25)))
    state = moving(vehicle)
    dcs = [check_dc(state, CheckAttempt("drive", "n1", "carriage", skill)).value for skill in ("Nature", "athletics")]
    assert dcs == [17, 22]
    with pytest.raises(ChangeRefused, match="not piloted with Driving Lore"):
        check_dc(state, CheckAttempt("drive", "n1", "carriage", "Driving Lore"))


def test_ruling_302_the_ground_under_a_vehicle_counts_as_well_as_the_ground_ahead():
    mud = PlainGround("Mud", "difficult", 90, 190, 30, 30)
    bog = PlainGround("Bog", "greater difficult", 95, 195, 10, 10)
    attempt = CheckAttempt("drive", "n1", "carriage", "Driving Lore")
    assert check_dc(moving(grounds=(mud,)), attempt).value == 17
    assert check_dc(moving(grounds=(mud, bog)), attempt).value == 25
    assert check_dc(moving(grounds=(mud,)), replace(attempt, choices=("greater difficult",))).value == 25
    flying = at(CARRIAGE, speeds=(VehicleSpeed(40, "magical", "air"),), piloting=(SkillDC("Driving Lore"),))
    assert check_dc(moving(flying, grounds=(bog,)), attempt).value == 15


@every_row(
    "scale, broken, ac, fortitude, dc",
    [
        ("pathfinder", False, 18, 10, 20),
        ("pathfinder", True, 16, 8, 18),
        ("p2v", False, 15, 7, 17),
        ("p2v", True, 13, 5, 15),
    ],
)
def test_ac_saves_and_collision_dc_lose_the_level_on_p2v_and_2_when_broken(
    scale: Any, broken: bool, ac: int, fortitude: int, dc: int
):
    state = moving(scale=scale)
    if broken:
        state = play_more(state, HitPointsSet("carriage", 20, "A test"))
    save = vehicle_save(state, "carriage", "fortitude")
    assert save is not None
    assert (vehicle_ac(state, "carriage").value, save.value, collision_dc(state, "carriage").value) == (
        ac,
        fortitude,
        dc,
    )
    # Hit Points and damage stand as they are printed.
    assert state.own.stands[0].hp == (20 if broken else 40)


@every_row(
    "speed, horse, broken, feet",
    [(40, 40, False, 40), (40, 30, False, 30), (30, 40, False, 30), (40, None, False, 40), (40, 40, True, 20)],
)
def test_a_pulled_vehicle_is_never_faster_than_its_slowest_puller(speed: int, horse: Any, broken: bool, feet: int):
    vehicle = at(
        CARRIAGE, speeds=(VehicleSpeed(speed, "pulled"),), team=(HORSES, replace(HORSES, key="x", speed=horse))
    )
    state = moving(vehicle)
    if broken:
        state = play_more(state, HitPointsSet("carriage", 20, "A test"))
    assert vehicle_speed(state, "carriage") == feet


@every_row("speed, feet", [(40, 20), (35, 15), (25, 10), (5, 0)])
def test_ruling_303_half_a_speed_is_rounded_down_to_squares(speed: int, feet: int):
    vehicle = at(CARRIAGE, speeds=(VehicleSpeed(speed, "alchemical"),))
    assert vehicle_speed(play_more(moving(vehicle), HitPointsSet("carriage", 20, "A test")), "carriage") == feet


@every_row("hp, broken", [(21, False), (20, True), (1, True)])
def test_a_vehicle_is_broken_at_its_threshold(hp: int, broken: bool):
    state = play_more(moving(scale="pathfinder"), HitPointsSet("carriage", hp, "A test"))
    assert (vehicle_ac(state, "carriage").value == 16) is broken
    # Another number may be printed.
    other = play_more(moving(at(CARRIAGE, broken_at=5), scale="pathfinder"), HitPointsSet("carriage", hp, "A test"))
    assert (vehicle_ac(other, "carriage").value == 16) is (hp <= 5)


@every_row(
    "action, cost, penalty, good, failure, critical_failure",
    [
        ("drive", 1, 0, "up to 40 feet and can turn", "40 feet in a straight line", "out of control"),
        ("drive-twice", 2, 0, "up to 80 feet in a straight line", "drifts by up to 45", "out of control"),
        ("drive-thrice", 3, -5, "up to 120 feet in a straight line", "drifts by up to 45", "out of control"),
        ("run-over", 3, 0, "up to 80 feet in a straight line and runs over", "drifts by up to 45", "out of control"),
    ],
)
def test_the_actions_of_a_pilot(action: str, cost: int, penalty: int, good: str, failure: str, critical_failure: str):
    state = moving()
    attempt = CheckAttempt(action, "n1", "carriage", "Driving Lore")
    forecast = check_forecast(state, attempt, for_players=True)
    assert forecast.modifier.value == 10 + penalty
    assert good in forecast.outcomes[Degree.SUCCESS]
    assert good in forecast.outcomes[Degree.CRITICAL_SUCCESS]
    assert failure in forecast.outcomes[Degree.FAILURE]
    assert critical_failure in forecast.outcomes[Degree.CRITICAL_FAILURE]
    assert forecast.dc is not None
    assert play_more(state, drives(15, action)).acted.count("n1") == cost
    # Nobody has a fourth action.
    tired = replace(state, acted=("n1",) * (4 - cost))
    with pytest.raises(ChangeRefused, match=r"left|already acted"):
        play_more(tired, drives(15, action))


@every_row("face, degree", [(15, "critical success"), (14, "success"), (5, "success"), (4, "failure"), (1, "failure")])
def test_degrees_at_their_borders(face: int, degree: str):
    # DC 15 on p2v against +10.
    state = play_more(moving(), drives(face))
    assert state.check is not None
    assert state.check.degree.value == degree


def test_take_control_takes_as_many_actions_as_the_controls_ask_for():
    state = begin_adventure(drive(at(CARRIAGE, control_actions=2)))
    state = play_more(state, rolled("take-control", "n1", "carriage", "Nature", 12))
    assert (state.own.stands[0].pilot, state.acted) == ("n1", ("n1", "n1"))
    failed = play_more(begin_adventure(drive()), rolled("take-control", "n1", "carriage", "Nature", 2))
    assert (failed.own.stands[0].pilot, failed.acted) == ("", ("n1",))
    with pytest.raises(ChangeRefused, match="already pilots Carriage"):
        play_more(moving(), rolled("take-control", "n1", "carriage", "Nature", 12))


def test_another_hand_takes_over_and_only_who_is_aboard_may():
    state = play_more(moving(), rolled("take-control", "n2", "carriage", "Nature", 12))
    assert state.own.stands[0].pilot == "n2"
    with pytest.raises(ChangeRefused, match="does not pilot"):
        play_more(state, drives(15))
    other = begin_adventure(drive(CARRIAGE, WARSHIP))
    with pytest.raises(ChangeRefused, match="not aboard Warship"):
        play_more(other, rolled("take-control", "n1", "warship", "Nature", 12))


@every_row(
    "events, penalty",
    [
        ((), 0),
        ((drives(15), VehicleMoved("n1")), -2),
        ((drives(15), VehicleMoved("n1"), AdventureRoundEnded()), -2),
        ((drives(15), VehicleMoved("n1"), AdventureRoundEnded(), VehicleStopped("n1"), AdventureRoundEnded()), 0),
        ((drives(15, "drive-twice"), VehicleMoved("n1")), -4),
        ((drives(15, "drive-twice"), VehicleMoved("n1"), AdventureRoundEnded(), VehicleStopped("n1")), -4),
        ((drives(15), VehicleMoved("n1"), VehicleControlSet("carriage", True, "A wheel")), -4),
    ],
)
def test_attacks_aboard_take_a_penalty(events: Any, penalty: int):
    state = play_more(moving(), *events)
    assert attack_penalty(state, "carriage") == penalty


def test_ruling_304_a_mounted_weapon_is_fired_with_fight_and_the_penalty():
    state = moving(CARRIAGE, at(WARSHIP, x=180, y=200))
    attempt = CheckAttempt("fire", "n2", "warship", "Fight")
    assert modifier_number(state, attempt).value == 10
    assert check_dc(state, attempt).value == 16
    state = play_more(state, drives(15), VehicleMoved("n1", 5))
    assert modifier_number(state, attempt).value == 8


def test_another_propulsion_has_another_speed():
    state = moving(at(WARSHIP, starts="party"))
    assert vehicle_speed(state, "warship") == 30
    state = play_more(state, VehicleSpeedChosen("n1", "2"), side=PLAYER)
    assert vehicle_speed(state, "warship") == 20
    for word in ("0", "3", "x", "²"):
        with pytest.raises(ChangeRefused, match="has 2 Speeds"):
            play_more(state, VehicleSpeedChosen("n1", word))
    # Rowers that can cannot continue row no ship.
    assert vehicle_speed(play_more(state, HitPointsSet("warship/rowers", 0, "A test")), "warship") == 0


@every_row("face, degree", [(8, "success"), (7, "failure"), (18, "critical success")])
def test_a_vehicle_makes_the_saves_that_it_lists(face: int, degree: str):
    state = play_more(moving(), VehicleSaved("carriage", "fortitude", 15, faces=(face,)))
    assert degree in state.notes[-1].text
    with pytest.raises(ChangeRefused, match="lists no Will save: its pilot"):
        play_more(moving(), VehicleSaved("carriage", "will", 15, faces=(10,)))
    pilot = play_more(moving(), rolled("vehicle-save", "n1", "carriage", "Nature", 5))
    assert pilot.check is not None
    assert pilot.check.degree is Degree.SUCCESS
    assert pilot.acted == ()


@every_row(
    "vehicles, message",
    [
        ((), "at least one vehicle"),
        ((CARRIAGE, CARRIAGE), "the same key"),
        ((at(CARRIAGE, key="a:b"),), "cannot have a colon or a slash"),
        ((at(CARRIAGE, size="Vast"),), "not a size"),
        ((at(CARRIAGE, speeds=()),), "has no Speed"),
        ((at(CARRIAGE, broken_at=40),), "broken from the start"),
        ((at(CARRIAGE, collision="many"),), "Write damage as"),
        ((at(CARRIAGE, collision="99d6"),), "At most 20 dice"),
        ((at(CARRIAGE, team=(replace(HORSES, propulsion="wind"),)),), "can pull Carriage or row it"),
        ((at(CARRIAGE, team=(HORSES, HORSES)),), "key of its own"),
    ],
)
def test_facts_that_do_not_fit_are_refused(vehicles: Any, message: str):
    facts = replace(drive().facts, vehicles=vehicles)
    with pytest.raises(RulesError, match=message):
        VEHICLES.check_facts(facts)


def test_advice_for_stat_blocks():
    odd = at(CARRIAGE, team=(), collision="", x=3000, size="Medium")
    assert len(VEHICLES.advice(replace(drive().facts, vehicles=(odd,)))) == 4
    assert VEHICLES.advice(drive().facts) == ()


def test_the_five_ready_vehicles_are_brought_in_at_any_time():
    assert len(READY_VEHICLES) == 5
    assert {vehicle.speeds[0].propulsion for vehicle in READY_VEHICLES.values()} == set(PROPULSIONS)
    VEHICLES.check_facts(replace(drive().facts, vehicles=tuple(READY_VEHICLES.values())))
    assert VEHICLES.advice(replace(drive().facts, vehicles=tuple(READY_VEHICLES.values()))) == ()
    state = moving()
    for number, key in enumerate((*READY_VEHICLES, "hay-wagon")):
        state = play_more(state, VehicleBrought(key, 500, 100 * number, 45, side="rivals"))
    assert [stand.key for stand in state.own.stands][-1] == "hay-wagon-2"
    assert [(stand.x, stand.heading, stand.hp) for stand in state.own.stands[-1:]] == [(500, 45, 18)]
    assert len(VEHICLES.tracks(state)) == 7
    # Of the rivals’ vehicles players see what is plain to see.
    assert len(VEHICLES.tracks(player_state(state))) == 1
    crowd = [VehicleBrought("hay-wagon", 600, 50 * number) for number in range(5)]
    with pytest.raises(ChangeRefused, match="At most 12 vehicles"):
        play_more(state, *crowd, VehicleBrought("hay-wagon", 700, 0))
    assert VehicleBrought.options(play_more(state, *crowd)) == {"vehicle": {}}


def test_vehicles_of_every_propulsion_are_in_the_ready_adventures():
    ready = [
        vehicle
        for name, each in library_adventures().items()
        if name.startswith("vehicles")
        for vehicle in each.facts.vehicles
    ]
    assert len(ready) >= 5
    assert {speed.propulsion for vehicle in ready for speed in vehicle.speeds} == set(PROPULSIONS)
    assert {speed.medium for vehicle in ready for speed in vehicle.speeds} == {"land", "water", "air"}
    for vehicle in ready:
        assert dice_amount(vehicle.collision).dice
        assert 0 < vehicle.broken_threshold < vehicle.hp
