"""The piloting checks, and the actions of a round: how many are left, who pilots what, what can be driven now."""

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from rules.adventures.checks import CheckAction, CheckTarget
from rules.adventures.fields import ADJUSTMENTS, DEGREES, SUCCESSES
from rules.adventures.kinds.vehicles.facts import GROUND_TERRAINS
from rules.adventures.kinds.vehicles.moving import out_of_control
from rules.adventures.kinds.vehicles.numbers import TERRAIN_DC, piloting_dc, piloting_skills, vehicle_ac, vehicle_speed
from rules.adventures.kinds.vehicles.state import ACTIONS, VehicleCourse, VehiclesInPlay
from rules.adventures.state import ORGANIZER, CheckAttempt
from rules.errors import ChangeRefused
from rules.p2v_combat.numbers import BattleNumber, NamedModifier
from rules.tables.rolls import Degree
from rules.text import counted


def refuse_tired(state: VehiclesInPlay, participant: str, cost: int) -> None:
    """Raise ``ChangeRefused`` for a participant with fewer actions left in this round."""
    left = ACTIONS - state.acted.count(participant)
    if cost > left:
        name = state.participant(participant).name
        raise ChangeRefused(f"{name} has {counted(max(left, 0), 'action')} left; this takes {cost}.")


def spent(state: VehiclesInPlay, participant: str, cost: int) -> VehiclesInPlay:
    """Return the state in which a participant has spent ``cost`` actions of the round."""
    return replace(state, acted=(*state.acted, *(participant for _ in range(cost))))


def refuse_foreign_turn(state: VehiclesInPlay, participant: str, side: str | None) -> None:
    """Raise ``ChangeRefused`` for a participant who cannot act, and for a player who tries to move a rival."""
    who = state.participant(participant)
    who.refuse_unable()
    if side != ORGANIZER and who.is_rival:
        raise ChangeRefused("The organizer acts for the other side.")


def refuse_absent_pilot(state: VehiclesInPlay, participant: str, key: str) -> None:
    """Raise ``ChangeRefused`` unless a participant pilots a vehicle that is under control."""
    name, vehicle, stand = state.participant(participant).name, state.vehicle_of(key), state.stand_of(key)
    if state.is_wrecked(key):
        raise ChangeRefused(f"{vehicle.name} is destroyed.")
    if stand.pilot != participant:
        raise ChangeRefused(f"{name} does not pilot {vehicle.name}.")
    if stand.is_uncontrolled:
        raise ChangeRefused(f"{vehicle.name} is out of control. Take control first.")


def refuse_second_move(state: VehiclesInPlay, key: str) -> None:
    """Raise ``ChangeRefused`` for a vehicle that has taken its move of the round, or still has to make one."""
    name = state.vehicle_of(key).name
    if state.own.course_of(key) is not None:
        raise ChangeRefused(f"First choose how {name} moves.")
    if state.stand_of(key).has_driven:
        raise ChangeRefused(f"{name} has already moved or stopped this round. It takes part in one move a round.")


def piloted_by(state: VehiclesInPlay, participant: str) -> str:
    """Return the key of the vehicle that a participant pilots; raise ``ChangeRefused`` if there is none."""
    for stand in state.own.stands:
        if stand.pilot == participant:
            return stand.key
    raise ChangeRefused(f"{state.participant(participant).name} does not pilot a vehicle.")


def refuse_unless_aboard(state: VehiclesInPlay, participant: str, key: str) -> None:
    """Raise ``ChangeRefused`` for a participant who is not aboard a vehicle."""
    who = state.participant(participant)
    if state.vehicle_aboard(who) != key:
        raise ChangeRefused(f"{who.name} is not aboard {state.vehicle_of(key).name}.")


FULL_SPEED_PENALTY = -5
BOARDING_SKILLS = ("Acrobatics", "Athletics")


def boarded(state: VehiclesInPlay, participant: str, key: str) -> VehiclesInPlay:
    """Return the state after a participant has boarded a vehicle, or has left the one they were on."""
    who = state.participant(participant)
    is_leaving = state.vehicle_aboard(who) == key
    state = state.with_aboard((participant,), "" if is_leaving else key)
    words = "left" if is_leaving else "boarded"
    return state.noted(f"{who.name} {words} {state.vehicle_of(key).name}.", key, who=participant)


