"""A fight with vehicles: mounted weapons, saves against collisions, saves that a pilot or the organizer makes."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from rules.adventures.checks import CheckAction, CheckTarget
from rules.adventures.events.checks import DiceEvent, NeededDie
from rules.adventures.events.event import AdventureEvent, part_offers
from rules.adventures.events.parts import EventKey, Reason, one_of
from rules.adventures.fields import DEGREES, FACES, MAX_DC, SUCCESSES, check_degree
from rules.adventures.kinds.vehicles.facts import FIRING_ARCS, MountedWeapon
from rules.adventures.kinds.vehicles.geometry import bearing
from rules.adventures.kinds.vehicles.moving import (
    MOST_SKEW,
    open_saves,
    save_key,
    save_name,
    save_of_key,
    with_blow,
    with_saved,
)
from rules.adventures.kinds.vehicles.numbers import (
    attack_penalty,
    collision_dc,
    piloting_dc,
    piloting_skills,
    printed_save,
    vehicle_ac,
    vehicle_save,
)
from rules.adventures.kinds.vehicles.piloting import refuse_tired, spent
from rules.adventures.kinds.vehicles.state import BlowHit, VehicleBlow, VehiclesInPlay
from rules.adventures.participants import FIGHT
from rules.adventures.state import CheckAttempt
from rules.combat.log import log_event_document
from rules.documents.shapes import integer
from rules.errors import ChangeRefused
from rules.p2v_combat.numbers import BattleNumber, NamedModifier
from rules.tables.rolls import Degree
from rules.text import with_minus

REFLEX = "Reflex"


def _place_of(state: VehiclesInPlay, target: str) -> tuple[int, int]:
    thing = state.thing_of(target)
    if thing is not None:
        return thing.x, thing.y
    stand = state.stand_of(target)
    return stand.x, stand.y


def bears_on(state: VehiclesInPlay, vehicle: str, weapon: MountedWeapon, target: str) -> bool:
    """Return True if a mounted weapon reaches a target: within its range, and in its arc of 90 degrees."""
    stand = state.stand_of(vehicle)
    x, y = _place_of(state, target)
    if (x - stand.x) ** 2 + (y - stand.y) ** 2 > weapon.range**2:
        return False
    middle = FIRING_ARCS[weapon.arc]
    if middle is None:
        return True
    off = (bearing(stand.pose, x, y) - middle) % 360
    return min(off, 360 - off) <= MOST_SKEW


class MountedWeaponAction(CheckAction, key="fire", name="Fire a mounted weapon"):
    """Fire a weapon that is mounted on a vehicle, at another vehicle or at something on the plain."""

    def targets(self, state: VehiclesInPlay) -> tuple[CheckTarget, ...]:
        """Return the targets of the weapons, with Fight."""
        return tuple(CheckTarget(key, state.target_name(key), (FIGHT,)) for key in self._reached(state))

    def _reached(self, state: VehiclesInPlay) -> Iterator[str]:
        facts = state.facts
        armed = [vehicle for vehicle in facts.vehicles if vehicle.weapons and not state.is_wrecked(vehicle.key)]
        for target in (*facts.by_key, *(plain_thing.key for plain_thing in facts.things if plain_thing.ac is not None)):
            if target in facts.by_key and state.is_wrecked(target):
                continue
            if any(
                vehicle.key != target and any(bears_on(state, vehicle.key, each, target) for each in vehicle.weapons)
                for vehicle in armed
            ):
                yield target

    def choices(self, state: VehiclesInPlay, target: str) -> Mapping[str, str]:
        return {
            f"{vehicle.key}/{each.key}": f"{each.name} of {vehicle.name} ({each.actions} of 3 actions)"
            for vehicle in state.facts.vehicles
            if vehicle.key != target and not state.is_wrecked(vehicle.key)
            for each in vehicle.weapons
            if bears_on(state, vehicle.key, each, target)
        }

    def is_dc_known(self, state: VehiclesInPlay, attempt: CheckAttempt) -> bool:
        facts = state.facts
        return facts.shows_dcs and (attempt.target in facts.by_key and state.are_defenses_known(attempt.target))

    def _weapon(self, state: VehiclesInPlay, attempt: CheckAttempt) -> tuple[str, MountedWeapon]:
        """Return the vehicle and the weapon that is chosen, or the first that bears on the target."""
        key = state.vehicle_aboard(state.participant(attempt.participant))
        if not key or state.is_wrecked(key):
            raise ChangeRefused("Only someone aboard a vehicle can fire its weapons.")
        wanted = [choice.removeprefix(f"{key}/") for choice in attempt.choices]
        for weapon in state.vehicle_of(key).weapons:
            if (
                (not wanted or weapon.key in wanted)
                and attempt.target != key
                and bears_on(state, key, weapon, attempt.target)
            ):
                return key, weapon
        raise ChangeRefused(f"{state.vehicle_of(key).name} has no such weapon that bears on this target.")

    def dc(self, state: VehiclesInPlay, attempt: CheckAttempt) -> BattleNumber:
        facts, thing = state.facts, state.thing_of(attempt.target)
        if attempt.target not in facts.by_key and (thing is None or thing.ac is None):
            raise ChangeRefused("A mounted weapon is fired at a vehicle, or at something with an AC.")
        _, weapon = self._weapon(state, attempt)
        refuse_tired(state, attempt.participant, weapon.actions)
        if thing is None or thing.ac is None:
            return vehicle_ac(state, attempt.target)
        level = (NamedModifier(f"level {thing.level}", -thing.level),) if state.scale == "p2v" and thing.level else ()
        return BattleNumber("DC", (NamedModifier("AC", thing.ac), *level))

    def modifiers(self, state: VehiclesInPlay, attempt: CheckAttempt) -> tuple[NamedModifier, ...]:
        key = state.vehicle_aboard(state.participant(attempt.participant))
        by = attack_penalty(state, key) if key else 0
        return (NamedModifier("moving vehicle", by),) if by else ()

    def outcomes(self, state: VehiclesInPlay, attempt: CheckAttempt) -> Mapping[Degree, str]:
        _, weapon = self._weapon(state, attempt)
        return {
            Degree.CRITICAL_SUCCESS: f"Twice {weapon.damage} {weapon.type} damage",
            Degree.SUCCESS: f"{weapon.damage} {weapon.type} damage",
            Degree.FAILURE: "A miss",
            Degree.CRITICAL_FAILURE: "A miss",
        }

    def resolve(self, state: VehiclesInPlay, attempt: CheckAttempt, degree: Degree) -> VehiclesInPlay:
        """Note the hit; its damage is still to be rolled."""
        key, weapon = self._weapon(state, attempt)
        state = spent(state, attempt.participant, weapon.actions - 1)
        if degree not in SUCCESSES:
            return state
        times = 2 if degree is Degree.CRITICAL_SUCCESS else 1
        hits = (BlowHit(attempt.target, saves=False),)
        name = f"{state.vehicle_of(key).name}: {weapon.name}"
        blow = VehicleBlow(0, name, weapon.damage, weapon.type, key, hits, multiplies=times, is_collision=False)
        state = with_blow(state, blow)
        return state.noted(f"{weapon.name} hits {state.target_name(attempt.target)}.", key, attempt.target)


class CollisionSaveAction(CheckAction, key="collision-save", name="Save against a collision", takes_turn=False):
    """Save against the damage of a collision: by Reflex, or for a rammed vehicle by a piloting check."""

    def targets(self, state: VehiclesInPlay) -> tuple[CheckTarget, ...]:
        """Return the saves that participants and pilots have to make."""
        facts, targets = state.facts, []
        names = {participant.id for participant in state.participants}
        for blow, hit in open_saves(state):
            key, name = save_key(blow, hit), save_name(state, blow, hit)
            if hit.target in names:
                targets.append(CheckTarget(key, name, (REFLEX,)))
            elif hit.target in facts.by_key and state.stand_of(hit.target).pilot:
                skills = tuple(skill.skill for skill in piloting_skills(state, hit.target))
                targets.append(CheckTarget(key, name, skills))
        return tuple(targets)

    def is_dc_known(self, state: VehiclesInPlay, attempt: CheckAttempt) -> bool:
        """Return True if players know the collision DC of the vehicle that strikes."""
        striking = {save_key(blow, hit): blow.vehicle for blow, hit in open_saves(state)}
        own = state.facts.shows_dcs
        return own and state.are_defenses_known(striking.get(attempt.target, ""))

    def dc(self, state: VehiclesInPlay, attempt: CheckAttempt) -> BattleNumber:
        blow, hit = save_of_key(state, attempt.target)
        if hit.target in state.facts.by_key:
            if state.stand_of(hit.target).pilot != attempt.participant:
                raise ChangeRefused("The pilot of the vehicle makes this check.")
            piloting_dc(state, hit.target, attempt.skill)
        elif hit.target != attempt.participant:
            raise ChangeRefused("Someone else has to make this save.")
        elif attempt.skill and attempt.skill.strip().casefold() != REFLEX.casefold():
            raise ChangeRefused("This is a Reflex save.")
        return collision_dc(state, blow.vehicle)

    def outcomes(self, state: VehiclesInPlay, attempt: CheckAttempt) -> Mapping[Degree, str]:
        return dict(zip(DEGREES, ("Twice the damage", "All the damage", "Half the damage", "No damage"), strict=True))

    def resolve(self, state: VehiclesInPlay, attempt: CheckAttempt, degree: Degree) -> VehiclesInPlay:
        """Note the save; the damage follows once it is known."""
        blow, hit = save_of_key(state, attempt.target)
        return with_saved(state, blow, hit.target, degree)


class VehicleSaveAction(CheckAction, key="vehicle-save", name="Save with a vehicle", takes_turn=False):
    """A piloting check in place of a save that the stat block of a vehicle does not list."""

    def targets(self, state: VehiclesInPlay) -> tuple[CheckTarget, ...]:
        piloted = (stand.key for stand in state.own.stands if stand.pilot and stand.hp > 0)
        return tuple(
            CheckTarget(key, state.vehicle_of(key).name, tuple(skill.skill for skill in piloting_skills(state, key)))
            for key in piloted
        )

    def dc(self, state: VehiclesInPlay, attempt: CheckAttempt) -> BattleNumber:
        """Return the DC of piloting; the organizer sets that of the effect for this check."""
        if state.stand_of(attempt.target).pilot != attempt.participant:
            raise ChangeRefused(f"{state.participant(attempt.participant).name} does not pilot this vehicle.")
        return piloting_dc(state, attempt.target, attempt.skill)

    def outcomes(self, state: VehiclesInPlay, attempt: CheckAttempt) -> Mapping[Degree, str]:
        return {degree: f"The vehicle’s save is a {degree.value}" for degree in DEGREES}

    def resolve(self, state: VehiclesInPlay, attempt: CheckAttempt, degree: Degree) -> VehiclesInPlay:
        name = state.vehicle_of(attempt.target).name
        return state.noted(f"{name}: {degree.value}.", attempt.target, who=attempt.participant)


SAVES = ("fortitude", "reflex", "will")


def _reflex_of(state: VehiclesInPlay, target: str) -> BattleNumber:
    """Return the Reflex of something that no one plays, on the scale; raise ``ChangeRefused`` if it has none."""
    facts = state.facts
    if target in facts.by_key:
        number = vehicle_save(state, target, "reflex")
        if number is not None:
            return number
        raise ChangeRefused(f"{state.target_name(target)} has no Reflex save; its pilot makes a piloting check.")
    printed, level = None, 0
    if thing := state.thing_of(target):
        printed, level = thing.reflex, thing.level
    for vehicle in facts.vehicles:
        for key, creature, _ in state.team_of(vehicle.key):
            if key == target:
                printed, level = creature.reflex, creature.level
    if printed is None:
        raise ChangeRefused("Its participant makes this save.")
    parts: tuple[NamedModifier, ...] = (NamedModifier("Reflex", printed),)
    if state.scale == "p2v" and level:
        parts = (*parts, NamedModifier(f"level {level}", -level))
    return BattleNumber("Reflex", parts)


class CollisionSaved(DiceEvent, kind="collision-saved", button="Roll a Reflex save", by_organizer=True):
    """Something that no one plays makes its Reflex save against a collision."""

    save: EventKey

    @classmethod
    def options(cls, state: VehiclesInPlay) -> Mapping[str, Mapping[str, str]]:
        players = {participant.id for participant in state.participants}
        saves = [(blow, hit) for blow, hit in open_saves(state) if hit.target not in players]
        return {"save": {save_key(blow, hit): save_name(state, blow, hit) for blow, hit in saves}}

    def next_die(self, state: VehiclesInPlay, faces: tuple[int, ...]) -> NeededDie | None:
        _, hit = save_of_key(state, self.save)
        _reflex_of(state, hit.target)
        return None if faces else NeededDie("reflex", FACES, hit.target)

    def play(self, state: VehiclesInPlay, side: str | None) -> VehiclesInPlay:
        """Compare the die with the collision DC."""
        blow, hit = save_of_key(state, self.save)
        number, dc = _reflex_of(state, hit.target), collision_dc(state, blow.vehicle)
        state = self.with_dice(state, side)
        degree = check_degree(state.scale, self.faces[0], number.value, dc.value)
        text = f"{state.target_name(hit.target)}, Reflex: {self.faces[0]} {number.value:+d}"
        state = state.noted(with_minus(f"{text} against DC {dc.value}, {degree.value}."), blow.vehicle, hidden=True)
        state = state.noted(f"{state.target_name(hit.target)}: {degree.value}.", blow.vehicle)
        return with_saved(state, blow, hit.target, degree)


class VehicleSaved(DiceEvent, kind="vehicle-saved", button="Roll a vehicle’s save", by_organizer=True):
    """A vehicle makes a save that its stat block lists, against a DC as it counts on the scale of the adventure."""

    vehicle: EventKey
    save: Annotated[str, one_of(SAVES)]
    dc: Annotated[int, integer(0, MAX_DC)]

    @classmethod
    def options(cls, state: VehiclesInPlay) -> Mapping[str, Mapping[str, str]]:
        vehicles = state.facts.vehicles
        candidates = (vehicle for vehicle in vehicles if any(printed_save(vehicle, save) is not None for save in SAVES))
        return {"vehicle": {vehicle.key: vehicle.name for vehicle in candidates}}

    def next_die(self, state: VehiclesInPlay, faces: tuple[int, ...]) -> NeededDie | None:
        vehicle = state.vehicle_of(self.vehicle)
        if vehicle_save(state, self.vehicle, self.save) is None:
            save = self.save.capitalize()
            raise ChangeRefused(f"{vehicle.name} lists no {save} save: its pilot attempts a piloting check instead.")
        return None if faces else NeededDie(self.save, FACES, self.vehicle)

    def play(self, state: VehiclesInPlay, side: str | None) -> VehiclesInPlay:
        state, number = self.with_dice(state, side), vehicle_save(state, self.vehicle, self.save)
        by = number.value if number else 0
        degree = check_degree(state.scale, self.faces[0], by, self.dc)
        name = state.vehicle_of(self.vehicle).name
        text = f"{name}, {self.save.capitalize()}: {self.faces[0]} {by:+d} against DC {self.dc}, {degree.value}."
        if state.are_defenses_known(self.vehicle):
            return state.noted(text, self.vehicle)
        state = state.noted(text, self.vehicle, hidden=True)
        return state.noted(f"{name}, {self.save.capitalize()}: {degree.value}.", self.vehicle)

    def player_document(self, state: VehiclesInPlay) -> dict[str, Any] | None:
        """Show it, unless players do not know the numbers of the vehicle."""
        return log_event_document(self) if state.are_defenses_known(self.vehicle) else None


class BlowDropped(AdventureEvent, kind="blow-dropped", button="Drop damage", by_organizer=True):
    """The organizer withdraws a blow that hits no one after all."""

    offers = part_offers(blow=lambda state: {str(blow.number): blow.name for blow in state.own.blows})

    blow: EventKey
    reason: Reason

    def play(self, state: VehiclesInPlay, side: str | None) -> VehiclesInPlay:
        left = tuple(blow for blow in state.own.blows if str(blow.number) != self.blow)
        if len(left) == len(state.own.blows):
            raise ChangeRefused("This damage has already been dealt.")
        return state.with_own(blows=left).note(self.reason, hidden=True)
