"""The cards of a warband."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from printing.cards.content import Setting
from printing.cards.creatures import member
from printing.cards.items import carried
from rules.sheets import MemberSheet


def warband_cards(members: Iterable[MemberSheet], *, items: bool = False) -> Iterator[Setting]:
    """Yield the card of each member, and with ``items`` those of what it carries after it."""
    for one in members:
        yield member(one)
        if items:
            yield from (carried(line, one.called) for line in one.items)
