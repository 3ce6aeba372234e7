"""Changes of what a member has: hero points, upgrades, positioning with its secrets, items."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from rules.building.changes import (
    ChangeRefused,
    OfMember,
    card_of,
    changed,
    few_extras,
    few_in_all,
    key_name,
    member_of,
    single_line,
)
from rules.building.draft import MAX_CHOICE, MAX_SECRET, Draft, Secret
from rules.legality import cuts
from rules.legality.reckoning import reckon
from rules.legality.rulebook import Rulebook
from rules.points import MAX_HERO_POINTS
from rules.roster.model import ItemChoice
from rules.text import counted


@dataclass(frozen=True, slots=True)
class HeroPoints(OfMember):
    """A member has so many hero points."""

    number: int

    def apply(self, draft: Draft, rulebook: Rulebook) -> Draft:
        """Return the draft with the hero points."""
        # A creature may have up to three. "Hero points".
        if not 0 <= self.number <= MAX_HERO_POINTS:
            raise ChangeRefused(f"A creature has 0 to {MAX_HERO_POINTS} hero points.")
        return changed(draft, self.member, lambda member: replace(member, hero_points=self.number))

    def words(self, draft: Draft, rulebook: Rulebook) -> str:
        """Say who has how many."""
        return f"Gave {self.name(draft, rulebook)} {counted(self.number, 'hero point')}"


@dataclass(frozen=True, slots=True)
class Upgrade(OfMember):
    """An upgrade of its card is bought for a member, or given up."""

    key: str
    bought: bool

    def apply(self, draft: Draft, rulebook: Rulebook) -> Draft:
        """Return the draft with or without the upgrade."""
        card = card_of(member_of(draft, self.member), draft, rulebook)
        if self.bought and (card is None or self.key not in card.upgrades):
            raise ChangeRefused(f"The card has no upgrade “{key_name(self.key)}”.")
        return few_in_all(changed(draft, self.member, lambda one: replace(one, upgrades=_ticked(one.upgrades, self))))

    def words(self, draft: Draft, rulebook: Rulebook) -> str:
        """Say what was bought or given up."""
        return _bought(self.bought, _upgrade_name(self, draft, rulebook), self.name(draft, rulebook))


@dataclass(frozen=True, slots=True)
class Positioning(OfMember):
    """A positioning upgrade is bought for a member, or given up."""

    key: str
    bought: bool

    def apply(self, draft: Draft, rulebook: Rulebook) -> Draft:
        """Return the draft with or without the positioning upgrade."""
        if self.bought and self.key not in rulebook.positioning:
            raise ChangeRefused(f"There is no positioning upgrade “{key_name(self.key)}”.")
        new = changed(draft, self.member, lambda one: replace(one, positioning=_ticked(one.positioning, self)))
        return few_in_all(new)

    def words(self, draft: Draft, rulebook: Rulebook) -> str:
        """Say what was bought or given up."""
        return _bought(self.bought, _upgrade_name(self, draft, rulebook), self.name(draft, rulebook))


def _ticked(keys: tuple[str, ...], change: Upgrade | Positioning) -> tuple[str, ...]:
    if not change.bought:
        return tuple(key for key in keys if key != change.key)
    if change.key in keys:
        return keys
    few_extras(len(keys) + 1, "upgrades")
    return (*keys, change.key)


def _bought(bought: bool, what: str, name: str) -> str:
    return f"Bought {what} for {name}" if bought else f"Removed {what} of {name}"


@dataclass(frozen=True, slots=True)
class Once(OfMember):
    """What a member has twice it has once: an upgrade or a positioning upgrade of that key."""

    key: str

    def apply(self, draft: Draft, rulebook: Rulebook) -> Draft:
        """Return the draft where the member has the first of them only."""
        return changed(
            draft,
            self.member,
            lambda one: replace(one, upgrades=self._once(one.upgrades), positioning=self._once(one.positioning)),
        )

    def _once(self, keys: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(key for place, key in enumerate(keys) if key != self.key or key not in keys[:place])

    def words(self, draft: Draft, rulebook: Rulebook) -> str:
        """Say what was there too often."""
        return f"Left one {_upgrade_name(self, draft, rulebook)} with {self.name(draft, rulebook)}"


def _upgrade_name(change: Upgrade | Positioning | Once, draft: Draft, rulebook: Rulebook) -> str:
    card = card_of(member_of(draft, change.member), draft, rulebook)
    known = (card.upgrades if card else {}, rulebook.positioning)
    return next((rows[change.key].name for rows in known if change.key in rows), f"“{key_name(change.key)}”")


@dataclass(frozen=True, slots=True)
class ExtrasGiveUp(OfMember):
    """A member gives up so many of its extras: hero points first, then items, positioning, upgrades of its card."""

    number: int

    def apply(self, draft: Draft, rulebook: Rulebook) -> Draft:
        """Return the draft without the extras."""
        rest = self._given_up(draft, rulebook).rest
        return changed(draft, self.member, lambda member: rest)

    def words(self, draft: Draft, rulebook: Rulebook) -> str:
        """Say what was given up."""
        return _bought(False, self._given_up(draft, rulebook).name or "nothing", self.name(draft, rulebook))

    def _given_up(self, draft: Draft, rulebook: Rulebook) -> cuts.Extras:
        place = draft.roster.members.index(member_of(draft, self.member))
        reckoning = reckon(draft.roster, rulebook)
        return cuts.extras(reckoning.lines[place], max(0, self.number), reckoning.rulebook)


@dataclass(frozen=True, slots=True)
class ItemAdd(OfMember):
    """A member carries one more item, with its choice where the item asks for one."""

    item: str
    choice: str | None = None

    @property
    def items(self) -> tuple[str, ...]:
        """The item's key."""
        return (self.item,)

    def apply(self, draft: Draft, rulebook: Rulebook) -> Draft:
        """Return the draft with the item."""
        if self.item not in rulebook.items:
            raise ChangeRefused(f"There is no item “{key_name(self.item)}” in the compendium any more.")
        choice = single_line(self.choice or "", MAX_CHOICE, "A choice") or None
        few_extras(len(member_of(draft, self.member).items) + 1, "items")
        item = ItemChoice(self.item, choice)
        return few_in_all(changed(draft, self.member, lambda member: replace(member, items=(*member.items, item))))

    def words(self, draft: Draft, rulebook: Rulebook) -> str:
        """Say who carries what."""
        return _bought(True, _item_name(self.item, rulebook), self.name(draft, rulebook))


