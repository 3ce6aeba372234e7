"""The cards of a warband."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from printing.cards.content import Setting
from printing.cards.creatures import member
from printing.cards.items import carried
from printing.cards.sheets import draw_cards
from printing.document import Document
from printing.heads import name_of
from rules.sheets import MemberSheet, RosterSheet


def draw_warband_cards(
    document: Document,
    sheet: RosterSheet,
    members: Iterable[MemberSheet],
    *,
    items: bool = False,
    backs: bool = False,
    bleed: bool = False,
) -> None:
    """Draw the cards of some of a warband's members, with ``items`` also a card of each item that they carry."""
    title = f"Cards of {name_of(sheet)}"
    draw_cards(document, warband_cards(members, items=items), title=title, backs=backs, bleed=bleed)


def warband_cards(members: Iterable[MemberSheet], *, items: bool = False) -> Iterator[Setting]:
    """Yield the card of each member, and with ``items`` those of what it carries after it."""
    for one in members:
        yield member(one)
        if items:
            yield from (carried(line, one.called) for line in one.items)
