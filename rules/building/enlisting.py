"""Members that join at once from a list that was written elsewhere, and members that a campaign dismisses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Annotated

from rules.building.changes import (
    Change,
    MemberChange,
    called,
    draft_card,
    few_extras,
    few_in_all,
    group_of,
    item_name,
    key_name,
    member_of,
    room_for,
    single_line,
)
from rules.building.draft import FIRST_NUMBER, MAX_CHOICE, MAX_EXTRAS, MAX_MEMBERS, Draft, new_member_ids
from rules.cards.model import Card
from rules.documents.reading import Fields
from rules.documents.records import records_of
from rules.documents.shapes import Shape, integer
from rules.errors import ChangeRefused
from rules.items import level_allows, may_repeat
from rules.legality.rulebook import Rulebook
from rules.lengths import MAX_NAME
from rules.points import MAX_HERO_POINTS
from rules.roster.commands import count_minions, enlist, missing_minions
from rules.roster.model import ItemChoice, Member
from rules.text import few_listed, listed, plural_of, tallied


@dataclass(frozen=True, slots=True)
class MembersEnlist(Change):
    """Members join at the end with all that they have; a commander brings the minions that are not among them.

    Their ids hold only among themselves. Everyone is pinned to the current revision of its card.
    """

    kind = "members-enlist"

    members: Annotated[tuple[Member, ...], records_of(Member, MAX_MEMBERS)]

    @property
    def creatures(self) -> tuple[str, ...]:
        """The keys of their creatures."""
        return tuple(dict.fromkeys(member.creature for member in self.members))

    @property
    def items(self) -> tuple[str, ...]:
        """The keys of their items."""
        return tuple(dict.fromkeys(choice.item for member in self.members for choice in member.items))

    def apply(self, draft: Draft, rulebook: Rulebook, next_member: int = FIRST_NUMBER) -> Draft:
        """Return the draft with the members and the minions that they lack."""
        room_for(draft, len(self.members))
        if len({member.id for member in self.members}) != len(self.members):
            raise ChangeRefused("Two of the members to add have the same id.")
        ids = new_member_ids(draft, next_member)
        given = {member.id: next(ids) for member in self.members}
        new = []
        for member in self.members:
            _check(member, draft_card(replace(member, revision=None), draft, rulebook), rulebook)
            new.append(
                replace(
                    member,
                    id=given[member.id],
                    name=single_line(member.name, MAX_NAME, "A name"),
                    items=tuple(
                        replace(item, choice=single_line(item.choice or "", MAX_CHOICE, "A choice") or None)
                        for item in member.items
                    ),
                    minion_of=given.get(member.minion_of or ""),
                    revision=None,
                )
            )
        joined = [
            pinned
            for minion in _with_minions(new, ids, lambda member: draft_card(member, draft, rulebook))
            for pinned in minion
        ]
        room_for(draft, len(joined))
        return few_in_all(draft.with_members(*draft.roster.members, *joined))

    def describe(self, draft: Draft, rulebook: Rulebook) -> str:
        """Say who joined."""
        names = [called(replace(member, name=""), draft, rulebook) for member in self.members]
        return f"Added {few_listed(tallied(names))}"


def _check(member: Member, card: Card | None, rulebook: Rulebook) -> None:
    """Raise ``ChangeRefused`` for what the compendium does not have, and for more than a member can have."""
    if card is None:
        raise ChangeRefused(f"The compendium has no creature “{key_name(member.creature)}”.")
    for what, keys, known in (
        ("upgrade", member.upgrades, card.upgrades),
        ("item", [choice.item for choice in member.items], rulebook.items),
        ("positioning upgrade", member.positioning, rulebook.positioning),
    ):
        few_extras(len(keys), plural_of(what))
        if unknown := next((key for key in keys if key not in known), None):
            raise ChangeRefused(f"{card.name} cannot have the {what} “{key_name(unknown)}”.")
    if member.hero_points > MAX_HERO_POINTS:
        raise ChangeRefused(f"A creature can have 0 to {MAX_HERO_POINTS} hero points.")


def _with_minions(
    members: list[Member], ids: Iterator[str], card_of: Callable[[Member], Card | None]
) -> Iterator[list[Member]]:
    """Yield each member, pinned to its card, with the minions that no other member is already."""
    present = count_minions(members)
    for member in members:
        card = card_of(member)
        new = [(member, card)]
        for creature, _, missing in missing_minions(member.id, card, present) if card else ():
            for _ in range(missing):
                if len(new) <= MAX_MEMBERS:
                    new += enlist(creature, ids, card_of, commanders=(member,), most=MAX_MEMBERS)
        yield [replace(member, revision=own.revision if own else None) for member, own in new]


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
