"""Parts for a pencil: damage track, check boxes, ruled lines; and the strip of stats."""

from collections.abc import Iterator, Sequence

from printing.canvas import Box, Canvas, TextStyles
from printing.colors import Color
from printing.columns import Piece
from printing.text import ASCENT, DESCENT, Run, Style, TextLine, line
from rules.cards.sheet import Mark, StatLine

HP_A_BOX = 5
SIDE = 8.6
"""The side of a box in the damage track, in points."""
APART = 1.7 / SIDE
"""The space between two boxes, as a share of their side."""
GROUP = 5
"""The number of boxes between wider gaps."""
_BESIDE_VALUE = 1.0  # from a stat to the next one at least
_TICK = 5.4  # side of a box with a word beside it
_BESIDE = 0.3  # from such a box to its word, in parts of its side
_TICKS_APART, _MOST_APART = 3.3, 16.0


def damage_track(hp: int, width: float, styles: TextStyles, side: float = SIDE, *, label: str = "HP") -> list[Piece]:
    """Return a box for every 5 HP, each with the number for which it stands; the last one may stand for fewer."""
    full, rest = divmod(max(hp, 0), HP_A_BOX)
    boxes = [HP_A_BOX] * full + ([rest] if rest else [])
    head = line(Run(label, styles.small_bold))
    left = head.width + 4
    apart = APART * side
    group = GROUP * (side + apart) + apart
    a_row = max(1, int((width - left + 2 * apart) / group)) * GROUP
    rows = [boxes[start : start + a_row] for start in range(0, len(boxes), a_row)]
    words = Style(styles.label.font, styles.label.size, styles.palette.ink)
    pale = Style(styles.label.font, styles.style(styles.label.font, 0).size, styles.palette.edge)

    def row_piece(row: list[int], first: bool) -> Piece:
        def draw(canvas: Canvas, x: float, y: float) -> None:
            if first:
                canvas.text(head, x, y + side / 2 + 0.383 * head.size)
            for place, points in enumerate(row):
                start = x + left + place * (side + apart) + place // GROUP * apart
                box = Box(start, y, start + side, y + side)
                if points < HP_A_BOX:
                    canvas.box(box, stroke=styles.palette.edge, weight=0.6)
                    centered(canvas, str(points), words, start + side / 2, y + side / 2)
                else:
                    # Part of the box: the pencil goes over it.
                    canvas.tick_box(box, styles.palette.edge)
                    number = line(Run(str(points), pale))
                    middle = y + side / 2 + (ASCENT - DESCENT) * pale.size / 2
                    canvas.picture(number, start + (side - number.width) / 2, middle)

        return Piece(side + apart, draw, keep=True)

    return [row_piece(row, place == 0) for place, row in enumerate(rows)]


def ticks(
    words: Sequence[str], width: float, styles: TextStyles, *, columns: int = 0, side: float = _TICK
) -> list[Piece]:
    """Return words with a check box before each, in as many rows as necessary or in ``columns``."""
    needed = [side * (1 + _BESIDE) + line(Run(word, styles.label)).width for word in words]
    starts = _in_columns(needed, width, columns) if columns else _in_rows(needed, width)
    rows: list[list[tuple[float, str]]] = []
    for start, word in zip(starts, words, strict=True):
        if not start:
            rows.append([])
        rows[-1].append((start, word))
    height = max(side, styles.label.size) + 2.6

    def row_piece(row: list[tuple[float, str]]) -> Piece:
        def draw(canvas: Canvas, left: float, top: float) -> None:
            middle = top + height / 2
            for x, word in row:
                start = left + x
                canvas.tick_box(Box(start, middle - side / 2, start + side, middle + side / 2), styles.palette.edge)
                set_word = line(Run(word, styles.label))
                canvas.text(set_word, start + side * (1 + _BESIDE), middle + (ASCENT - DESCENT) * styles.label.size / 2)

        return Piece(height, draw, keep=True)

    return [row_piece(row) for row in rows]


def _in_rows(needed: Sequence[float], width: float) -> Iterator[float]:
    """Yield the start of each word, 0 for the first of a row."""
    x = 0.0
    for word_width in needed:
        if x + word_width > width:
            x = 0.0
        yield x
        x += word_width + _TICKS_APART


def _in_columns(needed: Sequence[float], width: float, columns: int) -> Iterator[float]:
    """Yield the start of each word in columns, 0 for the first of a row."""
    widths = [max(needed[column::columns], default=0.0) for column in range(columns)]
    apart = min((width - sum(widths)) / max(1, columns - 1), _MOST_APART)
    starts = [place * apart + sum(widths[:place]) for place in range(columns)]
    yield from (starts[place % columns] for place in range(len(needed)))


def stat_strip(
    stats: Sequence[StatLine],
    movement: Mark | None,
    width: float,
    styles: TextStyles,
    wash: Color | None,
    *,
    beside: float = _BESIDE_VALUE,
) -> Piece:
    """Return the stats side by side, each under its label; the movement mode is beside the speed.

    ``beside`` is the minimum space between two stats, in points.
    """
    height = styles.label.size + styles.number.size * 1.12 + 3

    def draw(canvas: Canvas, left: float, top: float) -> None:
        if wash:
            canvas.box(Box(left, top, left + width, top + height), fill=wash)
        else:
            canvas.rule(left, top, left + width, styles.palette.rule)
            canvas.rule(left, top + height, left + width, styles.palette.rule)
        baseline = top + height - 1.5 - DESCENT * styles.number.size / 2
        for label, value, cell in _cells(stats, movement, width, styles, beside):
            middle = left + cell / 2
            label_baseline = top + 1.5 + (1 + ASCENT - DESCENT) * styles.label.size / 2
            canvas.text(label, middle - label.width / 2, label_baseline)
            canvas.text(value, middle - value.width / 2, baseline)
            left += cell

    return Piece(height + 2, draw, keep=True)


def _cells(
    stats: Sequence[StatLine], movement: Mark | None, width: float, styles: TextStyles, beside: float
) -> Iterator[tuple[TextLine, TextLine, float]]:
    """Yield the label and value of each stat with the width of its cell: equal, or wider for a long value."""
    labels = [line(Run(stat.label, styles.label)) for stat in stats]
    moving = [Run(" ", styles.label), Run(movement.sign, styles.sign)] if movement else []
    runs = [[Run(stat.value, styles.number), *(moving if stat.name == "speed" else ())] for stat in stats]
    values = [line(*run) for run in runs]
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


def _narrowed(style: Style, share: float) -> Style:
    return Style(style.font, max(6.0, style.size * share), style.ink)


def ruled(words: str, height: float, width: float, styles: TextStyles) -> Piece:
    """Return a line to write on, with a label."""
    label = line(Run(words, styles.label))

    def draw(canvas: Canvas, left: float, top: float) -> None:
        canvas.text(label, left, top + height - 0.3 * label.size)
        canvas.rule(left + label.width + 3, top + height - 0.5, left + width, styles.palette.edge, 0.3)

    return Piece(height, draw)


def hairline(above: float, below: float, width: float, styles: TextStyles) -> Piece:
    """Return a thin line with space around it."""

    def draw(canvas: Canvas, left: float, top: float) -> None:
        canvas.rule(left, top + above, left + width, styles.palette.rule, 0.4)

    return Piece(above + below, draw, keep=True)


def centered(canvas: Canvas, words: str, style: Style, x: float, y: float) -> None:
    """Draw words centered on a place."""
    text_line = line(Run(words, style))
    canvas.text(text_line, x - text_line.width / 2, y + (ASCENT - DESCENT) * style.size / 2)
