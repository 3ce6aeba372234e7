"""The texts of a printed card, and the results of reading them."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Generic, NoReturn, TypeVar

from rules.errors import RulesError

CardValue = TypeVar("CardValue")

_VARIATION_SELECTORS = str.maketrans("", "", "\ufe0e\ufe0f")
_SHOWN = 60
MAX_DOUBTS = 200


@dataclass(frozen=True, slots=True)
class ImportDoubt:
    """Something that a reader could not read, or had to guess: a stable code, a sentence, the field."""

    code: str
    message: str
    field: str = ""


@dataclass(frozen=True, slots=True)
class UnreadWords:
    """A line of text that could be read only in part: its number, from 1, and the unread words."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Candidate(Generic[CardValue]):
    """The result of importing one card of a file: the value, its doubts, and the steps of its conversion.

    ``value`` is None for a rejected card; the doubts then say why. ``steps`` are the documents of a conversion's steps,
    empty without one; ``unread`` is text that no reader knows.
    """

    name: str
    value: CardValue | None
    doubts: tuple[ImportDoubt, ...] = ()
    steps: tuple[dict[str, Any], ...] = ()
    unread: tuple[UnreadWords, ...] = ()


@dataclass(frozen=True, slots=True)
class PrintedFeature:
    """The texts of one feature: the boxes before it, its name with its mark, its top line, and its effect."""

    uses: str
    name: str
    top: str
    text: str


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """The texts of one card, in single lines.

    ``sign`` is that of the alignment, if it does not follow the points. ``tag_line`` is size, tags and level; ``stats``
    are labels with their values; ``foot`` is the line of skills, senses and defenses. ``is_cut`` marks a card that
    continues on the next page, ``is_uneven`` one whose table of stats has more or fewer values than labels.
    """

    name: str
    points: str = ""
    sign: str = ""
    tag_line: str = ""
    stats: tuple[tuple[str, str], ...] = ()
    features: tuple[PrintedFeature, ...] = ()
    foot: str = ""
    uses: str = ""
    is_cut: bool = False
    is_uneven: bool = False


class CardRejected(RulesError):
    """A rejected card, with the doubt that says why."""

    def __init__(self, doubt: ImportDoubt) -> None:
        super().__init__(doubt.message)
        self.doubt = doubt


class ImportDoubts:
    """The doubts about one card, in order of appearance."""

    def __init__(self) -> None:
        self._found: dict[ImportDoubt, None] = {}

    def add(self, code: str, message: str, field: str = "") -> None:
        """Add a doubt once; a card keeps only its first doubts."""
        if len(self._found) < MAX_DOUBTS:
            self._found[ImportDoubt(code, message, field)] = None

    def reject(self, code: str, message: str, field: str) -> NoReturn:
        """Raise ``CardRejected``."""
        raise CardRejected(ImportDoubt(code, message, field))

    def all(self) -> tuple[ImportDoubt, ...]:
        """Return the doubts."""
        return tuple(self._found)


def plain_signs(text: str) -> str:
    """Return a text with single spaces, without the marks that select a sign's presentation."""
    return " ".join(text.translate(_VARIATION_SELECTORS).split())


def quoted(text: str) -> str:
    """Return a text in quotation marks, cut if it is long."""
    return f"“{text}”" if len(text) <= _SHOWN else f"“{text[:_SHOWN]}…”"


def pattern_of(words: Iterable[str]) -> str:
    """Return a regular expression for any of the words, longer ones first."""
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
