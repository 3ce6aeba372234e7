"""The victory condition of a table: its props on their places, and what it requires the players to settle."""

from collections.abc import Iterator
from dataclasses import replace

from rules.errors import ChangeRefused, require
from rules.p2v_combat.setup.deploying import choose_deployment, zones_of
from rules.p2v_combat.setup.plan import (
    CONDITIONS_BY_KEY,
    BoardEdge,
    BoardMarker,
    TablePlan,
    check_square,
    fixed_markers,
    length_to_marker,
    lengths,
)
from rules.p2v_combat.setup.steps import changed_in, next_placer
from rules.tables.victory_conditions.conditions import STANDARD
from rules.tables.victory_conditions.scoring import monster_level

FONTS_FROM_EDGE = 3
"""The distance from the edge of the board, in squares, within which there is no Font."""
FONTS_APART = 6
"""The distance from another Font, in squares, within which there is no Font."""

EDGES: tuple[BoardEdge, ...] = ("top", "right", "bottom", "left")
ISOLATING = frozenset({"vanguard"})
"""Deployments that cut one creature off from its warband."""
LONELY_ZONE = "A"
"""The zone, of these, whose side has a creature in the center."""
WITH_LONE_SIDE = frozenset({"rescue-mission", "passing-through"})
BY_HALVES = frozenset({"supply", "white shrine"})
"""Props that belong to the side of their half."""


def choose_condition(plan: TablePlan, key: str) -> TablePlan:
    """Return the plan with a victory condition and its props; removes objectives if it is played without any."""
    # The alternative conditions speak of two sides, and place no objectives unless they say so.
    # Appendix "Alternative victory conditions".
    row = require(CONDITIONS_BY_KEY.get(key), ChangeRefused(f"There is no victory condition “{key}”."))
    if row is not STANDARD and len(plan.sides) > 2:
        raise ChangeRefused(f"{row.name} is a victory condition for two sides.")
    markers = fixed_markers(plan.board, row)
    changed = changed_in(plan, "victory", victory=key, lone_side="", edge="", markers=markers)
    if not row.objectives and (plan.objectives or plan.objective_count is not None):
        changed = changed_in(changed, "objectives", objectives=(), objective_count=None)
    if key == "rescue-mission" and not plan.deployment:
        changed = choose_deployment(changed, "vanguard")
    return changed


def markers_due(plan: TablePlan) -> int:
    """Return how many markers of the condition the players have yet to place."""
    return max(0, sum(prop.count for prop in plan.condition.props) - len(plan.markers))


def next_font_placer(plan: TablePlan) -> str | None:
    """Return the side that places the next Font, None if none is left."""
    if not markers_due(plan):
        return None
    return next_placer(plan, (marker.side for marker in plan.markers if marker.side))


def place_font(plan: TablePlan, x: int, y: int) -> TablePlan:
    """Return the plan with one more Font on a square, placed by the side whose turn it is."""
    # One Font in the middle, then the sides place one each in turn: not within 3 squares of the edge or 6 of another.
    # Appendix "Alternative victory conditions", "Fonts of Power".
    side = require(next_font_placer(plan), ChangeRefused("No Font is left to place."))
    check_square(plan, x, y)
    board = plan.board
    if min(x, y, board.width - 1 - x, board.height - 1 - y) < FONTS_FROM_EDGE:
        raise ChangeRefused(f"A Font lies more than {lengths(plan, FONTS_FROM_EDGE)} from the edge.")
    if any(length_to_marker(plan, marker, x, y) <= FONTS_APART for marker in plan.markers if marker.kind == "font"):
        raise ChangeRefused(f"A Font lies more than {lengths(plan, FONTS_APART)} from every other Font.")
    return changed_in(plan, "victory", markers=(*plan.markers, BoardMarker("font", x + 0.5, y + 0.5, side)))


def remove_font(plan: TablePlan, x: float, y: float) -> TablePlan:
    """Return the plan without a Font that a side placed."""
    kept = tuple(
        marker
        for marker in plan.markers
        if not (marker.kind == "font" and marker.side and (marker.x, marker.y) == (x, y))
    )
    if len(kept) == len(plan.markers):
        raise ChangeRefused("No side placed a Font there.")
    return changed_in(plan, "victory", markers=kept)


def name_lone_side(plan: TablePlan, side: str) -> TablePlan:
    """Return the plan with the side that evades in Passing Through, or defends in a Rescue Mission."""
    if plan.victory not in WITH_LONE_SIDE:
        raise ChangeRefused(f"{plan.condition.name} treats both sides alike.")
    if side not in plan.sides:
        raise ChangeRefused(f"There is no side {side} in this battle.")
    return changed_in(plan, "victory", lone_side=side)


