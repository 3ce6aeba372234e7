"""What a pencil needs: the damage track, boxes with a word beside them, ruled lines; and the strip of stats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from printing.columns import Piece
from printing.document import Box, Document
from printing.inks import Ink
from printing.looks import Look
from printing.text import ASCENT, DESCENT, Line, Run, Style, line
from rules.cards.sheet import Mark, StatLine

HP_A_BOX = 5
SIDE = 8.6
"""Of a box of the damage track, in points."""
APART = 1.7 / SIDE
"""Between two boxes, in parts of their side."""
GROUP = 5
"""Boxes after which there is a wider gap."""
_BESIDE_VALUE = 1.0  # from a stat to the next one at least
_TICK = 5.4  # side of a box with a word beside it
_BESIDE = 1.6  # from such a box to its word
_TICKS_APART = 3.3


def damage_track(hp: int, width: float, look: Look, side: float = SIDE) -> list[Piece]:
    """Return a box for every 5 HP; the last one tells how many it stands for when those are fewer."""
    full, rest = divmod(max(hp, 0), HP_A_BOX)
    boxes = [""] * full + ([str(rest)] if rest else [])
    label = line(Run("HP", look.small_bold))
    left = label.width + 4
    apart = APART * side
    group = GROUP * (side + apart) + apart
    a_row = max(1, int((width - left + 2 * apart) / group)) * GROUP
    rows = [boxes[start : start + a_row] for start in range(0, len(boxes), a_row)]
    words = Style(look.label.face, look.label.size, look.palette.ink)

    def row_piece(row: list[str], first: bool) -> Piece:
        def draw(document: Document, x: float, y: float) -> None:
            if first:
                document.text(label, x, y + side / 2 + 0.383 * label.size)
            for place, rest in enumerate(row):
                start = x + left + place * (side + apart) + place // GROUP * apart
                box = Box(start, y, start + side, y + side)
                if rest:
                    document.box(box, stroke=look.palette.edge, weight=0.6)
                    centered(document, rest, words, start + side / 2, y + side / 2)
                else:
                    document.tick_box(box, look.palette.edge)

        return Piece(side + apart, draw, keep=True)

    return [row_piece(row, place == 0) for place, row in enumerate(rows)]


def ticks(words: Sequence[str], width: float, look: Look, *, columns: int = 0) -> list[Piece]:
    """Return words each with a box before it, in as many rows as they need, or in so many columns."""
    needed = [_TICK + _BESIDE + line(Run(word, look.label)).width for word in words]
    starts = _in_columns(needed, width, columns) if columns else _in_rows(needed, width)
    rows: list[list[tuple[float, str]]] = []
    for start, word in zip(starts, words, strict=True):
        if not start:
            rows.append([])
        rows[-1].append((start, word))
    height = max(_TICK, look.label.size) + 2.6

    def row_piece(row: list[tuple[float, str]]) -> Piece:
        def draw(document: Document, left: float, top: float) -> None:
            middle = top + height / 2
            for x, word in row:
                start = left + x
                document.tick_box(Box(start, middle - _TICK / 2, start + _TICK, middle + _TICK / 2), look.palette.edge)
                set_word = line(Run(word, look.label))
                document.text(set_word, start + _TICK + _BESIDE, middle + (ASCENT - DESCENT) * look.label.size / 2)

        return Piece(height, draw, keep=True)

    return [row_piece(row) for row in rows]


def _in_rows(needed: Sequence[float], width: float) -> Iterator[float]:
    """Yield where each word starts, 0 for the first of a row."""
    x = 0.0
    for one in needed:
        if x + one > width:
            x = 0.0
        yield x
        x += one + _TICKS_APART


def _in_columns(needed: Sequence[float], width: float, columns: int) -> Iterator[float]:
    """Yield where each word starts, below the one so many before it, 0 for the first of a row."""
    widths = [max(needed[column::columns], default=0.0) for column in range(columns)]
    apart = (width - sum(widths)) / max(1, columns - 1)
    starts = [place * apart + sum(widths[:place]) for place in range(columns)]
    yield from (starts[place % columns] for place in range(len(needed)))


def stat_strip(
    stats: Sequence[StatLine],
    movement: Mark | None,
    width: float,
    look: Look,
    wash: Ink | None,
    *,
    beside: float = _BESIDE_VALUE,
) -> Piece:
    """Return the stats side by side, each under its label; the way of moving stands beside the speed.

    ``beside`` is what is left at least between two of them, in points.
    """
    height = look.label.size + look.number.size * 1.12 + 3

    def draw(document: Document, left: float, top: float) -> None:
        if wash:
            document.box(Box(left, top, left + width, top + height), fill=wash)
        else:
            document.rule(left, top, left + width, look.palette.rule)
            document.rule(left, top + height, left + width, look.palette.rule)
        baseline = top + height - 1.5 - DESCENT * look.number.size / 2
        for label, value, cell in _cells(stats, movement, width, look, beside):
            middle = left + cell / 2
            label_baseline = top + 1.5 + (1 + ASCENT - DESCENT) * look.label.size / 2
            document.text(label, middle - label.width / 2, label_baseline)
            document.text(value, middle - value.width / 2, baseline)
            left += cell

    return Piece(height + 2, draw, keep=True)


def _cells(
    stats: Sequence[StatLine], movement: Mark | None, width: float, look: Look, beside: float
) -> Iterator[tuple[Line, Line, float]]:
    """Yield label and value of each stat with the width of its cell: all the same, or more for a long one."""
    labels = [line(Run(stat.label, look.label)) for stat in stats]
    runs = [
        [Run(stat.value, look.number), *_moving(movement if stat.name == "speed" else None, look)] for stat in stats
    ]
    values = [line(*one) for one in runs]
    even = width / len(stats)
    needed = [max(label.width, value.width) + beside for label, value in zip(labels, values, strict=True)]
    long = [place for place, own in enumerate(needed) if own > even]
    if not long:
        yield from ((label, value, even) for label, value in zip(labels, values, strict=True))
        return
    room = (width - sum(needed) + sum(needed[place] for place in long)) / len(long)
    for place in long:
        share = (room - beside) / values[place].width
        if share < 1:
            values[place] = line(*(run._replace(style=_narrowed(run.style, share)) for run in runs[place]))
            needed[place] = room
    more = (width - sum(needed)) / len(stats)
    yield from ((label, value, own + more) for label, value, own in zip(labels, values, needed, strict=True))


def _moving(movement: Mark | None, look: Look) -> list[Run]:
    return [Run(" ", look.label), Run(movement.sign, look.sign)] if movement else []


def _narrowed(style: Style, share: float) -> Style:
    return Style(style.face, max(6.0, style.size * share), style.ink)


def ruled(words: str, height: float, width: float, look: Look) -> Piece:
    """Return a line to write on, with a word for what is written there."""
    label = line(Run(words, look.label))

    def draw(document: Document, left: float, top: float) -> None:
        document.text(label, left, top + height - 0.3 * label.size)
        document.rule(left + label.width + 3, top + height - 0.5, left + width, look.palette.edge, 0.3)

    return Piece(height, draw)


def hairline(above: float, below: float, width: float, look: Look) -> Piece:
    """Return a thin line with space around it."""

    def draw(document: Document, left: float, top: float) -> None:
        document.rule(left, top + above, left + width, look.palette.rule, 0.4)

    return Piece(above + below, draw, keep=True)


def centered(document: Document, words: str, style: Style, x: float, y: float) -> None:
    """Draw words with their middle at a place."""
    one = line(Run(words, style))
    document.text(one, x - one.width / 2, y + (ASCENT - DESCENT) * style.size / 2)
