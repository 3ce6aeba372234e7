"""Groups' events: travel, reconnoiter, march, rest, split up and join."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated

from rules.adventures.events.checks import DiceEvent, NeededDie
from rules.adventures.events.event import AdventureEvent, part_offers
from rules.adventures.events.parts import EventKey, EventKeys, ParticipantKey, Reason, needed_text
from rules.adventures.kinds.hexploration.hexes import DIRECTION_NAMES, FACES_OF_HEX, activity_cost
from rules.adventures.kinds.hexploration.play import FIRST_GROUP, HexplorationInPlay, TravelGroup, TravelMode
from rules.adventures.kinds.hexploration.travel import (
    NEEDS_WATER,
    begin_march,
    begin_rest,
    check_travel,
    left_for_group,
    neighbors_of,
    reconnoiter,
    spend_alone,
    travel,
    travel_difficulty,
)
from rules.adventures.state import ORGANIZER
from rules.errors import ChangeRefused
from rules.lengths import MAX_NAME
from rules.text import counted, listed

MOST_GROUPS = 10
TERRAIN_DIE, FEATURE_DIE = "terrain", "feature"


def group_options(state: HexplorationInPlay) -> dict[str, str]:
    """Return the groups by key, each with its place."""
    return {group.key: f"{group.name}, in {group.hex}" for group in state.own.groups}


class HexTraveled(DiceEvent, kind="hex-traveled", button="Travel", reveals=True):
    """A group travels toward an adjacent hex; two dice make one without terrain."""

    implied = ("group",)
    offers = part_offers(group=group_options, toward=lambda state: toward_options(state))

    group: EventKey
    toward: EventKey

    def next_die(self, state: HexplorationInPlay, faces: tuple[int, ...]) -> NeededDie | None:
        """Return the dice that make a hex; players do not see the second one."""
        group = state.own.group(self.group)
        check_travel(state, group, self.toward)
        if state.known_hex(self.toward) is not None or len(faces) == 2:
            return None
        if not left_for_group(state, group):
            raise ChangeRefused(f"{group.name} has no activity left today.")
        # What a hex holds is the organizer's secret.
        return NeededDie(FEATURE_DIE, FACES_OF_HEX, is_secret=True) if faces else NeededDie(TERRAIN_DIE, FACES_OF_HEX)

    def play(self, state: HexplorationInPlay, side: str | None) -> HexplorationInPlay:
        group = state.own.group(self.group)
        return travel(self.with_dice(state, side), group, self.toward, self.faces)


def toward_options(state: HexplorationInPlay) -> dict[str, str]:
    """Return the hexes around each group: direction, label, and the cost if the terrain is known."""
    own, options = state.own, {}
    for group in own.groups:
        whose = f"{group.name}: " if len(own.groups) > 1 else ""
        for label, way in neighbors_of(state, group.hex).items():
            options[label] = f"{whose}{DIRECTION_NAMES[way]}, {label}{_known_cost(state, group, label)}"
    return options


def _known_cost(state: HexplorationInPlay, group: TravelGroup, label: str) -> str:
    map_hex = state.known_hex(label)
    if map_hex is None or not state.is_hex_seen(label):
        return ""
    try:
        cost = activity_cost(travel_difficulty(state, group, label))
    except ChangeRefused:
        return f" ({map_hex.terrain}, not {group.mode})"
    done = f"{group.progress} of " if group.toward == label and group.progress else ""
    return f" ({map_hex.terrain}, {done}{counted(cost, 'activity')})"


class _GroupEvent(AdventureEvent, implied=("group",), offers=part_offers(group=group_options)):
    """An event of a whole group."""

    group: EventKey


class HexReconnoitered(_GroupEvent, kind="hex-reconnoitered", button="Reconnoiter", reveals=True):
    """A group surveys its hex, for one activity."""

    def play(self, state: HexplorationInPlay, side: str | None) -> HexplorationInPlay:
        return reconnoiter(state, state.own.group(self.group))


class ForcedMarchBegun(_GroupEvent, kind="forced-march-begun", button="Make a forced march"):
    """A group travels all day, one activity more than usual."""

    def play(self, state: HexplorationInPlay, side: str | None) -> HexplorationInPlay:
        return begin_march(state, state.own.group(self.group))


class RestDayTaken(_GroupEvent, kind="rest-day-taken", button="Rest for the day"):
    """A group rests today; from tomorrow its members are no longer off-guard from marches."""

    def play(self, state: HexplorationInPlay, side: str | None) -> HexplorationInPlay:
        return begin_rest(state, state.own.group(self.group))


class TravelModeSet(_GroupEvent, kind="travel-mode-set", button="Go on foot, by boat or flying"):
    """A group goes on foot, by boat or flying from now on."""

    mode: TravelMode

    def play(self, state: HexplorationInPlay, side: str | None) -> HexplorationInPlay:
        group = state.own.group(self.group)
        here = state.known_hex(group.hex)
        is_afloat = (here is not None and here.terrain == "aquatic") or any(
            group.hex in river.labels for river in state.rivers_of()
        )
        if self.mode == "by boat" and not is_afloat and not _is_shore(state, group, knows_all=side == ORGANIZER):
            raise ChangeRefused(NEEDS_WATER)
        return state.with_group(replace(group, mode=self.mode)).note(f"{group.name} goes {self.mode}.")


def _is_shore(state: HexplorationInPlay, group: TravelGroup, *, knows_all: bool) -> bool:
    # An answer to players that goes by what they have not seen would show them the water: ruling 311.
    labels = (label for label in neighbors_of(state, group.hex) if knows_all or state.is_hex_seen(label))
    return any(
        map_hex is not None and map_hex.terrain == "aquatic" for map_hex in (state.known_hex(label) for label in labels)
    )


class PartySplit(AdventureEvent, kind="party-split", button="Split the party"):
    """Some leave their group and travel on their own, with the activities that they have left."""

    offers = part_offers(participants=lambda state: state.names_of_party)

    participants: EventKeys
    name: Annotated[str, needed_text(MAX_NAME)]

    def play(self, state: HexplorationInPlay, side: str | None) -> HexplorationInPlay:
        own = state.own
        leaving = tuple(dict.fromkeys(state.participant(participant).id for participant in self.participants))
        groups = {own.group_of(participant).key for participant in leaving}
        if len(groups) != 1 or any(state.participant(participant).is_rival for participant in leaving):
            raise ChangeRefused("Choose travelers from one group.")
        if len(own.groups) >= MOST_GROUPS:
            raise ChangeRefused(f"A party splits into at most {MOST_GROUPS} groups.")
        group = own.group(groups.pop())
        if {
            participant.id for participant in state.participants if own.group_of(participant.id).key == group.key
        } <= set(leaving):
            raise ChangeRefused(f"At least one traveler has to stay with {group.name_inside}.")
        numbers = [int(group.key.removeprefix("group:")) for group in own.groups if group.key != FIRST_GROUP]
        key = f"group:{max(numbers, default=0) + 1}"
        new = replace(group, key=key, name=self.name, members=leaving, toward="", progress=0, is_fortified=False)
        left = replace(group, members=tuple(member for member in group.members if member not in leaving))
        groups_now = (*(left if travel_group.key == group.key else travel_group for travel_group in own.groups), new)
        names = listed(state.participant(participant).name for participant in leaving)
        return state.with_own(groups=groups_now).note(f"{self.name} travels alone from here: {names}.")


class GroupsJoined(_GroupEvent, kind="groups-joined", button="Join another group"):
    """A group joins another in the same hex; the new group has done today what either of them has."""

    other: EventKey

    @classmethod
    def options(cls, state: HexplorationInPlay) -> Mapping[str, Mapping[str, str]]:
        """Offer the groups if there are two in one hex."""
        places = [group.hex for group in state.own.groups]
        rows = {group.key: group.name for group in state.own.groups if places.count(group.hex) > 1}
        return {"group": {key: name for key, name in rows.items() if key != FIRST_GROUP}, "other": rows}

    def play(self, state: HexplorationInPlay, side: str | None) -> HexplorationInPlay:
        own = state.own
        group, other = own.group(self.group), own.group(self.other)
        if group.key == other.key or group.hex != other.hex or group.key == FIRST_GROUP:
            raise ChangeRefused("A group can join another only in the same hex.")
        if group.marches != other.marches or group.rests != other.rests:
            raise ChangeRefused(
                "A group that marches or rests today cannot join one that does something else. Join on another day."
            )
        members = other.members if other.key == FIRST_GROUP else (*other.members, *group.members)
        merged = replace(
            other,
            members=members,
            spent=max(group.spent, other.spent),
            saved=min(group.saved, other.saved),
            is_met=group.is_met or other.is_met,
            is_fortified=group.is_fortified or other.is_fortified,
        )
        rows = tuple(merged if row.key == other.key else row for row in own.groups if row.key != group.key)
        encounters = tuple(replace(row, group=other.key) if row.group == group.key else row for row in own.encounters)
        return state.with_own(groups=rows, encounters=encounters).note(f"{group.name} joins {other.name_inside}.")


class LoneActivityDone(AdventureEvent, kind="lone-activity-done", button="Do something else"):
    """A participant spends one activity on something else, such as a skill action that the organizer allows."""

    participant: ParticipantKey
    what: Reason

    def play(self, state: HexplorationInPlay, side: str | None) -> HexplorationInPlay:
        return spend_alone(state, self.participant).note(self.what, self.participant)
