"""One feature of a printed card, read into its fields: its top line, its effect, the spells of a caster."""

import re
from dataclasses import dataclass, replace
from typing import Any

from rules.card_reading.effects import read_effect
from rules.card_reading.values import ImportDoubts, PrintedFeature, plain_signs, quoted
from rules.cards.fields import BY_NAME, FEATURE_FIELDS, format_caster, parse_caster
from rules.cards.model import MAX_RANK, Caster, CasterSpell, Feature, FeatureKind, SpellGroup
from rules.cards.triggers import with_triggers
from rules.effects.declaration import DeclaredField
from rules.effects.notation import MAX_USES, NotationError
from rules.effects.values import Cost, Range, Use
from rules.errors import RulesError
from rules.tables.actions import BY_SIGN
from rules.tables.uses import mark_of_sign
from rules.text import counted, slug

_RANGE_KINDS = {"blast": "burst"}
_KIND = r"melee|ranged|self|touch|emanation|burst|blast|cone|line"
_ONE_RANGE = rf"({_KIND})\b(?: (\d{{1,3}})(?:/(\d{{1,3}}))?)?(?: within (\d{{1,3}}))?( aura\b)?"
_RANGE = re.compile(rf"{_ONE_RANGE}(?: or {_ONE_RANGE})?", re.IGNORECASE)
_COST = re.compile(r"[●○◯⬤↻⟳]+")
_LOOKALIKES = str.maketrans({"◯": "○", "⬤": "●", "⟳": "↻"})
_STRIKE = re.compile(r" ?strike\b[ ,.:;]*", re.IGNORECASE)
_SIGN = re.compile(r"[^\w\s,.:;()\[\]\"'“”‘’+/&-]+")


@dataclass(frozen=True, slots=True)
class TopLine:
    """The content of a top line; ``note`` fits no field, ``is_after_range`` is True if a range comes before it."""

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
    """Return the matched range, with its second one."""
    first, second = match.groups()[:5], match.groups()[5:]
    return _range(first, _range(second, None) if second[0] else None)


def read_range_before(text: str) -> tuple[Range | None, bool, str]:
    """Read the range at the start of a text, whether it is a strike, and the rest: ``Ranged 4/8 strike; 5 fire``.

    Without a colon or semicolon after it, the words belong to the sentence.
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
    kind = _RANGE_KINDS.get(kind, kind)
    squares, long, within = (int(part) if part else None for part in parts[1:4])
    if kind == "melee" and squares is None:
        squares = 1
    return Range(kind, squares, long, within, bool(parts[4]), other)


def read_uses(text: str, feature: str, doubts: ImportDoubts) -> tuple[tuple[Use, ...], str]:
    """Return the uses of the boxes, and the signs that are not uses."""
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


MAX_SPELLS = BY_NAME["caster"].room
_NAME = re.compile(r"(?P<tradition>[A-Za-z]+) Caster,? Rank (?P<rank>\d{1,2})", re.IGNORECASE)
_SEPARATOR = re.compile(r"[;,](?![^()]*\))")
_MARKS = re.compile(r"(?P<boxes>[☐▢□🄳🄴∞ ]*[☐▢□🄳🄴∞]|\[?at[- ]will\]?)\s*:?\s*", re.IGNORECASE)
_SPELL = re.compile(r"(?P<name>[^()]+?)\s*(?:\((?P<note>[^()]*)\))?\.?")


def is_caster_name(name: str) -> bool:
    """Return True for the name of a feature that lists spells: ``Primal Caster Rank 5``."""
    return _NAME.fullmatch(name) is not None


def read_caster(name: str, text: str) -> Caster | None:
    """Return a caster's spells, or None if the list cannot be read completely."""
    head = _NAME.fullmatch(name)
    if head is None or int(head["rank"]) > MAX_RANK or len(text) > MAX_SPELLS:
        return None
    groups: list[SpellGroup] = []
    for part in _SEPARATOR.split(plain_signs(text)):
        word = part.strip()
        if not word:
            continue
        if marks := _MARKS.match(word):
            groups.append(SpellGroup(_boxes(marks["boxes"]), ()))
            word = word[marks.end() :]
        spell = _SPELL.fullmatch(word)
        if not groups or spell is None:
            return None
        last = groups[-1]
        groups[-1] = SpellGroup(last.uses, (*last.spells, CasterSpell(spell["name"], spell["note"] or None)))
    caster = Caster(head["tradition"].capitalize(), int(head["rank"]), tuple(groups))
    try:
        return caster if parse_caster(format_caster(caster)) == caster else None
    except NotationError:
        return None


