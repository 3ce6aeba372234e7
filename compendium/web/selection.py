"""A visitor's selected creatures, with numbers of copies, and those that are compared: stored in cookies.

The cookie has their numbers in the database, because 120 keys are more than a cookie can hold. A number without a
creature is dropped when names are looked up, so a forged cookie can at worst select creatures.
"""

import re
from collections.abc import Iterable, Mapping

from django.http import HttpRequest, HttpResponseBase
from django.utils.http import base36_to_int, int_to_base36

from common.web.address import is_key
from common.web.cookies import COMPARISON, SELECTION, remember

LIMIT = 120
"""Creatures that can be selected."""

COPIES = 9
"""Cards that are printed of one creature at most."""

_ONE = re.compile(r"([0-9a-z]{1,9})(?:-([2-9]))?")
_LONGEST = LIMIT * len("123456789-9.")

Copies = Mapping[int, int]
"""The number of copies of each creature, in the order of selection."""


def read_selection(request: HttpRequest) -> dict[int, int]:
    """Return the visitor's selection; unreadable parts are left out."""
    written = request.COOKIES.get(SELECTION.name, "")
    if not written or len(written) > _LONGEST:
        return {}
    matches = (_ONE.fullmatch(part) for part in written.split("."))
    return valid_copies({base36_to_int(match[1]): int(match[2] or 1) for match in matches if match})


def valid_copies(chosen: Copies) -> dict[int, int]:
    """Return the first 120 creatures, with one to nine copies of each."""
    return {number: min(max(copies, 1), COPIES) for number, copies in [*chosen.items()][:LIMIT]}


def keep_selection(response: HttpResponseBase, chosen: Copies) -> None:
    """Remember this selection with the visitor."""
    kept = (
        int_to_base36(number) + (f"-{copies}" if copies > 1 else "") for number, copies in valid_copies(chosen).items()
    )
    remember(response, SELECTION, ".".join(kept))


MOST_COMPARED = 4


def valid_keys(keys: Iterable[str]) -> tuple[str, ...]:
    """Return the first four different keys; others are left out."""
    return tuple(dict.fromkeys(filter(is_key, keys)))[:MOST_COMPARED]


def read_comparison(request: HttpRequest) -> tuple[str, ...]:
    """Return the keys that the visitor is comparing."""
    return valid_keys(request.COOKIES.get(COMPARISON.name, "").split("."))


def keep_comparison(response: HttpResponseBase, keys: Iterable[str]) -> None:
    """Remember these keys with the visitor."""
    remember(response, COMPARISON, ".".join(valid_keys(keys)))
