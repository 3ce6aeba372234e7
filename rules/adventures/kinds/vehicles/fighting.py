"""Checks in a fight with vehicles: mounted weapons, saves against collisions, and saves that a pilot makes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.adventures.checks import CheckAction, CheckTarget
from rules.adventures.kinds.vehicles.blows import open_saves, save_key, save_name, save_of_key, with_blow, with_saved
from rules.adventures.kinds.vehicles.facts import FIRING_ARCS, MountedWeapon
from rules.adventures.kinds.vehicles.geometry import bearing
from rules.adventures.kinds.vehicles.moving import MOST_SKEW
from rules.adventures.kinds.vehicles.numbers import (
    attack_penalty,
    collision_dc,
    piloting_dc,
    piloting_skills,
    vehicle_ac,
)
from rules.adventures.kinds.vehicles.state import (
    BlowHit,
    VehicleBlow,
    are_defenses_known,
    is_wrecked,
    noted,
    stand_of,
    target_name,
    thing_of,
    vehicle_aboard,
    vehicle_of,
    vehicles_facts,
    vehicles_state,
)
from rules.adventures.kinds.vehicles.turns import refuse_tired, spent
from rules.adventures.participants import FIGHT
from rules.adventures.scales import DEGREES, SUCCESSES
from rules.adventures.state import AdventureState, CheckAttempt
from rules.errors import ChangeRefused
from rules.p2v_combat.numbers import BattleNumber, NamedModifier
from rules.tables.rolls import Degree

REFLEX = "Reflex"


def _place_of(state: AdventureState, target: str) -> tuple[int, int]:
    thing = thing_of(state, target)
    if thing is not None:
        return thing.x, thing.y
    stand = stand_of(state, target)
    return stand.x, stand.y


def bears_on(state: AdventureState, vehicle: str, weapon: MountedWeapon, target: str) -> bool:
    """Return True if a mounted weapon reaches a target: within its range, and in its arc of 90 degrees."""
    stand = stand_of(state, vehicle)
    x, y = _place_of(state, target)
    if (x - stand.x) ** 2 + (y - stand.y) ** 2 > weapon.range**2:
        return False
    middle = FIRING_ARCS[weapon.arc]
    if middle is None:
        return True
    off = (bearing(stand.pose, x, y) - middle) % 360
    return min(off, 360 - off) <= MOST_SKEW


class MountedWeaponAction(CheckAction):
    """Fire a weapon that is mounted on a vehicle, at another vehicle or at something on the plain."""

    key = "fire"
    name = "Fire a mounted weapon"

    def targets(self, state: AdventureState) -> tuple[CheckTarget, ...]:
        """Return what some weapon bears on, with Fight."""
        return tuple(CheckTarget(key, target_name(state, key), (FIGHT,)) for key in self._reached(state))

    def _reached(self, state: AdventureState) -> Iterator[str]:
        facts = vehicles_facts(state)
        armed = [vehicle for vehicle in facts.vehicles if vehicle.weapons and not is_wrecked(state, vehicle.key)]
        for target in (*facts.by_key, *(plain_thing.key for plain_thing in facts.things if plain_thing.ac is not None)):
            if target in facts.by_key and is_wrecked(state, target):
                continue
            if any(
                vehicle.key != target and any(bears_on(state, vehicle.key, each, target) for each in vehicle.weapons)
                for vehicle in armed
            ):
                yield target

    def choices(self, state: AdventureState, target: str) -> Mapping[str, str]:
        """Return the weapons that bear on a target."""
        return {
            f"{vehicle.key}/{each.key}": f"{each.name} of {vehicle.name} ({each.actions} of 3 actions)"
            for vehicle in vehicles_facts(state).vehicles
            if vehicle.key != target and not is_wrecked(state, vehicle.key)
            for each in vehicle.weapons
            if bears_on(state, vehicle.key, each, target)
        }

    def is_dc_known(self, state: AdventureState, attempt: CheckAttempt) -> bool:
        """Return True if players know the AC of the target."""
        facts = vehicles_facts(state)
        return facts.shows_dcs and (attempt.target in facts.by_key and are_defenses_known(state, attempt.target))

    def _weapon(self, state: AdventureState, attempt: CheckAttempt) -> tuple[str, MountedWeapon]:
        """Return the vehicle and the weapon that is chosen, or the first that bears on the target."""
        key = vehicle_aboard(state, state.participant(attempt.participant))
        if not key or is_wrecked(state, key):
            raise ChangeRefused("Only someone aboard a vehicle can fire its weapons.")
        wanted = [choice.removeprefix(f"{key}/") for choice in attempt.choices]
        for weapon in vehicle_of(state, key).weapons:
            if (
                (not wanted or weapon.key in wanted)
                and attempt.target != key
                and bears_on(state, key, weapon, attempt.target)
            ):
                return key, weapon
        raise ChangeRefused(f"{vehicle_of(state, key).name} has no such weapon that bears on this target.")

    def dc(self, state: AdventureState, attempt: CheckAttempt) -> BattleNumber:
        """Return the AC of the target."""
        facts, thing = vehicles_facts(state), thing_of(state, attempt.target)
        if attempt.target not in facts.by_key and (thing is None or thing.ac is None):
            raise ChangeRefused("A mounted weapon is fired at a vehicle, or at something with an AC.")
        _, weapon = self._weapon(state, attempt)
        refuse_tired(state, attempt.participant, weapon.actions)
        if thing is None or thing.ac is None:
            return vehicle_ac(state, attempt.target)
        level = (NamedModifier(f"level {thing.level}", -thing.level),) if state.scale == "p2v" and thing.level else ()
        return BattleNumber("DC", (NamedModifier("AC", thing.ac), *level))

    def modifiers(self, state: AdventureState, attempt: CheckAttempt) -> tuple[NamedModifier, ...]:
        """Return the penalty for a moving vehicle."""
        key = vehicle_aboard(state, state.participant(attempt.participant))
        by = attack_penalty(state, key) if key else 0
        return (NamedModifier("moving vehicle", by),) if by else ()

    def outcomes(self, state: AdventureState, attempt: CheckAttempt) -> Mapping[Degree, str]:
        """Return the damage of each degree."""
        _, weapon = self._weapon(state, attempt)
        return {
            Degree.CRITICAL_SUCCESS: f"Twice {weapon.damage} {weapon.type} damage",
            Degree.SUCCESS: f"{weapon.damage} {weapon.type} damage",
            Degree.FAILURE: "A miss",
            Degree.CRITICAL_FAILURE: "A miss",
        }

    def resolve(self, state: AdventureState, attempt: CheckAttempt, degree: Degree) -> AdventureState:
        """Note the hit; its damage is still to be rolled."""
        key, weapon = self._weapon(state, attempt)
        state = spent(state, attempt.participant, weapon.actions - 1)
        if degree not in SUCCESSES:
            return state
        times = 2 if degree is Degree.CRITICAL_SUCCESS else 1
        hits = (BlowHit(attempt.target, saves=False),)
        name = f"{vehicle_of(state, key).name}: {weapon.name}"
        blow = VehicleBlow(0, name, weapon.damage, weapon.type, key, hits, multiplies=times, is_collision=False)
        state = with_blow(state, blow)
        return noted(state, f"{weapon.name} hits {target_name(state, attempt.target)}.", key, attempt.target)


class CollisionSaveAction(CheckAction):
    """Save against the damage of a collision: by Reflex, or for a rammed vehicle by a piloting check."""

    key = "collision-save"
    name = "Save against a collision"
    takes_turn = False

    def targets(self, state: AdventureState) -> tuple[CheckTarget, ...]:
        """Return the saves that participants and pilots have to make."""
        facts, found = vehicles_facts(state), []
        names = {participant.id for participant in state.participants}
        for blow, hit in open_saves(state):
            key, name = save_key(blow, hit), save_name(state, blow, hit)
            if hit.target in names:
                found.append(CheckTarget(key, name, (REFLEX,)))
            elif hit.target in facts.by_key and stand_of(state, hit.target).pilot:
                skills = tuple(skill.skill for skill in piloting_skills(state, hit.target))
                found.append(CheckTarget(key, name, skills))
        return tuple(found)

    def is_dc_known(self, state: AdventureState, attempt: CheckAttempt) -> bool:
        """Return True if players know the collision DC of the vehicle that strikes."""
        striking = {save_key(blow, hit): blow.vehicle for blow, hit in open_saves(state)}
        own = vehicles_facts(state).shows_dcs
        return own and are_defenses_known(state, striking.get(attempt.target, ""))

    def dc(self, state: AdventureState, attempt: CheckAttempt) -> BattleNumber:
        """Return the collision DC."""
        blow, hit = save_of_key(state, attempt.target)
        if hit.target in vehicles_facts(state).by_key:
            if stand_of(state, hit.target).pilot != attempt.participant:
                raise ChangeRefused("The pilot of the vehicle makes this check.")
            piloting_dc(state, hit.target, attempt.skill)
        elif hit.target != attempt.participant:
            raise ChangeRefused("Someone else has to make this save.")
        elif attempt.skill and attempt.skill.strip().casefold() != REFLEX.casefold():
            raise ChangeRefused("This is a Reflex save.")
        return collision_dc(state, blow.vehicle)

    def outcomes(self, state: AdventureState, attempt: CheckAttempt) -> Mapping[Degree, str]:
        """Return the part of the damage for each degree."""
        return dict(zip(DEGREES, ("Twice the damage", "All the damage", "Half the damage", "No damage"), strict=True))

    def resolve(self, state: AdventureState, attempt: CheckAttempt, degree: Degree) -> AdventureState:
        """Note the save; the damage follows once it is known."""
        blow, hit = save_of_key(state, attempt.target)
        return with_saved(state, blow, hit.target, degree)


class VehicleSaveAction(CheckAction):
    """A piloting check in place of a save that the stat block of a vehicle does not list."""

    key = "vehicle-save"
    name = "Save with a vehicle"
    takes_turn = False

    def targets(self, state: AdventureState) -> tuple[CheckTarget, ...]:
        """Return the vehicles that have a pilot."""
        piloted = (stand.key for stand in vehicles_state(state).stands if stand.pilot and stand.hp > 0)
        return tuple(
            CheckTarget(key, vehicle_of(state, key).name, tuple(skill.skill for skill in piloting_skills(state, key)))
            for key in piloted
        )

    def is_dc_known(self, state: AdventureState, attempt: CheckAttempt) -> bool:
        """Return True unless the facts keep DCs from players."""
        return vehicles_facts(state).shows_dcs

    def dc(self, state: AdventureState, attempt: CheckAttempt) -> BattleNumber:
        """Return the DC of piloting; the organizer sets that of the effect for this check."""
        if stand_of(state, attempt.target).pilot != attempt.participant:
            raise ChangeRefused(f"{state.participant(attempt.participant).name} does not pilot this vehicle.")
        return piloting_dc(state, attempt.target, attempt.skill)

    def outcomes(self, state: AdventureState, attempt: CheckAttempt) -> Mapping[Degree, str]:
        """Return what the degrees mean."""
        return {degree: f"The vehicle’s save is a {degree.value}" for degree in DEGREES}

    def resolve(self, state: AdventureState, attempt: CheckAttempt, degree: Degree) -> AdventureState:
        """Tell how it went."""
        name = vehicle_of(state, attempt.target).name
        return noted(state, f"{name}: {degree.value}.", attempt.target, who=attempt.participant)
