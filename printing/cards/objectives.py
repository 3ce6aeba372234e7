"""Cards of objectives: what it takes to claim them, and who has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from printing.cards.content import Content, Setting
from printing.cards.frame import ROOM
from printing.cards.small import figures, sentences, to_write
from printing.columns import Piece, space
from printing.document import Box, Document
from printing.faces import SIGNS
from printing.looks import LEADING, Look
from printing.sentences import marked
from printing.text import ASCENT, DESCENT, Run, line, lines
from rules.glossary import catalog
from rules.glossary.entry import Entry
from rules.tables.objectives import OBJECTIVES, TERRAIN, Objective, claim_terms
from rules.tables.special_objectives import SPECIAL_OBJECTIVES, SpecialObjective
from rules.text import listed

HUE = "CG"
"""The colour of these cards, so that their backs are told from others."""

_DICE = "⚀⚁⚂⚃⚄⚅"
_LABELS = ("Success: ", "Failure: ", "Owned: ")
_TICK = 7.0  # side of a box to tick
_CLAIMS = 3  # lines for those who have claimed an objective, one after the other


def objective(row: Objective) -> Setting:
    """Return the card of a standard objective: what each face of its d6 asks for, and a box to tick the one rolled."""
    entry = _entry("objective", row.key)

    def setting(look: Look) -> Content:
        return Content(
            title=row.name,
            under=f"standard objective · {listed(TERRAIN)} terrain",
            hue=HUE,
            pieces=[*_faces(row, look), *_told(entry, look)],
            base=_claimed(look),
        )

    return setting


def special(row: SpecialObjective) -> Setting:
    """Return the card of a special objective."""
    entry = _entry("special-objective", row.key)

    def setting(look: Look) -> Content:
        wash = look.palette.hue(HUE).wash
        return Content(
            title=row.name,
            under="special objective",
            hue=HUE,
            pieces=[*figures(entry.facts, look, wash), *_told(entry, look)],
            base=_claimed(look),
        )

    return setting


def objectives() -> tuple[Setting, ...]:
    """Return the cards of the standard objectives."""
    return tuple(map(objective, OBJECTIVES))


def special_objectives() -> tuple[Setting, ...]:
    """Return the cards of the special objectives."""
    return tuple(map(special, SPECIAL_OBJECTIVES))


def _entry(kind: str, key: str) -> Entry:
    return catalog.by_key()[kind, key]


def _faces(row: Objective, look: Look) -> Iterator[Piece]:
    """A row for each face of the d6: a box to tick, the skills that count, and the Power."""
    for place, die in enumerate(_DICE):
        terms = claim_terms(row, place + 1)
        yield _face(die, listed(terms.skills, "or"), f"Power {terms.power}", look)
    yield space(3)


def _face(die: str, skills: str, power: str, look: Look) -> Piece:
    sign = line(Run(die, look.style(SIGNS, 1.5)))
    price = line(Run(power, look.bold))
    start = _TICK + 4 + sign.width + 4
    words = lines([Run(skills, look.text)], ROOM - start - price.width - 6)
    leading = look.size * LEADING
    height = max(leading * len(words), _TICK + 1.5) + 2.5

    def draw(document: Document, left: float, top: float) -> None:
        middle = top + height / 2 - 0.4
        document.tick_box(Box(left, middle - _TICK / 2, left + _TICK, middle + _TICK / 2), look.palette.edge)
        document.text(sign, left + _TICK + 4, middle + (ASCENT - DESCENT) * sign.size / 2)
        first = middle - leading * (len(words) - 1) / 2 + (ASCENT - DESCENT) * look.size / 2
        for number, one in enumerate(words):
            document.text(one, left + start, first + number * leading)
        document.text(price, left + ROOM - price.width, middle + (ASCENT - DESCENT) * price.size / 2)
        document.rule(left, top + height - 0.4, left + ROOM, look.palette.rule, 0.4)

    return Piece(height, draw, keep=True)


def _told(entry: Entry, look: Look) -> Iterator[Piece]:
    for words in entry.text.split("\n\n"):
        label = next((one for one in _LABELS if words.startswith(one)), "")
        runs = [Run(label.replace(":", ""), look.bold)] if label else []
        yield from sentences([*runs, *marked(words.removeprefix(label), look.text, look.term)], look)


def _claimed(look: Look) -> Sequence[Piece]:
    return [to_write("then by" if place else "Claimed by", look) for place in range(_CLAIMS)]
