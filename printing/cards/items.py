"""Cards of items: as the rules have them, and as the members of a warband carry them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from printing.boxes import ticks
from printing.cards.content import CardContent, ContentBuilder
from printing.cards.frame import ROOM
from printing.cards.pieces import LabeledFigure, figures, legend_pieces, sentence_pieces, to_write
from printing.columns import Piece
from printing.sentences import marked
from printing.styles import TextStyles
from printing.text import Run
from rules.items import Item
from rules.roster import ItemChoice
from rules.sheets import ItemLine, item_line

_LARGER = 1.12  # the words of an item are few


def item_card(thing: Item) -> ContentBuilder:
    """Return the card of an item, with a line to write on or boxes to tick for what its player chooses."""
    line = item_line(0, ItemChoice(thing.key), thing)
    source = "Core rules" if thing.in_rulebook else "Later public material"

    def build(styles: TextStyles) -> CardContent:
        styles = _larger(styles)
        pieces = [*_text_pieces(line, styles)]
        if thing.needs:
            pieces += sentence_pieces([Run(f"Usable only by {thing.needs}.", styles.small)], styles)
        return _content(line, pieces, _to_choose(line, thing.options, styles), f"{source} · {thing.license}", styles)

    return build


def carried(line: ItemLine, carrier: str = "") -> ContentBuilder:
    """Return the card of an item that a member has; ``carrier`` is what the member is called."""

    def build(styles: TextStyles) -> CardContent:
        styles = _larger(styles)
        foot = f"Carried by {carrier}" if carrier else ""
        return _content(line, _text_pieces(line, styles), _to_choose(line, (), styles), foot, styles)

    return build


def _larger(styles: TextStyles) -> TextStyles:
    return replace(styles, size=_LARGER * styles.size)


def _content(
    line: ItemLine, pieces: Iterable[Piece], base: Iterable[Piece], foot: str, styles: TextStyles
) -> CardContent:
    return CardContent(
        title=line.full_name,
        under=" · ".join((f"{line.kind} item", *line.tags)) if line.known else "unknown item",
        price=str(line.level) if line.known else "",
        aside="level" if line.known else "",
        pieces=[*pieces],
        base=[*base, *legend_pieces([line], styles)],
        foot=foot,
    )


def _text_pieces(line: ItemLine, styles: TextStyles) -> Iterator[Piece]:
    yield from figures([*_figures(line)], styles, styles.palette.no_hue.wash)
    if not line.known:
        yield from sentence_pieces([Run("Unknown item.", styles.text)], styles)
    if line.trigger:
        head = Run(f"{line.precondition} ", styles.bold)
        yield from sentence_pieces([head, *marked(line.trigger, styles.text, styles.term)], styles)
    if line.text:
        yield from sentence_pieces(marked(line.text, styles.text, styles.term), styles)


def _figures(line: ItemLine) -> Iterator[LabeledFigure]:
    """What it takes to use the item: the boxes of its uses, its cost, its range."""
    if line.uses:
        yield "Use", "".join(mark.sign for mark in line.uses)
    if line.cost:
        yield "Cost", line.cost.sign or line.cost.words
    if line.reach:
        kind, _, squares = line.reach.removesuffix(" strike").partition(" ")
        label = f"{kind} strike" if line.reach.endswith(" strike") else kind
        yield (label, squares) if squares else ("Range", label)


def _to_choose(line: ItemLine, options: Sequence[str], styles: TextStyles) -> Iterator[Piece]:
    """Where the player writes or ticks what is not chosen yet."""
    if line.open_choice and options:
        yield from sentence_pieces([Run(f"{line.asks_for.capitalize()}:", styles.small)], styles)
        yield from ticks(options, ROOM, styles)
    elif line.open_choice:
        yield to_write(line.asks_for.capitalize(), styles)
