"""Everything that can be searched, in memory: which entries have a word in their name, in another name, in their text.

Entries stand by group and name, so that the lowest bits of a group are its first entries by name.
A query is read as filters of the creature list, too: "lawful evil", "level 3", "size large", "dragons".
"""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache, reduce
from itertools import islice, product
from operator import and_, or_
from typing import Generic, TypeVar
from urllib.parse import urlencode

from django.urls import reverse

from compendium.selectors.search import forms, query_words, stem, stems, word_tokens
from rules.alignment import BY_CODE
from rules.glossary.catalog import OtherWord, other_words
from rules.points import LEVEL_COSTS, LevelCost
from rules.text import counted, listed, plain, with_minus

K = TypeVar("K", bound=Hashable)

LAST_LETTER = "\U0010ffff"
"""Comes after every letter."""


FEW = 16
"""Places up to which a list of them is smaller than their bits."""


class KeyedBits(Generic[K]):
    """Keys, each with the places at which it stands."""

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
    """Words with their bits; found whole, by their beginning or by any part."""

    def __init__(self, pairs: Iterable[tuple[str, int]], size: int) -> None:
        super().__init__(pairs, size)
        self._words = sorted(self)
        self._joined = "\n" + "\n".join(self._words) + "\n"

    def beginning(self, start: str) -> int:
        """Return the places of words that begin so."""
        first = bisect_left(self._words, start)
        last = bisect_left(self._words, start + LAST_LETTER, first)
        return self._any_of(self._words[first:last])

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
    others_of: dict[str, list[OtherWord]] = defaultdict(list)
    for other in other_words():
        for phrase in dict.fromkeys(map(form, other.words)):
            others_of[phrase].append(other)
    return {phrase: tuple(others) for phrase, others in others_of.items()}


READINGS = 3
"""Ways to read one query that are offered."""

LONGEST_PHRASE = 3
"""Words that name one value, at most."""

KINDS = ("size", "alignment", "tag", "movement", "tradition", "skill", "damage")
"""Facets with words of their own; what a word means first comes last."""

_FILLERS = frozenset(
    map(
        stem,
        "creature monster figure card all any every the a an of with in and or that who which is are has have deal "
        "dealing damage type tag size skill trained train alignment speed mode cast caster spellcaster level".split(),
    )
)
_MOVEMENT = {
    "Flight": "flying flies fly flyer winged",
    "Burrowing": "burrowing burrower",
    "Aquatic": "aquatic swimming swimmer",
    "Wall Climb": "climbing climber",
    "Teleportation": "teleporting teleporter",
}
_SAID = {
    "movement": "with {}",
    "tradition": "that cast {} spells",
    "skill": "trained in {}",
    "damage": "that deal {} damage",
}
_ORDER = ("alignment", "level_from", "level_to", "points_from", "points_to", *KINDS)
_LEVELS = re.compile(r"\b(?:levels?|lvl|lv)\.? ?([-−]?\d{1,2})(?: ?(?:-|–|to) ?(\d{1,2}))?\b")
_POINTS = re.compile(r"\b(\d{1,4}) ?(?:points?|pts?)\b")


@dataclass(frozen=True, slots=True)
class FacetReading:
    """A query read as filters: the creatures, what they are in words, and the address of their list."""

    bits: int
    name: str
    href: str


def read_facets(query: str, index: SearchIndex) -> tuple[FacetReading, ...]:
    """Return the ways in which a query asks for creatures by filters alone, the likeliest first.

    A query that holds any other word, or asks for creatures that are not there, has none.
    """
    rest, numbers = _take_numbers(plain(query))
    meant = _facets_of(word_tokens(rest), _vocabulary(index))
    if meant is None or not (meant or numbers):
        return ()
    readings = []
    for chosen in islice(product(*meant), READINGS):
        bits = _creatures_with(numbers, chosen, index)
        if bits:
            readings.append(FacetReading(bits, _described(numbers, chosen), _address(numbers, chosen)))
    return tuple(readings)


