"""Numbers that people write in words before what they count: “two wolves”, “an ogre”, “a couple of boars”."""

from __future__ import annotations

import re

_NUMBERS = {
    **dict.fromkeys(("a", "an", "one"), 1),
    **dict.fromkeys(("two", "a couple of", "a pair of"), 2),
    **{word: number for number, word in enumerate("three four five six seven eight nine ten eleven".split(), 3)},
    **dict.fromkeys(("twelve", "a dozen"), 12),
    **dict.fromkeys(("some", "several", "a few", "many"), 0),
}
_LONGEST_FIRST = "|".join(sorted(_NUMBERS, key=len, reverse=True))
_BEFORE = re.compile(rf"({_LONGEST_FIRST})\s(.+)", re.IGNORECASE)


def number_before(text: str) -> tuple[int, str, str] | None:
    """Return the number that stands in words before a text, its words, and the text; None where none does.

    Words that do not say how many, such as “some”, are 0.
    """
    found = _BEFORE.fullmatch(text)
    return (_NUMBERS[found[1].casefold()], found[1], found[2]) if found else None
