"""An item's printed card, read into an ``Item``."""

import re
from dataclasses import replace
from typing import Any

from rules.card_reading.effects import read_effect
from rules.card_reading.features import (
    TopLine,
    cut_to,
    holds,
    read_precondition,
    read_range_before,
    read_top_line,
    read_uses,
)
from rules.card_reading.values import Candidate, CardRejected, ImportDoubts, PrintedCard, plain_signs, quoted
from rules.cards.triggers import with_triggers
from rules.effects.fields import EFFECT_FIELDS
from rules.effects.values import Range
from rules.items.item import Item
from rules.lengths import MAX_CARD_NAME
from rules.points import MAX_LEVEL, MIN_LEVEL
from rules.tables import sizes
from rules.tables.damage import BY_NAME
from rules.text import slug

MAX_SLUG = 90
MAX_TEXT = 5_000
MAX_TAGS = 200
MAX_LINE = 500

_LEVEL = re.compile(r"(?P<tags>.*?),?\s*(?P<level>[+-]?\d{1,6})")
_OPTIONS = re.compile(r"\[(?P<options>[^\[\]]+)\]")
_ADDED_TYPE = re.compile(r"\bdoes (?P<type>[a-z]+) damage as well as\b", re.IGNORECASE)
_WEAPON = re.compile(r"\bchoose (?:a|one) weapon\b", re.IGNORECASE)
_RANKS = re.compile(r"\b(?P<cantrip>cantrip or )?rank (?P<rank>\d{1,2}) spell\b", re.IGNORECASE)
_ONLY_CASTERS = re.compile(r"\bonly a creature capable of casting spells\b", re.IGNORECASE)
_COSTS_AS_SPELL = re.compile(r"\bspend(?:ing)? the (?:spell['’]s action point cost|AP as normal)\b", re.IGNORECASE)
_CARRIERS = re.compile(
    rf"\battach to an? (?P<size>{'|'.join(sizes.BY_NAME)})(?P<more> or larger)? creature\b", re.IGNORECASE
)


def read_item(printed: PrintedCard, *, license: str = "unknown") -> Candidate[Item]:
    """Read the printed card of an item; rejects one without a name or a level."""
    doubts = ImportDoubts()
    try:
        item = _read(printed, license, doubts)
    except CardRejected as fault:
        return Candidate(printed.name[:MAX_CARD_NAME], None, (fault.doubt,))
    return Candidate(item.name, item, doubts.all())


def _read(printed: PrintedCard, license: str, doubts: ImportDoubts) -> Item:
    name = plain_signs(printed.name)
    if not name:
        doubts.reject("name.missing", "Muster cannot import an item without a name.", "name")
    if len(name) > MAX_CARD_NAME or len(slug(name)) > MAX_SLUG:
        name = cut_to(name, MAX_SLUG, name, "name", doubts)
    if printed.is_cut:
        doubts.add("page.cut", "The page ends in the middle of this card: the rest of it is missing.")
    level, tags = _tag_line(plain_signs(printed.tag_line)[-MAX_LINE:], doubts)
    uses, strange = read_uses(printed.uses, name, doubts)
    first = printed.features[0] if printed.features else None
    top = read_top_line(first.top if first else "", name, doubts)
    text = " ".join(filter(None, (strange, _whole_text(printed))))
    trigger, text = read_precondition(top, text)
    reach, strike, text = _range_of(top, text)
    text = cut_to(text, MAX_TEXT, name, "text", doubts)
    if first and first.name:
        tags += tuple(filter(None, (tag.strip() for tag in first.name.split(","))))
    if not text:
        doubts.add("text.missing", f"{name}: the card does not say what the item does.", "text")
    read = read_effect(text, name, name, doubts)
    item = Item(
        name,
        level,
        uses[0] if uses else "permanent",
        text or name,
        cost=top.cost,
        trigger=trigger,
        range=reach,
        strike=strike,
        damage=read.damage,
        saves=read.saves,
        by_table=not read.is_whole,
        tags=_tags_with_room(tags, doubts),
        license=license,
    )
    if len(uses) > 1:
        doubts.add("uses.too_many", f"{name}: an item has one box; the card prints {len(uses)}.", "uses")
    return _storable(replace(item, **_carrier_choices(name, text)), doubts)


