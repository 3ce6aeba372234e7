"""Remedies that change who is in the warband."""

from __future__ import annotations

from dataclasses import dataclass

from rules.legality.remedies.remedy import Correction, Remedy, Removal
from rules.text import counted, listed, tallied


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveMember(Removal):
    """A member leaves, and its minions with it."""

    member: str
    name: str

    @property
    def what(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveGroups(Removal):
    """Members leave with the minions that came with them, for fewer points.

    ``stranded`` are the ids of members that only claim to come with one of them: they are paid for, so they stay, or
    leave on their own account.
    """

    leaders: tuple[str, ...]
    name: str
    stranded: tuple[str, ...] = ()

    @property
    def what(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True, kw_only=True)
class UseCreature(Correction):
    """A member becomes the creature that its key was meant to name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BuyMinion(Remedy):
    """A minion is paid for and has no commander any more."""

    verb = "buy"
    past = "Bought"

    member: str
    name: str
    points: int

    @property
    def what(self) -> str:
        return f"{self.name} for {counted(self.points, 'point')} without a commander"


@dataclass(frozen=True, slots=True, kw_only=True)
class AddMinions(Remedy):
    """A commander gets the minions that its card starts with."""

    verb = "add"
    past = "Added"

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


@dataclass(frozen=True, slots=True, kw_only=True)
class UseRevision(Remedy):
    """A member is pinned to a revision of its card that exists."""

    verb = "use"
    past = "Used"

    member: str
    revision: int

    @property
    def what(self) -> str:
        return f"revision {self.revision}"