def lone_side_of(plan: TablePlan) -> str:
    """Return the side that evades or defends; in a Rescue Mission by Vanguard, the one whose creature is alone."""
    if plan.victory == "rescue-mission" and plan.deployment in ISOLATING and not plan.lone_side:
        return next((choice.side for choice in plan.zones if choice.zone == LONELY_ZONE), "")
    return plan.lone_side


def choose_edge(plan: TablePlan, edge: BoardEdge) -> TablePlan:
    """Return the plan with the edge over which the evader has to leave; its opponent chooses it."""
    # Appendix "Alternative victory conditions", "Passing Through".
    if plan.victory != "passing-through":
        raise ChangeRefused(f"In {plan.condition.name}, no one has to leave over an edge.")
    if edge not in EDGES:
        raise ChangeRefused(f"A board has four edges: {', '.join(EDGES)}.")
    return changed_in(plan, "victory", edge=edge)


def beast_level(plan: TablePlan, points: tuple[int, ...]) -> int:
    """Return the level of the monster in a Beast Hunt, from the points that each side fields."""
    # The nearest level cost that is at most half of the smaller warband. Ruling 89.
    if plan.victory != "beast-hunt":
        raise ChangeRefused(f"There is no monster in {plan.condition.name}.")
    first, second = points
    return monster_level(first, second)


def choose_monster(plan: TablePlan, creature: str) -> TablePlan:
    """Return the plan with the creature, by its key, that is the monster of a Beast Hunt."""
    return _with_monster(plan, creature=creature)


def move_monster(plan: TablePlan, x: float, y: float) -> TablePlan:
    """Return the plan with the monster in a place that both sides find fair, instead of the middle."""
    board = plan.board
    if not (0 <= x <= board.width and 0 <= y <= board.height):
        raise ChangeRefused("The monster stands on the board.")
    return _with_monster(plan, x=x, y=y)


def _with_monster(plan: TablePlan, **changes: object) -> TablePlan:
    if plan.victory != "beast-hunt":
        raise ChangeRefused(f"There is no monster in {plan.condition.name}.")
    markers = tuple(
        replace(marker, **changes) if marker.kind == "monster" else marker  # type: ignore[arg-type] # its own fields
        for marker in plan.markers
    )
    return changed_in(plan, "victory", markers=markers)


def marker_owner(plan: TablePlan, marker: BoardMarker) -> str:
    """Return the owner of a marker: the side that placed it, or the side of its half; empty if neither."""
    if marker.side or marker.kind not in BY_HALVES:
        return marker.side
    return half_owner(plan, is_top=marker.y < plan.board.height / 2)


def half_owner(plan: TablePlan, *, is_top: bool) -> str:
    """Return the side with more of its zones in a half of the board than any other; empty if there is none.

    The halves are those of the long edges.
    """
    middle = plan.board.height / 2
    shares = {
        side: sum((y + 0.5 < middle) == is_top for zone in zones_of(plan, side) for _, y in zone.area.cells())
        for side in plan.sides
    }
    most = max(shares.values())
    owners = [side for side, share in shares.items() if share == most]
    return owners[0] if len(owners) == 1 else ""


def own_marker(plan: TablePlan, marker: BoardMarker, side: str) -> TablePlan:
    """Return the plan with the side to which a shrine or a Supply belongs, as the players agree."""
    if marker not in plan.markers or marker.kind not in BY_HALVES:
        raise ChangeRefused("Only shrines and Supplies belong to a half of the board.")
    if side not in plan.sides:
        raise ChangeRefused(f"There is no side {side} in this battle.")
    markers = tuple(
        replace(board_marker, side=side) if board_marker == marker else board_marker for board_marker in plan.markers
    )
    return changed_in(plan, "victory", markers=markers)


def condition_warnings(plan: TablePlan) -> Iterator[str]:
    """Yield what the condition still requires the players to settle, in sentences."""
    name = plan.condition.name
    if plan.victory in WITH_LONE_SIDE and not lone_side_of(plan):
        yield f"{name}: settle which side {'evades' if plan.victory == 'passing-through' else 'defends'}."
    if plan.victory == "passing-through" and not plan.edge:
        yield f"{name}: choose the edge over which the evader leaves."
    if plan.victory == "rescue-mission" and plan.deployment not in ISOLATING:
        yield f"{name}: use Vanguard, or another deployment that cuts one creature off from its warband."
    if plan.victory == "beast-hunt" and not any(marker.creature for marker in plan.markers if marker.kind == "monster"):
        yield f"{name}: choose the monster."
    if due := markers_due(plan):
        yield f"{name}: {due} {'Font' if due == 1 else 'Fonts'} still to place."
    if len(plan.zones) == len(plan.sides) and any(
        not marker_owner(plan, marker) for marker in plan.markers if marker.kind in BY_HALVES
    ):
        yield f"{name}: settle which half of the board belongs to which side."
