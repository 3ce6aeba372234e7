"""What people have in the rooms above: each room says it in one ``Room``, ``settings.ROOMS`` names them in order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol

from django.conf import settings
from django.db.models import Count, F, Q, QuerySet, Sum, TextField, Value
from django.db.models.functions import Cast, Coalesce, Length
from django.utils.module_loading import import_string

from accounts.models import Owner, User
from accounts.models.ownership import OwnedModel

STORED = "stored"
"""The quota of what all texts and documents take together, in megabytes; the others count things."""

ArchivedFile = tuple[str, bytes]
ArchivePart = Callable[[User], Iterator[ArchivedFile]]


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


class VisitorRemoval(Protocol):
    """What removes all that a visitor owns of a kind; returns how many that were."""

    def __call__(self, *, token: str) -> int: ...


class Adoption(Protocol):
    """What gives all that a visitor owns of a kind to an account; returns how many that were."""

    def __call__(self, *, user: User, token: str) -> int: ...


@dataclass(frozen=True, slots=True)
class VisitorData:
    """Rows of one model that visitors may own: an account adopts them at sign-in, they go when the visit has ended.

    ``noun`` and ``plural`` say what they are. ``listed`` are those that people are told of and that count for the
    ``quota``, all if it is None; ``documents`` are their columns that count for what is stored. Rows with ``stays`` are
    not removed, and removed ones are counted where they are ``reported``. ``made`` is the column of the moment at which
    a row was made, "" where it has none: the visit of a new row may just be being written. ``adopt`` and ``remove`` are
    for kinds that are more than their rows.
    """

    model: type[OwnedModel]
    noun: str
    plural: str = ""
    quota: str = ""
    documents: tuple[str, ...] = ()
    listed: Q | None = None
    stays: Q | None = None
    made: str = "created_at"
    reported: bool = True
    adopt: Adoption | None = None
    remove: VisitorRemoval | None = None

    def rows(self, owner: Owner) -> QuerySet[Any]:
        """Return the rows of an owner."""
        return self.model._default_manager.filter(owner.q)

    def listed_rows(self, owner: Owner) -> QuerySet[Any]:
        """Return the rows of an owner that count."""
        rows = self.rows(owner)
        return rows.filter(self.listed) if self.listed else rows

    @property
    def quotas(self) -> Iterator[OwnedRows]:
        """What counts for quotas."""
        if self.quota:
            yield OwnedRows(self.quota, self.listed_rows)
        if self.documents:
            yield OwnedRows(STORED, self.rows, self.documents)


@dataclass(frozen=True, slots=True)
class DeletionHindrance:
    """What a user has to do before the account can be deleted: a sentence, and the route of the page for it."""

    sentence: str
    route: str
    arguments: tuple[str, ...] = ()


class AccountCleaner(Protocol):
    """What takes a person out of what outlives the account, before that is deleted."""

    def __call__(self, *, user: User) -> None: ...


def _nothing_hinders(user: User) -> list[DeletionHindrance]:
    return []


@dataclass(frozen=True, slots=True)
class AccountDeletion:
    """What a room does before an account is deleted. Rows of the account go with it by their ``on_delete``.

    One that ``is_first`` decides what stays of other rooms.
    """

    clean: AccountCleaner
    hindrances: Callable[[User], list[DeletionHindrance]] = _nothing_hinders
    is_first: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """What people have in a room.

    ``quotas`` count beside the rows of ``visitor_data``; ``archive`` yields the files that an account's archive has of
    the room.
    """

    visitor_data: tuple[VisitorData, ...] = ()
    quotas: tuple[OwnedRows, ...] = ()
    archive: tuple[ArchivePart, ...] = ()
    account_deletion: AccountDeletion | None = None


@cache
def rooms() -> tuple[Room, ...]:
    """Return what the rooms above say of themselves, in the order of the settings."""
    return tuple(import_string(f"{name}.room.ROOM") for name in settings.ROOMS)


def visitor_data() -> Iterator[VisitorData]:
    """Yield all that visitors may own."""
    for room in rooms():
        yield from room.visitor_data


def owned_rows() -> Iterator[OwnedRows]:
    """Yield all that counts for quotas."""
    for room in rooms():
        for data in room.visitor_data:
            yield from data.quotas
        yield from room.quotas
