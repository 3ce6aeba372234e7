"""People's data in the higher apps, as each app’s ``Room`` declares it: quotas, the archive, deletion of an account.

``settings.QUOTAS`` has the most of each quota for a visitor and for an account.
"""

import json
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import IO, Any, Protocol, TypeVar

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.db import connection
from django.db.models import Count, F, Q, QuerySet, Sum, TextField, Value
from django.db.models.functions import Cast, Coalesce, Length
from django.utils.module_loading import import_string

from accounts.models import ApiToken, Owner, StoredAnswer, User
from accounts.models.ownership import OwnedModel
from common.prepared import prepared
from rules.text import counted

STORED = "stored"
"""The quota for the total size of all texts and documents, in megabytes; the others count objects."""

OfferT = TypeVar("OfferT")

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
    """Removes everything of a kind that a visitor owns; returns the number."""

    def __call__(self, *, token: str) -> int: ...


class Adoption(Protocol):
    """Gives everything of a kind that a visitor owns to an account; returns the number."""

    def __call__(self, *, user: User, token: str) -> int: ...


@dataclass(frozen=True, slots=True)
class VisitorData:
    """Rows of one model that visitors may own: an account adopts them at sign-in, and they are removed after the visit.

    ``noun`` and ``plural`` are their names. ``listed`` are those that people see and that count for the ``quota``, all
    if it is None; ``documents`` are their columns that count for storage. Rows with ``stays`` are not removed, and
    removed ones are counted if they are ``reported``. ``made`` is the column of a row's creation time, "" if it has
    none: the session of a new row may still be being written. ``adopt`` and ``remove`` are for kinds that are more than
    their rows.
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
        """The number that counts for quotas."""
        if self.quota:
            yield OwnedRows(self.quota, self.listed_rows)
        if self.documents:
            yield OwnedRows(STORED, self.rows, self.documents)


@dataclass(frozen=True, slots=True)
class DeletionHindrance:
    """Something to settle before an account can be deleted: a sentence, and the route of its page."""

    sentence: str
    route: str
    arguments: tuple[str, ...] = ()


class AccountCleaner(Protocol):
    """Removes a person's name from data that outlives the account, before the account is deleted."""

    def __call__(self, *, user: User) -> None: ...


def _nothing_hinders(user: User) -> list[DeletionHindrance]:
    return []


@dataclass(frozen=True, slots=True)
class AccountDeletion:
    """The work of an app before an account is deleted. Rows of the account go with it by their ``on_delete``.

    One that ``is_first`` decides which data of other apps stays.
    """

    clean: AccountCleaner
    hindrances: Callable[[User], list[DeletionHindrance]] = _nothing_hinders
    is_first: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """A person's data in an app.

    ``quotas`` count beside the rows of ``visitor_data``; ``archive`` yields the files that an account's archive has of
    the room. ``offers`` are what it gives to rooms below, each of a type that the lower room defines (``offered``).
    """

    visitor_data: tuple[VisitorData, ...] = ()
    quotas: tuple[OwnedRows, ...] = ()
    archive: tuple[ArchivePart, ...] = ()
    account_deletion: AccountDeletion | None = None
    offers: tuple[object, ...] = ()


@cache
def rooms() -> tuple[Room, ...]:
    """Return the rooms that the higher apps declare, in the order of the settings."""
    return tuple(import_string(f"{name}.room.ROOM") for name in settings.ROOMS)


def offered(kind: type[OfferT]) -> Iterator[OfferT]:
    """Yield what the rooms offer of one type."""
    for room in rooms():
        yield from (offer for offer in room.offers if isinstance(offer, kind))


def visitor_data() -> Iterator[VisitorData]:
    """Yield everything that visitors may own."""
    for room in rooms():
        yield from room.visitor_data


def owned_rows() -> Iterator[OwnedRows]:
    """Yield everything that counts for quotas."""
    for room in rooms():
        for data in room.visitor_data:
            yield from data.quotas
        yield from room.quotas


CAMPAIGNS = "campaigns"
MEGABYTE = 1_000_000
NEAR = 0.8
"""The share of a quota from which its owner gets a warning."""


