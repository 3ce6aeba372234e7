"""How much one visitor and one account may keep, and how much of that there is.

The rooms above say what there is to count (``accounts.selectors.rooms``); ``settings.QUOTAS`` has the most of each
quota for a visitor and for an account.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db.models import QuerySet

from accounts.models import Owner
from accounts.selectors.rooms import STORED, owned_rows
from common.prepared import prepared
from rules.text import counted

CAMPAIGNS = "campaigns"
MEGABYTE = 1_000_000
NEAR = 0.8
"""The share of a quota from which its owner is told."""


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
    if not owner.is_nobody and any(not names or rows.quota in names for rows in owned_rows()):
        for name, number in _numbers_used(owner.place, names).rows(**owner.parameters):
            used[name] += number
    return [_usage(owner, name, used[name]) for name in names or settings.QUOTAS]


def quota_refusal(owner: Owner, *names: str) -> str:
    """Return why an owner has no room for one more thing of these quotas, "" while there is. One query."""
    return next((usage.refusal for usage in quota_usage(owner, *names) if usage.refusal), "")


@prepared
def _numbers_used(place: Owner, names: tuple[str, ...]) -> QuerySet[Any, tuple[str, int]]:
    first, *others = (rows.query(place) for rows in owned_rows() if not names or rows.quota in names)
    return first.union(*others, all=True) if others else first


def _usage(owner: Owner, name: str, used: int) -> QuotaUsage:
    unit = MEGABYTE if name == STORED else 1
    of_visitors, of_accounts = (most * unit for most in settings.QUOTAS[name])
    return QuotaUsage(name, used, of_visitors if owner.user is None else of_accounts, of_accounts)


def _verb(name: str) -> str:
    return "organize" if name == CAMPAIGNS else "have"


def _noun(name: str) -> str:
    return name.removesuffix("s")
