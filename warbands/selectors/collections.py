"""A player's miniatures, and lists of figures as people type them: a creature per line, by name or key.

A line is read as a name first, so that “Kobold Druid 1” is one druid; then as a name with a number before or after it,
in any inflection: “3 kobold warriors”, “two wolves”; then as several figures with commas between them. Of several
creatures with the same name, the ORC one is the default, unless a license follows it: “Basilisk (OGL)”.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from accounts.models import Owner
from compendium.selectors.creature_list import CalledCreature, NameIndex, name_alone, name_index, names_of
from compendium.selectors.creatures import creatures_named
from compendium.selectors.homebrew import creatures_named_by
from rules.alignment import BY_CODE, Alignment
from rules.building.changes import key_name
from rules.cards.model import describe_origin, short_source
from rules.points import level_cost
from rules.text import natural_number, plain
from warbands.models import Figure
from warbands.models.collections import MAX_KINDS, MAX_NUMBER


@dataclass(frozen=True, slots=True)
class FigureKind:
    """A creature as a list of figures names it."""

    key: str
    name: str
    license: str
    level: int
    alignment: Alignment | None
    source: str

    @property
    def origin(self) -> str:
        """Its source and alignment, which distinguish it from others of its name."""
        return describe_origin(self.source, self.alignment.code if self.alignment else None)

    @property
    def points(self) -> int:
        """The points of one of it, without upgrades."""
        return level_cost(self.level).cost


@dataclass(frozen=True, slots=True)
class OwnedFigure:
    """A player's number of miniatures of a creature; ``kind`` is None for an unknown key."""

    key: str
    number: int
    kind: FigureKind | None

    @property
    def name(self) -> str:
        """The creature's name, or its key if it is unknown."""
        return self.kind.name if self.kind else self.key


def collection_of(owner: Owner) -> dict[str, int]:
    """Return the number of the owner's miniatures of each creature, by the creature's key. One query."""
    return dict(Figure.objects.filter(owner.q).values_list("creature", "number"))


def kinds_of(keys: Collection[str], owner: Owner | None = None) -> dict[str, FigureKind]:
    """Return the creatures of these keys, without unknown ones and homebrew of others than ``owner``. One query."""
    columns = ("key", "name", "license", "level", "alignment", "source__name")
    rows = creatures_named_by(owner).filter(key__in=keys).values_list(*columns)
    return {
        key: FigureKind(key, name, terms, level, BY_CODE.get(code), short_source(source))
        for key, name, terms, level, code, source in rows
    }


def kinds_named(text: str, most: int, owner: Owner) -> list[FigureKind]:
    """Return up to ``most`` creatures with the words in their names, those that begin with them first. One query."""
    return [
        FigureKind(row.key, row.name, row.license, row.level, BY_CODE.get(row.alignment), short_source(row.source.name))
        for row in creatures_named(text, most, owner)
    ]


def figures_of(owner: Owner) -> tuple[OwnedFigure, ...]:
    """Return the owner's miniatures by name. Two queries."""
    collection = collection_of(owner)
    kinds = kinds_of(collection, owner)
    figures = (OwnedFigure(key, number, kinds.get(key)) for key, number in collection.items())
    return tuple(sorted(figures, key=lambda figure: (plain(figure.name), figure.key)))


_NUMBERS = {
    **dict.fromkeys(("a", "an", "one"), 1),
    **dict.fromkeys(("two", "a couple of", "a pair of"), 2),
    **{word: number for number, word in enumerate("three four five six seven eight nine ten eleven".split(), 3)},
    **dict.fromkeys(("twelve", "a dozen"), 12),
    **dict.fromkeys(("some", "several", "a few", "many"), 0),
}
_LONGEST_FIRST = "|".join(sorted(_NUMBERS, key=len, reverse=True))
_BEFORE = re.compile(rf"({_LONGEST_FIRST})\s(.+)", re.IGNORECASE)


def number_before(text: str) -> tuple[int, str, str] | None:
    """Return the number in words before a text, its words, and the text; None if there is none.

    Words without a number, such as “some”, are 0.
    """
    before = _BEFORE.fullmatch(text)
    return (_NUMBERS[before[1].casefold()], before[1], before[2]) if before else None


