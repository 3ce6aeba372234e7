"""Collisions, mounted weapons, damage, wrecks, and what players know of it."""

import json
from dataclasses import replace
from typing import Any

import pytest

from rules.adventures.checks import check_dc
from rules.adventures.documents import AdventureDocument, FiledAdventureSeed
from rules.adventures.events.checks import roll_event_dice
from rules.adventures.events.running import AdventureRoundEnded, HiddenFactShown
from rules.adventures.fold import begin_adventure
from rules.adventures.kinds.vehicles.damage import basic_damage, damage_to_vehicle
from rules.adventures.kinds.vehicles.events import (
    BlowRolled,
    CollisionNamed,
    CrewSeated,
    HitPointsSet,
    TargetDamaged,
)
from rules.adventures.kinds.vehicles.facts import (
    OBJECT_IMMUNITIES,
    DamagePoints,
    DiceAmount,
    MountedWeapon,
    VehicleSpeed,
    dice_amount,
)
from rules.adventures.kinds.vehicles.fighting import BlowDropped, CollisionSaved
from rules.adventures.kinds.vehicles.moving import is_run_over_by
from rules.adventures.kinds.vehicles.steering import VehicleMoved
from rules.adventures.receipts import adventure_receipts
from rules.adventures.state import CheckAttempt
from rules.adventures.views import adventure_state_document, player_state
from rules.campaigns.journal import seed_commitment
from rules.dice import SeededRoller
from rules.errors import ChangeRefused, RulesError
from rules.tables.rolls import Degree
from tests.rows import every_row
from tests.rules.adventures.drivers import (
    CARRIAGE,
    GOBLIN,
    HORSES,
    WALL,
    WARSHIP,
    at,
    drive,
    driver,
    drives,
    moving,
    stands,
)
from tests.rules.adventures.parties import PLAYER, log_of, play_more, rolled
from tests.rules.folds import fold_adventure

SPRINT = (drives(15, "run-over"), VehicleMoved("n1"))
CART = at(CARRIAGE, key="cart", name="Cart", team=(), speeds=(VehicleSpeed(30, "alchemical"),), starts="rivals", x=150)


def things_hp(state: Any) -> dict[str, int]:
    """The Hit Points of the things."""
    return dict(state.own.thing_hp)


@every_row(
    "text, amount",
    [
        ("4d10+6", DiceAmount(4, 10, 6)),
        ("2d6", DiceAmount(2, 6)),
        ("1D8 − 1", DiceAmount(1, 8, -1)),
        ("12", DiceAmount(0, 0, 12)),
        ("0", DiceAmount()),
        ("20d100", DiceAmount(20, 100)),
    ],
)
def test_amounts_of_damage_as_people_write_them(text: str, amount: DiceAmount):
    assert dice_amount(text) == amount


@every_row("text", ["", "d6", "2d", "0d6", "2d0", "21d6", "2d101", "-5", "2d6+", "many", "1d6+1d4", "9" * 40])
def test_amounts_that_no_one_can_roll_are_refused(text: str):
    with pytest.raises(RulesError, match=r"Write damage|At most 20"):
        dice_amount(text)


@every_row(
    "degree, damage",
    [
        (Degree.CRITICAL_SUCCESS, 0),
        (Degree.SUCCESS, 7),
        (Degree.FAILURE, 15),
        (Degree.CRITICAL_FAILURE, 30),
        (None, 15),
    ],
)
def test_a_basic_save(degree: Any, damage: int):
    assert basic_damage(15, degree) == damage


@every_row(
    "amount, kind, taken",
    [
        (20, "slashing", 15),
        (5, "slashing", 0),
        (20, "fire", 18),
        (20, "cold", 11),
        (20, "Precision", 0),
        (0, "fire", 0),
    ],
)
def test_ruling_303_weakness_then_resistance_then_hardness(amount: int, kind: str, taken: int):
    vehicle = at(
        CARRIAGE,
        immunities=("precision",),
        weaknesses=(DamagePoints("fire", 3),),
        resistances=(DamagePoints("cold", 4),),
    )
    assert damage_to_vehicle(vehicle, amount, kind) == taken
    assert [damage_to_vehicle(vehicle, 20, each) for each in OBJECT_IMMUNITIES] == [0] * 6


@every_row(
    "vehicle, target, over",
    [
        # Two sizes smaller or smaller still is run over; one size smaller or larger is rammed.
        ("Large", "Tiny", True),
        ("Large", "Small", True),
        ("Large", "Medium", False),
        ("Large", "Large", False),
        ("Huge", "Medium", True),
        ("Huge", "Large", False),
        ("Gargantuan", "Large", True),
        ("Gargantuan", "Huge", False),
    ],
)
def test_what_is_run_over_and_what_is_rammed(vehicle: str, target: str, over: bool):
    state = moving(at(CARRIAGE, size=vehicle), things=(replace(GOBLIN, size=target),))
    assert is_run_over_by(state, "carriage", "goblin") is over


