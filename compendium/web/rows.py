"""The rows of each list, drawn once: a row says nothing but what its columns hold, so that it can be kept."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString

from compendium.selectors.creature_list import COLUMNS
from compendium.selectors.search import excerpt
from rules.alignment import BY_CODE
from rules.cards.model import STATS
from rules.cards.notation import parse_names, parse_uses
from rules.cards.sheet import COST_SIGNS, use_marks
from rules.points import LEVEL_COSTS
from rules.text import with_minus

KEPT = 8192
"""Drawn rows that a process keeps: about 10 MB."""

_POINTS = {row.level: row.cost for row in LEVEL_COSTS}
_SIGNED = frozenset({"fight", "fortitude", "reflex", "will"})
SPELL_COST = ("", "as its spell")

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class RowKind:
    """The rows of one list: the columns they read (the key first), what they say of them, and where they lead."""

    columns: tuple[str, ...]
    words: Callable[[Row], Row]
    template: str
    route: str


def draw(kind: RowKind, queryset: QuerySet[Any], ticked: Collection[str] = ()) -> tuple[list[str], SafeString]:
    """Return the keys of some rows and the rows drawn; those ``ticked`` have their box ticked. One query."""
    rows = list(queryset.values_list(*kind.columns))
    return [row[0] for row in rows], SafeString("".join(draw_row(kind, row, row[0] in ticked) for row in rows))


@lru_cache(maxsize=KEPT)
def draw_row(kind: RowKind, values: tuple[Any, ...], ticked: bool = False, words: str = "") -> SafeString:
    """Draw one row of a list, given its columns; ``words`` are what else is to be said of it."""
    row = kind.words(dict(zip(kind.columns, values, strict=True)))
    return render_to_string(
        kind.template, {"row": row, "href": f"{_prefix(kind.route)}{row['key']}/", "ticked": ticked, "words": words}
    )


@cache
def _prefix(route: str) -> str:
    """Return what the addresses of a list's entries begin with; the key and a slash follow."""
    return reverse(route, args=["-"]).removesuffix("-/")


def creature_words(row: Row) -> Row:
    """Say what a row of the creature list says, from its columns."""
    alignment = BY_CODE.get(row["alignment"])
    row["sign"] = alignment.sign if alignment else ""
    row["faction"] = alignment.name if alignment else "no alignment"
    row["kind"] = " ".join(filter(None, (row["size"], row["tags"].replace(",", ""))))
    row["more"] = " · ".join(filter(None, (row["movement_mode"], row["class_name"])))
    row["points"] = _POINTS[row["level"]]
    row["level"] = with_minus(str(row["level"]))
    for stat in STATS:
        value = row[stat]
        if value is None:
            row[stat] = "–"
        elif stat in _SIGNED:
            row[stat] = f"+{value}" if value >= 0 else f"−{-value}"
    return row


def _item(row: Row) -> Row:
    return {
        **row,
        "level": with_minus(str(row["level"])),
        "cost": cost_sign(row["cost"]),
        "text": short(row["text"]),
        "note": f"choose a {row['choice']}" if row["choice"] else "",
    }


def _feat(row: Row) -> Row:
    return {
        **row,
        "level": with_minus(str(row["min_level"])),
        "cost": cost_sign(row["cost"]),
        "uses": use_marks(parse_uses(row["uses"])),
        "text": short(row["text"]),
    }


def _spell(row: Row) -> Row:
    return {
        **row,
        "rank": row["rank"] or "cantrip",
        "rank_label": "Rank" if row["rank"] else "",
        "costs": [cost_sign(cost) for cost in parse_names(row["costs"])],
        "traditions": row["traditions"].capitalize(),
        "rarity": "" if row["rarity"] == "common" else row["rarity"],
        "text": short(row["text"]),
    }


def cost_sign(cost: str) -> tuple[str, str] | None:
    """Return the sign of an action cost with its words; without a sign for a cost that has none, None for no cost."""
    if not cost:
        return None
    return SPELL_COST if cost == "spell" else COST_SIGNS.get(cost, ("", cost))


def short(text: str) -> str:
    """Return the beginning of a text."""
    return with_minus("".join(piece for piece, _ in excerpt(text, ())))


CREATURES = RowKind(COLUMNS, creature_words, "compendium/rows/creature.html", "compendium:creature")
ITEMS = RowKind(
    ("key", "name", "level", "kind", "cost", "text", "choice"), _item, "compendium/rows/item.html", "compendium:item"
)
FEATS = RowKind(
    ("key", "name", "min_level", "cost", "uses", "requires", "text"),
    _feat,
    "compendium/rows/feat.html",
    "compendium:feat",
)
SPELLS = RowKind(
    ("key", "name", "rank", "costs", "traditions", "rarity", "license", "text"),
    _spell,
    "compendium/rows/spell.html",
    "compendium:spell",
)
