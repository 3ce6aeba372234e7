"""The state of a list as its address: only what is set, in one order, so that equal lists have equal addresses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import HttpRequest, QueryDict

_KEY = re.compile(r"[a-z0-9-]{1,160}")
_ROOM = 3000  # characters that choices may take: servers read lines of 4,094


@dataclass(frozen=True, slots=True)
class Address:
    """A path with its parameters, as pairs of name and value."""

    path: str
    pairs: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return f"{self.path}?{urlencode(self.pairs)}" if self.pairs else self.path

    def without(self, *names: str, value: str | None = None) -> Address:
        """Return the address without the parameters of these names, or only without one value of them."""
        kept = tuple(
            (name, one) for name, one in self.pairs if name not in names or (value is not None and one != value)
        )
        return Address(self.path, kept)

    def with_value(self, name: str, value: str) -> Address:
        """Return the address with that one value of a parameter; an empty one takes it out."""
        rest = self.without(name)
        return Address(rest.path, (*rest.pairs, (name, value))) if value else rest

    @property
    def values(self) -> Mapping[str, str]:
        """The last value of each parameter."""
        return dict(self.pairs)


@dataclass(frozen=True, slots=True)
class Asked:
    """What a request asked a list: the address that says so shortly, and what was odd about the one given.

    ``untidy`` tells that the given address says the same in more words (an empty field, a value twice).
    """

    address: Address
    untidy: bool
    oddities: tuple[str, ...]


def read(request: HttpRequest, names: Iterable[str], several: Iterable[str] = ()) -> Asked:
    """Read the parameters ``names``, of which ``several`` may come more than once."""
    known, repeatable = list(names), set(several)
    pairs: list[tuple[str, str]] = []
    oddities: list[str] = []
    for name in known:
        values = [value for value in request.GET.getlist(name) if value.strip()]
        distinct = list(dict.fromkeys(values))
        if len(distinct) > 1 and name not in repeatable:
            oddities.append(f"“{name}” is given more than once; the last one counts.")
            distinct = distinct[-1:]
        pairs += [(name, value) for value in distinct]
    strange = [name for name in request.GET if name not in known]
    if strange:
        left_out = "it was" if len(strange) == 1 else "they were"
        oddities.append(f"There is no filter called {_quoted(strange)}: {left_out} left out.")
    given = [(name, value) for name, values in request.GET.lists() if name in known for value in values]
    return Asked(Address(request.path, tuple(pairs)), sorted(given) != sorted(pairs), tuple(oddities))


def query(address: Address) -> QueryDict:
    """Return the parameters as a form reads them."""
    return QueryDict(urlencode(address.pairs))


def shown_text(text: str, most: int = 200) -> str:
    """Return what a person typed as a page may show it again."""
    return text.replace("\0", "")[:most]


def is_key(text: str) -> bool:
    """Whether something may be the key of a creature or an entry."""
    return _KEY.fullmatch(text) is not None


def is_room_for(name: str, values: Iterable[str]) -> bool:
    """Whether an address can hold all these values of a parameter beside what else it says."""
    return len(urlencode([(name, value) for value in values])) <= _ROOM


def _quoted(names: list[str]) -> str:
    shown = ", ".join(f"“{name[:30]}”" for name in names[:3])
    return f"{shown} and {len(names) - 3} more" if len(names) > 3 else shown