def _boxes(text: str) -> tuple[Use, ...]:
    if "will" in text.casefold():
        return ()
    marks = (mark_of_sign(sign).use for sign in text if not sign.isspace())
    return tuple(use for use in marks if use != "at_will")


NAME_ROOM = BY_NAME["name"].room
MAX_EFFECT = BY_NAME["effect"].room
MAX_TOP = 500
MAX_SLUG = 100
_MARK = re.compile(r"\s*\[(?P<mark>[^\[\]]*)\]$")
_KINDS: dict[str, FeatureKind] = {"add on": "add_on", "add-on": "add_on", "addon": "add_on", "upgrade": "upgrade"}
_REPLACES = re.compile(r"replaces:? (?P<name>.+)", re.IGNORECASE)
_PRECONDITION = re.compile(r"(?P<words>[^.:;()\[\]]{3,}): (?=\S)")
_CHOICE = re.compile(r"(?P<before>.+), (?P<choice>choose [^,]+)", re.IGNORECASE)
_NO_PRECONDITION = re.compile(
    r"choose\b|(?:emanation|burst|blast|cone|line|self|ranged|melee)\b|target\b|.*\b(?:following|one of these)\b",
    re.IGNORECASE,
)
_SAYS_SOMETHING = re.compile(r"[^\W\d_]{2}")
_REDUCES = re.compile(
    r"(?:reduces? (?:the |final |that )*damage by )?(?P<amount>\d{1,3})(?: damage)?\.?", re.IGNORECASE
)
_BLOCKS = frozenset({"shield block"})


def read_printed_feature(printed: PrintedFeature, place: int, creature: str, doubts: ImportDoubts) -> Feature:
    """Read a feature of a creature; ``place`` counts from 1 and replaces a missing name."""
    name, kind, replaces = _name(plain_signs(printed.name), place, doubts)
    uses, strange = read_uses(printed.uses, name, doubts)
    text = " ".join(filter(None, (strange, " ".join(printed.text.split()))))
    top = read_top_line(printed.top, name, doubts)
    values: dict[str, Any] = {
        "kind": kind,
        "replaces": replaces,
        "uses": uses,
        "cost": top.cost,
        "once_per_turn": top.once_per_turn,
        "range": top.range,
        "strike": top.strike,
        "printed": (cut_to(printed.top, MAX_TOP, name, "top", doubts), printed.text),
    }
    if is_caster_name(name):
        caster = read_caster(name, text)
        if caster and not top.note:
            kind = "caster" if kind == "base" else kind
            return _storable(Feature(id="", name=name, **values | {"kind": kind, "caster": caster}), "", doubts)
        doubts.add("caster.unreadable", f"{name}: its spells could not be read; they stand in its text.", "caster")
    values["trigger"], text = read_precondition(top, text)
    if len(text) > MAX_EFFECT:
        text = cut_to(text, MAX_EFFECT, name, "text", doubts)
        values["printed"] = (values["printed"][0], text)
    return _with_effect(Feature(id="", name=name, **values), text, creature, doubts)


