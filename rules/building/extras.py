"""Changes of what a member has: hero points, upgrades, positioning upgrades with their secrets, and items."""

from collections.abc import Callable
from dataclasses import replace

from rules.building.changes import (
    MemberChange,
    change_member,
    draft_card,
    few_extras,
    few_in_all,
    item_name,
    key_name,
    member_of,
    single_line,
)
from rules.building.draft import FIRST_NUMBER, MAX_CHOICE, MAX_SECRET, Draft, Secret
from rules.errors import ChangeRefused
from rules.legality.remedies.members import RemoveExtras
from rules.legality.removals import extras_removal
from rules.legality.resolved import Rulebook, resolve
from rules.points import MAX_HERO_POINTS
from rules.roster.model import ItemChoice
from rules.text import counted


class HeroPointsSet(MemberChange, kind="hero-points-set"):
    """Sets a member's hero points."""

    number: int

    def apply(self, draft: Draft, rulebook: Rulebook, next_member: int = FIRST_NUMBER) -> Draft:
        """Return the draft with the hero points."""
        # A creature may have up to three. "Hero points".
        if not 0 <= self.number <= MAX_HERO_POINTS:
            raise ChangeRefused(f"A creature can have 0 to {MAX_HERO_POINTS} hero points.")
        return change_member(draft, self.member, lambda member: replace(member, hero_points=self.number))

    def describe(self, draft: Draft, rulebook: Rulebook) -> str:
        """Return who has how many."""
        name = self.name(draft, rulebook)
        return f"Gave {name} {counted(self.number, 'hero point')}" if self.number else f"Removed {name}’s hero points"


class UpgradeSet(MemberChange, kind="upgrade-set"):
    """Buys or removes an upgrade from a member's card."""

    key: str
    bought: bool

    def apply(self, draft: Draft, rulebook: Rulebook, next_member: int = FIRST_NUMBER) -> Draft:
        """Return the draft with or without the upgrade."""
        card = draft_card(member_of(draft, self.member), draft, rulebook)
        if self.bought and (card is None or self.key not in card.upgrades):
            raise ChangeRefused(f"The card has no upgrade “{key_name(self.key)}”.")
        return few_in_all(
            change_member(draft, self.member, lambda member: replace(member, upgrades=_ticked(member.upgrades, self)))
        )

    def describe(self, draft: Draft, rulebook: Rulebook) -> str:
        """Return what was bought or removed."""
        return _bought(self.bought, _upgrade_name(self, draft, rulebook), self.name(draft, rulebook))


class PositioningSet(MemberChange, kind="positioning-set"):
    """Buys or removes a member's positioning upgrade."""

    key: str
    bought: bool

    def apply(self, draft: Draft, rulebook: Rulebook, next_member: int = FIRST_NUMBER) -> Draft:
        """Return the draft with or without the positioning upgrade."""
        if self.bought and self.key not in rulebook.positioning:
            raise ChangeRefused(f"There is no positioning upgrade “{key_name(self.key)}”.")
        new = change_member(
            draft, self.member, lambda member: replace(member, positioning=_ticked(member.positioning, self))
        )
        return few_in_all(new)

    def describe(self, draft: Draft, rulebook: Rulebook) -> str:
        """Return what was bought or removed."""
        return _bought(self.bought, _upgrade_name(self, draft, rulebook), self.name(draft, rulebook))


def _ticked(keys: tuple[str, ...], change: UpgradeSet | PositioningSet) -> tuple[str, ...]:
    if not change.bought:
        return tuple(key for key in keys if key != change.key)
    if change.key in keys:
        return keys
    few_extras(len(keys) + 1, "upgrades")
    return (*keys, change.key)


def _bought(bought: bool, what: str, name: str) -> str:
    return f"Bought {what} for {name}" if bought else f"Removed {what} from {name}"


