"""Reading warbands: one as it stands, the steps beside it, and those of one owner."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import F, Q, QuerySet

from rules.building import Draft
from rules.building.draft import draft_from_document
from warbands.models import Owner, Step, Warband

DELETED_FOR = 30
"""Days for which a deleted warband can be brought back."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A warband at the step at which it stands."""

    warband: Warband
    step: Step
    draft: Draft


@dataclass(frozen=True, slots=True)
class Around:
    """What undo would take back and what redo would do again, in words; empty where there is nothing."""

    undo: str = ""
    redo: str = ""


def warband_opened(owner: Owner, key: str) -> Opened | None:
    """Return a warband of this owner, None when there is none. One query."""
    return _opened(_standing().filter(_of(owner), warband__key=key, warband__deleted_at=None))


def warband_shared(token: str) -> Opened | None:
    """Return the warband that is shared under a token, without secrets that are not revealed, or None. One query."""
    found = _opened(_standing().filter(warband__share_token=token, warband__deleted_at=None)) if token else None
    return Opened(found.warband, found.step, found.draft.shared) if found else None


def around(warband: Warband) -> Around:
    """Return what undo and redo would do. One query."""
    at = warband.position
    words = dict(warband.steps.filter(number__in=(at - 1, at, at + 1)).values_list("number", "words"))
    return Around(undo=words[at] if at - 1 in words else "", redo=words.get(at + 1, ""))


def changes_since(warband: Warband, version: int) -> tuple[str, ...]:
    """Return what was done to a warband since it had that version, in words. One query."""
    since = warband.steps.filter(version__gt=version, number__lte=warband.position).values_list("words", flat=True)
    return tuple(since) or ("Something was undone or done again",)


def warbands_of(owner: Owner, *, archived: bool = False, tag: str = "") -> QuerySet[Step]:
    """Return the owner's warbands, the last changed first, each as its step with ``warband`` and the tags."""
    steps = _standing().filter(_of(owner), warband__deleted_at=None, warband__archived_at__isnull=not archived)
    if tag:
        steps = steps.filter(warband__tags__word=tag)
    return steps.prefetch_related("warband__tags").order_by("-warband__changed_at", "-warband__pk")


def drafts(steps: Iterable[Step]) -> list[Opened]:
    """Return warbands with their drafts read."""
    return [Opened(step.warband, step, draft_from_document(step.draft)) for step in steps]


def _standing() -> QuerySet[Step]:
    return Step.objects.filter(number=F("warband__position")).select_related("warband").order_by()


def _opened(steps: QuerySet[Step]) -> Opened | None:
    return next(iter(drafts(steps[:1])), None)


def _of(owner: Owner) -> Q:
    if owner.user is not None:
        return Q(warband__owner=owner.user)
    return Q(warband__owner=None, warband__owner_token=owner.token) if owner.token else Q(pk__in=())
