"""Drawing chances and averages of a forecast."""

from __future__ import annotations

from fractions import Fraction

from django import template

register = template.Library()


@register.filter
def percent(share: Fraction) -> int:
    """Return a share of 1 in whole percent."""
    return round(share * 100)


@register.filter
def decimal(amount: Fraction) -> str:
    """Write an average with one decimal."""
    return f"{float(amount):.1f}"