@every_row("face, hp", [(1, 0), (10, 0), (11, 4), (20, 4)])
def test_creatures_in_the_way_are_run_over_with_a_basic_reflex_save(face: int, hp: int):
    # +6 (7 less the level) against DC 17 on p2v: 10 fails, 11 succeeds.
    state = play_more(moving(things=(GOBLIN,)), *SPRINT)
    assert stands(state).x == 180
    state = play_more(state, BlowRolled("1", 10), CollisionSaved("1/goblin", faces=(face,)))
    assert things_hp(state)["goblin"] == hp
    assert state.own.blows == ()
    # Nothing comes back from what is run over.
    assert stands(state).hp == 40


def test_a_ram_hurts_both_sides_and_ends_the_move():
    state = play_more(moving(things=(WALL,)), *SPRINT)
    assert stands(state).x == 150
    # A wall cannot save: it has failed.
    state = play_more(state, BlowRolled("1", 20))
    assert things_hp(state)["wall"] == 60 - 20 + 4
    carriage = stands(state)
    assert (carriage.hp, carriage.is_moving, carriage.x) == (40 - 20 + 5, False, 150)
    # The pilot is hurt as well, and the passenger is not; the horses save by themselves.
    assert dict(state.own.taken) == {"n1": 20}
    state = play_more(state, CollisionSaved("3/carriage/horses", faces=(20,)))
    assert stands(state).team_hp == (10,)


def test_ruling_299_both_sides_of_a_ram_take_the_same_roll_and_the_vehicle_stands():
    state = play_more(
        moving(at(CARRIAGE, hardness=0, speeds=(VehicleSpeed(40, "alchemical"),), team=()), things=(WALL,)), *SPRINT
    )
    state = play_more(state, BlowRolled("1", 12))
    assert (things_hp(state)["wall"], stands(state).hp, dict(state.own.taken)) == (52, 28, {"n1": 12})
    assert not stands(state).is_uncontrolled


def test_a_ram_that_hurts_no_one_does_not_end_the_move():
    agile = replace(GOBLIN, size="Medium")
    state = play_more(moving(things=(agile,)), *SPRINT)
    assert stands(state).x == 140
    state = play_more(state, CollisionSaved("1/goblin", faces=(20,)), BlowRolled("1", 0))
    assert stands(state).x == 180
    assert stands(state).hp == 40


def test_the_pilot_of_a_rammed_vehicle_makes_a_piloting_check_in_place_of_the_save():
    party = (driver(1), driver(2), driver(3, is_rival=True))
    state = moving(CARRIAGE, CART, party=party, shows_rivals=True)
    state = play_more(state, CrewSeated(("n3",), "cart", pilots=True), *SPRINT)
    attempt = CheckAttempt("collision-save", "n3", "1/cart", "Driving Lore")
    assert check_dc(state, attempt).value == 17
    with pytest.raises(ChangeRefused, match="pilot of the vehicle"):
        check_dc(state, replace(attempt, participant="n1"))
    saved = play_more(state, rolled("collision-save", "n3", "1/cart", "Driving Lore", 7), BlowRolled("1", 30))
    assert stands(saved, "cart").hp == 40 - 15 + 5
    assert stands(saved).hp == 40 - 30 + 5
    # A save takes no action.
    assert "n3" not in saved.acted


def test_ruling_300_without_pilot_and_without_a_save_a_vehicle_has_failed():
    state = play_more(moving(CARRIAGE, CART, shows_rivals=True), *SPRINT, BlowRolled("1", 30))
    assert stands(state, "cart").hp == 40 - 30 + 5
    listed = play_more(moving(CARRIAGE, at(CART, reflex=10), shows_rivals=True), *SPRINT)
    # 10 less the level against DC 17: a 10 succeeds.
    listed = play_more(listed, CollisionSaved("1/cart", faces=(10,)), BlowRolled("1", 30))
    assert stands(listed, "cart").hp == 40 - 15 + 5


def test_ruling_301_a_failed_drive_runs_over_what_is_in_the_way():
    state = play_more(moving(things=(replace(GOBLIN, x=125),)), drives(4), VehicleMoved("n1"))
    assert stands(state).x == 140
    assert [hit.target for hit in state.own.blows[0].hits] == ["goblin"]


def test_an_uncontrolled_vehicle_crashes_into_what_is_in_the_way():
    state = moving(things=(replace(WALL, x=175),))
    state = play_more(state, drives(15), VehicleMoved("n1"), AdventureRoundEnded(), AdventureRoundEnded())
    assert stands(state).is_uncontrolled
    state = play_more(state, BlowRolled("1", 10))
    assert (stands(state).hp, stands(state).is_moving, stands(state).is_uncontrolled) == (35, False, False)


