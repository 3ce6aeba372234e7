"""The reference sheet: a turn, actions, conditions, rolls, terrain and signs on one page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from printing.canvas import Canvas
from printing.columns import FOOT, MARGIN, Block, ColumnParts, Piece, draw_column, filled, paragraph, space, start_page
from printing.styles import TextStyles
from printing.text import DISPLAY, SIGNS, TEXT, Run, Style, font_for, line
from rules.effects import model
from rules.glossary import catalog
from rules.tables import movement
from rules.tables.actions import ACTIONS, COST_SIGNS
from rules.tables.conditions import CONDITIONS, general_ending
from rules.tables.dying import OUTCOMES
from rules.tables.prose import Entry
from rules.tables.reactions import REACTIONS
from rules.tables.terrain import TRAITS
from rules.tables.uses import USE_MARKS
from rules.text import with_minus

TITLE = "Reference sheet"
COLUMNS = 4
GUTTER = 12.0
SIZES = (8.2, 8.0, 7.8, 7.6, 7.4, 7.2, 7.0, 6.9, 6.8, 6.7, 6.6, 6.5)
"""Type sizes in points, of which the largest is taken that one page holds."""
_UNBROKEN = "\N{NO-BREAK SPACE}"
_LEADING = 0.96  # in parts of the usual one
_HANG = 6.0
_GAP = 4.0  # above a heading
_BY_COST = {row.cost: row.sign for row in COST_SIGNS if not row.once_per_turn}


class ReferenceRow(NamedTuple):
    """A line of the sheet: a sign where there is one, a name, and what it is about."""

    name: str
    words: str
    sign: str = ""


class ReferenceSection(NamedTuple):
    """Rows under a heading, before them short ones on the same lines, after them what holds for all."""

    heading: str
    rows: tuple[ReferenceRow, ...]
    note: str = ""
    short: tuple[ReferenceRow, ...] = ()


def draw_reference(canvas: Canvas) -> None:
    """Draw the reference sheet in the largest type that its page holds."""
    canvas.describe(TITLE, "A summary of the rules of Path 2 Victory")
    top = start_page(canvas, TITLE, "Path 2 Victory in brief. The rulebook has the full rules.")
    canvas.bookmark(TITLE, "reference", MARGIN)
    width = (canvas.width - 2 * MARGIN - (COLUMNS - 1) * GUTTER) / COLUMNS
    for place, column in enumerate(_columns(canvas, width, canvas.height - MARGIN - FOOT - top)):
        draw_column(canvas, column, MARGIN + place * (width + GUTTER), top, width)


def sections() -> Iterator[ReferenceSection]:
    """Yield what is on the sheet, in its order."""
    yield ReferenceSection(
        "A round",
        (
            *_named("round-limit", "First Player"),
            *_named("action", "Group Activation", "Action Points"),
            _end_of_turn(),
            *_named("round-limit", "Round Limit"),
        ),
    )
    yield ReferenceSection(
        "Actions", tuple(ReferenceRow(row.name, row.summary, "●" * row.action_points) for row in ACTIONS)
    )
    yield ReferenceSection(
        "Reactions", tuple(ReferenceRow(row.name, row.summary, _BY_COST["reaction"]) for row in REACTIONS)
    )
    yield ReferenceSection("After a campaign battle", tuple(_outcomes()), "Roll 1d6 for each eliminated creature.")
    rolls = ("Saving Throw", "Critical Hit", "Critical Failure", "Critical Success")
    yield ReferenceSection("Rolls", (*_named("action", "Multiple Attack Penalty"), *_named("damage-rule", *rolls)))
    damage = ("Half Damage", "Immune", "Resist", "Weak", "Persistent Damage", "Temporary HP")
    yield ReferenceSection("Damage", _named("damage-rule", *damage))
    yield ReferenceSection("Dying", (*_entries("dying"), *_entries("hero-point")))
    yield ReferenceSection(
        "Conditions", tuple(ReferenceRow(row.name.capitalize(), row.summary) for row in CONDITIONS), general_ending()
    )
    yield ReferenceSection("Statuses", _entries("status"))
    yield ReferenceSection("Range, cover and sight", _entries("cover"))
    yield ReferenceSection("Movement", tuple(ReferenceRow(row.name, row.summary) for row in _terms_of_movement()))
    yield ReferenceSection("Terrain", tuple(ReferenceRow(row.name, row.summary, _shown(row.sign)) for row in TRAITS))
    yield ReferenceSection("Areas", _entries("area"))
    costs = tuple(ReferenceRow("", cost.meaning, cost.sign) for cost in COST_SIGNS)
    yield ReferenceSection("Signs", tuple(_signs()), short=costs)


def _columns(canvas: Canvas, width: float, height: float) -> list[ColumnParts]:
    """Fill the columns in the largest type that leaves nothing over; the smallest is sure to."""
    for size in SIZES:
        styles = TextStyles(canvas.palette, size)
        blocks = [Block([*_pieces(section, styles, width)], gap=_GAP) for section in sections()]
        pages = filled(blocks, [height] * COLUMNS, height)
        if len(pages) == 1:
            break
    return pages[0]


def _pieces(section: ReferenceSection, styles: TextStyles, width: float) -> Iterator[Piece]:
    yield _heading(section.heading, styles, width)
    sign = styles.style(SIGNS, 1.0, styles.palette.accent)
    if section.short:
        runs = [
            run
            for row in section.short
            for run in (
                Run(row.sign, sign),
                Run(f" {row.words}".replace(" ", _UNBROKEN), styles.text),
                Run("   ", styles.text),
            )
        ]
        yield from paragraph(runs, _LEADING * styles.size, width)
    for row in section.rows:
        runs = [Run(f"{row.sign} ", sign)] if row.sign else []
        runs += [Run(row.name, styles.bold), Run(f" {with_minus(row.words)}", styles.text)]
        yield from paragraph(runs, _LEADING * styles.size, width, hang=_HANG)
        yield space(0.5)
    if section.note:
        note = Style(TEXT, max(SIZES[-1], styles.small.size), styles.palette.soft)
        yield from paragraph([Run(section.note, note)], _LEADING * note.size, width)


def _heading(words: str, styles: TextStyles, width: float) -> Piece:
    style = Style(DISPLAY, 1.38 * styles.size, styles.palette.accent)
    height = 1.2 * style.size + 2.4

    def draw(canvas: Canvas, left: float, top: float) -> None:
        canvas.text(line(Run(words, style)), left, top + 0.86 * style.size)
        canvas.rule(left, top + height - 1.9, left + width, styles.palette.accent, 0.6)

    return Piece(height, draw, keep=True)


def _row(entry: Entry) -> ReferenceRow:
    return ReferenceRow(entry.name[:1].upper() + entry.name[1:], entry.summary)


def _entries(kind: str) -> tuple[ReferenceRow, ...]:
    return tuple(_row(entry) for entry in catalog.entries() if entry.kind == kind)


def _named(kind: str, *names: str) -> tuple[ReferenceRow, ...]:
    found = {entry.name: entry for entry in catalog.entries() if entry.kind == kind}
    return tuple(_row(found[name]) for name in names)


def _end_of_turn() -> ReferenceRow:
    # The order of what happens when a turn ends stands in the rule of persistent damage.
    return ReferenceRow("End of turn", catalog.by_key()["damage-rule", "persistent-damage"].text.split("\n\n")[1])


def _terms_of_movement() -> Iterable[Entry]:
    modes = {mode.name for mode in movement.MODES}
    return (entry for entry in movement.entries() if entry.name not in modes)


def _outcomes() -> Iterator[ReferenceRow]:
    for outcome in OUTCOMES:
        faces = "–".join(str(font) for font in (outcome.faces[0], outcome.faces[-1]))
        yield ReferenceRow(f"{faces} {outcome.name}", outcome.summary)


def _signs() -> Iterator[ReferenceRow]:
    """The marks of a card beside the signs of costs: how often something may be used, how a creature moves."""
    for use in USE_MARKS:
        yield ReferenceRow(use.name, use.summary, use.sign)
    for mode in movement.MODES:
        yield ReferenceRow(mode.name, mode.summary, mode.sign)
    yield ReferenceRow(model.LABEL, model.MEANING)


def _shown(sign: str) -> str:
    """The sign, "" where no font has it."""
    return sign if sign and font_for(sign, SIGNS) else ""
