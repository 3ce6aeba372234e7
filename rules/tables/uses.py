"""Words on a card that mean the same for all creatures: boxes for limited uses, common features, casting spells."""

from typing import Literal

from rules.effects.values import Use
from rules.errors import RulesError, require
from rules.tables.prose import Entry, Prose, ProseRow

DAILY_USES_RETURN_EVERY = 3


class UseMark(ProseRow, prose=Prose("uses")):
    """A mark before a feature: its sign on a card and its use.

    ``other_signs`` are the boxes that the printed rulebook has in its place.
    """

    name: str
    sign: str
    use: Use | Literal["at_will"]
    other_signs: tuple[str, ...] = ()


USE_MARKS: tuple[UseMark, ...] = (
    UseMark("Consumable", "☐", "consumable", other_signs=("▢", "□")),
    UseMark("Daily", "🄳", "daily"),
    UseMark("Encounter", "🄴", "encounter"),
    UseMark("At Will", "∞", "at_will"),
)

BY_USE: dict[str, UseMark] = {mark.use: mark for mark in USE_MARKS}
_BY_SIGN: dict[str, UseMark] = {sign: mark for mark in USE_MARKS for sign in (mark.sign, *mark.other_signs)}


def mark_of_sign(sign: str) -> UseMark:
    """Return the mark of a sign on a card, with the boxes of the printed rulebook understood as well."""
    return require(_BY_SIGN.get(sign.strip()), RulesError(f"{sign!r} is not a mark for uses."))


def daily_uses_return(scenario: int, *, every: int = DAILY_USES_RETURN_EVERY) -> bool:
    """Return True if daily uses return after the scenario with that number, starting with 1; ``every`` how many."""
    # The scenario says so; where it is silent, they come back after every third. Campaign play, "Recovering".
    if scenario < 1:
        raise RulesError(f"Scenarios are counted from 1, not from {scenario}.")
    return scenario % every == 0


def comes_back(use: Use, *, rested: bool) -> bool:
    """Return True if a use spent in a scenario is there again in the next; ``rested`` if daily uses return."""
    # Encounter uses always return, daily ones with a rest, consumables never. Campaign play, "Recovering".
    return use == "encounter" or (use == "daily" and rested)


MINION_AP = 1
"""Action points of a minion in its commander's turn."""

ORPHAN_AP = 1
"""Action points of a minion whose commander is down: ruling 96."""

PROSE = Prose("common_features", MINION_AP=MINION_AP, ORPHAN_AP=ORPHAN_AP)


def minion_action_points(*, commander_is_down: bool = False, given: int = 0) -> int:
    """Return the action points of a minion; ``given`` are those that its commander hands on, 0 or 1."""
    # A minion has 1, and 1 more from its commander; without a commander it acts alone, with 1. Getting started,
    # "Commanders, minions and mounts"; ruling 96.
    if given not in (0, 1) or (given and commander_is_down):
        raise RulesError(f"A commander cannot give this minion {given} action points.")
    return ORPHAN_AP if commander_is_down else MINION_AP + given


def clear_box(checked: int) -> int:
    """Return how many boxes of a feature remain checked when it recharges."""
    # One spent use comes back. Cards use the word, the rulebook does not: ruling 166.
    if checked < 0:
        raise RulesError(f"A feature cannot have {checked} checked boxes.")
    return max(checked - 1, 0)


TRADITIONS: tuple[str, ...] = ("arcane", "divine", "occult", "primal")

_SPELLCASTING_PROSE = Prose("spellcasting")


def entries() -> tuple[Entry, ...]:
    """Return one entry per mark, the common features without reactions and actions, and the terms of casting spells."""
    traditions = (("Traditions", ", ".join(TRADITIONS)),)
    return (
        *(
            UseMark.prose.entry("use", mark.name, facts=(("Sign", mark.sign),), where="Number of uses")
            for mark in USE_MARKS
        ),
        *PROSE.terms("common-feature"),
        _SPELLCASTING_PROSE.term("spellcasting", "caster", facts=traditions),
        *(_SPELLCASTING_PROSE.term("spellcasting", key) for key in ("cantrip", "heighten", "sustain", "haste")),
    )
