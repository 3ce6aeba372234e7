"""Remedies, how they become a sentence, and those that change the players' agreements."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from rules.alignment import alignment_names
from rules.documents.kinds import SaidInHead
from rules.replacing import FrozenClass
from rules.text import counted


class Remedy(SaidInHead, metaclass=FrozenClass):
    """A player's remedy for a problem: ``verb`` and ``what``, and ``past`` for afterward.

    ``words`` are those of ``what``, in which ``{0.name}`` stands for a part of the remedy.
    """

    verb: ClassVar[str]
    past: ClassVar[str]
    words: ClassVar[str] = "{0.name}"

    @property
    def what(self) -> str:
        """The object of the verb: ``Holy Water from Boar`` after the verb ``remove``."""
        return self.words.format(self)

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


class Removal(Remedy, verb="remove", past="Removed", kw_only=True):
    """Something leaves the warband; ``saves`` is how many points that saves, 0 if the sentence omits it.

    ``others`` are equally good removals.
    """

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


class Correction(Remedy, verb="use", past="Used", words="{0.name} instead", kw_only=True):
    """Replaces a mistaken key with the intended one: ``name`` is the name for that key."""

    member: str
    key: str
    name: str

    @property
    def note(self) -> str:
        return f" (its key is “{self.key}”)"


class Advice(Remedy, words="{0.text}"):
    """Something that only the players can do; ``text`` says it within a sentence: ``choose a weapon``."""

    text: str

    @property
    def clause(self) -> str:
        return self.text

    @property
    def options(self) -> tuple[Remedy, ...]:
        return ()


class RaiseLimit(Remedy, verb="raise", past="Raised", words="the limit to {0.limit}", kw_only=True):
    """The players agree on a higher points limit."""

    limit: int


class ChooseAlignment(Remedy, verb="choose", past="Chose", kw_only=True):
    """The warband takes one of these alignments; ``fits_all`` is True if they may take every creature of it."""

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


class AllowSource(Remedy, verb="allow", past="Allowed", kw_only=True):
    """The house rules allow one more source of creatures."""

    source: str
    name: str


class LiftBan(Remedy, verb="lift", past="Lifted", words="the ban on {0.name}", kw_only=True):
    """The house rules no longer ban a creature."""

    creature: str
    name: str


class AddFigures(Remedy, verb="add", past="Added", kw_only=True):
    """The player's collection has more figures of a creature: ``number`` more, which makes it ``owned``."""

    creature: str
    name: str
    number: int
    owned: int

    @property
    def what(self) -> str:
        return f"{counted(self.number, f'{self.name} figure')} to your collection"
