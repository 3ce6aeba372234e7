"""The cards of a warband."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from printing.canvas import Canvas
from printing.cards.content import ContentBuilder
from printing.cards.creatures import member
from printing.cards.items import carried
from printing.cards.sheets import draw_cards
from printing.header import sheet_name
from printing.members import NO_SOURCES
from rules.sheets import MemberGroup, RosterSheet


def draw_warband_cards(
    canvas: Canvas,
    sheet: RosterSheet,
    groups: Iterable[MemberGroup],
    sources: Mapping[str, str] = NO_SOURCES,
    *,
    items: bool = False,
    backs: bool = False,
    bleed: bool = False,
) -> None:
    """Draw the cards of some of a warband's members, with ``items`` also a card of each item that they carry.

    Each of equal members has a card of its own. ``sources`` tells, by the creatures' keys, where those come from that
    did not come with Muster.
    """
    title = f"Cards of {sheet_name(sheet)}"
    draw_cards(canvas, warband_cards(groups, sources, items=items), title=title, backs=backs, bleed=bleed)


def warband_cards(
    groups: Iterable[MemberGroup], sources: Mapping[str, str] = NO_SOURCES, *, items: bool = False
) -> Iterator[ContentBuilder]:
    """Yield the card of each member, and with ``items`` those of what it carries after it; copies follow each other."""
    for group in groups:
        member_sheet = group.first
        source = sources.get(member_sheet.card.key, "") if member_sheet.card else ""
        yield from [member(member_sheet, source)] * group.number
        if items:
            for line in member_sheet.items:
                yield from [carried(line, member_sheet.called)] * group.number
