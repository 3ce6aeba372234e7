"""Changes of the items that members carry."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from rules.building.changes import (
    MemberChange,
    change_member,
    few_extras,
    few_in_all,
    item_name,
    key_name,
    member_of,
    single_line,
)
from rules.building.draft import MAX_CHOICE, Draft
from rules.building.member_ids import FIRST_NUMBER
from rules.errors import ChangeRefused
from rules.legality.rulebook import Rulebook
from rules.roster.model import ItemChoice


@dataclass(frozen=True, slots=True)
class ItemAdd(MemberChange):
    """A member carries one more item, with its choice where the item asks for one."""

    kind = "item-add"

    item: str
    choice: str | None = None

    @property
    def items(self) -> tuple[str, ...]:
        """The item's key."""
        return (self.item,)

    def apply(self, draft: Draft, rulebook: Rulebook, next_member: int = FIRST_NUMBER) -> Draft:
        """Return the draft with the item."""
        if self.item not in rulebook.items:
            raise ChangeRefused(f"The compendium has no item “{key_name(self.item)}”.")
        choice = single_line(self.choice or "", MAX_CHOICE, "A choice") or None
        few_extras(len(member_of(draft, self.member).items) + 1, "items")
        item = ItemChoice(self.item, choice)
        return few_in_all(
            change_member(draft, self.member, lambda member: replace(member, items=(*member.items, item)))
        )

    def describe(self, draft: Draft, rulebook: Rulebook) -> str:
        """Say who carries what."""
        return f"Bought {item_name(self.item, rulebook)} for {self.name(draft, rulebook)}"


@dataclass(frozen=True, slots=True)
class ItemChange(MemberChange):
    """A change of one item that a member carries; ``place`` counts its items from 0."""

    place: int

    def item_name(self, draft: Draft, rulebook: Rulebook) -> str:
        """Return the item's name."""
        return item_name(self.carried(draft).item, rulebook)

    def carried(self, draft: Draft) -> ItemChoice:
        """Return the item with its choice; raise ``ChangeRefused`` when it is not there."""
        items = member_of(draft, self.member).items
        if not 0 <= self.place < len(items):
            raise ChangeRefused("This creature no longer carries that item.")
        return items[self.place]

    def with_item(self, draft: Draft, change: Callable[[ItemChoice], ItemChoice | None]) -> Draft:
        """Return the draft with the item changed, or without it."""
        carried = self.carried(draft)
        new = change(carried)
        return change_member(
            draft,
            self.member,
            lambda member: replace(
                member,
                items=(
                    *member.items[: self.place],
                    *((new,) if new is not None else ()),
                    *member.items[self.place + 1 :],
                ),
            ),
        )


@dataclass(frozen=True, slots=True)
class ItemRemove(ItemChange):
    """A member no longer carries an item."""

    kind = "item-remove"

    def apply(self, draft: Draft, rulebook: Rulebook, next_member: int = FIRST_NUMBER) -> Draft:
        """Return the draft without the item."""
        return self.with_item(draft, lambda item: None)

    def describe(self, draft: Draft, rulebook: Rulebook) -> str:
        """Say what was removed."""
        return f"Removed {self.item_name(draft, rulebook)} from {self.name(draft, rulebook)}"


@dataclass(frozen=True, slots=True)
class ItemChoose(ItemChange):
    """The choice that an item asks for is made: the weapon, the spell, the damage type."""

    kind = "item-choose"

    choice: str

    def apply(self, draft: Draft, rulebook: Rulebook, next_member: int = FIRST_NUMBER) -> Draft:
        """Return the draft with the choice; an empty one takes it back."""
        choice = single_line(self.choice, MAX_CHOICE, "A choice") or None
        return self.with_item(draft, lambda item: replace(item, choice=choice))

    def describe(self, draft: Draft, rulebook: Rulebook) -> str:
        """Say what was chosen."""
        choice = single_line(self.choice, MAX_CHOICE, "A choice")
        item = f"{self.name(draft, rulebook)}’s {self.item_name(draft, rulebook)}"
        return f"Chose {choice} for {item}" if choice else f"Cleared the choice for {item}"


@dataclass(frozen=True, slots=True)
class ItemReplace(ItemChange):
    """An item is replaced with another: the one that a mistaken key meant."""

    kind = "item-replace"

    item: str

    @property
    def items(self) -> tuple[str, ...]:
        """The item's key."""
        return (self.item,)

    def apply(self, draft: Draft, rulebook: Rulebook, next_member: int = FIRST_NUMBER) -> Draft:
        """Return the draft with the other item in its place."""
        if self.item not in rulebook.items:
            raise ChangeRefused(f"The compendium has no item “{key_name(self.item)}”.")
        return self.with_item(draft, lambda item: replace(item, item=self.item))

    def describe(self, draft: Draft, rulebook: Rulebook) -> str:
        """Say what replaces what."""
        item = f"{self.name(draft, rulebook)}’s {self.item_name(draft, rulebook)}"
        return f"Replaced {item} with {item_name(self.item, rulebook)}"
