"""What people type into forms of adventures."""

from __future__ import annotations

from common.refusal import Refusal

MAX_TYPED = 2_000


def typed_text(text: str) -> str:
    """Return what was typed into a field of one line or several."""
    return text.replace("\0", "").replace("\r\n", "\n").strip()[:MAX_TYPED]


def typed_number(text: str) -> int:
    """Return a whole number as people type it; raise ``Refusal`` for another text."""
    digits = text.replace("−", "-").removeprefix("+")
    if not (digits.removeprefix("-").isascii() and digits.removeprefix("-").isdigit() and len(digits) < 8):
        raise Refusal(f"Enter a whole number instead of “{text[:20]}”.", code="command.invalid")
    return int(digits)