def _tag_line(line: str, doubts: ImportDoubts) -> tuple[int, tuple[str, ...]]:
    """Return level and tags: ``Small Item, Consumable 4``."""
    match = _LEVEL.fullmatch(line)
    level = int(match["level"]) if match else None
    if match is None or level is None:
        doubts.reject("level.missing", f"No level is printed behind {quoted(line)}.", "level")
    if not MIN_LEVEL <= level <= MAX_LEVEL:
        doubts.reject("level.missing", f"Level {level} is outside {MIN_LEVEL} to {MAX_LEVEL}.", "level")
    return level, tuple(filter(None, (tag.strip() for tag in match["tags"].split(","))))


def _whole_text(printed: PrintedCard) -> str:
    """Return the texts of all features as one; the features after the first keep their names and top lines."""
    texts = [feature.text for feature in printed.features[:1]]
    for feature in printed.features[1:]:
        head = " ".join(filter(None, (feature.uses, feature.name, feature.top)))
        texts.append(f"{head}: {feature.text}" if head and feature.text else head or feature.text)
    return " ".join(filter(None, (*texts, printed.foot)))


def _range_of(top: TopLine, text: str) -> tuple[Range | None, bool, str]:
    """Return the range and strike of the top line or of the beginning of the text, and the rest of the text."""
    if top.range:
        return top.range, top.strike, text
    return read_range_before(text)


def _carrier_choices(name: str, text: str) -> dict[str, Any]:
    """Return the player's choices and who can use the item, as far as common phrases say."""
    choices: dict[str, Any] = {}
    options = _options(name)
    if _WEAPON.search(text):
        choices["choice"] = "weapon"
        if added := _ADDED_TYPE.search(text):
            choices["adds_type"] = added["type"].lower()
    elif options == ("spell",):
        choices["choice"] = "spell"
        if ranks := _RANKS.search(text):
            choices["spell_ranks"] = (*((0,) if ranks["cantrip"] else ()), int(ranks["rank"]))
    elif options and set(options) <= BY_NAME.keys():
        choices |= {"choice": "damage type", "options": options}
    if _ONLY_CASTERS.search(text):
        choices["needs_caster"] = True
    if _COSTS_AS_SPELL.search(text):
        choices["cost"] = "spell"
    if carriers := _CARRIERS.search(text):
        names = tuple(sizes.BY_NAME)
        first = names.index(carriers["size"].capitalize())
        choices["sizes"] = names[first:] if carriers["more"] else names[first : first + 1]
    return choices


def _options(name: str) -> tuple[str, ...]:
    """Return the words in brackets in a name: ``Potion of [Acid or Cold] Resistance``."""
    match = _OPTIONS.search(name)
    return tuple(re.split(r", | or ", match["options"].casefold())) if match else ()


def _tags_with_room(tags: tuple[str, ...], doubts: ImportDoubts) -> tuple[str, ...]:
    kept: list[str] = []
    for tag in dict.fromkeys(tags):
        if len(", ".join((*kept, tag))) > MAX_TAGS:
            doubts.add("field.no_room", f"The tags cannot hold {quoted(tag)}.", "tags")
            break
        kept.append(tag)
    return tuple(kept)


def _storable(item: Item, doubts: ImportDoubts) -> Item:
    """Return the item without fields that do not fit their columns; only its text has their content."""
    item = with_triggers(item, item.name)
    for field in EFFECT_FIELDS:
        value = getattr(item, field.name)
        if value != field.default and not holds(field, value):
            doubts.add("field.no_room", f"{item.name}: its {field.label} cannot be stored as a field.", field.name)
            item = replace(item, **{field.name: field.default})
    return item
