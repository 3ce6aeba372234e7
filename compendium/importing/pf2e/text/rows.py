"""All rows of a text except Strikes and spells: traits, Perception, skills, defenses, Speed."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from compendium.importing.pf2e.abilities import RARITIES, alignment_code, exceptions_in, is_tag, size_name
from compendium.importing.pf2e.text.lines import split_outside
from rules.conversion.blocks import BlockAbility, BlockDefense

Leave = Callable[[str], None]

_MAX_ROW = 4_000
_LABEL = re.compile(r"(?:perception|senses?|skills?|speeds?|languages?)\b:? ?", re.IGNORECASE)
_BONUS = re.compile(r"(?P<name>[^\d+-][^\d+]{0,80}?) (?P<bonus>[+-]\d{1,3})(?!\d) ?(?P<note>\([^()]*\))?")
_SENSE = re.compile(r"(?P<name>[A-Za-z][a-zA-Z -]*?)(?: \([^()]*\))?(?: \d+ (?:feet|ft\.?|miles?))?(?: \([^()]*\))?")
_PERCEPTION = re.compile(r"[+-]?\d{1,3}(?: \((?P<note>[^()]*)\))?")
_BEHIND_PERCEPTION = re.compile(r"^([+-]?\d{1,3}(?: \([^()]*\))?) (?=\w)")
_ALIGNMENT = re.compile(r"\b(?P<first>lawful|neutral|chaotic|true) (?P<second>good|neutral|evil)\b", re.IGNORECASE)
_TRAIT_LABEL = re.compile(r"^(?:traits?|rarity|size|alignment|type)\b:? (?=\S)", re.IGNORECASE)
_BETWEEN_TRAITS = re.compile(r"[,|/·•]")
_JOINED = re.compile(r"(?<=[a-z])(?=[A-Z])")
_JOINED_TO_ALIGNMENT = re.compile(r"\b([CLN][EGN]|N)(?=[A-Z][a-z])")
_SPEED = re.compile(
    r"(?:(?P<mode>walk|land|fly|swim|climb|burrow) )?(?P<feet>\d{1,4}) ?(?:feet|foot|ft\.?)?(?P<note> \([^()]*\))?",
    re.IGNORECASE,
)
_AMOUNT = re.compile(r"(?P<type>[^\d()]{1,80}?) (?P<amount>\d{1,3})(?: ?\((?P<note>[^()]*)\))?")
_NUMBER = re.compile(r"(?P<label>[A-Za-z][A-Za-z ]*?):? (?P<number>[+-]?\d{1,5})(?!\d)(?P<rest>.*)")
_DEFENSES = {
    "ac": "armor_class",
    "armor class": "armor_class",
    "fort": "fortitude",
    "fortitude": "fortitude",
    "ref": "reflex",
    "reflex": "reflex",
    "will": "will",
    "hp": "hit_points",
    "hit points": "hit_points",
    "hardness": "hardness",
}
_SAVES = re.compile(r"(?:saves|saving throws):? ", re.IGNORECASE)
BONUS_TO_SAVES = re.compile(r"[+-]\d{1,2} (?:\w+ )?(?:bonus )?to ", re.IGNORECASE)
_LISTS = re.compile(r"(?P<list>immunit(?:y|ies)|resistances?|weakness(?:es)?)\b:? ", re.IGNORECASE)
ATTRIBUTE = re.compile(
    r"\b(?:str(?:ength)?|dex(?:terity)?|con(?:stitution)?|int(?:elligence)?|wis(?:dom)?|cha(?:risma)?):? ?"
    r"(?:[+-]?\d{1,2}|[-—])(?!\d)(?: ?\([+-]?\d{1,2}\))?[,;.]* ?",
    re.IGNORECASE,
)
"""An attribute of its row; a card has none."""
_BROKEN = re.compile(r"\((\d{1,2}) when broken\)", re.IGNORECASE)
_THRESHOLD = re.compile(r"\((?:BT \d+)\)", re.IGNORECASE)
_RUN_ON = re.compile(
    r"(?:(?<=[\d)])|(?<=\w),) (?=(?:(?:AC|HP|Hit Points|Hardness):? \d|(?:Fort|Fortitude|Ref|Reflex|Will):? [+-]\d"
    r"|(?:Immunities|Weaknesses|Resistances):? \w))"
)
_WHOLE_BRACKET = re.compile(r"^\((.*)\)$")
_OF_HIT_POINTS = re.compile(
    r"(?P<name>(?:fast healing|regeneration|negative healing|void healing|coven)\b(?: \d{1,3})?"
    r"(?: \((?:[^()]|\([^()]*\))*\))?)",
    re.IGNORECASE,
)


@dataclass
class TextDefenses:
    """The rows of defenses."""

    numbers: dict[str, int] = field(default_factory=dict)
    broken: int | None = None
    immunities: list[str] = field(default_factory=list)
    resistances: list[BlockDefense] = field(default_factory=list)
    weaknesses: list[BlockDefense] = field(default_factory=list)
    abilities: list[BlockAbility] = field(default_factory=list)


def read_traits(text: str) -> tuple[str | None, str | None, tuple[str, ...]]:
    """Return alignment, size and the other traits of a line of them.

    >>> read_traits("Uncommon Neutral Evil Medium Undead")
    ('NE', 'Medium', ('undead',))
    """
    alignment: str | None = None
    if named := _ALIGNMENT.search(text):
        letters = f"{named['first'][0]}{named['second'][0]}".upper()
        alignment = alignment_code("N" if letters in ("TN", "NN") else letters)
        text = f"{text[: named.start()]} {text[named.end() :]}"
    words = _trait_words(text)
    traits = []
    size: str | None = None
    for word in words:
        code = alignment_code(word) if word.isupper() and len(word) < 3 else None
        code = code or ("TN" if word.lower() == "neutral" else None)
        if code and alignment is None:
            alignment = code
        elif _is_size(word) and size is None:
            size = size_name(word)
        elif word and is_tag(word) and word.lower() not in RARITIES:
            traits.append(word.lower())
    return alignment, size, tuple(dict.fromkeys(traits))


def names_traits(text: str) -> bool:
    """Return True for a line with the word of a rarity, an alignment or a size, as lines of traits have it."""
    words = _trait_words(text)
    return any(
        word.lower() in RARITIES or (word.isupper() and alignment_code(word)) or _is_size(word) for word in words
    )


def _is_size(word: str) -> bool:
    return len(word) > 3 and size_name(word) is not None


def _trait_words(text: str) -> list[str]:
    """Return the traits of lines: between commas, else each word; those that were copied as one word are apart."""
    words: list[str] = []
    for line in text.split("\n"):
        listed = [piece.strip() for piece in _BETWEEN_TRAITS.split(_TRAIT_LABEL.sub("", line))]
        for piece in listed:
            is_one_trait = len(listed) > 1 and not any(
                _is_size(word) or word.isupper() or word.lower() in RARITIES for word in piece.split()
            )
            words += [piece] if is_one_trait else _JOINED_TO_ALIGNMENT.sub(r"\1 ", _JOINED.sub(" ", piece)).split()
    return [word for word in words if word]


def read_senses(text: str, leave: Leave) -> tuple[str, ...]:
    """Return the senses behind Perception; its bonus plays no part."""
    senses: list[str] = []
    for item in _items(_BEHIND_PERCEPTION.sub(r"\1; ", _LABEL.sub("", text, count=1))):
        if bonus := _PERCEPTION.fullmatch(item):
            if bonus["note"] and not bonus["note"].startswith(("+", "-")):
                senses += read_senses(bonus["note"], leave)
            continue
        if match := _SENSE.fullmatch(item):
            senses.append(match["name"].lower())
        else:
            leave(item)
    return tuple(senses)


def read_skills(text: str, leave: Leave) -> tuple[str, ...]:
    """Return the names of the skills."""
    skills = []
    for item in _items(_LABEL.sub("", text, count=1)):
        match = _BONUS.match(item)
        if match is None and not re.fullmatch(r"[A-Z][\w' -]{2,40}", item):
            leave(item)
            continue
        skills.append((match["name"] if match else item).strip())
        if match and item[match.end() :].strip(" ,"):
            leave(item[match.end() :].strip(" ,"))
    return tuple(skills)


def read_speeds(text: str, leave: Leave) -> tuple[tuple[str, int], ...]:
    """Return the speeds by mode."""
    speeds = []
    for item in _items(_LABEL.sub("", text, count=1)):
        match = _SPEED.match(item)
        if match is None or item[match.end() :][:1].strip():
            leave(item)
            continue
        mode = (match["mode"] or "walk").lower()
        speeds.append(("walk" if mode == "land" else mode, int(match["feet"])))
        if match["note"]:
            leave(match["note"].strip())
        leave(item[match.end() :].strip())
    return tuple(speeds)


def read_defenses(text: str, defenses: TextDefenses, leave: Leave) -> None:
    """Add the values of a row of defenses: AC, saves, HP, immunities, weaknesses, resistances."""
    for written in split_outside(_RUN_ON.sub("; ", text[:_MAX_ROW]), ";"):
        piece = written.strip(" .")
        if label := _SAVES.match(piece):
            piece = piece[label.end() :]
        if match := _LISTS.match(piece):
            _read_list(match["list"][0].lower(), piece[match.end() :], defenses, leave)
        elif BONUS_TO_SAVES.match(piece):
            defenses.abilities.append(BlockAbility(name=piece))
        else:
            for item in split_outside(piece, ","):
                _read_number(item, defenses, leave)
    if text[_MAX_ROW:]:
        leave(text[_MAX_ROW:])


def _read_number(item: str, defenses: TextDefenses, leave: Leave) -> None:
    """Read one number, such as ``AC 21 (13 when broken)``, or an ability after the hit points."""
    if match := _OF_HIT_POINTS.fullmatch(item):
        defenses.abilities.append(BlockAbility(name=match["name"].capitalize()))
        return
    match = _NUMBER.fullmatch(item)
    name = _DEFENSES.get(match["label"].lower()) if match else None
    if match is None or name is None or name in defenses.numbers:
        leave(item)
        return
    defenses.numbers[name] = int(match["number"])
    rest = match["rest"].strip()
    if broken := _BROKEN.search(rest):
        defenses.broken = int(broken[1])
        rest = rest.replace(broken[0], "").strip()
    rest = _THRESHOLD.sub("", rest).strip()
    if healing := _OF_HIT_POINTS.fullmatch(_WHOLE_BRACKET.sub(r"\1", rest)):
        defenses.abilities.append(BlockAbility(name=healing["name"].capitalize()))
    elif rest:
        leave(rest)


def _read_list(kind: str, text: str, defenses: TextDefenses, leave: Leave) -> None:
    for item in split_outside(text, ","):
        if not item:
            continue
        if kind == "i":
            defenses.immunities.append(item.removeprefix("and "))
            continue
        match = _AMOUNT.fullmatch(item.removeprefix("and "))
        if match is None:
            leave(item)
            continue
        exceptions = exceptions_in(match["note"] or "")
        if match["note"] and not exceptions:
            leave(f"({match['note']})")
        group = defenses.resistances if kind == "r" else defenses.weaknesses
        group.append(BlockDefense(match["type"].lower().strip(), int(match["amount"]), exceptions))


def _items(text: str) -> list[str]:
    pieces = (piece for part in split_outside(text[:_MAX_ROW], ";") for piece in split_outside(part, ","))
    return [item for piece in pieces if (item := piece.strip(" ."))]
