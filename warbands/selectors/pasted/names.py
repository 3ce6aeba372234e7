"""The names that a pasted list may use: creatures, items, positioning upgrades, and the upgrades of each card."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from compendium.models import Item
from compendium.selectors.creature_list import HOMEBREW, CalledCreature, NameIndex, near_names
from compendium.selectors.search import stems, word_tokens
from rules.cards.model import HOMEBREW_MARK, Card
from rules.roster.written import TIMES
from rules.tables.positioning import POSITIONING_UPGRADES
from rules.text import plain
from warbands.selectors.collections import number_before

OFFERED = 8
"""Names that are offered for an unknown one."""
LONGEST_NAME = 160
"""The most characters of a name that is looked up."""

_HERO_POINTS = re.compile(r"(\d{1,3}) hero points?")
_NUMBER = re.compile(r"[x×]?(\d{1,3})[x×]?")
_TIMES = ("x", "×")


class NamedExtra(NamedTuple):
    """A member's purchase: ``kind`` is upgrade, item, positioning or hero points, ``number`` how many."""

    kind: str
    key: str
    name: str
    number: int = 1
    choice: str = ""
    asks: bool = False


class OfferedAnswer(NamedTuple):
    """An answer to a question about a word: the value in the form, and the words next to it."""

    value: str
    label: str


@dataclass(frozen=True)
class ListNames:
    """All names that a list may use. ``meant`` are its player's answers, by the unknown words."""

    creatures: NameIndex
    items: Mapping[str, NamedExtra]
    cards: Mapping[str, Card]
    meant: Mapping[str, str]
    _known_by_creature: dict[str, Mapping[str, NamedExtra]] = field(default_factory=dict)

    def find_creature(self, text: str) -> CalledCreature | None:
        """Return the creature that a text names."""
        kind, _, key = self.meant.get(as_words(text), "").partition(" ")
        if kind == "creature":
            return next((creature for creature in self.creatures.creatures if creature.key == key), None)
        return self.creatures.find(text)

    def find_creature_called(self, text: str) -> CalledCreature | None:
        """Return the creature of exactly that name, which may have its license or source behind it."""
        creature = self.find_creature(text)
        if creature is None or as_words(text) in self.meant:
            return creature
        origin = HOMEBREW if HOMEBREW_MARK in creature.key else creature.key.partition("--")[2]
        marks = ("", f" ({creature.license})", f" ({origin})")
        return creature if text in [f"{creature.name}{mark}" for mark in marks] else None

    def find_extra_called(self, text: str, creature: str) -> NamedExtra | None:
        """Return a chat text's reading: the exact name, with a number before it and a choice behind it."""
        if points := _HERO_POINTS.fullmatch(text):
            return NamedExtra("hero points", "", "hero points", int(points[1]))
        times = TIMES.fullmatch(text)
        number, name = (int(times[1]), times[2]) if times else (1, text)
        by_name = {named.name: named for named in reversed(list(self._extras(creature)))}
        if extra := by_name.get(name):
            return extra._replace(number=number)
        if name.endswith(")"):
            for bracket in re.finditer(r" \(", name[:LONGEST_NAME]):
                extra = by_name.get(name[: bracket.start()])
                if extra and extra.kind == "item":
                    return extra._replace(number=number, choice=name[bracket.end() : -1])
        return None

    def is_left_out(self, text: str) -> bool:
        """Return True if the player said that these words have no meaning."""
        return any(self.meant.get(words) == "nothing" for _, words in count_readings(text))

    def find_extra(self, text: str, creature: str) -> NamedExtra | None:
        """Return the things in a text that a creature could have, with their numbers and choices."""
        if extra := self._without_choice(text, creature):
            return extra
        if text.endswith(")"):
            for bracket in re.finditer(r" \(", text[:LONGEST_NAME]):
                extra = self._without_choice(text[: bracket.start()], creature)
                if extra and extra.kind == "item":
                    return extra._replace(choice=text[bracket.end() : -1].strip())
        return None

    def _without_choice(self, text: str, creature: str) -> NamedExtra | None:
        for number, words in count_readings(text):
            if words in ("hero point", "hero points"):
                return NamedExtra("hero points", "", "hero points", number)
            if extra := self._called(words, creature):
                return extra._replace(number=number)
        return None

    def near(self, text: str, creature: str) -> list[OfferedAnswer]:
        """Return possible meanings: among the creature's options, if there is one, and among all creatures."""
        words = plain(text[:LONGEST_NAME])
        extras = {plain(extra.name): extra for extra in self._extras(creature)} if creature else {}
        nearest = [extras[name] for name in near_names(words, extras, OFFERED)]
        name = self.cards[creature].name if creature in self.cards else ""
        offered = [OfferedAnswer(f"{extra.kind} {extra.key}", f"{extra.name}, for {name}") for extra in nearest]
        offered += [
            OfferedAnswer(
                f"creature {creature.key}",
                creature.name if creature.license == "ORC" else f"{creature.name} ({creature.license})",
            )
            for creature in self.creatures.near(words, OFFERED)
        ]
        return offered[:OFFERED]

    def _called(self, words: str, creature: str) -> NamedExtra | None:
        if meant := self.meant.get(words):
            return next((extra for extra in self._extras(creature) if f"{extra.kind} {extra.key}" == meant), None)
        known = self._known(creature)
        return known.get(words) or known.get(stems(words))

    def _known(self, creature: str) -> Mapping[str, NamedExtra]:
        """Return a creature's options, by their words and by their stems; exact names come first."""
        if creature not in self._known_by_creature:
            extras = list(self._extras(creature))
            names = [
                *((as_words(extra.name), extra) for extra in extras),
                *((stems(extra.name), extra) for extra in extras),
            ]
            self._known_by_creature[creature] = dict(reversed(names))
        return self._known_by_creature[creature]

    def _extras(self, creature: str) -> Iterator[NamedExtra]:
        if card := self.cards.get(creature):
            for key, feature in card.upgrades.items():
                yield NamedExtra("upgrade", key, feature.name)
        yield from self.items.values()
        yield from _POSITIONING


_POSITIONING = tuple(NamedExtra("positioning", upgrade.key, upgrade.name) for upgrade in POSITIONING_UPGRADES)


def item_extras() -> dict[str, NamedExtra]:
    """Return every item by its key. One query."""
    rows = Item.objects.order_by("search_name", "key").values_list("key", "name", "choice")
    return {key: NamedExtra("item", key, name, asks=bool(choice)) for key, name, choice in rows}


def as_words(text: str) -> str:
    """Return a text as names are compared."""
    return " ".join(word_tokens(text))


def count_readings(text: str) -> Iterator[tuple[int, str]]:
    """Yield the words of a text as one name, then those beside a number with that number."""
    words: Sequence[str] = word_tokens(text)
    yield 1, " ".join(words)
    if len(words) < 2:
        return
    before, after = _NUMBER.fullmatch(words[0]), _NUMBER.fullmatch(words[-1])
    in_words = number_before(" ".join(words))
    readings = (
        (int(before[1]) if before else None, words[1:]),
        (in_words[0] or None, in_words[2].split()) if in_words else (None, ()),
        (int(after[1]) if after else None, words[:-1]),
    )
    for number, rest in readings:
        kept = " ".join(word for word in rest if word not in _TIMES)
        if number is not None and kept:
            yield number, kept
