"""What stands beside the figure of a table, in words: terrain, objectives, condition, deployment, rolls, seals."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from printing.battles.tables import SideNames, marker_letters, piece_number
from rules.p2v_combat.setup import TablePlan, TerrainPiece
from rules.p2v_combat.setup.conditions import lone_side_of, marker_owner
from rules.p2v_combat.setup.deploying import choosing_order, deployment_of
from rules.p2v_combat.setup.objectives import objective_kind, objective_mark, terms_of
from rules.p2v_combat.setup.places import lengths, special_play
from rules.tables.deployments import entries as deployment_entries
from rules.tables.terrain import trait
from rules.text import counted, listed

_OPTIONS = {"secret": "Secret Deployment", "one by one": "Alternate Deployment"}
_ROLES = {"passing-through": "evades", "rescue-mission": "defends"}


class TerrainLegend(NamedTuple):
    """A kind of terrain on the board: a piece that shows it, what it is called, and the numbers of its pieces."""

    sample: TerrainPiece
    name: str
    traits: str
    numbers: tuple[str, ...]


class LegendSection(NamedTuple):
    """A heading with its lines."""

    title: str
    lines: tuple[str, ...]


def terrain_legend(plan: TablePlan) -> tuple[TerrainLegend, ...]:
    """Return every kind of terrain on the board, in the order in which each first comes."""
    groups: dict[tuple[str, str], list[TerrainPiece]] = defaultdict(list)
    for piece in plan.terrain:
        groups[piece.name, piece.damage_type].append(piece)
    return tuple(
        TerrainLegend(pieces[0], name, _traits(pieces[0]), tuple(piece_number(plan, piece) for piece in pieces))
        for (name, _), pieces in groups.items()
    )


def _traits(piece: TerrainPiece) -> str:
    keys = dict.fromkeys(key for _, _, traits in piece.squares() for key in traits)
    words = [trait(key).name.lower() for key in keys]
    if piece.tile and (piece.tile.walls or piece.tile.doors):
        words += [word for word, edges in (("walls", piece.tile.walls), ("doors", piece.tile.doors)) if edges]
    if not piece.is_hazardous:
        return listed(words)
    return f"{listed(words)} ({piece.damage_type or 'agree on the type of'} damage)"


def legend_sections(plan: TablePlan, names: SideNames) -> Iterator[LegendSection]:
    """Yield what the players have to know beside the figure, without the terrain."""
    yield LegendSection("Board", tuple(_board(plan)))
    condition = plan.condition
    yield LegendSection(condition.name, tuple(_condition(plan, names)))
    if plan.objectives:
        yield LegendSection("Objectives", tuple(_objectives(plan, names)))
    yield LegendSection(f"Deployment: {deployment_of(plan).name}", tuple(_deployment(plan, names)))
    for mode in special_play(plan):
        yield LegendSection(mode.name, tuple(mode.text.split("\n\n")))
    if plan.rolls:
        yield LegendSection("Rolls", tuple(_rolls(plan, names)))
    if plan.seals:
        yield LegendSection("Sealed choices", tuple(_seals(plan, names)))


def _board(plan: TablePlan) -> Iterator[str]:
    board = plan.board
    yield f"{board.name}: {board.width} by {lengths(plan, board.height)}, for {counted(plan.points, 'point')} per side."
    if plan.bodies:
        yield f"{counted(len(plan.bodies), 'dead body')}: the crosses."


def _condition(plan: TablePlan, names: SideNames) -> Iterator[str]:
    condition = plan.condition
    yield from condition.score_lines
    yield f"The game ends: {condition.end[0].lower()}{condition.end[1:]}"
    if side := lone_side_of(plan):
        over = f", over the {plan.edge} edge" if plan.edge else ""
        yield f"{names[side]} {_ROLES[plan.victory]}{over}."
    markers: dict[tuple[str, str], list[str]] = defaultdict(list)
    for marker in plan.markers:
        markers[marker_letters(marker), marker.kind].append(names.get(marker_owner(plan, marker), ""))
    for (letters, kind), owners in markers.items():
        whose = listed(dict.fromkeys(filter(None, owners)))
        yield f"{letters}: {kind}{f', of {whose}' if whose else ''}."


def _objectives(plan: TablePlan, names: SideNames) -> Iterator[str]:
    for placed in plan.objectives:
        row = objective_kind(placed.kind)
        terms = terms_of(placed)
        yield f"{objective_mark(plan, placed)} {row.name}: {listed(terms.skills, 'or')}, Power {terms.power}"


def _deployment(plan: TablePlan, names: SideNames) -> Iterator[str]:
    option = _OPTIONS.get(plan.order)
    if option:
        yield next(entry.text for entry in deployment_entries() if entry.name == option)
    else:
        yield from deployment_of(plan).order
    yield from (note for note in deployment_of(plan).notes if "divide" not in note)
    zones = {choice.side: choice.zone for choice in plan.zones}
    order = choosing_order(plan)
    if order:
        yield "Order: " + ", ".join(
            f"{names[side]} (zone {zones[side]})" if side in zones else names[side] for side in order
        )


def _rolls(plan: TablePlan, names: SideNames) -> Iterator[str]:
    for roll in plan.rolls:
        who = names.get(str(roll.place[2]), "") if len(roll.place) > 3 else ""
        entered = " (entered)" if roll.source == "entered" else ""
        faces = ", ".join(map(str, roll.faces))
        yield f"{roll.reason}{f', {who}' if who else ''}: {faces} on {len(roll.faces)}d{roll.sides}{entered}"


def _seals(plan: TablePlan, names: SideNames) -> Iterator[str]:
    for sealed in plan.seals:
        purpose = sealed.purpose.partition(" ")[0].replace("-", " ")
        yield f"{names.get(sealed.side, 'The game')}, {purpose}: {sealed.digest[:32]} {sealed.digest[32:]}"
