"""Which entries have a word, as bits of one number: and, or and count take a few microseconds for thousands."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Hashable, Iterable, Iterator
from typing import Generic, TypeVar


K = TypeVar("K", bound=Hashable)


class KeyedBits(Generic[K]):
    """Keys, each with the bits of the places at which it stands."""

    def __init__(self, pairs: Iterable[tuple[K, int]], size: int) -> None:
        marked: dict[K, bytearray] = {}
        for key, place in pairs:
            if key not in marked:
                marked[key] = bytearray(size // 8 + 1)
            marked[key][place >> 3] |= 1 << (place & 7)
        self._bits = {key: int.from_bytes(one, "little") for key, one in marked.items()}

    def __iter__(self) -> Iterator[K]:
        return iter(self._bits)

    def whole(self, key: K) -> int:
        """Return the places of this key."""
        return self._bits.get(key, 0)


class WordBits(KeyedBits[str]):
    """Words with their bits; found whole, by their beginning or by any part."""

    def __init__(self, pairs: Iterable[tuple[str, int]], size: int) -> None:
        super().__init__(pairs, size)
        self._words = sorted(self._bits)
        self._joined = "\n" + "\n".join(self._words) + "\n"

    def beginning(self, start: str) -> int:
        """Return the places of words that begin so."""
        found = 0
        for place in range(bisect_left(self._words, start), len(self._words)):
            if not self._words[place].startswith(start):
                break
            found |= self._bits[self._words[place]]
        return found

    def holding(self, part: str) -> int:
        """Return the places of words with this part in them."""
        found, place = 0, self._joined.find(part)
        while place >= 0:
            start = self._joined.rfind("\n", 0, place + 1) + 1
            end = self._joined.find("\n", place)
            found |= self._bits[self._joined[start:end]]
            place = self._joined.find(part, end)
        return found


def places_of(bits: int, limit: int | None = None) -> list[int]:
    """Return the places of the bits of a number, the lowest first, at most ``limit`` of them."""
    found: list[int] = []
    while bits and (limit is None or len(found) < limit):
        lowest = bits & -bits
        found.append(lowest.bit_length() - 1)
        bits ^= lowest
    return found
