"""Changes of groups: one change of several equal members, as one step."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Annotated

from rules.building.changes import (
    KIND,
    Change,
    MemberChange,
    called,
    change_document,
    change_from_document,
    change_from_fields,
    change_member,
    member_of,
)
from rules.building.draft import FIRST_NUMBER, MAX_MEMBERS, Draft, next_member_number
from rules.building.fixes import FixTake
from rules.documents.reading import MAX_TEXT, Fields, fail
from rules.documents.records import declared_parts
from rules.documents.shapes import Shape, form_text, form_value, text_list
from rules.errors import ChangeRefused, RulesError
from rules.legality.resolved import Rulebook
from rules.roster.model import Member
from rules.text import counted, with_count

MEMBER = "member"
"""The part of a change that names its member."""
GROUP = "group"
"""The field of a form that names all members of a group, beside the fields of the change of one."""


def without_id(member: Member) -> Member:
    """Return a member as equal members share it: without its id, its upgrades in the order of their keys.

    Items keep their order, since changes name them by their place.
    """
    upgrades, positioning = tuple(sorted(member.upgrades)), tuple(sorted(member.positioning))
    return replace(member, id="", upgrades=upgrades, positioning=positioning)


def group_fields(members: tuple[str, ...]) -> dict[str, str]:
    """Return the fields that extend a member's change to its group; empty for a member without equals."""
    return {GROUP: form_text(MEMBER_IDS, members)} if len(members) > 1 else {}


def group_change_from_fields(given: Mapping[str, str]) -> Change:
    """Read a change of one member or of a group from fields; raise ``ChangeRefused`` if they describe no change."""
    change = change_from_fields(given)
    if not given.get(GROUP):
        return change
    members = form_value(MEMBER_IDS, given[GROUP])
    try:
        return GroupChange(members, change)
    except RulesError as fault:
        raise ChangeRefused("This page sent something that Muster cannot read. Reload it.") from fault


def _read_change(read: Fields, name: str) -> Change:
    # What cannot be the change of one member is refused before it is looked into.
    document = read.fields(name)
    kind = Change.by_kind.get(document.text(KIND))
    if kind is None or MEMBER not in declared_parts(kind):
        fail("document.value", document.at(KIND), "A change of a group is a change of one of its members.")
    return change_from_document(document.raw, document.path)


MEMBER_IDS = text_list(MAX_MEMBERS, longest=MAX_TEXT)
ONE_CHANGE = Shape(change_document, _read_change, {"type": "object"})


class GroupChange(Change, kind="group-change"):
    """One change to each of several equal members: it is made for all of them, or for none.

    ``each`` is the change of one; its ``member`` is replaced by each of ``members`` in turn. Raises ``RulesError`` for
    a change that does not concern one member.
    """

    members: Annotated[tuple[str, ...], MEMBER_IDS]
    each: Annotated[Change, ONE_CHANGE]

    def __post_init__(self) -> None:
        if MEMBER not in declared_parts(type(self.each)):
            raise RulesError("A change of a group is a change of one of its members.")

    @property
    def creatures(self) -> tuple[str, ...]:
        """Keys of creatures that the change names."""
        return self.each.creatures

    @property
    def items(self) -> tuple[str, ...]:
        """Keys of items that the change names."""
        return self.each.items

    def revisions(self, draft: Draft) -> tuple[tuple[str, int], ...]:
        """Return the revisions of cards that the change names."""
        return tuple(revision for member in self.members[:1] for revision in self._of(member).revisions(draft))

    def apply(self, draft: Draft, rulebook: Rulebook, next_member: int = FIRST_NUMBER) -> Draft:
        """Return the draft with the change made for every member; refuse it for members that are not equal."""
        if len({without_id(member_of(draft, member)) for member in self.members}) > 1:
            raise ChangeRefused("These creatures are no longer equal. Reload the page.")
        for change in self._changes(draft, rulebook):
            draft = change.apply(draft, rulebook, next_member)
            next_member = next_member_number(draft, next_member)
        return draft

    def describe(self, draft: Draft, rulebook: Rulebook) -> str:
        """Return what the change does, and to how many: ``Bought Sling for 3 × Kobold Warrior``."""
        number = len(self.members)
        if not number:
            return "Nothing"
        first = member_of(draft, self.members[0])
        change = self._of(first.id)
        if not isinstance(change, MemberChange):
            return f"{change.describe(draft, rulebook)} ({counted(number, 'member')})"
        together = with_count(called(first, draft, rulebook), number)
        return change.describe(change_member(draft, first.id, lambda member: replace(member, name=together)), rulebook)

    def _changes(self, draft: Draft, rulebook: Rulebook) -> Iterable[Change]:
        changes = [self._of(member) for member in self.members]
        # What mends the problem of one may mend that of all: each fix is looked up before any is made, and made once.
        return dict.fromkeys(
            change.change(draft, rulebook) if isinstance(change, FixTake) else change for change in changes
        )

    def _of(self, member: str) -> Change:
        return replace(self.each, **{MEMBER: member})
