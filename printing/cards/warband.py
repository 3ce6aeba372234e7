"""The cards of a warband."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from printing.canvas import Canvas
from printing.cards.content import ContentBuilder
from printing.cards.creatures import member
from printing.cards.items import carried
from printing.cards.sheets import draw_cards
from printing.header import sheet_name
from rules.sheets import MemberSheet, RosterSheet


def draw_warband_cards(
    canvas: Canvas,
    sheet: RosterSheet,
    members: Iterable[MemberSheet],
    *,
    items: bool = False,
    backs: bool = False,
    bleed: bool = False,
) -> None:
    """Draw the cards of some of a warband's members, with ``items`` also a card of each item that they carry."""
    title = f"Cards of {sheet_name(sheet)}"
    draw_cards(canvas, warband_cards(members, items=items), title=title, backs=backs, bleed=bleed)


def warband_cards(members: Iterable[MemberSheet], *, items: bool = False) -> Iterator[ContentBuilder]:
    """Yield the card of each member, and with ``items`` those of what it carries after it."""
    for one in members:
        yield member(one)
        if items:
            yield from (carried(line, one.called) for line in one.items)