MAX_TEXT = 50_000
"""Characters of a list."""
MAX_LINE = 200
"""The most characters of a line that is looked up."""
HELPED = 5
"""The most unknown names for which similar ones are looked up."""

_NUMBER_BEFORE = re.compile(r"([0-9]+)(?:\s?[x×*]\s|[x×*]|\s?[,;:]\s?|\s)(.+)", re.IGNORECASE)
_AFTER = re.compile(r"(.+?)(?:\s?[,;:×*]|\s)\s?\(?[x×*]?\s?([0-9]+)[x×*]?\)?", re.IGNORECASE)
_BETWEEN = re.compile(r"\s?[,;&+]\s?(?:and\s)?|\sand\s", re.IGNORECASE)
_BULLET = re.compile(r"[-–•*] ")
_MOST_COUNTED = 999_999_999


class Reading(NamedTuple):
    """The possible meanings of a line; ``said`` is a number written in words."""

    number: int
    name: str
    said: str = ""


class FigureLine(NamedTuple):
    """A line with content, or one of several figures in it: its place from 1, its words, their meanings.

    The likeliest meaning comes first. ``before`` and ``after`` are the rest of the line.
    """

    place: int
    text: str
    readings: tuple[Reading, ...]
    before: str = ""
    after: str = ""

    @property
    def meant(self) -> Reading:
        """The likeliest meaning of a line whose creature is unknown."""
        return self.readings[min(1, len(self.readings) - 1)]

    def find(self, index: NameIndex) -> tuple[Reading, CalledCreature] | None:
        """Return the content of the line: how many of which creature, None if it names none."""
        pairs = ((reading, index.find(reading.name)) for reading in self.readings)
        return next(((reading, creature) for reading, creature in pairs if creature is not None), None)

    def unread(self, reason: str, near: Iterable[str] = ()) -> UnreadLine:
        """Return the line as an unread one; ``near`` may replace it."""
        lines = (f"{self.before}{name}{self.after}" for name in near)
        return UnreadLine(self.place, self.text, reason, tuple(line for line in lines if len(line) <= MAX_LINE))


@dataclass(frozen=True, slots=True)
class UnreadLine:
    """An unread line, the reason, and lines that may have been meant."""

    place: int
    text: str
    reason: str
    near: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FigureList:
    """The contents of a list: the number of each creature, by key, and the unread lines.

    ``fault`` is a fault of the whole list, which is then empty. ``kinds`` are the creatures by key.
    """

    figures: Mapping[str, int]
    unread: tuple[UnreadLine, ...] = ()
    fault: str = ""
    kinds: Mapping[str, FigureKind] = field(default_factory=dict)

    @property
    def total(self) -> int:
        """All figures together."""
        return sum(self.figures.values())


def figures_read(text: str, owner: Owner | None = None) -> FigureList:
    """Read a list of figures; ``owner`` may name homebrew of their own.

    Two queries, plus one if a name is not written exactly.
    """
    if len(text) > MAX_TEXT:
        return FigureList({}, fault=f"The list has {len(text):,} characters. At most {MAX_TEXT:,} are read at once.")
    lines = figure_lines(text)
    if len(lines) > MAX_KINDS:
        return FigureList({}, fault=f"The list has {len(lines):,} lines. At most {MAX_KINDS:,} are read at once.")
    if not lines:
        return FigureList({})
    index = names_of((reading.name for line in lines for reading in line.readings), owner)
    if not all(line.find(index) for line in lines):
        index = name_index(owner)
        lines = [part for line in lines for part in _parts(line, index)]
    figures: dict[str, int] = {}
    unread = []
    said = [(line, line.find(index)) for line in lines]
    near = _near_names((line.meant.name for line, reading in said if reading is None), index)
    for line, reading_of in said:
        if reading_of is None:
            unread.append(_not_known(line, index, near))
            continue
        reading, creature = reading_of
        total = figures.get(creature.key, 0) + reading.number
        if not reading.number:
            meant = [f"{number} {creature.name}" for number in (2, 3, 4)] if reading.said else ()
            typed = f"“{reading.said}”" if reading.said else "0"
            unread.append(line.unread(f"Enter a number from 1 to {MAX_NUMBER}, not {typed}.", meant))
        elif total > MAX_NUMBER:
            unread.append(line.unread(f"That makes {total:,} {creature.name}; the most is {MAX_NUMBER}."))
        else:
            figures[creature.key] = total
    return FigureList(figures, tuple(unread), kinds=kinds_of(figures, owner) if figures else {})