def _with_effect(feature: Feature, text: str, creature: str, doubts: ImportDoubts) -> Feature:
    if feature.name.casefold() in _BLOCKS and (reduces := _REDUCES.fullmatch(text)):
        return _storable(replace(feature, reduces=int(reduces["amount"]), effect=text), text, doubts)
    read = read_effect(text, feature.name, creature, doubts)
    effect = replace(feature, effect=read.text, damage=read.damage, saves=read.saves, by_table=not read.is_whole)
    return _storable(effect, text, doubts)


def _name(printed: str, place: int, doubts: ImportDoubts) -> tuple[str, FeatureKind, str | None]:
    """Return a feature's name without its mark, its kind, and the name of the replaced feature."""
    name, kind, replaces = printed, "base", None
    if mark := _MARK.search(printed):
        words = " ".join(mark["mark"].split())
        if known := _KINDS.get(words.casefold()):
            name, kind = printed[: mark.start()], known
        elif match := _REPLACES.fullmatch(words):
            name, kind, replaces = printed[: mark.start()], "replaces", match["name"]
        else:
            doubts.add("feature.unknown_mark", f"{quoted(printed)}: {quoted(mark[0].strip())} is not a mark.", "kind")
    if not name:
        name = f"Feature {place}"
        doubts.add("feature.no_name", f"Feature {place} has no name.", "name")
    name = cut_to(name, NAME_ROOM, name, "name", doubts)
    if len(slug(name)) > MAX_SLUG:  # one character may stand for many letters
        room = max(length for length in range(1, len(name)) if len(slug(name[:length])) <= MAX_SLUG)
        name = cut_to(name, room, name, "name", doubts)
    if replaces:
        replaces = cut_to(replaces, NAME_ROOM, name, "mark", doubts)
    return name, kind, replaces  # type: ignore[return-value] # one of the kinds


def read_precondition(top: TopLine, text: str) -> tuple[str | None, str]:
    """Return the precondition, and the rest of the text.

    It is in the top line, or before a colon. After a range, the top line names the targets of the effect: these words
    go before the text.
    """
    if top.note and not top.is_after_range and _SAYS_SOMETHING.search(top.note):
        return top.note, text
    if top.note:
        text = f"{top.note} {text}" if top.note[0] == "(" else f"{top.note}: {text}".rstrip(": ")
        return None, text
    match = _PRECONDITION.match(text)
    if match is None or _NO_PRECONDITION.match(match["words"]) or len(match["words"]) > BY_NAME["trigger"].room:
        return None, text
    if choice := _CHOICE.fullmatch(match["words"]):
        return choice["before"], text[match.start() + len(choice["before"]) + 2 :]
    return match["words"], text[match.end() :]


def cut_to(text: str, room: int, feature: str, field: str, doubts: ImportDoubts) -> str:
    """Return as much of a text as fits; the cut is a doubt."""
    if len(text) <= room:
        return text
    doubts.add(
        "text.cut",
        f"{quoted(feature)}: its {field} has {len(text):,} characters; the first {room:,} came in.",
        field,
    )
    return text[:room].rstrip()


def _storable(feature: Feature, text: str, doubts: ImportDoubts) -> Feature:
    """Return the feature without fields that do not fit their columns; only its text has their content."""
    feature = with_triggers(feature, feature.name, text)
    for field in FEATURE_FIELDS:
        value = getattr(feature, field.name)
        if value == field.default or holds(field, value):
            continue
        doubts.add("field.no_room", f"{feature.name}: its {field.label} cannot be stored as a field.", field.name)
        feature = replace(feature, **{field.name: field.default})
        if field.name == "damage":
            feature = replace(feature, effect=text)
    return feature


def holds(field: DeclaredField, value: Any) -> bool:
    """Return True if a column can store a value: its notation is reversible and fits."""
    if field.kind in ("flag", "choice", "number"):
        return True
    line = field.write(value)
    try:
        return len(line) <= field.room and field.parse(line) == value
    except (NotationError, RulesError):
        return False
