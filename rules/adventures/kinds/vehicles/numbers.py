"""The numbers of a vehicle now: Speed, AC, saves, DCs and penalties, on the scale of the adventure, broken or not."""

from rules.adventures.fields import ADJUSTMENTS, Difficulty, Scale, SkillDC, dc_number, listed_skill
from rules.adventures.kinds.vehicles.facts import GroundTerrain, Vehicle, usual_piloting
from rules.adventures.kinds.vehicles.state import SQUARE, VehiclesInPlay
from rules.errors import ChangeRefused
from rules.p2v_combat.numbers import BattleNumber, NamedModifier

BROKEN_PENALTY = -2
"""On AC, saves and the collision DC of a broken vehicle."""
BROKEN_DC = 5
"""The increase of the piloting DCs of a broken vehicle."""
MOVED_PENALTY = -2
RECKLESS_PENALTY = -4
"""On attacks aboard a vehicle that moved within the last round, or that was driven recklessly or is out of control."""
TERRAIN_DC = {"difficult": "hard", "greater difficult": "incredibly hard"}
_BROKEN = "broken"


def is_broken_vehicle(state: VehiclesInPlay, key: str) -> bool:
    """Return True if a vehicle is broken: at its Broken Threshold or below."""
    return state.stand_of(key).hp <= state.vehicle_of(key).broken_threshold


def vehicle_speed(state: VehiclesInPlay, key: str) -> int:
    """Return the Speed of a vehicle in feet: that of the slowest creature that pulls it at most, halved when broken."""
    row, speed = state.speed_row(key), state.speed_row(key).feet
    if state.is_wrecked(key):
        return 0
    if row.propulsion in ("pulled", "rowed"):
        alive = [creature for _, creature, hp in state.team_of(key) if hp > 0 and creature.propulsion == row.propulsion]
        if not alive:
            return 0
        if row.propulsion == "pulled":
            speed = min([speed, *(creature.speed for creature in alive if creature.speed is not None)])
    # Half a Speed is rounded down to whole squares: ruling 303.
    return speed // 2 // SQUARE * SQUARE if is_broken_vehicle(state, key) else speed


def _with_level(parts: list[NamedModifier], scale: Scale, level: int) -> list[NamedModifier]:
    return [*parts, NamedModifier(f"level {level}", -level)] if scale == "p2v" and level else parts


def _broken_parts(state: VehiclesInPlay, key: str) -> list[NamedModifier]:
    return [NamedModifier(_BROKEN, BROKEN_PENALTY)] if is_broken_vehicle(state, key) else []


def vehicle_ac(state: VehiclesInPlay, key: str) -> BattleNumber:
    """Return the AC of a vehicle with its parts, as a DC."""
    vehicle = state.vehicle_of(key)
    parts = _with_level([NamedModifier("AC", vehicle.ac)], state.scale, vehicle.level)
    return BattleNumber("DC", (*parts, *_broken_parts(state, key)))


def collision_dc(state: VehiclesInPlay, key: str) -> BattleNumber:
    """Return the DC of saves against the collision damage of a vehicle, with its parts."""
    vehicle = state.vehicle_of(key)
    parts = _with_level([NamedModifier("collision DC", vehicle.collision_dc)], state.scale, vehicle.level)
    return BattleNumber("DC", (*parts, *_broken_parts(state, key)))


def printed_save(vehicle: Vehicle, save: str) -> int | None:
    """Return a save as the stat block prints it, None if it lists none; ``save`` is a word such as ``reflex``."""
    return {"fortitude": vehicle.fortitude, "reflex": vehicle.reflex, "will": vehicle.will}.get(save)


def vehicle_save(state: VehiclesInPlay, key: str, save: str) -> BattleNumber | None:
    """Return a save of a vehicle with its parts, None if the stat block lists none."""
    vehicle = state.vehicle_of(key)
    printed = printed_save(vehicle, save)
    if printed is None:
        return None
    parts = _with_level([NamedModifier(save.capitalize(), printed)], state.scale, vehicle.level)
    return BattleNumber(save.capitalize(), (*parts, *_broken_parts(state, key)))


def piloting_skills(state: VehiclesInPlay, key: str) -> tuple[SkillDC, ...]:
    """Return the skills that pilot a vehicle at its present Speed."""
    return usual_piloting(state.vehicle_of(key), state.speed_row(key).propulsion)


def ground_under(state: VehiclesInPlay, key: str) -> GroundTerrain | None:
    """Return the most difficult ground under the center of a vehicle; one in the air has none under it."""
    stand = state.stand_of(key)
    if stand.altitude or state.speed_row(key).medium == "air":
        return None
    here = {
        ground.terrain
        for ground in state.facts.grounds
        if ground.x <= stand.x <= ground.x + ground.width and ground.y <= stand.y <= ground.y + ground.depth
    }
    return "greater difficult" if "greater difficult" in here else "difficult" if here else None


def piloting_dc(state: VehiclesInPlay, key: str, skill: str, chosen: tuple[str, ...] = ()) -> BattleNumber:
    """Return the DC of a piloting check; ``chosen`` may name the ground that the move goes through.

    Raises ``ChangeRefused`` for a skill with which it is not piloted.
    """
    vehicle = state.vehicle_of(key)
    listed_dc = listed_skill(piloting_skills(state, key), skill)
    # A success that is granted needs no skill.
    if listed_dc is None and skill:
        raise ChangeRefused(f"{vehicle.name} is not piloted with {skill}.")
    difficulty = listed_dc.difficulty if listed_dc else Difficulty()
    parts = [*dc_number(difficulty, state.scale, vehicle.level).parts]
    # The ground that it stands on counts as well as the ground ahead: ruling 302.
    grounds = {*chosen, ground_under(state, key)}
    terrain = next((terrain for terrain in ("greater difficult", "difficult") if terrain in grounds), "")
    if terrain:
        parts.append(NamedModifier(f"{terrain} terrain", ADJUSTMENTS[TERRAIN_DC[terrain]]))
    if is_broken_vehicle(state, key):
        parts.append(NamedModifier(_BROKEN, BROKEN_DC))
    return BattleNumber("DC", tuple(parts))


def attack_penalty(state: VehiclesInPlay, key: str) -> int:
    """Return the penalty on attacks of everyone aboard a vehicle, 0 if it did not move."""
    # Within the last round: in this round or the one before it.
    stand = state.stand_of(key)
    if stand.is_uncontrolled or stand.is_reckless or stand.was_reckless:
        return RECKLESS_PENALTY
    return MOVED_PENALTY if stand.moved or stand.moved_before else 0


def counteract_rank(level: int) -> int:
    """Return the rank at which a magical vehicle is counteracted: half its level, rounded up."""
    return max((level + 1) // 2, 0)
