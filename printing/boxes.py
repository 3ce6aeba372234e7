"""Features, items and spells as runs of words and signs, and what a player fills in: tracks, boxes, ruled lines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from printing.canvas import Box, Canvas, TextStyles
from printing.colors import Color
from printing.columns import Piece
from printing.text import ASCENT, DESCENT, Run, Style, TextLine, line
from rules.cards.sheet import CreatureCard, FeatureLine, Mark, SpellGroupLine, StatLine
from rules.effects import model
from rules.glossary import catalog
from rules.glossary.catalog import Span
from rules.sheets import ItemLine, MemberSheet, PositioningLine
from rules.text import cached_by_text, counted, with_minus

HP_A_BOX = 5
SIDE = 8.6
"""Of a box of the damage track, in points."""
APART = 1.7 / SIDE
"""Between two boxes, in parts of their side."""
GROUP = 5
"""Boxes after which there is a wider gap."""
_BESIDE_VALUE = 1.0  # from a stat to the next one at least
_TICK = 5.4  # side of a box with a word beside it
_BESIDE = 0.3  # from such a box to its word, in parts of its side
_TICKS_APART, _MOST_APART = 3.3, 16.0


def damage_track(hp: int, width: float, styles: TextStyles, side: float = SIDE, *, label: str = "HP") -> list[Piece]:
    """Return a box for every 5 HP, each with the number that it stands for; the last one may stand for fewer."""
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
    """Return words with a check box before each, in as many rows as they need or in ``columns``."""
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
    """Return the stats side by side, each under its label; the way of moving stands beside the speed.

    ``beside`` is what is left at least between two of them, in points.
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
    """Return a line to write on, with a word for what is written there."""
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
    """Draw words with their middle at a place."""
    text_line = line(Run(words, style))
    canvas.text(text_line, x - text_line.width / 2, y + (ASCENT - DESCENT) * style.size / 2)


Paragraph = list[Run]
_MOST_STARS = 12  # more than a member can have
_BY_TABLE = model.LABEL.replace(" ", "\N{NO-BREAK SPACE}")
_BEFORE_NUMBER = re.compile(r" (?=\d)")


@cached_by_text(2_048)
def spans(text: str) -> tuple[Span, ...]:
    """Find the game's terms in a sentence."""
    return catalog.finder().spans(with_minus(text))


def words_of(pieces: Iterable[Span]) -> str:
    """Return the words of a sentence."""
    return "".join(piece.text for piece in pieces)


def marked(text: str, style: Style, term: Style) -> Iterator[Run]:
    """Yield a sentence with its terms in a style of their own, a term's number on the same line."""
    for piece in spans(text):
        if piece.entry:
            yield Run(_BEFORE_NUMBER.sub("\N{NO-BREAK SPACE}", piece.text), term)
        else:
            yield Run(piece.text, style)


def feature(line: FeatureLine, styles: TextStyles, number: int = 1) -> list[Paragraph]:
    """Return a feature: its name with boxes, cost and range, trigger and effect; then a paragraph a group of spells.

    There are boxes for so many creatures that have it.
    """
    head = [*_uses(line.uses, styles, number), Run(line.name, styles.bold)]
    head += _cost(line.cost, styles)
    if line.kind:
        head.append(Run(f" {line.kind[:1].lower()}{line.kind[1:]}", styles.small))
    if line.reach:
        head.append(Run(f" {with_minus(line.reach)}", styles.reach))
    head += by_table(line.by_table, styles)
    head += _trigger(words_of(line.trigger), styles, line.precondition)
    if line.effect:
        head += [Run(" ", styles.text), *marked(words_of(line.effect), styles.text, styles.term)]
    if line.caster and _bare(line.caster) != _bare(line.name):
        head.append(Run(f" {line.caster}", styles.small))
    return [head, *(_group(group, styles, number) for group in line.groups)]


def item_paragraph(line: ItemLine, styles: TextStyles, number: int = 1) -> Paragraph:
    """Return an item: its name with boxes for so many creatures, cost and range, trigger and effect."""
    runs = [*_uses(line.uses, styles, number), Run(line.full_name, styles.bold)]
    if not line.known:
        return [*runs, Run(" Unknown item.", styles.small)]
    runs += _cost(line.cost, styles)
    apart = ", " if line.cost and not line.cost.sign else " "
    runs.append(Run(f"{apart}{line.kind} item, level {line.level}", styles.small))
    if line.asks_for and not line.choice:
        runs.append(Run(f" ({line.asks_for}: ……………………)", styles.small))
    if line.reach:
        runs.append(Run(f" {with_minus(line.reach)}", styles.reach))
    runs += by_table(line.by_table, styles)
    runs += _trigger(line.trigger, styles, line.precondition)
    return [*runs, Run(" ", styles.text), *marked(line.text, styles.text, styles.term)]