@dataclass(frozen=True, slots=True)
class QuotaUsage:
    """An owner's use of a quota, and the limits of the owner and of an account."""

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
            used = f"Your data takes {self.used / MEGABYTE:.0f} of {self.most // MEGABYTE} MB."
            more = f" An account has {self.most_of_accounts // MEGABYTE} MB."
        else:
            used = f"You {_verb(self.name)} {self.used:,} of {counted(self.most, _noun(self.name))}."
            more = f" An account keeps up to {self.most_of_accounts:,}."
        return used + (more if self.most < self.most_of_accounts else "")

    @property
    def refusal(self) -> str:
        """Why there is no room for one more, "" if there is."""
        if self.used < self.most:
            return ""
        if self.name == STORED:
            reason = f"Your data takes {self.most // MEGABYTE} MB, the most that you can store. Delete some first"
            more = f", or sign in: an account has {self.most_of_accounts // MEGABYTE} MB."
        else:
            kept = counted(self.most, _noun(self.name))
            cure = "Close" if self.name == CAMPAIGNS else "Delete"
            reason = f"You {_verb(self.name)} {kept}, the most that you can keep. {cure} some first"
            more = f", or sign in: an account keeps up to {self.most_of_accounts:,}."
        return reason + (more if self.most < self.most_of_accounts else ".")


def quota_usage(owner: Owner, *names: str) -> list[QuotaUsage]:
    """Return an owner's use of some quotas, or of all. One query, and none for a person who owns nothing."""
    used: Counter[str] = Counter()
    if not owner.is_nobody and any(not names or rows.quota in names for rows in owned_rows()):
        for name, number in _numbers_used(owner.place, names).rows(**owner.parameters):
            used[name] += number
    return [_usage(owner, name, used[name]) for name in names or settings.QUOTAS]


def quota_refusal(owner: Owner, *names: str) -> str:
    """Return why an owner has no room for one more object of these quotas, "" if there is. One query.

    In a transaction, another request of the owner waits here until it ends: two never take the last place.
    """
    if connection.vendor == "postgresql" and connection.in_atomic_block:
        # Beside Django's own cursors, which count queries. SQLite has one writer at a time anyway.
        connection.connection.execute(
            "SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [f"quota {owner.caller}"]
        )
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


_READ_ME = """This archive has everything that Muster stores for the account “{name}”.

account.json      your name, addresses, sign-ins, second factors, API tokens (no password and no secrets), and which
                  requests of programs were answered in the last day
warbands/         your warbands as Muster imports them, and each with all its steps
figures.json      the figures that you own
homebrew/         your own creatures, with every revision
campaigns.json    the campaigns in which you take part
campaigns/        the campaigns that you organize, as Muster imports them
calendars.json    the calendars of game nights that you switched on, without their secret addresses
reminders.json    what you want mail about, and on which days of the last month you got some
disputes.json     what you said about results that you disputed
battles/          your battles, lists of combatants and boards, as Muster imports them
webhooks.json     the webhooks that you added (no addresses and no secrets)
adventures/       your adventures and templates, as Muster imports them
gambling/         your table games, as Muster imports them, and your tables with their rounds
webhooks.json     the webhooks of your campaigns and battles, without their secrets
jobs.json         long work that you began, prints included
"""


def archived_json(value: Any) -> bytes:
    """Return a value as an archive has it."""
    return (json.dumps(value, ensure_ascii=False, indent=2, default=str) + "\n").encode()


def write_archive(user: User, file: IO[bytes], look: Callable[[], None] = lambda: None) -> None:
    """Write the archive of an account to a file; ``look`` is called before each part of it."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("READ ME.txt", _READ_ME.format(name=user.get_username()))
        for part in (archived_account, *(part for room in rooms() for part in room.archive)):
            for name, data in part(user):
                look()
                archive.writestr(name, data)


def archived_account(user: User) -> Iterator[ArchivedFile]:
    """Yield the account's own data. Six queries."""
    addresses = EmailAddress.objects.filter(user=user).values("email", "verified", "primary")
    factors = Authenticator.objects.filter(user=user).values("type", "created_at", "last_used_at")
    sessions = UserSession.objects.filter(user=user).values("created_at", "last_seen_at", "ip", "user_agent")
    tokens = ApiToken.objects.filter(user=user).values("name", "scopes", "created", "expiry", "last_used_at")
    answers = StoredAnswer.objects.filter(owner=user).values("key", "status", "made_at")
    yield (
        "account.json",
        archived_json(
            {
                "username": user.get_username(),
                "first_name": user.first_name,
                "last_name": user.last_name,
                "email": user.email,
                "joined": user.date_joined,
                "last_sign_in": user.last_login,
                "is_staff": user.is_staff,
                "groups": list(user.groups.values_list("name", flat=True)),
                "email_addresses": list(addresses),
                "second_factors": list(factors),
                "sessions": list(sessions),
                "api_tokens": list(tokens),
                "answers_to_programs": list(answers),
            }
        ),
    )
