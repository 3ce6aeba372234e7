"""Reading warbands: one in its present state, adjacent steps, those of one owner by shelf, those with certain
creatures.
"""

import json
import logging
from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property, reduce
from operator import or_
from typing import Any, NamedTuple

from django.db.models import Case, Count, DateTimeField, F, Q, QuerySet, TextField, Value
from django.db.models.functions import Cast
from django.utils import timezone

from accounts.models import Owner
from common.deltas import DeltaFault, unpack_document
from common.prepared import Parameter, prepared
from compendium.selectors.site_search.listing import matches_in_names
from rules.building.draft import Draft, draft_from_document
from rules.errors import RulesError
from rules.sheets.model import NAMELESS
from rules.text import listed
from warbands.models import Step, Tag, Warband

logger = logging.getLogger(__name__)

A_CAMPAIGN = "its campaign"
"""Who locks a warband and unlocks it."""
DELETED_FOR = 30
"""Days for which a deleted warband can be restored."""


@dataclass(frozen=True, slots=True)
class OpenWarband:
    """A warband at its current step."""

    warband: Warband
    step: Step
    draft: Draft


@dataclass(frozen=True, slots=True)
class ListedWarband:
    """A warband in a list; ``draft`` is None if its document is unreadable."""

    warband: Warband
    step: Step
    draft: Draft | None

    @property
    def name(self) -> str:
        """The warband's name, if it is readable."""
        if self.draft is not None:
            return self.draft.roster.name
        node: Any = self.step.draft
        for field in ("roster", "name"):
            node = node.get(field) if isinstance(node, dict) else None
        return node if isinstance(node, str) else ""


class MadeChange(NamedTuple):
    """A change of a warband, in words, and its author's name, "" for its player."""

    words: str
    made_by: str = ""


@dataclass(frozen=True, slots=True)
class UndoState:
    """The step that undo would revert and the one that redo would repeat, in words; empty for none."""

    undo: str = ""
    redo: str = ""


def warband_open(owner: Owner, key: str) -> OpenWarband | None:
    """Return a warband of this owner, None if there is no readable one. One query."""
    step = _standing_with_key().first(key=key)
    return _opened(step) if step and step.warband.is_of(owner) else None


def warband_shared(token: str) -> OpenWarband | None:
    """Return the warband that is shared under a token, without secrets that are not revealed, or None. One query."""
    step = standing().filter(warband__share_token=token, warband__deleted_at=None).first() if token else None
    opened = _opened(step) if step else None
    return OpenWarband(opened.warband, opened.step, opened.draft.shared) if opened else None


def undo_state(warband: Warband) -> UndoState:
    """Return the effects of undo and redo. One query."""
    at = warband.position
    words = dict(_words_of_steps().rows(warband=warband.pk, first=at - 1, last=at + 1))
    undo = words[at] if at - 1 in words and at - 1 >= warband.undo_limit else ""
    return UndoState(undo=undo, redo=words.get(at + 1, ""))


def changes_since(warband: Warband, version: int) -> tuple[MadeChange, ...]:
    """Return the changes of a warband since it had that version. One query."""
    since = warband.steps.filter(version__gt=version, number__lte=warband.position).values_list("words", "made_by")
    if not since and warband.locked_for:
        return (MadeChange(warband.locked_for.removesuffix("."), A_CAMPAIGN),)
    return tuple(MadeChange(*change) for change in since) or (MadeChange("A change was undone or redone"),)


def describe_makers(changes: Iterable[MadeChange]) -> str:
    """Return the authors of changes, for the warband's player: ``in another window of yours and by Bob``."""
    names = dict.fromkeys(change.made_by for change in changes)
    return listed(f"by {name}" if name else "in another window of yours" for name in sorted(names))


def draft_at(warband: Warband, version: int) -> Draft | None:
    """Return the draft made by the change of that version, None if it is no longer stored. Two queries at most."""
    step = warband.steps.filter(version=version).first()
    if step is None:
        return None
    try:
        return draft_read(step, _document_of(warband, step))
    except DeltaFault as fault:
        logger.error("Step %s of warband %s cannot be unpacked: %s", step.number, warband.pk, fault)
        return None


def document_beside(step: Step, neighbor: Step) -> Any:
    """Return the document of the draft of a step with a whole neighbor.

    Raises ``DeltaFault`` if the neighbor has changed since the step was packed.
    """
    return step.draft if step.packed is None else unpack_document(bytes(step.packed), neighbor.draft)


def _document_of(warband: Warband, step: Step) -> Any:
    """Return the document of the draft of any step, unpacked from the nearest whole one. One query."""
    if step.packed is None:
        return step.draft
    first, last = sorted((step.number, warband.position))
    between = list(warband.steps.filter(number__range=(first, last)).order_by("number"))
    outward = between if step.number == first else between[::-1]
    path = outward[: next((place for place, step in enumerate(outward, 1) if step.packed is None), len(outward))]
    document = path[-1].draft
    for earlier in path[-2::-1]:
        document = unpack_document(bytes(earlier.packed or b""), document)
    return document


