"""The kinds of jobs; a room registers its own in its ``tasks``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser

from accounts.models import User
from jobs.services.runs import JobRun


@dataclass(frozen=True, slots=True)
class JobKind:
    """A kind of job: its work, and who may see, cancel and retry it.

    The work of an atomic kind is committed together with its end, so none of it stays where it fails.
    ``outcome_template`` draws ``job.result`` on the page of a job, ``address_of`` is the page of what a line of the
    report is about, by its key.
    """

    name: str
    label: str
    work: Callable[[JobRun], None]
    permissions: tuple[str, ...]
    is_atomic: bool = False
    outcome_template: str = ""
    address_of: Callable[[str], str] | None = None


_kinds: dict[str, JobKind] = {}


def register_kind(kind: JobKind) -> JobKind:
    """Make a kind known to workers and pages."""
    _kinds[kind.name] = kind
    return kind


def kind_named(name: str) -> JobKind | None:
    """Return the kind of a name; None for one of another version of Muster."""
    return _kinds.get(name)


def kinds_for(user: User | AbstractBaseUser | AnonymousUser) -> list[JobKind]:
    """Return the kinds whose jobs somebody may see, cancel and retry."""
    if not isinstance(user, User) or not user.is_active or not user.is_staff:
        return []
    return [kind for kind in _kinds.values() if user.has_perms(kind.permissions)]
