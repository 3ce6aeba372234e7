"""The choices of a list's filters, with the number of rows for each."""

from collections.abc import Mapping
from typing import NamedTuple


class Choice(NamedTuple):
    """One word to filter by: its value in the address, its label, the number of all rows with it, and its sign.

    ``note`` says why none of these rows is listed, "" if they are.

    A tuple, because every list reads a hundred of them from the cache and looks up the rendered panel by them.
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
