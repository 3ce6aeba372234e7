"""The row of tabs as templates write it."""

from collections.abc import Sequence
from typing import Any

from django import template

from common.web.tabs import Tab

register = template.Library()


@register.inclusion_tag("common/tabs.html")
def tab_row(tabs: Sequence[Tab], label: str) -> dict[str, Any]:
    """Draw tabs in one row; ``label`` names them for screen readers."""
    return {"tabs": tabs, "label": label}
