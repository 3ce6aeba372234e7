"""Everything that can be searched, in memory: which entries have a word in their name, in another name, in their text.

Entries stand by group and name, so that the lowest bits of a group are its first entries by name.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from compendium.selectors.site_search.bits import KeyedBits, WordBits
from compendium.selectors.wording import forms, query_words, stem, stems, word_tokens
from rules.glossary.other_words import OtherWord, other_words
from rules.text import plain

GROUPS = ("creature", "item", "spell", "feat", "glossary")
"""Groups of entries, in the order in which equally good hits are shown."""

Facet = tuple[str, str]
"""A filter of the creature list with one of its values."""


@dataclass(frozen=True, slots=True)
class KnownEntry:
    """One entry as a search shows it.

    ``kind`` is its group, or for a term its kind in the glossary; a term without a key is the page of its kind.
    ``what`` says in a few words what it is; ``number`` finds its row; a term as it comes with Muster has none.
    """

    group: str
    kind: str
    key: str
    name: str
    what: str
    number: int = 0


@dataclass(frozen=True, slots=True)
class SearchedWords:
    """By what an entry is found: its names, the best known first, its plain text, and the facets that it counts for."""

    names: tuple[str, ...]
    text: str
    facets: tuple[Facet, ...] = ()


class SearchIndex:
    """Entries and the words by which they are found. It never changes.

    ``names`` and ``aliases`` are whole names, ``stemmed`` and ``stemmed_aliases`` the same by their stems, ``unspaced``
    all of them without spaces; ``parts`` and ``part_stems`` are the words of names, ``text`` those of texts.
    """

    def __init__(self, entries: Iterable[tuple[KnownEntry, SearchedWords]]) -> None:
        ordered = sorted(entries, key=lambda pair: (GROUPS.index(pair[0].group), plain(pair[0].name), pair[0].key))
        self.entries = tuple(entry for entry, _ in ordered)
        self._places: dict[tuple[str, str], int] = {}
        for place, entry in enumerate(self.entries):
            # What has the same key in two sources is meant by the bare key too.
            self._places.setdefault((entry.kind, entry.key.partition("--")[0]), place)
            self._places[entry.kind, entry.key] = place
        self._index([words for _, words in ordered])

    def _index(self, searched: Sequence[SearchedWords]) -> None:
        size = len(searched)
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
        self.facets = KeyedBits(
            ((facet, place) for place, words in enumerate(searched) for facet in words.facets), size
        )
        groups = ((entry.group, place) for place, entry in enumerate(self.entries))
        self.groups = KeyedBits(groups, size)

    def place_of(self, kind: str, key: str) -> int | None:
        """Return the place of an entry; of two sources' entries with one key the first one; None if there is none."""
        return self._places.get((kind, key))

    def knows(self, word: str) -> bool:
        """Return True if a word that is searched begins with this one, in any of its forms."""
        return any(self.text.beginning(form) or self.parts.beginning(form) for form in forms(word))

    @cached_property
    def spellings(self) -> tuple[str, ...]:
        """Every phrase that a misspelled query may mean."""
        return tuple(dict.fromkeys((*self.names, *self.aliases, *words_of_other_games())))

    @cached_property
    def spelled_words(self) -> tuple[str, ...]:
        """Every word that a misspelled word may mean."""
        return tuple(dict.fromkeys(word for phrase in self.spellings for word in phrase.split() if len(word) > 2))


@cache
def words_of_other_games() -> dict[str, tuple[OtherWord, ...]]:
    """Return what players know from other games by its words."""
    return _by(lambda word: " ".join(word_tokens(word)))


@cache
def stems_of_other_games() -> dict[str, tuple[OtherWord, ...]]:
    """Return what players know from other games by the stems of its words."""
    return _by(stems)


def _by(form: Callable[[str], str]) -> dict[str, tuple[OtherWord, ...]]:
    found: dict[str, list[OtherWord]] = defaultdict(list)
    for other in other_words():
        for phrase in dict.fromkeys(map(form, other.words)):
            found[phrase].append(other)
    return {phrase: tuple(others) for phrase, others in found.items()}
