"""Finding creatures by what a person calls them: by key or by name, in any inflection, and names nearly spelled so."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from django.db.models import Q
from rapidfuzz import process
from rapidfuzz.distance import Indel

from compendium.selectors.creature_list import creatures
from compendium.selectors.wording import forms, stems, word_tokens
from rules.text import plain, slug

OFFERED = 3
"""Names that are offered in place of an unknown one."""

ALIKE = 0.72
"""How alike a name has to be to be offered for a mistyped one, from 0 to 1."""


SHARED_LETTERS = 4
"""Letters that a word needs for names to be offered that have this word alone."""


def keys_by_name(words: Collection[str]) -> dict[str, tuple[str, ...]]:
    """Return the keys that are meant by each of these keys and names; unknown ones are left out. One query.

    A key means its creature; a name means every creature of that name, and where none has it, its form as a key.
    """
    names = {word: plain(" ".join(word.split())) for word in words}
    keys = {*words, *map(slug, words)}
    rows = creatures().filter(Q(key__in=keys) | Q(search_name__in=set(names.values())))
    known: set[str] = set()
    of_name: dict[str, list[str]] = defaultdict(list)
    for key, name in rows.order_by("key").values_list("key", "search_name"):
        known.add(key)
        of_name[name].append(key)
    found = {}
    for word, name in names.items():
        meant = [word] if word in known else of_name.get(name) or [key for key in (slug(word),) if key in known]
        if meant:
            found[word] = tuple(meant)
    return found


class CalledCreature(NamedTuple):
    """A creature by its key, its name and the license of its card."""

    key: str
    name: str
    license: str


def _rank(creature: CalledCreature) -> tuple[bool, str]:
    """Return what orders creatures of one name: the ORC one is meant where nothing else is said."""
    return creature.license != "ORC", creature.key


@dataclass(frozen=True)
class NameIndex:
    """Every creature by its name, to find many of them by what people call them without asking the database again."""

    creatures: tuple[CalledCreature, ...]

    @cached_property
    def _by_words(self) -> Mapping[str, CalledCreature]:
        """By their words: the key; the name alone, with its license and with its source."""
        found: dict[str, CalledCreature] = {}
        for one in sorted(self.creatures, key=_rank):
            for text in (one.name, f"{one.name} {one.license}", f"{one.name} {one.key.partition('--')[2]}"):
                found.setdefault(" ".join(word_tokens(text)), one)
        return found | {" ".join(word_tokens(one.key)): one for one in self.creatures if "--" in one.key}

    @cached_property
    def _by_stems(self) -> Mapping[str, CalledCreature]:
        found: dict[str, CalledCreature] = {}
        for words, one in self._by_words.items():
            found.setdefault(stems(words), one)
        return found

    def find(self, text: str) -> CalledCreature | None:
        """Return the creature that a text names, the ORC one of several; its words may be inflected."""
        words = " ".join(word_tokens(text))
        return self._by_words.get(words) or self._by_stems.get(stems(words)) if words else None

    def near(self, text: str, most: int = OFFERED) -> list[CalledCreature]:
        """Return the creatures whose names are nearest to a text."""
        stored = {plain(one.name): one for one in sorted(self.creatures, key=_rank, reverse=True)}
        return [stored[name] for name in near_names(plain(text), sorted(stored), most)]


def name_index() -> NameIndex:
    """Return the names of all creatures. One query."""
    rows = creatures().order_by("search_name", "license", "key").values_list("key", "name", "license")
    return NameIndex(tuple(CalledCreature(*row) for row in rows))


def similar_creature_names(words: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Return up to three names of creatures for each word: with words that begin so, spelled nearly so, holding it.

    Where there are none, names that share a word with it. One query.
    """
    stored = dict(creatures().order_by("search_name", "key").values_list("search_name", "name"))
    return {word: tuple(stored[name] for name in near_names(plain(word), stored)) for word in words}


def near_names(word: str, names: Collection[str], most: int = OFFERED) -> list[str]:
    """Return up to ``most`` of some plain names, those nearest to a plain word first."""
    parts = [forms(part) for part in word.split()]
    if not parts:
        return []
    beginning = [name for name in names if all(any(f" {form}" in f" {name}" for form in part) for part in parts)]
    if len(beginning) >= most:
        return sorted(beginning, key=lambda name: -Indel.normalized_similarity(word, name))[:most]
    holding = [name for name in names if all(any(form in name for form in part) for part in parts)]
    alike = process.extract(
        word, list(names), scorer=Indel.normalized_similarity, score_cutoff=ALIKE, limit=most, processor=None
    )
    found = list(dict.fromkeys([*beginning, *(name for name, _, _ in alike), *holding]))
    return found[:most] or _sharing_a_word(word, parts, names)[:most]


def _sharing_a_word(text: str, parts: Iterable[Iterable[str]], names: Iterable[str]) -> list[str]:
    shared = [f" {form}" for part in parts for form in part if len(form) >= SHARED_LETTERS]
    sharing = [name for name in names if any(form in f" {name}" for form in shared)]
    return sorted(sharing, key=lambda name: -Indel.normalized_similarity(text, name))