class RepeatsRemove(MemberChange, kind="repeats-remove"):
    """Removes repeats of a member's upgrade or positioning upgrade."""

    key: str

    def apply(self, draft: Draft, rulebook: Rulebook, next_member: int = FIRST_NUMBER) -> Draft:
        """Return the draft without the repeats: the member keeps the first of each."""
        return change_member(
            draft,
            self.member,
            lambda member: replace(
                member,
                upgrades=self._without_repeats(member.upgrades),
                positioning=self._without_repeats(member.positioning),
            ),
        )

    def _without_repeats(self, keys: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(key for place, key in enumerate(keys) if key != self.key or key not in keys[:place])

    def describe(self, draft: Draft, rulebook: Rulebook) -> str:
        """Return what was there too often."""
        return f"Kept one {_upgrade_name(self, draft, rulebook)} for {self.name(draft, rulebook)}"


def _upgrade_name(change: UpgradeSet | PositioningSet | RepeatsRemove, draft: Draft, rulebook: Rulebook) -> str:
    card = draft_card(member_of(draft, change.member), draft, rulebook)
    known = (card.upgrades if card else {}, rulebook.positioning)
    return next((rows[change.key].name for rows in known if change.key in rows), f"“{key_name(change.key)}”")


class ExtrasGiveUp(MemberChange, kind="extras-give-up"):
    """Removes some of a member's extras: hero points first, then items, positioning, upgrades of its card."""

    number: int

    def apply(self, draft: Draft, rulebook: Rulebook, next_member: int = FIRST_NUMBER) -> Draft:
        """Return the draft without the extras."""
        rest = self._given_up(draft, rulebook).remaining
        return change_member(draft, self.member, lambda member: rest)

    def describe(self, draft: Draft, rulebook: Rulebook) -> str:
        """Return what was removed."""
        return _bought(False, self._given_up(draft, rulebook).extras_name or "nothing", self.name(draft, rulebook))

    def _given_up(self, draft: Draft, rulebook: Rulebook) -> RemoveExtras:
        place = draft.roster.members.index(member_of(draft, self.member))
        roster = resolve(draft.roster, rulebook)
        return extras_removal(roster.members[place], max(0, self.number), roster.rulebook)


class ItemAdd(MemberChange, kind="item-add"):
    """Adds an item to a member, with its choice if the item needs one."""

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
        """Return who carries what."""
        return f"Bought {item_name(self.item, rulebook)} for {self.name(draft, rulebook)}"


class ItemChange(MemberChange):
    """A change of one item that a member carries; ``place`` counts its items from 0."""

    place: int

    def item_name(self, draft: Draft, rulebook: Rulebook) -> str:
        """Return the item's name."""
        return item_name(self.carried(draft).item, rulebook)

    def carried(self, draft: Draft) -> ItemChoice:
        """Return the item with its choice; raise ``ChangeRefused`` if there is none."""
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


class ItemRemove(ItemChange, kind="item-remove"):
    """A member no longer carries an item."""

    def apply(self, draft: Draft, rulebook: Rulebook, next_member: int = FIRST_NUMBER) -> Draft:
        """Return the draft without the item."""
        return self.with_item(draft, lambda item: None)

    def describe(self, draft: Draft, rulebook: Rulebook) -> str:
        """Return what was removed."""
        return f"Removed {self.item_name(draft, rulebook)} from {self.name(draft, rulebook)}"


class ItemChoose(ItemChange, kind="item-choose"):
    """Makes an item's choice: the weapon, the spell, the damage type."""

    choice: str

    def apply(self, draft: Draft, rulebook: Rulebook, next_member: int = FIRST_NUMBER) -> Draft:
        """Return the draft with the choice; an empty text withdraws it."""
        choice = single_line(self.choice, MAX_CHOICE, "A choice") or None
        return self.with_item(draft, lambda item: replace(item, choice=choice))

    def describe(self, draft: Draft, rulebook: Rulebook) -> str:
        """Return what was chosen."""
        choice = single_line(self.choice, MAX_CHOICE, "A choice")
        item = f"{self.name(draft, rulebook)}’s {self.item_name(draft, rulebook)}"
        return f"Chose {choice} for {item}" if choice else f"Cleared the choice for {item}"


class ItemReplace(ItemChange, kind="item-replace"):
    """Replaces an item with another, such as the one that a mistaken key meant."""

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
        """Return what replaces what."""
        item = f"{self.name(draft, rulebook)}’s {self.item_name(draft, rulebook)}"
        return f"Replaced {item} with {item_name(self.item, rulebook)}"


class SecretChoose(MemberChange, kind="secret-choose", words="Wrote down {name}’s secret"):
    """Writes down the hidden choice of a positioning upgrade; an empty text withdraws it."""

    key: str
    text: str

    def apply(self, draft: Draft, rulebook: Rulebook, next_member: int = FIRST_NUMBER) -> Draft:
        """Return the draft with the secret, hidden."""
        # Which object, which objective the creature is disguised as is noted in secret before play. Appendix
        # "Positioning upgrades".
        row = rulebook.positioning.get(self.key)
        if row is None or not row.secret or self.key not in member_of(draft, self.member).positioning:
            raise ChangeRefused("This creature has no such secret to keep.")
        text = single_line(self.text, MAX_SECRET, "A secret")
        before = draft.secret(self.member, self.key)
        others = tuple(secret for secret in draft.secrets if secret is not before)
        mine = (Secret(self.member, self.key, text),) if text else ()
        return draft if before and before.text == text else replace(draft, secrets=(*others, *mine))


class SecretReveal(MemberChange, kind="secret-reveal"):
    """Reveals a hidden choice to everybody, or hides it again."""

    key: str
    revealed: bool

    def apply(self, draft: Draft, rulebook: Rulebook, next_member: int = FIRST_NUMBER) -> Draft:
        """Return the draft with the secret revealed or hidden."""
        before = draft.secret(self.member, self.key)
        if before is None:
            raise ChangeRefused("This secret has not been written down yet.")
        secrets = tuple(
            replace(secret, revealed=self.revealed) if secret is before else secret for secret in draft.secrets
        )
        return replace(draft, secrets=secrets)

    def describe(self, draft: Draft, rulebook: Rulebook) -> str:
        """Return whose secret it is."""
        return f"{'Revealed' if self.revealed else 'Hid'} {self.name(draft, rulebook)}’s secret"
