"""Dismissing a member of a campaign: it leaves with its minions, and its items are handed on or go with it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Annotated

from rules.building.changes import (
    MemberChange,
    called,
    draft_card,
    few_extras,
    few_in_all,
    group_of,
    item_name,
    member_of,
)
from rules.building.draft import MAX_EXTRAS, MAX_MEMBERS, Draft
from rules.building.member_ids import FIRST_NUMBER
from rules.documents import Fields
from rules.documents.records import records_of
from rules.documents.shapes import Shape, integer
from rules.errors import ChangeRefused
from rules.items import level_allows, may_repeat
from rules.legality.rulebook import Rulebook
from rules.roster.model import ItemChoice, Member
from rules.text import listed, tallied


@dataclass(frozen=True, slots=True)
class ItemGift:
    """An item that somebody who leaves hands on: whose it was, its place among that member's items, who gets it."""

    member: str
    place: Annotated[int, integer(0, MAX_EXTRAS)]
    to: str


_GIFTS = records_of(ItemGift, MAX_MEMBERS * MAX_EXTRAS)


def _read_gifts(read: Fields, name: str) -> tuple[ItemGift, ...]:
    if read.raw.get(name) is None:
        read.ignore(name)
        return ()
    gifts: tuple[ItemGift, ...] = _GIFTS.read(read, name)
    return gifts


GIFTS = Shape(_GIFTS.write, _read_gifts, {**_GIFTS.schema, "type": ["array", "null"]})
"""A list of gifts; null or left out, there are none."""


@dataclass(frozen=True, slots=True)
class MemberDismiss(MemberChange):
    """A member is dismissed with its minions. Items that no gift hands on go with their carriers.

    Whether a receiver may carry its new items is for ``rules.legality`` to tell; ``possible_carriers`` are the ones to
    offer.
    """

    kind = "member-dismiss"

    gifts: Annotated[tuple[ItemGift, ...], GIFTS] = ()

    def apply(self, draft: Draft, rulebook: Rulebook, next_member: int = FIRST_NUMBER) -> Draft:
        """Return the draft without them, the items with their new carriers."""
        leaving = group_of(draft, self.member).ids
        if len({(gift.member, gift.place) for gift in self.gifts}) != len(self.gifts):
            raise ChangeRefused("An item can be handed on only once.")
        received: dict[str, list[ItemChoice]] = {}
        for gift in self.gifts:
            if gift.to in leaving:
                raise ChangeRefused("An item can be handed on only to someone who stays.")
            received.setdefault(member_of(draft, gift.to).id, []).append(self._item(draft, gift, leaving))
        staying = (member for member in draft.roster.members if member.id not in leaving)
        return few_in_all(draft.with_members(*(_with_items(member, received.get(member.id, [])) for member in staying)))

    def describe(self, draft: Draft, rulebook: Rulebook) -> str:
        """Say who left, and who got which items."""
        group = group_of(draft, self.member)
        who = listed([called(member, draft, rulebook) for member in group.members])
        handed = [
            f"{item_name(self._item(draft, gift, group.ids).item, rulebook)} to "
            f"{called(member_of(draft, gift.to), draft, rulebook)}"
            for gift in self.gifts
        ]
        return f"Dismissed {who}, gave {listed(tallied(handed))}" if handed else f"Dismissed {who}"

    @staticmethod
    def _item(draft: Draft, gift: ItemGift, leaving: frozenset[str]) -> ItemChoice:
        items = member_of(draft, gift.member).items if gift.member in leaving else ()
        if not 0 <= gift.place < len(items):
            raise ChangeRefused("No one who leaves carries that item any more. Load the page again.")
        return items[gift.place]


def possible_carriers(
    carried: ItemChoice, leaving: frozenset[str], draft: Draft, rulebook: Rulebook
) -> tuple[Member, ...]:
    """Return the members that stay and may carry an item, by their cards in the rulebook. An unknown item has none."""
    # Items go to creatures of their level or above; all but consumables are carried once. Appendix "Items"; rulings 8
    # and 9.
    item = rulebook.items.get(carried.item)
    if item is None:
        return ()
    found = []
    for member in draft.roster.members:
        card = None if member.id in leaving else draft_card(member, draft, rulebook)
        if card is None or card.level < 1 or not level_allows(item, card.level):
            continue
        if may_repeat(item) or Counter(member.items)[carried] == 0:
            found.append(member)
    return tuple(found)


def _with_items(member: Member, items: list[ItemChoice]) -> Member:
    if not items:
        return member
    few_extras(len(member.items) + len(items), "items")
    return replace(member, items=(*member.items, *items))
