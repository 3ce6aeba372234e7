"""Lists of spells: ``Arcane Prepared Spells DC 27, attack +19; 3rd fireball (×2), haste; Cantrips (3rd) daze``."""

from __future__ import annotations

import re
from collections.abc import Callable

from compendium.importing.pf2e.foundry_spells import spell_name
from compendium.importing.pf2e.text.lines import split_outside
from rules.conversion import BlockCaster, BlockSpell

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
    """Return True if a line begins with a rank, or with the title of a list of spells and what follows one."""
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
    """Return where each rank of a piece begins and its spells end: usually there is one, at the beginning."""
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
