"""What a row of each list says, as plain words and figures."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse

from compendium.models import Creature, Feat, Item, Spell
from compendium.selectors import creature_list
from compendium.selectors.search import excerpt
from rules.alignment import BY_CODE
from rules.cards.model import STATS
from rules.cards.notation import parse_names, parse_uses
from rules.cards.sheet import COST_SIGNS, use_marks
from rules.points import LEVEL_COSTS

_PAGES = {
    "creatures": "compendium:creature",
    "items": "compendium:item",
    "feats": "compendium:feat",
    "spells": "compendium:spell",
}
_POINTS = {row.level: row.cost for row in LEVEL_COSTS}
_SIGNED = frozenset({"fight", "fortitude", "reflex", "will"})
SPELL_COST = ("", "as its spell")


@cache
def prefix(here: str) -> str:
    """Return what the addresses of a list's entries begin with; the key and a slash follow."""
    return reverse(_PAGES[here], args=["-"]).removesuffix("-/")


def creature_rows(queryset: QuerySet[Creature]) -> list[dict[str, Any]]:
    """Return the rows of creatures. One query."""
    found = creature_list.creature_rows(queryset)
    for row in found:
        alignment = BY_CODE.get(row["alignment"])
        row["sign"] = alignment.sign if alignment else ""
        row["faction"] = alignment.name if alignment else "no alignment"
        words = [row["size"], row["tags"].replace(",", "")]
        row["kind"] = " ".join(filter(None, words))
        row["more"] = " · ".join(filter(None, (row["movement_mode"], row["class_name"])))
        row["points"] = _POINTS[row["level"]]
        row["level"] = minus(row["level"])
        for stat in STATS:
            value = row[stat]
            if value is None:
                row[stat] = "–"
            elif stat in _SIGNED:
                row[stat] = f"+{value}" if value >= 0 else f"−{-value}"
    return found


def item_rows(queryset: QuerySet[Item]) -> list[dict[str, Any]]:
    """Return the rows of items. One query."""
    return [
        {
            "key": item.key,
            "name": item.name,
            "level": minus(item.level),
            "kind": item.kind,
            "cost": cost_sign(item.cost),
            "text": short(item.text),
            "note": f"choose a {item.choice}" if item.choice else "",
        }
        for item in queryset.only("key", "name", "level", "kind", "cost", "text", "choice")
    ]


def feat_rows(queryset: QuerySet[Feat]) -> list[dict[str, Any]]:
    """Return the rows of feats. One query."""
    return [
        {
            "key": feat.key,
            "name": feat.name,
            "level": minus(feat.min_level),
            "cost": cost_sign(feat.cost),
            "uses": use_marks(parse_uses(feat.uses)),
            "requires": feat.requires,
            "text": short(feat.text),
        }
        for feat in queryset.only("key", "name", "min_level", "cost", "uses", "requires", "text")
    ]


def spell_rows(queryset: QuerySet[Spell]) -> list[dict[str, Any]]:
    """Return the rows of spells. One query."""
    return [
        {
            "key": spell.key,
            "name": spell.name,
            "rank": spell.rank or "cantrip",
            "costs": [cost_sign(cost) for cost in parse_names(spell.costs)],
            "traditions": spell.traditions.capitalize(),
            "rarity": "" if spell.rarity == "common" else spell.rarity,
            "license": spell.license,
            "text": short(spell.text),
        }
        for spell in queryset.only("key", "name", "rank", "costs", "traditions", "rarity", "license", "text")
    ]


def minus(number: int) -> str:
    """Return a number with the sign that a card prints."""
    return str(number).replace("-", "−")


def cost_sign(cost: str) -> tuple[str, str] | None:
    """Return the sign of an action cost with its words; without a sign for a cost that has none, None for no cost."""
    if not cost:
        return None
    return SPELL_COST if cost == "spell" else COST_SIGNS.get(cost, ("", cost))


def short(text: str) -> str:
    """Return the beginning of a text."""
    return "".join(piece for piece, _ in excerpt(text, ()))
