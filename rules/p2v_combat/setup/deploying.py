"""The board, and deployment on it: its zones, who chooses first, who has which zone, in which order."""

from dataclasses import replace
from typing import NamedTuple

from rules.combat.state import MIN_SIDES, SIDE_KEYS
from rules.dice import Roller
from rules.errors import ChangeRefused, RulesError
from rules.p2v_combat.setup.plan import ALTERNATIVES, BOARDS_BY_KEY, PlacingOrder, TablePlan, ZoneChoice, fixed_markers
from rules.p2v_combat.setup.steps import SETUP, changed_in, clockwise_from, with_roll
from rules.tables.areas import Square
from rules.tables.boards import PLAYERS, Deployment, Zone, board_for, normal_deployment

OWN_ORDER = frozenset({"vanguard", "a-house-divided"})
"""Deployments with their own order of placing creatures."""
ZONES_ROLL = "zones"


class ZoneRoll(NamedTuple):
    """The state of the roll for the first choice of a zone: who has yet to roll, and the faces of this throw so far."""

    waiting: tuple[str, ...]
    faces: dict[str, int]
    winner: str


def deployment_of(plan: TablePlan) -> Deployment:
    """Return the deployment: the one that was chosen, else the normal one of the board."""
    return ALTERNATIVES.get(plan.deployment) or normal_deployment(plan.board, len(plan.sides))


def choose_deployment(plan: TablePlan, key: str) -> TablePlan:
    """Return the plan with an alternative deployment, or with the normal one for an empty key."""
    # The alternative zones are drawn for two sides. Appendix "Alternative deployment rules".
    row = ALTERNATIVES.get(key)
    if key and row is None:
        raise ChangeRefused(f"There is no alternative deployment “{key}”.")
    if row and len(plan.sides) not in row.players:
        raise ChangeRefused(f"{row.name} is a deployment for two sides.")
    order = "usual" if key in OWN_ORDER else plan.order
    return changed_in(plan, "deployment", deployment=key, order=order, zones=())


def choose_order(plan: TablePlan, order: PlacingOrder) -> TablePlan:
    """Return the plan with another order of placing: the usual one, in secret, or one creature at a time."""
    # Appendix "Alternative deployment rules", "Options".
    if order != "usual" and plan.deployment in OWN_ORDER:
        raise ChangeRefused(f"{deployment_of(plan).name} has an order of its own.")
    return changed_in(plan, "deployment", order=order)


def mirror_zones(plan: TablePlan, mirrored: bool) -> TablePlan:
    """Return the plan with left and right of all zones swapped, or unswapped."""
    return changed_in(plan, "deployment", is_mirrored=mirrored)


def table_zones(plan: TablePlan) -> tuple[Zone, ...]:
    """Return every zone of the board; a letter may name several."""
    # Three players choose among four corners. Ruling 191.
    board = plan.board
    players = len(PLAYERS) if len(plan.sides) > 2 else 2
    zones = deployment_of(plan).zones(board.width, board.height, players)
    if not plan.is_mirrored:
        return zones
    mirrored = ((zone, board.width - zone.area.x - zone.area.width) for zone in zones)
    return tuple(replace(zone, area=replace(zone.area, x=x)) for zone, x in mirrored)


def zones_of(plan: TablePlan, side: str) -> tuple[Zone, ...]:
    """Return the zones of a side, empty until it has chosen."""
    letters = {choice.zone for choice in plan.zones if choice.side == side}
    return tuple(zone for zone in table_zones(plan) if zone.player in letters)


def zone_squares(plan: TablePlan) -> frozenset[Square]:
    """Return every square of a zone in which a side deploys or may still choose to."""
    letters = {choice.zone for choice in plan.zones}
    chosen = len(plan.zones) == len(plan.sides)
    zones = (zone for zone in table_zones(plan) if not chosen or zone.player in letters)
    return frozenset(square for zone in zones for square in zone.area.cells())


def zone_roll(plan: TablePlan) -> ZoneRoll:
    """Return the state of the roll for the first choice, from the rolls in order."""
    # Each player rolls 1d20; tied players roll again. Setting up, "Deployment"; ruling 32.
    waiting, faces, winner = plan.sides, dict[str, int](), ""
    for roll in plan.rolls:
        if roll.place[:2] != (SETUP, ZONES_ROLL):
            continue
        faces[str(roll.place[2])] = roll.total
        if len(faces) < len(waiting):
            continue
        best = [side for side in waiting if faces[side] == max(faces.values())]
        winner = best[0] if len(best) == 1 else ""
        waiting, faces = (plan.sides if winner else tuple(best)), {}
    return ZoneRoll(tuple(side for side in waiting if side not in faces), faces, winner)


