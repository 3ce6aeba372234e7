"""The differences between two states of a member: each line of its sheet before and after, and in short sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from rules import spells
from rules.cards.model import STATS, Card
from rules.careers.card import explain, feat_title, feature_title, item_title, positioning_title, use_title, wound_title
from rules.careers.numbers import owned_features
from rules.careers.state import CareerState
from rules.legality.resolved import Rulebook
from rules.tables.stats import stat_name
from rules.text import counted, listed, tallied, with_count, with_minus

NOTHING = "–"
SIGNED = frozenset({"fight", "fortitude", "reflex", "will"})
"""Stats that cards print with their sign."""


@dataclass(frozen=True, slots=True)
class SheetChange:
    """A line of a member that differs; ``before`` or ``after`` is a dash if the line is missing there.

    ``sentences`` express the same in words, for the timeline of a career, which omits some lines.
    """

    label: str
    before: str
    after: str
    sentences: tuple[str, ...] = ()
    is_number: bool = False


@dataclass(frozen=True, slots=True)
class _SheetLine:
    """A line of a member's sheet: its values, and how a sentence about one of them begins.

    ``number_format`` is the format of numbers, which are formatted only when shown; empty for other values.
    """

    label: str
    values: tuple[str, ...] | tuple[int, ...] = ()
    gained: str = ""
    lost: str = ""
    number_format: str = ""

    @property
    def is_number(self) -> bool:
        """Whether the values are numbers."""
        return bool(self.number_format)

    @property
    def names(self) -> tuple[str, ...]:
        """The values as a reader sees them."""
        return tuple(
            with_minus(f"{value:{self.number_format}}") if self.is_number else str(value) for value in self.values
        )

    @property
    def text(self) -> str:
        """The values as one text."""
        return listed(self.names if self.is_number else tallied(self.names)) or NOTHING

    def sentences(self, old: _SheetLine) -> Iterator[str]:
        """Yield the differences from the earlier line."""
        if self.is_number and self.values != old.values:
            yield f"{self.label} {old.text} → {self.text}"
        if self.gained:
            yield from _each(self.gained, Counter(self.names) - Counter(old.names))
            yield from _each(self.lost, Counter(old.names) - Counter(self.names))


class SheetReader:
    """Reads members' sheets by a rulebook; remembers the last one, since a career goes from one state to the next."""

    def __init__(self, rulebook: Rulebook) -> None:
        self._rulebook = rulebook
        self._last: tuple[CareerState | None, Card, Mapping[str, _SheetLine]] | None = None

    def read(self, career: CareerState | None, names: Card) -> Mapping[str, _SheetLine]:
        """Return the lines of a member's sheet by their keys, with the names of a card."""
        if self._last is None or self._last[0] is not career or self._last[1] is not names:
            self._last = career, names, dict(_lines(career, names, self._rulebook))
        return self._last[2]


def sheet_changes(
    before: CareerState | None, after: CareerState | None, rulebook: Rulebook, reader: SheetReader | None = None
) -> tuple[SheetChange, ...]:
    """Return the lines in which two states of a member differ; None is a member that is not there.

    A ``reader`` by the same rulebook spares reading a state twice.
    """
    changes = (line.change for line in _differing(before, after, rulebook, reader))
    return tuple(change for change in changes if change.before != change.after)


def career_differences(
    before: CareerState, after: CareerState, rulebook: Rulebook, reader: SheetReader | None = None
) -> tuple[str, ...]:
    """Return the changes of a member from one state to another in sentences: numbers first, then the rest.

    A ``reader`` with the same rulebook avoids reading a state twice.
    """
    lines = sorted(_differing(before, after, rulebook, reader), key=lambda line: not line.is_number)
    return tuple(sentence for line in lines for sentence in line.sentences)


def number_differences(before: CareerState, after: CareerState, rulebook: Rulebook) -> tuple[str, ...]:
    """Return the level, points, stats and damage of a member that changed: ``Fight +9 → +10``."""
    lines = _differing(before, after, rulebook)
    return tuple(sentence for line in lines if line.is_number for sentence in line.sentences)


@dataclass(frozen=True, slots=True)
class _LineChange:
    """A line of a member's sheet before and after, None if it is missing, and its name."""

    was: _SheetLine | None
    now: _SheetLine | None
    sentences: tuple[str, ...]

    @property
    def is_number(self) -> bool:
        """Whether the line has numbers."""
        return any(line.is_number for line in (self.was, self.now) if line)

    @property
    def change(self) -> SheetChange:
        """The line with its texts before and after."""
        before, after = (line.text if line else NOTHING for line in (self.was, self.now))
        label = next(line.label for line in (self.now, self.was) if line)
        return SheetChange(label, before, after, self.sentences, self.is_number)


