"""The whole glossary: every term of every table, by kind, and the finder that knows them in sentences."""

from __future__ import annotations

from functools import cache

from rules.glossary.terms import TermFinder
from rules.tables import (
    actions,
    advancement,
    areas,
    boards,
    building,
    card_stats,
    classes,
    common_features,
    conditions,
    cover,
    damage,
    damage_progression,
    deployments,
    dying,
    elimination,
    hero_points,
    injuries,
    movement,
    objectives,
    play_modes,
    positioning,
    ranged_weapons,
    reactions,
    rolls,
    round_limit,
    sizes,
    skills,
    special_objectives,
    spellcasting,
    statuses,
    terrain,
    tiles,
    uses,
    victory_conditions,
)
from rules.tables.entry import Entry

# Kinds in the order of a reader: what a card says, what a fight does, what a table needs, what a campaign adds.
KINDS: dict[str, str] = {
    "stat": "Stats",
    "condition": "Conditions",
    "status": "Statuses",
    "action": "Actions",
    "reaction": "Reactions",
    "common-feature": "Common features",
    "use": "Uses",
    "spellcasting": "Spellcasting",
    "area": "Areas",
    "movement": "Movement",
    "size": "Sizes",
    "skill": "Skills",
    "damage-type": "Damage types",
    "damage-rule": "Damage and rolls",
    "dying": "Dying and healing",
    "cover": "Cover and sight",
    "hero-point": "Hero points",
    "positioning": "Positioning upgrades",
    "weapon": "Ranged weapons",
    "building": "Building a warband",
    "play-mode": "Play modes",
    "board": "Boards",
    "deployment": "Deployments",
    "terrain-trait": "Terrain traits",
    "terrain-type": "Terrain types",
    "terrain-tile": "Terrain tiles",
    "objective": "Objectives",
    "special-objective": "Special objectives",
    "victory-condition": "Victory conditions",
    "round-limit": "Rounds",
    "elimination": "Elimination",
    "injury": "Injuries",
    "advancement": "Advancement",
    "class": "Classes",
}

_TABLES = (
    card_stats,
    conditions,
    statuses,
    actions,
    reactions,
    common_features,
    uses,
    spellcasting,
    areas,
    movement,
    sizes,
    skills,
    damage,
    rolls,
    dying,
    cover,
    hero_points,
    positioning,
    ranged_weapons,
    building,
    play_modes,
    boards,
    deployments,
    terrain,
    tiles,
    objectives,
    special_objectives,
    victory_conditions,
    round_limit,
    elimination,
    injuries,
    advancement,
    damage_progression,
    classes,
)


@cache
def entries() -> tuple[Entry, ...]:
    """Return every entry of the glossary, kind by kind."""
    order = list(KINDS)
    return tuple(
        sorted((entry for table in _TABLES for entry in table.entries()), key=lambda entry: order.index(entry.kind))
    )


@cache
def by_key() -> dict[tuple[str, str], Entry]:
    """Return the entries by kind and key."""
    return {(entry.kind, entry.key): entry for entry in entries()}


def entry(kind: str, key: str) -> Entry | None:
    """Return the entry of a kind with that key, or None."""
    return by_key().get((kind, key))


@cache
def finder() -> TermFinder:
    """Return the finder of the glossary's terms."""
    return TermFinder(entries())
