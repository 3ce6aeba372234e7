"""Answers to what a fight asks: faces of dice, choices, offers taken or passed, numbers, the table's ruling."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Faces:
    """The answer to a roll: the faces that fell, and whether players entered them."""

    faces: tuple[int, ...]
    entered: bool = False


@dataclass(frozen=True, slots=True)
class ChosenOption:
    """The answer to a choice, by the key of the option."""

    key: str


@dataclass(frozen=True, slots=True)
class Passed:
    """The answer to an offer: a side lets things go on."""

    side: str


@dataclass(frozen=True, slots=True)
class Taken:
    """The answer to an offer: a creature does what was offered. ``targets`` are whom it is for, where it says so."""

    side: str
    creature: str
    key: str


@dataclass(frozen=True, slots=True)
class Ruling:
    """The table decides in place of the dice, with a reason."""

    outcome: str
    reason: str


@dataclass(frozen=True, slots=True)
class GivenCounts:
    """The answer to a question for numbers, by the keys of its fields."""

    numbers: tuple[tuple[str, int], ...]