def figures_text(figures: Mapping[str, int], owner: Owner | None = None) -> str:
    """Write figures as a list that reads as just these, by name; unknown creatures by their keys. Two queries."""
    index = names_of((kind.name for kind in kinds_of(figures, owner).values()), owner)
    said = {key: _said(key, index) for key in figures}
    return "\n".join(f"{figures[key]} {said[key]}" for key in sorted(figures, key=lambda key: (plain(said[key]), key)))


def figure_lines(text: str) -> list[FigureLine]:
    """Return the lines with content; places count every line."""
    tidied = [" ".join(line.split()) for line in _written(text)]
    tidied = [line[2:] if _BULLET.match(line) else line for line in tidied]
    return [FigureLine(place, line[:MAX_LINE], _readings(line)) for place, line in enumerate(tidied, 1) if line]


def line_replaced(text: str, wanted: str) -> str:
    """Return a list with another line at a place; ``wanted`` has the place, a space and the line."""
    place, _, line = wanted.partition(" ")
    lines = _written(text)
    number = natural_number(place)
    if number is not None and 1 <= number <= len(lines):
        lines[number - 1] = line[:MAX_LINE]
    return "\n".join(lines)


def _written(text: str) -> list[str]:
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _readings(line: str) -> tuple[Reading, ...]:
    if len(line) > MAX_LINE:
        return (Reading(1, line[:MAX_LINE]),)
    readings = [Reading(1, line)]
    if before := _NUMBER_BEFORE.fullmatch(line):
        readings.append(Reading(min(int(before[1]), _MOST_COUNTED), before[2]))
    if in_words := number_before(line):
        readings.append(Reading(in_words[0], in_words[2], in_words[1]))
    if after := _AFTER.fullmatch(line):
        readings.append(Reading(min(int(after[2]), _MOST_COUNTED), after[1]))
    return tuple(readings)


def _parts(line: FigureLine, index: NameIndex) -> list[FigureLine]:
    """Return the figures of a line that names several, or the line itself if it names none or one."""
    if len(line.text) == MAX_LINE or line.find(index):
        return [line]
    parts, start = [], 0
    for between in [*_BETWEEN.finditer(line.text), None]:
        end = between.start() if between else len(line.text)
        if text := line.text[start:end]:
            parts.append(FigureLine(line.place, text, _readings(text), line.text[:start], line.text[end:]))
        start = between.end() if between else end
    return parts if any(part.find(index) for part in parts) else [line]


def _said(key: str, index: NameIndex) -> str:
    """Return the shortest text that means a creature."""
    creature = next((creature for creature in index.creatures if creature.key == key), None)
    names = (creature.name, creature.name_with_license) if creature else ()
    return next((name for name in names if (named := index.find(name)) and named.key == key), key)


def _near_names(unknown: Iterable[str], index: NameIndex) -> Mapping[str, list[str]]:
    """Return the names that are near to the first unknown ones."""
    helped = dict.fromkeys(name for name in unknown if not _namesakes(name, index))
    return {name: [creature.name for creature in index.near(name)] for name in list(helped)[:HELPED]}


def _namesakes(name: str, index: NameIndex) -> list[CalledCreature]:
    """Return the creatures with the same name under other licenses."""
    alone = name_alone(name)
    return index.called(alone) if alone != name else []


def _not_known(line: FigureLine, index: NameIndex, near: Mapping[str, list[str]]) -> UnreadLine:
    number, name, _ = line.meant
    if namesakes := _namesakes(name, index):
        reason, meant = (
            f"“{key_name(name)}” is not in the compendium.",
            [namesake.name_with_license for namesake in namesakes],
        )
    else:
        reason, meant = f"No creature is called “{key_name(name)}”.", near.get(name, [])
        if "," in name:
            reason += " Enter one creature per line."
    return line.unread(reason, [f"{number or 1} {name}" for name in meant])