def step_documents(warband: Warband) -> list[tuple[Step, Any]]:
    """Return every step of a warband, with the document of its draft; None if it cannot be unpacked. One query."""
    steps = list(warband.steps.order_by("number"))
    at = next((place for place, step in enumerate(steps) if step.number == warband.position), 0)
    documents: dict[int, Any] = {}
    for way in (steps[at:], steps[at::-1]):
        document: Any = None
        for step in way:
            try:
                document = step.draft if step.packed is None else unpack_document(bytes(step.packed), document)
            except DeltaFault as fault:
                logger.error("Step %s of warband %s cannot be unpacked: %s", step.number, warband.pk, fault)
                document = None
            documents[step.pk] = document
    return [(step, documents[step.pk]) for step in steps]


def warbands_of(owner: Owner, *, archived: bool = False, tag: str = "", words: str = "") -> QuerySet[Step]:
    """Return the owner's warbands, the most recently changed first, each as its step with ``warband`` and the tags.

    ``words`` are searched in their names, the best match first; that takes a query.
    """
    steps = standing(owner).filter(warband__deleted_at=None, warband__archived_at__isnull=not archived)
    if tag:
        steps = steps.filter(warband__tags__word=tag)
    best_first: tuple[Case, ...] = ()
    if words:
        names = steps.order_by().values_list("pk", "draft__roster__name")
        matches = matches_in_names(words, {number: name or NAMELESS for number, name in names})
        steps, best_first = steps.filter(matches.condition), matches.order
    return steps.prefetch_related("warband__tags").order_by(*best_first, "-warband__changed_at", "-warband__pk")


def warband_names(owner: Owner) -> list[tuple[str, str, datetime]]:
    """Return the key and name of each of the owner's warbands outside the archive, and the time of its last change.

    The most recently changed comes first. One query.
    """
    steps = standing(owner).filter(warband__deleted_at=None, warband__archived_at=None)
    listed = steps.order_by("-warband__changed_at", "-warband__pk")
    return list(listed.values_list("warband__key", "draft__roster__name", "warband__changed_at"))


def warbands_open_to_recruits(owner: Owner) -> list[tuple[str, str]]:
    """Return the key and name of each of the owner's warbands to which creatures can be added.

    The most recently changed comes first. One query.
    """
    steps = standing(owner).filter(warband__deleted_at=None, warband__archived_at=None, warband__locked_for="")
    listed = steps.order_by("-warband__changed_at", "-warband__pk")
    return list(listed.values_list("warband__key", "draft__roster__name"))


def warbands_deleted(owner: Owner) -> QuerySet[Step]:
    """Return the owner's warbands that can still be restored, the last deleted first, as ``warbands_of`` does."""
    steps = standing(owner).filter(warband__deleted_at__gt=deleted_after())
    return steps.prefetch_related("warband__tags").order_by("-warband__deleted_at", "-warband__pk")


def deleted_after() -> datetime:
    """Return the time of the earliest deletion that can be restored."""
    return timezone.now() - timedelta(days=DELETED_FOR)


def warband_find(owner: Owner, key: str, *, deleted: bool = False) -> ListedWarband | None:
    """Return a warband of this owner, or one that can be restored; None if there is none. At most two queries."""
    steps = warbands_deleted(owner) if deleted else standing(owner).filter(warband__deleted_at=None)
    return next(iter(with_drafts(steps.filter(warband__key=key)[:1])), None)


def with_drafts(steps: Iterable[Step]) -> list[ListedWarband]:
    """Return warbands with their drafts read, as far as they can be."""
    return [ListedWarband(step.warband, step, draft_read(step)) for step in steps]


def draft_read(step: Step, document: Any = None) -> Draft | None:
    """Return the draft of a step, None if it is unreadable, which is logged.

    The ``document`` is given for a step that is not whole.
    """
    try:
        return draft_from_document(step.draft if document is None else document)
    except RulesError as fault:
        logger.error("The draft of warband %s, step %s, cannot be read: %s", step.warband_id, step.number, fault)
        return None


def standing(owner: Owner | None = None) -> QuerySet[Step]:
    """Return the warbands of an owner, or of everybody, each as its current step."""
    steps = Step.objects.filter(number=F("warband__position")).select_related("warband").order_by()
    return steps if owner is None else steps.filter(owner.q_of("warband__"))


@prepared
def _standing_with_key() -> QuerySet[Step]:
    return standing().filter(warband__key=Parameter("key"), warband__deleted_at=None)


@prepared
def _words_of_steps() -> QuerySet[Step, tuple[int, str]]:
    near = Step.objects.filter(warband=Parameter("warband"), number__range=(Parameter("first"), Parameter("last")))
    return near.order_by().values_list("number", "words")


def _opened(step: Step) -> OpenWarband | None:
    draft = draft_read(step)
    return OpenWarband(step.warband, step, draft) if draft else None


