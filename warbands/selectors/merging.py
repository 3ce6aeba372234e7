"""What happened to a warband beside a device that changed it without a network."""

from dataclasses import dataclass
from itertools import pairwise

from rules.building.merging import DraftPart, touched_parts
from warbands.selectors.warbands import MadeChange, OpenWarband, draft_read, step_documents


@dataclass(frozen=True, slots=True)
class BaseVersion:
    """What a device saw: the warband's version and step, and the versions that its own changes have made since."""

    version: int
    step: int
    own: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class OtherChanges:
    """The changes that others made meanwhile, and the parts that they touched; None for parts that are unknown."""

    changes: tuple[MadeChange, ...] = ()
    parts: frozenset[DraftPart] | None = frozenset()


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
        return OtherChanges((MadeChange("Changes that this page did not see"),), None)
    changes, parts = [], frozenset[DraftPart]()
    for (step, _), (before, after) in zip(between[1:], pairwise(drafts), strict=True):
        if before and after and step.version not in base.own:
            is_undone = step.number > warband.position
            changes.append(
                MadeChange(f"Undone: {step.words}", "") if is_undone else MadeChange(step.words, step.made_by)
            )
            parts |= touched_parts(before, after)
    return OtherChanges(tuple(changes), parts)


def describe_change(change: MadeChange) -> str:
    """Return a change and who made it, for the warband's player: ``Dismissed Mara (Anna)``."""
    return f"{change.words} ({change.made_by or 'on another device or page of yours'})"
