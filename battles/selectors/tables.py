"""Tables: the plan of a battle's table, what its sides are called, and the secrets that a visitor may see."""

from __future__ import annotations

from dataclasses import replace

from battles.models import Battle, BattleSecret
from battles.selectors.battles import BattleView
from compendium.selectors.creature_list import creatures, with_facet
from rules.p2v_combat.setup import SecretChoice, TablePlan
from rules.p2v_combat.setup.conditions import beast_level
from rules.p2v_combat.setup.deploying import measure_by, new_table
from rules.p2v_combat.setup.secrets import with_starts
from rules.p2v_combat.sides import BattleSetup

MOST_OFFERED = 120
"""Creatures that a form offers."""


def table_of(battle: Battle, setup: BattleSetup) -> TablePlan:
    """Return the plan of a battle's table: what is stored, or a new one for the larger warband. No query."""
    if setup.table is not None:
        return setup.table
    points = max(
        sum(creature.points for creature in setup.fielded if creature.side == side.key) for side in setup.sides
    )
    plan = replace(new_table(len(setup.sides), points), battle=battle.key)
    plan = measure_by(plan, gridless=setup.rules.distances == "inches")
    return with_starts(plan, setup.fielded)


def side_names(setup: BattleSetup) -> dict[str, str]:
    """Return what the sides are called, by their keys. No query."""
    return {side.key: side.name for side in setup.sides}


def own_secrets(view: BattleView) -> list[BattleSecret]:
    """Return the sealed choices of the sides that a visitor plays, and of no other. One query."""
    return list(view.battle.secrets.filter(side__in=view.held))


def shown_secrets(view: BattleView) -> dict[tuple[str, str], BattleSecret]:
    """Return the secrets that were revealed, by side and purpose as seals have them. One query."""
    shown = view.battle.secrets.exclude(revealed_at=None)
    return {(row.side, f"{row.purpose} {row.subject}".strip()): row for row in shown}


def secret_of(row: BattleSecret) -> SecretChoice:
    """Return a stored secret as a value. No query."""
    purpose = f"{row.purpose} {row.subject}" if row.subject else row.purpose
    return SecretChoice(row.side, purpose, row.choice, row.salt)


def treasure_spot(battle: Battle) -> int | None:
    """Return under which digging spot the treasure lies, counted from the left; None where none is drawn.

    For the game alone: no page shows it before a creature digs there. One query.
    """
    row = battle.secrets.filter(side="", purpose="buried-treasure").first()
    return int(row.choice) if row else None


def beast_choices(plan: TablePlan, setup: BattleSetup) -> tuple[int, list[tuple[str, str]]]:
    """Return the level of the monster of a Beast Hunt, and the creatures of that level by key and name. Two queries.

    It is the level that the points allow, or the next one below of which there is a creature. Raises ``RulesError``
    where no monster is cheap enough.
    """
    points = tuple(sum(creature.points for creature in setup.fielded if creature.side == side) for side in plan.sides)
    level = beast_level(plan, points)
    fitting = creatures().filter(level__lte=level)
    level = fitting.order_by("-level").values_list("level", flat=True).first() or level
    rows = fitting.filter(level=level).order_by("name").values_list("key", "name")
    return level, list(rows[:MOST_OFFERED])


def creatures_tagged(tag: str) -> list[tuple[str, str, int]]:
    """Return the creatures with a tag and a Power: key, name and Power. One query."""
    rows = with_facet(creatures(), "tag", [tag]).filter(power__isnull=False).order_by("level", "name")
    found = rows.values_list("key", "name", "level", "power")[:MOST_OFFERED]
    return [(key, f"{name}, level {level}", power or 0) for key, name, level, power in found]
