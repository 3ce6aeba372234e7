"""Terrain to cut out, one inch per square: pieces of every kind, the ready-made tiles, and markers."""

from collections.abc import Iterable
from typing import NamedTuple

from printing.aids.grounds import GROUNDS, draw_ground, draw_squares, draw_tile, open_square
from printing.boxes import centered
from printing.canvas import INCH, Box, Canvas, TextStyles
from printing.columns import MARGIN, Piece, draw_inch, draw_pieces, paragraph, space, start_page
from printing.text import BOLD, DISPLAY, DISPLAY_ITALIC, SIGNS, TEXT, Run, Style, ellipsized, font_for, line, width_of
from rules.glossary import catalog
from rules.tables.objectives import OBJECTIVES, SPECIAL_OBJECTIVES
from rules.tables.terrain import COMBINED_SIGN, TYPES, TerrainTrait, trait
from rules.tables.tiles import LEGEND, TILES, Tile
from rules.text import listed, with_minus

TITLE = "Terrain"
COLUMNS, ROWS = 7, 9
"""Squares of the pieces on a page."""
STRIP = 10.0
"""The height of the name below the pattern, at the lower edge of a piece."""
_MARK = 7.0  # length of a cut mark
_OFF = 3.0  # from a piece to a mark
_NAME = 6.2


class Cut(NamedTuple):
    """A piece of a page, in squares from the upper left corner."""

    x: int
    y: int
    width: int
    height: int

    def box(self, left: float, top: float) -> Box:
        """Return the place of the piece, from the start of all pieces."""
        x, y = left + self.x * INCH, top + self.y * INCH
        return Box(x, y, x + self.width * INCH, y + self.height * INCH)


CUTS = (
    Cut(0, 0, 4, 3),
    Cut(4, 0, 3, 3),
    Cut(0, 3, 3, 2),
    Cut(3, 3, 2, 2),
    Cut(5, 3, 2, 2),
    Cut(0, 5, 2, 2),
    Cut(2, 5, 2, 2),
    *(Cut(x, 5, 1, 2) for x in range(4, 7)),
    Cut(0, 7, 4, 1),
    Cut(4, 7, 3, 1),
    *(Cut(x, 8, 1, 1) for x in range(COLUMNS)),
)
"""The pieces of a kind of terrain: each square of the page belongs to one piece."""


def draw_tiles(canvas: Canvas) -> None:
    """Draw a page of pieces for every kind of terrain, a page for every ready-made tile, and one of markers."""
    canvas.describe(TITLE, "Terrain for Path 2 Victory, 1 inch per square")
    for traits in GROUNDS:
        _draw_pieces_of(canvas, traits)
    for tile in TILES:
        _draw_tile_page(canvas, tile)
    _draw_markers(canvas)


def terrain_label(traits: Iterable[str]) -> str:
    """Return the name of a kind of terrain, without the word terrain: ``Difficult and obstructing``."""
    return listed(trait(key).name.lower() for key in traits).capitalize()


def _draw_pieces_of(canvas: Canvas, traits: tuple[str, ...]) -> None:
    rows = [trait(key) for key in traits]
    seen_as = [row.name.lower() for row in TYPES if row.traits == traits]
    name = terrain_label(traits) if traits == ("deep-water",) else f"{terrain_label(traits)} terrain"
    top = start_page(canvas, name, f"such as {listed(seen_as)}" if seen_as else "")
    canvas.bookmark(name, f"terrain-{'-'.join(traits)}", MARGIN)
    left = (canvas.width - COLUMNS * INCH) / 2
    top = _draw_effects(canvas, " ".join(_short(row) for row in rows), left, top - 6)
    _draw_marks(canvas, left, top)
    for cut in CUTS:
        _draw_piece(canvas, cut.box(left, top), traits)
    draw_inch(canvas, left, top + ROWS * INCH + _OFF + _MARK + 6)


def _short(row: TerrainTrait) -> str:
    later = "" if row.in_rulebook or row.summary.startswith("Optional") or row.key == "void" else "Optional: "
    return f"{later}{row.summary}"


def _draw_effects(canvas: Canvas, words: str, left: float, top: float) -> float:
    """Draw the effects of the terrain on one or two lines; return the top of the space for marks below."""
    width = COLUMNS * INCH
    style = Style(TEXT, 7.2, canvas.palette.soft)
    with canvas.within(Box(left, top, left + width, top + 18)):
        draw_pieces(canvas, paragraph([Run(with_minus(words), style)], 7.0, width), left, top)
    return top + 18 + _OFF + _MARK


