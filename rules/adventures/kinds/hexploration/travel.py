"""Travel from hex to hex, and days: the cost of a hex and what it reveals, activities by Speed, forced marches,
rest.
"""

from dataclasses import replace

from rules.adventures.kinds.hexploration.facts import HexCourse, MapHex, hex_feature_key, hex_key
from rules.adventures.kinds.hexploration.hexes import (
    HALVES,
    TERRAIN_DIFFICULTY,
    HexDifficulty,
    HexDirection,
    activity_cost,
    feature_of_face,
    half_activities,
    hex_distance,
    hex_label,
    hex_place,
    neighbor_places,
    one_step_easier,
    terrain_of_face,
)
from rules.adventures.kinds.hexploration.play import HexplorationInPlay, TravelGroup, number_of, with_number
from rules.adventures.participants import AdventureParticipant
from rules.errors import ChangeRefused
from rules.text import counted, listed

FEET = 5
"""Feet in a square."""
USUAL_SPEED = 5
"""The Speed, in squares, of someone without a set Speed."""
CONSTITUTION = "constitution"


def squares_of(state: HexplorationInPlay, who: AdventureParticipant) -> int:
    """Return the Speed of a participant in squares: as it was set in play, its own, or the usual one."""
    # Named characters without a Speed have 25 feet: ruling 289.
    known = dict(state.own.speeds).get(who.id, who.speed)
    return USUAL_SPEED if known is None else known


def group_squares(state: HexplorationInPlay, group: TravelGroup) -> int:
    """Return the Speed of a group in squares: that of its slowest member."""
    return min((squares_of(state, traveler) for traveler in state.travelers_of(group)), default=USUAL_SPEED)


def daily_halves(state: HexplorationInPlay, group: TravelGroup) -> int:
    """Return a group's activities today in halves: at its Speed, plus one Travel on a forced march."""
    halves = half_activities(group_squares(state, group) * FEET)
    if group.rests:
        return 0
    if group.marches:
        # A group with half an activity has one whole Travel instead. "Running Hexploration".
        return halves + HALVES if halves >= HALVES else HALVES
    return halves + group.saved


def left_for(state: HexplorationInPlay, participant: str) -> int:
    """Return how many activities a participant has left today, alone or with the group."""
    group = state.group_with(participant)
    alone = number_of(state.own.alone, participant)
    return max(daily_halves(state, group) - group.spent, 0) // HALVES - alone


def left_for_group(state: HexplorationInPlay, group: TravelGroup) -> int:
    """Return how many activities all members of a group have left today."""
    # What a member has done alone is missing for the group: ruling 290.
    whole = max(daily_halves(state, group) - group.spent, 0) // HALVES
    return max(min((left_for(state, traveler.id) for traveler in state.travelers_of(group)), default=whole), 0)


def spend_activity(state: HexplorationInPlay, group: TravelGroup) -> HexplorationInPlay:
    """Return the state in which a group has used an activity; raise ``ChangeRefused`` if none is left."""
    if left_for_group(state, group) < 1:
        raise ChangeRefused(f"{group.name} has no activity left today.{_why_none(state, group)}")
    return state.with_group(replace(group, spent=group.spent + HALVES))


def _why_none(state: HexplorationInPlay, group: TravelGroup) -> str:
    if group.rests:
        return " It rests."
    return " At this Speed an activity takes two days." if daily_halves(state, group) < HALVES else ""


def refuse_alone(state: HexplorationInPlay, participant: str) -> TravelGroup:
    """Return the group of a participant who may act alone; raise ``ChangeRefused`` if not today."""
    group = state.group_with(participant)
    who = state.participant(participant)
    if group.marches:
        raise ChangeRefused("On a forced march, the group can only Travel.")
    if left_for(state, participant) < 1:
        raise ChangeRefused(f"{who.name} has no activity left today.{_why_none(state, group)}")
    return group


