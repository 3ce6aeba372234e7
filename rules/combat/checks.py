"""Checks of what events bring: that the fight waits for nothing, numbers in their bounds, lines, known keys."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from rules.combat.sheets import MAX_WORD
from rules.combat.state import FightState
from rules.errors import ChangeRefused
from rules.text import without_directions

Key = TypeVar("Key", bound=str)


def require_nothing_asked(state: FightState) -> None:
    """Raise ``ChangeRefused`` while the fight waits for an answer."""
    if state.stack:
        raise ChangeRefused("Answer the open question first.")


def number_within(number: int, low: int, high: int, label: str) -> int:
    """Return a number from ``low`` to ``high``; raise ``ChangeRefused`` with the label for another."""
    if not low <= number <= high:
        raise ChangeRefused(f"{label}: enter a number from {low} to {high}.")
    return number


def chosen_key(value: str, keys: Iterable[Key], label: str) -> Key:
    """Return a word as one of some keys; raise ``ChangeRefused`` with the label for one that is not a choice."""
    for key in keys:
        if key == value:
            return key
    raise ChangeRefused(f"{label}: choose one of the options.")


def typed_line(typed: str) -> str:
    """Return what was typed as one line of at most ``MAX_WORD`` printable characters."""
    line = " ".join(without_directions(typed).split())[:MAX_WORD]
    return "".join(letter for letter in line if letter.isprintable())