def _draw_piece(canvas: Canvas, box: Box, traits: tuple[str, ...]) -> None:
    palette = canvas.palette
    with canvas.within(box):
        draw_ground(canvas, traits, box, box._replace(bottom=box.bottom - STRIP))
        draw_squares(canvas, box, INCH)
        canvas.box(box, stroke=palette.ink, weight=0.5)
        _draw_name(canvas, terrain_label(traits).lower().replace(" and ", ", "), _sign(traits), box)


def _sign(traits: tuple[str, ...]) -> str:
    """The printed sign of a kind of terrain, "" if no font has it."""
    sign = COMBINED_SIGN if len(traits) > 1 else trait(traits[0]).sign
    return sign if sign and font_for(sign, SIGNS) is SIGNS else ""


def _draw_name(canvas: Canvas, name: str, sign: str, box: Box) -> None:
    ink = canvas.palette.ink
    style = Style(BOLD, _NAME, ink)
    words = line(Run(name, style))
    if words.width > box.width - 6:
        words = ellipsized(name, Style(TEXT, 6, ink), box.width - 3)
    canvas.text(words, box.left + min(3, (box.width - words.width) / 2), box.bottom - 3)
    mark = line(Run(sign, Style(SIGNS, 7.5, ink)))
    if sign and words.width + mark.width + 10 < box.width:
        canvas.text(mark, box.right - mark.width - 3, box.bottom - 2.6)


def _draw_marks(canvas: Canvas, left: float, top: float) -> None:
    """Draw marks for a ruler at both ends of every line of squares."""
    ink = canvas.palette.edge
    right, bottom = left + COLUMNS * INCH, top + ROWS * INCH
    for column in range(COLUMNS + 1):
        x = left + column * INCH
        for start, end in ((top - _OFF - _MARK, top - _OFF), (bottom + _OFF, bottom + _OFF + _MARK)):
            canvas.stroke(((x, start), (x, end)), ink, 0.4)
    for row in range(ROWS + 1):
        y = top + row * INCH
        for start, end in ((left - _OFF - _MARK, left - _OFF), (right + _OFF, right + _OFF + _MARK)):
            canvas.rule(start, y, end, ink, 0.4)


def _draw_tile_page(canvas: Canvas, tile: Tile) -> None:
    """Draw a ready-made tile upright, with an explanation beside it."""
    turned = tile.turned()
    top = start_page(
        canvas, tile.name, "terrain tile" if tile.in_rulebook else "terrain tile, from later public material"
    )
    canvas.bookmark(tile.name, f"tile-{tile.key}", MARGIN)
    left = MARGIN + 8
    width, height = len(turned.grid[0]) * INCH, len(turned.grid) * INCH
    box = Box(left, top, left + width, top + height)
    with canvas.within(box):
        draw_tile(canvas, turned, left, top)
        _draw_name(canvas, tile.name, "", open_square(turned, left, top).grown(-4))
    column = Box(box.right + 16, top, canvas.width - MARGIN, box.bottom)
    with canvas.within(column):
        draw_pieces(canvas, _tile_words(tile, column.width, TextStyles(canvas.palette, 8)), column.left, top)
    draw_inch(canvas, left, box.bottom + 16)


def _tile_words(tile: Tile, width: float, styles: TextStyles) -> list[Piece]:
    """The description of a tile and the effects of its terrain: its glossary entry, without the grid of signs."""
    entry = catalog.by_key()["terrain-tile", tile.key]
    grid = next(words for words in entry.text.split("\n\n") if words.count("\n") > 1)
    first, *others = (words for words in entry.text.split("\n\n") if words != grid)
    quote = Style(DISPLAY_ITALIC, 9.4, styles.palette.soft)
    pieces = [*paragraph([Run(first, quote)], 9.2, width), space(6)]
    letters = "".join(tile.grid)
    for traits in (traits for letter, traits in LEGEND.items() if traits and letter in letters):
        pieces.append(_swatch(traits, styles))
        for key in traits:
            pieces += paragraph([Run(with_minus(trait(key).summary), styles.text)], styles.size, width)
        pieces.append(space(6))
    pieces.append(space(3))
    for words in others:
        pieces += [*paragraph([Run(words, styles.small)], styles.small.size, width), space(3)]
    return pieces