def test_someone_on_foot_saves_with_reflex():
    state = play_more(moving(), CrewSeated(("n2",), ""), CollisionNamed("carriage", "n2"))
    with pytest.raises(ChangeRefused, match="Someone else"):
        check_dc(state, CheckAttempt("collision-save", "n1", "1/n2", "Reflex"))
    with pytest.raises(ChangeRefused, match="Reflex save"):
        check_dc(state, CheckAttempt("collision-save", "n2", "1/n2", "Nature"))
    state = play_more(state, rolled("collision-save", "n2", "1/n2", "Reflex", 7), BlowRolled("1", 9), side=PLAYER)
    assert dict(state.own.taken)["n2"] == 4


@every_row("face, times", [(6, 1), (16, 2), (5, 0)])
def test_mounted_weapons_hit_what_is_in_their_arc(face: int, times: int):
    ship = at(WARSHIP, x=180, y=200, hardness=0)
    state = moving(CARRIAGE, ship)
    state = play_more(state, rolled("fire", "n2", "warship", "Fight", face, choices=("carriage/bow",)))
    assert state.acted == ("n2", "n2")
    if times:
        state = play_more(state, BlowRolled("1", 10))
    assert stands(state, "warship").hp == 120 - 10 * times


@every_row(
    "arc, x, y, bears",
    [
        ("front", 160, 200, True),
        ("front", 201, 200, False),
        ("front", 150, 249, True),
        ("front", 150, 251, False),
        ("rear", 50, 200, True),
        ("rear", 150, 200, False),
        ("left", 100, 150, True),
        ("right", 100, 150, False),
        ("right", 100, 250, True),
        ("all", 60, 140, True),
    ],
)
def test_the_arcs_and_the_range_of_mounted_weapons(arc: Any, x: int, y: int, bears: bool):
    weapon = MountedWeapon("bow", "Bow", "2d8", range=100, arc=arc)
    state = moving(at(CARRIAGE, weapons=(weapon,)), things=(replace(GOBLIN, x=x, y=y, ac=15),))
    attempt = CheckAttempt("fire", "n1", "goblin", "Fight")
    if bears:
        assert check_dc(state, attempt).value == 14
    else:
        with pytest.raises(ChangeRefused, match="bears on this target"):
            check_dc(state, attempt)


@every_row("medium, altitude, words, hurt", [
    ("land", 0, "is destroyed.", 0),
    ("water", 0, "is destroyed and sinks.", 0),
    ("air", 100, "is destroyed and falls.", 50),
    ("air", 15, "is destroyed and falls.", 5),
])  # fmt: skip
def test_a_vehicle_without_hit_points_is_destroyed(medium: Any, altitude: int, words: str, hurt: int):
    vehicle = at(CARRIAGE, speeds=(VehicleSpeed(40, "magical", medium),), altitude=altitude, team=())
    state = play_more(moving(vehicle), TargetDamaged("carriage", "45", "fire"))
    assert any(note.text.endswith(words) for note in state.notes)
    assert (stands(state).hp, stands(state).altitude) == (0, 0 if medium == "air" else altitude)
    # Everyone aboard falls: 5 damage for every two squares.
    assert dict(state.own.taken) == ({"n1": hurt, "n2": hurt} if hurt else {})
    with pytest.raises(ChangeRefused, match="is destroyed"):
        play_more(state, drives(15))


def test_a_wreck_deals_its_collision_damage_to_those_that_pull_or_row_it_without_a_save():
    # It is under sail when it goes down; the rowers are hurt all the same.
    ship = at(WARSHIP, starts="party", hardness=0)
    state = play_more(moving(ship), TargetDamaged("warship", "120"))
    (blow,) = state.own.blows
    assert (blow.amount, [(hit.target, hit.saves) for hit in blow.hits]) == ("8d10", [("warship/rowers", False)])
    state = play_more(state, BlowRolled("1", 15))
    assert stands(state, "warship").team_hp == (0,)
    assert any("cannot continue" in note.text for note in state.notes)


def test_a_broken_vehicle_loses_cover_and_a_team_that_is_down_its_speed():
    state = play_more(moving(), TargetDamaged("carriage", "25"))
    assert any(note.text == "Carriage is broken. Its cover is standard now." for note in state.notes)
    state = play_more(state, TargetDamaged("carriage/horses", "20"))
    assert stands(state).team_hp == (0,)
    assert any(note.is_hidden and "lose control" in note.text for note in state.notes)
    state = play_more(state, drives(15), VehicleMoved("n1"))
    assert stands(state).x == 100
    healed = play_more(state, HitPointsSet("carriage/horses", 99, "A potion"), HitPointsSet("carriage", 99, "Planks"))
    assert (stands(healed).team_hp, stands(healed).hp) == ((HORSES.hp,), 40)


