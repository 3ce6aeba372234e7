"""The steps in which a search finds entries, from best to least, and what each step found."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum, auto

from compendium.selectors.search import stem
from compendium.selectors.site_search.index import places_of
from compendium.selectors.site_search.parsing import FacetReading

SMALL_WORDS = frozenset("a an and at by for from in is of on or the to what with".split())


_FILLERS = SMALL_WORDS | frozenset(
    map(
        stem,
        "condition status action reaction creature monster item spell feat rule skill trait level lvl rank how does do "
        "can could should i my me you it its they them their when where why who if is are be am was has have get make "
        "use happen many much far often vs versus work mean meaning explain definition more better extra boost bonus "
        "increase improve table chart list rules".split(),
    )
)


class MatchStep(IntEnum):
    """How an entry was found, from best to least."""

    NAME = auto()
    ALIAS = auto()
    PAGE = auto()
    OTHER_WORD = auto()
    INFLECTED_NAME = auto()
    INFLECTED_ALIAS = auto()
    FIRST_TYPED = auto()
    INFLECTED_OTHER_WORD = auto()
    FACETS = auto()
    ABBREVIATION = auto()
    DESCRIBED = auto()
    NAMED_WITHIN = auto()
    FIRST_WORDS = auto()
    WORDS_OF_NAME = auto()
    FEATURE = auto()
    FACTS_AND_NAME = auto()
    HAS_FACETS = auto()
    BEGINNING = auto()
    BEGINNINGS_IN_NAME = auto()
    BEGINNING_OF_OTHER_WORD = auto()
    FACTS_AND_TEXT = auto()
    WORDS_OF_TEXT = auto()
    PARTS_OF_NAME = auto()
    TEXT = auto()
    SOME_WORDS = auto()

    @property
    def is_in_text(self) -> bool:
        """Return True if the words are in the text of a hit, and not in its name."""
        return self >= MatchStep.FACTS_AND_TEXT and self != MatchStep.PARTS_OF_NAME


SURE = MatchStep.NAMED_WITHIN
"""Up to this step an entry is what was asked for."""


@dataclass(frozen=True, slots=True)
class StepHits:
    """The hits of one step: the places of entries as bits, and in order where the step has an order of its own.

    ``word`` is the word of another game that they stand for, ``said`` the sentence that says so.
    """

    step: MatchStep
    bits: int
    ordered: tuple[int, ...] = ()
    word: str = ""
    said: str = ""

    def places(self, limit: int, among: int = -1) -> list[int]:
        """Return the first places, the best first; ``among`` are the bits of those that count."""
        if self.ordered:
            return [place for place in self.ordered if among >> place & 1][:limit]
        return places_of(self.bits & among, limit)


@dataclass(frozen=True, slots=True)
class RankedHits:
    """The hits of a query: the words, each step that found something, and readings as filters.

    ``corrected`` is how the query is spelled right, if it was misspelled; ``text`` are all entries that have the words.
    """

    words: tuple[str, ...] = ()
    steps: tuple[StepHits, ...] = ()
    readings: tuple[FacetReading, ...] = ()
    text: int = 0
    corrected: str = ""

    @property
    def total(self) -> int:
        """How many entries were found that have all the words or are named within them."""
        return sum(hits.bits.bit_count() for hits in self.steps if hits.step != MatchStep.SOME_WORDS)

    @property
    def best(self) -> MatchStep:
        """The best step that found something, or the last of all."""
        first = self.steps[0].step if self.steps else MatchStep.SOME_WORDS
        return min(first, MatchStep.FACETS) if self.readings else first


def telling_words(words: Sequence[str]) -> tuple[str, ...]:
    """Return the words of a query that are not everyday words."""
    return tuple(word for word in words if stem(word) not in _FILLERS)


def each_once(several: Iterable[StepHits], members: int = -1) -> list[StepHits]:
    """Return hits of ``members`` from best to least, with every entry where it was found first."""
    kept, seen = [], 0
    for hits in sorted(several, key=lambda hits: hits.step):
        new = hits.bits & members & ~seen
        if new:
            kept.append(replace(hits, bits=new, ordered=tuple(place for place in hits.ordered if new >> place & 1)))
            seen |= new
    return kept