def roll_zone_die(plan: TablePlan, roller: Roller, side: str) -> TablePlan:
    """Return the plan with the d20 of a side; the last one of a throw decides who chooses first, unless it is a tie."""
    if plan.first_chooser:
        raise ChangeRefused("It is settled who chooses first.")
    if side not in zone_roll(plan).waiting:
        raise ChangeRefused("This side has rolled, or does not roll in this throw.")
    rolled, _ = with_roll(plan, roller, 1, 20, reason="First choice of a zone", what=(ZONES_ROLL, side))
    after = zone_roll(rolled)
    is_over = bool(after.winner) and not after.faces
    return changed_in(rolled, "deployment", first_chooser=after.winner if is_over else "")


def roll_zone_dice(plan: TablePlan, roller: Roller) -> TablePlan:
    """Return the plan with the d20 of every side; the highest sides roll again if they tie."""
    while not plan.first_chooser:
        plan = roll_zone_die(plan, roller, zone_roll(plan).waiting[0])
    return plan


def name_first_chooser(plan: TablePlan, side: str) -> TablePlan:
    """Return the plan with the side that chooses first, as the players agree without a roll."""
    if side not in plan.sides:
        raise ChangeRefused(f"There is no side {side} in this battle.")
    return changed_in(plan, "deployment", first_chooser=side, zones=())


def choosing_order(plan: TablePlan) -> tuple[str, ...]:
    """Return the sides in the order in which they choose zones and deploy, empty until the first one is known."""
    # The highest chooses first, then clockwise. Setting up, "Deployment".
    return clockwise_from(plan, plan.first_chooser) if plan.first_chooser else ()


def next_zone_chooser(plan: TablePlan) -> str | None:
    """Return the side that chooses a zone next, None if the first one is unknown or all have one."""
    chosen = {choice.side for choice in plan.zones}
    return next((side for side in choosing_order(plan) if side not in chosen), None)


def free_zones(plan: TablePlan) -> tuple[str, ...]:
    """Return the letters of the zones that no side has chosen."""
    taken = {choice.zone for choice in plan.zones}
    return tuple(dict.fromkeys(zone.player for zone in table_zones(plan) if zone.player not in taken))


def choose_zone(plan: TablePlan, letter: str) -> TablePlan:
    """Return the plan with the choosing side's zone; if one side and one zone are left, it gets that zone."""
    side = next_zone_chooser(plan)
    if side is None:
        raise ChangeRefused(
            "Every side has a zone." if plan.first_chooser else "Roll for the first choice of a zone first."
        )
    if letter not in free_zones(plan):
        raise ChangeRefused(f"Zone {letter} is not free.")
    changed = changed_in(plan, "deployment", zones=(*plan.zones, ZoneChoice(side, letter)))
    left, waiting = free_zones(changed), next_zone_chooser(changed)
    if waiting and len(left) == 1:
        return changed_in(changed, "deployment", zones=(*changed.zones, ZoneChoice(waiting, left[0])))
    return changed


def new_table(sides: int, points: int) -> TablePlan:
    """Return the plan of a new table for 2 to 4 sides of so many points each, on the appropriate board."""
    if not MIN_SIDES <= sides <= len(SIDE_KEYS):
        raise RulesError(f"A battle has 2 to 4 sides, not {sides}.")
    return TablePlan(sides=SIDE_KEYS[:sides], points=points, board_key=board_for(points, sides).key)


def set_points(plan: TablePlan, points: int) -> TablePlan:
    """Return the plan for other points per side, on the board for them."""
    # Three or four sides take the next larger board; a large one stays large. Setting up, "Battle grid"; ruling 91.
    return choose_board(changed_in(plan, "board", points=points), board_for(points, len(plan.sides)).key)


def choose_board(plan: TablePlan, key: str) -> TablePlan:
    """Return the plan with a board, which need not be the one for the points; another size clears the old one."""
    if key not in BOARDS_BY_KEY:
        raise ChangeRefused(f"There is no board “{key}”.")
    if key == plan.board_key:
        return plan
    changed = changed_in(plan, "board", board_key=key)
    changed = changed_in(changed, "terrain", terrain=(), shuffle=0)
    changed = changed_in(changed, "victory", markers=fixed_markers(changed.board, changed.condition))
    return changed_in(changed_in(changed, "objectives", objectives=()), "deployment", zones=(), bodies=())


def measure_by(plan: TablePlan, *, gridless: bool, in_3d: bool = False) -> TablePlan:
    """Return the plan for play with or without a grid, and with or without modeled heights."""
    return changed_in(plan, "board", is_gridless=gridless, is_3d=in_3d)


def choose_first_placer(plan: TablePlan, side: str) -> TablePlan:
    """Return the plan with the side that begins wherever the sides place in turn."""
    if side not in plan.sides:
        raise ChangeRefused(f"There is no side {side} in this battle.")
    return changed_in(plan, "board", first_placer=side)
