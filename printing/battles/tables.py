"""A table as one figure with its legend: board, terrain, zones, objectives, props, bodies, for paper and screen."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from printing.aids.boards import DrawnZone, ZoneLabel, draw_board_squares, draw_coordinates, grid_color, zone_box
from printing.aids.grounds import GROUNDS, draw_ground, draw_squares, draw_tile_grounds, draw_tile_walls, pattern_scale
from printing.aids.terrain import draw_terrain, draw_terrain_ground
from printing.boxes import centered
from printing.canvas import Box, Canvas, Point
from printing.text import BOLD, Style, width_of
from rules.p2v_combat.setup.conditions import lone_side_of, marker_owner
from rules.p2v_combat.setup.deploying import choosing_order, deployment_of, table_zones
from rules.p2v_combat.setup.objectives import objective_kind, objective_mark, terms_of
from rules.p2v_combat.setup.plan import BoardMarker, TablePlan, TerrainPiece, lengths, special_play
from rules.tables.boards import entries as deployment_entries
from rules.tables.terrain import trait
from rules.text import counted, listed

SideNames = Mapping[str, str]
"""The name of each side, by its key."""

_PLATE = (1.0, 1.0, 1.0)  # under numbers, so that no pattern hides them
_NUMBER = 6.4  # type size of the numbers of pieces
_LARGEST_MARK = 8.0  # half the width of an objective
_SHIFTS = (0.0, -0.25, 0.25, -0.5, 0.5, -0.75, 0.75, -0.95, 0.95)  # from the middle of a zone towards its edges
_ARROWS = ((1, 0), (0, 1), (-1, 0), (0, -1))  # where directional terrain pushes, by quarter turns


def piece_number(plan: TablePlan, piece: TerrainPiece) -> str:
    """Return a piece's number in the figure and its legend: its place in the plan, from 1."""
    return str(plan.terrain.index(piece) + 1)


def marker_letters(marker: BoardMarker) -> str:
    """Return the letters in a marker: the first of each word of its kind."""
    return "".join(word[0] for word in marker.kind.split()).upper()


def draw_table(canvas: Canvas, plan: TablePlan, names: SideNames, left: float, top: float, scale: float) -> None:
    """Draw a table with its upper left corner at a place, ``scale`` points per square."""
    board = plan.board
    ground = Box(left, top, left + board.width * scale, top + board.height * scale)
    zones = list(drawn_zones(canvas, plan, names, left, top, scale))
    for zone in zones:
        zone.draw_hatching(canvas)
    draw_board_squares(canvas, board, left, top, scale, zones)
    for piece in plan.terrain:
        draw_piece(canvas, piece, left, top, scale)
    for zone in zones:
        zone.draw_outline(canvas)
    taken = list(_marked(plan, left, top, scale))
    numbers = [_number_place(piece, left, top, scale, taken) for piece in plan.terrain]
    taken += [Box(x, y, x, y).grown(_NUMBER) for x, y in numbers]
    pieces = [_piece_box(piece, left, top, scale) for piece in plan.terrain if not piece.tile]
    for zone in zones:
        _draw_label(canvas, zone, taken, pieces)
    for piece, (x, y) in zip(plan.terrain, numbers, strict=True):
        _draw_plate(canvas, piece_number(plan, piece), x, y, _NUMBER)
    for body in plan.bodies:
        _draw_body(canvas, left + body.x * scale, top + body.y * scale, scale)
    for marker in plan.markers:
        _draw_marker(canvas, plan, marker, left + marker.x * scale, top + marker.y * scale, scale)
    for placed in plan.objectives:
        x, y = left + (placed.x + 0.5) * scale, top + (placed.y + 0.5) * scale
        draw_objective(canvas, objective_mark(plan, placed), x, y, scale)
    if plan.edge:
        _draw_edge(canvas, plan.edge, ground)
    with canvas.styled_as("frame"):
        canvas.box(ground, stroke=canvas.palette.ink, weight=1)
    draw_coordinates(canvas, board, left, top, scale)


def drawn_zones(
    canvas: Canvas, plan: TablePlan, names: SideNames, left: float, top: float, scale: float
) -> Iterator[DrawnZone]:
    """Yield the zones to draw: all of them until every side has one, then only those of the sides."""
    sides = {choice.zone: choice.side for choice in plan.zones}
    all_chosen = len(plan.zones) == len(plan.sides)
    for zone in table_zones(plan):
        side = sides.get(zone.player, "")
        owner = names.get(side, "")
        if all_chosen and not owner:
            continue
        words = f"{owner}, {zone.part}" if owner and zone.part else owner or zone.part
        words = words or f"{zone.area.width} × {zone.area.height}"
        yield DrawnZone(zone, zone_box(zone, left, top, scale), canvas.palette, words, side)


