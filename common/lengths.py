"""How much text a value holds."""

from __future__ import annotations

from typing import Any

from common.caches import parts_of


def text_length(value: Any) -> int:
    """Return how many characters all texts within a value have; a text that is held twice counts twice."""
    total, waiting = 0, [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            total += len(one)
        else:
            waiting += parts_of(one)
    return total
