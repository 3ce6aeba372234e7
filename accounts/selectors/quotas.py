"""How much one visitor and one account may keep, and how much of that there is.

The rooms above know what there is to count. Each describes it as ``OwnedRows``; ``settings.QUOTA_ROWS`` names them, and
``settings.QUOTAS`` has the most of each quota for a visitor and for an account.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.conf import settings
from django.db.models import Count, F, QuerySet, Sum, TextField, Value
from django.db.models.functions import Cast, Coalesce, Length
from django.utils.module_loading import import_string

from accounts.models import Owner
from common.prepared import prepared
from rules.text import counted

STORED = "stored"
"""The quota of what all texts and documents take together, in megabytes; the others count things."""
CAMPAIGNS = "campaigns"
MEGABYTE = 1_000_000
NEAR = 0.8
"""The share of a quota from which its owner is told."""


@dataclass(frozen=True, slots=True)
class OwnedRows:
    """Rows that count for a quota; those of ``STORED`` are weighed by their columns of documents and of bytes."""

    quota: str
    rows: Callable[[Owner], QuerySet[Any]]
    documents: tuple[str, ...] = ()
    packed: tuple[str, ...] = ()

    def query(self, owner: Owner) -> QuerySet[Any, tuple[str, int]]:
        """Return the query of one row: the quota's name and how much of it these rows use."""
        rows = self.rows(owner).order_by().annotate(quota=Value(self.quota)).values("quota")
        texts = [*(Cast(column, TextField()) for column in self.documents), *map(F, self.packed)]
        if not texts:
            return rows.annotate(used=Count("pk")).values_list("quota", "used")
        first, *others = (Coalesce(Sum(Length(text)), 0) for text in texts)
        return rows.annotate(used=sum(others, start=first)).values_list("quota", "used")


@dataclass(frozen=True, slots=True)
class QuotaUsage:
    """How much of a quota its owner uses, and the most for the owner and for an account."""

    name: str
    used: int
    most: int
    most_of_accounts: int

    @property
    def is_near(self) -> bool:
        """Return True if little room is left."""
        return self.used >= NEAR * self.most

    @property
    def note(self) -> str:
        """A sentence for the owner."""
        if self.name == STORED:
            used = f"What you keep takes {self.used / MEGABYTE:.0f} of {self.most // MEGABYTE} MB."
            more = f" An account has {self.most_of_accounts // MEGABYTE} MB."
        else:
            used = f"You {_verb(self.name)} {self.used:,} of {counted(self.most, _noun(self.name))}."
            more = f" An account keeps up to {self.most_of_accounts:,}."
        return used + (more if self.most < self.most_of_accounts else "")

    @property
    def refusal(self) -> str:
        """Why there is no room for one more, "" while there is."""
        if self.used < self.most:
            return ""
        if self.name == STORED:
            reason = f"What you keep takes {self.most // MEGABYTE} MB, the most that you can store. Delete some first"
            more = f", or sign in: an account has {self.most_of_accounts // MEGABYTE} MB."
        else:
            kept = counted(self.most, _noun(self.name))
            cure = "Close" if self.name == CAMPAIGNS else "Delete"
            reason = f"You {_verb(self.name)} {kept}, the most that you can keep. {cure} some first"
            more = f", or sign in: an account keeps up to {self.most_of_accounts:,}."
        return reason + (more if self.most < self.most_of_accounts else ".")


def quota_usage(owner: Owner, *names: str) -> list[QuotaUsage]:
    """Return how much an owner uses of some quotas, or of all. One query, and none for who owns nothing."""
    used: Counter[str] = Counter()
    if not owner.is_nobody and any(not names or rows.quota in names for rows in _owned_rows()):
        for name, number in _numbers_used(owner.place, names).rows(**owner.parameters):
            used[name] += number
    return [_usage(owner, name, used[name]) for name in names or settings.QUOTAS]


def quota_refusal(owner: Owner, *names: str) -> str:
    """Return why an owner has no room for one more thing of these quotas, "" while there is. One query."""
    return next((usage.refusal for usage in quota_usage(owner, *names) if usage.refusal), "")


@prepared
def _numbers_used(place: Owner, names: tuple[str, ...]) -> QuerySet[Any, tuple[str, int]]:
    first, *others = (rows.query(place) for rows in _owned_rows() if not names or rows.quota in names)
    return first.union(*others, all=True) if others else first


def _usage(owner: Owner, name: str, used: int) -> QuotaUsage:
    unit = MEGABYTE if name == STORED else 1
    of_visitors, of_accounts = (most * unit for most in settings.QUOTAS[name])
    return QuotaUsage(name, used, of_visitors if owner.user is None else of_accounts, of_accounts)


def _verb(name: str) -> str:
    return "organize" if name == CAMPAIGNS else "have"


def _noun(name: str) -> str:
    return name.removesuffix("s")


@cache
def _owned_rows() -> tuple[OwnedRows, ...]:
    return tuple(rows for path in settings.QUOTA_ROWS for rows in import_string(path))