def by_table(is_left: bool, styles: TextStyles) -> Iterator[Run]:
    """Yield the mark of an effect whose text says more than its fields, if it is one."""
    if is_left:
        yield Run(f" {_BY_TABLE}", styles.label)


def by_table_legend(styles: TextStyles) -> Paragraph:
    """Return what that mark means."""
    return [Run(f"{_BY_TABLE} ", styles.small_bold), Run(model.MEANING, styles.small)]


def positioning(line: PositioningLine, styles: TextStyles) -> list[Paragraph]:
    """Return a positioning upgrade; a hidden choice is told only when it is revealed."""
    times = f" (bought {line.times} times)" if line.times > 1 else ""
    head = [Run(line.name, styles.bold), Run(f" positioning{times}", styles.small)]
    if not line.known:
        return [[*head, Run(" Unknown positioning upgrade.", styles.small)]]
    first, *others = line.text.split("\n\n")
    paragraphs = [[*head, Run(" ", styles.text), *marked(first, styles.text, styles.term)]]
    paragraphs += [list(marked(other, styles.text, styles.term)) for other in others]
    if line.is_secret and line.revealed and line.secret:
        paragraphs.append([Run("Revealed: ", styles.small_bold), Run(line.secret, styles.quote)])
    elif line.is_secret:
        paragraphs.append([Run("The player keeps this choice secret.", styles.small)])
    return paragraphs


def hero_points(number: int, styles: TextStyles, members: int = 1) -> Paragraph:
    """Return the hero points of so many members with a star for each to cross out; if there are many, their number."""
    stars = " ".join(["☆" * number] * members) if number <= _MOST_STARS else ""
    return [
        Run(f"{counted(number, 'hero point')}{' each' if members > 1 else ''} ", styles.small_bold),
        Run(stars, Style(styles.use.font, styles.use.size, styles.palette.ink)),
    ]


def career(lines: Iterable[str], styles: TextStyles) -> Paragraph:
    """Return what a campaign has made of a member's numbers, with its wounds."""
    return [Run("Career ", styles.small_bold), Run("; ".join(lines), styles.small)]


def foot(card: CreatureCard, styles: TextStyles) -> Paragraph:
    """Return the standard features of a card, one after the other, each number on the line of what it tells."""
    runs: Paragraph = []
    for label, words in card.foot:
        if runs:
            runs.append(Run("   ", styles.small))
        runs += [
            Run(f"{label} ".replace(" ", "\N{NO-BREAK SPACE}"), styles.small_bold),
            *(
                run._replace(text=_BEFORE_NUMBER.sub("\N{NO-BREAK SPACE}", run.text))
                for run in marked(words_of(words), styles.small, styles.small_term)
            ),
        ]
    return runs


def sentences(member: MemberSheet) -> Iterator[str]:
    """Yield everything in which a member's sheet may name a term of the game."""
    for feature_line in member.features:
        yield from (
            feature_line.name,
            feature_line.reach,
            words_of(feature_line.trigger),
            words_of(feature_line.effect),
        )
    for _, words in member.card.foot if member.card else ():
        yield words_of(words)
    for item_line in member.items:
        yield from (item_line.reach, item_line.trigger, item_line.text)
    for upgrade in member.positioning:
        yield upgrade.text


def _bare(words: str) -> str:
    return words.replace(",", "").casefold()


def _uses(uses: tuple[Mark, ...], styles: TextStyles, number: int) -> list[Run]:
    """Return the boxes of so many creatures; where each has several, with a gap between one creature's and the next."""
    if not uses:
        return []
    boxes = "".join(mark.sign for mark in uses)
    apart = " " if len(uses) > 1 else ""
    return [Run(apart.join([boxes] * number), styles.use), Run(" ", styles.text)]


def _cost(cost: Mark | None, styles: TextStyles) -> Iterator[Run]:
    """The sign of a cost, the words where there is none."""
    if cost:
        yield Run(" ", styles.text)
        yield Run(cost.sign, styles.sign) if cost.sign else Run(cost.words, styles.small)


def _trigger(text: str, styles: TextStyles, label: str = "Trigger") -> Iterator[Run]:
    if text:
        yield Run(f" {label} ", styles.small_bold)
        yield from marked(text if text.endswith((".", "!", "?")) else f"{text}.", styles.text, styles.term)


def _group(group: SpellGroupLine, styles: TextStyles, number: int) -> Paragraph:
    boxes = _uses(group.uses, styles, number) or [Run("At will ", styles.small_bold)]
    words = ", ".join(f"{name} ({note})" if note else name for name, note in group.spells)
    return [*boxes, Run(words, styles.text)]
