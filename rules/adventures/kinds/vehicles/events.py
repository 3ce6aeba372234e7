"""The organizer's events for vehicles, and the dice of damage: placing, seating, hitting, repairing."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any

from rules.adventures.events.checks import DiceEvent, NeededDie
from rules.adventures.events.event import AdventureEvent, part_offers
from rules.adventures.events.parts import EventKey, EventKeys, OptionalKey, OptionalReason, Reason, YesOrNo, needed_text
from rules.adventures.fields import MAX_KEY
from rules.adventures.kinds.vehicles.damage import SLOWDOWN, careened, damaged
from rules.adventures.kinds.vehicles.facts import MAX_FEET, MAX_PLAIN, MAX_VEHICLE_HP, DiceAmount, dice_amount
from rules.adventures.kinds.vehicles.moving import (
    blow_of,
    collision_blow,
    halted,
    is_run_over_by,
    out_of_control,
    saving_hit,
    with_changed_blow,
)
from rules.adventures.kinds.vehicles.state import VehiclesInPlay
from rules.adventures.state import ORGANIZER
from rules.combat.log import log_event_document
from rules.documents.shapes import integer, number
from rules.errors import ChangeRefused, RulesError
from rules.text import listed, natural_number, with_minus

DAMAGE = "damage"
_PLACE = number(-MAX_PLAIN, 2 * MAX_PLAIN)
_AMOUNT = needed_text(MAX_KEY)


def vehicle_names(state: VehiclesInPlay) -> dict[str, str]:
    """Return every vehicle by its key."""
    return {vehicle.key: vehicle.name for vehicle in state.facts.vehicles}


def target_names(state: VehiclesInPlay) -> dict[str, str]:
    """Return everything that can be damaged by its key: vehicles, their creatures, things, participants."""
    facts = state.facts
    return {
        **vehicle_names(state),
        **{
            key: f"{creature.name} of {each.name}"
            for each in facts.vehicles
            for key, creature, _ in state.team_of(each.key)
        },
        **{plain_thing.key: plain_thing.name for plain_thing in facts.things},
        **state.names,
    }


def amount_of(text: str) -> DiceAmount:
    """Return an amount of damage as it was typed; raise ``ChangeRefused`` for another text."""
    try:
        return dice_amount(text)
    except RulesError as fault:
        raise ChangeRefused(str(fault)) from fault


def rolled_damage_text(amount: DiceAmount, faces: tuple[int, ...], origin: str) -> str:
    """Return dice in words: ``3 + 5 + 2 = 10 (rolled by Muster)``."""
    if not faces:
        return str(amount.added)
    added = f" {amount.added:+d}" if amount.added else ""
    how = "rolled by Muster" if origin == "seeded" else "entered"
    return with_minus(f"{' + '.join(map(str, faces))}{added} = {amount.total(faces)} ({how})")


class OrganizedVehicleEvent(AdventureEvent, by_organizer=True, offers=part_offers(vehicle=vehicle_names)):
    """Something that the organizer does with a vehicle; players see it if they know the vehicle."""

    vehicle: EventKey

    def player_document(self, state: VehiclesInPlay) -> dict[str, Any] | None:
        return None if state.is_secret_vehicle(self.vehicle) else log_event_document(self)


class CrewSeated(AdventureEvent, kind="crew-seated", button="Set who is aboard", by_organizer=True):
    """The organizer says who is aboard a vehicle, or off all of them with an empty ``vehicle``.

    With ``pilots``, the first one pilots it, as at the start of an encounter.
    """

    offers = part_offers(participants=lambda state: state.names, vehicle=vehicle_names)

    participants: EventKeys
    vehicle: OptionalKey = ""
    pilots: YesOrNo = False

    def play(self, state: VehiclesInPlay, side: str | None) -> VehiclesInPlay:
        if not self.participants:
            raise ChangeRefused("Choose at least one participant.")
        names = listed(state.participant(participant).name for participant in self.participants)
        if self.vehicle:
            state.vehicle_of(self.vehicle)
        state = state.with_aboard(self.participants, self.vehicle)
        if not self.vehicle:
            return state.note(f"On foot: {names}.")
        vehicle = state.vehicle_of(self.vehicle)
        state = state.noted(f"Aboard {vehicle.name}: {names}.", self.vehicle)
        if not self.pilots:
            return state
        if state.is_wrecked(self.vehicle):
            raise ChangeRefused(f"{vehicle.name} is destroyed.")
        pilot = self.participants[0]
        state = state.with_stand(replace(state.stand_of(self.vehicle), pilot=pilot, is_uncontrolled=False))
        return state.noted(f"{state.participant(pilot).name} pilots {vehicle.name}.", self.vehicle)

    def player_document(self, state: VehiclesInPlay) -> dict[str, Any] | None:
        """Show it, unless players do not know the vehicle."""
        return None if state.is_secret_vehicle(self.vehicle) else log_event_document(self)


class VehiclePlaced(OrganizedVehicleEvent, kind="vehicle-placed", button="Place a vehicle"):
    """The organizer places a vehicle; null values do not change. Feet, and degrees from north over east."""

    x: Annotated[int | None, _PLACE] = None
    y: Annotated[int | None, _PLACE] = None
    heading: Annotated[int | None, number(0, 359)] = None
    altitude: Annotated[int | None, number(0, MAX_PLAIN)] = None
    reason: OptionalReason = ""

    def play(self, state: VehiclesInPlay, side: str | None) -> VehiclesInPlay:
        stand = state.stand_of(self.vehicle)
        places = {name: getattr(self, name) for name in ("x", "y", "heading", "altitude")}
        new_stand = replace(stand, **{name: value for name, value in places.items() if value is not None})
        words = self.reason or f"{state.vehicle_of(self.vehicle).name} is at {new_stand.x}, {new_stand.y}."
        return state.with_stand(new_stand).noted(words, self.vehicle)


class VehicleControlSet(OrganizedVehicleEvent, kind="vehicle-control-set", button="Lose or regain control"):
    """The organizer says that a vehicle is out of control, or under control again."""

    uncontrolled: YesOrNo
    reason: Reason

    def play(self, state: VehiclesInPlay, side: str | None) -> VehiclesInPlay:
        state = state.noted(self.reason, self.vehicle)
        if self.uncontrolled:
            if not state.stand_of(self.vehicle).is_moving:
                raise ChangeRefused(f"{state.vehicle_of(self.vehicle).name} stands still.")
            return out_of_control(state, self.vehicle)
        return state.with_stand(replace(state.stand_of(self.vehicle), is_uncontrolled=False))


class UncontrolledMoved(OrganizedVehicleEvent, kind="uncontrolled-moved", button="Move an uncontrolled vehicle"):
    """The organizer moves an uncontrolled vehicle: ``slower`` is the difference to the previous round, in feet.

    Usually 10; more on rough ground, uphill or against the wind, none or negative downhill.
    """

    slower: Annotated[int, integer(-MAX_FEET, MAX_FEET)] = SLOWDOWN

    @classmethod
    def options(cls, state: VehiclesInPlay) -> Mapping[str, Mapping[str, str]]:
        own, names = state.own, vehicle_names(state)
        loose = [
            stand.key for stand in own.stands if stand.is_uncontrolled and stand.is_moving and not stand.has_driven
        ]
        return {"vehicle": {key: names[key] for key in loose}}

    def play(self, state: VehiclesInPlay, side: str | None) -> VehiclesInPlay:
        stand, name = state.stand_of(self.vehicle), state.vehicle_of(self.vehicle).name
        if not (stand.is_uncontrolled and stand.is_moving):
            raise ChangeRefused(f"{name} is not careening.")
        if stand.has_driven:
            raise ChangeRefused(f"{name} has already moved this round.")
        return careened(state, self.vehicle, min(stand.moved_before - self.slower, 3 * MAX_FEET))


class CollisionNamed(OrganizedVehicleEvent, kind="collision-named", button="Let a vehicle hit something"):
    """The organizer says that a vehicle hits a creature that is not on the plain, or something that it missed."""

    target: EventKey

    @classmethod
    def options(cls, state: VehiclesInPlay) -> Mapping[str, Mapping[str, str]]:
        """Offer the vehicles that deal collision damage, and everything that can be hit."""
        armed = {vehicle.key: vehicle.name for vehicle in state.facts.vehicles if vehicle.collision}
        return {"vehicle": armed, "target": target_names(state)}

    def play(self, state: VehiclesInPlay, side: str | None) -> VehiclesInPlay:
        """Let the damage be rolled and saves be made."""
        vehicle = state.vehicle_of(self.vehicle)
        if not vehicle.collision:
            raise ChangeRefused(f"{vehicle.name} deals no collision damage.")
        if self.target == self.vehicle:
            raise ChangeRefused("It cannot hit itself.")
        name, is_ram = state.target_name(self.target), not is_run_over_by(state, self.vehicle, self.target)
        state = state.show(target for target in (self.target,) if state.is_secret_vehicle(target))
        state = state.noted(f"{vehicle.name} hits {name}.", self.vehicle)
        return collision_blow(state, self.vehicle, [saving_hit(state, self.target, is_ram=is_ram)])


class BlowRolled(DiceEvent, kind="blow-rolled", button="Roll damage"):
    """The damage of a blow, by its number: rolled by Muster, with own dice, or as a ``total`` that was typed."""

    blow: EventKey
    total: Annotated[int | None, number(0, MAX_VEHICLE_HP)] = None

    @classmethod
    def options(cls, state: VehiclesInPlay) -> Mapping[str, Mapping[str, str]]:
        waiting = [blow for blow in state.own.blows if blow.total is None]
        return {"blow": {str(blow.number): f"{blow.name}, {blow.amount} {blow.type}" for blow in waiting}}

    @property
    def _number(self) -> int:
        return natural_number(self.blow) or 0

    def next_die(self, state: VehiclesInPlay, faces: tuple[int, ...]) -> NeededDie | None:
        """Return the dice of its amount, none for a total."""
        blow = blow_of(state, self._number)
        amount = amount_of(blow.amount)
        if self.total is not None or len(faces) >= amount.dice:
            return None
        return NeededDie(DAMAGE, amount.sides, blow.vehicle)

    def play(self, state: VehiclesInPlay, side: str | None) -> VehiclesInPlay:
        """Store the damage and deal it to every target whose save is made."""
        blow = blow_of(state, self._number)
        if blow.total is not None:
            raise ChangeRefused("This damage is already known.")
        if side != ORGANIZER and state.is_secret_vehicle(blow.vehicle):
            raise ChangeRefused("This damage has already been dealt.")
        state, amount = self.with_dice(state, side), amount_of(blow.amount)
        total = amount.total(self.faces) if self.total is None else self.total
        words = f"{total} (entered)" if self.total is not None else rolled_damage_text(amount, self.faces, self.origin)
        state = state.noted(f"{blow.name}, {blow.type} damage: {words}.", blow.vehicle)
        return with_changed_blow(state, replace(blow, total=total))


class TargetDamaged(DiceEvent, kind="target-damaged", button="Damage something", by_organizer=True):
    """The organizer damages a vehicle, creatures or a thing by other means: ``amount`` is a number, or dice to roll."""

    offers = part_offers(target=target_names)

    target: EventKey
    amount: Annotated[str, _AMOUNT]
    type: Annotated[str, _AMOUNT] = "bludgeoning"
    reason: OptionalReason = ""

    def next_die(self, state: VehiclesInPlay, faces: tuple[int, ...]) -> NeededDie | None:
        amount = amount_of(self.amount)
        return NeededDie(DAMAGE, amount.sides, self.target) if len(faces) < amount.dice else None

    def play(self, state: VehiclesInPlay, side: str | None) -> VehiclesInPlay:
        state.target_name(self.target)
        state, amount = self.with_dice(state, side), amount_of(self.amount)
        words = rolled_damage_text(amount, self.faces, self.origin)
        reason = f" {self.reason}" if self.reason else ""
        name = state.target_name(self.target)
        state = state.noted(f"{name}, {self.type} damage: {words}.{reason}", self.target.partition("/")[0])
        return damaged(state, self.target, amount.total(self.faces), self.type)[0]

    def player_document(self, state: VehiclesInPlay) -> dict[str, Any] | None:
        """Show it, unless players do not know the target."""
        hidden = state.is_secret_vehicle(self.target.partition("/")[0])
        return None if hidden else log_event_document(self)


class HitPointsSet(AdventureEvent, kind="vehicle-hp-set", button="Set Hit Points", by_organizer=True):
    """The organizer sets Hit Points: a repair, a heal, a mistake."""

    target: EventKey
    hp: Annotated[int, integer(0, MAX_VEHICLE_HP)]
    reason: Reason

    @classmethod
    def options(cls, state: VehiclesInPlay) -> Mapping[str, Mapping[str, str]]:
        names, counts = target_names(state), {*dict(state.own.thing_hp), *(stand.key for stand in state.own.stands)}
        return {"target": {key: name for key, name in names.items() if key in counts or "/" in key}}

    def play(self, state: VehiclesInPlay, side: str | None) -> VehiclesInPlay:
        """Set them, up to the printed maximum."""
        facts, own = state.facts, state.own
        key, _, creature = self.target.partition("/")
        state = state.noted(self.reason, key)
        thing = state.thing_of(self.target)
        if thing is not None and thing.hp is not None:
            hp = min(self.hp, thing.hp)
            rows = tuple((thing_key, hp if thing_key == self.target else value) for thing_key, value in own.thing_hp)
            return state.with_own_value(replace(own, thing_hp=rows))
        if key not in facts.by_key:
            raise ChangeRefused("It has no Hit Points to set.")
        stand, vehicle = state.stand_of(key), state.vehicle_of(key)
        if not creature:
            changed = state.with_stand(replace(stand, hp=min(self.hp, vehicle.hp)))
            return halted(changed, key) if not self.hp else changed
        places = [place for place, team_creature in enumerate(vehicle.team) if team_creature.key == creature]
        if not places:
            raise ChangeRefused("It has no Hit Points to set.")
        hps = [*stand.team_hp]
        hps[places[0]] = min(self.hp, vehicle.team[places[0]].hp)
        return state.with_stand(replace(stand, team_hp=tuple(hps)))

    def player_document(self, state: VehiclesInPlay) -> dict[str, Any] | None:
        """Hide the number: the view shows what players may know."""
        return None
