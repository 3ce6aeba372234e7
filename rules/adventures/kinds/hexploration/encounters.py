"""Random encounters: a flat check for each group and day, a d10 for the type of each, and its outcome."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated

from rules.adventures.events.checks import DiceEvent, NeededDie
from rules.adventures.events.event import AdventureEvent, part_offers
from rules.adventures.events.parts import EventKey, OptionalKey, PartChange, YesOrNo
from rules.adventures.fields import FACES, HIGHEST_LEVEL, LOWEST_LEVEL, MAX_PROSE
from rules.adventures.kinds.hexploration.actions import CAMP_BONUS
from rules.adventures.kinds.hexploration.facts import HexEncounterEntry
from rules.adventures.kinds.hexploration.hexes import (
    ENCOUNTER_DC,
    ENCOUNTER_FACES,
    FLYING,
    ROAD_OR_RIVER,
    encounter_of_face,
    encounters_of_face,
)
from rules.adventures.kinds.hexploration.play import HexEncounter, HexplorationInPlay, TravelGroup
from rules.adventures.kinds.hexploration.travel import is_on_route
from rules.documents.shapes import text
from rules.errors import ChangeRefused, require
from rules.lengths import MAX_NAME
from rules.p2v_combat.numbers import BattleNumber, NamedModifier
from rules.text import counted

ENCOUNTER_DIE, TYPE_DIE = "encounter", "encounter type"
LEVELS_AROUND = 2
"""The range around the party's level of offered creatures, if no levels were prepared."""
MOST_CHANGE = 20
MOST_ENCOUNTERS_KEPT = 2_000


def encounter_dc(state: HexplorationInPlay, group: TravelGroup) -> BattleNumber:
    """Return the DC of a group's flat check for encounters, with its parts."""
    map_hex, terrain = state.made_hex(group.hex)
    parts = [NamedModifier(terrain, ENCOUNTER_DC[terrain])]
    if group.mode == "flying":
        parts.append(NamedModifier("flying", FLYING))
    elif is_on_route(state, group):
        # Once, on a road, on a river or on both: ruling 295.
        parts.append(NamedModifier("road or river", ROAD_OR_RIVER))
    return BattleNumber(f"Encounter in {map_hex.key}", tuple(parts))


def _groups_to_check(state: HexplorationInPlay) -> dict[str, str]:
    rows = (group for group in state.own.groups if not group.is_met)
    return {row.key: f"{row.name}, in {row.hex}: DC {encounter_dc(state, row).value}" for row in rows}


class EncounterChecked(DiceEvent, kind="encounter-checked", button="Check for encounters", by_organizer=True):
    """The flat check at the start of a group's day: one encounter, or two, with a d10 for the type of each."""

    implied = ("group",)
    offers = part_offers(group=_groups_to_check)

    group: EventKey
    dc_change: PartChange = 0

    def _dc(self, state: HexplorationInPlay) -> int:
        group = state.own.group(self.group)
        if group.is_met:
            raise ChangeRefused(f"{group.name} has already had its check today.")
        if abs(self.dc_change) > MOST_CHANGE:
            raise ChangeRefused(f"A change to the DC can be at most {MOST_CHANGE}.")
        return encounter_dc(state, group).value + self.dc_change

    def next_die(self, state: HexplorationInPlay, faces: tuple[int, ...]) -> NeededDie | None:
        """Return the d20 of the flat check, then a d10 for each encounter."""
        dc = self._dc(state)
        if not faces:
            return NeededDie(ENCOUNTER_DIE, FACES, is_secret=True)
        more = encounters_of_face(faces[0], dc) - (len(faces) - 1)
        return NeededDie(TYPE_DIE, ENCOUNTER_FACES, is_secret=True) if more > 0 else None

    def play(self, state: HexplorationInPlay, side: str | None) -> HexplorationInPlay:
        """Store the encounters until the organizer decides what they are."""
        dc = self._dc(state)
        state = self.with_dice(state, side)
        own = state.own
        if len(own.encounters) >= MOST_ENCOUNTERS_KEPT:
            raise ChangeRefused("This adventure has the maximum number of encounters.")
        group = own.group(self.group)
        met = tuple(
            HexEncounter(f"encounter:{number}", group.key, group.hex, state.round, encounter_of_face(face))
            for number, face in enumerate(self.faces[1:], len(own.encounters) + 1)
        )
        state = state.with_own(encounters=(*own.encounters, *met)).with_group(replace(group, is_met=True))
        outcome = (
            f"{counted(len(met), 'encounter')}: {', '.join(encounter.type for encounter in met)}"
            if met
            else "no encounter"
        )
        return state.note(f"{group.name}, flat check {self.faces[0]} against DC {dc}: {outcome}.", hidden=True)


