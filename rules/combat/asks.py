"""What a fight waits for: dice, a choice, a reaction; and what may be done now. The answer is the next event."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from rules.dice import Place


@dataclass(frozen=True, slots=True)
class RollAsk:
    """Dice of one kind: how many, with how many sides, for what, and whose they are.

    ``place`` is where the roll belongs: the same choice again gives the same faces. ``need`` is the lowest face that
    brings success, where there is one, and ``chances`` tells the outcomes in words, each with its number of faces.
    """

    dice: int
    sides: int
    reason: str
    side: str | None
    place: Place
    need: int | None = None
    chances: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Option:
    """Something that may be chosen: its key in documents, and its words."""

    key: str
    label: str


@dataclass(frozen=True, slots=True)
class ChoiceAsk:
    """A choice of one side."""

    side: str
    reason: str
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class OfferedAct:
    """Something that a creature may do before things go on: a reaction, a reroll for a hero point.

    ``text`` says what it does. ``may_waive`` says that its side may have it not offered again in this round.
    """

    creature: str
    key: str
    label: str
    text: str = ""
    may_waive: bool = False


@dataclass(frozen=True, slots=True)
class OfferAsk:
    """What the creatures of several sides may do before things go on; each side takes an offer or passes."""

    sides: tuple[str, ...]
    reason: str
    offers: tuple[OfferedAct, ...]


@dataclass(frozen=True, slots=True)
class CountField:
    """One number that the players count on their table: its key in documents, what it is, and the most it may be."""

    key: str
    label: str
    most: int


@dataclass(frozen=True, slots=True)
class CountAsk:
    """Numbers that only the players see, such as how many creatures stand near a marker."""

    reason: str
    fields: tuple[CountField, ...]


@dataclass(frozen=True, slots=True)
class ActAsk:
    """What a creature does next within an action: one of the actions, with its targets, chosen by a side."""

    side: str
    creature: str
    reason: str
    actions: tuple[Option, ...]
    may_skip: bool = False


@dataclass(frozen=True, slots=True)
class RevealAsk:
    """Sealed choices that have to be shown before things go on: the side and the purpose of each."""

    reason: str
    secrets: tuple[tuple[str, str], ...]


Ask = RollAsk | ChoiceAsk | OfferAsk | CountAsk | ActAsk | RevealAsk


OfferType = Literal["choice", "choices", "number", "word", "flag"]


@dataclass(frozen=True, slots=True)
class OfferField:
    """A part of an event that is filled in: the part's name, its label, and what may stand there.

    ``value`` is what stands there at first. Numbers lie from ``low`` to ``high``. An ``optional`` choice may be left
    out, which stands for "".
    """

    name: str
    label: str
    type: OfferType = "choice"
    options: tuple[Option, ...] = ()
    value: Any = None
    low: int = 0
    high: int = 999
    help: str = ""
    optional: bool = False


@dataclass(frozen=True, slots=True)
class FightOffer:
    """Something that may be done now.

    ``label`` stands on its button, ``group`` is the heading under which it is offered, ``event`` the kind of the event
    and ``parts`` those of its parts that are settled; ``fields`` are asked for. ``combatant`` is who would do it, None
    where it concerns the whole fight, ``side`` who may send it, None for everyone at the table. ``about`` says in a
    sentence or two what it does. ``by_table`` marks what the sources leave to the table. ``is_main`` marks what usually
    comes next.
    """

    label: str
    event: str
    group: str = ""
    parts: Mapping[str, Any] = field(default_factory=dict)
    fields: tuple[OfferField, ...] = ()
    combatant: str | None = None
    side: str | None = None
    about: str = ""
    by_table: bool = False
    is_main: bool = False
