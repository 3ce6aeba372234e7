"""Pages that are kept as pictures: ``python -m tests.printing.goldens NAME ...`` makes some anew, to be looked at."""

import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from printing.aids.deployments import draw_deployments
from printing.aids.reference import draw_reference, draw_tokens
from printing.aids.tiles import draw_tiles
from printing.canvas import paper_size
from printing.cards.creatures import blank, creature, member
from printing.cards.entries import ROWS, condition, item_card, objective, special
from printing.cards.frame import ContentBuilder
from printing.cards.sheets import CardPaper
from printing.pdf import pdf_of
from rules.cards.sheet import creature_card
from rules.items import ITEMS
from rules.tables.objectives import OBJECTIVES, SPECIAL_OBJECTIVES
from tests.printing import pictures, warbands
from tests.printing.printed import cards_pdf, roster_pdf
from tests.printing.warbands import LINK, sheet

FOLDER = Path(__file__).parent / "golden"
COLOURS_KEPT = 64

CREATURES = ("caldera-oni", "princess", "trog-stoneliege", "giant-animated-statue", "flash-beetle", "azhana", "pixie")
"""A card is among them that goes on, that has few words, that has upgrades."""


def _cards(*, paper: CardPaper = "a4", bleed: bool = False, low_ink: bool = False) -> bytes:
    cards = {card.key: creature_card(card) for card in warbands.cards()}
    settings = (creature(cards[key]) for key in CREATURES)
    return cards_pdf(settings, title="Cards", paper=paper, bleed=bleed, low_ink=low_ink)


def _members(*, backs: bool) -> bytes:
    return cards_pdf([*map(member, warbands.hostile().members[3:]), blank()], title="Cards", backs=backs)


def _others() -> list[ContentBuilder]:
    states, standard = map(condition, ROWS[:2]), map(objective, OBJECTIVES[:2])
    return [*map(item_card, ITEMS[:3]), *states, *standard, special(SPECIAL_OBJECTIVES[0]), blank()]


GOLDENS: dict[str, tuple[Callable[[], bytes], int]] = {
    "roster-of-six": (lambda: roster_pdf(sheet(*warbands.ORDINARY), link=LINK), 1),
    "roster-of-twelve-second-page": (lambda: roster_pdf(sheet(*warbands.TWELVE), paper="letter"), 2),
    "roster-landscape-low-ink": (lambda: roster_pdf(sheet(*warbands.TWELVE), landscape=True, low_ink=True), 1),
    "cards-of-all-else": (lambda: cards_pdf(_others(), title="Cards"), 1),
    "a-card-for-a-print-shop": (lambda: _cards(paper="card", bleed=True), 1),
    "deployments": (lambda: pdf_of(draw_deployments, paper_size("a4")), 1),
    "reference-sheet": (lambda: pdf_of(draw_reference, paper_size("a4", landscape=True)), 1),
    "tiles": (lambda: pdf_of(draw_tiles, paper_size("a4")), 1),
    "tokens": (lambda: pdf_of(draw_tokens, paper_size("a4")), 1),
    "roster-of-harm": (lambda: roster_pdf(warbands.hostile(), link=LINK), 1),
    "cards-of-creatures": (lambda: _cards(bleed=True), 1),
    "cards-of-creatures-low-ink": (lambda: _cards(paper="letter", low_ink=True), 1),
    "cards-of-members": (lambda: _members(backs=True), 1),
    "backs-of-members": (lambda: _members(backs=True), 2),
}
"""Name, how the document is made, and which page of it."""


def main(names: Iterable[str]) -> None:
    """Make the pictures of some names anew; the others stay, so that a change that is not meant is not recorded."""
    for name in names:
        make, page = GOLDENS[name]
        small = pictures.picture(make(), page).quantize(COLOURS_KEPT)
        small.save(FOLDER / f"{name}.png", optimize=True)


if __name__ == "__main__":
    if not sys.argv[1:] or not set(sys.argv[1:]) <= GOLDENS.keys():
        sys.exit(f"Name the pictures to make anew, of these: {', '.join(GOLDENS)}")
    main(sys.argv[1:])
