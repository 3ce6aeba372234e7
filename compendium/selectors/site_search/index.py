"""Everything that can be searched, in memory: which entries have a word in their name, in another name, in their text.

Entries are in order of group and name, so that the lowest bits of a group are its first entries by name.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise
from typing import Any, Generic, TypeVar

from compendium.selectors.search import forms, name_order, query_words, stem, stems, word_tokens
from rules.glossary.catalog import OtherWord, other_words

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")

LAST_LETTER = "\U0010ffff"
"""Sorts after every letter."""


FEW = 16
"""Places up to which a list of them is smaller than their bits."""


class KeyedBits(Generic[K]):
    """Keys, each with its places."""

    def __init__(self, pairs: Iterable[tuple[K, int]], size: int) -> None:
        places_of_key: dict[K, list[int]] = {}
        for key, place in pairs:
            places_of_key.setdefault(key, []).append(place)
        self._few = {key: tuple(places) for key, places in places_of_key.items() if len(places) <= FEW}
        self._many = {key: _bits_of(places, size) for key, places in places_of_key.items() if len(places) > FEW}

    def __iter__(self) -> Iterator[K]:
        yield from self._few
        yield from self._many

    def whole(self, key: K) -> int:
        """Return the places of this key as bits."""
        bits = self._many.get(key, 0)
        for place in self._few.get(key, ()):
            bits |= 1 << place
        return bits


class WordBits(KeyedBits[str]):
    """Words with their bits; found whole, by prefix or by any part."""

    def __init__(self, pairs: Iterable[tuple[str, int]], size: int) -> None:
        super().__init__(pairs, size)
        self._words = sorted(self)
        self._joined = "\n" + "\n".join(self._words) + "\n"

    def beginning(self, start: str) -> int:
        """Return the places of words that begin so."""
        return self._any_of(self._beginning(start))

    def _beginning(self, start: str) -> list[str]:
        first = bisect_left(self._words, start)
        return self._words[first : bisect_left(self._words, start + LAST_LETTER, first)]

    def whole_words(self, word: str) -> int:
        """Return the places of a word in any of its inflections, but not of other words that it is a part of."""
        bits, base = self.whole(word), stem(word)
        for form in forms(word):
            bits |= self._any_of(known for known in self._beginning(form) if stem(known) == base)
        return bits

    def at_edges(self, part: str) -> int:
        """Return the places of words that begin or end with this part."""
        ending = [word for word in self._words if word.endswith(part)]
        return self._any_of([*self._beginning(part), *ending])

    def holding(self, part: str) -> int:
        """Return the places of words with this part in them."""
        words, place = [], self._joined.find(part)
        while place >= 0:
            end = self._joined.find("\n", place)
            words.append(self._joined[self._joined.rfind("\n", 0, place) + 1 : end])
            place = self._joined.find(part, end)
        return self._any_of(words)

    def _any_of(self, words: Iterable[str]) -> int:
        few: set[int] = set()
        bits = 0
        for word in words:
            if word in self._many:
                bits |= self._many[word]
            else:
                few.update(self._few[word])
        return bits | _bits_of(few, max(few, default=0) + 1)


def _bits_of(places: Iterable[int], size: int) -> int:
    marked = bytearray(size // 8 + 1)
    for place in places:
        marked[place >> 3] |= 1 << (place & 7)
    return int.from_bytes(marked, "little")


def places_of(bits: int, limit: int | None = None) -> list[int]:
    """Return the places of the bits of a number, the lowest first, at most ``limit`` of them."""
    places: list[int] = []
    for number, byte in enumerate(bits.to_bytes(bits.bit_length() // 8 + 1, "little")):
        if byte:
            places += [number * 8 + place for place in range(8) if byte >> place & 1]
            if limit is not None and len(places) >= limit:
                break
    return places[:limit]


GROUPS = ("creature", "item", "spell", "feat", "glossary", "page")
"""Groups of entries, in the order in which equally good hits are shown."""

LONGEST_FEATURE = 3
"""The most words that the name of a feature has; sentences have more."""

SHORTEST_OF_TEXT = 5
"""Letters from which a word of a text is offered for a misspelled one."""

Facet = tuple[str, str]
"""A filter of the creature list with one of its values."""


@dataclass(frozen=True, slots=True)
class KnownEntry:
    """One entry as a search shows it.

    ``kind`` is its group, or for a term its kind in the glossary; a term without a key is the page of its kind.
    ``what`` is a short description; ``number`` finds its row; an unchanged built-in term has none.
    """

    group: str
    kind: str
    key: str
    name: str
    what: str
    number: int = 0


@dataclass(frozen=True, slots=True)
class SearchedWords:
    """By what an entry is found: its names, the best known first, its plain text, and the facets that it counts for.

    ``measures`` are the numbers by which a query may order it, by their names: "the strongest dragon".
    """

    names: tuple[str, ...]
    text: str
    facets: tuple[Facet, ...] = ()
    measures: tuple[tuple[str, int], ...] = ()


class SearchIndex:
    """Entries and their search words. It never changes.

    ``names`` and ``aliases`` are whole names, ``stemmed`` and ``stemmed_aliases`` the same by their stems, ``unspaced``
    all of them without spaces; ``parts`` and ``part_stems`` are the words of names, ``text`` those of texts.
    """

    def __init__(self, entries: Iterable[tuple[KnownEntry, SearchedWords]]) -> None:
        self._derived: dict[Callable[[SearchIndex], Any], Any] = {}
        ordered = sorted(entries, key=lambda pair: (GROUPS.index(pair[0].group), name_order(pair[0].name), pair[0].key))
        self.entries = tuple(entry for entry, _ in ordered)
        self._spellings: dict[str, tuple[str, ...]] = {}
        self._places: dict[tuple[str, str], int] = {}
        for place, entry in enumerate(self.entries):
            # What has the same key in two sources is meant by the bare key too.
            self._places.setdefault((entry.kind, entry.key.partition("--")[0]), place)
            self._places[entry.kind, entry.key] = place
        self._index([words for _, words in ordered])

    def _index(self, searched: Sequence[SearchedWords]) -> None:
        size = len(searched)
        self.groups = KeyedBits(((entry.group, place) for place, entry in enumerate(self.entries)), size)
        own = [(word_tokens(words.names[0]), place) for place, words in enumerate(searched)]
        other = [(word_tokens(name), place) for place, words in enumerate(searched) for name in words.names[1:]]
        every = [*own, *other]
        self.names = WordBits(((" ".join(split), place) for split, place in own), size)
        self.aliases = WordBits(((" ".join(split), place) for split, place in other), size)
        self.stemmed = WordBits(((" ".join(map(stem, split)), place) for split, place in own), size)
        self.stemmed_aliases = WordBits(((" ".join(map(stem, split)), place) for split, place in other), size)
        self.unspaced = WordBits((("".join(split), place) for split, place in every), size)
        self.parts = WordBits(((word, place) for split, place in every for word in split), size)
        self.part_stems = WordBits(((stem(word), place) for split, place in every for word in split), size)
        texts = (set(query_words(words.text)) for words in searched)
        self.text = WordBits(((word, place) for place, words in enumerate(texts) for word in words), size)
        self.features = KeyedBits(self._features(searched), size)
        self.facets = KeyedBits(
            ((facet, place) for place, words in enumerate(searched) for facet in words.facets), size
        )
        self.measures = tuple(dict(words.measures) for words in searched)

    def _features(self, searched: Sequence[SearchedWords]) -> Iterator[tuple[str, int]]:
        """Yield the stemmed names of the features of creatures: in a text, a sentence follows each."""
        stemmed = cache(stems)
        for place in places_of(self.groups.whole("creature")):
            for name, sentence in pairwise(searched[place].text.split(" · ")):
                if name.count(" ") < LONGEST_FEATURE <= sentence.count(" "):
                    yield stemmed(name), place

    def place_of(self, kind: str, key: str) -> int | None:
        """Return the place of an entry, the first of several with one key; None if there is none."""
        return self._places.get((kind, key))

    def derived(self, derive: Callable[[SearchIndex], T]) -> T:
        """Return the result of a function of this index, computed once for each index."""
        if derive not in self._derived:
            self._derived[derive] = derive(self)
        made: T = self._derived[derive]
        return made

    def members(self, group: str) -> int:
        """Return the places of a group as bits; of all entries if the group is empty."""
        return self.groups.whole(group) if group else (1 << len(self.entries)) - 1

    def spellings(self, group: str) -> tuple[str, ...]:
        """Return every name of a group, or of everything, that a misspelled query may mean."""
        if group not in self._spellings:
            members = self.members(group)
            names = (name for words in (self.names, self.aliases) for name in words if words.whole(name) & members)
            self._spellings[group] = tuple(dict.fromkeys(names))
        return self._spellings[group]

    @cached_property
    def text_words(self) -> tuple[str, ...]:
        """Every word of texts that is long enough to be known when it is misspelled."""
        return tuple(word for word in self.text if len(word) >= SHORTEST_OF_TEXT and word.isalpha())


@cache
def words_of_other_games() -> dict[str, tuple[OtherWord, ...]]:
    """Return the terms that players know from other games, by their words."""
    return _by(lambda word: " ".join(word_tokens(word)))


@cache
def stems_of_other_games() -> dict[str, tuple[OtherWord, ...]]:
    """Return the terms that players know from other games, by the stems of their words."""
    return _by(stems)


def _by(form: Callable[[str], str]) -> dict[str, tuple[OtherWord, ...]]:
    others_of: dict[str, list[OtherWord]] = defaultdict(list)
    for other in other_words():
        for phrase in dict.fromkeys(map(form, other.words)):
            others_of[phrase].append(other)
    return {phrase: tuple(others) for phrase, others in others_of.items()}
