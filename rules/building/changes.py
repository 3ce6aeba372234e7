"""The changes that a player makes to a draft: each is a value that turns one draft into the next.

A change may leave the draft illegal, which is for ``rules.legality`` to tell. It is refused only where it means
nothing: a member that is not there, a creature that nobody knows, a text that is too long. Nothing here adds up points.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from rules.building.draft import MAX_EXTRAS, MAX_MEMBERS, Draft
from rules.cards.model import Card
from rules.legality.rulebook import Rulebook
from rules.roster.model import Member

_NUMBERED = re.compile(r"m(\d{1,9})")


class ChangeRefused(Exception):
    """A change that cannot be made, with a sentence for the player."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


@dataclass(frozen=True, slots=True)
class Change(ABC):
    """One step of building. ``creatures`` and ``items`` are the keys that the rulebook needs beyond the draft's."""

    @property
    def creatures(self) -> tuple[str, ...]:
        """Keys of creatures that the change names."""
        return ()

    @property
    def items(self) -> tuple[str, ...]:
        """Keys of items that the change names."""
        return ()

    @abstractmethod
    def apply(self, draft: Draft, rulebook: Rulebook) -> Draft:
        """Return the draft after the change; raise ``ChangeRefused`` when it cannot be made."""

    @abstractmethod
    def words(self, draft: Draft, rulebook: Rulebook) -> str:
        """Say what the change does to that draft: ``Added Boar``."""


def member_of(draft: Draft, member_id: str) -> Member:
    """Return the member of that id; raise ``ChangeRefused`` when it is not there."""
    for member in draft.roster.members:
        if member.id == member_id:
            return member
    raise ChangeRefused("This creature is not in the warband any more.")


def card_of(member: Member, draft: Draft, rulebook: Rulebook) -> Card | None:
    """Return the member's card, None when nobody knows its creature."""
    own = next((card for card in draft.roster.cards if card.key == member.creature), None)
    return own or rulebook.card(member.creature, member.revision)


def called(member: Member, draft: Draft, rulebook: Rulebook) -> str:
    """Return what a player calls a member: its own name, else its creature's."""
    card = card_of(member, draft, rulebook)
    return member.name or (card.name if card else f"“{member.creature}”")


@dataclass(frozen=True, slots=True)
class OfMember(Change):
    """A change of one member of the draft; ``member`` is its id."""

    member: str

    def name(self, draft: Draft, rulebook: Rulebook) -> str:
        """Return what a player calls the member."""
        return called(member_of(draft, self.member), draft, rulebook)


def changed(draft: Draft, member_id: str, change: Callable[[Member], Member]) -> Draft:
    """Return the draft with one member changed; raise ``ChangeRefused`` when it is not there."""
    member = member_of(draft, member_id)
    return draft.with_members(*(change(one) if one is member else one for one in draft.roster.members))


def single_line(text: str, most: int, what: str) -> str:
    """Return a text as one line without spaces around it; raise ``ChangeRefused`` when it is too long."""
    line = " ".join(_writable(text).split())
    if len(line) > most:
        raise ChangeRefused(f"{what} has at most {most} characters; this one has {len(line)}. Nothing was changed.")
    return line


def several_lines(text: str, most: int, what: str) -> str:
    """Return a text with its lines; raise ``ChangeRefused`` when it is too long."""
    lines = [line.rstrip() for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n")]
    text = "\n".join(_writable(line) for line in lines).strip()
    if len(text) > most:
        raise ChangeRefused(f"{what} have at most {most:,} characters; these have {len(text):,}. Nothing was changed.")
    return text


def _writable(line: str) -> str:
    """Return a line with spaces for what no file can be written with."""
    return re.sub(r"[\x00-\x1f\x7f\ud800-\udfff]", " ", line)


def bands(members: Iterable[Member]) -> list[list[Member]]:
    """Return the members in bands: who was bought, followed by the minions that came with them, theirs included."""
    members = list(members)
    ids = {member.id for member in members}
    followers: dict[str, list[Member]] = {}
    for member in members:
        if member.minion_of in ids and member.minion_of != member.id:
            followers.setdefault(member.minion_of or "", []).append(member)
    led = {member.id for group in followers.values() for member in group}
    found = [_band(member, followers) for member in members if member.id not in led]
    placed = {member.id for band in found for member in band}
    # Two that each name the other have no leader: they stand by themselves.
    return found + [[member] for member in members if member.id not in placed]


def _band(leader: Member, followers: dict[str, list[Member]]) -> list[Member]:
    band, seen = [leader], {leader.id}
    for one in band:  # grows as it goes: minions may have minions
        new = [follower for follower in followers.get(one.id, ()) if follower.id not in seen]
        seen.update(follower.id for follower in new)
        band += new
    return band


def band_of(draft: Draft, member_id: str) -> list[Member]:
    """Return a member with the minions that came with it and go when it goes."""
    member = member_of(draft, member_id)
    followers: dict[str, list[Member]] = {}
    for one in draft.roster.members:
        if one.minion_of is not None:
            followers.setdefault(one.minion_of, []).append(one)
    return _band(member, followers)


def next_number(draft: Draft) -> int:
    """Return the first number above those of all members: the next member is ``m`` and this number."""
    numbers = [int(found[1]) for member in draft.roster.members if (found := _NUMBERED.fullmatch(member.id))]
    return max(numbers, default=0) + 1


def recruited(
    creature: str, draft: Draft, rulebook: Rulebook, number: int, leaders: tuple[Member, ...] = ()
) -> list[Member]:
    """Return a new member of that creature, pinned to its card, followed by the minions that the card starts with."""
    # A commander brings the minions that its card names, for no points; they may be commanders themselves, but nobody
    # brings its own commander. Common features, "Commander"; ruling 3.
    card = rulebook.card(creature)
    member = Member(
        creature=creature,
        id=f"m{number}",
        minion_of=leaders[-1].id if leaders else None,
        revision=card.revision if card else None,
    )
    card = card_of(member, draft, rulebook)
    above = (*leaders, member)
    members = [member]
    for key in card.starts_with if card else ():
        if all(one.creature != key for one in above):
            members += recruited(key, draft, rulebook, number + len(members), above)
    return members


def room_for(draft: Draft, more: int) -> None:
    """Raise ``ChangeRefused`` when so many more members would be too many for one warband."""
    if len(draft.roster.members) + more > MAX_MEMBERS:
        raise ChangeRefused(f"A warband has at most {MAX_MEMBERS} members. Remove some before you add more.")


def few_extras(number: int, what: str) -> None:
    """Raise ``ChangeRefused`` when one member would carry too much for one page."""
    if number > MAX_EXTRAS:
        raise ChangeRefused(f"One creature has at most {MAX_EXTRAS} {what}. Remove some before you add more.")