def _item_name(key: str, rulebook: Rulebook) -> str:
    item = rulebook.items.get(key)
    return item.name if item else f"“{key_name(key)}”"


@dataclass(frozen=True, slots=True)
class OfItem(OfMember):
    """A change of one item that a member carries; ``place`` counts its items from 0."""

    place: int

    def item_name(self, draft: Draft, rulebook: Rulebook) -> str:
        """Return the item's name."""
        return _item_name(self.carried(draft).item, rulebook)

    def carried(self, draft: Draft) -> ItemChoice:
        """Return the item with its choice; raise ``ChangeRefused`` when it is not there."""
        items = member_of(draft, self.member).items
        if not 0 <= self.place < len(items):
            raise ChangeRefused("This item is not carried any more.")
        return items[self.place]

    def with_item(self, draft: Draft, change: Callable[[ItemChoice], ItemChoice | None]) -> Draft:
        """Return the draft with the item changed, or without it."""
        carried = self.carried(draft)
        new = change(carried)
        return changed(
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
class ItemRemove(OfItem):
    """A member no longer carries an item."""

    def apply(self, draft: Draft, rulebook: Rulebook) -> Draft:
        """Return the draft without the item."""
        return self.with_item(draft, lambda item: None)

    def words(self, draft: Draft, rulebook: Rulebook) -> str:
        """Say what was taken from whom."""
        return _bought(False, self.item_name(draft, rulebook), self.name(draft, rulebook))


@dataclass(frozen=True, slots=True)
class ItemChoose(OfItem):
    """The choice that an item asks for is made: the weapon, the spell, the damage type."""

    choice: str

    def apply(self, draft: Draft, rulebook: Rulebook) -> Draft:
        """Return the draft with the choice; an empty one takes it back."""
        choice = single_line(self.choice, MAX_CHOICE, "A choice") or None
        return self.with_item(draft, lambda item: replace(item, choice=choice))

    def words(self, draft: Draft, rulebook: Rulebook) -> str:
        """Say what was chosen."""
        chosen = single_line(self.choice, MAX_CHOICE, "A choice") or "nothing"
        return f"Chose {chosen} for {self.item_name(draft, rulebook)} of {self.name(draft, rulebook)}"


@dataclass(frozen=True, slots=True)
class ItemReplace(OfItem):
    """An item is another one: what a mistaken key was meant to say."""

    item: str

    @property
    def items(self) -> tuple[str, ...]:
        """The item's key."""
        return (self.item,)

    def apply(self, draft: Draft, rulebook: Rulebook) -> Draft:
        """Return the draft with the other item in its place."""
        if self.item not in rulebook.items:
            raise ChangeRefused(f"There is no item “{key_name(self.item)}” in the compendium any more.")
        return self.with_item(draft, lambda item: replace(item, item=self.item))

    def words(self, draft: Draft, rulebook: Rulebook) -> str:
        """Say what takes whose place."""
        taken, name = _item_name(self.item, rulebook), self.name(draft, rulebook)
        return f"Took {taken} for {self.item_name(draft, rulebook)} of {name}"


@dataclass(frozen=True, slots=True)
class SecretChoose(OfMember):
    """The hidden choice of a positioning upgrade is written down; an empty text takes it back."""

    key: str
    text: str

    def apply(self, draft: Draft, rulebook: Rulebook) -> Draft:
        """Return the draft with the secret, hidden."""
        # Which object, which objective the creature is disguised as is noted in secret before play. Appendix
        # "Positioning upgrades".
        row = rulebook.positioning.get(self.key)
        if row is None or not row.secret or self.key not in member_of(draft, self.member).positioning:
            raise ChangeRefused("There is no secret to keep: the creature has no such disguise.")
        text = single_line(self.text, MAX_SECRET, "A secret")
        before = draft.secret(self.member, self.key)
        others = tuple(secret for secret in draft.secrets if secret is not before)
        mine = (Secret(self.member, self.key, text),) if text else ()
        return draft if before and before.text == text else replace(draft, secrets=(*others, *mine))

    def words(self, draft: Draft, rulebook: Rulebook) -> str:
        """Say whose secret it is, not what."""
        return f"Wrote down the secret of {self.name(draft, rulebook)}"


@dataclass(frozen=True, slots=True)
class SecretReveal(OfMember):
    """A hidden choice is shown to everybody, or hidden again."""

    key: str
    revealed: bool

    def apply(self, draft: Draft, rulebook: Rulebook) -> Draft:
        """Return the draft with the secret out, or kept."""
        before = draft.secret(self.member, self.key)
        if before is None:
            raise ChangeRefused("Nobody has written this secret down yet.")
        secrets = tuple(replace(one, revealed=self.revealed) if one is before else one for one in draft.secrets)
        return replace(draft, secrets=secrets)

    def words(self, draft: Draft, rulebook: Rulebook) -> str:
        """Say whose secret it is."""
        return f"{'Revealed' if self.revealed else 'Hid'} the secret of {self.name(draft, rulebook)}"


CHANGES = (
    HeroPoints,
    Upgrade,
    Positioning,
    Once,
    ExtrasGiveUp,
    ItemAdd,
    ItemRemove,
    ItemChoose,
    ItemReplace,
    SecretChoose,
    SecretReveal,
)
