"""The foot of a card: skills, senses and traits, immunities, resistances and weaknesses."""

import re
from dataclasses import dataclass, field

from rules.card_reading.values import ImportDoubts, plain_signs, quoted
from rules.effects.notation import split_words
from rules.effects.values import Resistance, Weakness
from rules.errors import RulesError
from rules.tables.skills import skill

_OUTSIDE = r"(?![^()\[\]]*[)\]])"
_PARTS = re.compile(rf"[;.](?:\s|$){_OUTSIDE}")
_ITEMS = re.compile(rf",{_OUTSIDE}")
_LABEL = re.compile(r"(immun(?:e|ity)|resist(?:ant|ance|s)?|weak(?:ness)?)(?: to)?\b:?\s*", re.IGNORECASE)
_AMOUNT = {"resist": re.compile(r"\b(\d{1,2})d6\b"), "weak": re.compile(r"\b(\d{1,3})\b(?!d)")}
_EXCEPT = re.compile(r"\s*\(except (?P<except>[^()]+)\)")
_ASIDE = re.compile(r"\s*\[(?P<aside>[^\[\]]*)\]")
_EXCEPTION = re.compile(r",? or |,? and |, ")
_BETWEEN = re.compile(r",\s*")


@dataclass
class PrintedFoot:
    """The content of the foot."""

    skills: list[str] = field(default_factory=list)
    immune: list[str] = field(default_factory=list)
    resist: list[Resistance] = field(default_factory=list)
    weak: list[Weakness] = field(default_factory=list)
    other: list[str] = field(default_factory=list)


def read_foot(text: str, doubts: ImportDoubts) -> PrintedFoot:
    """Read the foot; a part that is in none of its lists goes to senses and traits."""
    foot = PrintedFoot()
    for part in filter(None, (piece.strip() for piece in _PARTS.split(plain_signs(text)))):
        label = ""
        items: list[str] = []
        for item in filter(None, (piece.strip() for piece in _ITEMS.split(part))):
            # "immune poison, weak fire 5": a label among the items begins another list.
            if match := _LABEL.match(item):
                _add(foot, label, items, doubts)
                label, items = match[1], []
                item = item[match.end() :]
            if item:
                items.append(item)
        _add(foot, label, items, doubts)
    return foot


def _add(foot: PrintedFoot, label: str, items: list[str], doubts: ImportDoubts) -> None:
    kind = label.casefold()
    if not kind:
        for item in items:
            _add_skill(foot, item)
    elif kind.startswith("immun"):
        foot.immune += items
    elif items:
        _add_defenses(foot, label, items, doubts)


def _add_skill(foot: PrintedFoot, word: str) -> None:
    try:
        foot.skills.append(skill(word).name)
    except RulesError:
        foot.other.append(_BETWEEN.sub(" or ", word))


def _add_defenses(foot: PrintedFoot, label: str, items: list[str], doubts: ImportDoubts) -> None:
    """Read resistances or weaknesses: an amount applies to its item and those before it, or to those after it."""
    kind = "resist" if label.casefold().startswith("resist") else "weak"
    rows: list[tuple[str, int, tuple[str, ...]]] = []
    waiting: list[tuple[str, tuple[str, ...]]] = []
    ahead = 0
    for item in items:
        bare, exceptions, asides = _without_asides(item)
        amount = _AMOUNT[kind].search(bare)
        words = _AMOUNT[kind].sub(" ", bare) if amount else bare
        types = [(word.casefold(), exceptions) for word in split_words(" ".join(words.split()))]
        if amount and amount.start() == 0:
            ahead = int(amount[1])
        number = int(amount[1]) if amount else ahead
        if number:
            rows += [(word, number, left_out) for word, left_out in (*waiting, *types)]
            waiting = []
        else:
            waiting += types
        foot.other += asides
    for word, _ in waiting:
        doubts.add("foot.no_amount", f"{quoted(f'{label} {word}')} has no amount; it is kept among the traits.", kind)
        foot.other.append(f"{label} {word}")
    if kind == "resist":
        foot.resist += [Resistance(word, number, left_out) for word, number, left_out in rows]
    else:
        foot.weak += [Weakness(word, number) for word, number, _ in rows]


def _without_asides(item: str) -> tuple[str, tuple[str, ...], list[str]]:
    """Return an item without its brackets, the exceptions in them, and their other content."""
    asides = [_BETWEEN.sub(" or ", match["aside"]) for match in _ASIDE.finditer(item)]
    bare = _ASIDE.sub("", item)
    match = _EXCEPT.search(bare)
    exceptions = tuple(word.casefold() for word in _EXCEPTION.split(match["except"])) if match else ()
    return _EXCEPT.sub("", bare).strip(), exceptions, asides
