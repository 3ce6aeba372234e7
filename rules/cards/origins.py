"""Where a card is from: its source, which tells it from others of its name, and its license."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from rules.alignment import BY_CODE

HOMEBREW_MARK = "--hb-"
"""What the keys of homebrew have within them, and no others."""
HOMEBREW_KEY = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*" + HOMEBREW_MARK + r"[a-z0-9]+")

_SERIES = "Path 2 Victory, "


def short_source(name: str) -> str:
    """Return what a source is called beside a card: without the game's name, which they all share."""
    return name.removeprefix(_SERIES)


def describe_origin(source: str, alignment: str | None) -> str:
    """Return the source of a card and its alignment, given by its code: ``ORC cards, Lawful Evil``."""
    known = BY_CODE.get(alignment or "")
    return f"{short_source(source)}, {known.name if known else 'no alignment'}"


class NamedCard(NamedTuple):
    """What tells a card from others: its name, the name of its source, the code of its alignment, its license."""

    name: str
    source: str
    alignment: str | None
    license: str


def tell_apart(cards: Sequence[NamedCard]) -> list[str]:
    """Return for each card what tells it from the others of its name: source and alignment; "" for a name of its own.

    Where these are the same too, the license is added.
    """
    names = Counter(card.name for card in cards)
    origins = [describe_origin(card.source, card.alignment) for card in cards]
    alike = Counter((card.name, origin) for card, origin in zip(cards, origins, strict=True))
    return [
        "" if names[card.name] == 1 else origin if alike[card.name, origin] == 1 else f"{origin}, {card.license}"
        for card, origin in zip(cards, origins, strict=True)
    ]


UNKNOWN_LICENSE = "unknown"
"""What stands for the license of a card while its author has not named one."""

SHARED_LICENSES = ("ORC", "OGL", "CC BY 4.0", "CC BY-SA 4.0", "CC0 1.0")
"""Licenses under which people share what they write; a card may have another."""

_UNNAMED = frozenset({"", UNKNOWN_LICENSE, "none"})


def is_named_license(text: str) -> bool:
    """Return True if a text names a license, so that a card that has it may be shared."""
    # Signs and what nobody sees, such as a space without width, name nothing and hide nothing.
    return "".join(filter(str.isalnum, text.casefold())) not in _UNNAMED
