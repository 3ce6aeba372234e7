"""Changes of the members: who is in the warband, their names and order."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Annotated

from rules.building.changes import (
    Change,
    MemberChange,
    called,
    change_member,
    draft_card,
    few_in_all,
    group_of,
    key_name,
    member_of,
    recruited,
    room_for,
    several_lines,
    single_line,
)
from rules.building.draft import FIRST_NUMBER, MAX_MEMBERS, MAX_NOTES, Draft, new_member_ids
from rules.cards.model import Card
from rules.documents.reading import Fields
from rules.documents.records import LARGEST, InDocument
from rules.documents.shapes import Shape
from rules.errors import ChangeRefused
from rules.legality.resolved import Rulebook
from rules.lengths import MAX_NAME
from rules.roster.commands import MinionGroup, chain_of_command, minion_groups
from rules.roster.model import MAX_NUMBER, Member
from rules.text import counted, with_count

MOST_AT_ONCE = 12
"""The most creatures of one kind that join in one step."""


def _read_times(read: Fields, name: str) -> int:
    times = read.optional_integer(name, low=-LARGEST, high=LARGEST)
    return 1 if times is None else times


Times = Annotated[int, Shape(int, _read_times, {"type": ["integer", "null"]}), InDocument(always=False)]
"""How many times; a missing field or an empty text means once."""


def _known(creature: str, draft: Draft, rulebook: Rulebook) -> Card:
    card = draft_card(Member(creature), draft, rulebook)
    if card is None:
        raise ChangeRefused(f"The compendium has no creature “{key_name(creature)}”.")
    return card


class MemberAdd(Change, kind="member-add"):
    """A creature joins at the end, ``times`` times, each with the minions that it starts with."""

    creature: str
    times: Times = 1

    @property
    def creatures(self) -> tuple[str, ...]:
        """The creature's key."""
        return (self.creature,)

    def apply(self, draft: Draft, rulebook: Rulebook, next_member: int = FIRST_NUMBER) -> Draft:
        """Return the draft with the creatures and their minions."""
        card = _known(self.creature, draft, rulebook)
        if not 1 <= self.times <= MOST_AT_ONCE:
            raise ChangeRefused(f"Add 1 to {MOST_AT_ONCE} creatures at once instead of {self.times:,}.")
        if self.times > 1 and len(draft.roster.members) + self.times > MAX_MEMBERS:
            free = MAX_MEMBERS - len(draft.roster.members)
            raise ChangeRefused(
                f"There is room for {counted(free, 'more member')}, not for {self.times} × {card.name}: a warband can "
                f"have at most {MAX_MEMBERS} members. Nothing was added."
            )
        for _ in range(self.times):
            new = recruited(self.creature, draft, rulebook, next_member)
            draft = draft.with_members(*draft.roster.members, *new)
        return draft

    def describe(self, draft: Draft, rulebook: Rulebook) -> str:
        """Return who joined."""
        return f"Added {with_count(called(Member(self.creature), draft, rulebook), self.times)}"


class MemberDuplicate(MemberChange, kind="member-duplicate", words="Copied {name}"):
    """A member joins once more with all its purchases, and so do its minions."""

    def apply(self, draft: Draft, rulebook: Rulebook, next_member: int = FIRST_NUMBER) -> Draft:
        """Return the draft with the copies behind their originals."""
        group = group_of(draft, self.member).members
        room_for(draft, len(group))
        ids = {member.id: new for member, new in zip(group, new_member_ids(draft, next_member), strict=False)}
        copies = [
            replace(member, id=ids[member.id], minion_of=ids.get(member.minion_of or "", member.minion_of))
            for member in group
        ]
        members = list(draft.roster.members)
        behind = max(members.index(member) for member in group) + 1
        return few_in_all(draft.with_members(*members[:behind], *copies, *members[behind:]))


class MemberRemove(MemberChange, kind="member-remove", words="Removed {name}"):
    """A member leaves, and its minions with it."""

    def apply(self, draft: Draft, rulebook: Rulebook, next_member: int = FIRST_NUMBER) -> Draft:
        """Return the draft without them."""
        leaving = group_of(draft, self.member).ids
        return draft.with_members(*(member for member in draft.roster.members if member.id not in leaving))


class MemberMove(MemberChange, kind="member-move"):
    """A member moves before another one, or to the end of the list; its minions follow it.

    A minion moves among its commander's minions. ``before`` is an id; None, or the id of a member elsewhere, means the
    end.
    """

    before: str | None

    def apply(self, draft: Draft, rulebook: Rulebook, next_member: int = FIRST_NUMBER) -> Draft:
        """Return the draft in the new order."""
        member_of(draft, self.member)
        return draft.with_members(*self._moved(draft.roster.members))

    def _moved(self, members: Sequence[Member]) -> Iterator[Member]:
        groups = minion_groups(members)
        for place, group in enumerate(groups):
            if group.leader.id == self.member != self.before:
                del groups[place]
                groups.insert(_place_of(self.before, groups), group)
                break
            if self.member in group.ids:
                groups[place] = replace(group, minions=tuple(self._moved(group.minions)))
                break
        return (member for group in groups for member in group.members)

    def describe(self, draft: Draft, rulebook: Rulebook) -> str:
        """Return who moved and in which direction."""
        ids = [member.id for member in self.apply(draft, rulebook).roster.members]
        before = [member.id for member in draft.roster.members]
        way = "up" if ids.index(self.member) < before.index(self.member) else "down"
        return f"Moved {self.name(draft, rulebook)} {way}"


