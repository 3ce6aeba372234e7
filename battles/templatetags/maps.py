"""The map of a battle's set-up on other pages than those of the set-up."""

from __future__ import annotations

from typing import Any

from django import template

from battles.drawings.tables import table_drawing
from battles.selectors.tables import side_names
from rules.p2v_combat.state import BattleState

register = template.Library()


@register.inclusion_tag("battles/parts/map.html")
def table_map(state: BattleState, *, is_open: bool = False) -> dict[str, Any]:
    """Draw the table as it was set up, to be unfolded; nothing for a battle without a table. No query."""
    setup = state.setup
    table = table_drawing(setup.table, side_names(setup)) if setup.table else None
    return {"table": table, "plan": setup.table, "is_open": is_open}
