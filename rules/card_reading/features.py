"""One feature of a printed card, read into its fields."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from rules.card_reading.casters import is_caster_name, read_caster
from rules.card_reading.effects import read_effect
from rules.card_reading.top_line import TopLine, read_top_line, read_uses
from rules.card_reading.values import ImportDoubts, PrintedFeature, plain_signs, quoted
from rules.cards.fields import BY_NAME, FEATURE_FIELDS
from rules.cards.model import Feature, FeatureKind
from rules.effects.declaration import DeclaredField
from rules.effects.notation import NotationError
from rules.errors import RulesError
from rules.text import slug

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
    """Read a feature of a creature; ``place`` counts from 1 and stands in for a missing name."""
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
    """Return a feature's name without its mark, its kind, and the name of what it replaces."""
    name, kind, replaces = printed, "base", None
    if mark := _MARK.search(printed):
        words = " ".join(mark["mark"].split())
        if known := _KINDS.get(words.casefold()):
            name, kind = printed[: mark.start()], known
        elif found := _REPLACES.fullmatch(words):
            name, kind, replaces = printed[: mark.start()], "replaces", found["name"]
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
    """Return what has to be so first, and the rest of the text.

    It stands in the top line, or before a colon. Behind a range, the top line says whom the effect is for: these words
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
    """Return as much of a text as there is room for; what is cut is a doubt."""
    if len(text) <= room:
        return text
    doubts.add(
        "text.cut",
        f"{quoted(feature)}: its {field} has {len(text):,} characters; the first {room:,} came in.",
        field,
    )
    return text[:room].rstrip()


def _storable(feature: Feature, text: str, doubts: ImportDoubts) -> Feature:
    """Return the feature without those fields that a column cannot hold; its text then says them alone."""
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
    """Return True if a column of the field can hold a value: its notation reads back and has room."""
    if field.kind in ("flag", "choice", "number"):
        return True
    line = field.write(value)
    try:
        return len(line) <= field.room and field.parse(line) == value
    except (NotationError, RulesError):
        return False