def _place_of(member: str | None, groups: Sequence[MinionGroup]) -> int:
    """Return the place of the group with a member, or the end if there is none."""
    return next((place for place, group in enumerate(groups) if member in group.ids), len(groups))


class MemberRename(MemberChange, kind="member-rename"):
    """Renames a member; an empty name means its creature's."""

    to: str

    def apply(self, draft: Draft, rulebook: Rulebook, next_member: int = FIRST_NUMBER) -> Draft:
        """Return the draft with the name."""
        name = single_line(self.to, MAX_NAME, "A name")
        return change_member(draft, self.member, lambda member: replace(member, name=name))

    def describe(self, draft: Draft, rulebook: Rulebook) -> str:
        """Return who was named."""
        before, name = self.name(draft, rulebook), single_line(self.to, MAX_NAME, "A name")
        return f"Named {before} “{name}”" if name else f"Cleared {before}’s name"


class MemberNotes(MemberChange, kind="member-notes", is_typed=True, words="Edited the notes on {name}"):
    """The player's notes on a member, which everybody who sees the warband can read."""

    text: str

    def apply(self, draft: Draft, rulebook: Rulebook, next_member: int = FIRST_NUMBER) -> Draft:
        """Return the draft with the notes."""
        member_of(draft, self.member)
        notes = {key: text for key, text in draft.member_notes.items() if key != self.member}
        if text := several_lines(self.text, MAX_NOTES, "Notes"):
            notes[self.member] = text
        return replace(draft, member_notes=notes)


class MemberCreature(MemberChange, kind="member-creature"):
    """Replaces a member's creature, such as with the one that a mistaken key meant."""

    creature: str

    @property
    def creatures(self) -> tuple[str, ...]:
        """The creature's key."""
        return (self.creature,)

    def apply(self, draft: Draft, rulebook: Rulebook, next_member: int = FIRST_NUMBER) -> Draft:
        """Return the draft with the creature in the member's place."""
        revision = _known(self.creature, draft, rulebook).revision
        return change_member(
            draft, self.member, lambda member: replace(member, creature=self.creature, revision=revision)
        )

    def describe(self, draft: Draft, rulebook: Rulebook) -> str:
        """Return what replaces what."""
        return f"Replaced {self.name(draft, rulebook)} with {called(Member(self.creature), draft, rulebook)}"


class MemberRevision(MemberChange, kind="member-revision"):
    """Pins a member to a revision of its card, which must exist; None lets it follow the current one."""

    number: int | None

    def revisions(self, draft: Draft) -> tuple[tuple[str, int], ...]:
        """Return the member's creature with the number."""
        if self.number is None or not 0 <= self.number <= MAX_NUMBER:
            return ()
        return tuple((member.creature, self.number) for member in draft.roster.members if member.id == self.member)

    def apply(self, draft: Draft, rulebook: Rulebook, next_member: int = FIRST_NUMBER) -> Draft:
        """Return the draft with the revision."""
        member = member_of(draft, self.member)
        if self.number not in (None, member.revision):
            card = rulebook.with_cards(draft.roster.cards).card(member.creature, self.number)
            if card is None or card.revision != self.number:
                name = card.name if card else f"“{member.creature}”"
                raise ChangeRefused(f"The card of {name} has no revision {self.number:,}. Nothing was changed.")
        return change_member(draft, self.member, lambda member: replace(member, revision=self.number))

    def describe(self, draft: Draft, rulebook: Rulebook) -> str:
        """Return which revision the member follows."""
        revision = "the current revision" if self.number is None else f"revision {self.number}"
        return f"Switched {self.name(draft, rulebook)} to {revision}"


class MemberBuy(MemberChange, kind="member-buy", words="Bought {name} without a commander"):
    """A minion is bought: it no longer depends on a commander."""

    def apply(self, draft: Draft, rulebook: Rulebook, next_member: int = FIRST_NUMBER) -> Draft:
        """Return the draft with the member on its own."""
        return change_member(draft, self.member, lambda member: replace(member, minion_of=None))


class MinionAdd(MemberChange, kind="minion-add"):
    """A commander gains a minion that its card starts with; ``member`` is the commander."""

    creature: str

    @property
    def creatures(self) -> tuple[str, ...]:
        """The minion's key."""
        return (self.creature,)

    def apply(self, draft: Draft, rulebook: Rulebook, next_member: int = FIRST_NUMBER) -> Draft:
        """Return the draft with the minion behind its commander's group."""
        commander = member_of(draft, self.member)
        card = draft_card(commander, draft, rulebook)
        _known(self.creature, draft, rulebook)
        if card is None or self.creature not in card.starts_with:
            minion = called(Member(self.creature), draft, rulebook)
            raise ChangeRefused(f"{self.name(draft, rulebook)} does not start with {minion}.")
        commanders = chain_of_command(commander, draft.roster.members)
        new = recruited(self.creature, draft, rulebook, next_member, commanders)
        members = list(draft.roster.members)
        behind = max(members.index(member) for member in group_of(draft, self.member).members) + 1
        return draft.with_members(*members[:behind], *new, *members[behind:])

    def describe(self, draft: Draft, rulebook: Rulebook) -> str:
        """Return who joined with whom."""
        return f"Added {called(Member(self.creature), draft, rulebook)} as a minion of {self.name(draft, rulebook)}"
