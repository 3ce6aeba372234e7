"""What pages and print show of a fight: a row for each combatant, and its sheet in sections."""

from __future__ import annotations

from dataclasses import dataclass

from rules.text import with_minus


@dataclass(frozen=True, slots=True)
class FightMeter:
    """Something that runs out or fills up: its label, what there is, the most there can be (None: no most).

    ``extra`` is what lies on top, such as temporary Stamina.
    """

    label: str
    value: int
    most: int | None = None
    extra: int = 0


@dataclass(frozen=True, slots=True)
class FightRow:
    """A combatant as lists show it.

    ``standing`` says in a word or two how it stands (``winded``, ``dying``), ``badges`` what else holds. ``meters`` are
    empty where the viewer does not know what is left. ``place`` is a number by which the family orders its combatants,
    such as initiative.
    """

    id: str
    name: str
    side: str
    standing: str = ""
    meters: tuple[FightMeter, ...] = ()
    badges: tuple[str, ...] = ()
    group: str = ""
    place: int | None = None
    is_acting: bool = False
    has_acted: bool = False
    is_out: bool = False


@dataclass(frozen=True, slots=True)
class FightSection:
    """A part of a combatant's panel: its heading, and lines of a label with a value each."""

    heading: str
    lines: tuple[tuple[str, str], ...]


def row_words(row: FightRow) -> str:
    """Return how a combatant is, in words."""
    parts = [*map(meter_words, row.meters), row.standing, *row.badges]
    if row.is_out and not row.standing:
        parts.append("out")
    return ", ".join(part for part in parts if part) or "in the fight"


def meter_words(meter: FightMeter) -> str:
    """Return what is left of something, in words."""
    most = "" if meter.most is None else f" of {meter.most}"
    extra = f" and {meter.extra} more" if meter.extra else ""
    return f"{meter.label} {with_minus(str(meter.value))}{most}{extra}"
