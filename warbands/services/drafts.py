"""Changing a warband: each change is a step, undo and redo move along the steps, and no window overwrites another.

Every function locks the warband first and receives the ``version`` that its caller saw. For a warband with a career,
the ``recorder`` locks and writes the journal.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import Owner
from common.deltas import DeltaFault, pack_document
from common.prepared import Parameter, prepared
from common.refusal import Refusal
from compendium.selectors.homebrew import closed_keys
from rules.building.changes import Change
from rules.building.draft import Draft, draft_document, next_member_number, pin_members
from rules.building.fixes import FixTake
from rules.building.groups import GroupChange
from rules.building.merging import contested_parts
from rules.errors import ChangeRefused, require
from rules.legality.resolved import Rulebook
from warbands.models import Step, Warband
from warbands.models.warbands import MAX_MAKER, MAX_WORDS
from warbands.selectors.legality import CampaignPlaces, rulebook_of, rulebook_today
from warbands.selectors.merging import BaseVersion, changes_beside
from warbands.selectors.warbands import (
    MadeChange,
    OpenWarband,
    changes_since,
    describe_makers,
    document_beside,
    draft_read,
    step_documents,
)
from warbands.services.cards import pin_homebrew, refuse_closed, refuse_unlicensed
from warbands.services.recording import NO_RECORDER, CareerRecord, CareerRecorder, NoRecord

HISTORY = 100
"""Steps that can be undone."""
UNREADABLE = "This version of the warband can no longer be read. Nothing was changed."

logger = logging.getLogger(__name__)


class EditConflict(Refusal):
    """The warband was changed since the caller saw it; ``changes`` describes how and by whom."""

    code = "warband.changed"

    def __init__(self, changes: tuple[MadeChange, ...]) -> None:
        super().__init__(f"This warband was changed {describe_makers(changes)}, so your change was not made.")
        self.changes = changes


@dataclass(frozen=True, slots=True)
class PriorStep:
    """The step before a warband's current one: its key, its document as stored, and its draft."""

    pk: int
    document: Any
    draft: Draft


@dataclass(frozen=True, slots=True)
class DraftEdit:
    """A warband after a change, the rulebook of its creatures, and a description of the change.

    ``description`` is empty if nothing changed; ``added`` are the ids of new members.
    """

    open_warband: OpenWarband
    rulebook: Rulebook
    description: str
    added: tuple[str, ...] = ()


def draft_change(
    *,
    owner: Owner,
    key: str,
    version: int,
    change: Change,
    recorder: CareerRecorder = NO_RECORDER,
    places: CampaignPlaces | None = None,
) -> DraftEdit:
    """Make a change; a change without effect makes no step, and further typing extends the step that began it.

    Looks up a fix as the page shows it, by the members' present state if ``places`` are given.

    Raises ``Refusal`` if the change is impossible, the members are locked or the warband is gone, ``EditConflict`` if
    it has another version.
    """
    with _changing(owner, key, version, recorder) as (opened, record):
        return _make(owner, opened, record, change, places)


def draft_merge(
    *,
    owner: Owner,
    key: str,
    base: BaseVersion,
    change: Change,
    recorder: CareerRecorder = NO_RECORDER,
    places: CampaignPlaces | None = None,
) -> DraftEdit:
    """Make a change that was made from an earlier version of a warband, if no other change touched the same parts.

    It is always a step of its own. Raises ``Refusal`` as ``draft_change``, with what happened meanwhile.
    """
    with _changing(owner, key, None, recorder) as (opened, record):
        meanwhile = changes_beside(opened, base)
        single = change.each if isinstance(change, GroupChange) else change
        if not meanwhile.are_known or (meanwhile.changes and isinstance(single, FixTake)):
            raise Refusal(_NOT_MERGED, code="warband.changed", meanwhile=meanwhile.described())
        try:
            edit = _make(owner, opened, record, change, places, extends=False)
        except Refusal as refused:
            refused.meanwhile = tuple(meanwhile.described())
            raise
        if contested := contested_parts(opened.draft, edit.open_warband.draft, meanwhile.parts):
            raise Refusal(_NOT_MERGED, code="warband.changed", meanwhile=meanwhile.described(contested))
        return edit


_NOT_MERGED = "Not done, because the same part of the warband was changed meanwhile."


