"""Changes of the members: who is in the warband, what they are called, in which order they stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rules.building.changes import (
    Change,
    ChangeRefused,
    OfMember,
    called,
    card_of,
    changed,
    few_in_all,
    group_of,
    key_name,
    member_of,
    new_ids,
    recruited,
    room_for,
    several_lines,
    single_line,
)
from rules.building.draft import MAX_NAME, MAX_NOTES, Draft
from rules.cards.model import Card
from rules.legality.rulebook import Rulebook
from rules.roster.commands import chain_of_command, minion_groups
from rules.roster.documents import MAX_NUMBER
from rules.roster.model import Member


def _known(creature: str, draft: Draft, rulebook: Rulebook) -> Card:
    card = card_of(Member(creature), draft, rulebook)
    if card is None:
        raise ChangeRefused(f"There is no creature “{key_name(creature)}” in the compendium any more.")
    return card


@dataclass(frozen=True, slots=True)
class MemberAdd(Change):
    """A creature joins at the end, with the minions that it starts with."""

    creature: str

    @property
    def creatures(self) -> tuple[str, ...]:
        """The creature's key."""
        return (self.creature,)

    def apply(self, draft: Draft, rulebook: Rulebook) -> Draft:
        """Return the draft with the creature and its minions."""
        _known(self.creature, draft, rulebook)
        return draft.with_members(*draft.roster.members, *recruited(self.creature, draft, rulebook))

    def words(self, draft: Draft, rulebook: Rulebook) -> str:
        """Say who joined."""
        return f"Added {called(Member(self.creature), draft, rulebook)}"


@dataclass(frozen=True, slots=True)
class MemberDuplicate(OfMember):
    """A member joins once more with all that was bought for it, and so do its minions."""

    def apply(self, draft: Draft, rulebook: Rulebook) -> Draft:
        """Return the draft with the copies behind what they are copies of."""
        group = group_of(draft, self.member).members
        room_for(draft, len(group))
        ids = {one.id: new for one, new in zip(group, new_ids(draft), strict=False)}
        copies = [replace(one, id=ids[one.id], minion_of=ids.get(one.minion_of or "", one.minion_of)) for one in group]
        members = list(draft.roster.members)
        behind = max(members.index(one) for one in group) + 1
        return few_in_all(draft.with_members(*members[:behind], *copies, *members[behind:]))

    def words(self, draft: Draft, rulebook: Rulebook) -> str:
        """Say who was copied."""
        return f"Copied {self.name(draft, rulebook)}"


@dataclass(frozen=True, slots=True)
class MemberRemove(OfMember):
    """A member leaves, and its minions with it."""

    def apply(self, draft: Draft, rulebook: Rulebook) -> Draft:
        """Return the draft without them."""
        leaving = group_of(draft, self.member).ids
        return draft.with_members(*(one for one in draft.roster.members if one.id not in leaving))

    def words(self, draft: Draft, rulebook: Rulebook) -> str:
        """Say who left."""
        return f"Removed {self.name(draft, rulebook)}"


@dataclass(frozen=True, slots=True)
class MemberMove(OfMember):
    """A member goes ``by`` places down the list (up when negative), past whole groups; minions follow.

    A minion moves among those of its commander.
    """

    by: int

    def apply(self, draft: Draft, rulebook: Rulebook) -> Draft:
        """Return the draft in the new order; at an end of the list nothing moves."""
        member_of(draft, self.member)
        return draft.with_members(*self._moved(draft.roster.members))

    def _moved(self, members: Sequence[Member]) -> Iterator[Member]:
        groups = minion_groups(members)
        for place, group in enumerate(groups):
            if group.leader.id == self.member:
                groups.insert(max(0, place + self.by), groups.pop(place))
                break
            if self.member in group.ids:
                groups[place] = replace(group, minions=tuple(self._moved(group.minions)))
                break
        return (one for group in groups for one in group.members)

    def words(self, draft: Draft, rulebook: Rulebook) -> str:
        """Say who moved and which way."""
        return f"Moved {self.name(draft, rulebook)} {'up' if self.by < 0 else 'down'}"


@dataclass(frozen=True, slots=True)
class MemberRename(OfMember):
    """A member is called something else; an empty name gives it its creature's."""

    to: str

    def apply(self, draft: Draft, rulebook: Rulebook) -> Draft:
        """Return the draft with the name."""
        name = single_line(self.to, MAX_NAME, "A name")
        return changed(draft, self.member, lambda member: replace(member, name=name))

    def words(self, draft: Draft, rulebook: Rulebook) -> str:
        """Say who was named."""
        name = single_line(self.to, MAX_NAME, "A name")
        return f"Named {self.name(draft, rulebook)} “{name}”" if name else f"Unnamed {self.name(draft, rulebook)}"


