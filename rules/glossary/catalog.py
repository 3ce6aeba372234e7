"""The whole glossary: every term of every table, by kind, its finder in sentences, and words of other games."""

import re
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from rules.errors import RulesError
from rules.tables import (
    actions,
    advancement,
    areas,
    boards,
    conditions,
    cover,
    damage,
    dying,
    movement,
    objectives,
    play_modes,
    positioning,
    rolls,
    round_limit,
    sizes,
    skills,
    stats,
    terrain,
    tiles,
    uses,
)
from rules.tables.prose import Entry
from rules.tables.victory_conditions import conditions as victory_conditions

# Kinds whose words mean something only in the form that the game prints them in: a Strike is not a lightning strike.
_AS_PRINTED = frozenset({"action", "reaction", "area", "movement"})
# Terms of these kinds are linked in running text; the others (sizes, boards, injuries) are everyday words there.
LINKED_KINDS = _AS_PRINTED | {"condition", "status", "terrain-trait", "cover", "damage-rule", "common-feature"}
_EVERYDAY = frozenset({"half", "height", "cover", "immune", "immunity", "resist", "resistance", "weak", "weakness"})


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a sentence; ``entry`` is the term that it is, or None for plain words."""

    text: str
    entry: Entry | None = None


class TermFinder:
    """Finds the terms of a glossary in sentences; longer names win over shorter ones."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._entries: dict[str, Entry] = {}
        patterns: dict[str, str] = {}
        for entry in entries:
            if entry.kind not in LINKED_KINDS:
                continue
            for name in (entry.name, *entry.aliases):
                if name.casefold() in self._entries or name.casefold() in _EVERYDAY:
                    continue
                self._entries[name.casefold()] = entry
                patterns[name] = _pattern(name, entry)
        words = "|".join(patterns[name] for name in sorted(patterns, key=len, reverse=True))
        self._search = re.compile(rf"(?<![\w-])(?:{words})(?![\w-])") if words else None

    def spans(self, text: str) -> tuple[Span, ...]:
        """Return the sentence in pieces, each a term with its entry or plain words; joined they are the sentence."""
        if self._search is None:
            return (Span(text),)
        spans: list[Span] = []
        end = 0
        for match in self._search.finditer(text):
            entry = self._lookup(match[0])
            if match.start() > end:
                spans.append(Span(text[end : match.start()]))
            spans.append(Span(match[0], entry))
            end = match.end()
        if end < len(text) or not spans:
            spans.append(Span(text[end:]))
        return tuple(spans)

    def _lookup(self, word: str) -> Entry | None:
        key = word.casefold()
        bare = re.sub(r" (?:\d+(?:/\d+)?|terrain)$", "", key)
        for candidate in (key, bare, key.removesuffix("s"), key.removesuffix("es")):
            if candidate in self._entries:
                return self._entries[candidate]
        return None


def _pattern(name: str, entry: Entry) -> str:
    """Return the expression that finds a term in a sentence."""
    escaped = re.escape(name)
    if entry.kind == "area":
        return rf"{escaped} \d+"
    if entry.kind == "action":
        return rf"{escaped}(?:es|s)?"
    if entry.kind in _AS_PRINTED:
        return escaped
    if entry.kind == "terrain-trait" and " " not in name:
        return rf"(?i:{escaped} terrain)"
    return rf"(?i:{escaped})"


def distinct(spans: Sequence[Span]) -> tuple[Entry, ...]:
    """Return the entries that occur, each once, in order."""
    return tuple(dict.fromkeys(span.entry for span in spans if span.entry is not None))


# Kinds in the order of a reader: what a card says, what a fight does, what a table needs, what a campaign adds.
KINDS: dict[str, str] = {
    "stat": "Stats",
    "condition": "Conditions",
    "status": "Statuses",
    "action": "Actions",
    "reaction": "Reactions",
    "common-feature": "Common features",
    "use": "Uses",
    "spellcasting": "Spellcasting",
    "area": "Areas",
    "movement": "Movement",
    "size": "Sizes",
    "skill": "Skills",
    "damage-type": "Damage types",
    "damage-rule": "Damage and rolls",
    "dying": "Dying and healing",
    "cover": "Cover and sight",
    "hero-point": "Hero points",
    "positioning": "Positioning upgrades",
    "weapon": "Ranged weapons",
    "building": "Building a warband",
    "play-mode": "Play modes",
    "board": "Boards",
    "deployment": "Deployments",
    "terrain-trait": "Terrain traits",
    "terrain-type": "Terrain types",
    "terrain-tile": "Terrain tiles",
    "objective": "Objectives",
    "special-objective": "Special objectives",
    "victory-condition": "Victory conditions",
    "round-limit": "Rounds",
    "elimination": "Elimination",
    "injury": "Injuries",
    "advancement": "Advancement",
    "class": "Classes",
}

_TABLES = (
    stats,
    conditions,
    actions,
    uses,
    areas,
    movement,
    sizes,
    skills,
    damage,
    rolls,
    dying,
    cover,
    positioning,
    play_modes,
    boards,
    terrain,
    tiles,
    objectives,
    victory_conditions,
    round_limit,
    advancement,
)


@cache
def entries() -> tuple[Entry, ...]:
    """Return every entry of the glossary, kind by kind."""
    order = list(KINDS)
    return tuple(
        sorted((entry for table in _TABLES for entry in table.entries()), key=lambda entry: order.index(entry.kind))
    )


@cache
def by_key() -> dict[tuple[str, str], Entry]:
    """Return the entries by kind and key."""
    return {(entry.kind, entry.key): entry for entry in entries()}


def entry(kind: str, key: str) -> Entry | None:
    """Return the entry of a kind with that key, or None."""
    return by_key().get((kind, key))


@cache
def finder() -> TermFinder:
    """Return the finder of the glossary's terms."""
    return TermFinder(entries())


_FIELDS = {"words", "stands_for", "says"}


@dataclass(frozen=True, slots=True)
class OtherWord:
    """A word that players type, its meaning here, and a sentence about it.

    ``stands_for`` are pairs of kind and key, the best first; without a key, it means the whole kind of the glossary.
    """

    words: tuple[str, ...]
    stands_for: tuple[tuple[str, str], ...]
    says: str


@cache
def other_words() -> tuple[OtherWord, ...]:
    """Return every word of other games, in the order of the file."""
    text = files("rules.glossary").joinpath("other_words.toml").read_text(encoding="utf-8")
    return tuple(_read(section) for section in tomllib.loads(text)["word"])


def _read(section: dict[str, object]) -> OtherWord:
    if section.keys() != _FIELDS:
        raise RulesError(f"other_words.toml: {section} has not exactly the fields {', '.join(sorted(_FIELDS))}.")
    words, references, says = section["words"], section["stands_for"], section["says"]
    if not (isinstance(words, list) and isinstance(references, list) and isinstance(says, str)):
        raise RulesError(f"other_words.toml: {section} has a field of the wrong kind.")
    return OtherWord(tuple(words), tuple(_reference(reference) for reference in references), says)


def _reference(text: str) -> tuple[str, str]:
    kind, _, key = text.partition("/")
    return kind, key
