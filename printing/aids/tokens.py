"""Round tokens to lay beside a figure: each condition nine times, with its main effect."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import sqrt
from typing import NamedTuple

from printing.boxes import centered
from printing.canvas import MM, SMALLEST, Box, Canvas
from printing.cards.entries import ROWS, StateRow, changes
from printing.colors import Hue
from printing.columns import FOOT, HEAD, MARGIN, start_page
from printing.text import BOLD, DISPLAY, SIGNS, Run, Style, lines, width_of
from rules.tables.conditions import Condition
from rules.tables.damage import PERSISTENT_STEP
from rules.tables.statuses import BY_NAME
from rules.text import with_minus

TITLE = "Tokens"
WIDTH = 20 * MM
A_ROW = 9
"""How many there are of each."""
_ACROSS = WIDTH + 2.3  # from one to the next, in points
_MOST_DOWN = WIDTH + 8
_RING = 2.4  # from the cut to the ring
_INSIDE = 1.6  # from the ring to the words
_NAME = (9.6, 9.0, 8.4, 7.8, 7.2, 6.8)  # type sizes of names
_EFFECT_SIZES = (7.6, 6.8, SMALLEST)  # type sizes of effects
_LEADING = 1.17  # in parts of the type size
_TIGHT = (SMALLEST, 6.2, 1.08)  # effects, name and leading where the words are many
_ROOM = 43.0  # for a line
_STAR = 20.0
_UNBROKEN = "\N{NO-BREAK SPACE}"
_BLANK = 9.0  # a line to write on


class Token(NamedTuple):
    """What is on a token: its name, what it does in a few words, a large sign; ``blank`` leaves a line to write on."""

    name: str
    effects: tuple[str, ...]
    hue: str
    sign: str = ""
    blank: bool = False


def draw_tokens(canvas: Canvas) -> None:
    """Draw all tokens: the conditions on one page, what else is marked on the next."""
    canvas.describe(TITLE, "Tokens for the conditions of Path 2 Victory")
    every = list(tokens())
    rows = int((canvas.height - 2 * MARGIN - FOOT - HEAD) / _ACROSS)
    pages = -(-len(every) // rows)
    a_page = -(-len(every) // pages)
    down = min((canvas.height - 2 * MARGIN - FOOT - HEAD) / a_page, _MOST_DOWN)
    left = (canvas.width - A_ROW * _ACROSS + _ACROSS - WIDTH) / 2
    for start in range(0, len(every), a_page):
        top = start_page(canvas, TITLE, "Cut along the outer circles: 20 mm across.")
        for row, token in enumerate(every[start : start + a_page]):
            y = top + row * down
            canvas.bookmark(token.name.capitalize(), f"token-{start + row}", y)
            for column in range(A_ROW):
                draw_token(canvas, token, left + column * _ACROSS, y)


def tokens() -> Iterator[Token]:
    """Yield the tokens: conditions, statuses that last, persistent damage and hero points."""
    others: list[StateRow] = [BY_NAME[name] for name in ("concealed", "swallowed", "light load", "heavy load")]
    for row in (*ROWS, *others):
        yield Token(row.name, _effects(row), _hue(row))
    yield Token("persistent", (with_minus(f"-{PERSISTENT_STEP} each turn"),), "CE", blank=True)
    yield Token("hero point", (), "CG", sign="★")


def _effects(row: StateRow) -> tuple[str, ...]:
    effects = [
        f"no {label[:1].lower()}{label[1:]}" if figure == "none" else f"{label} {figure.replace(' ', _UNBROKEN)}"
        for label, figure in changes(row)
    ]
    return tuple(effects) or (with_minus(row.summary),)


def _hue(row: StateRow) -> str:
    if row.name in ("quickened", "invisible", "concealed"):
        return "NE"
    return "CE" if isinstance(row, Condition) else "CN"


def draw_token(canvas: Canvas, token: Token, left: float, top: float) -> None:
    """Draw a token with the upper left corner of its square there."""
    palette = canvas.palette
    hue = palette.hue(token.hue)
    cut = Box(left, top, left + WIDTH, top + WIDTH)
    ring = cut.grown(-_RING)
    with canvas.within(cut):
        canvas.box(cut, stroke=palette.rule, weight=0.4, round_by=WIDTH / 2)
        canvas.box(ring, fill=hue.wash, stroke=hue.ink, weight=1.3, round_by=ring.width / 2)
        _Words(token, hue, canvas).draw(canvas, left + WIDTH / 2, top + WIDTH / 2)


class _Words:
    """The words of a token, in the largest type that its circle holds."""

    def __init__(self, token: Token, hue: Hue, canvas: Canvas) -> None:
        ink = canvas.palette.ink
        self.token, self.rule = token, hue.ink
        self.star = Style(SIGNS, _STAR, hue.ink)
        extra = (_STAR if token.sign else 0) + (_BLANK if token.blank else 0)
        for size, name, leading in (*product(_EFFECT_SIZES, _NAME, (_LEADING,)), _TIGHT):
            style = Style(BOLD, size, ink)
            self.lines = [line for words in token.effects for line in lines([Run(words, style)], _ROOM)]
            self.leading = size * leading
            self.name = Style(DISPLAY, name, ink)
            self.height = name * 1.05 + len(self.lines) * self.leading + extra
            if self._fits():
                break

    def _fits(self) -> bool:
        """Whether the corners of the name and of every line are within the circle."""
        radius = WIDTH / 2 - _RING - _INSIDE
        top = -self.height / 2
        rows: Sequence[tuple[float, float, float]] = [
            (width_of(self.token.name, self.name), top + 0.22 * self.name.size, top + 0.9 * self.name.size),
            *((line.width, *self._ends(place)) for place, line in enumerate(self.lines)),
        ]
        return all(width / 2 <= sqrt(max(0, radius**2 - max(abs(start), abs(end)) ** 2)) for width, start, end in rows)

    def _ends(self, place: int) -> tuple[float, float]:
        bottom = self.height / 2 - (len(self.lines) - 1 - place) * self.leading
        return bottom - self.leading + 1.2, bottom - 1.2

    def draw(self, canvas: Canvas, x: float, y: float) -> None:
        top = y - self.height / 2
        centered(canvas, self.token.name, self.name, x, top + 0.52 * self.name.size)
        below = top + 1.05 * self.name.size
        if self.token.sign:
            centered(canvas, self.token.sign, self.star, x, below + _STAR / 2)
        if self.token.blank:
            canvas.rule(x - 15, below + _BLANK - 1, x + 15, self.rule, 0.5)
            below += _BLANK
        for place, line in enumerate(self.lines):
            canvas.text(line, x - line.width / 2, below + (place + 0.77) * self.leading)