def spend_alone(state: HexplorationInPlay, participant: str) -> HexplorationInPlay:
    """Return the state in which a participant has used an activity alone; raise ``ChangeRefused`` if none is left."""
    refuse_alone(state, participant)
    alone = state.own.alone
    return state.with_own(alone=with_number(alone, participant, number_of(alone, participant) + 1))


def safe_days(who: AdventureParticipant) -> int:
    """Return how many days a participant may march without harm: Constitution, or half of Fortitude; at least 1."""
    # Cards have no Constitution; half of Fortitude, rounded down, stands for it: ruling 291.
    if who.skills is not None:
        return max((who.skills.fortitude or 0) // 2, 1)
    typed = next((modifier.by for modifier in who.typed if modifier.name.casefold() == CONSTITUTION), 1)
    return max(typed, 1)


def begin_march(state: HexplorationInPlay, group: TravelGroup) -> HexplorationInPlay:
    """Return the state in which a group marches today; raise ``ChangeRefused`` if it may not."""
    own = state.own
    members = state.travelers_of(group)
    if group.spent or group.marches or group.rests or any(number_of(own.alone, member.id) for member in members):
        raise ChangeRefused("Choose a forced march at the beginning of a day.")
    tired = [member.name for member in members if member.id in own.tired]
    if tired:
        raise ChangeRefused(
            f"You cannot make a forced march while anyone is still off-guard from one: {listed(tired)}."
        )
    over = [member.name for member in members if number_of(own.marched, member.id) >= safe_days(member)]
    state = state.with_group(replace(group, marches=True)).note(f"{group.name} makes a forced march.")
    return state.note(f"After it, off-guard until they rest for a day: {listed(over)}.") if over else state


def begin_rest(state: HexplorationInPlay, group: TravelGroup) -> HexplorationInPlay:
    """Return the state in which a group rests for this whole day; raise ``ChangeRefused`` if it has done something
    else.
    """
    alone = any(number_of(state.own.alone, traveler.id) for traveler in state.travelers_of(group))
    if group.spent or group.marches or group.rests or alone:
        raise ChangeRefused("Rest takes a whole day, from its beginning.")
    return state.with_group(replace(group, rests=True)).note(f"{group.name} rests for the day.")


def end_day(state: HexplorationInPlay) -> HexplorationInPlay:
    """Return the state at the end of a day: marches and rests count, halves are saved, progress stays."""
    for group in state.own.groups:
        state = _end_day_of(state, group)
    return state.with_own(alone=(), weather="", flying="open")


def _end_day_of(state: HexplorationInPlay, group: TravelGroup) -> HexplorationInPlay:
    own, members = state.own, state.travelers_of(group)
    marched, tired = own.marched, set(own.tired)
    for member in members:
        if group.rests:
            marched, tired = with_number(marched, member.id, 0), tired - {member.id}
        elif group.marches:
            marched = with_number(marched, member.id, number_of(marched, member.id) + 1)
            tired |= {member.id} if number_of(marched, member.id) > safe_days(member) else set()
    fresh = sorted(member.name for member in members if member.id in tired and member.id not in own.tired)
    # A half that is left is kept until tomorrow, whole activities are not: ruling 292.
    is_slow = half_activities(group_squares(state, group) * FEET) < HALVES
    left = max(daily_halves(state, group) - group.spent, 0)
    busy = max((number_of(own.alone, member.id) for member in members), default=0)
    saved = max(left - HALVES * busy, 0) % HALVES if is_slow and not group.marches else 0
    day = replace(group, spent=0, saved=saved, marches=False, rests=False, is_met=False)
    state = state.with_own(marched=marched, tired=tuple(sorted(tired))).with_group(day)
    return state.note(f"Off-guard until they rest for a day: {listed(fresh)}.") if fresh else state


NEEDS_BOAT = "Water can only be crossed by boat or flying."
NEEDS_WATER = "A boat goes where there is water, or along a river."


def usual_difficulty(map_hex: MapHex) -> HexDifficulty:
    """Return the difficulty of a hex on foot, without roads; raise ``ChangeRefused`` for one without a terrain."""
    if map_hex.difficulty is not None:
        return map_hex.difficulty
    if map_hex.terrain is None:
        raise ChangeRefused("That hex has no terrain yet.")
    return TERRAIN_DIFFICULTY[map_hex.terrain]


def travel_difficulty(state: HexplorationInPlay, group: TravelGroup, label: str) -> HexDifficulty:
    """Return the difficulty of entering a hex; raise ``ChangeRefused`` if the group cannot enter it."""
    map_hex, terrain = state.made_hex(label)
    if group.mode == "flying":
        # Storms and winds are the day's weather. "Travel".
        return state.own.flying
    if group.mode == "by boat":
        return _by_boat(state, group.hex, map_hex)
    if terrain == "aquatic":
        raise ChangeRefused(NEEDS_BOAT)
    difficulty = usual_difficulty(map_hex)
    return one_step_easier(difficulty) if has_road(state, group.hex, label) else difficulty


def _by_boat(state: HexplorationInPlay, here: str, map_hex: MapHex) -> HexDifficulty:
    river, is_down = _river_between(state, here, map_hex.key)
    if river is not None:
        # Against the stream it is difficult, greater difficult where there are rapids: ruling 293.
        return "open" if is_down else "greater difficult" if river.rapids else "difficult"
    if map_hex.terrain != "aquatic":
        raise ChangeRefused(NEEDS_WATER)
    return usual_difficulty(map_hex)


def has_road(state: HexplorationInPlay, here: str, there: str) -> bool:
    """Return True if a road leads from a hex into the next."""
    return any({here, there} == set(step) for road in state.roads_of() for step in road.steps)


def _river_between(state: HexplorationInPlay, here: str, there: str) -> tuple[HexCourse | None, bool]:
    for river in state.rivers_of():
        for step in river.steps:
            if {here, there} == set(step):
                return river, step == (here, there)
    return None, False


def is_on_route(state: HexplorationInPlay, group: TravelGroup) -> bool:
    """Return True if a group that does not fly is in a hex with a road or a river."""
    rivers = any(group.hex in river.labels for river in state.rivers_of())
    return rivers or any(group.hex in road.labels for road in state.roads_of())


def neighbors_of(state: HexplorationInPlay, label: str) -> dict[str, HexDirection]:
    """Return the hexes of the map around one: label and direction."""
    place, facts = hex_place(label), state.facts
    if place is None:
        return {}
    return {hex_label(*neighbor): way for way, neighbor in neighbor_places(place) if facts.has_place(neighbor)}


def check_travel(state: HexplorationInPlay, group: TravelGroup, label: str) -> None:
    """Raise ``ChangeRefused`` unless a hex is adjacent to a group."""
    state.check_on_map(label)
    here, there = hex_place(group.hex), hex_place(label)
    if here is None or there is None or hex_distance(here, there) != 1:
        raise ChangeRefused(f"{label} is not next to {group.name_inside}, which is in {group.hex}.")


def travel(state: HexplorationInPlay, group: TravelGroup, label: str, faces: tuple[int, ...]) -> HexplorationInPlay:
    """Return the state after an activity of Travel toward a hex; ``faces`` make one without terrain."""
    check_travel(state, group, label)
    # A group that has no activity left today must not learn the next hex either.
    spend_activity(state, group)
    was_seen = state.is_hex_seen(label)
    state = make_hex(state, group, label, faces)
    state = see_hex(state, label)
    try:
        cost = activity_cost(travel_difficulty(state, group, label))
    except ChangeRefused as refused:
        if was_seen:
            raise
        # What turns out to be water, or land for a boat, costs nothing and is seen: rulings 294 and 311.
        return state.note(refused.message)
    state = spend_activity(state, group)
    group = state.own.group(group.key)
    progress = group.progress + 1 if group.toward == label else 1
    if group.toward not in ("", label) and group.progress:
        state = state.note(f"{group.name} turns away from {group.toward} and loses its progress.")
    if progress >= cost:
        return enter_hex(state, group, label)
    state = state.with_group(replace(group, toward=label, progress=progress))
    return state.note(f"{group.name} travels toward {label}: {progress} of {counted(cost, 'activity')}.")


def make_hex(state: HexplorationInPlay, group: TravelGroup, label: str, faces: tuple[int, ...]) -> HexplorationInPlay:
    """Return the state with a hex made by a d20 for its terrain and one for its feature, unless it has terrain."""
    if state.known_hex(label) is not None:
        return state
    _, before = state.made_hex(group.hex)
    terrain, feature = terrain_of_face(faces[0], before), feature_of_face(faces[1])
    made = state.own.made.with_hex(MapHex(label, terrain, feature=feature))
    state = state.with_own(made=made).note(f"{label} is made: {terrain}.")
    return state.note(f"{label} has a {feature}.", hidden=True) if feature != "standard" else state


def see_hex(state: HexplorationInPlay, label: str) -> HexplorationInPlay:
    """Return the state in which players know the terrain of a hex."""
    return state if state.is_hex_seen(label) else state.show((hex_key(label),))


def enter_hex(state: HexplorationInPlay, group: TravelGroup, label: str) -> HexplorationInPlay:
    """Return the state in which a group has come into a hex, and sees a landmark that nothing hides."""
    map_hex, terrain = state.made_hex(label)
    here = replace(group, hex=label, toward="", progress=0, surveyed=0, is_fortified=False)
    state = see_hex(state, label).with_group(here).note(f"{group.name} enters {label}, {terrain}.")
    if map_hex.feature == "landmark" and not map_hex.skills:
        state = find_feature(state, map_hex)
    return state


def find_feature(state: HexplorationInPlay, map_hex: MapHex) -> HexplorationInPlay:
    """Return the state in which players know a hex's feature."""
    if not map_hex.has_feature or hex_feature_key(map_hex.key) in state.shown:
        return state
    return state.show((hex_feature_key(map_hex.key),)).note(f"{map_hex.key}: {map_hex.feature_text}")


def reconnoiter(state: HexplorationInPlay, group: TravelGroup) -> HexplorationInPlay:
    """Return the state after an activity of Reconnoiter in the hex of a group."""
    map_hex, _ = state.made_hex(group.hex)
    if group.marches:
        raise ChangeRefused("On a forced march, the group can only Travel.")
    state = spend_activity(state, group)
    group = state.own.group(group.key)
    # Roads do not help, and neither do wings. "Reconnoiter"; ruling 294.
    cost, surveyed = activity_cost(usual_difficulty(map_hex)), group.surveyed + 1
    if surveyed < cost:
        state = state.with_group(replace(group, surveyed=surveyed))
        of = counted(cost, "activity")
        return state.note(f"{group.name} reconnoiters {group.hex}: {surveyed} of {of}.")
    return reconnoitered(state.with_group(replace(group, surveyed=0)), map_hex, group.name)


def reconnoitered(state: HexplorationInPlay, map_hex: MapHex, name: str) -> HexplorationInPlay:
    """Return the state in which a hex is reconnoitered: unhidden features are found, the rest may be searched for."""
    own = state.own
    labels = own.reconnoitered if map_hex.key in own.reconnoitered else (*own.reconnoitered, map_hex.key)
    searched = tuple(pair for pair in own.searched if pair[0] != map_hex.key)
    state = state.with_own(reconnoitered=labels, searched=searched)
    state = state.note(f"{name} has reconnoitered {map_hex.key}.")
    return state if map_hex.skills else find_feature(state, map_hex)
