"""What the readers of all forms share: an ability from its paragraphs, traits, alignments, sizes, words of damage."""

import re
from collections.abc import Iterable
from typing import Any

from compendium.importing.pf2e.markup import headed_parts
from rules.conversion.blocks import BlockAbility, DamageRoll
from rules.effects.values import Cost

SIZES: dict[str, str] = {
    "tiny": "Tiny",
    "sm": "Small",
    "small": "Small",
    "med": "Medium",
    "medium": "Medium",
    "lg": "Large",
    "large": "Large",
    "huge": "Huge",
    "grg": "Gargantuan",
    "gargantuan": "Gargantuan",
}
RARITIES: frozenset[str] = frozenset({"common", "uncommon", "rare", "unique"})
_ALIGNMENTS = {"N": "TN", "NN": "TN", "TN": "TN"} | {code: code for code in "LG NG CG LN CN LE NE CE".split()}
_FREQUENCY = re.compile(r"(?P<times>once|twice|\w+ times|\d+)(?: times?)? (?:per|every|a|an|each) (?P<period>.+)", re.I)
_TIMES = {"once": 1, "twice": 2, "three times": 3, "four times": 4}
_SAVE_BEFORE_DC = re.compile(r"(Fortitude|Reflex|Will),? DC (\d{1,2})")
_HARDNESS = re.compile(r"hardness (\d{1,3})", re.IGNORECASE)
_EXCEPT = re.compile(r"except (?P<words>[^;]+)", re.IGNORECASE)
_LISTED = re.compile(r"\s*(?:,\s*or\b|,\s*and\b|,|\bor\b|\band\b)\s*")
_TRAIT_NUMBER = re.compile(r"(?P<name>reach|thrown|range increment|range|reload)\D{0,3}(?P<number>\d{1,4})")
_FIELDS = {
    "critical success": "critical_success",
    "critical failure": "critical_failure",
    "success": "success",
    "failure": "failure",
    "trigger": "trigger",
    "requirement": "requirement",
    "requirements": "requirement",
}


def alignment_code(word: str) -> str | None:
    """Return the alignment of a word such as ``CE`` or ``n``, or None."""
    return _ALIGNMENTS.get(word.strip().upper())


def size_name(word: str) -> str | None:
    """Return the size of a word such as ``med``, or None."""
    return SIZES.get(word.strip().lower())


def is_tag(trait: str) -> bool:
    """Return True for a trait that is neither an alignment nor a size nor a rarity."""
    plain = trait.lower()
    return plain not in SIZES and plain not in RARITIES and alignment_code(trait) is None


def frequency(words: str) -> tuple[int, str] | None:
    """Return a frequency: ``once per 10 minutes`` is 1 and ``10 minutes``."""
    match = _FREQUENCY.search(words[:120])
    if match is None:
        return None
    times = match["times"].lower()
    number = int(times) if times.isdigit() else _TIMES.get(times, 1)
    return number, match["period"].strip(" .;").lower()[:40]


def trait_numbers(traits: Iterable[str]) -> dict[str, int]:
    """Return the numbers of traits: ``reach-10``, ``thrown <20 feet>``, ``range increment 100 feet``, ``reload-1``."""
    matches = (_TRAIT_NUMBER.match(trait.replace("-", " ").lower()) for trait in traits)
    return {match["name"]: int(match["number"]) for match in matches if match}


def named_hardness(names: Iterable[str]) -> int:
    """Return the first hardness that names of abilities have, or 0.

    >>> named_hardness(["Darkvision", "Hardness 10 (broken 5)"]), named_hardness(["Hardy"])
    (10, 0)
    """
    matches = (_HARDNESS.search(name) for name in names)
    return next((int(match[1]) for match in matches if match), 0)


def exceptions_in(note: str) -> tuple[str, ...]:
    """Return the exceptions of a resistance.

    >>> exceptions_in("except adamantine or bludgeoning; double against spells")
    ('adamantine', 'bludgeoning')
    """
    match = _EXCEPT.search(note)
    return tuple(filter(None, _LISTED.split(match["words"].strip()))) if match else ()


def ability(name: str, lines: list[str], cost: Cost | None, **known: Any) -> BlockAbility:
    """Return an ability from its paragraphs; ``known`` are fields that the file has elsewhere."""
    fields: dict[str, Any] = {}
    texts: list[str] = []
    stages: list[str] = []
    for heading, words in headed_parts(lines):
        if heading in _FIELDS:
            field = _FIELDS[heading]
            fields[field] = f"{fields[field]} {words}" if field in fields else words
        elif heading == "frequency":
            fields["frequency"] = frequency(words)
        elif heading.startswith("stage"):
            stages.append(words)
        elif heading == "saving throw":
            save = _SAVE_BEFORE_DC.sub(r"DC \2 \1", words.strip(" ;.").removesuffix(" save"))
            texts.append(f"The target attempts a {save} save.")
        elif heading not in ("maximum duration", "onset"):
            texts.append(words)
    fields |= {key: value for key, value in known.items() if value}
    fields.setdefault("stages", tuple(stages))
    return BlockAbility(name=name, cost=cost, text="\n".join(texts), **fields)


_PARTS = re.compile(r"\s+plus\s+|(?<=[a-z])\s+\+\s+(?=\d)|\s*,\s*(?:and\s+(?=\d))?|\s+and\s+(?=\{?@?\w*\s*\d)")
_ROLL = re.compile(r"(?P<formula>\d*d\d+(?:\s*[+–-]\s*\d+)*|\d+)\s*(?P<rest>.*)")
_NO_TYPE = re.compile(r"\b(?:persistent|splash|damage)\b|\bplus$|\(.*")
_LETTERS = {"B": "bludgeoning", "P": "piercing", "S": "slashing"}
_EFFECTS = re.compile(r"\s*(?:,| and | or )\s*")


def damage_rolls(written: str) -> tuple[tuple[DamageRoll, ...], tuple[str, ...]]:
    """Split ``2d6+9 piercing plus 1d6 persistent fire and Grab`` into rolls and effects on a hit."""
    rolls, effects = [], []
    for part in _PARTS.split(written):
        match = _ROLL.match(part.strip())
        if match is None:
            if part.strip():
                effects.append(part.strip())
            continue
        kind, _, effect = match["rest"].partition(" and ")
        persistent = "persistent" in kind
        kind = _NO_TYPE.sub("", kind).strip()
        rolls.append(DamageRoll(match["formula"].replace(" ", ""), _LETTERS.get(kind, kind), persistent))
        if effect.strip():
            effects.append(effect.strip())
    return tuple(rolls), tuple(effects)


def hit_effects(written: Iterable[str]) -> tuple[str, ...]:
    """Return the effects on a hit, each once.

    >>> hit_effects(["Grab and bog rot", "grab"])
    ('grab', 'bog rot')
    """
    named = {effect.lower(): effect for words in written for effect in _EFFECTS.split(words) if effect}
    return tuple(named.values())
