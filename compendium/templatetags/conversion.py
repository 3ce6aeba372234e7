"""Steps of a conversion in tables: values of the rules, or documents of revisions."""

from collections.abc import Mapping
from typing import Any

from django import template

from rules.text import with_minus

register = template.Library()

_FIELDS = {
    "hp": "HP",
    "armor_broken": "Armor, broken",
    "movement_mode": "Movement mode",
    "immune": "Immune",
    "resist": "Resist",
    "weak": "Weak",
    "license": "License",
}


@register.filter
def field_label(name: str) -> str:
    """Return a field of a card as people call it."""
    return _FIELDS.get(name) or str(name).replace("_", " ").capitalize()


@register.filter
def given(value: Any) -> str:
    """Return the result of a step in words."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value)) or "nothing"
    return with_minus(str(value)) if isinstance(value, int) else str(value)


@register.filter
def is_decided(step: Any) -> bool:
    """Return True if a person decided a step."""
    return bool(step.get("decided")) if isinstance(step, Mapping) else bool(step.is_decided)
