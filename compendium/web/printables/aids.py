"""Printing table aids: whole documents of which nothing but the paper is chosen."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from compendium.web.printables.jobs import Draw, Printable, PrintJob
from printing.aids.boards import diagrams, draw_deployment
from printing.aids.deployments import draw_deployments
from printing.aids.grounds import draw_tile
from printing.aids.reference import draw_reference
from printing.aids.tiles import draw_tiles
from printing.aids.tokens import WIDTH, draw_token, draw_tokens, tokens
from printing.canvas import INCH, Canvas, PageSize, paper_size
from rules.tables.deployments import DEPLOYMENTS as ALL_DEPLOYMENTS
from rules.tables.tiles import TILES

_APART = 8.0  # between the tokens of their sample
_TILE = next(tile for tile in TILES if tile.walls)
_DIAGRAM = next(diagrams(ALL_DEPLOYMENTS[0]))
_BOARD_WIDTH = 180.0


def _aid(
    key: str,
    name: str,
    sentence: str,
    draw: Callable[[Canvas], None],
    sample: Callable[[Canvas], None],
    size: PageSize,
    *,
    landscape: bool = False,
) -> Printable:
    whole = _without_options(draw)
    return Printable(
        key,
        name,
        sentence,
        lambda request: PrintJob(whole, name=key),
        lambda: _without_options(sample),
        ticks=("low_ink",),
        choice="",
        landscape=landscape,
        sample_size=size,
    )


def _without_options(draw: Callable[[Canvas], None]) -> Draw:
    return lambda canvas, options: draw(canvas)


def _tokens(canvas: Canvas) -> None:
    canvas.start_page()
    for place, token in enumerate(islice(tokens(), 6)):
        row, column = divmod(place, 2)
        draw_token(canvas, token, _APART + column * (WIDTH + _APART), _APART + row * (WIDTH + _APART))


def _tile(canvas: Canvas) -> None:
    canvas.start_page()
    draw_tile(canvas, _TILE, 0, 0)


def _board(canvas: Canvas) -> None:
    canvas.start_page()
    draw_deployment(canvas, _DIAGRAM, 0, 0, canvas.width / _DIAGRAM.board.width)


REFERENCE_SHEET = _aid(
    "reference-sheet",
    "Reference sheet",
    "Actions, conditions, terrain and the turn on one page.",
    draw_reference,
    draw_reference,
    paper_size("a4", landscape=True),
    landscape=True,
)
CONDITION_TOKENS = _aid(
    "condition-tokens",
    "Condition tokens",
    "Round tokens to put beside a figure, for every condition and everything else that you mark.",
    draw_tokens,
    _tokens,
    PageSize(2 * WIDTH + 3 * _APART, 3 * WIDTH + 4 * _APART),
)
TERRAIN_TILES = _aid(
    "terrain-tiles",
    "Terrain tiles",
    "Terrain to cut out, an inch a square: loose pieces, the ready-made tiles, and markers.",
    draw_tiles,
    _tile,
    PageSize(len(_TILE.grid[0]) * INCH, len(_TILE.grid) * INCH),
)
DEPLOYMENTS = _aid(
    "deployments",
    "Deployments",
    "Every deployment on the boards that it is for, with its zones described in words.",
    draw_deployments,
    _board,
    PageSize(_BOARD_WIDTH, _BOARD_WIDTH * _DIAGRAM.board.height / _DIAGRAM.board.width),
)
