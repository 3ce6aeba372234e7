"""The rows of lists, rendered once: a row says nothing but what its columns hold, so that it can be kept."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from common.caches import drawn_parts
from common.web.address import address_of
from compendium.builtin.emblems import emblem_of
from printing.emblems import CHARACTERS
from rules.alignment import BY_CODE
from rules.cards.model import STATS
from rules.cards.origins import short_source
from rules.effects.notation import parse_names
from rules.points import LEVEL_COSTS
from rules.text import with_minus

_POINTS = {row.level: row.cost for row in LEVEL_COSTS}
_SIGNED = frozenset({"fight", "fortitude", "reflex", "will"})

Values = dict[str, Any]


@dataclass(frozen=True, slots=True)
class RowTemplate:
    """How a list renders its rows: the columns that they read (the key first), the template, the page of an entry.

    ``context`` returns what is shown of the columns where that is more than they hold.
    """

    columns: tuple[str, ...]
    template: str
    route: str
    context: Callable[[Values], Values] = dict

    def render_all(self, rows: Sequence[tuple[Any, ...]], ticked: Collection[str] = ()) -> tuple[list[str], SafeString]:
        """Return the keys of some rows and the rows as HTML; those ``ticked`` have their box ticked."""
        drawn = "".join(self.render(row, is_ticked=row[0] in ticked) for row in rows)
        return [row[0] for row in rows], SafeString(drawn)

    def render(self, values: tuple[Any, ...], *, is_ticked: bool = False, note: str = "") -> SafeString:
        """Return one row as HTML, given its columns; ``note`` is what else is to be said of it."""
        key = (self.template, values, is_ticked, note)
        return drawn_parts.get_or_make(key, lambda: self._render(values, is_ticked, note))

    def _render(self, values: tuple[Any, ...], is_ticked: bool, note: str) -> SafeString:
        row = self.context(dict(zip(self.columns, values, strict=True)))
        href = address_of(self.route, row["key"])
        return render_to_string(self.template, {"row": row, "href": href, "is_ticked": is_ticked, "note": note})


def creature_context(row: Values) -> Values:
    """Return what the row of a creature shows, from its columns."""
    alignment = BY_CODE.get(row["alignment"])
    row["sign"] = alignment.sign if alignment else ""
    row["emblem"] = CHARACTERS[emblem_of(row["key"], parse_names(row["tags"]), row["emblem"])]
    row["faction"] = alignment.name if alignment else "no alignment"
    row["twin_source"] = short_source(row["twin_source"])
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
