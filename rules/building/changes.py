"""The changes that a player makes to a draft: each is a value that turns one draft into the next.

A change may leave the draft illegal, which is for ``rules.legality`` to tell. It is refused only where it means
nothing: a member that is gone, an unknown creature, a text that is too long. Nothing here adds up points.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rules.building.draft import MAX_EXTRAS, MAX_MEMBERS, Draft
from rules.building.member_ids import FIRST_NUMBER, new_member_ids
from rules.cards.model import Card
from rules.documents import UNWRITABLE
from rules.errors import ChangeRefused
from rules.legality.rulebook import Rulebook
from rules.roster.commands import MinionGroup, enlist, minion_group
from rules.roster.model import MAX_BOUGHT_IN_ALL, MAX_KEY, Member


@dataclass(frozen=True, slots=True)
class Change(ABC):
    """One step of building. ``creatures``, ``items`` and ``revisions`` are what the rulebook needs beyond the draft's.

    ``kind`` is the word for it in documents and forms: ``member-add``. Every class that has one is found by it.
    """

    kind: ClassVar[str]
    is_typed: ClassVar[bool] = False
    """Whether it is sent again and again while its player types: consecutive ones are one step to undo."""
    by_kind: ClassVar[dict[str, type[Change]]] = {}

    def __init_subclass__(cls) -> None:
        if "kind" in cls.__dict__:
            # A dataclass with slots is made twice; the second one counts.
            Change.by_kind[cls.kind] = cls

    @property
    def creatures(self) -> tuple[str, ...]:
        """Keys of creatures that the change names."""
        return ()

    @property
    def items(self) -> tuple[str, ...]:
        """Keys of items that the change names."""
        return ()

    def revisions(self, draft: Draft) -> Collection[tuple[str, int]]:
        """Return the revisions of cards that the change names for that draft: the creature's key and the number."""
        return ()

    @abstractmethod
    def apply(self, draft: Draft, rulebook: Rulebook, next_member: int = FIRST_NUMBER) -> Draft:
        """Return the draft after the change; raise ``ChangeRefused`` when it cannot be made.

        New members get numbers from ``next_member`` up, the warband's counter.
        """

    @abstractmethod
    def describe(self, draft: Draft, rulebook: Rulebook) -> str:
        """Say what the change does to that draft: ``Added Boar``."""


def member_of(draft: Draft, member_id: str) -> Member:
    """Return the member of that id; raise ``ChangeRefused`` when it is not there."""
    for member in draft.roster.members:
        if member.id == member_id:
            return member
    raise ChangeRefused("This creature is no longer in the warband.")


def draft_card(member: Member, draft: Draft, rulebook: Rulebook) -> Card | None:
    """Return the member's card, None for an unknown creature."""
    own = draft.roster.cards
    return (rulebook.with_cards(own) if own else rulebook).member_card(member)


def called(member: Member, draft: Draft, rulebook: Rulebook) -> str:
    """Return what a player calls a member: its own name, else its creature's."""
    card = draft_card(member, draft, rulebook)
    return member.name or (card.name if card else f"“{member.creature}”")


@dataclass(frozen=True, slots=True)
class MemberChange(Change):
    """A change of one member of the draft; ``member`` is its id."""

    member: str

    def name(self, draft: Draft, rulebook: Rulebook) -> str:
        """Return what a player calls the member."""
        return called(member_of(draft, self.member), draft, rulebook)


def with_roster(draft: Draft, **values: Any) -> Draft:
    """Return the draft with something of its roster changed."""
    return replace(draft, roster=replace(draft.roster, **values))


def item_name(key: str, rulebook: Rulebook) -> str:
    """Return the name of an item; of an unknown one the key in quotation marks."""
    item = rulebook.items.get(key)
    return item.name if item else f"“{key_name(key)}”"


def change_member(draft: Draft, member_id: str, change: Callable[[Member], Member]) -> Draft:
    """Return the draft with one member changed; raise ``ChangeRefused`` when it is not there."""
    member = member_of(draft, member_id)
    return draft.with_members(*(change(one) if one is member else one for one in draft.roster.members))


def single_line(text: str, most: int, what: str) -> str:
    """Return a text as one line without spaces around it; raise ``ChangeRefused`` when it is too long."""
    line = " ".join(writable_line(text).split())
    if len(line) > most:
        raise ChangeRefused(
            f"{what} can have at most {most} characters; this one has {len(line)}. Nothing was changed."
        )
    return line


def several_lines(text: str, most: int, what: str) -> str:
    """Return a text with its lines; raise ``ChangeRefused`` when it is too long."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    text = "\n".join(writable_line(line).rstrip() for line in lines).strip()
    if len(text) > most:
        raise ChangeRefused(
            f"{what} can have at most {most:,} characters; these have {len(text):,}. Nothing was changed."
        )
    return text


def key_name(key: str) -> str:
    """Return a received key, which may be any text, in a form that sentences can hold."""
    return writable_line(key[:80])


def all_keys(keys: Iterable[str]) -> None:
    """Raise ``ChangeRefused`` when one of them cannot be a key: it is empty, too long or no line of text."""
    for key in keys:
        if not 1 <= len(key) <= MAX_KEY or writable_line(key) != key:
            raise ChangeRefused(f"“{key_name(key)}” is not a key that Muster knows.")


def writable_line(line: str) -> str:
    """Return a line with spaces in place of characters that no file can be written with."""
    return UNWRITABLE.sub(" ", line)


def group_of(draft: Draft, member_id: str) -> MinionGroup:
    """Return a member with the minions that came with it and go when it goes."""
    return minion_group(member_of(draft, member_id), draft.roster.members)


def recruited(
    creature: str, draft: Draft, rulebook: Rulebook, next_member: int, leaders: tuple[Member, ...] = ()
) -> list[Member]:
    """Return a new member of that creature, pinned to its card, followed by the minions that the card starts with.

    ``leaders`` are its commander, last, and those above it. Raises ``ChangeRefused`` when they are too many.
    """
    new = enlist(
        creature,
        new_member_ids(draft, next_member),
        lambda member: draft_card(member, draft, rulebook),
        commanders=leaders,
        most=MAX_MEMBERS,
    )
    room_for(draft, len(new))
    # What somebody edits in the compendium does not change a warband behind its player's back.
    return [replace(member, revision=card.revision if card else None) for member, card in new]


def room_for(draft: Draft, more: int) -> None:
    """Raise ``ChangeRefused`` when so many more members would be too many for one warband."""
    if len(draft.roster.members) + more > MAX_MEMBERS:
        raise ChangeRefused(f"A warband can have at most {MAX_MEMBERS} members. Remove some before you add more.")


def few_extras(number: int, what: str) -> None:
    """Raise ``ChangeRefused`` when one member would carry too much for one page."""
    if number > MAX_EXTRAS:
        raise ChangeRefused(f"One creature can have at most {MAX_EXTRAS} {what}. Remove some before you add more.")


def few_in_all(draft: Draft) -> Draft:
    """Return the draft; raise ``ChangeRefused`` when its members together carry too much for one document."""
    bought = sum(len(member.upgrades) + len(member.items) + len(member.positioning) for member in draft.roster.members)
    if bought > MAX_BOUGHT_IN_ALL:
        raise ChangeRefused(
            f"All creatures together can have at most {MAX_BOUGHT_IN_ALL:,} upgrades and items. Remove some first."
        )
    return draft
