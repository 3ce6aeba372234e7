"""The licenses of cards: which ones let a card be shared."""

from __future__ import annotations

UNKNOWN_LICENSE = "unknown"
"""What stands for the license of a card while its author has not named one."""

SHARED_LICENSES = ("ORC", "OGL", "CC BY 4.0", "CC BY-SA 4.0", "CC0 1.0")
"""Licenses under which people share what they write; a card may have another."""

_UNNAMED = frozenset({"", UNKNOWN_LICENSE, "none"})


def is_named_license(text: str) -> bool:
    """Return True if a text names a license, so that a card that has it may be shared."""
    # Signs and what nobody sees, such as a space without width, name nothing and hide nothing.
    return "".join(filter(str.isalnum, text.casefold())) not in _UNNAMED
