"""Changing a warband: each change is a step, undo and redo move along the steps, and no window overwrites another.

Every function locks the warband first and is told which ``version`` its caller saw.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from common.refusal import Refusal
from rules.building import Change, ChangeRefused, Draft, next_member_number
from rules.building.draft import draft_document
from rules.legality import Rulebook
from warbands.models import Owner, Step, Warband
from warbands.models.warbands import MAX_WORDS
from warbands.selectors.legality import rulebook_of
from warbands.selectors.warbands import OpenWarband, changes_since, draft_read

HISTORY = 100
"""Steps that can be undone."""


class EditConflict(Refusal):
    """The warband was changed since the caller saw it; ``changes`` describes how."""

    def __init__(self, changes: tuple[str, ...]) -> None:
        super().__init__("This warband was changed in another window, so your change was not made.")
        self.changes = changes


@dataclass(frozen=True, slots=True)
class DraftEdit:
    """A warband after a change, the rulebook in which its creatures were looked up, and what was done.

    ``description`` is empty where the change changed nothing.
    """

    open_warband: OpenWarband
    rulebook: Rulebook
    description: str


@transaction.atomic
def draft_change(*, owner: Owner, key: str, version: int, change: Change) -> DraftEdit:
    """Make a change; what changes nothing makes no step.

    Raises ``Refusal`` when the change cannot be made or the warband is gone, ``EditConflict`` when it has another
    version.
    """
    opened = _lock(owner, key, version)
    rulebook = rulebook_of(
        [opened.draft.roster],
        creatures=change.creatures,
        items=change.items,
        revisions=change.revisions(opened.draft),
    )
    try:
        draft = change.apply(opened.draft, rulebook, opened.warband.next_member)
        words = change.describe(opened.draft, rulebook)
    except ChangeRefused as refused:
        raise Refusal(refused.message) from refused
    if draft == opened.draft:
        return DraftEdit(opened, rulebook, "")
    return DraftEdit(_add_step(opened.warband, draft, words), rulebook, words)


@transaction.atomic
def draft_undo(*, owner: Owner, key: str, version: int) -> OpenWarband:
    """Go one step back. Raises ``Refusal`` at the first step that is kept, and as ``draft_change``."""
    opened = _lock(owner, key, version)
    return _go_to(opened.warband, opened.warband.position - 1, "There is nothing to undo.")


@transaction.atomic
def draft_redo(*, owner: Owner, key: str, version: int) -> OpenWarband:
    """Go one step forth again. Raises ``Refusal`` at the last step, and as ``draft_change``."""
    opened = _lock(owner, key, version)
    return _go_to(opened.warband, opened.warband.position + 1, "There is nothing to redo.")


def _lock(owner: Owner, key: str, version: int) -> OpenWarband:
    # First the warband alone, so that a request that waited reads the step of the one before it.
    warband = Warband.objects.select_for_update().filter(owner.q, key=key, deleted_at=None).first()
    if warband is None:
        raise Refusal("This warband no longer exists.")
    if warband.version != version:
        raise EditConflict(changes_since(warband, version))
    return _open(warband, warband.steps.get(number=warband.position))


def _open(warband: Warband, step: Step) -> OpenWarband:
    draft = draft_read(step)
    if draft is None:
        raise Refusal("This version of the warband can no longer be read. Nothing was changed.")
    return OpenWarband(warband, step, draft)


def _add_step(warband: Warband, draft: Draft, words: str) -> OpenWarband:
    number = warband.position + 1
    # What was undone is gone with the next change; so are steps too far back.
    warband.steps.exclude(number__gt=number - HISTORY, number__lt=number).delete()
    warband.next_member = next_member_number(draft, warband.next_member)
    _move(warband, number)
    step = Step.objects.create(
        warband=warband,
        number=number,
        version=warband.version,
        words=words[:MAX_WORDS],
        draft=draft_document(draft),
        made_at=warband.changed_at,
    )
    return OpenWarband(warband, step, draft)


def _go_to(warband: Warband, number: int, refusal: str) -> OpenWarband:
    step = warband.steps.filter(number=number).first()
    if step is None:
        raise Refusal(refusal)
    opened = _open(warband, step)
    _move(warband, number)
    return opened


def _move(warband: Warband, number: int) -> None:
    warband.position = number
    warband.version += 1
    warband.changed_at = timezone.now()
    warband.save(update_fields=["position", "version", "next_member", "changed_at"])
