"""Cards of items: as the rules have them, and as the members of a warband carry them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from printing.boxes import ticks
from printing.cards.content import Content, Setting
from printing.cards.frame import ROOM
from printing.cards.small import Figure, figures, sentences, to_write
from printing.columns import Piece
from printing.looks import Look
from printing.sentences import marked
from printing.text import Run
from rules.items import Item
from rules.roster import ItemChoice
from rules.sheets import ItemLine, item_line

_LARGER = 1.12  # the words of an item are few


def item(thing: Item) -> Setting:
    """Return the card of an item, with a line to write on or boxes to tick for what its player chooses."""
    line = item_line(0, ItemChoice(thing.key), thing)
    source = "Core rules" if thing.in_rulebook else "Later public material"

    def setting(look: Look) -> Content:
        look = _larger(look)
        pieces = [*_told(line, look)]
        if thing.needs:
            pieces += sentences([Run(f"Only for {thing.needs}.", look.small)], look)
        return _content(line, pieces, _to_choose(line, thing.options, look), f"{source} · {thing.license}")

    return setting


def carried(line: ItemLine, carrier: str = "") -> Setting:
    """Return the card of an item that a member has; ``carrier`` is what the member is called."""

    def setting(look: Look) -> Content:
        look = _larger(look)
        foot = f"Carried by {carrier}" if carrier else ""
        return _content(line, _told(line, look), _to_choose(line, (), look), foot)

    return setting


def _larger(look: Look) -> Look:
    return replace(look, size=_LARGER * look.size)


def _content(line: ItemLine, pieces: Iterable[Piece], base: Iterable[Piece], foot: str) -> Content:
    return Content(
        title=line.full_name,
        under=" · ".join((f"{line.kind} item", *line.tags)) if line.known else "unknown item",
        price=str(line.level) if line.known else "",
        aside="level" if line.known else "",
        pieces=[*pieces],
        base=[*base],
        foot=foot,
    )


def _told(line: ItemLine, look: Look) -> Iterator[Piece]:
    yield from figures([*_figures(line)], look, look.palette.no_hue.wash)
    if not line.known:
        yield from sentences([Run("Nobody knows this item.", look.text)], look)
    if line.trigger:
        yield from sentences([Run("Trigger ", look.bold), *marked(line.trigger, look.text, look.term)], look)
    if line.text:
        yield from sentences(marked(line.text, look.text, look.term), look)


def _figures(line: ItemLine) -> Iterator[Figure]:
    """What it takes to use the item: the boxes of its uses, its cost, its range."""
    if line.uses:
        yield "Use", "".join(mark.sign for mark in line.uses)
    if line.cost:
        yield "Cost", line.cost.sign or line.cost.words
    if line.reach:
        kind, _, squares = line.reach.removesuffix(" strike").partition(" ")
        label = f"{kind} strike" if line.reach.endswith(" strike") else kind
        yield (label, squares) if squares else ("Range", label)


def _to_choose(line: ItemLine, options: Sequence[str], look: Look) -> Iterator[Piece]:
    """Where the player writes or ticks what is not chosen yet."""
    if line.open_choice and options:
        yield from sentences([Run(f"{line.asks_for.capitalize()}:", look.small)], look)
        yield from ticks(options, ROOM, look)
    elif line.open_choice:
        yield to_write(line.asks_for.capitalize(), look)
