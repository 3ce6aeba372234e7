"""The map as it is drawn: hexes by terrain, what lies in them, roads, rivers and groups."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.subsystems.kinds.hexploration.hexes import HexPlace, hex_place
from rules.subsystems.kinds.hexploration.play import (
    all_hexes,
    hexploration_facts,
    hexploration_own,
    is_hex_seen,
    rivers_of,
    roads_of,
)
from rules.subsystems.kinds.hexploration.tables import HexFeature, HexTerrain
from rules.subsystems.state import AdventureState


@dataclass(frozen=True, slots=True)
class GroupMark:
    """A group on the map, with the hex toward which it travels."""

    name: str
    place: HexPlace
    toward: HexPlace | None


@dataclass(frozen=True, slots=True)
class HexMapDrawing:
    """A map: places by terrain and by feature, lines along roads and rivers; ``veiled`` are unseen by players."""

    columns: int
    rows: int
    terrain: Mapping[HexTerrain, tuple[HexPlace, ...]]
    features: tuple[tuple[HexFeature, HexPlace, str], ...]
    reconnoitered: tuple[HexPlace, ...]
    veiled: tuple[HexPlace, ...]
    roads: tuple[tuple[HexPlace, ...], ...]
    rivers: tuple[tuple[HexPlace, ...], ...]
    groups: tuple[GroupMark, ...]


def hex_map_drawing(state: AdventureState) -> HexMapDrawing:
    """Return the drawing; of a player's state, what players have seen."""
    facts, own = hexploration_facts(state), hexploration_own(state)
    by_terrain: dict[HexTerrain, list[HexPlace]] = {}
    features: list[tuple[HexFeature, HexPlace, str]] = []
    veiled: list[HexPlace] = []
    for one in all_hexes(state):
        place = _place(one.key)
        if one.terrain is not None:
            by_terrain.setdefault(one.terrain, []).append(place)
        if one.has_feature:
            features.append((one.feature, place, one.name or one.feature))
        if not is_hex_seen(state, one.key):
            veiled.append(place)
    return HexMapDrawing(
        facts.columns,
        facts.rows,
        {terrain: tuple(places) for terrain, places in by_terrain.items()},
        tuple(features),
        tuple(_place(label) for label in own.reconnoitered),
        tuple(veiled),
        tuple(tuple(map(_place, one.labels)) for one in roads_of(state)),
        tuple(tuple(map(_place, one.labels)) for one in rivers_of(state)),
        tuple(GroupMark(one.name, _place(one.hex), _place(one.toward) if one.toward else None) for one in own.groups),
    )


def _place(label: str) -> HexPlace:
    found = hex_place(label)
    assert found is not None  # labels of a map are checked where they come in
    return found
