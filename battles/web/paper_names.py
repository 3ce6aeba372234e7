"""What the files of a fight are called."""

from __future__ import annotations

from battles.selectors.battles import BattleView
from rules.text import slug


def report_name(view: BattleView) -> str:
    """Return the beginning of the names of a fight's files."""
    return slug(view.battle.name)[:80] or "battle"
