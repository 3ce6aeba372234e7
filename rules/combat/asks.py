"""What a battle waits for: dice, a choice, or whether somebody reacts. The answer is the next event of the log."""

from __future__ import annotations

from dataclasses import dataclass

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