def _differing(
    before: CareerState | None, after: CareerState | None, rulebook: Rulebook, reader: SheetReader | None = None
) -> Iterator[_LineChange]:
    """Yield the lines in which two states of a member differ, and those whose sentences need both states."""
    # The names of the later card are used for both states: an erratum that renames a feature changes no feat.
    latest = after or before
    if latest is None or before == after:
        return
    names = latest.base_card(rulebook)
    reader = reader or SheetReader(rulebook)
    old, new = reader.read(before, names), reader.read(after, names)
    if before and after and before.own_name != after.own_name:
        renamed = (f"Renamed from {before.name} to {after.name}",)
        yield _LineChange(_SheetLine("Name", (before.name,)), _SheetLine("Name", (after.name,)), renamed)
    if before and after and before.member.revision != after.member.revision:
        was, now = (
            f"revision {career.member.revision}" if career.member.revision else NOTHING for career in (before, after)
        )
        follows = (f"Follows {now} of its card",)
        yield _LineChange(_SheetLine("Card", (was,)), _SheetLine("Card", (now,)), follows)
    for key in dict.fromkeys((*old, *new)):
        line, line_now = old.get(key), new.get(key)
        if line == line_now and key not in SPECIAL:
            continue
        sentences: Iterable[str] = ()
        if line and line_now and before and after:
            sentences = SPECIAL[key](before, after) if key in SPECIAL else line_now.sentences(line)
        yield _LineChange(line, line_now, tuple(sentences))


def _lines(career: CareerState | None, names: Card, rulebook: Rulebook) -> Iterator[tuple[str, _SheetLine]]:
    """Yield the lines of a member's sheet, each with its key."""
    if career is None:
        return
    if career.is_dismissed:
        yield "warband", _SheetLine("In the warband", ("no",))
        return
    yield "career", _SheetLine("Career", ("ended",) if career.has_ended else ())
    chance = "can fight" if career.can_fight else "never again" if career.has_ended else "out of action"
    yield "next", _SheetLine("Next scenario", (chance,))
    wounds = (f"{wound.row.name} ({'permanent' if wound.permanent else 'heals'})" for wound in career.wounds)
    yield "wounds", _SheetLine("Injuries", tuple(wounds))
    yield "advances", _SheetLine("Advances", (str(career.advances),))
    yield from _numbers(career, rulebook)
    member = career.member
    feats = tuple(feat_title(gained, names) for gained in career.feats)
    yield "feats", _SheetLine("Feats", feats, "Feat: ", "No longer has the feat ")
    open_feats = (counted(len(career.open_feats), "feat"),) if career.open_feats else ()
    yield "open feats", _SheetLine("To choose", open_feats)
    spent = tuple(use_title(use, names, rulebook) for use in career.spent)
    yield "spent", _SheetLine("Spent", spent)
    learned = tuple(map(spells.name_of, career.spells))
    yield "spells", _SheetLine("Spells learned", learned, "Learned ", "No longer knows ")
    for label, values in (
        ("Items", (item_title(choice, rulebook) for choice in member.items)),
        ("Upgrades", (feature_title(key, names) for key in member.upgrades)),
        ("Positioning upgrades", (positioning_title(key, rulebook) for key in member.positioning)),
    ):
        yield label, _SheetLine(label, tuple(values), "Gained ", "No longer has ")


def _numbers(career: CareerState, rulebook: Rulebook) -> Iterator[tuple[str, _SheetLine]]:
    explained = explain(career, rulebook)
    yield "level", _number("Level", explained.level.value)
    yield "points", _number("Points", explained.points.value)
    for stat in STATS:
        number = explained.stats[stat]
        values = () if number is None else (number.value,)
        yield stat, _number(stat_name(stat), *values, signed=stat in SIGNED)
    card = career.base_card(rulebook)
    for feature in owned_features(career, card):
        amounts = (number.value for number in explained.damage.get(feature.id, ()))
        yield f"damage of {feature.id}", _number(f"{feature.name} damage", *amounts)


def _number(label: str, *values: int, signed: bool = False) -> _SheetLine:
    return _SheetLine(label, values, number_format="+d" if signed else "d")


def _career(before: CareerState, after: CareerState) -> Iterator[str]:
    if before.has_ended != after.has_ended:
        yield "Its career has ended" if after.has_ended else "Its career goes on"


def _next_scenario(before: CareerState, after: CareerState) -> Iterator[str]:
    if before.is_out_of_action != after.is_out_of_action:
        yield "Out of action for the next scenario" if after.is_out_of_action else "No longer out of action"


def _wounds(before: CareerState, after: CareerState) -> Iterator[str]:
    old = {(wound.event, wound.injury): wound for wound in before.wounds}
    new = {(wound.event, wound.injury): wound for wound in after.wounds}
    for key, wound in new.items():
        if key not in old:
            yield f"Injury: {wound_title(wound)}"
        elif wound.permanent and not old[key].permanent:
            yield f"{wound.row.name} is permanent now"
    for key, wound in old.items():
        if key not in new:
            yield f"{wound.row.name} healed" if not wound.permanent else f"{wound.row.name} is gone"


def _open_feats(before: CareerState, after: CareerState) -> Iterator[str]:
    if len(after.open_feats) > len(before.open_feats):
        yield "A feat to choose"


SPECIAL: dict[str, Callable[[CareerState, CareerState], Iterator[str]]] = {
    "career": _career,
    "next": _next_scenario,
    "wounds": _wounds,
    "open feats": _open_feats,
}
"""Sentences of lines with more than gains and losses."""


def _each(words: str, counts: Counter[str]) -> Iterator[str]:
    for name, times in counts.items():
        yield f"{words}{with_count(name, times)}"
