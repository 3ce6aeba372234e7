"""What happened to a warband beside a device that changed it without a network."""

from dataclasses import dataclass
from itertools import pairwise

from rules.building.merging import DraftPart, touched_parts
from warbands.selectors.warbands import OpenWarband, draft_read, step_documents


@dataclass(frozen=True, slots=True)
class BaseVersion:
    """What a device saw: the warband's version and step, and the versions that its own changes have made since."""

    version: int
    step: int
    own: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class OtherChanges:
    """The changes that others made meanwhile, in words with their makers, each with the parts that it touched.

    ``are_known`` is False if what the device saw is no longer stored.
    """

    changes: tuple[tuple[str, frozenset[DraftPart]], ...] = ()
    are_known: bool = True

    @property
    def parts(self) -> frozenset[DraftPart]:
        """All parts that others touched."""
        return frozenset[DraftPart]().union(*(parts for _, parts in self.changes))

    def described(self, contested: frozenset[DraftPart] | None = None) -> list[str]:
        """Return the changes in words: those that touched contested parts, or all."""
        return [words for words, parts in self.changes if contested is None or parts & contested]


def changes_beside(opened: OpenWarband, base: BaseVersion) -> OtherChanges:
    """Return what others changed since a device saw a warband. One query at most, none if there were no others."""
    warband = opened.warband
    if base.own.issuperset(range(base.version + 1, warband.version + 1)) and warband.version >= base.version:
        return OtherChanges()
    first, last = sorted((base.step, warband.position))
    between = [(step, document) for step, document in step_documents(warband) if first <= step.number <= last]
    drafts = [draft_read(step, document) if document else None for step, document in between]
    seen = next((step for step, _ in between if step.number == base.step), None)
    if seen is None or seen.version > base.version or None in drafts or len(drafts) <= last - first:
        return OtherChanges((("Changes that this page did not see", frozenset()),), are_known=False)
    changes = []
    for (step, _), (before, after) in zip(between[1:], pairwise(drafts), strict=True):
        if before and after and step.version not in base.own:
            undone = "Undone: " if step.number > warband.position else ""
            maker = step.made_by or "on another device or page of yours"
            changes.append((f"{undone}{step.words} ({maker})", touched_parts(before, after)))
    return OtherChanges(tuple(changes))