def draw_piece(canvas: Canvas, piece: TerrainPiece, left: float, top: float, scale: float) -> None:
    """Draw a piece of terrain on a board with its upper left corner at a place, ``scale`` points per square."""
    palette = canvas.palette
    box = _piece_box(piece, left, top, scale)
    if piece.tile:
        with canvas.styled_as("ground"):
            canvas.box(box, fill=palette.shade or _PLATE)
        draw_tile_grounds(canvas, piece.tile, box.left, box.top, scale)
        # The lines of the board's squares, which the ground of the tile hides.
        draw_squares(canvas, box, scale, grid_color(palette, palette.shade or _PLATE), 0.4, ())
        draw_tile_walls(canvas, piece.tile, box.left, box.top, scale)
        return
    traits = next(traits for _, _, traits in piece.squares())
    if not palette.hues:  # low ink: nothing shines through
        canvas.box(box, fill=_PLATE)
    if "directional" in traits:
        _draw_push(canvas, piece, traits, box, scale)
    else:
        draw_terrain(canvas, piece.kind, traits, box, side=scale)
    with canvas.styled_as("frame"):
        canvas.box(box, stroke=palette.ink, weight=1.1 if "solid" in traits else 0.8)


def _piece_box(piece: TerrainPiece, left: float, top: float, scale: float) -> Box:
    x, y = left + piece.x * scale, top + piece.y * scale
    return Box(x, y, x + piece.across * scale, y + piece.down * scale)


def _draw_push(canvas: Canvas, piece: TerrainPiece, traits: tuple[str, ...], box: Box, scale: float) -> None:
    """Draw directional terrain: an arrow in each square, in the direction of its push."""
    draw_terrain_ground(canvas, piece.kind, traits, box)
    dx, dy = _ARROWS[piece.turned]
    half, ink = 0.3 * scale, GROUNDS[("directional",)].color(canvas.palette)
    with canvas.styled_as("pattern"):
        for row in range(round(box.height / scale)):
            for column in range(round(box.width / scale)):
                x, y = box.left + (column + 0.5) * scale, box.top + (row + 0.5) * scale
                tip = (x + dx * half, y + dy * half)
                back = (x, y)
                canvas.stroke(((x - dx * half, y - dy * half), tip), ink, 0.8)
                barbs = ((back[0] - dy * half, back[1] + dx * half), tip, (back[0] + dy * half, back[1] - dx * half))
                canvas.stroke(barbs, ink, 0.8)


def _number_place(piece: TerrainPiece, left: float, top: float, scale: float, taken: Sequence[Box]) -> Point:
    """Return the place of a piece's number: in its center, or in an open square of a tile, where it covers nothing
    else.
    """
    box = _piece_box(piece, left, top, scale)
    squares = [
        (left + (x + 0.5) * scale, top + (y + 0.5) * scale)
        for x, y, traits in piece.squares()
        if not (piece.tile and traits)
    ]
    places = squares if piece.tile else [((box.left + box.right) / 2, (box.top + box.bottom) / 2), *squares]
    free = (place for place in places if not any(_overlaps(Box(*place, *place).grown(4), other) for other in taken))
    return next(free, places[0])


def _marked(plan: TablePlan, left: float, top: float, scale: float) -> Iterator[Box]:
    """Yield the places of objectives, markers and bodies, which no words may cover."""
    middles = [(objective.x + 0.5, objective.y + 0.5) for objective in plan.objectives]
    middles += [(marker.x, marker.y) for marker in (*plan.markers, *plan.bodies)]
    for x, y in middles:
        yield Box(left + x * scale, top + y * scale, left + x * scale, top + y * scale).grown(_LARGEST_MARK)


def _draw_label(canvas: Canvas, zone: DrawnZone, taken: Sequence[Box], pieces: Sequence[Box]) -> None:
    """Write the name of a zone on a plate, in its center or where it covers nothing else.

    Where terrain leaves too little room for the name, its letter stands alone.
    """
    small = zone.small_label(canvas.palette)
    choices = (
        (zone.label, _free_place(zone.label, zone.box, (*taken, *pieces))),
        (small, _free_place(small, zone.box, (*taken, *pieces))),
        (small, _free_place(small, zone.box, taken)),
        (small, small.middle),
    )
    label, place = next((label, place) for label, place in choices if place)
    label.move(*place)
    with canvas.styled_as("plate"):
        canvas.box(label.box, fill=_PLATE, round_by=2)
    label.draw(canvas)


def _free_place(label: ZoneLabel, box: Box, taken: Sequence[Box]) -> Point | None:
    """Return the place nearest to the middle where a label covers nothing, None where there is none."""
    across, down = box.width / 2 - label.half_width, box.height / 2 - label.half_height
    x, y = label.middle
    places = (
        (x + across * right, y + down * below)
        for below in _SHIFTS
        for right in _SHIFTS
        if (across > 0 or not right) and (down > 0 or not below)
    )
    return next(
        (place for place in places if not any(_overlaps(_around(label, *place), other) for other in taken)), None
    )


