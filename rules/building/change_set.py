"""Several changes that are made as one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from rules.building.changes import Change, writable_line
from rules.building.documents import change_document, change_from_document
from rules.building.draft import Draft
from rules.building.member_ids import FIRST_NUMBER, next_member_number
from rules.documents import Fields, fail
from rules.documents.shapes import Shape
from rules.errors import RulesError
from rules.legality.rulebook import Rulebook

MAX_CHANGES = 200
"""Changes of one set."""


def _write_changes(changes: tuple[Change, ...]) -> Any:
    return [change_document(change) for change in changes]


def _read_changes(read: Fields, name: str) -> tuple[Change, ...]:
    changes = []
    for item in read.items(name, high=MAX_CHANGES):
        # A set within a set is refused before it is looked into.
        if item.raw.get("change") == ChangeSet.kind:
            fail("document.value", item.at("change"), "A set of changes holds no other set.")
        changes.append(change_from_document(item.raw, item.path))
    return tuple(changes)


CHANGES = Shape(_write_changes, _read_changes, {"type": "array", "items": {"type": "object"}})


@dataclass(frozen=True, slots=True)
class ChangeSet(Change):
    """Several changes as one, in their order: all are made, or none. ``label`` says what they do together.

    Raises ``RulesError`` for a set within a set.
    """

    kind = "change-set"

    changes: Annotated[tuple[Change, ...], CHANGES]
    label: str

    def __post_init__(self) -> None:
        if any(isinstance(change, ChangeSet) for change in self.changes):
            raise RulesError("A set of changes holds no other set.")

    @property
    def creatures(self) -> tuple[str, ...]:
        """Keys of creatures that the changes name."""
        return tuple(key for change in self.changes for key in change.creatures)

    @property
    def items(self) -> tuple[str, ...]:
        """Keys of items that the changes name."""
        return tuple(key for change in self.changes for key in change.items)

    def revisions(self, draft: Draft) -> tuple[tuple[str, int], ...]:
        """Return the revisions of cards that the changes name."""
        return tuple(revision for change in self.changes for revision in change.revisions(draft))

    def apply(self, draft: Draft, rulebook: Rulebook, next_member: int = FIRST_NUMBER) -> Draft:
        """Return the draft after the last change."""
        for change in self.changes:
            draft = change.apply(draft, rulebook, next_member)
            next_member = next_member_number(draft, next_member)
        return draft

    def describe(self, draft: Draft, rulebook: Rulebook) -> str:
        """Say what they do together."""
        return writable_line(self.label)
