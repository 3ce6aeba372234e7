"""Strikes: ``Melee [one-action] jaws +9 [+5/+1] (agile, reach 10 feet), Damage 2d6+3 piercing plus Grab``."""

from __future__ import annotations

import re
from collections.abc import Callable

from compendium.importing.pf2e.abilities import trait_numbers
from compendium.importing.pf2e.damage_words import damage_rolls, hit_effects
from compendium.importing.pf2e.text.lines import COST_MARKS, MARK, split_outside, without_marks
from rules.conversion import BlockAttack

_MAX_STRIKE = 2_000
_STRIKE = re.compile(
    rf"(?P<kind>Melee|Ranged):? ?(?P<cost>{MARK}|[a1] )? ?(?P<name>(?:\+\d )?[^+\[]{{1,100}}?) "
    r"(?P<bonus>[+-]\d{1,3})(?!\d)(?: ?\[[^\[\]]{0,40}\]| ?\([+-]\d{1,3}(?:[,/] ?[+-]\d{1,3})*\))?(?: to hit)?,?"
    r"(?: ?\((?P<traits>[^()]{0,400})\))?[,;.]? ?(?P<rest>.*)",
    re.IGNORECASE,
)
_DAMAGE = re.compile(r"(?:Damage|Effects?):? ", re.IGNORECASE)
_MULTIPLE = re.compile(r"\[[+-]\d{1,3}(?:/[+-]\d{1,3})*\],? ?")


def read_strike(text: str, leave: Callable[[str], None]) -> BlockAttack | None:
    """Return a Strike, or None for a line that is none; ``leave`` gets what could not be read."""
    match = _STRIKE.fullmatch(text[:_MAX_STRIKE])
    if match is None:
        leave(without_marks(text))
        return None
    if text[_MAX_STRIKE:]:
        leave(text[_MAX_STRIKE:])
    traits = tuple(filter(None, (word.strip() for word in (match["traits"] or "").split(","))))
    if COST_MARKS.get(match["cost"] or "", "1") != "1":
        leave(match["cost"])  # a Strike of several actions; the card's attacks have one each
    rest, *behind = split_outside(_MULTIPLE.sub("", match["rest"], count=1), ";") or [""]
    for words in behind:
        leave(words)
    label = _DAMAGE.match(rest)
    rolls, effects = damage_rolls(rest[label.end() :].strip(" .;") if label else "")
    if not label and rest.strip():
        leave(rest)
    numbers = trait_numbers(traits)
    return BlockAttack(
        name=match["name"].strip(" ,:") or "Strike",
        bonus=int(match["bonus"]),
        is_ranged=match["kind"].lower() == "ranged",
        reach=numbers.get("reach"),
        increment=numbers.get("thrown") or numbers.get("range increment"),
        max_range=numbers.get("range"),
        reload=numbers.get("reload", 0),
        damage=rolls,
        effects=hit_effects(effects),
        traits=traits,
    )
