"""Tabs of a page: links in one row, of which one is the page that is shown."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tab:
    """A link of a row of tabs; the current one is the page that is shown."""

    label: str
    address: str
    is_current: bool = False
