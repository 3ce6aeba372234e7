"""The boxes for limited uses, and when a checked box comes back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.effects.values import Use
from rules.errors import RulesError
from rules.glossary.entry import Entry

DAILY_USES_RETURN_EVERY = 3


@dataclass(frozen=True, slots=True)
class UseMark:
    """A mark before a feature: its sign on a card, its meaning, and when the use comes back.

    ``other_signs`` are the boxes that the printed rulebook has in its place.
    """

    sign: str
    use: Use | Literal["at_will"]
    name: str
    summary: str
    comes_back: str
    other_signs: tuple[str, ...] = ()


USE_MARKS: tuple[UseMark, ...] = (
    UseMark("☐", "consumable", "Consumable", "Used up for good: the box never comes back.", "never", ("▢", "□")),
    UseMark(
        "🄳",
        "daily",
        "Daily",
        "Comes back when the creature rests safely for 8 hours.",
        "after 8 hours of rest",
    ),
    UseMark("🄴", "encounter", "Encounter", "Comes back when the battle is over.", "after the battle"),
    UseMark("∞", "at_will", "At Will", "May be used any number of times.", "always at hand"),
)

BY_USE: dict[str, UseMark] = {mark.use: mark for mark in USE_MARKS}
_BY_SIGN: dict[str, UseMark] = {sign: mark for mark in USE_MARKS for sign in (mark.sign, *mark.other_signs)}


def mark_of_sign(sign: str) -> UseMark:
    """Return the mark of a sign on a card, with the boxes of the printed rulebook understood as well."""
    try:
        return _BY_SIGN[sign.strip()]
    except KeyError:
        raise RulesError(f"{sign!r} is not a mark for uses.") from None


def daily_uses_return(scenario: int) -> bool:
    """Return whether daily uses come back after the scenario of that number, the first being 1."""
    # The scenario says so; where it is silent, they come back after every third. Campaign play, "Recovering".
    if scenario < 1:
        raise RulesError(f"Scenarios are counted from 1, not from {scenario}.")
    return scenario % DAILY_USES_RETURN_EVERY == 0


def comes_back(use: Use, *, rested: bool) -> bool:
    """Return whether a use spent in a scenario is there again in the next; ``rested`` if daily uses return."""
    # Encounter uses always return, daily ones with a rest, consumables never. Campaign play, "Recovering".
    return use == "encounter" or (use == "daily" and rested)


def entries() -> tuple[Entry, ...]:
    """Return one entry a mark."""
    return tuple(
        Entry(
            kind="use",
            name=mark.name,
            summary=mark.summary,
            text=_text(mark),
            facts=(("Sign", mark.sign), ("Comes back", mark.comes_back)),
            where="Number of uses",
        )
        for mark in USE_MARKS
    )


def _text(mark: UseMark) -> str:
    if mark.use == "at_will":
        return "There is no box to check: the feature may be used as often as its action points allow."
    boxes = (
        "Each box is one use in a battle; check one off per use, and when all are checked the feature is"
        " spent. Sustaining a spell costs its action points but no box."
    )
    return {
        "consumable": f"{boxes}\n\nThe boxes of a consumable stay checked for ever: the potion is drunk, the"
        " scroll burnt.",
        "daily": f"{boxes}\n\nIn a campaign the boxes come back after 8 hours of safe rest. The scenario says"
        " when that is; if it does not, after every third scenario.",
        "encounter": f"{boxes}\n\nIn a campaign the boxes come back after each battle.",
    }[mark.use]
