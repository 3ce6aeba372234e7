"""The reference sheet, a page of rules to look up at the table, and tokens to put beside figures."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import sqrt
from typing import NamedTuple

from printing.boxes import centered
from printing.canvas import MM, SMALLEST, Box, Canvas, TextStyles
from printing.cards.entries import ROWS, StateRow, changes
from printing.colors import Hue
from printing.columns import (
    FOOT,
    HEAD,
    MARGIN,
    Block,
    ColumnParts,
    Piece,
    draw_column,
    filled,
    paragraph,
    space,
    start_page,
)
from printing.text import BOLD, DISPLAY, SIGNS, TEXT, Run, Style, font_for, line, lines, width_of
from rules.glossary import catalog
from rules.tables import movement
from rules.tables.actions import ACTIONS, COST_SIGNS, REACTIONS
from rules.tables.conditions import CONDITIONS, STATUSES_BY_NAME, Condition, general_ending
from rules.tables.damage import PERSISTENT_STEP
from rules.tables.dying import OUTCOMES
from rules.tables.prose import Entry
from rules.tables.terrain import TRAITS
from rules.tables.uses import USE_MARKS
from rules.text import with_minus

TITLE = "Reference sheet"
COLUMNS = 4
GUTTER = 12.0
SIZES = (8.2, 8.0, 7.8, 7.6, 7.4, 7.2, 7.0, 6.9, 6.8, 6.7, 6.6, 6.5)
"""Type sizes in points; the sheet uses the largest with which it fits on one page."""
_UNBROKEN = "\N{NO-BREAK SPACE}"
_LEADING = 0.96  # in parts of the usual one
_HANG = 6.0
_GAP = 4.0  # above a heading
_BY_COST = {row.cost: row.sign for row in COST_SIGNS if not row.once_per_turn}


class ReferenceRow(NamedTuple):
    """A line of the sheet: an optional sign, a name, and an explanation."""

    name: str
    words: str
    sign: str = ""


class ReferenceSection(NamedTuple):
    """Rows under a heading; short rows that share lines come first, remarks about all come last."""

    heading: str
    rows: tuple[ReferenceRow, ...]
    note: str = ""
    short: tuple[ReferenceRow, ...] = ()


def draw_reference(canvas: Canvas) -> None:
    """Draw the reference sheet in the largest type with which it fits on its page."""
    canvas.describe(TITLE, "A summary of the rules of Path 2 Victory")
    top = start_page(canvas, TITLE, "Path 2 Victory in brief. The rulebook has the full rules.")
    canvas.bookmark(TITLE, "reference", MARGIN)
    width = (canvas.width - 2 * MARGIN - (COLUMNS - 1) * GUTTER) / COLUMNS
    for place, column in enumerate(_columns(canvas, width, canvas.height - MARGIN - FOOT - top)):
        draw_column(canvas, column, MARGIN + place * (width + GUTTER), top, width)


def sections() -> Iterator[ReferenceSection]:
    """Yield the sections of the sheet, in order."""
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
    """Fill the columns in the largest type with which everything fits; the smallest always does."""
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
    by_name = {entry.name: entry for entry in catalog.entries() if entry.kind == kind}
    return tuple(_row(by_name[name]) for name in names)


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
    """The marks of a card, apart from costs: how often something may be used, how a creature moves."""
    for use in USE_MARKS:
        yield ReferenceRow(use.name, use.summary, use.sign)
    for mode in movement.MODES:
        yield ReferenceRow(mode.name, mode.summary, mode.sign)


def _shown(sign: str) -> str:
    """The sign, "" if no font has it."""
    return sign if sign and font_for(sign, SIGNS) else ""


TOKENS_TITLE = "Tokens"
WIDTH = 20 * MM
A_ROW = 9
"""How many there are of each."""
_ACROSS = WIDTH + 2.3  # from one to the next, in points
_MOST_DOWN = WIDTH + 8
_RING = 2.4  # from the cut to the ring
_INSIDE = 1.6  # from the ring to the words
_NAME = (9.6, 9.0, 8.4, 7.8, 7.2, 6.8)  # type sizes of names
_EFFECT_SIZES = (7.6, 6.8, SMALLEST)  # type sizes of effects
_TOKEN_LEADING = 1.17  # in parts of the type size
_TIGHT = (SMALLEST, 6.2, 1.08)  # effects, name and leading where the words are many
_ROOM = 43.0  # for a line
_STAR = 20.0
_BLANK = 9.0  # a line to write on


class Token(NamedTuple):
    """The content of a token: its name, its effect in a few words, a large sign; ``blank`` leaves a line to write
    on.
    """

    name: str
    effects: tuple[str, ...]
    hue: str
    sign: str = ""
    blank: bool = False


def draw_tokens(canvas: Canvas) -> None:
    """Draw all tokens: the conditions on one page, the others on the next."""
    canvas.describe(TOKENS_TITLE, "Tokens for the conditions of Path 2 Victory")
    every = list(tokens())
    rows = int((canvas.height - 2 * MARGIN - FOOT - HEAD) / _ACROSS)
    pages = -(-len(every) // rows)
    a_page = -(-len(every) // pages)
    down = min((canvas.height - 2 * MARGIN - FOOT - HEAD) / a_page, _MOST_DOWN)
    left = (canvas.width - A_ROW * _ACROSS + _ACROSS - WIDTH) / 2
    for start in range(0, len(every), a_page):
        top = start_page(canvas, TOKENS_TITLE, "Cut along the outer circles: 20 mm across.")
        for row, token in enumerate(every[start : start + a_page]):
            y = top + row * down
            canvas.bookmark(token.name.capitalize(), f"token-{start + row}", y)
            for column in range(A_ROW):
                draw_token(canvas, token, left + column * _ACROSS, y)


def tokens() -> Iterator[Token]:
    """Yield the tokens: conditions, statuses that last, persistent damage and hero points."""
    others: list[StateRow] = [STATUSES_BY_NAME[name] for name in ("concealed", "swallowed", "light load", "heavy load")]
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
    """Draw a token with the upper left corner of its square at a place."""
    palette = canvas.palette
    hue = palette.hue(token.hue)
    cut = Box(left, top, left + WIDTH, top + WIDTH)
    ring = cut.grown(-_RING)
    with canvas.within(cut):
        canvas.box(cut, stroke=palette.rule, weight=0.4, round_by=WIDTH / 2)
        canvas.box(ring, fill=hue.wash, stroke=hue.ink, weight=1.3, round_by=ring.width / 2)
        _Words(token, hue, canvas).draw(canvas, left + WIDTH / 2, top + WIDTH / 2)


class _Words:
    """The words of a token, in the largest type that fits its circle."""

    def __init__(self, token: Token, hue: Hue, canvas: Canvas) -> None:
        ink = canvas.palette.ink
        self.token, self.rule = token, hue.ink
        self.star = Style(SIGNS, _STAR, hue.ink)
        extra = (_STAR if token.sign else 0) + (_BLANK if token.blank else 0)
        for size, name, leading in (*product(_EFFECT_SIZES, _NAME, (_TOKEN_LEADING,)), _TIGHT):
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
        for place, text_line in enumerate(self.lines):
            canvas.text(text_line, x - text_line.width / 2, below + (place + 0.77) * self.leading)
