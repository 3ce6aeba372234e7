"""Where a player's warbands are: at hand, in the archive or deleted; and the pages of each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Count, DateTimeField, Q, QuerySet, Value

from accounts.models import Owner
from common.prepared import Parameter, prepared
from warbands.models import Step, Tag, Warband
from warbands.selectors.warbands import deleted_after, standing, warbands_deleted, warbands_of

AT_HAND, ARCHIVED, DELETED = "", "archived", "deleted"


@dataclass(frozen=True, slots=True)
class WarbandCounts:
    """How many warbands a player has at hand, in the archive, and deleted but still to be brought back."""

    at_hand: int
    archived: int
    deleted: int

    @property
    def total(self) -> int:
        """All of them."""
        return self.at_hand + self.archived + self.deleted

    def on_shelf(self, shelf: str) -> int:
        """Return how many are where."""
        return {AT_HAND: self.at_hand, ARCHIVED: self.archived, DELETED: self.deleted}[shelf]


@dataclass(frozen=True, slots=True)
class ShelfRows:
    """The warbands of a shelf for a paginator, each as the step at which it stands, with ``warband``.

    ``tag`` and ``words``, a part of their names, narrow them down; ``counts`` are those of all shelves.
    """

    owner: Owner
    shelf: str
    counts: WarbandCounts
    tag: str = ""
    words: str = ""

    def count(self) -> int:
        """Return how many there are. No query unless they are narrowed down."""
        return self._steps.count() if self.tag or self.words else self.counts.on_shelf(self.shelf)

    def __getitem__(self, page: slice) -> list[Step]:
        """Return the warbands of a page. One query, and none where the shelf is empty."""
        if self.tag or self.words:
            return list(self._steps[page])
        if not self.counts.on_shelf(self.shelf):
            return []
        rows = _shelf_page(self.owner.place, self.shelf, page.start, page.stop)
        return rows.rows(since=deleted_after(), **self.owner.parameters)

    @property
    def _steps(self) -> QuerySet[Step]:
        if self.shelf == DELETED:
            return warbands_deleted(self.owner).prefetch_related(None)
        archived = self.shelf == ARCHIVED
        return warbands_of(self.owner, archived=archived, tag=self.tag, words=self.words).prefetch_related(None)


def shelves(owner: Owner) -> WarbandCounts:
    """Return how many warbands the owner has where. One query, and none for who owns nothing."""
    counts = None if owner.is_nobody else _counts(owner.place).first(since=deleted_after(), **owner.parameters)
    return WarbandCounts(*(counts or (0, 0, 0)))


def tags_in_use(owner: Owner, *, archived: bool = False, most: int = 40) -> tuple[str, ...]:
    """Return the tags of the owner's warbands by name, those that most of them have.

    One query, and none for who owns nothing.
    """
    if owner.is_nobody:
        return ()
    return tuple(sorted(word for word, _ in _tag_uses(owner.place, archived, most).rows(**owner.parameters)))


def tag_lists(warbands: Collection[Warband]) -> dict[int, list[str]]:
    """Return the tags of warbands by the ids of their rows. One query, or none."""
    found: defaultdict[int, list[str]] = defaultdict(list)
    keys = [warband.pk for warband in warbands]
    for key, word in Tag.objects.filter(warband__in=keys).order_by("word").values_list("warband", "word"):
        found[key].append(word)
    return found


@prepared
def _shelf_page(place: Owner, shelf: str, start: int, stop: int) -> QuerySet[Step]:
    if shelf == DELETED:
        found = standing(place).filter(warband__deleted_at__gt=_since())
        return found.order_by("-warband__deleted_at", "-warband__pk")[start:stop]
    found = standing(place).filter(warband__deleted_at=None, warband__archived_at__isnull=shelf != ARCHIVED)
    return found.order_by("-warband__changed_at", "-warband__pk")[start:stop]


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
def _tag_uses(place: Owner, archived: bool, most: int) -> QuerySet[Tag, tuple[str, int]]:
    warbands = Warband.objects.filter(place.q, deleted_at=None, archived_at__isnull=not archived)
    counted = Tag.objects.filter(warband__in=warbands).values("word").annotate(uses=Count("pk"))
    return counted.order_by("-uses", "word").values_list("word", "uses")[:most]


def _since() -> Parameter:
    return Parameter("since", column=DateTimeField())
