"""Text in forms and addresses, as strings and whole numbers within limits."""

import re

from common.refusal import Refusal

MAX_TYPED = 2_000
_SIGNED = re.compile(r"[+-]?[0-9]{1,7}")


def typed_text(text: str, most: int = MAX_TYPED) -> str:
    """Return the text of a field of one or several lines, cut to ``most`` characters.

    Removes NUL: PostgreSQL stores no text with one.
    """
    return text.replace("\0", "").replace("\r\n", "\n").strip()[:most]


def signed_number(text: str) -> int | None:
    """Return a text's whole number of at most 7 digits, None for any other text.

    >>> signed_number("−3"), signed_number("+12"), signed_number("3.5"), signed_number("9" * 8)
    (-3, 12, None, None)
    """
    number = text.replace("−", "-")
    return int(number) if _SIGNED.fullmatch(number) else None


def typed_number(text: str) -> int:
    """Return a whole number as people type it; raise ``Refusal`` for another text."""
    number = signed_number(text)
    if number is None:
        raise Refusal(f"Enter a whole number instead of “{text[:20]}”.", code="command.invalid")
    return number


def typed_numbers(text: str) -> tuple[int, ...]:
    """Return whole numbers separated by spaces or commas, such as faces of dice; raise ``Refusal`` for others."""
    return tuple(map(typed_number, typed_text(text).replace(",", " ").split()))
