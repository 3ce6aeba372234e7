"""Several creatures join at once, each with what is bought for it: a list of members that was written elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Annotated

from rules.building.changes import (
    Change,
    called,
    draft_card,
    few_extras,
    few_in_all,
    key_name,
    room_for,
    single_line,
)
from rules.building.draft import MAX_CHOICE, MAX_MEMBERS, Draft
from rules.building.member_ids import FIRST_NUMBER, new_member_ids
from rules.cards.model import Card
from rules.documents.records import records_of
from rules.errors import ChangeRefused
from rules.legality.rulebook import Rulebook
from rules.lengths import MAX_NAME
from rules.points import MAX_HERO_POINTS
from rules.roster.commands import count_minions, enlist, missing_minions
from rules.roster.model import Member
from rules.text import few_listed, plural_of, tallied


@dataclass(frozen=True, slots=True)
class MembersEnlist(Change):
    """Members join at the end with all that they have; a commander brings the minions that are not among them.

    Their ids hold only among themselves. Everyone is pinned to the current revision of its card.
    """

    kind = "members-enlist"

    members: Annotated[tuple[Member, ...], records_of(Member, MAX_MEMBERS)]

    @property
    def creatures(self) -> tuple[str, ...]:
        """The keys of their creatures."""
        return tuple(dict.fromkeys(member.creature for member in self.members))

    @property
    def items(self) -> tuple[str, ...]:
        """The keys of their items."""
        return tuple(dict.fromkeys(choice.item for member in self.members for choice in member.items))

    def apply(self, draft: Draft, rulebook: Rulebook, next_member: int = FIRST_NUMBER) -> Draft:
        """Return the draft with the members and the minions that they lack."""
        room_for(draft, len(self.members))
        if len({member.id for member in self.members}) != len(self.members):
            raise ChangeRefused("Two of the members to add have the same id.")
        ids = new_member_ids(draft, next_member)
        given = {member.id: next(ids) for member in self.members}
        new = []
        for member in self.members:
            _check(member, draft_card(replace(member, revision=None), draft, rulebook), rulebook)
            new.append(
                replace(
                    member,
                    id=given[member.id],
                    name=single_line(member.name, MAX_NAME, "A name"),
                    items=tuple(
                        replace(item, choice=single_line(item.choice or "", MAX_CHOICE, "A choice") or None)
                        for item in member.items
                    ),
                    minion_of=given.get(member.minion_of or ""),
                    revision=None,
                )
            )
        joined = [
            pinned
            for minion in _with_minions(new, ids, lambda member: draft_card(member, draft, rulebook))
            for pinned in minion
        ]
        room_for(draft, len(joined))
        return few_in_all(draft.with_members(*draft.roster.members, *joined))

    def describe(self, draft: Draft, rulebook: Rulebook) -> str:
        """Say who joined."""
        names = [called(replace(member, name=""), draft, rulebook) for member in self.members]
        return f"Added {few_listed(tallied(names))}"


def _check(member: Member, card: Card | None, rulebook: Rulebook) -> None:
    """Raise ``ChangeRefused`` for what the compendium does not have, and for more than a member can have."""
    if card is None:
        raise ChangeRefused(f"The compendium has no creature “{key_name(member.creature)}”.")
    for what, keys, known in (
        ("upgrade", member.upgrades, card.upgrades),
        ("item", [choice.item for choice in member.items], rulebook.items),
        ("positioning upgrade", member.positioning, rulebook.positioning),
    ):
        few_extras(len(keys), plural_of(what))
        if unknown := next((key for key in keys if key not in known), None):
            raise ChangeRefused(f"{card.name} cannot have the {what} “{key_name(unknown)}”.")
    if member.hero_points > MAX_HERO_POINTS:
        raise ChangeRefused(f"A creature can have 0 to {MAX_HERO_POINTS} hero points.")


def _with_minions(
    members: list[Member], ids: Iterator[str], card_of: Callable[[Member], Card | None]
) -> Iterator[list[Member]]:
    """Yield each member, pinned to its card, with the minions that no other member is already."""
    present = count_minions(members)
    for member in members:
        card = card_of(member)
        new = [(member, card)]
        for creature, _, missing in missing_minions(member.id, card, present) if card else ():
            for _ in range(missing):
                if len(new) <= MAX_MEMBERS:
                    new += enlist(creature, ids, card_of, commanders=(member,), most=MAX_MEMBERS)
        yield [replace(member, revision=own.revision if own else None) for member, own in new]