def _take_numbers(text: str) -> tuple[str, dict[str, int]]:
    """Take levels and points out of a text; return the rest, and them as filters of the list."""
    numbers: dict[str, int] = {}
    if level := _LEVELS.search(text):
        numbers["level_from"] = int(level[1].replace("−", "-"))
        numbers["level_to"] = int(level[2] or numbers["level_from"])
        text = _LEVELS.sub(" ", text, count=1)
    if points := _POINTS.search(text):
        numbers["points_from"] = numbers["points_to"] = int(points[1])
        text = _POINTS.sub(" ", text, count=1)
    return text, numbers


def _facets_of(words: tuple[str, ...], vocabulary: dict[str, list[Facet]]) -> list[list[Facet]] | None:
    """Return what each phrase may mean; None if a word means no facet."""
    phrases, place = [], 0
    while place < len(words):
        for length in range(min(LONGEST_PHRASE, len(words) - place), 0, -1):
            meant = vocabulary.get(" ".join(map(stem, words[place : place + length])))
            if meant:
                phrases.append(meant)
                place += length
                break
        else:
            if stem(words[place]) not in _FILLERS:
                return None
            place += 1
    return phrases


@lru_cache(maxsize=1)
def _vocabulary(index: SearchIndex) -> dict[str, list[Facet]]:
    """Return the facets that creatures have by the stems of the words for them, the likeliest meaning first."""
    facets: dict[str, list[Facet]] = defaultdict(list)
    for kind, value in sorted(facet for facet in index.facets if facet[0] in KINDS):
        for phrase in dict.fromkeys(map(stems, _words_for(kind, value))):
            facets[phrase].append((kind, value))
    for meanings in facets.values():
        meanings.sort(key=lambda facet: -KINDS.index(facet[0]))
    return facets


def _words_for(kind: str, value: str) -> tuple[str, ...]:
    if kind == "alignment":
        return (value, BY_CODE[value].name) if value in BY_CODE else ()
    if kind == "movement":
        return (value, *_MOVEMENT.get(value, "").split())
    return (value,)


def _creatures_with(numbers: Mapping[str, int], chosen: Iterable[Facet], index: SearchIndex) -> int:
    """Return the creatures that a list with these filters has: of one filter any value, of all filters one."""
    listed = index.groups.whole("creature")
    if numbers:
        levels = [row.level for row in LEVEL_COSTS if _is_asked_for(row, numbers)]
        listed &= reduce(or_, (index.facets.whole(("level", str(level))) for level in levels), 0)
    values: dict[str, int] = defaultdict(int)
    for facet in chosen:
        values[facet[0]] |= index.facets.whole(facet)
    return reduce(and_, values.values(), listed)


def _is_asked_for(row: LevelCost, numbers: Mapping[str, int]) -> bool:
    return (
        numbers.get("level_from", row.level) <= row.level <= numbers.get("level_to", row.level)
        and numbers.get("points_from", row.cost) <= row.cost <= numbers.get("points_to", row.cost)
    )  # fmt: skip


def _described(numbers: Mapping[str, int], chosen: Iterable[Facet]) -> str:
    """Say which creatures a reading is about: "Large Fey creatures of level 3 that deal fire damage"."""
    values: dict[str, list[str]] = defaultdict(list)
    for kind, value in chosen:
        values[kind].append(BY_CODE[value].name if kind == "alignment" else value)
    said = {kind: listed(some, "or") for kind, some in values.items()}
    words = [*(said[kind] for kind in ("size", "alignment", "tag") if kind in said), "creatures"]
    if "level_from" in numbers:
        low, high = numbers["level_from"], numbers["level_to"]
        words.append(with_minus(f"of level {low}" if low == high else f"of levels {low} to {high}"))
    if "points_from" in numbers:
        words.append(f"for {counted(numbers['points_from'], 'point')}")
    words += [sentence.format(said[kind]) for kind, sentence in _SAID.items() if kind in said]
    text = " ".join(words)
    return text[0].upper() + text[1:]


def _address(numbers: Mapping[str, int], chosen: Iterable[Facet]) -> str:
    pairs = [*((name, str(value)) for name, value in numbers.items()), *chosen]
    return f"{reverse('compendium:creature-list')}?{urlencode(sorted(pairs, key=lambda pair: _ORDER.index(pair[0])))}"
