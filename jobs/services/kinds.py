"""The kinds of jobs; a room registers its own in its ``tasks``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser

from accounts.models import User
from jobs.services.runs import JobRun


@dataclass(frozen=True, slots=True)
class JobKind:
    """A kind of job: its work, and who may see, cancel and retry it.

    Jobs of an own kind need no permission: they are for those alone who began them. The work of an atomic kind is
    committed together with its end, so none of it stays where it fails.
    One with ``every`` begins by itself once in that time, or only while ``is_wanted`` says so. ``outcome_template``
    draws ``job.result`` on the page of a job, ``address_of`` is the page of what a line of the report is about, by its
    key.
    """

    name: str
    label: str
    work: Callable[[JobRun], None]
    permissions: tuple[str, ...]
    is_atomic: bool = False
    is_own: bool = False
    outcome_template: str = ""
    address_of: Callable[[str], str] | None = None
    every: timedelta | None = None
    is_wanted: Callable[[], bool] | None = None


_kinds: dict[str, JobKind] = {}


def register_kind(kind: JobKind) -> JobKind:
    """Make a kind known to workers and pages."""
    _kinds[kind.name] = kind
    return kind


def kind_named(name: str) -> JobKind | None:
    """Return the kind of a name; None for one of another version of Muster."""
    return _kinds.get(name)


def scheduled_kinds() -> list[JobKind]:
    """Return the kinds that begin by themselves."""
    return [kind for kind in _kinds.values() if kind.every]


def kinds_for(user: User | AbstractBaseUser | AnonymousUser) -> list[JobKind]:
    """Return the kinds whose jobs a person may see, cancel and retry."""
    if not isinstance(user, User) or not user.is_active or not user.is_staff:
        return []
    return [kind for kind in _kinds.values() if not kind.is_own and user.has_perms(kind.permissions)]


def own_kinds() -> list[JobKind]:
    """Return the kinds whose jobs are for those alone who began them."""
    return [kind for kind in _kinds.values() if kind.is_own]
