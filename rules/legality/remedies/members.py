"""Remedies that change the members of the warband, and their purchases."""

from abc import abstractmethod
from dataclasses import replace
from typing import ClassVar, Literal, NamedTuple, TypeVar

from rules.legality.remedies.remedy import Correction, Remedy, Removal
from rules.roster.model import Member
from rules.text import counted, keys_listed, listed, tallied


class RemoveMember(Removal, kw_only=True):
    """A member leaves, and its minions with it."""

    member: str
    name: str


class RemoveGroups(Removal, kw_only=True):
    """Members leave with their free minions, to save points.

    ``stranded`` are the ids of members that only claim to belong to one of them: they are paid for, so they stay, or
    leave separately.
    """

    leaders: tuple[str, ...]
    name: str
    stranded: tuple[str, ...] = ()


class UseCreature(Correction, kw_only=True):
    """A member becomes the creature that its key was meant to name."""


class BuyMinion(Remedy, verb="buy", past="Bought", kw_only=True):
    """A minion is paid for and has no commander any more."""

    member: str
    name: str
    points: int

    @property
    def what(self) -> str:
        return f"{self.name} for {counted(self.points, 'point')} without a commander"


class AddMinions(Remedy, verb="add", past="Added", kw_only=True):
    """A commander gets the minions that its card starts with."""

    commander: str
    commander_name: str
    creature: str
    creature_name: str
    number: int

    @property
    def what(self) -> str:
        return f"{listed(tallied([self.creature_name] * self.number))} to {self.commander_name}"

    @property
    def note(self) -> str:
        return " for 0 points"


class UseRevision(Remedy, verb="use", past="Used", words="revision {0.revision}", kw_only=True):
    """A member is pinned to a revision of its card that exists."""

    member: str
    revision: int


T = TypeVar("T")


class Extra(NamedTuple):
    """One thing that was bought for a member: its name, in which of the member's lists it is, and at which place."""

    name: str
    kind: Literal["item", "positioning", "upgrade"]
    place: int


class ExtrasRemoval(Removal, words="{0.extras_name} from {0.name}", kw_only=True):
    """A member loses extras; ``name`` is the member's name."""

    name: str

    @property
    @abstractmethod
    def extras_name(self) -> str:
        """The names of the extras that the member loses: ``1 hero point and Holy Water``."""


class RemoveExtras(ExtrasRemoval, kw_only=True):
    """A member loses hero points and other extras, to save points.

    ``leaves`` is the member's remaining cost; if it is not None, the sentence says it in place of the savings.
    """

    member: Member
    hero_points: int
    extras: tuple[Extra, ...] = ()
    leaves: int | None = None

    @property
    def number(self) -> int:
        """The number of extras, hero points included."""
        return self.hero_points + len(self.extras)

    @property
    def extras_name(self) -> str:
        points = [counted(self.hero_points, "hero point")] if self.hero_points else []
        return listed([*points, *tallied(extra.name for extra in self.extras)])

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


class RemoveItems(ExtrasRemoval, kw_only=True):
    """A member loses the items at some places among those that it carries; ``names`` are the items' names."""

    member: str
    places: tuple[int, ...]
    names: tuple[str, ...]

    @property
    def extras_name(self) -> str:
        return listed(tallied(self.names))


class RemoveOffered(ExtrasRemoval, kw_only=True):
    """A member loses some of the extras that it may buy; ``offered`` are the keys of all of them, None if they are no
    help.
    """

    offer: ClassVar[str]

    member: str
    offered: tuple[str, ...] | None = None

    @property
    def note(self) -> str:
        if self.offered is None:
            return self.saving
        return f" ({self.offer} {keys_listed(self.offered) or 'no upgrades'})"


class RemoveUpgrades(RemoveOffered, offer="the card offers", kw_only=True):
    """A member loses upgrades of its card."""

    keys: tuple[str, ...]
    names: tuple[str, ...]

    @property
    def extras_name(self) -> str:
        return listed(self.names)


class RemovePositioning(RemoveOffered, offer="the positioning upgrades are", kw_only=True):
    """A member loses a positioning upgrade."""

    key: str
    upgrade: str

    @property
    def extras_name(self) -> str:
        return self.upgrade


class KeepOne(Removal, verb="keep", past="Kept", words="only one {0.extra} for {0.name}", kw_only=True):
    """A member keeps one of several identical extras; ``extra`` is its name."""

    member: str
    name: str
    extra: str


class KeepOneItem(KeepOne, kw_only=True):
    """A member keeps the first of several identical items; ``places`` are those of the others."""

    places: tuple[int, ...]


class KeepOneUpgrade(KeepOne, kw_only=True):
    """A member keeps one of several identical upgrades or positioning upgrades."""

    key: str


class UseItem(Correction, kw_only=True):
    """Items become the one that their key was meant to name."""

    places: tuple[int, ...]
