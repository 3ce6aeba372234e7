"""Events of those aboard without a check: choose the vehicle's move, stop it, board it at rest, change its Speed."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Annotated, Literal

from rules.adventures.events.event import AdventureEvent, part_offers
from rules.adventures.events.parts import EventKey, OptionalKey, OptionalReason, ParticipantKey
from rules.adventures.kinds.vehicles.events import OrganizedVehicleEvent
from rules.adventures.kinds.vehicles.geometry import QUARTER_TURN, turn_feet
from rules.adventures.kinds.vehicles.moving import MOST_SKEW, halted, travelled
from rules.adventures.kinds.vehicles.piloting import (
    boarded,
    piloted_by,
    refuse_absent_pilot,
    refuse_foreign_turn,
    refuse_tired,
    spent,
)
from rules.adventures.kinds.vehicles.state import ACTIONS, NO_VEHICLE, VehicleCourse, VehiclesInPlay
from rules.adventures.state import ORGANIZER
from rules.documents.shapes import integer, number
from rules.errors import ChangeRefused
from rules.text import counted, natural_number

TurnSide = Literal["", "left", "right"]
_DEGREES = integer(0, 4 * QUARTER_TURN)
_FEET = number(0, 9_999)


def piloted_vehicles(state: VehiclesInPlay) -> Mapping[str, str]:
    """Return everyone who pilots a vehicle that is under control, with the vehicle."""
    names = state.names
    return {
        stand.pilot: f"{names[stand.pilot]}, {state.facts.by_key[stand.key].name}"
        for stand in state.own.stands
        if stand.pilot in names and not stand.is_uncontrolled
    }


def _signed_turn(side: str, degrees: int) -> int:
    if degrees and not side:
        raise ChangeRefused("Choose whether it turns left or right.")
    return -degrees if side == "left" else degrees


def _pilots_with(state: VehiclesInPlay) -> Iterator[tuple[str, str]]:
    names, facts = state.names, state.facts
    for course in state.own.courses:
        pilot = state.stand_of(course.vehicle).pilot
        if pilot in names and not course.drifts:
            far = f"{course.most} feet" if course.least == course.most else f"up to {course.most} feet"
            how = "with turns" if course.turns else "in a straight line"
            yield pilot, f"{names[pilot]}, {facts.by_key[course.vehicle].name}: {far} {how}"


class VehicleMoved(AdventureEvent, kind="vehicle-moved", button="Move the vehicle"):
    """The pilot makes the move that a check has allowed.

    ``feet`` is null for as far as possible. A drive with turns goes ``straight_first`` feet ahead, turns by ``degrees``
    as tightly as it can, and continues; a straight line leaves the heading by up to 45 degrees.
    """

    offers = part_offers(participant=lambda state: dict(_pilots_with(state)))

    participant: ParticipantKey
    feet: Annotated[int | None, _FEET] = None
    side: TurnSide = ""
    degrees: Annotated[int, _DEGREES] = 0
    straight_first: Annotated[int, integer(0, 9_999)] = 0

    def play(self, state: VehiclesInPlay, side: str | None) -> VehiclesInPlay:
        """Move it, unless it cannot go or turn so far."""
        refuse_foreign_turn(state, self.participant, side)
        key = piloted_by(state, self.participant)
        course = state.own.course_of(key)
        if course is None or course.drifts:
            raise ChangeRefused("There is no move to make. Drive first.")
        feet = course.most if self.feet is None else self.feet
        if not course.least <= feet <= course.most:
            raise ChangeRefused(
                f"It moves {course.least} to {course.most} feet."
                if course.least != course.most
                else f"It moves {course.most} feet."
            )
        turn = _signed_turn(self.side, self.degrees)
        state = state.with_own_value(state.own.without_course(key))
        if course.turns:
            return self._driven(state, key, feet, turn)
        return _straightened(state, key, course, feet, turn)

    def _driven(self, state: VehiclesInPlay, key: str, feet: int, turn: int) -> VehiclesInPlay:
        length = state.vehicle_of(key).length
        if turn and turn_feet(length, turn) + self.straight_first > feet:
            most = int(QUARTER_TURN * max(feet - self.straight_first, 0) / length)
            raise ChangeRefused(f"On that path it can turn by at most {most} degrees: 90 for every {length} feet.")
        return travelled(state, key, feet, straight=self.straight_first, turn=turn, runs_over=False)


def _straightened(state: VehiclesInPlay, key: str, course: VehicleCourse, feet: int, turn: int) -> VehiclesInPlay:
    if abs(turn) > MOST_SKEW:
        raise ChangeRefused(f"A straight line can leave the heading by at most {MOST_SKEW} degrees.")
    # The vehicle faces along its line from then on: ruling 297.
    stand = state.stand_of(key)
    state = state.with_stand(replace(stand, heading=(stand.heading + turn) % 360))
    return travelled(state, key, feet, runs_over=course.runs_over)


class VehicleDrifted(OrganizedVehicleEvent, kind="vehicle-drifted", button="Let a vehicle drift"):
    """The organizer chooses the drift of a vehicle whose pilot has lost control: by up to 45 degrees."""

    side: TurnSide = ""
    degrees: Annotated[int, _DEGREES] = 0

    @classmethod
    def options(cls, state: VehiclesInPlay) -> Mapping[str, Mapping[str, str]]:
        drifting = (course.vehicle for course in state.own.courses if course.drifts)
        return {"vehicle": {key: state.vehicle_of(key).name for key in drifting}}

    def play(self, state: VehiclesInPlay, side: str | None) -> VehiclesInPlay:
        """Move it its Speed along the line."""
        course = state.own.course_of(self.vehicle)
        if course is None or not course.drifts:
            raise ChangeRefused("This vehicle does not drift.")
        turn = _signed_turn(self.side, self.degrees)
        state = state.with_own_value(state.own.without_course(self.vehicle))
        return _straightened(state, self.vehicle, course, course.most, turn)


class VehicleStopped(AdventureEvent, kind="vehicle-stopped", button="Stop the vehicle"):
    """The pilot stops a vehicle, with one action."""

    participant: ParticipantKey

    @classmethod
    def options(cls, state: VehiclesInPlay) -> Mapping[str, Mapping[str, str]]:
        moving = {stand.pilot for stand in state.own.stands if stand.is_moving}
        return {"participant": {who: name for who, name in piloted_vehicles(state).items() if who in moving}}

    def play(self, state: VehiclesInPlay, side: str | None) -> VehiclesInPlay:
        refuse_foreign_turn(state, self.participant, side)
        key = piloted_by(state, self.participant)
        refuse_absent_pilot(state, self.participant, key)
        if not state.stand_of(key).is_moving:
            raise ChangeRefused("The vehicle is standing still.")
        if state.own.course_of(key) is not None:
            raise ChangeRefused(f"First choose how {state.vehicle_of(key).name} moves.")
        refuse_tired(state, self.participant, 1)
        state = halted(spent(state, self.participant, 1), key)
        state = state.with_stand(replace(state.stand_of(key), has_driven=True))
        return state.noted(f"{state.vehicle_of(key).name} stops.", key, who=self.participant)


class VehicleBoarded(AdventureEvent, kind="vehicle-boarded", button="Board or leave"):
    """A participant boards a vehicle that is not moving, or leaves the one they are on, with one action."""

    participant: ParticipantKey
    vehicle: EventKey

    @classmethod
    def options(cls, state: VehiclesInPlay) -> Mapping[str, Mapping[str, str]]:
        still = (stand.key for stand in state.own.stands if not stand.is_moving)
        return {"vehicle": {key: state.vehicle_of(key).name for key in still}}

    def play(self, state: VehiclesInPlay, side: str | None) -> VehiclesInPlay:
        refuse_foreign_turn(state, self.participant, side)
        if state.is_secret_vehicle(self.vehicle) and side != ORGANIZER:
            # The words of a key that is not there, so that no answer tells the two apart.
            raise ChangeRefused(NO_VEHICLE)
        stand = state.stand_of(self.vehicle)
        is_aboard = state.vehicle_aboard(state.participant(self.participant)) == self.vehicle
        if stand.is_moving:
            raise ChangeRefused("The vehicle is moving, so that takes an Acrobatics or Athletics check.")
        if state.is_wrecked(self.vehicle) and not is_aboard:
            raise ChangeRefused(f"{state.vehicle_of(self.vehicle).name} is destroyed.")
        refuse_tired(state, self.participant, 1)
        return boarded(spent(state, self.participant, 1), self.participant, self.vehicle)


class VehicleSpeedChosen(AdventureEvent, kind="vehicle-speed-chosen", button="Change the propulsion"):
    """The pilot changes the propulsion: from sails to oars, from wheels to wings. ``speed`` counts from 1."""

    participant: ParticipantKey
    speed: OptionalKey

    @classmethod
    def options(cls, state: VehiclesInPlay) -> Mapping[str, Mapping[str, str]]:
        pilots: dict[str, str] = {}
        speeds: dict[str, str] = {}
        for stand in state.own.stands:
            rows = state.vehicle_of(stand.key).speeds
            if stand.pilot in piloted_vehicles(state) and len(rows) > 1:
                pilots[stand.pilot] = piloted_vehicles(state)[stand.pilot]
                speeds |= {str(n): f"{n}: {row.feet} feet, {row.propulsion}" for n, row in enumerate(rows, 1)}
        return {"participant": pilots, "speed": speeds}

    def play(self, state: VehiclesInPlay, side: str | None) -> VehiclesInPlay:
        refuse_foreign_turn(state, self.participant, side)
        key = piloted_by(state, self.participant)
        refuse_absent_pilot(state, self.participant, key)
        rows, vehicle = state.vehicle_of(key).speeds, state.vehicle_of(key)
        number = natural_number(self.speed, 2) or 0
        if not 1 <= number <= len(rows):
            raise ChangeRefused(f"{vehicle.name} has {counted(len(rows), 'Speed')}.")
        state = state.with_stand(replace(state.stand_of(key), speed=number - 1))
        row = rows[number - 1]
        return state.noted(f"{vehicle.name}: {row.feet} feet, {row.propulsion}.", key, who=self.participant)


class VehicleActionsSpent(AdventureEvent, kind="vehicle-actions-spent", button="Spend actions"):
    """A participant spends actions on something that the rules of vehicles do not know: an attack, a spell, a rope."""

    participant: ParticipantKey
    actions: Annotated[int, integer(1, ACTIONS)]
    reason: OptionalReason = ""

    def play(self, state: VehiclesInPlay, side: str | None) -> VehiclesInPlay:
        refuse_foreign_turn(state, self.participant, side)
        refuse_tired(state, self.participant, self.actions)
        state = spent(state, self.participant, self.actions)
        words = f"{counted(self.actions, 'action')}{f': {self.reason}' if self.reason else ''}"
        return state.note(words, self.participant)
