"""Words that the messages of several rules share."""

from __future__ import annotations

from collections.abc import Iterable

from rules.alignment import BY_CODE
from rules.text import listed

FEW = 8
"""How many names a sentence takes before it stops listing them."""


def counted(number: int, noun: str) -> str:
    """Say a number of things: ``1 point``, ``3 points``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def alignment_names(codes: Iterable[str], conjunction: str = "and") -> str:
    """Say alignments by their names, in the order of the grid."""
    chosen = set(codes)
    return listed((one.name for code, one in BY_CODE.items() if code in chosen), conjunction)


def few_listed(words: Iterable[str]) -> str:
    """List the first few words, and say how many there are besides."""
    every = list(words)
    named = every[:FEW]
    if len(every) > FEW:
        named.append(f"{len(every) - FEW} more")
    return listed(named)


def keys_listed(keys: Iterable[str]) -> str:
    """List the first few keys in quotation marks, and say how many there are besides."""
    return few_listed(f"“{key}”" for key in keys)
