"""The map as it is drawn: hexes by terrain, what lies in them, roads, rivers and groups."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.adventures.kinds.hexploration.facts import hex_key
from rules.adventures.kinds.hexploration.hexes import HexFeature, HexPlace, HexTerrain, hex_place
from rules.adventures.kinds.hexploration.play import (
    all_hexes,
    hexploration_facts,
    hexploration_state,
    rivers_of,
    roads_of,
)
from rules.adventures.state import AdventureState


@dataclass(frozen=True, slots=True)
class GroupMark:
    """A group on the map, with the hex toward which it travels."""

    name: str
    place: HexPlace
    toward: HexPlace | None


HexPlaces = Mapping[HexTerrain, tuple[HexPlace, ...]]


@dataclass(frozen=True, slots=True)
class HexMapDrawing:
    """A map: places by terrain, those that players see and those in the fog, features, roads and rivers."""

    columns: int
    rows: int
    terrain: HexPlaces
    fog: HexPlaces
    features: tuple[tuple[HexFeature, HexPlace, str], ...]
    reconnoitered: tuple[HexPlace, ...]
    roads: tuple[tuple[HexPlace, ...], ...]
    rivers: tuple[tuple[HexPlace, ...], ...]
    groups: tuple[GroupMark, ...]


def hex_map_drawing(state: AdventureState) -> HexMapDrawing:
    """Return the drawing; of a player's state, what players have seen."""
    facts, own = hexploration_facts(state), hexploration_state(state)
    features: list[tuple[HexFeature, HexPlace, str]] = []
    seen: dict[HexTerrain, list[HexPlace]] = {}
    fog: dict[HexTerrain, list[HexPlace]] = {}
    # Large maps have thousands of hexes: what is the same for all of them is looked up once.
    places, shown, shows_all = facts.places, state.shown, facts.shows_terrain
    for map_hex in all_hexes(state):
        key = map_hex.key
        listed = places.get(key)
        place = listed or _place(key)
        # What is_hex_seen answers, without a look at the state for each of 3,000 hexes.
        is_seen = (shows_all and listed is not None) or key == facts.start or hex_key(key) in shown
        if map_hex.terrain is not None:
            (seen if is_seen else fog).setdefault(map_hex.terrain, []).append(place)
        if map_hex.feature != "standard" or map_hex.name or map_hex.text:
            features.append((map_hex.feature, place, map_hex.name or map_hex.feature))
    return HexMapDrawing(
        facts.columns,
        facts.rows,
        {terrain: tuple(found) for terrain, found in seen.items()},
        {terrain: tuple(found) for terrain, found in fog.items()},
        tuple(features),
        tuple(_place(label) for label in own.reconnoitered),
        tuple(tuple(map(_place, road.labels)) for road in roads_of(state)),
        tuple(tuple(map(_place, river.labels)) for river in rivers_of(state)),
        tuple(
            GroupMark(group.name, _place(group.hex), _place(group.toward) if group.toward else None)
            for group in own.groups
        ),
    )


def _place(label: str) -> HexPlace:
    found = hex_place(label)
    assert found is not None  # labels of a map are checked where they come in
    return found
