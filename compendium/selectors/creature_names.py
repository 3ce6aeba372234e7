"""Finding creatures by what a person calls them: by key or by name, in any inflection, and names nearly spelled so."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from django.db.models import Q, QuerySet
from rapidfuzz import process
from rapidfuzz.distance import Indel

from accounts.models import Owner
from compendium.models import Creature
from compendium.selectors.homebrew import creatures_named_by
from compendium.selectors.search import forms, stems, word_tokens
from rules.cards.origins import HOMEBREW_MARK
from rules.text import plain, slug

OFFERED = 3
"""Names that are offered in place of an unknown one."""

HOMEBREW = "homebrew"
"""What stands behind a name to mean one's own creature, where another has the name too."""

ALIKE = 0.72
"""How alike a name has to be to be offered for a mistyped one, from 0 to 1."""


SHARED_LETTERS = 4
"""Letters that a word needs for names to be offered that have this word alone."""

_LICENSED = re.compile(r"(.+?)\s?\(([^()]+)\)")


class CalledCreature(NamedTuple):
    """A creature by its key, its name and the license of its card."""

    key: str
    name: str
    license: str

    @property
    def name_with_license(self) -> str:
        """The name as it tells the creature from one of another license, or from homebrew."""
        return f"{self.name} ({HOMEBREW if self.is_homebrew else self.license})"

    @property
    def is_homebrew(self) -> bool:
        """Whether a player wrote the creature."""
        return HOMEBREW_MARK in self.key


def _rank(creature: CalledCreature) -> tuple[bool, bool, str]:
    """Return what orders creatures of one name: the compendium's ORC one is meant where nothing else is said."""
    return creature.is_homebrew, creature.license != "ORC", creature.key


@dataclass(frozen=True)
class NameIndex:
    """Creatures by their names, to find many of them by what people call them without asking the database again."""

    creatures: tuple[CalledCreature, ...]

    @cached_property
    def _by_key(self) -> Mapping[str, CalledCreature]:
        return {creature.key: creature for creature in self.creatures}

    @cached_property
    def _by_words(self) -> Mapping[str, list[CalledCreature]]:
        """By their words, the best first: the name alone, with its license and with its source; the key."""
        found: dict[str, list[CalledCreature]] = defaultdict(list)
        for creature in sorted(self.creatures, key=_rank):
            origin = HOMEBREW if creature.is_homebrew else creature.key.partition("--")[2]
            names = (creature.name, f"{creature.name} {creature.license}", f"{creature.name} {origin}")
            for words in dict.fromkeys(map(_as_words, names)):
                found[words].append(creature)
        for creature in self.creatures:
            words = _as_words(creature.key)
            if "--" in creature.key or words not in found:
                found[words] = [creature]
        return found

    @cached_property
    def _by_stems(self) -> Mapping[str, list[CalledCreature]]:
        found: dict[str, list[CalledCreature]] = {}
        for words, several in self._by_words.items():
            found.setdefault(stems(words), several)
        return found

    @cached_property
    def _by_plain_name(self) -> Mapping[str, CalledCreature]:
        stored = {plain(creature.name): creature for creature in sorted(self.creatures, key=_rank, reverse=True)}
        return {name: stored[name] for name in sorted(stored)}

    def called(self, text: str) -> list[CalledCreature]:
        """Return who is called so, the likeliest first; a key means its creature alone."""
        if creature := self._by_key.get(text):
            return [creature]
        words = _as_words(text)
        if words in self._by_words:
            return self._by_words[words]
        return [creature] if (creature := self._by_key.get(slug(text))) else []

    def find(self, text: str) -> CalledCreature | None:
        """Return the creature that a text names, the ORC one of several; its words may be inflected."""
        found = self.called(text) or self._by_stems.get(stems(text))
        return found[0] if found else None

    def near(self, text: str, most: int = OFFERED) -> list[CalledCreature]:
        """Return the creatures whose names are nearest to a text."""
        return [self._by_plain_name[name] for name in near_names(plain(text), self._by_plain_name, most)]


def name_index(owner: Owner | None = None) -> NameIndex:
    """Return the names of all creatures of the compendium, and of those of an owner. One query."""
    return _index(creatures_named_by(owner))


def names_of(texts: Iterable[str], owner: Owner | None = None) -> NameIndex:
    """Return the names of the creatures that texts name exactly, by key or by name, a license behind it or not.

    Homebrew is found only by its ``owner``. One query, none for no text.
    """
    every = set(texts)
    every |= {licensed[1] for text in every if (licensed := _LICENSED.fullmatch(text))}
    if not every:
        return NameIndex(())
    names = {plain(" ".join(text.split())) for text in every}
    return _index(creatures_named_by(owner).filter(Q(key__in={*every, *map(slug, every)}) | Q(search_name__in=names)))


def name_alone(text: str) -> str:
    """Return a text without the license that stands behind it in brackets."""
    licensed = _LICENSED.fullmatch(text)
    return licensed[1] if licensed else text


def _index(found: QuerySet[Creature]) -> NameIndex:
    rows = found.order_by("search_name", "license", "key").values_list("key", "name", "license")
    return NameIndex(tuple(CalledCreature(*row) for row in rows))


def _as_words(text: str) -> str:
    return " ".join(word_tokens(text))


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
