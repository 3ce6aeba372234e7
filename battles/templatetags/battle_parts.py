"""Drawing parts of a battle's page that say nothing but what one value says: creatures, lines of the log, chances.

What was drawn is kept: a tap changes few of them, and the phones that follow it draw the same ones.
"""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from typing import Protocol

from django import template
from django.utils.safestring import SafeString

from common.caches import draw_once
from rules.combat.declared import DeclaredFamily
from rules.combat.rows import FightMeter
from rules.text import with_minus

register = template.Library()


class CreatureValue(Hashable, Protocol):
    """A creature laid out: a value that says all that is drawn of it, such as ``battles.web.creature_rows`` makes."""

    @property
    def id(self) -> str:
        """The creature's id in its battle."""


@register.filter
def minus(number: int) -> str:
    """Write a number with the sign that cards print: −6."""
    return with_minus(str(number))


@register.simple_tag
def kept_part(name: str, value: Hashable) -> SafeString:
    """Draw a value by the part ``name``, which calls it ``value`` and asks for nothing else."""
    return draw_kept(name, value)


@register.simple_tag
def creature_line(row: CreatureValue, key: str, current: str = "") -> SafeString:
    """Draw a creature as a line that leads to its panel; ``current`` is the id of the creature whose panel is open."""
    return draw_kept("creature_line", row, key, is_current=row.id == current)


@register.simple_tag
def fight_line(row: CreatureValue, key: str, current: str = "") -> SafeString:
    """Draw a combatant of a declared family as a line that leads to its panel; ``current`` as for creatures."""
    return draw_kept("fight_line", row, key, is_current=row.id == current)


@register.simple_tag
def fight_side(side: Hashable, key: str, current: str = "", *, is_past: bool = False) -> SafeString:
    """Draw a side of a declared family with its combatants; ``is_past`` sets ids apart from those of today."""
    return draw_kept("fight_side", (side, current), key, is_current=is_past)


@register.simple_tag
def fight_about(family: DeclaredFamily) -> SafeString:
    """Draw whose game it is and what is assumed, folded."""
    return draw_kept("fight_about", (family.name, family.notice, family.assumptions))


@register.filter
def meter_percent(meter: FightMeter) -> int:
    """Return how much of a meter is left, in hundredths rounded up, 0 to 100; 0 where there is no most."""
    return max(0, min(100, -(-100 * meter.value // meter.most))) if meter.most else 0


def draw_kept(name: str, value: Hashable, key: str = "", *, is_current: bool = False) -> SafeString:
    """Draw a value by the part ``name``, which knows nothing but these arguments."""
    return draw_once(f"battles/parts/{name}.html", value=value, key=key, is_current=is_current)


@register.filter
def percent(share: Fraction) -> int:
    """Return a share of 1 in whole percent."""
    return round(share * 100)


@register.filter
def decimal(amount: Fraction) -> str:
    """Write an average with one decimal."""
    return f"{float(amount):.1f}"
