"""Which lines of a text belong together: the name, the traits, rows such as Speed, Strikes, spells and abilities."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from compendium.importing.pf2e.foundry import spell_name
from compendium.importing.pf2e.text.heads import AbilityHead, ability_head
from compendium.importing.pf2e.text.lines import (
    COST_MARKS,
    MARK,
    BlockLine,
    joined,
    line_width,
    paragraphs_of,
    plain_lines_of,
    split_outside,
    title_of_capitals,
    with_closed_brackets,
    with_hyphens,
    with_labels_joined,
)
from compendium.importing.pf2e.text.rows import BONUS_TO_SAVES, names_traits
from rules.conversion.blocks import BlockCaster, BlockSpell

_MAX_PIECE = 4_000
_TITLE = re.compile(
    r"(?P<title>(?:[A-Z][\w'’ -]{0,60}? )?(?:(?:Rituals?|Hexes|Compositions?)(?: Spells?)?|Spells?))\b:? ?"
    r"(?P<head>(?:[(,]? ?(?:DC \d{1,2}|(?:spell )?attack [+-]?\d{1,2}|\d{1,2} focus points?)\)?)*)",
    re.IGNORECASE,
)
_DC = re.compile(r"\bDC (\d{1,2})", re.IGNORECASE)
_ATTACK = re.compile(r"\battack ([+-]?\d{1,2})", re.IGNORECASE)
_FOCUS = re.compile(r"(\d{1,2}) focus points?", re.IGNORECASE)
_RANK = re.compile(
    r"(?P<rank>\d{1,2})(?:st|nd|rd|th)\b(?:[ -](?:rank|level))?|(?:Rank|Level) (?P<ranked>\d{1,2})\b"
    r"|(?P<word>Cantrips?|Constant|At[ -]Will)\b(?: ?\((?P<of>\d{1,2})(?:st|nd|rd|th)(?: rank| level)?\))?"
    r"|\((?P<inner>\d{1,2})(?:st|nd|rd|th)(?: rank| level)?\)",
    re.IGNORECASE,
)
_SLOTS = re.compile(r" ?\((?P<slots>\d{1,2}) (?:spell )?slots?\)[ ,:]*", re.IGNORECASE)
_KINDS = ("prepared", "spontaneous", "innate", "focus", "ritual")
_FREE = frozenset({"constant", "at will", "at-will"})
_TRADITIONS = ("arcane", "divine", "occult", "primal")


def begins_a_list(line: str, *, with_title: bool = False) -> bool:
    """Return True if a line begins with a rank, or with the title of a list of spells and its contents."""
    if not with_title:
        match = _RANK.match(line)
        return match is not None and not match["inner"]
    match = _TITLE.match(line)
    if match is None:
        return False
    rest = line[match.end() :].strip(" :;,")
    return bool(match["head"].strip()) or not rest or _RANK.match(rest) is not None


def read_spell_list(text: str, leave: Callable[[str], None]) -> BlockCaster:
    """Return a list of spells; ``leave`` gets each piece that could not be read."""
    match = _TITLE.match(text)
    title, head = (match["title"].lower(), match["head"]) if match else ("", "")
    focus = _FOCUS.search(head)
    kind = next((word for word in _KINDS if word in title), "focus" if focus else "innate")
    slots: list[tuple[int, int]] = []
    spells: list[BlockSpell] = []
    word = ""
    for piece in split_outside(text[match.end() if match else 0 :].lstrip(" ;,"), ";"):
        place = 0
        for ranked, end in _ranked(piece):
            if piece[place : ranked.start()].strip(" ,"):
                leave(piece[place : ranked.start()].strip(" ,"))
            word = "" if ranked["rank"] or ranked["ranked"] else (ranked["word"] or word).lower()
            listed = piece[ranked.end() : end]
            count = _SLOTS.match(listed)
            rank = int(ranked["rank"] or ranked["ranked"] or ranked["of"] or ranked["inner"] or 1)
            rank = 0 if word.startswith("cantrip") else min(rank, 10)
            held = _spells(listed[count.end() :] if count else listed, rank, at_will=word in _FREE)
            prepared = sum(spell.uses or 1 for spell in held) if kind == "prepared" else 0
            if number := int(count["slots"]) if count else prepared:
                slots.append((rank, number))
            spells += held
            place = end
        if piece[place:].strip(" ,."):
            leave(piece[place:].strip(" ,"))
    dc, attack = _DC.search(head), _ATTACK.search(head)
    return BlockCaster(
        tradition=next((tradition for tradition in _TRADITIONS if tradition in title), ""),
        kind=kind,
        dc=int(dc[1]) if dc else None,
        attack=int(attack[1]) if attack else None,
        slots=tuple(slots),
        focus_points=int(focus[1]) if focus else 0,
        spells=tuple(spells),
    )


def _ranked(piece: str) -> list[tuple[re.Match[str], int]]:
    """Return the start of each rank of a piece and the end of its spells: usually there is one, at the beginning."""
    piece = piece[:_MAX_PIECE]
    start = len(piece) - len(piece.lstrip(" ,"))
    first = _RANK.match(piece, start)
    ranks = [first] if first else []
    if first and first["word"]:
        ranks += [
            match
            for match in _RANK.finditer(piece, first.end())
            if match["inner"] and piece[match.start() - 2 : match.start()] == ", "
        ]
    ends = [*(rank.start() for rank in ranks[1:]), len(piece)][: len(ranks)]
    return list(zip(ranks, ends, strict=True))


def _spells(listed: str, rank: int, *, at_will: bool) -> list[BlockSpell]:
    spells = []
    for written in split_outside(listed, ","):
        # In a list of notes books have semicolons as well: (at will; self only).
        name, is_free, uses, note = spell_name(written.strip(" .:").replace(";", ","))
        name = name.removeprefix("and ").strip()
        if name:
            spells.append(BlockSpell(name[:120], rank, uses, at_will or is_free, note))
    return spells


_MAX_LEVEL_LINE = 200
_MAX_BEGINNING = 200
_LEVEL = re.compile(
    r"(?P<name>.*?)[ ,;:(|–—-]{0,5}(?:\b|(?<=[a-z’'\")])(?=(?-i:[CHN])))"
    r"(?P<kind>Creature(?: Level)?|Level|Hazard|Item|Spell|Feat|Ritual|Trap|Haunt|NPC):? ?"
    r"(?P<level>-?\d{1,2})\)?(?: ?(?:legacy|remaster(?:ed)?)(?: content| version)?)?",
    re.IGNORECASE,
)
_EDITION = re.compile(r"(?:legacy|remaster(?:ed)?)(?: content| version)?|there is a .{1,40} here\.?", re.IGNORECASE)
_AROUND_NAME = " ,;:(|–—-"
_PAGE_NUMBER = re.compile(r"\d{1,3}")
_CREATURES = frozenset({"creature", "creature level", "level", "npc"})
_ENDS = r"(?= ?(?:$|[;,(]))"
_ROWS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(pattern, re.IGNORECASE))
    for kind, pattern in (
        ("source", r"source\b:? \S"),
        ("knowledge", r"recall knowledge\b|unspecific lore\b|specific lore\b"),
        ("perception", r"perception\b(?=:? [+-]?\d|[:;]|$)"),
        ("senses", r"senses\b:? \S"),
        ("languages", r"languages?\b:? "),
        ("skills", r"skills?\b:? (?=[A-Z+])"),
        ("attributes", r"str(?:ength)? [+-]?\d"),
        ("items", r"items?\b:? \S"),
        ("defenses", rf"(?:ac|armor class|hp|hit points|hardness):? \d+{_ENDS}"),
        ("defenses", r"(?:saves|saving throws):? (?:fort|ref|will)"),
        ("defenses", r"(?:fort|fortitude|ref|reflex|will):? [+-]\d|(?:immunit(?:y|ies)|resistances?)\b:? \S"),
        ("defenses", r"weakness(?:es)?\b:? \S"),
        ("speed", rf"speeds?\b:? (?:(?:fly|burrow|swim|climb|land|walk) )?\d+ ?(?:feet|foot|ft\.?)?{_ENDS}"),
        ("strike", rf"(?:melee|ranged)\b:? ?(?:{MARK}|[^.]{{1,80}}? [+-]\d)"),
    )
)
_BEGINNINGS = re.compile(r"(?P<kind>(?:ac|hp|hit points|hardness|speed):? (?=\d)|(?:melee|ranged)\b)", re.IGNORECASE)
"""The starts of rows with anything after them; in an ability, these may be words of a sentence."""
_HEAD_ROWS = frozenset({"source", "knowledge", "languages", "skills", "items", "senses"})
_FOOTERS = re.compile(r"sidebar\b|all monsters in\b|archives of nethys\b|variant\b.{0,30}$", re.IGNORECASE)
_OPEN_ENDED = re.compile(r"(?:[,;(-]|\b(?:and|or|plus|with|to|the|of|a|an))$", re.IGNORECASE)
_ENDED = re.compile(r"[.!?:)][)”\"']*$|\d$|feet$|[\ue001-\ue005]$")
_DAMAGE = re.compile(r"(?:Damage|Effect):? \S")
_STAGE = re.compile(r"\bStage \d")
_BROKEN_FROM = 0.7
_TRAIT_LINE = re.compile(r"[^.!?:;\d]{1,200}")


@dataclass(slots=True)
class TextSection:
    """Lines that belong together; ``kind`` is that of a row, ``ability``, ``traits``, or "" for none of these."""

    kind: str
    lines: list[BlockLine] = field(default_factory=list)
    head: AbilityHead | None = None

    @property
    def text(self) -> str:
        """The lines as one, with hyphens for minus signs."""
        whole = ""
        for line in self.lines:
            if whole and self.kind == "spells" and begins_a_list(line.text):
                whole += ";"
            whole = joined(whole, line.text) if whole else line.text
        return with_hyphens(whole)

    def line_of(self, words: str) -> int:
        """Return the number of the line in which some words begin, if the lines have them."""
        start = words[:20].rstrip()
        first = words.split(" ", 1)[0]
        for part in (start, first):
            if number := next((line.number for line in self.lines if part in line.text), 0):
                return number
        return self.lines[0].number


@dataclass(frozen=True, slots=True)
class TextSections:
    """The sections of a text, the name and level on it, and the numbers of further lines that name a level.

    ``kind`` is the word before the level, "" without one. ``width`` is 0 for lines that were not broken.
    """

    name: str
    level: int | None
    kind: str
    sections: tuple[TextSection, ...]
    others: tuple[str, ...]
    width: int

    @property
    def is_creature(self) -> bool:
        """Whether the text has the level of a creature, or rows of a stat block."""
        rows = {section.kind for section in self.sections} - {"", "traits", "ability", *_HEAD_ROWS}
        return bool(self.kind) or len(rows) > 1

    def paragraphs(self, section: TextSection) -> list[str]:
        """Return the paragraphs of an ability, without its head."""
        lines = [(line.text, line.length) for line in section.lines]
        if section.head:
            lines[0] = (section.head.rest, lines[0][1])
        return [paragraph for paragraph in paragraphs_of(lines, self.width) if paragraph]


def text_sections(text: str) -> TextSections:
    """Take a text apart."""
    lines = with_labels_joined(plain_lines_of(text))
    levels = [(place, match) for place, line in enumerate(lines) if (match := _level_in(line.text))]
    first = levels[0] if levels else None
    creatures = [match for _, match in levels[1:] if match["kind"].lower().startswith("creature")]
    if first is None:
        name, begin, before = (lines[0].text if lines else ""), 1, 0
    else:
        named = first[1]["name"].strip(_AROUND_NAME)
        above = first[0]
        while above > 0 and _EDITION.fullmatch(lines[above - 1].text):
            above -= 1
        is_above = not named and above > 0
        before = above - is_above if not named else first[0]
        name, begin = named or (lines[before].text if is_above else ""), first[0] + 1
    level = first[1] if first else None
    name = title_of_capitals(name.strip(" |"))
    sections = [TextSection("", [line]) for line in lines[:before]]
    sections += _Sorter(name, lines[begin:]).sorted()
    return TextSections(
        name=name,
        level=int(level["level"]) if level else None,
        kind=level["kind"].lower() if level else "",
        sections=tuple(sections),
        others=tuple(title_of_capitals(match["name"].strip(_AROUND_NAME)) for match in creatures),
        width=line_width(lines),
    )


def is_kind_of_creature(kind: str) -> bool:
    """Return True if the word before a level is that of a creature."""
    return kind in _CREATURES


def _level_in(line: str) -> re.Match[str] | None:
    """Return the name and level of a line such as ``HERON CREATURE 2``."""
    if len(line) > _MAX_LEVEL_LINE:
        return None
    match = _LEVEL.fullmatch(with_hyphens(line))
    return match if match and match["kind"][0].isupper() and not match["name"].endswith(".") else None


class _Sorter:
    """Sorts the lines below the name into sections."""

    def __init__(self, name: str, lines: list[BlockLine]) -> None:
        self._width = line_width(lines)
        self._lines = with_closed_brackets(lines) if self._width else lines
        self._creature = frozenset(word.strip("(),") for word in name.split() if len(word) > 2)
        self._section = TextSection("traits")
        self._has_speed = False
        self._has_traits = False

    def sorted(self) -> Iterator[TextSection]:
        """Yield the sections in their order."""
        for line in self._lines:
            if _PAGE_NUMBER.fullmatch(line.text) and self._section.kind != "source" and _ENDED.search(self._last):
                yield TextSection("", [line])
                continue
            begun = self._begun(line)
            if begun is None:
                self._section.lines.append(line)
                self._has_traits = self._has_traits or self._section.kind == "traits"
                continue
            if self._section.lines:
                yield self._section
            self._section = begun
            self._has_speed = self._has_speed or begun.kind in ("speed", "strike")
        if self._section.lines:
            yield self._section

    @property
    def _last(self) -> str:
        return self._section.lines[-1].text if self._section.lines else ""

    def _begun(self, line: BlockLine) -> TextSection | None:
        """Return the section that begins with a line, None for a continued line."""
        section, text = self._section, line.text
        if _FOOTERS.match(text) or (section.kind == "" and section.lines and not self._row(text)):
            return TextSection("", [line])
        if kind := self._row(text):
            return TextSection(kind, [line])
        if section.kind == "source" and not self._has_traits and _TRAIT_LINE.fullmatch(text) and names_traits(text):
            self._has_traits = True
            return TextSection("traits", [line])
        if section.kind == "strike" and _DAMAGE.match(text):
            return None
        if text[0] in COST_MARKS and section.kind not in ("ability", "strike", "traits"):
            return TextSection("", [line])
        if section.kind == "traits":
            # Before the first row only the sign of a cost makes an ability of what may be traits.
            head = ability_head(text, self._creature)
            if head and head.cost:
                return TextSection("ability", [line], head)
            return None if _TRAIT_LINE.fullmatch(text) else TextSection("", [line])
        if section.kind == "spells" and begins_a_list(text):
            return None
        head = ability_head(text, self._creature, is_loose=not self._width or section.kind != "ability")
        if head and (head.cost or head.traits or self._is_ended(head)):
            return TextSection("ability", [line], head)
        return None

    def _row(self, text: str) -> str:
        if not text[0].isupper():
            is_bonus = self._section.kind == "defenses" and BONUS_TO_SAVES.match(text)
            return "defenses" if is_bonus else ""
        plain = with_hyphens(text[:_MAX_BEGINNING])
        kind = next((kind for kind, pattern in _ROWS if pattern.match(plain)), "")
        if not kind and self._section.kind != "ability" and (match := _BEGINNINGS.match(plain)):
            kind = {"s": "speed", "m": "strike", "r": "strike"}.get(match[0][0].lower(), "defenses")
        if not kind and begins_a_list(text, with_title=True):
            kind = "spells"
        is_out_of_place = kind in _HEAD_ROWS and self._has_speed
        is_within = self._width and self._section.kind == "ability" and _OPEN_ENDED.search(self._section.lines[-1].text)
        return "" if is_out_of_place or is_within else kind

    def _is_ended(self, head: AbilityHead) -> bool:
        """Return True if the section may end here: not in a bracket, nor in a sentence that was broken."""
        section, last = self._section, self._section.lines[-1].text
        if _OPEN_ENDED.search(last) or section.text.count("(") > section.text.count(")"):
            return False
        is_head_alone = len(section.lines) == 1 and section.head is not None and not section.head.rest
        is_short = section.lines[-1].length < _BROKEN_FROM * self._width
        if not self._width or is_head_alone or is_short or _ENDED.search(last):
            return True
        # Rows and the stages of a disease end without a full stop. A long line of them may go on with a word in
        # capitals, but not with a whole name and what follows it.
        return bool(head.rest) and (section.kind != "ability" or _STAGE.search(section.text) is not None)
