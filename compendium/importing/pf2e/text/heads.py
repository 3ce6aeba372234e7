"""The start of an ability in a text: its name, its cost, its traits, and the words that follow on its line."""

import re
from collections.abc import Collection
from dataclasses import dataclass, replace

from compendium.importing.pf2e.text.lines import COST_MARKS, MARK
from rules.effects.values import Cost

MAX_NAME_WORDS = 12
_SMALL = frozenset("a an and as at by for from in into of on or per the to vs. vs with".split())
_BEGINS_A_SENTENCE = frozenset(
    (
        "A After All Although An And Any As At Because Before Both But Creatures Each Every For From He Her His "
        "However If In Instead It Its Like Living On Once One Only Or Some She Such That The Their There These They "
        "This Those Though Two Unless Unlike Until Up When Whenever Where Whether While With Within You Your"
    ).split()
)
_CONTINUES = re.compile(
    r"(?:Trigger|Requirements?|Effect|Frequency|Critical (?:Success|Failure)|Success|Failure|Stage \d|Saving Throw|"
    r"Onset|Maximum Duration|Special|Range|Area|Targets?|Duration|Cost|Prerequisites?|Heightened|Activate)\b"
)
_ACTS = frozenset(
    "Strike Strikes Stride Strides Step Steps Escape Grapple Fly Flies Swim Burrow Climb Seek Hide Interact Medium "
    "Large Small Huge Tiny Gargantuan Fortitude Reflex Will DC Speed Strength Dexterity Perception Athletics "
    "Stealth".split()
)
_TRAITS = re.compile(r" ?\(([^()]{1,300})\)")
_TRAIT = re.compile(r"[a-z][a-z '’-]*(?: <?\+?\d[\w <>+-]*)?|[CLN][GENL]|[A-Z]")
_LETTERS: dict[str, Cost] = {"a": "1", "d": "2", "t": "3", "f": "0", "r": "reaction"}
"""The letters of cost signs in the books' font."""
_BEHIND_A_LETTER = re.compile(r"\(|Trigger\b|Frequency\b|Requirements?\b|Effect\b")
_OF_A_SENTENCE = re.compile(r"\d+-f(?:oo|ee)t\b")
_OF_A_NAME = re.compile(r"\d{0,2}d\d|\d{1,3} (?:feet|foot)\b")
_NUMBER_FOR_NAME = re.compile(r"(?P<number>\d{1,3}(?: feet)?(?: \([^()]{1,200}\))?)[.,;]?$")


@dataclass(frozen=True, slots=True)
class AbilityHead:
    """The line with which an ability begins, taken apart."""

    name: str
    cost: Cost | None
    traits: tuple[str, ...]
    rest: str


def ability_head(line: str, creature: Collection[str] = (), *, is_loose: bool = False) -> AbilityHead | None:
    """Return the head of the ability with which a line begins, or None for a continued line.

    A name is some words in capitals before the sign of a cost, traits, a number or a sentence. ``creature`` are the
    words of the creature's name. ``is_loose``: these, and any other capital word, may begin the sentence.

    >>> ability_head("Light Vulnerability An object that sheds light hurts it.").name
    'Light Vulnerability'
    """
    if _CONTINUES.match(line):
        return None
    words = line.split(" ", MAX_NAME_WORDS + 1)
    count = _capital_words(words)
    if not count:
        return None
    if letter := _letter_at(words, count):
        named = " ".join(words[:letter])
        return replace(_headed(named, line[len(named) + 2 :].strip()), cost=_LETTERS[words[letter].lower()])
    named = " ".join(words[:count])
    after = line[len(named) :].strip()
    if begins := next((place for place in range(1, count) if _CONTINUES.match(" ".join(words[place:]))), 0):
        named = " ".join(words[:begins])
        return AbilityHead(named, None, (), line[len(named) :].strip())
    if ":" in named[:-1] or named.endswith((".", ",", ";")):
        return None
    if re.match(MARK, after):
        return _headed(named, after)
    if named.endswith(":"):
        return None if named[:-1] in _ACTS else _headed(named[:-1], after)
    if traits := _TRAITS.match(after):
        behind = after[traits.end() :].strip()
        is_head = not behind or behind[0] in COST_MARKS or behind[0].isupper() or _are_traits(traits[1])
        return _headed(named, after) if is_head else None
    if number := _NUMBER_FOR_NAME.match(after):
        return AbilityHead(f"{named} {number['number']}", None, (), "")
    if not after or after[0] in "+-0123456789[":
        if _OF_A_SENTENCE.match(after) or (count == 1 and after and not _OF_A_NAME.match(after)):
            return None
        return None if words[0] in _BEGINS_A_SENTENCE | _ACTS else AbilityHead(named, None, (), after)
    return _before_a_sentence(words, count, line, creature, is_loose=is_loose)


def _capital_words(words: list[str]) -> int:
    """Return how many words in capitals begin a line; small words between them count."""
    count = 0
    for place, word in enumerate(words[:MAX_NAME_WORDS]):
        first = word.lstrip("\"'“‘(")[:1]
        if word.startswith("(") or re.match(MARK, word):
            break
        if first.isupper() or (not place and re.match(r"[+-]\d", word)):
            count = place + 1
            if word.endswith((".", ",", ";", ":")) and word != "vs.":
                break
        elif word not in _SMALL or not place:
            break
    return count


def _letter_at(words: list[str], count: int) -> int:
    """Return the place of a letter that means a cost: before traits, a heading, a sentence or nothing."""
    for place in range(1, min(count + 1, len(words))):
        after = " ".join(words[place + 1 :])
        if words[place].lower() not in _LETTERS:
            continue
        is_plain = after.split(" ", 1)[0] in _BEGINS_A_SENTENCE or (words[place] in "dtfr" and after[:1].isupper())
        if is_plain or _BEHIND_A_LETTER.match(after) or (not after and words[place] != "a"):
            return place
    return 0


def _before_a_sentence(
    words: list[str], count: int, line: str, creature: Collection[str], *, is_loose: bool
) -> AbilityHead | None:
    if words[0] in _BEGINS_A_SENTENCE:
        return None
    begins = next((place for place in range(1, count) if words[place] in _BEGINS_A_SENTENCE), 0)
    if not begins and is_loose:
        begins = next((place for place in range(1, count) if _plain(words[place]) in creature), 0)
        begins = begins or (count - 1 if count > 2 else 0)
    if not begins or (begins == 1 and (words[0] in _ACTS or _plain(words[0]) in creature)):
        return None
    while begins > 1 and words[begins - 1] in _SMALL:
        begins -= 1
    name = " ".join(words[:begins])
    return AbilityHead(name, None, (), line[len(name) :].strip())


def _headed(name: str, after: str) -> AbilityHead:
    """Take the signs and brackets behind a name apart, in any order."""
    cost: Cost | None = None
    traits: tuple[str, ...] = ()
    while after:
        if after[0] in COST_MARKS and cost is None:
            cost, after = COST_MARKS[after[0]], after[1:].strip()
        elif (bracket := _TRAITS.match(after)) and not traits:
            if _are_traits(bracket[1]):
                traits = tuple(word.strip() for word in bracket[1].split(","))
            elif cost is None:
                name = f"{name} ({bracket[1]})"
            else:
                break
            after = after[bracket.end() :].strip()
        else:
            break
    return AbilityHead(name, cost, traits, after.removeprefix(":").strip())


def _are_traits(inside: str) -> bool:
    return all(_TRAIT.fullmatch(word.strip()) for word in inside.split(","))


def _plain(word: str) -> str:
    return word.rstrip(",.;:").removesuffix("'s").removesuffix("’s")
