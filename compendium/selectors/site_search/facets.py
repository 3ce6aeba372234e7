"""Reading a query as filters of the creature list: "lawful evil", "level 3", "size large", "dragons"."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import islice, product
from operator import and_, or_
from urllib.parse import urlencode

from django.urls import reverse

from compendium.selectors.site_search.index import Facet, SearchIndex
from compendium.selectors.wording import stem, stems, word_tokens
from rules.alignment import BY_CODE
from rules.points import LEVEL_COSTS, LevelCost
from rules.text import counted, listed, plain, with_minus

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
    found: dict[str, int] = {}
    if level := _LEVELS.search(text):
        found["level_from"] = int(level[1].replace("−", "-"))
        found["level_to"] = int(level[2] or found["level_from"])
        text = _LEVELS.sub(" ", text, count=1)
    if points := _POINTS.search(text):
        found["points_from"] = found["points_to"] = int(points[1])
        text = _POINTS.sub(" ", text, count=1)
    return text, found


def _facets_of(words: tuple[str, ...], vocabulary: dict[str, list[Facet]]) -> list[list[Facet]] | None:
    """Return what each phrase may mean; None if a word means no facet."""
    found, place = [], 0
    while place < len(words):
        for length in range(min(LONGEST_PHRASE, len(words) - place), 0, -1):
            meant = vocabulary.get(" ".join(map(stem, words[place : place + length])))
            if meant:
                found.append(meant)
                place += length
                break
        else:
            if stem(words[place]) not in _FILLERS:
                return None
            place += 1
    return found


@lru_cache(maxsize=1)
def _vocabulary(index: SearchIndex) -> dict[str, list[Facet]]:
    """Return the facets that creatures have by the stems of the words for them, the likeliest meaning first."""
    found: dict[str, list[Facet]] = defaultdict(list)
    for kind, value in sorted(facet for facet in index.facets if facet[0] in KINDS):
        for phrase in dict.fromkeys(map(stems, _words_for(kind, value))):
            found[phrase].append((kind, value))
    for meanings in found.values():
        meanings.sort(key=lambda facet: -KINDS.index(facet[0]))
    return found


def _words_for(kind: str, value: str) -> tuple[str, ...]:
    if kind == "alignment":
        return (value, BY_CODE[value].name) if value in BY_CODE else ()
    if kind == "movement":
        return (value, *_MOVEMENT.get(value, "").split())
    return (value,)


def _creatures_with(numbers: Mapping[str, int], chosen: Iterable[Facet], index: SearchIndex) -> int:
    """Return the creatures that a list with these filters has: of one filter any value, of all filters one."""
    found = index.groups.whole("creature")
    if numbers:
        levels = [row.level for row in LEVEL_COSTS if _is_asked_for(row, numbers)]
        found &= reduce(or_, (index.facets.whole(("level", str(level))) for level in levels), 0)
    values: dict[str, int] = defaultdict(int)
    for facet in chosen:
        values[facet[0]] |= index.facets.whole(facet)
    return reduce(and_, values.values(), found)


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
