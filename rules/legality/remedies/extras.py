"""Remedies that change what a member has: hero points, items, upgrades, positioning upgrades."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, TypeVar

from rules.legality.remedies.remedy import Remedy, Removal
from rules.roster.model import Member
from rules.text import counted, keys_listed, listed, tallied

T = TypeVar("T")


class Extra(NamedTuple):
    """One thing that was bought for a member: its name, in which of the member's lists it is, and at which place."""

    name: str
    kind: Literal["item", "positioning", "upgrade"]
    place: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveExtras(Removal):
    """A member loses hero points and other extras, for fewer points.

    ``name`` is what a player calls the member. ``leaves`` is what the member then costs, None where that is not told;
    the sentence tells it in place of what is saved.
    """

    member: Member
    name: str
    hero_points: int
    extras: tuple[Extra, ...] = ()
    leaves: int | None = None

    @property
    def number(self) -> int:
        """How many extras they are, hero points included."""
        return self.hero_points + len(self.extras)

    @property
    def extras_name(self) -> str:
        """What a player calls them: ``1 hero point and Holy Water``."""
        points = [counted(self.hero_points, "hero point")] if self.hero_points else []
        return listed([*points, *tallied(extra.name for extra in self.extras)])

    @property
    def what(self) -> str:
        return f"{self.extras_name} from {self.name}"

    @property
    def note(self) -> str:
        return self.saving if self.leaves is None else f", which then costs {self.leaves}"

    @property
    def remaining(self) -> Member:
        """The member without them."""
        member = self.member
        return replace(
            member,
            hero_points=member.hero_points - self.hero_points,
            items=self._without(member.items, "item"),
            positioning=self._without(member.positioning, "positioning"),
            upgrades=self._without(member.upgrades, "upgrade"),
        )

    def _without(self, values: tuple[T, ...], kind: str) -> tuple[T, ...]:
        places = {extra.place for extra in self.extras if extra.kind == kind}
        return tuple([value for place, value in enumerate(values) if place not in places])


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveItems(Removal):
    """A member loses the items at some places among those that it carries; ``names`` are the items' names."""

    member: str
    name: str
    places: tuple[int, ...]
    names: tuple[str, ...]

    @property
    def what(self) -> str:
        return f"{listed(tallied(self.names))} from {self.name}"


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepOneItem(Removal):
    """Of the same item several times a member keeps the first; ``places`` are those of the others."""

    verb = "keep"
    past = "Kept"

    member: str
    name: str
    item: str
    places: tuple[int, ...]

    @property
    def what(self) -> str:
        return f"only one {self.item} for {self.name}"


@dataclass(frozen=True, slots=True, kw_only=True)
class UseItem(Remedy):
    """Items are another one: the one that a mistaken key was meant to name."""

    verb = "use"
    past = "Used"

    member: str
    places: tuple[int, ...]
    item: str
    name: str

    @property
    def what(self) -> str:
        return f"{self.name} instead"

    @property
    def note(self) -> str:
        return f" (its key is “{self.item}”)"


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveUpgrades(Removal):
    """A member loses upgrades of its card; ``others`` are sets of upgrades whose removal would do as well.

    ``offered`` are the keys of the upgrades of the card where that helps the player, else None.
    """

    member: str
    name: str
    keys: tuple[str, ...]
    names: tuple[str, ...]
    offered: tuple[str, ...] | None = None
    others: tuple[RemoveUpgrades, ...] = ()

    @property
    def what(self) -> str:
        return f"{listed(self.names)} from {self.name}"

    @property
    def note(self) -> str:
        if self.offered is None:
            return self.saving
        return f" (the card offers {keys_listed(self.offered) or 'no upgrades'})"

    @property
    def options(self) -> tuple[Remedy, ...]:
        return (self, *self.others)


@dataclass(frozen=True, slots=True, kw_only=True)
class RemovePositioning(Removal):
    """A member loses a positioning upgrade; ``offered`` are the keys that exist where that helps, else None."""

    member: str
    name: str
    key: str
    upgrade: str
    offered: tuple[str, ...] | None = None

    @property
    def what(self) -> str:
        return f"{self.upgrade} from {self.name}"

    @property
    def note(self) -> str:
        if self.offered is None:
            return self.saving
        return f" (the positioning upgrades are {keys_listed(self.offered)})"


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepOneUpgrade(Removal):
    """Of the same upgrade or positioning upgrade several times a member keeps one."""

    verb = "keep"
    past = "Kept"

    member: str
    name: str
    key: str
    upgrade: str

    @property
    def what(self) -> str:
        return f"only one {self.upgrade} for {self.name}"
