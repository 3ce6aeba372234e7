"""Days of scenarios, which the journal stores as ``2026-03-01``."""

from datetime import date

from django import template

register = template.Library()


@register.filter
def as_date(day: str) -> date | None:
    """Return the date of a day in the journal's form, None for an empty text."""
    return date.fromisoformat(day) if day else None
