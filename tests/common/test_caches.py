"""The cache that is bounded by what its values weigh."""

from dataclasses import dataclass

from common.caches import BoundedCache, IdentityKey, weigh

KILOBYTE = "x" * 1_000


@dataclass(frozen=True)
class Pair:
    first: str
    second: str


def texts(number: int) -> list[str]:
    return [f"{place:04}{KILOBYTE}" for place in range(number)]


def test_a_value_is_made_once():
    cache: BoundedCache[str] = BoundedCache(1_000_000)
    made = [cache.get_or_make("key", lambda number=number: str(number)) for number in range(3)]
    assert made == ["0", "0", "0"]


def test_what_is_kept_never_weighs_more_than_the_limit_and_what_was_used_last_stays():
    cache: BoundedCache[str] = BoundedCache(200_000)
    for number, text in enumerate(texts(500)):
        cache.set(number, text)
        cache.get(0)
        assert cache.weight <= 200_000
    assert cache.get(0) is not None
    assert cache.get(1) is None
    assert cache.get(499) is not None
    assert 100 < len(cache) < 200


def test_what_would_crowd_out_the_rest_is_not_kept():
    cache: BoundedCache[str] = BoundedCache(10_000)
    assert cache.get_or_make("key", lambda: KILOBYTE) == KILOBYTE
    assert len(cache) == cache.weight == 0


def test_a_cache_of_few_parts_keeps_what_weighs_more():
    cache: BoundedCache[str] = BoundedCache(10_000, parts=5)
    assert cache.get_or_make("key", lambda: KILOBYTE) == KILOBYTE
    assert cache.get_or_make("more", lambda: 3 * KILOBYTE) == 3 * KILOBYTE
    assert len(cache) == 1


def test_a_key_that_is_set_again_counts_once():
    cache: BoundedCache[str] = BoundedCache(1_000_000)
    for text in texts(10):
        cache.set("key", text)
    assert len(cache) == 1
    assert cache.weight == weigh(("key", texts(10)[-1]))


def test_everything_that_a_value_holds_is_weighed_once():
    text, other = f"{KILOBYTE}1", f"{KILOBYTE}2"
    assert weigh(Pair(text, text)) < 1_500 < weigh(Pair(text, other)) < 2_500
    assert weigh({"a": [text], "b": (other,)}) > 2_000
    assert weigh(IdentityKey(Pair(text, other))) > 2_000


def test_values_are_told_apart_by_identity():
    first, twin = Pair("a", "b"), Pair("a", "b")
    assert first == twin
    assert IdentityKey(first) == IdentityKey(first)
    assert IdentityKey(first) != IdentityKey(twin)
