"""Cards of objectives: what it takes to claim them, and who has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from printing.canvas import Box, Canvas
from printing.cards.content import CardContent, ContentBuilder
from printing.cards.frame import ROOM
from printing.cards.pieces import figures, sentence_pieces, to_write
from printing.columns import Piece, space
from printing.fonts import SIGNS
from printing.sentences import marked
from printing.styles import LEADING, TextStyles
from printing.text import ASCENT, DESCENT, Run, line, lines
from rules.glossary import catalog
from rules.tables.entry import Entry
from rules.tables.objectives import OBJECTIVES, TERRAIN, Objective, claim_terms
from rules.tables.special_objectives import SPECIAL_OBJECTIVES, SpecialObjective
from rules.text import listed

HUE = "CG"
"""The color of these cards, which sets their backs apart."""

_DICE = "⚀⚁⚂⚃⚄⚅"
_LABELS = ("Success: ", "Failure: ", "Owned: ")
_TICK = 7.0  # side of a box to tick
_CLAIMS = 3  # lines for those who have claimed an objective, one after the other


def objective(row: Objective) -> ContentBuilder:
    """Return the card of a standard objective: what each face of its d6 asks for, and a box to tick the one rolled."""
    entry = _entry("objective", row.key)

    def build(styles: TextStyles) -> CardContent:
        return CardContent(
            title=row.name,
            under=f"standard objective · {listed(TERRAIN)} terrain",
            hue=HUE,
            pieces=[*_faces(row, styles), *_text_pieces(entry, styles)],
            base=_claimed(styles),
        )

    return build


def special(row: SpecialObjective) -> ContentBuilder:
    """Return the card of a special objective."""
    entry = _entry("special-objective", row.key)

    def build(styles: TextStyles) -> CardContent:
        wash = styles.palette.hue(HUE).wash
        return CardContent(
            title=row.name,
            under="special objective",
            hue=HUE,
            pieces=[*figures(entry.facts, styles, wash), *_text_pieces(entry, styles)],
            base=_claimed(styles),
        )

    return build


def objectives() -> tuple[ContentBuilder, ...]:
    """Return the cards of the standard objectives."""
    return tuple(map(objective, OBJECTIVES))


def special_objectives() -> tuple[ContentBuilder, ...]:
    """Return the cards of the special objectives."""
    return tuple(map(special, SPECIAL_OBJECTIVES))


def _entry(kind: str, key: str) -> Entry:
    return catalog.by_key()[kind, key]


def _faces(row: Objective, styles: TextStyles) -> Iterator[Piece]:
    """A row for each face of the d6: a box to tick, the skills that count, and the Power."""
    for place, die in enumerate(_DICE):
        terms = claim_terms(row, place + 1)
        yield _face(die, listed(terms.skills, "or"), f"Power {terms.power}", styles)
    yield space(3)


def _face(die: str, skills: str, power: str, styles: TextStyles) -> Piece:
    sign = line(Run(die, styles.style(SIGNS, 1.5)))
    price = line(Run(power, styles.bold))
    start = _TICK + 4 + sign.width + 4
    words = lines([Run(skills, styles.text)], ROOM - start - price.width - 6)
    leading = styles.size * LEADING
    height = max(leading * len(words), _TICK + 1.5) + 2.5

    def draw(canvas: Canvas, left: float, top: float) -> None:
        middle = top + height / 2 - 0.4
        canvas.tick_box(Box(left, middle - _TICK / 2, left + _TICK, middle + _TICK / 2), styles.palette.edge)
        canvas.text(sign, left + _TICK + 4, middle + (ASCENT - DESCENT) * sign.size / 2)
        first = middle - leading * (len(words) - 1) / 2 + (ASCENT - DESCENT) * styles.size / 2
        for number, text_line in enumerate(words):
            canvas.text(text_line, left + start, first + number * leading)
        canvas.text(price, left + ROOM - price.width, middle + (ASCENT - DESCENT) * price.size / 2)
        canvas.rule(left, top + height - 0.4, left + ROOM, styles.palette.rule, 0.4)

    return Piece(height, draw, keep=True)


def _text_pieces(entry: Entry, styles: TextStyles) -> Iterator[Piece]:
    for words in entry.text.split("\n\n"):
        label = next((label for label in _LABELS if words.startswith(label)), "")
        runs = [Run(label.replace(":", ""), styles.bold)] if label else []
        yield from sentence_pieces([*runs, *marked(words.removeprefix(label), styles.text, styles.term)], styles)


def _claimed(styles: TextStyles) -> Sequence[Piece]:
    return [to_write("then by" if place else "Claimed by", styles) for place in range(_CLAIMS)]