class _PilotingAction(CheckAction):
    """A check of the pilot, or of a participant who tries to take the controls."""

    cost: ClassVar[int] = 1

    def targets(self, state: VehiclesInPlay) -> tuple[CheckTarget, ...]:
        return tuple(
            CheckTarget(vehicle.key, vehicle.name, tuple(row.skill for row in piloting_skills(state, vehicle.key)))
            for vehicle in state.facts.vehicles
            if not state.is_wrecked(vehicle.key) and not vehicle.is_veiled
        )

    def choices(self, state: VehiclesInPlay, target: str) -> Mapping[str, str]:
        """Return the ground that a move may go through."""
        return {
            terrain: f"Through {terrain} terrain (DC {ADJUSTMENTS[TERRAIN_DC[terrain]]:+d})"
            for terrain in GROUND_TERRAINS
        }

    def dc(self, state: VehiclesInPlay, attempt: CheckAttempt) -> BattleNumber:
        """Return the DC of piloting the vehicle, by its level, the skill, the ground, and whether it is broken."""
        refuse_tired(state, attempt.participant, self.cost)
        refuse_absent_pilot(state, attempt.participant, attempt.target)
        refuse_second_move(state, attempt.target)
        return piloting_dc(state, attempt.target, attempt.skill, attempt.choices)


class DriveAction(_PilotingAction, key="drive", name="Drive (1 action)"):
    """Drive with one action: up to the Speed, with turns."""

    def outcomes(self, state: VehiclesInPlay, attempt: CheckAttempt) -> Mapping[Degree, str]:
        feet = vehicle_speed(state, attempt.target)
        line = f"It moves {feet} feet in a straight line"
        return {
            **dict.fromkeys(SUCCESSES, f"It moves up to {feet} feet and can turn"),
            Degree.FAILURE: line,
            Degree.CRITICAL_FAILURE: f"{line} and is out of control",
        }

    def resolve(self, state: VehiclesInPlay, attempt: CheckAttempt, degree: Degree) -> VehiclesInPlay:
        """Offer the move; on a failure, one that nothing stops."""
        key = attempt.target
        feet, is_success = vehicle_speed(state, key), degree in SUCCESSES
        state = state.with_stand(replace(state.stand_of(key), has_driven=True))
        course = VehicleCourse(key, 0 if is_success else feet, feet, turns=is_success, runs_over=not is_success)
        if degree is Degree.CRITICAL_FAILURE:
            state = out_of_control(state, key)
        return state.with_own_value(state.own.with_course(course))


class _RecklessAction(_PilotingAction):
    """An action with the reckless trait: the check decides whether the pilot keeps control."""

    multiple: ClassVar[int] = 2
    runs_over: ClassVar[bool] = False

    def outcomes(self, state: VehiclesInPlay, attempt: CheckAttempt) -> Mapping[Degree, str]:
        feet = vehicle_speed(state, attempt.target)
        more = " and runs over what is in the way" if self.runs_over else ""
        good = f"It moves up to {feet * self.multiple} feet in a straight line{more}"
        bad = f"It moves {feet} feet straight ahead, drifts by up to 45 degrees, and is out of control"
        return {degree: good if degree in SUCCESSES else bad for degree in DEGREES}

    def resolve(self, state: VehiclesInPlay, attempt: CheckAttempt, degree: Degree) -> VehiclesInPlay:
        """Offer the straight line, or the drift to the organizer."""
        key = attempt.target
        feet = vehicle_speed(state, key)
        state = spent(state, attempt.participant, self.cost - 1)
        state = state.with_stand(replace(state.stand_of(key), has_driven=True, is_reckless=True))
        course = VehicleCourse(key, 0, feet * self.multiple, runs_over=self.runs_over)
        if degree not in SUCCESSES:
            state = out_of_control(state, key)
            course = VehicleCourse(key, feet, feet, drifts=True, runs_over=True)
        return state.with_own_value(state.own.with_course(course))


class RecklessDriveAction(_RecklessAction, key="drive-twice", name="Drive recklessly (2 actions)", cost=2):
    """Drive with two actions: up to twice the Speed, straight ahead."""


class FullSpeedAction(_RecklessAction, key="drive-thrice", name="Drive at full speed (3 actions)", cost=3, multiple=3):
    """Drive with three actions: up to three times the Speed, straight ahead, at -5."""

    def modifiers(self, state: VehiclesInPlay, attempt: CheckAttempt) -> tuple[NamedModifier, ...]:
        return (NamedModifier("full speed", FULL_SPEED_PENALTY),)