def _around(label: ZoneLabel, x: float, y: float) -> Box:
    return Box(x - label.half_width, y - label.half_height, x + label.half_width, y + label.half_height)


def _overlaps(box: Box, other: Box) -> bool:
    return box.left < other.right and other.left < box.right and box.top < other.bottom and other.top < box.bottom


def _draw_plate(canvas: Canvas, words: str, x: float, y: float, size: float) -> None:
    style = Style(BOLD, size, canvas.palette.ink)
    half = max(width_of(words, style) / 2 + 1.2, size / 2)
    with canvas.styled_as("plate"):
        canvas.box(Box(x - half, y - size / 2 - 0.4, x + half, y + size / 2 + 0.4), fill=_PLATE, round_by=1.5)
    with canvas.styled_as("piece-number"):
        centered(canvas, words, style, x, y)


def draw_objective(canvas: Canvas, mark: str, x: float, y: float, scale: float) -> None:
    """Draw an objective: a dark diamond with its mark."""
    half = min(max(0.62 * scale, 6.6), _LARGEST_MARK)
    palette = canvas.palette
    with canvas.styled_as("objective"):
        canvas.shape(
            ((x, y - half), (x + half, y), (x, y + half), (x - half, y)), fill=palette.ink, stroke=_PLATE, weight=1
        )
    with canvas.styled_as("objective-letter"):
        centered(canvas, mark, Style(BOLD, max(6.0, 0.85 * half), _PLATE), x, y)


def _draw_marker(canvas: Canvas, plan: TablePlan, marker: BoardMarker, x: float, y: float, scale: float) -> None:
    """Draw a marker: a circle with its letters, and its owner's key if it has one."""
    half = min(max(0.55 * scale, 6.2), _LARGEST_MARK)
    palette = canvas.palette
    with canvas.styled_as(f"marker {marker.kind.replace(' ', '-')}"):
        canvas.box(
            Box(x - half, y - half, x + half, y + half), fill=_PLATE, stroke=palette.ink, weight=1.4, round_by=half
        )
    owner = marker_owner(plan, marker)
    with canvas.styled_as("marker-letter"):
        centered(canvas, marker_letters(marker), Style(BOLD, 6.2, palette.ink), x, y)
    if owner:
        _draw_plate(canvas, owner, x + half + 3, y - half + 1, 6.0)


def _draw_body(canvas: Canvas, x: float, y: float, scale: float) -> None:
    """Draw a dead body: a cross."""
    half = 0.3 * scale
    with canvas.styled_as("body"):
        for side in (-1, 1):
            canvas.stroke(((x - half, y - half * side), (x + half, y + half * side)), canvas.palette.ink, 1.6)


def _draw_edge(canvas: Canvas, edge: str, ground: Box) -> None:
    """Draw the edge over which the evader leaves: a thick bar along it."""
    width = 4.0
    boxes = {
        "top": ground._replace(bottom=ground.top + width),
        "bottom": ground._replace(top=ground.bottom - width),
        "left": ground._replace(right=ground.left + width),
        "right": ground._replace(left=ground.right - width),
    }
    with canvas.styled_as("exit"):
        canvas.box(boxes[edge], fill=canvas.palette.ink)


def draw_swatch(canvas: Canvas, piece: TerrainPiece, box: Box) -> None:
    """Draw a sample of a kind of terrain for a legend; a tile shows its first terrain."""
    traits = next((traits for _, _, traits in piece.squares() if traits), ())
    if traits and piece.tile:
        draw_ground(canvas, traits, box, scale=pattern_scale(box.height))
    elif traits:
        draw_terrain(canvas, piece.kind, traits, box, side=box.height)
    with canvas.styled_as("frame"):
        canvas.box(box, stroke=canvas.palette.ink, weight=0.6)


_OPTIONS = {"secret": "Secret Deployment", "one by one": "Alternate Deployment"}
_ROLES = {"passing-through": "evades", "rescue-mission": "defends"}


class TerrainLegend(NamedTuple):
    """A kind of terrain on the board: a piece that shows it, its name, and the numbers of its pieces."""

    sample: TerrainPiece
    name: str
    traits: str
    numbers: tuple[str, ...]


class LegendSection(NamedTuple):
    """A heading with its lines."""

    title: str
    lines: tuple[str, ...]


def terrain_legend(plan: TablePlan) -> tuple[TerrainLegend, ...]:
    """Return every kind of terrain on the board, in order of first appearance."""
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
    """Yield the text that players need beside the figure, without the terrain."""
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
        terms = terms_of(placed)
        about = f"{listed(terms.skills, 'or')}, Power {terms.power}" if terms else "its d6 is rolled in the battle"
        yield f"{objective_mark(plan, placed)} {objective_kind(placed.kind).name}: {about}"


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