def _swatch(traits: tuple[str, ...], styles: TextStyles) -> Piece:
    """Return a sample of a ground with its name beside it."""
    name = line(Run(terrain_label(traits), styles.bold))

    def draw(canvas: Canvas, left: float, top: float) -> None:
        box = Box(left, top, left + 36, top + 18)
        draw_ground(canvas, traits, box)
        canvas.box(box, stroke=canvas.palette.ink, weight=0.5)
        canvas.text(name, box.right + 5, top + 12)

    return Piece(21, draw, keep=True)


def _draw_markers(canvas: Canvas) -> None:
    """Draw markers for objectives, teleportation circles and doors."""
    top = start_page(canvas, "Markers", "objectives, teleportation circles and doors")
    canvas.bookmark("Markers", "markers", MARGIN)
    left = (canvas.width - COLUMNS * INCH) / 2
    markers = [(row.name, listed(row.skills, "or")) for row in OBJECTIVES]
    markers += [
        (row.name, f"{row.skill}, {'its creature’s Power' if row.power is None else f'Power {row.power}'}")
        for row in SPECIAL_OBJECTIVES
    ]
    for number, (name, skills) in enumerate(markers):
        row, column = divmod(number, COLUMNS)
        _draw_objective(canvas, name, skills, Cut(column, row, 1, 1).box(left, top))
    rows = -(-len(markers) // COLUMNS)
    for column in range(COLUMNS):
        _draw_circle(canvas, Cut(column, rows, 1, 1).box(left, top))
    y = top + (rows + 1) * INCH + 8
    for row, lengths in enumerate(((1,) * COLUMNS, (1,) * COLUMNS, (2, 2, 2, 1))):
        x = left
        for length in lengths:
            _draw_loose_door(canvas, Box(x, y + row * INCH / 4, x + length * INCH, y + (row + 1) * INCH / 4))
            x += length * INCH
    draw_inch(canvas, left, y + INCH + 12)


def _draw_objective(canvas: Canvas, name: str, skills: str, box: Box) -> None:
    palette = canvas.palette
    hue = palette.hue("CG")
    with canvas.within(box):
        canvas.box(box, fill=hue.wash, stroke=palette.ink, weight=0.5)
        canvas.box(box.grown(-3), stroke=hue.ink, weight=1, round_by=3)
        width = box.width - 12
        size = next(
            (
                points
                for points in (9.0, 8.2, 7.4)
                if all(width_of(word, Style(DISPLAY, points, palette.ink)) <= width for word in name.split())
            ),
            6.6,
        )
        title = Style(DISPLAY, size, palette.ink)
        pieces = [
            *paragraph([Run(name, title)], size * 0.95, width),
            space(2),
            *paragraph([Run(skills, Style(TEXT, 6.2, palette.ink))], 6.0, width),
        ]
        height = sum(piece.height for piece in pieces)
        draw_pieces(canvas, pieces, box.left + 6, box.top + (box.height - height) / 2)


def _draw_circle(canvas: Canvas, box: Box) -> None:
    row = trait("teleportation-circle")
    palette = canvas.palette
    ink = palette.hue("LN").ink
    with canvas.within(box):
        canvas.box(box, fill=palette.hue("LN").wash, stroke=palette.ink, weight=0.5)
        for inset in (4.0, 7.0, 9.0):
            ring = box.grown(-inset)
            canvas.box(ring, stroke=ink, weight=0.9, round_by=ring.width / 2)
        x, y = (box.left + box.right) / 2, (box.top + box.bottom) / 2
        for place, word in enumerate(row.name.split()):
            centered(canvas, word.lower(), Style(BOLD, 6.8, palette.ink), x, y + 8 * (place - 0.5))


def _draw_loose_door(canvas: Canvas, box: Box) -> None:
    palette = canvas.palette
    with canvas.within(box):
        canvas.box(box, fill=palette.hue("CN").wash, stroke=palette.ink, weight=0.5)
        hatch_box = box.grown(-3)
        canvas.box(hatch_box, stroke=palette.hue("CN").ink, weight=1)
        centered(
            canvas,
            trait("door").name.lower(),
            Style(BOLD, 7, palette.ink),
            (box.left + box.right) / 2,
            (box.top + box.bottom) / 2,
        )
