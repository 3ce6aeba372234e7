"""A cache in the memory of a process, bounded by the size of its values, and parts of pages that are drawn once."""

import sys
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from threading import Lock
from typing import Any, Generic, TypeVar

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

Value = TypeVar("Value")

PLAIN = frozenset((str, int, bool, float, bytes, type(None)))
"""Types of values that contain no others: most of what is weighed."""


class BoundedCache(Generic[Value]):
    """Values by their keys. The cache forgets the least recently used values when keys and values together exceed
    ``limit`` bytes.

    Cache only values that follow from their keys. It does not store a value larger than 1/``parts`` of the limit.
    """

    def __init__(self, limit: int, *, parts: int = 100) -> None:
        self.limit, self.most = limit, limit // parts
        self.weight = 0
        self._kept: dict[Hashable, tuple[Hashable, Value, int]] = {}
        # By the identity of what is kept: a key may be large, and each look at an ordered mapping hashes it anew.
        self._order: OrderedDict[int, tuple[Hashable, Value, int]] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._kept)

    def __iter__(self) -> Iterator[Hashable]:
        """Yield the keys of the cached values, the least recently used first."""
        with self._lock:
            return iter([key for key, _, _ in self._order.values()])

    def get(self, key: Hashable) -> Value | None:
        """Return the value of a key, or None."""
        with self._lock:
            kept = self._kept.get(key)
            if kept is None:
                return None
            self._order.move_to_end(id(kept))
            return kept[1]

    def set(self, key: Hashable, value: Value) -> None:
        """Store a value, and drop others if there is no room for it."""
        weight = weigh((key, value))
        if weight > self.most:
            return
        with self._lock:
            before = self._kept.pop(key, None)
            if before is not None:
                self._order.pop(id(before))
                self.weight -= before[2]
            kept = self._kept[key] = key, value, weight
            self._order[id(kept)] = kept
            self.weight += weight
            while self.weight > self.limit:
                _, (oldest, _, lost) = self._order.popitem(last=False)
                del self._kept[oldest]
                self.weight -= lost

    def get_or_make(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """Return the value of a key, computed if it is not cached."""
        kept = self.get(key)
        if kept is None:
            kept = make()
            self.set(key, kept)
        return kept

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._kept.clear()
            self._order.clear()
            self.weight = 0


class IdentityKey(Generic[Value]):
    """A key that is the value itself, compared by identity, which is faster than by its content.

    The key keeps the value alive, so that no other can take its place.
    """

    __slots__ = ("value",)

    def __init__(self, value: Value) -> None:
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, IdentityKey) and other.value is self.value


def weigh(value: Any) -> int:
    """Return the approximate size of a value in bytes, with everything inside it; shared parts count once."""
    total, waiting = 0, [value]
    seen: set[int] = set()
    while waiting:
        part = waiting.pop()
        if id(part) in seen:
            continue
        seen.add(id(part))
        total += sys.getsizeof(part)
        if type(part) not in PLAIN:
            waiting += parts_of(part)
    return total


def parts_of(value: Any) -> Iterable[Any]:
    """Return the contents of a value: the members of a collection, the fields of a dataclass."""
    if isinstance(value, tuple | list | set | frozenset):
        return value
    if isinstance(value, Mapping):
        return [*value.keys(), *value.values()]
    if isinstance(value, IdentityKey):
        return [value.value]
    if is_dataclass(value) and not isinstance(value, type):
        return [getattr(value, field.name) for field in fields(value)]
    return ()


def text_length(value: Any) -> int:
    """Return the number of characters in all texts within a value; a text that occurs twice counts twice."""
    total, waiting = 0, [value]
    while waiting:
        part = waiting.pop()
        if isinstance(part, str):
            total += len(part)
        else:
            waiting += parts_of(part)
    return total


drawn_parts: BoundedCache[SafeString] = BoundedCache(60 * 2**20, parts=375)
"""HTML by a key that starts with the name of its template, or of the list that it is of."""


def draw_once(template_name: str, **values: Hashable) -> SafeString:
    """Render a template that needs only these values."""
    return drawn_parts.get_or_make((template_name, *values.items()), lambda: render_to_string(template_name, values))
