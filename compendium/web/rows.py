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
from rules.alignment import BY_CODE
from rules.cards.model import STATS
from rules.points import LEVEL_COSTS
from rules.text import with_minus

_POINTS = {row.level: row.cost for row in LEVEL_COSTS}
_SIGNED = frozenset({"fight", "fortitude", "reflex", "will"})

_drawn_rows: BoundedCache[SafeString] = BoundedCache(16 * 2**20)

Values = dict[str, Any]


@dataclass(frozen=True, slots=True)
class RowTemplate:
    """How the rows of a list are drawn: the columns that they read (the key first), the template, the page of an entry.

    ``context`` returns what is shown of the columns where that is more than they hold.
    """

    columns: tuple[str, ...]
    template: str
    route: str
    context: Callable[[Values], Values] = dict

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


CREATURES = RowTemplate(COLUMNS, "compendium/rows/creature.html", "compendium:creature", creature_context)
ITEMS = RowTemplate(
    ("key", "name", "level", "kind", "cost", "text", "choice"),
    "compendium/rows/item.html",
    "compendium:item",
)
FEATS = RowTemplate(
    ("key", "name", "min_level", "cost", "uses", "requires", "text"),
    "compendium/rows/feat.html",
    "compendium:feat",
)
SPELLS = RowTemplate(
    ("key", "name", "rank", "costs", "traditions", "rarity", "license", "text"),
    "compendium/rows/spell.html",
    "compendium:spell",
)