def warbands_with(creatures: Iterable[str], owner: Owner | None = None) -> int:
    """Return how many warbands have a member with one of these keys; deleted ones do not count. One query.

    With an ``owner``, only theirs count.
    """
    # A draft is a document, and SQLite cannot look for a value within a list of one: its text is searched. Both
    # databases write a field of a document in this way, and quotes within a text of the player have a backslash.
    members = [Q(document__contains=f'"creature": {json.dumps(key)}') for key in creatures]
    if not members:
        return 0
    current = Step.objects.filter(warband__deleted_at=None, number=F("warband__position"))
    if owner is not None:
        current = current.filter(owner.q_of("warband__"))
    return current.annotate(document=Cast("draft", TextField())).filter(reduce(or_, members)).count()


AT_HAND, ARCHIVED, DELETED = "", "archived", "deleted"


@dataclass(frozen=True, slots=True)
class WarbandCounts:
    """How many warbands a player has in the list, in the archive, and deleted but restorable."""

    at_hand: int
    archived: int
    deleted: int

    @property
    def total(self) -> int:
        """All of them."""
        return self.at_hand + self.archived + self.deleted

    def on_shelf(self, shelf: str) -> int:
        """Return the number on a shelf."""
        return {AT_HAND: self.at_hand, ARCHIVED: self.archived, DELETED: self.deleted}[shelf]


@dataclass(frozen=True)
class ShelfRows:
    """The warbands of a shelf for a paginator, each as its current step, with ``warband``.

    ``tag`` and ``words``, searched in their names, filter them; ``counts`` are those of all shelves.
    """

    owner: Owner
    shelf: str
    counts: WarbandCounts
    tag: str = ""
    words: str = ""

    def count(self) -> int:
        """Return how many there are. No query unless they are filtered."""
        return self._steps.count() if self.tag or self.words else self.counts.on_shelf(self.shelf)

    def __getitem__(self, page: slice) -> list[Step]:
        """Return the warbands of a page. One query, and none if the shelf is empty."""
        if self.tag or self.words:
            return list(self._steps[page])
        if not self.counts.on_shelf(self.shelf):
            return []
        rows = _shelf_page(self.owner.place, self.shelf, page.start, page.stop)
        return rows.rows(since=deleted_after(), **self.owner.parameters)

    @cached_property
    def _steps(self) -> QuerySet[Step]:
        if self.shelf == DELETED:
            return warbands_deleted(self.owner).prefetch_related(None)
        archived = self.shelf == ARCHIVED
        return warbands_of(self.owner, archived=archived, tag=self.tag, words=self.words).prefetch_related(None)


def shelves(owner: Owner) -> WarbandCounts:
    """Return how many warbands the owner has on each shelf. One query, and none for a person who owns nothing."""
    counts = None if owner.is_nobody else _counts(owner.place).first(since=deleted_after(), **owner.parameters)
    return WarbandCounts(*(counts or (0, 0, 0)))


def tags_in_use(owner: Owner, *, archived: bool = False) -> tuple[str, ...]:
    """Return the tags of the owner's warbands by name, the most used first.

    One query, and none for a person who owns nothing.
    """
    if owner.is_nobody:
        return ()
    return tuple(sorted(word for word, _ in _tag_uses(owner.place, archived).rows(**owner.parameters)))


def tag_lists(warbands: Collection[Warband]) -> dict[int, list[str]]:
    """Return the tags of warbands by the ids of their rows. One query, or none."""
    words: defaultdict[int, list[str]] = defaultdict(list)
    keys = [warband.pk for warband in warbands]
    for key, word in Tag.objects.filter(warband__in=keys).order_by("word").values_list("warband", "word"):
        words[key].append(word)
    return words


@prepared
def _shelf_page(place: Owner, shelf: str, start: int, stop: int) -> QuerySet[Step]:
    if shelf == DELETED:
        shelved = standing(place).filter(warband__deleted_at__gt=_since())
        return shelved.order_by("-warband__deleted_at", "-warband__pk")[start:stop]
    shelved = standing(place).filter(warband__deleted_at=None, warband__archived_at__isnull=shelf != ARCHIVED)
    return shelved.order_by("-warband__changed_at", "-warband__pk")[start:stop]


@prepared
def _counts(place: Owner) -> QuerySet[Warband, tuple[int, int, int]]:
    owned = Warband.objects.filter(place.q).order_by().values(of_all=Value(1))
    counts = {
        "at_hand": Count("pk", filter=Q(deleted_at=None, archived_at=None)),
        "archived": Count("pk", filter=Q(deleted_at=None, archived_at__isnull=False)),
        "deleted": Count("pk", filter=Q(deleted_at__gt=_since())),
    }
    return owned.annotate(**counts).values_list(*counts)


@prepared
def _tag_uses(place: Owner, archived: bool) -> QuerySet[Tag, tuple[str, int]]:
    warbands = Warband.objects.filter(place.q, deleted_at=None, archived_at__isnull=not archived)
    counted = Tag.objects.filter(warband__in=warbands).values("word").annotate(uses=Count("pk"))
    return counted.order_by("-uses", "word").values_list("word", "uses")[:40]


def _since() -> Parameter:
    return Parameter("since", column=DateTimeField())
