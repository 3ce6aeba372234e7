"""Which entries have a word, as bits of one number: and, or and count take a few microseconds for thousands."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Hashable, Iterable, Iterator
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)

LAST_LETTER = "\U0010ffff"
"""Comes after every letter."""


FEW = 16
"""Places up to which a list of them is smaller than their bits."""


class KeyedBits(Generic[K]):
    """Keys, each with the places at which it stands."""

    def __init__(self, pairs: Iterable[tuple[K, int]], size: int) -> None:
        found: dict[K, list[int]] = {}
        for key, place in pairs:
            found.setdefault(key, []).append(place)
        self._few = {key: tuple(places) for key, places in found.items() if len(places) <= FEW}
        self._many = {key: _bits_of(places, size) for key, places in found.items() if len(places) > FEW}

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
    found: list[int] = []
    for number, byte in enumerate(bits.to_bytes(bits.bit_length() // 8 + 1, "little")):
        if byte:
            found += [number * 8 + place for place in range(8) if byte >> place & 1]
            if limit is not None and len(found) >= limit:
                break
    return found[:limit]
