"""Immunities, resistances, weaknesses and hardness at the foot of a card, and replacements of PF2e's conditions."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from rules.conversion.steps import ConversionWork
from rules.effects.values import Resistance, Weakness

_PENALTIES = ("sickened", "rattled", "off-guard")


@dataclass(frozen=True, slots=True)
class ConvertedCondition:
    """The replacement of a PF2e condition: the default, and the choices of a person."""

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
    """Return the default replacements of a PF2e condition, by its word in lower case."""
    return CONVERTED_CONDITIONS[word].pick


def converted_words(
    word: str, value: str | None = None, conditions_for: Callable[[str], tuple[str, ...]] = usual_conditions
) -> tuple[str, ...]:
    """Return the conditions that replace one of PF2e; ``value`` is its number.

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
    """Return a text with the game's conditions, and the conditions that it now gives.

    Drops values and durations of conditions: here they end with the next turn. ``conditions_for`` returns the
    replacements of a PF2e condition.
    """
    named: list[str] = []

    def converted(match: re.Match[str]) -> str:
        word = match["word"].lower()
        given = converted_words(word, match["value"], conditions_for)
        named.extend(_GIVEN.get(type_word, type_word) for type_word in given)
        return " and ".join(_SAID.get(type_word, type_word) for type_word in given) or word

    converted_text = _CONDITION.sub(converted, text)
    return converted_text, tuple(dict.fromkeys(filter(None, named)))


POINTS_PER_STEP = 5
DICE_PER_STEP = 2
DICE_BELOW_STEP = 1

_TYPES: dict[str, str] = {
    "all damage": "all",
    "physical damage": "physical",
    "energy damage": "energy",
    "positive": "vitality",
    "negative": "void",
    "chaotic": "evil",
    "lawful": "good",
}
# What the game has no counterpart for, so that an immunity to it says nothing.
_NOTHING_HERE = frozenset(
    (
        "bleed",
        "critical hits",
        "curse",
        "death effects",
        "deafened",
        "disease",
        "doomed",
        "object immunities",
        "nonlethal attacks",
        "precision",
        "swarm attacks",
        "swarm mind",
        "trip",
        "unconscious",
        "visual",
        "auditory",
        "olfactory",
    )
)
_KEPT = frozenset({"prone", "grabbed", "restrained", "sleep", "confused", "controlled"})


def damage_word(word: str) -> str:
    """Return a PF2e damage type as the game names it.

    >>> damage_word("cold-iron"), damage_word("Positive")
    ('cold iron', 'vitality')
    """
    plain = " ".join(word[:100].replace("-", " ").replace("_", " ").lower().split())
    return _TYPES.get(plain, plain)


def immunities(work: ConversionWork) -> tuple[str, ...]:
    """Return the creature's immunities, conditions by their names in the game."""
    kept: list[str] = []
    dropped: list[str] = []
    for word in map(damage_word, work.block.immunities):
        if word in _NOTHING_HERE:
            dropped.append(word)
        elif word in CONVERTED_CONDITIONS and word not in _KEPT:
            kept += CONVERTED_CONDITIONS[word].pick
        else:
            kept.append(word)
    gave = tuple(dict.fromkeys(kept))
    if work.block.immunities:
        rule = "Immunities keep the types that the game knows; conditions get the game’s names."
        work.note("immune", rule, ", ".join(work.block.immunities), list(gave))
    return gave


def resistance_dice_of(points: int) -> int:
    """Return the d6 of a resistance: 2 for each full 5 points, 1 for less than 5.

    >>> [resistance_dice_of(points) for points in (3, 5, 8, 10)]
    [1, 2, 2, 4]
    """
    # "Converting from PF2e", "Damage": 2d6 for every 5 points. Below 5 the game's author gives 1d6.
    return points // POINTS_PER_STEP * DICE_PER_STEP or DICE_BELOW_STEP


def resistances(work: ConversionWork) -> tuple[Resistance, ...]:
    """Return the resistances as dice, hardness as a resistance against everything."""
    card_resistances = []
    for resistance in work.block.resistances:
        dice, kind = resistance_dice_of(resistance.amount), damage_word(resistance.type)
        if kind == "precision":
            continue
        exceptions = tuple(damage_word(word.partition(";")[0]) for word in resistance.exceptions)
        card_resistances.append(Resistance(kind, dice, exceptions))
        but_for = f" except {', '.join(exceptions)}" if exceptions else ""
        read = f"{resistance.type} {resistance.amount}{but_for}"
        work.note("resist", "Each 5 points of resistance are 2d6; less than 5 are 1d6.", read, f"{kind} {dice}d6")
    if work.block.hardness:
        dice = resistance_dice_of(work.block.hardness)
        card_resistances.append(Resistance("all", dice))
        rule = "Hardness is a resistance against all damage, 2d6 for each 5 points."
        work.note("resist", rule, f"hardness {work.block.hardness}", f"all {dice}d6")
    return tuple({(resistance.type, resistance.exceptions): resistance for resistance in card_resistances}.values())


def weaknesses(work: ConversionWork) -> tuple[Weakness, ...]:
    """Return the weaknesses; their points stay."""
    # A vulnerability has an ability of its own.
    counted = [
        weakness for weakness in work.block.weaknesses if not damage_word(weakness.type).endswith("vulnerability")
    ]
    card_weaknesses = tuple(Weakness(damage_word(defense.type), defense.amount) for defense in counted)
    for weakness, read in zip(card_weaknesses, counted, strict=True):
        work.note(
            "weak", "Weaknesses keep their points.", f"{read.type} {read.amount}", f"{weakness.type} {weakness.amount}"
        )
    return card_weaknesses
