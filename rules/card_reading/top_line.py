"""The top line of a feature: its cost, its range, whether it is a strike, and what else stands there."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rules.card_reading.values import ImportDoubts, plain_signs, quoted
from rules.effects import Range
from rules.effects.notation import MAX_USES
from rules.effects.values import Cost, Use
from rules.errors import RulesError
from rules.tables.actions import BY_SIGN
from rules.tables.uses import mark_of_sign
from rules.text import counted

_KINDS = {"blast": "burst"}
_KIND = r"melee|ranged|self|touch|emanation|burst|blast|cone|line"
_ONE_RANGE = rf"({_KIND})\b(?: (\d{{1,3}})(?:/(\d{{1,3}}))?)?(?: within (\d{{1,3}}))?( aura\b)?"
_RANGE = re.compile(rf"{_ONE_RANGE}(?: or {_ONE_RANGE})?", re.IGNORECASE)
_COST = re.compile(r"[●○◯⬤↻⟳]+")
_LOOKALIKES = str.maketrans({"◯": "○", "⬤": "●", "⟳": "↻"})
_STRIKE = re.compile(r" ?strike\b[ ,.:;]*", re.IGNORECASE)
_SIGN = re.compile(r"[^\w\s,.:;()\[\]\"'“”‘’+/&-]+")


@dataclass(frozen=True, slots=True)
class TopLine:
    """What a top line says; ``note`` is what no field holds, ``is_after_range`` whether a range stands before it."""

    cost: Cost | None
    once_per_turn: bool
    range: Range | None
    strike: bool
    note: str
    is_after_range: bool


def read_top_line(text: str, feature: str, doubts: ImportDoubts) -> TopLine:
    """Read a top line: ``●○ Ranged 12/24 strike``, ``↻ A creature within reach hits the thoqqua``."""
    rest = plain_signs(text).translate(_LOOKALIKES)
    cost: Cost | None = None
    once = False
    if signs := _COST.match(rest):
        row = BY_SIGN.get(signs[0])
        if row is None:
            doubts.add("cost.unknown_sign", f"{feature}: {quoted(signs[0])} is not the sign of a cost.", "cost")
        else:
            cost, once = row.cost, row.once_per_turn
            rest = rest[signs.end() :].strip()
    elif sign := _SIGN.match(rest):
        doubts.add("top.unknown_sign", f"{feature}: its top line begins with {quoted(sign[0])}.", "cost")
    reach: Range | None = None
    if match := _RANGE.match(rest):
        reach = range_of(match)
        rest = rest[match.end() :]
    strike = _STRIKE.match(rest) if reach else None
    if strike:
        rest = rest[strike.end() :]
    return TopLine(cost, once, reach, bool(strike), rest.strip(" ,.:;"), reach is not None)


def range_of(match: re.Match[str]) -> Range:
    """Return the range that was found, with its second one."""
    first, second = match.groups()[:5], match.groups()[5:]
    return _range(first, _range(second, None) if second[0] else None)


def read_range_before(text: str) -> tuple[Range | None, bool, str]:
    """Return the range with which a text begins, whether it is a strike, and the rest: ``Ranged 4/8 strike; 5 fire``.

    Without a colon or semicolon behind it, the words belong to the sentence.
    """
    match = _RANGE.match(text)
    if match is None:
        return None, False, text
    strike = re.match(r" strike\b", text[match.end() :], re.IGNORECASE)
    rest = text[match.end() + (strike.end() if strike else 0) :]
    if not rest.startswith((";", ":")):
        return None, False, text
    return range_of(match), strike is not None, rest[1:].strip()


def _range(parts: tuple[str | None, ...], other: Range | None) -> Range:
    kind = (parts[0] or "").lower()
    kind = _KINDS.get(kind, kind)
    squares, long, within = (int(part) if part else None for part in parts[1:4])
    if kind == "melee" and squares is None:
        squares = 1
    return Range(kind, squares, long, within, bool(parts[4]), other)


def read_uses(text: str, feature: str, doubts: ImportDoubts) -> tuple[tuple[Use, ...], str]:
    """Return the uses that boxes stand for, and the signs that stand for none."""
    uses: list[Use] = []
    unknown = ""
    for sign in plain_signs(text).replace(" ", ""):
        try:
            mark = mark_of_sign(sign)
        except RulesError:
            unknown += sign
            continue
        if mark.use != "at_will":
            uses.append(mark.use)
    if unknown:
        doubts.add("uses.unknown_sign", f"{feature}: {quoted(unknown)} is not a box for a use.", "uses")
    if len(uses) > MAX_USES:
        doubts.add("uses.too_many", f"{feature}: of its {counted(len(uses), 'box')}, {MAX_USES} came in.", "uses")
    return tuple(uses[:MAX_USES]), unknown