def waiting_encounters(state: HexplorationInPlay) -> tuple[HexEncounter, ...]:
    """Return the encounters that are still undecided."""
    return tuple(encounter for encounter in state.own.encounters if not encounter.name)


def entries_for(state: HexplorationInPlay, encounter: HexEncounter) -> tuple[HexEncounterEntry, ...]:
    """Return the prepared encounters of a type for the terrain of a hex."""
    _, terrain = state.made_hex(encounter.hex)
    rows = state.facts.encounters
    return tuple(row for row in rows if row.type == encounter.type and row.terrain in (None, terrain))


@dataclass(frozen=True, slots=True)
class CreatureWish:
    """Which creatures fit an encounter: levels from ``lowest`` to ``highest``, and a tag, "" for any."""

    encounter: HexEncounter
    lowest: int
    highest: int
    tag: str = ""


def creature_wishes(state: HexplorationInPlay) -> tuple[CreatureWish, ...]:
    """Return the creatures for waiting encounters: as prepared, or around the party's level."""
    wishes = []
    for encounter in waiting_encounters(state):
        if encounter.type != "creature":
            continue
        entry = next(iter(entries_for(state, encounter)), None)
        lowest = state.level - LEVELS_AROUND if entry is None or entry.lowest is None else entry.lowest
        highest = state.level + LEVELS_AROUND if entry is None or entry.highest is None else entry.highest
        levels = max(lowest, LOWEST_LEVEL), min(highest, HIGHEST_LEVEL)
        wishes.append(CreatureWish(encounter, *levels, entry.tag if entry else ""))
    return tuple(wishes)


def _entry_options(state: HexplorationInPlay) -> dict[str, str]:
    options = {}
    for encounter in waiting_encounters(state):
        for entry in entries_for(state, encounter):
            options[entry.key] = f"{entry.type.capitalize()}: {entry.name}"
    return options


class EncounterSet(AdventureEvent, kind="encounter-set", button="Settle an encounter", by_organizer=True):
    """The organizer says what an encounter is: a prepared one, or another by name, shown to players or not."""

    encounter: EventKey
    prepared: OptionalKey = ""
    name: Annotated[str, text(MAX_NAME)] = ""
    text: Annotated[str, text(MAX_PROSE)] = ""
    show: YesOrNo = False

    @classmethod
    def options(cls, state: HexplorationInPlay) -> Mapping[str, Mapping[str, str]]:
        waiting = {
            encounter.key: f"{encounter.hex}, day {encounter.day}: {encounter.type}"
            for encounter in waiting_encounters(state)
        }
        return {"encounter": waiting, "prepared": _entry_options(state)}

    @property
    def reveals(self) -> bool:
        """Players see one that is shown."""
        return self.show

    def play(self, state: HexplorationInPlay, side: str | None) -> HexplorationInPlay:
        encounter = require(
            next((encounter for encounter in waiting_encounters(state) if encounter.key == self.encounter), None),
            ChangeRefused("There is no such encounter to settle."),
        )
        entry = next((entry for entry in entries_for(state, encounter) if entry.key == self.prepared), None)
        if self.prepared and entry is None:
            raise ChangeRefused("This encounter was not prepared for that kind.")
        name = self.name or (entry.name if entry else "")
        if not name:
            raise ChangeRefused("Choose what was prepared, or give the encounter a name.")
        words = self.text or (entry.text if entry else "")
        own = state.own
        now = replace(encounter, name=name, text=words, is_shown=self.show)
        rows = tuple(now if row.key == encounter.key else row for row in own.encounters)
        state = state.with_own(encounters=rows)
        state = state.note(f"In {encounter.hex}: {name}. {words}".strip(), hidden=not self.show)
        groups = {group.key: group for group in own.groups}
        if self.show and encounter.group in groups and groups[encounter.group].is_fortified:
            state = state.note(f"The camp is fortified: +{CAMP_BONUS} to initiative and to Perception to Seek.")
        return state
