"""Lists of figures as people type them: a creature a line, by name or key, and how many there are of it.

A line is tried as a name first, so that “Kobold Druid 1” is one druid; then as a name with a number before or after it;
then in any inflection: “3 kobold warriors”.
Of several creatures of one name the ORC one is meant, unless a license stands behind it: “Basilisk (OGL)”.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from compendium.selectors.creature_names import NameIndex, keys_by_name, name_index
from rules.building.changes import key_name
from rules.text import plain
from warbands.models.collections import MAX_KINDS, MAX_NUMBER
from warbands.selectors.collections import FigureKind, kinds_of

MAX_TEXT = 50_000
"""Characters of a list."""
MAX_LINE = 200
"""Characters of a line that is looked up."""
HELPED = 5
"""Unknown names for which near ones are looked up."""

_BEFORE = re.compile(r"([0-9]+)(?:\s?[x×*]\s|[x×*]|\s?[,;:]\s?|\s)(.+)", re.IGNORECASE)
_AFTER = re.compile(r"(.+?)(?:\s?[,;:×*]|\s)\s?\(?[x×*]?\s?([0-9]+)[x×*]?\)?", re.IGNORECASE)
_LICENSED = re.compile(r"(.+?)\s?\(([^()]+)\)")
_BULLET = re.compile(r"[-–•*] ")
_DIGITS = 9


class Reading(NamedTuple):
    """What a line may mean."""

    number: int
    name: str


class FigureLine(NamedTuple):
    """A line that says something: its place from 1, its words, and what they may mean, the likeliest first."""

    place: int
    text: str
    readings: tuple[Reading, ...]

    @property
    def meant(self) -> Reading:
        """The likeliest meaning of a line whose creature is unknown."""
        return self.readings[min(1, len(self.readings) - 1)]


@dataclass(frozen=True, slots=True)
class UnreadLine:
    """A line that cannot be taken as it is, why, and lines that may have been meant."""

    place: int
    text: str
    reason: str
    near: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FigureList:
    """What a list says: how many there are of each creature, by key, and the lines that were not read.

    ``fault`` is what is wrong with the list as a whole, which then says nothing. ``kinds`` are the creatures by key.
    """

    figures: Mapping[str, int]
    unread: tuple[UnreadLine, ...] = ()
    fault: str = ""
    kinds: Mapping[str, FigureKind] = field(default_factory=dict)

    @property
    def total(self) -> int:
        """All figures together."""
        return sum(self.figures.values())


def figures_read(text: str) -> FigureList:
    """Read a list of figures. Two queries, at most two more for lines whose names are not written exactly."""
    if len(text) > MAX_TEXT:
        return FigureList({}, fault=f"The list has {len(text):,} characters. At most {MAX_TEXT:,} are read at once.")
    lines = figure_lines(text)
    if len(lines) > MAX_KINDS:
        return FigureList({}, fault=f"The list has {len(lines):,} lines. At most {MAX_KINDS:,} are read at once.")
    if not lines:
        return FigureList({})
    known = _known(reading.name for line in lines for reading in line.readings)
    inexact = [line for line in lines if not any(known.key(reading.name) for reading in line.readings)]
    index = name_index() if inexact else NameIndex(())
    known = _with_inflected(known, inexact, index)
    figures: dict[str, int] = {}
    unread = {}
    for line in lines:
        said = next(((number, key) for number, name in line.readings if (key := known.key(name))), None)
        if said is None:
            continue
        number, key = said
        total = figures.get(key, 0) + number
        if not number:
            unread[line.place] = UnreadLine(line.place, line.text, f"Enter a number from 1 to {MAX_NUMBER}, not 0.")
        elif total > MAX_NUMBER:
            reason = f"That makes {total:,} {known.kinds[key].name}; the most is {MAX_NUMBER}."
            unread[line.place] = UnreadLine(line.place, line.text, reason)
        else:
            figures[key] = total
    unknown = [line for line in lines if not any(known.key(reading.name) for reading in line.readings)]
    unread |= {one.place: one for one in _not_known(unknown, known, index)}
    kinds = {key: known.kinds[key] for key in figures if key in known.kinds}
    return FigureList(figures, tuple(unread[place] for place in sorted(unread)), kinds=kinds)


def figures_text(figures: Mapping[str, int]) -> str:
    """Write figures as a list that reads as just these, by name; unknown creatures by their keys. Three queries."""
    kinds = kinds_of(figures)
    known = _known(kind.name for kind in kinds.values())
    said = {key: _said(kinds[key], known) if key in kinds else key for key in figures}
    return "\n".join(f"{figures[key]} {said[key]}" for key in sorted(figures, key=lambda key: (plain(said[key]), key)))


def figure_lines(text: str) -> list[FigureLine]:
    """Return the lines that say something; places count every line."""
    tidied = [_without_bullet(" ".join(line.split())) for line in _written(text)]
    return [FigureLine(place, line[:MAX_LINE], _readings(line)) for place, line in enumerate(tidied, 1) if line]


def line_replaced(text: str, wanted: str) -> str:
    """Return a list with another line at a place; ``wanted`` has the place, a space and the line."""
    place, _, line = wanted.partition(" ")
    lines = _written(text)
    if place.isascii() and place.isdigit() and 1 <= whole_number(place) <= len(lines):
        lines[whole_number(place) - 1] = line[:MAX_LINE]
    return "\n".join(lines)


def whole_number(digits: str) -> int:
    """Return the number that digits write; of one too large for anything here, its first digits."""
    return int(digits.lstrip("0")[:_DIGITS] or "0")


def _written(text: str) -> list[str]:
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _without_bullet(line: str) -> str:
    return line[2:] if _BULLET.match(line) else line


def _readings(line: str) -> tuple[Reading, ...]:
    if len(line) > MAX_LINE:
        return (Reading(1, line[:MAX_LINE]),)
    readings = [Reading(1, line)]
    if before := _BEFORE.fullmatch(line):
        readings.append(Reading(whole_number(before[1]), before[2]))
    if after := _AFTER.fullmatch(line):
        readings.append(Reading(whole_number(after[2]), after[1]))
    return tuple(readings)


@dataclass(frozen=True, slots=True)
class _KnownNames:
    """Names with the keys that they may mean, and the creatures of these."""

    called: Mapping[str, Collection[str]]
    kinds: Mapping[str, FigureKind]

    def key(self, name: str) -> str | None:
        """Return the key that is meant by a name, with or without a license behind it."""
        if name in self.called:
            return self._best(self.called[name])
        if not (licensed := _LICENSED.fullmatch(name)):
            return None
        return self._best(key for key in self.called.get(licensed[1], ()) if self._is_under(key, licensed[2]))

    def namesakes(self, name: str) -> list[FigureKind]:
        """Return who has the name under other licenses than the one behind it."""
        licensed = _LICENSED.fullmatch(name)
        return [self.kinds[key] for key in sorted(self.called.get(licensed[1], ()))] if licensed else []

    def _best(self, keys: Iterable[str]) -> str | None:
        return min(keys, key=lambda key: (self.kinds[key].license != "ORC", key), default=None)

    def _is_under(self, key: str, terms: str) -> bool:
        return self.kinds[key].license.casefold() == terms.casefold()


def _known(names: Iterable[str]) -> _KnownNames:
    """Look names up, with and without a license behind them. Two queries."""
    every = set(names)
    every |= {licensed[1] for name in every if (licensed := _LICENSED.fullmatch(name))}
    called = keys_by_name(every)
    return _KnownNames(called, kinds_of({key for keys in called.values() for key in keys}))


def _with_inflected(known: _KnownNames, lines: Iterable[FigureLine], index: NameIndex) -> _KnownNames:
    """Add the names that lines have in another inflection. One query, or none."""
    names = dict.fromkeys(reading.name for line in lines for reading in line.readings)
    found = {name: (creature.key,) for name in names if (creature := index.find(name))}
    if not found:
        return known
    return _KnownNames({**known.called, **found}, {**known.kinds, **kinds_of({key for (key,) in found.values()})})


def _said(kind: FigureKind, known: _KnownNames) -> str:
    return next((name for name in (kind.name, _with_license(kind)) if known.key(name) == kind.key), kind.key)


def _with_license(kind: FigureKind) -> str:
    return f"{kind.name} ({kind.license})"


def _not_known(lines: list[FigureLine], known: _KnownNames, index: NameIndex) -> Iterable[UnreadLine]:
    helped = dict.fromkeys(line.meant.name for line in lines if not known.namesakes(line.meant.name))
    near = {name: [one.name for one in index.near(name)] for name in list(helped)[:HELPED]}
    for line in lines:
        number, name = line.meant
        if namesakes := known.namesakes(name):
            reason, meant = f"“{key_name(name)}” is not in the compendium.", [_with_license(kind) for kind in namesakes]
        else:
            reason, meant = f"No creature is called “{key_name(name)}”.", list(near.get(name, ()))
            if "," in name:
                reason += " Enter one creature per line."
        yield UnreadLine(line.place, line.text, reason, tuple(f"{number} {one}" for one in meant))
