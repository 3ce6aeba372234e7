"""Whom a monster prefers to attack: the preferences that a table of gambits can name.

Some are known from cards and from the battle; for others the player is asked, because only the players see the table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rules.p2v_combat.solo.targets import TargetView

Narrowing = Callable[[Sequence[TargetView]], Sequence[TargetView]]


@dataclass(frozen=True, slots=True)
class TargetPreference:
    """A kind of enemy that monsters prefer.

    ``words`` follow "prefers"; ``clause`` follows "Which of these" in a question. ``narrow`` picks the preferred ones
    from what the game knows; None where only the player can tell.
    """

    key: str
    words: str
    clause: str
    narrow: Narrowing | None = None


def _having(test: Callable[[TargetView], bool]) -> Narrowing:
    return lambda targets: [one for one in targets if test(one)]


def _most(measure: Callable[[TargetView], int]) -> Narrowing:
    def narrow(targets: Sequence[TargetView]) -> Sequence[TargetView]:
        highest = max(map(measure, targets), default=0)
        return [one for one in targets if measure(one) == highest]

    return narrow


PREFERENCES: tuple[TargetPreference, ...] = (
    TargetPreference(
        "adjacent-to-allies",
        "enemies that are adjacent to one of its allies",
        "are already adjacent to one of its allies",
    ),
    TargetPreference("alone", "enemies that are adjacent to none of their own allies", "have no ally next to them"),
    TargetPreference(
        "near-objectives", "enemies that are next to an objective", "are next to an objective or carry one"
    ),
    TargetPreference(
        "ranged-attackers",
        "enemies with ranged attacks",
        "have a ranged attack",
        _having(lambda one: one.has_ranged_attack),
    ),
    TargetPreference("casters", "enemies that cast spells", "cast spells", _having(lambda one: one.is_caster)),
    TargetPreference("wounded", "wounded enemies", "are wounded", _having(lambda one: one.is_wounded)),
    TargetPreference(
        "off-guard",
        "enemies that are off-guard",
        "are off-guard",
        _having(lambda one: "off-guard" in one.conditions),
    ),
    TargetPreference("largest", "the largest enemies", "are the largest", _most(lambda one: one.size_rank)),
    TargetPreference("smallest", "the smallest enemies", "are the smallest", _most(lambda one: -one.size_rank)),
    TargetPreference(
        "most-points", "the enemies worth most points", "are worth most points", _most(lambda one: one.points)
    ),
)

BY_KEY: dict[str, TargetPreference] = {preference.key: preference for preference in PREFERENCES}
