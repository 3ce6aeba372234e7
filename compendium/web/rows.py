"""The rows of each list, drawn once: a row says nothing but what its columns hold, so that it can be kept."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString

from common.caches import BoundedCache
from compendium.selectors.creature_list import COLUMNS
from compendium.selectors.search import excerpt
from rules.alignment import BY_CODE
from rules.cards.model import STATS
from rules.cards.sheet import COST_SIGNS, use_marks
from rules.effects.notation import parse_names, parse_uses
from rules.points import LEVEL_COSTS
from rules.text import with_minus

SPELL_COST = ("", "as its spell")
_POINTS = {row.level: row.cost for row in LEVEL_COSTS}
_SIGNED = frozenset({"fight", "fortitude", "reflex", "will"})

_drawn_rows: BoundedCache[SafeString] = BoundedCache(16 * 2**20)

Values = dict[str, Any]


@dataclass(frozen=True, slots=True)
class RowTemplate:
    """How the rows of a list are drawn: the columns that they read (the key first), what is shown of them, by what.

    ``route`` is the page of an entry.
    """

    columns: tuple[str, ...]
    context: Callable[[Values], Values]
    template: str
    route: str

    def draw_all(self, queryset: QuerySet[Any], ticked: Collection[str] = ()) -> tuple[list[str], SafeString]:
        """Return the keys of some rows and the rows drawn; those ``ticked`` have their box ticked. One query."""
        rows = list(queryset.values_list(*self.columns))
        return [row[0] for row in rows], SafeString("".join(self.draw(row, is_ticked=row[0] in ticked) for row in rows))

    def draw(self, values: tuple[Any, ...], *, is_ticked: bool = False, note: str = "") -> SafeString:
        """Draw one row, given its columns; ``note`` is what else is to be said of it."""
        key = (self.template, values, is_ticked, note)
        return _drawn_rows.get_or_make(key, lambda: self._draw(values, is_ticked, note))

    def _draw(self, values: tuple[Any, ...], is_ticked: bool, note: str) -> SafeString:
        row = self.context(dict(zip(self.columns, values, strict=True)))
        href = f"{_prefix(self.route)}{row['key']}/"
        return render_to_string(self.template, {"row": row, "href": href, "is_ticked": is_ticked, "note": note})


@cache
def _prefix(route: str) -> str:
    """Return what the addresses of a list's entries begin with; the key and a slash follow."""
    return reverse(route, args=["-"]).removesuffix("-/")


def creature_context(row: Values) -> Values:
    """Return what the row of a creature shows, from its columns."""
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


def _item_context(row: Values) -> Values:
    return {
        **row,
        "level": with_minus(str(row["level"])),
        "cost": cost_sign(row["cost"]),
        "text": short(row["text"]),
        "note": f"choose a {row['choice']}" if row["choice"] else "",
    }


def _feat_context(row: Values) -> Values:
    return {
        **row,
        "level": with_minus(str(row["min_level"])),
        "cost": cost_sign(row["cost"]),
        "uses": [(mark.sign, mark.words) for mark in use_marks(parse_uses(row["uses"]))],
        "text": short(row["text"]),
    }


def _spell_context(row: Values) -> Values:
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


CREATURES = RowTemplate(COLUMNS, creature_context, "compendium/rows/creature.html", "compendium:creature")
ITEMS = RowTemplate(
    ("key", "name", "level", "kind", "cost", "text", "choice"),
    _item_context,
    "compendium/rows/item.html",
    "compendium:item",
)
FEATS = RowTemplate(
    ("key", "name", "min_level", "cost", "uses", "requires", "text"),
    _feat_context,
    "compendium/rows/feat.html",
    "compendium:feat",
)
SPELLS = RowTemplate(
    ("key", "name", "rank", "costs", "traditions", "rarity", "license", "text"),
    _spell_context,
    "compendium/rows/spell.html",
    "compendium:spell",
)
