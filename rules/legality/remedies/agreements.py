"""Remedies that change what the players agreed on: the limit, the alignment, the house rules, the collection."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.alignment import alignment_names
from rules.legality.remedies.remedy import Remedy
from rules.text import counted


@dataclass(frozen=True, slots=True, kw_only=True)
class RaiseLimit(Remedy):
    """The players agree on a higher points limit."""

    verb = "raise"
    past = "Raised"

    limit: int

    @property
    def what(self) -> str:
        return f"the limit to {self.limit}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseAlignment(Remedy):
    """The warband takes one of these alignments; ``fits_all`` tells whether they may take every creature of it."""

    verb = "choose"
    past = "Chose"

    alignments: tuple[str, ...]
    fits_all: bool = True

    @property
    def what(self) -> str:
        if len(self.alignments) > 1 and not self.fits_all:
            return "one of the nine alignments"
        return alignment_names(self.alignments, "or")

    @property
    def note(self) -> str:
        return ", which may take every creature here" if self.fits_all else "; none may take every creature here"

    @property
    def options(self) -> tuple[Remedy, ...]:
        return tuple([replace(self, alignments=(code,)) for code in self.alignments])


@dataclass(frozen=True, slots=True, kw_only=True)
class AllowSource(Remedy):
    """The house rules allow one more source of creatures."""

    verb = "allow"
    past = "Allowed"

    source: str
    name: str

    @property
    def what(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True, kw_only=True)
class LiftBan(Remedy):
    """The house rules no longer ban a creature."""

    verb = "lift"
    past = "Lifted"

    creature: str
    name: str

    @property
    def what(self) -> str:
        return f"the ban on {self.name}"


@dataclass(frozen=True, slots=True, kw_only=True)
class AddFigures(Remedy):
    """The player's collection has more figures of a creature: ``number`` more, which makes it ``owned``."""

    verb = "add"
    past = "Added"

    creature: str
    name: str
    number: int
    owned: int

    @property
    def what(self) -> str:
        return f"{counted(self.number, f'{self.name} figure')} to your collection"