@dataclass(frozen=True, slots=True)
class MemberNotes(OfMember):
    """What its player writes beside a member, for all to read."""

    text: str

    def apply(self, draft: Draft, rulebook: Rulebook) -> Draft:
        """Return the draft with the notes."""
        member_of(draft, self.member)
        notes = {key: text for key, text in draft.member_notes.items() if key != self.member}
        if text := several_lines(self.text, MAX_NOTES, "Notes"):
            notes[self.member] = text
        return replace(draft, member_notes=notes)

    def words(self, draft: Draft, rulebook: Rulebook) -> str:
        """Say whose notes they are."""
        return f"Wrote notes on {self.name(draft, rulebook)}"


@dataclass(frozen=True, slots=True)
class MemberCreature(OfMember):
    """A member is another creature: what a mistaken key was meant to say."""

    creature: str

    @property
    def creatures(self) -> tuple[str, ...]:
        """The creature's key."""
        return (self.creature,)

    def apply(self, draft: Draft, rulebook: Rulebook) -> Draft:
        """Return the draft with the creature in the member's place."""
        revision = _known(self.creature, draft, rulebook).revision
        return changed(draft, self.member, lambda member: replace(member, creature=self.creature, revision=revision))

    def words(self, draft: Draft, rulebook: Rulebook) -> str:
        """Say who takes whose place."""
        return f"Took {called(Member(self.creature), draft, rulebook)} for {self.name(draft, rulebook)}"


@dataclass(frozen=True, slots=True)
class MemberRevision(OfMember):
    """A member is pinned to a revision of its card; None lets it follow the current one."""

    number: int | None

    def apply(self, draft: Draft, rulebook: Rulebook) -> Draft:
        """Return the draft with the revision."""
        if self.number is not None and not 0 <= self.number <= MAX_NUMBER:
            raise ChangeRefused(f"A revision's number is from 0 to {MAX_NUMBER:,}.")
        return changed(draft, self.member, lambda member: replace(member, revision=self.number))

    def words(self, draft: Draft, rulebook: Rulebook) -> str:
        """Say which revision is taken."""
        revision = "the current revision" if self.number is None else f"revision {self.number}"
        return f"Took {revision} of {self.name(draft, rulebook)}"


@dataclass(frozen=True, slots=True)
class MemberBuy(OfMember):
    """A minion is bought: it no longer comes with a commander."""

    def apply(self, draft: Draft, rulebook: Rulebook) -> Draft:
        """Return the draft where the member comes by itself."""
        return changed(draft, self.member, lambda member: replace(member, minion_of=None))

    def words(self, draft: Draft, rulebook: Rulebook) -> str:
        """Say who was bought."""
        return f"Bought {self.name(draft, rulebook)} without a commander"


@dataclass(frozen=True, slots=True)
class MinionAdd(OfMember):
    """A commander is given a minion that its card starts with; ``member`` is the commander."""

    creature: str

    @property
    def creatures(self) -> tuple[str, ...]:
        """The minion's key."""
        return (self.creature,)

    def apply(self, draft: Draft, rulebook: Rulebook) -> Draft:
        """Return the draft with the minion behind its commander's group."""
        commander = member_of(draft, self.member)
        card = card_of(commander, draft, rulebook)
        _known(self.creature, draft, rulebook)
        if card is None or self.creature not in card.starts_with:
            minion = called(Member(self.creature), draft, rulebook)
            raise ChangeRefused(f"{self.name(draft, rulebook)} does not start with {minion}.")
        new = recruited(self.creature, draft, rulebook, chain_of_command(commander, draft.roster.members))
        members = list(draft.roster.members)
        behind = max(members.index(one) for one in group_of(draft, self.member).members) + 1
        return draft.with_members(*members[:behind], *new, *members[behind:])

    def words(self, draft: Draft, rulebook: Rulebook) -> str:
        """Say who came with whom."""
        return f"Added {called(Member(self.creature), draft, rulebook)} to {self.name(draft, rulebook)}"


CHANGES = (
    MemberAdd,
    MemberDuplicate,
    MemberRemove,
    MemberMove,
    MemberRename,
    MemberNotes,
    MemberCreature,
    MemberRevision,
    MemberBuy,
    MinionAdd,
)
