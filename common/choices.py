"""The choices of a list's filters, with how many rows have each."""

from collections.abc import Mapping
from typing import NamedTuple


class Choice(NamedTuple):
    """One word to filter by: its value in the address, its label, how many rows have it in total, and its sign.

    ``note`` says why none of these rows is listed, "" where they are.

    A tuple, because every list reads a hundred of them from the cache and asks by them for the panel as it was drawn.
    """

    value: str
    label: str
    total: int
    sign: str = ""
    note: str = ""

    def __str__(self) -> str:
        return self.label


Choices = Mapping[str, tuple[Choice, ...]]
"""The choices of a list, by the name of the filter."""
