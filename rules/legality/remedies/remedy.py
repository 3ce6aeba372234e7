"""Remedies, how they become a sentence, and those that change the players' agreements."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.alignment import alignment_names
from rules.text import counted


class Remedy(ABC):
    """A player's remedy for a problem: ``verb`` and ``what``, and ``past`` for afterward."""

    __slots__ = ()

    verb: ClassVar[str]
    past: ClassVar[str]

    @property
    @abstractmethod
    def what(self) -> str:
        """The object of the verb: ``Holy Water from Boar`` after the verb ``remove``."""

    @property
    def clause(self) -> str:
        """The remedy within a sentence: ``remove Boar``."""
        return f"{self.verb} {self.what}"

    @property
    def label(self) -> str:
        """The label of the remedy's button: ``Remove Boar``."""
        return _capitalized(self.clause)

    @property
    def done(self) -> str:
        """The remedy afterward: ``Removed Boar``."""
        return f"{self.past} {self.what}"

    @property
    def note(self) -> str:
        """The addition to the clause in a sentence, with the space before it: `` (saves 12 points)``."""
        return ""

    @property
    def options(self) -> tuple[Remedy, ...]:
        """The ways to do it, a button each; a sentence names only the first."""
        return (self,)


def fix_sentence(remedies: Sequence[Remedy]) -> str:
    """Return remedies as one sentence: ``Remove Boar (saves 18 points), or raise the limit to 52.``"""
    *first, last = (f"{remedy.clause}{remedy.note}" for remedy in remedies)
    return _capitalized(f"{', '.join(first)}, or {last}." if first else f"{last}.")


def _capitalized(text: str) -> str:
    return text[0].upper() + text[1:]


@dataclass(frozen=True, slots=True, kw_only=True)
class Removal(Remedy):
    """Something leaves the warband; ``saves`` is how many points that saves, 0 if the sentence omits it.

    ``others`` are equally good removals.
    """

    verb = "remove"
    past = "Removed"

    saves: int = 0
    others: tuple[Removal, ...] = ()

    @property
    def saving(self) -> str:
        """The saved points, as a sentence adds them."""
        return f" (saves {counted(self.saves, 'point')})" if self.saves else ""

    @property
    def note(self) -> str:
        return self.saving

    @property
    def options(self) -> tuple[Remedy, ...]:
        return (self, *self.others)


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction(Remedy):
    """Replaces a mistaken key with the intended one: ``name`` is the name for that key."""

    verb = "use"
    past = "Used"

    member: str
    key: str
    name: str

    @property
    def what(self) -> str:
        return f"{self.name} instead"

    @property
    def note(self) -> str:
        return f" (its key is “{self.key}”)"


@dataclass(frozen=True, slots=True)
class Advice(Remedy):
    """Something that only the players can do; ``text`` says it within a sentence: ``choose a weapon``."""

    text: str

    @property
    def what(self) -> str:
        return self.text

    @property
    def clause(self) -> str:
        return self.text

    @property
    def options(self) -> tuple[Remedy, ...]:
        return ()


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
    """The warband takes one of these alignments; ``fits_all`` is True if they may take every creature of it."""

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
