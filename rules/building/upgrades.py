"""Changes of what a member has beside its items: hero points, upgrades of its card, positioning upgrades."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.building.changes import (
    MemberChange,
    change_member,
    draft_card,
    few_extras,
    few_in_all,
    key_name,
    member_of,
)
from rules.building.draft import Draft
from rules.building.member_ids import FIRST_NUMBER
from rules.errors import ChangeRefused
from rules.legality.remedies import RemoveExtras
from rules.legality.removals import extras_removal
from rules.legality.resolved import resolve
from rules.legality.rulebook import Rulebook
from rules.points import MAX_HERO_POINTS
from rules.text import counted


@dataclass(frozen=True, slots=True)
class HeroPointsSet(MemberChange):
    """A member is given a number of hero points."""

    kind = "hero-points-set"

    number: int

    def apply(self, draft: Draft, rulebook: Rulebook, next_member: int = FIRST_NUMBER) -> Draft:
        """Return the draft with the hero points."""
        # A creature may have up to three. "Hero points".
        if not 0 <= self.number <= MAX_HERO_POINTS:
            raise ChangeRefused(f"A creature can have 0 to {MAX_HERO_POINTS} hero points.")
        return change_member(draft, self.member, lambda member: replace(member, hero_points=self.number))

    def describe(self, draft: Draft, rulebook: Rulebook) -> str:
        """Say who has how many."""
        name = self.name(draft, rulebook)
        return f"Gave {name} {counted(self.number, 'hero point')}" if self.number else f"Removed {name}’s hero points"


@dataclass(frozen=True, slots=True)
class UpgradeSet(MemberChange):
    """An upgrade of its card is bought for a member, or given up."""

    kind = "upgrade-set"

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
        """Say what was bought or given up."""
        return _bought(self.bought, _upgrade_name(self, draft, rulebook), self.name(draft, rulebook))


@dataclass(frozen=True, slots=True)
class PositioningSet(MemberChange):
    """A positioning upgrade is bought for a member, or given up."""

    kind = "positioning-set"

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
        """Say what was bought or given up."""
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


@dataclass(frozen=True, slots=True)
class RepeatsRemove(MemberChange):
    """A member that has an upgrade or positioning upgrade more than once keeps one of them."""

    kind = "repeats-remove"

    key: str

    def apply(self, draft: Draft, rulebook: Rulebook, next_member: int = FIRST_NUMBER) -> Draft:
        """Return the draft where the member keeps the first of them."""
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
        """Say what was there too often."""
        return f"Kept one {_upgrade_name(self, draft, rulebook)} for {self.name(draft, rulebook)}"


def _upgrade_name(change: UpgradeSet | PositioningSet | RepeatsRemove, draft: Draft, rulebook: Rulebook) -> str:
    card = draft_card(member_of(draft, change.member), draft, rulebook)
    known = (card.upgrades if card else {}, rulebook.positioning)
    return next((rows[change.key].name for rows in known if change.key in rows), f"“{key_name(change.key)}”")


@dataclass(frozen=True, slots=True)
class ExtrasGiveUp(MemberChange):
    """A member gives up some of its extras: hero points first, then items, positioning, upgrades of its card."""

    kind = "extras-give-up"

    number: int

    def apply(self, draft: Draft, rulebook: Rulebook, next_member: int = FIRST_NUMBER) -> Draft:
        """Return the draft without the extras."""
        rest = self._given_up(draft, rulebook).remaining
        return change_member(draft, self.member, lambda member: rest)

    def describe(self, draft: Draft, rulebook: Rulebook) -> str:
        """Say what was given up."""
        return _bought(False, self._given_up(draft, rulebook).extras_name or "nothing", self.name(draft, rulebook))

    def _given_up(self, draft: Draft, rulebook: Rulebook) -> RemoveExtras:
        place = draft.roster.members.index(member_of(draft, self.member))
        roster = resolve(draft.roster, rulebook)
        return extras_removal(roster.members[place], max(0, self.number), roster.rulebook)