def _make(
    owner: Owner,
    opened: OpenWarband,
    record: CareerRecord,
    change: Change,
    places: CampaignPlaces | None,
    *,
    extends: bool = True,
) -> DraftEdit:
    """Make a change of a locked warband; it may extend the step of the same typing if it ``extends``."""
    # What others keep private is unknown to the change, so that no refusal names it.
    closed = closed_keys(owner, set(change.creatures) - {member.creature for member in opened.draft.roster.members})
    rulebook = rulebook_of(
        [opened.draft.roster],
        creatures=set(change.creatures) - closed,
        items=change.items,
        revisions=change.revisions(opened.draft),
    )
    single = change.each if isinstance(change, GroupChange) else change
    looked_up = rulebook_today(places, opened, rulebook) if isinstance(single, FixTake) else rulebook
    try:
        draft = change.apply(opened.draft, looked_up, opened.warband.next_member)
        words = change.describe(opened.draft, looked_up)
    except ChangeRefused as refused:
        raise Refusal(refused.message, code="change.invalid") from refused
    draft = draft.with_members(*pin_homebrew(draft.roster, rulebook))
    if draft == opened.draft:
        return DraftEdit(opened, rulebook, "")
    refuse_closed(owner, draft.roster, opened.draft.roster)
    if opened.warband.share_token:
        refuse_unlicensed(draft.roster, rulebook)
    _refuse_locked(opened, draft)
    if opened.warband.has_career:
        draft = _with_pinned_recruits(opened.draft, draft, rulebook)
    if extends and single.is_typed and (prior := _rewritten_step(opened, change, rulebook, draft)) is not None:
        return DraftEdit(_rewrite_step(opened, prior, draft), rulebook, words)
    entry = record.add(opened.draft, draft, words)
    known = set(map(attrgetter("id"), opened.draft.roster.members))
    added = [member for member in map(attrgetter("id"), draft.roster.members) if member not in known]
    return DraftEdit(add_step(opened, draft, words, entry), rulebook, words, tuple(added))


def draft_undo(*, owner: Owner, key: str, version: int, recorder: CareerRecorder = NO_RECORDER) -> OpenWarband:
    """Go one step back. Raises ``Refusal`` at the first stored step, and as ``draft_change``."""
    with _changing(owner, key, version, recorder) as (opened, record):
        warband = opened.warband
        if 0 < warband.undo_limit == warband.position:
            raise Refusal(
                "You can undo only the changes since the last scenario, or since the warband joined its campaign.",
                code="warband.state",
            )
        undone = _go_to(opened, warband.position - 1, "There is nothing to undo.")
        if opened.step.entry is not None:
            record.void(opened.step.entry)
        return undone


def draft_redo(*, owner: Owner, key: str, version: int, recorder: CareerRecorder = NO_RECORDER) -> OpenWarband:
    """Go one step forth again. Raises ``Refusal`` at the last step, and as ``draft_change``."""
    with _changing(owner, key, version, recorder) as (opened, record):
        redone = _go_to(opened, opened.warband.position + 1, "There is nothing to redo.")
        if redone.step.entry is not None:
            record.restore(redone.step.entry)
        return redone


def _rewritten_step(opened: OpenWarband, change: Change, rulebook: Rulebook, draft: Draft) -> PriorStep | None:
    """Return the step before a warband's current one, None unless the change overwrites all of the current one."""
    warband = opened.warband
    if warband.position <= max(1, warband.undo_limit) or opened.step.entry is not None:
        return None
    step = warband.steps.filter(number=warband.position - 1).first()
    beside = _read_beside(opened, step) if step else None
    if beside is None:
        return None
    document, before = beside
    try:
        again = change.apply(before, rulebook, warband.next_member)
    except ChangeRefused:  # the member has joined since
        return None
    return PriorStep(step.pk, document, before) if step and again == draft else None


def _rewrite_step(opened: OpenWarband, prior: PriorStep, draft: Draft) -> OpenWarband:
    """Put a draft into a warband's current step; an unchanged draft removes the step."""
    warband, step = opened.warband, opened.step
    warband.steps.filter(number__gt=step.number).delete()
    if draft == prior.draft:
        step.delete()
        _unpack_step(prior.pk, prior.document)
        _move(warband, step.number - 1)
        return open_locked(warband)
    _move(warband, step.number)
    step.version, step.draft, step.made_at = warband.version, draft_document(draft), warband.changed_at
    step.save(update_fields=["version", "draft", "made_at"])
    _pack_step(prior.pk, prior.document, step.draft)
    return OpenWarband(warband, step, draft)


def _with_pinned_recruits(before: Draft, after: Draft, rulebook: Rulebook) -> Draft:
    """Return the draft with its new members pinned: only entries of its journal change a career."""
    settled = {member.id for member in before.roster.members}
    return after.with_members(*pin_members(after.roster, rulebook, settled=settled))


@contextmanager
def _changing(
    owner: Owner, key: str, version: int | None, recorder: CareerRecorder
) -> Iterator[tuple[OpenWarband, CareerRecord]]:
    """Lock a warband for a change, in one transaction; of one with a career lock its journal before.

    ``version`` is the one that the caller saw, None if another one will do.
    """
    with transaction.atomic():
        opened = _lock(owner, key, version)
        if not opened.warband.has_career:
            yield opened, NoRecord()
            return
        # Who writes to a campaign locks the campaign first. Nothing is written yet, and rolling that back ends the lock
        # of the warband alone, also within a larger transaction.
        transaction.set_rollback(True)
    with transaction.atomic(), recorder.recording(opened.warband) as record:
        yield _lock(owner, key, version), record


