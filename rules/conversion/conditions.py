"""PF2e conditions and what stands for them here."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

_PENALTIES = ("sickened", "rattled", "off-guard")


@dataclass(frozen=True, slots=True)
class ConvertedCondition:
    """What stands for a PF2e condition: the pick, and what a person may take instead."""

    pick: tuple[str, ...]
    choices: tuple[str, ...] = ()


# "Converting from PF2e", "Conditions". Stunned 1 is slowed in version 1.6; a higher value loses a whole turn here.
CONVERTED_CONDITIONS: dict[str, ConvertedCondition] = {
    "blinded": ConvertedCondition(("rattled", "encumbered")),
    "broken": ConvertedCondition(("rattled",)),
    "dazzled": ConvertedCondition(("rattled",)),
    "deafened": ConvertedCondition((), ("nothing", "rattled", "off-guard")),
    "fatigued": ConvertedCondition(("off-guard",), ("off-guard", "sickened")),
    "frightened": ConvertedCondition(("rattled",), ("rattled", "dazed", "pushed", "its action ends")),
    "fleeing": ConvertedCondition(("rattled",), ("rattled", "dazed", "pushed", "its action ends")),
    "paralyzed": ConvertedCondition(("stunned",)),
    "restrained": ConvertedCondition(("immobilized",)),
    "clumsy": ConvertedCondition(("sickened",), _PENALTIES),
    "drained": ConvertedCondition(("sickened",), _PENALTIES),
    "enfeebled": ConvertedCondition(("sickened",), _PENALTIES),
    "stupefied": ConvertedCondition(("sickened",), _PENALTIES),
    "flat-footed": ConvertedCondition(("off-guard",)),
}
# How choices that are no conditions are said in a text, and what they give.
_SAID: dict[str, str] = {"its action ends": "interrupted (its action ends)"}
_GIVEN: dict[str, str] = {"its action ends": "", "pushed": "push 1"}
SAME_CONDITIONS: frozenset[str] = frozenset(
    "confused controlled encumbered grabbed immobilized off-guard prone quickened sickened slowed stunned".split()
)

_WORDS = "|".join((*CONVERTED_CONDITIONS, *sorted(SAME_CONDITIONS)))
_DURATION = (
    r"(?: (?:for|lasting|lasts) (?:\d+d\d+ )?(?:(?:another |an additional )?(?:\d+|one|an?) )?"
    r"(?:rounds?|minutes?|hours?|days?)(?! while))"
)
_CONDITION = re.compile(rf"\b(?P<word>{_WORDS})(?! by\b)(?:[  ](?P<value>\d{{1,2}})\b)?{_DURATION}?", re.IGNORECASE)


def usual_conditions(word: str) -> tuple[str, ...]:
    """Return the conditions that usually stand for one of PF2e, by its word in lower case."""
    return CONVERTED_CONDITIONS[word].pick


def converted_words(
    word: str, value: str | None = None, conditions_for: Callable[[str], tuple[str, ...]] = usual_conditions
) -> tuple[str, ...]:
    """Return the conditions that stand for one of PF2e; ``value`` is the number behind it.

    >>> converted_words("Blinded"), converted_words("stunned", "1")
    (('rattled', 'encumbered'), ('slowed',))
    """
    plain = word.lower()
    if plain == "stunned" and value == "1":
        return ("slowed",)
    return conditions_for(plain) if plain in CONVERTED_CONDITIONS else (plain,)


def convert_conditions(
    text: str, conditions_for: Callable[[str], tuple[str, ...]] = usual_conditions
) -> tuple[str, tuple[str, ...]]:
    """Return a text with the conditions of the game, and the conditions it now gives.

    Values and durations of conditions go: here they end with the next turn. ``conditions_for`` says what stands for one
    of PF2e.
    """
    named: list[str] = []

    def converted(match: re.Match[str]) -> str:
        word = match["word"].lower()
        given = converted_words(word, match["value"], conditions_for)
        named.extend(_GIVEN.get(one, one) for one in given)
        return " and ".join(_SAID.get(one, one) for one in given) or word

    converted_text = _CONDITION.sub(converted, text)
    return converted_text, tuple(dict.fromkeys(filter(None, named)))
