"""A builder change's effect on a roster, member by member, so that it can be applied to another roster.

An edit states what was added and removed, not the result: when an earlier edit is voided, later ones remain valid.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, TypeVar

from rules.documents.records import records_of
from rules.documents.shapes import optional_text, text, text_list
from rules.errors import ChangeRefused
from rules.lengths import MAX_ROSTER_NAME
from rules.roster.model import MAX_KEY, IdentifiedMembers, ItemChoice, Member, Roster

T = TypeVar("T")

Keys = Annotated[tuple[str, ...], text_list(longest=MAX_KEY)]
CarriedItems = Annotated[
    tuple[ItemChoice, ...],
    records_of(ItemChoice, shapes={"item": text(MAX_KEY), "choice": optional_text(MAX_KEY)}),
]
"""Items with their choices."""


@dataclass(frozen=True, slots=True)
class MemberEdit:
    """A member's purchases and sales, by keys; ``name`` is its new name, None if it keeps its name."""

    member: Annotated[str, text(MAX_ROSTER_NAME)]
    name: Annotated[str | None, optional_text(MAX_ROSTER_NAME)] = None
    upgrades_added: Keys = ()
    upgrades_removed: Keys = ()
    items_added: CarriedItems = ()
    items_removed: CarriedItems = ()
    positioning_added: Keys = ()
    positioning_removed: Keys = ()

    def apply(self, member: Member) -> Member:
        """Return the member after the change; ignores removals of what it does not have."""
        return replace(
            member,
            name=member.name if self.name is None else self.name,
            upgrades=_changed(member.upgrades, self.upgrades_added, self.upgrades_removed),
            items=_changed(member.items, self.items_added, self.items_removed),
            positioning=_changed(member.positioning, self.positioning_added, self.positioning_removed),
        )


@dataclass(frozen=True, slots=True)
class RosterEdit:
    """A change of a roster: members recruited, ids of members dismissed, members changed, a new name."""

    joined: IdentifiedMembers = ()
    dismissed: Keys = ()
    changed: tuple[MemberEdit, ...] = ()
    name: Annotated[str | None, optional_text(MAX_ROSTER_NAME)] = None

    def with_gifts_of(self, leaving: Iterable[Member]) -> RosterEdit:
        """Return the edit without items that the dismissed members do not carry and so cannot hand on.

        They carried them when the edit was made; after a void of an earlier edit, somebody else may carry an item.
        """
        if not self.dismissed:
            return self
        carried = Counter(item for member in leaving for item in member.items)
        changed = []
        for edit in self.changed:
            given = tuple((Counter(edit.items_added) & carried).elements())
            carried -= Counter(given)
            changed.append(replace(edit, items_added=given))
        return replace(self, changed=tuple(changed))


def roster_edit(before: Roster, after: Roster) -> RosterEdit:
    """Return the edit that turns one roster into another; the order of members does not count.

    Raises ``ChangeRefused`` for changes that a campaign does not allow: another creature or card for a member, another
    commander for a minion, hero points outside of a scenario.
    """
    old = {member.id: member for member in before.members}
    new = {member.id: member for member in after.members}
    for member in new.values():
        _refuse(old.get(member.id), member)
    edits = (_member_edit(old[key], new[key]) for key in old if key in new)
    return RosterEdit(
        joined=tuple(member for key, member in new.items() if key not in old),
        dismissed=tuple(key for key in old if key not in new),
        changed=tuple(edit for edit in edits if edit != MemberEdit(edit.member)),
        name=after.name if after.name != before.name else None,
    )


def same_members(these: Iterable[Member], those: Iterable[Member]) -> bool:
    """Return True if two rosters have the same members with the same extras, in any order."""
    return {member.id: _extras(member) for member in these} == {member.id: _extras(member) for member in those}


def _extras(member: Member) -> tuple[object, ...]:
    bare = replace(member, upgrades=(), items=(), positioning=())
    return (bare, Counter(member.upgrades), Counter(member.items), Counter(member.positioning))


def _refuse(old: Member | None, new: Member) -> None:
    if new.hero_points:
        raise ChangeRefused("In a campaign, you buy hero points when you field the warband for a scenario.")
    if old is None:
        return
    if old.creature != new.creature:
        raise ChangeRefused(
            "A member of a campaign keeps its creature, because its career belongs to it. Dismiss the member and "
            "recruit another."
        )
    if old.revision != new.revision:
        raise ChangeRefused("In a campaign, you take a new revision of a card on the warband’s campaign page.")
    if old.minion_of != new.minion_of:
        raise ChangeRefused("A minion of a campaign keeps its commander.")


def _member_edit(old: Member, new: Member) -> MemberEdit:
    return MemberEdit(
        member=old.id,
        name=new.name if new.name != old.name else None,
        upgrades_added=_more(new.upgrades, old.upgrades),
        upgrades_removed=_more(old.upgrades, new.upgrades),
        items_added=_more(new.items, old.items),
        items_removed=_more(old.items, new.items),
        positioning_added=_more(new.positioning, old.positioning),
        positioning_removed=_more(old.positioning, new.positioning),
    )


def _more(these: Iterable[T], those: Iterable[T]) -> tuple[T, ...]:
    """Return the items that the first has more often than the second, with the difference."""
    return tuple((Counter(these) - Counter(those)).elements())


def _changed(have: Sequence[T], added: Iterable[T], removed: Iterable[T]) -> tuple[T, ...]:
    left = list(have)
    for item in removed:
        if item in left:
            left.remove(item)
    return (*left, *added)