def _lock(owner: Owner, key: str, version: int | None) -> OpenWarband:
    # First the warband alone, so that a request that waited reads the step of the one before it.
    warband = _locked_warband().first(key=key)
    if warband is None or not warband.is_of(owner):
        raise Refusal("This warband no longer exists.", code="warband.gone")
    if version is not None and warband.version != version:
        raise EditConflict(changes_since(warband, version))
    return open_locked(warband)


def open_locked(warband: Warband) -> OpenWarband:
    """Return a warband with a locked row, at its current step."""
    step = _numbered_step().first(warband=warband.pk, number=warband.position)
    if step is None:
        raise Step.DoesNotExist(f"Step {warband.position} of warband {warband.key} is missing.")
    step.warband = warband
    return _open(warband, step)


@prepared
def _locked_warband() -> QuerySet[Warband]:
    return Warband.objects.select_for_update().filter(key=Parameter("key"), deleted_at=None).order_by()


@prepared
def _numbered_step() -> QuerySet[Step]:
    return Step.objects.filter(warband=Parameter("warband"), number=Parameter("number")).order_by()


def _open(warband: Warband, step: Step) -> OpenWarband:
    draft = require(draft_read(step), Refusal(UNREADABLE, code="warband.state"))
    return OpenWarband(warband, step, draft)


def add_step(opened: OpenWarband, draft: Draft, words: str, entry: int | None = None, made_by: str = "") -> OpenWarband:
    """Store one more step of a warband with a locked row, and pack the previous one.

    ``entry`` is its number in a journal, ``made_by`` the author's name, empty for the warband's player.
    """
    warband = opened.warband
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
        entry=entry,
        made_by=made_by[:MAX_MAKER],
        made_at=warband.changed_at,
    )
    _pack_step(opened.step.pk, opened.step.draft, step.draft)
    return OpenWarband(warband, step, draft)


def _go_to(opened: OpenWarband, number: int, refusal: str) -> OpenWarband:
    step = require(opened.warband.steps.filter(number=number).first(), Refusal(refusal, code="warband.state"))
    beside = require(_read_beside(opened, step), Refusal(UNREADABLE, code="warband.state"))
    step.warband = opened.warband
    step.draft, draft = beside
    if opened.warband.share_token:
        refuse_unlicensed(draft.roster)
    _refuse_locked(opened, draft)
    _unpack_step(step.pk, step.draft)
    _pack_step(opened.step.pk, opened.step.draft, step.draft)
    _move(opened.warband, number)
    return OpenWarband(opened.warband, step, draft)


def _read_beside(opened: OpenWarband, step: Step) -> tuple[Any, Draft] | None:
    """Return the document and the draft of a step adjacent to the current one; None if unreadable."""
    try:
        document = document_beside(step, opened.step)
    except DeltaFault as fault:
        logger.error("Step %s of warband %s cannot be unpacked: %s", step.number, opened.warband.pk, fault)
        return None
    draft = draft_read(step, document)
    return (document, draft) if draft is not None else None


def _pack_step(pk: int, document: Any, beside: Any) -> None:
    """Store a step as its difference from its neighbor, which is the warband's current step."""
    Step.objects.filter(pk=pk).update(draft=None, packed=pack_document(document, beside))


def _unpack_step(pk: int, document: Any) -> None:
    """Store a step whole: it is the warband's current one."""
    Step.objects.filter(pk=pk).update(draft=document, packed=None)


def _refuse_locked(opened: OpenWarband, draft: Draft) -> None:
    if opened.warband.locked_for and draft.roster.members != opened.draft.roster.members:
        raise Refusal(opened.warband.locked_for, code="warband.locked")


def _move(warband: Warband, number: int) -> None:
    warband.position = number
    warband.version += 1
    warband.changed_at = timezone.now()
    warband.save(update_fields=["position", "version", "next_member", "changed_at"])


def drop_collections(warband: Warband) -> None:
    """Take the collection of a warband's player out of all its steps; the player's account is being deleted."""
    documents = step_documents(warband)
    for _, document in documents:
        if document:
            document["roster"].pop("collection", None)
    at = next((place for place, (step, _) in enumerate(documents) if step.number == warband.position), 0)
    for place, (step, document) in enumerate(documents):
        if place == at:
            _unpack_step(step.pk, document)
        elif document is not None:
            _pack_step(step.pk, document, documents[place + (1 if place < at else -1)][1])