def test_damage_is_rolled_by_the_site_at_its_place_with_a_receipt():
    adventure = drive(things=(WALL,))
    seed = FiledAdventureSeed(1, 0, seed_commitment(b"a seed"), b"a seed")
    before = (CrewSeated(("n1",), "carriage", pilots=True), *SPRINT)
    state = fold_adventure(adventure, log_of(*before))
    event = roll_event_dice(state, BlowRolled("1"), SeededRoller(b"a seed"), 1)
    assert (len(event.faces), event.origin) == (2, "seeded")
    log = log_of(*before, event)
    receipts = list(adventure_receipts(AdventureDocument(adventure, log, (seed,))))
    assert [(receipt.verification, receipt.dice.place) for receipt in receipts] == [
        ("right", ("a1", 1, "carriage", "damage", number)) for number in (1, 2)
    ]
    assert things_hp(fold_adventure(adventure, log))["wall"] == 60 - sum(event.faces) + 4
    other = replace(event, faces=(event.faces[0] % 6 + 1, event.faces[1]))
    receipts = list(adventure_receipts(AdventureDocument(adventure, log_of(*before, other), (seed,))))
    assert [receipt.verification for receipt in receipts] == ["different", "right"]


@every_row(
    "event, message",
    [
        (BlowRolled("1", faces=(7, 1)), "shows 1 to 6"),
        (BlowRolled("1", faces=(1,)), "d6 is missing"),
        (BlowRolled("1"), "d6 is missing"),
        (BlowRolled("1", 5, faces=(1, 1)), "Enter 0 dice here"),
        (BlowRolled("1", faces=(1, 1), origin="seeded"), "seed epoch"),
        (BlowRolled("2", faces=(1, 1)), "already been dealt"),
        (BlowRolled("²", faces=(1, 1)), "already been dealt"),
        (CollisionSaved("1/wall", faces=(5,)), "no such save to make"),
        (TargetDamaged("carriage", "a lot"), "Write damage"),
        (TargetDamaged("moon", "5"), "no such participant"),
        (CollisionNamed("carriage", "carriage"), "cannot hit itself"),
        (BlowDropped("7", "No"), "already been dealt"),
    ],
)
def test_dice_and_damage_that_do_not_fit_are_refused(event: Any, message: str):
    state = play_more(moving(things=(WALL,)), *SPRINT)
    with pytest.raises(ChangeRefused, match=message):
        play_more(state, event)


def test_damage_that_the_organizer_lets_be_hurts_no_one():
    state = play_more(moving(things=(WALL,)), *SPRINT, BlowDropped("1", "Straw"))
    assert (state.own.blows, things_hp(state)["wall"], stands(state).hp) == ((), 60, 40)


def test_players_see_what_is_plain_of_the_rivals_until_they_are_shown_more():
    rival = at(CART, starts="rivals", weapons=(MountedWeapon("secret", "The Secret Weapon", "1d4"),))
    hidden = at(CART, key="ambush", name="The Ambush Wagon", hidden=True, starts="", x=500)
    adventure = drive(
        CARRIAGE, rival, hidden, things=(replace(GOBLIN, name="Goblin in the Ditch", hidden=True, ac=14, x=900),)
    )
    state = play_more(begin_adventure(adventure), TargetDamaged("cart", "7"), TargetDamaged("ambush", "9"))
    text = json.dumps(adventure_state_document(player_state(state)))
    for canary in ("The Secret Weapon", "The Ambush Wagon", "Goblin in the Ditch", "Hardness"):
        assert canary not in text
    (cart,) = [each for each in player_state(state).own.stands if each.key == "cart"]
    assert cart.hp == 3
    assert [track.key for track in adventure.kind.tracks(player_state(state))] == ["hp-carriage"]
    assert not adventure.kind.actions[5].is_dc_known(state, CheckAttempt("board", "n1", "cart", "Athletics"))
    state, sight = (
        play_more(state, HiddenFactShown("cart:defenses"), HiddenFactShown("ambush")),
        HiddenFactShown("goblin"),
    )
    shown = player_state(state)
    # The organizer reads the numbers of what stands on the plain, players only what it is called.
    blocks = {block.title: dict(block.lines) for block in adventure.kind.stat_blocks(state)}
    assert blocks["Goblin in the Ditch"] == {"AC": "13", "Reflex": "+6", "HP": "9"}
    known = {
        block.title: dict(block.lines) for block in adventure.kind.stat_blocks(player_state(play_more(state, sight)))
    }
    assert known["Goblin in the Ditch"] == {}
    assert [track.points for track in adventure.kind.tracks(shown)] == [40, 38, 36]
    assert "The Ambush Wagon" in json.dumps(adventure_state_document(shown))