class RunOverAction(_RecklessAction, key="run-over", name="Run Over (3 actions)", cost=3, runs_over=True):
    """Run Over: up to twice the Speed, over small targets and into large ones."""


class TakeControlAction(_PilotingAction, key="take-control", name="Take Control"):
    """Take Control: become the pilot, or regain control."""

    def dc(self, state: VehiclesInPlay, attempt: CheckAttempt) -> BattleNumber:
        """Return the DC of piloting; only participants aboard may try."""
        key, vehicle = attempt.target, state.vehicle_of(attempt.target)
        refuse_unless_aboard(state, attempt.participant, key)
        refuse_tired(state, attempt.participant, vehicle.control_actions)
        if state.is_wrecked(key):
            raise ChangeRefused(f"{vehicle.name} is destroyed.")
        stand = state.stand_of(key)
        if stand.pilot == attempt.participant and not stand.is_uncontrolled:
            raise ChangeRefused(f"{state.participant(attempt.participant).name} already pilots {vehicle.name}.")
        return piloting_dc(state, key, attempt.skill, attempt.choices)

    def outcomes(self, state: VehiclesInPlay, attempt: CheckAttempt) -> Mapping[Degree, str]:
        vehicle = state.vehicle_of(attempt.target)
        name = state.participant(attempt.participant).name
        price = "" if vehicle.control_actions == 1 else f" ({vehicle.control_actions} actions)"
        good = f"{name} pilots {vehicle.name} and has it under control{price}"
        return {degree: good if degree in SUCCESSES else f"No change{price}" for degree in DEGREES}

    def resolve(self, state: VehiclesInPlay, attempt: CheckAttempt, degree: Degree) -> VehiclesInPlay:
        key, vehicle = attempt.target, state.vehicle_of(attempt.target)
        state = spent(state, attempt.participant, vehicle.control_actions - 1)
        if degree not in SUCCESSES:
            return state
        own = state.own
        # No one pilots two vehicles: the hands leave the other controls.
        stands = tuple(
            replace(stand, pilot="") if stand.pilot == attempt.participant else stand for stand in own.stands
        )
        state = state.with_own(stands=stands)
        state = state.with_stand(replace(state.stand_of(key), pilot=attempt.participant, is_uncontrolled=False))
        name = state.participant(attempt.participant).name
        return state.noted(f"{name} pilots {vehicle.name}.", key, who=attempt.participant)


class BoardAction(CheckAction, key="board", name="Board or leave in motion"):
    """Board a vehicle in motion, or leave it."""

    def targets(self, state: VehiclesInPlay) -> tuple[CheckTarget, ...]:
        moving = (stand.key for stand in state.own.stands if stand.is_moving)
        return tuple(CheckTarget(key, state.vehicle_of(key).name, BOARDING_SKILLS) for key in moving)

    def is_dc_known(self, state: VehiclesInPlay, attempt: CheckAttempt) -> bool:
        return state.facts.shows_dcs and state.are_defenses_known(attempt.target)

    def dc(self, state: VehiclesInPlay, attempt: CheckAttempt) -> BattleNumber:
        refuse_tired(state, attempt.participant, 1)
        if not state.stand_of(attempt.target).is_moving:
            raise ChangeRefused("The vehicle is standing still, so boarding or leaving it takes no check.")
        if attempt.skill and attempt.skill.strip().casefold() not in map(str.casefold, BOARDING_SKILLS):
            raise ChangeRefused("Boarding a moving vehicle takes Acrobatics or Athletics.")
        return vehicle_ac(state, attempt.target)

    def outcomes(self, state: VehiclesInPlay, attempt: CheckAttempt) -> Mapping[Degree, str]:
        who, name = state.participant(attempt.participant), state.vehicle_of(attempt.target).name
        is_leaving = state.vehicle_aboard(who) == attempt.target
        good = f"{who.name} {'leaves' if is_leaving else 'boards'} {name}"
        return {degree: good if degree in SUCCESSES else "No change" for degree in DEGREES}

    def resolve(self, state: VehiclesInPlay, attempt: CheckAttempt, degree: Degree) -> VehiclesInPlay:
        return boarded(state, attempt.participant, attempt.target) if degree in SUCCESSES else state
