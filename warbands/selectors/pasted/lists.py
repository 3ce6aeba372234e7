"""A pasted list as a whole: the members that it names, who leads whom, and what has to be asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from accounts.models import Owner
from compendium.selectors.creature_names import name_index
from rules.building.draft import MAX_MEMBERS
from rules.cards.model import Card
from rules.roster.model import Member
from rules.roster.written import MAX_LINES, MAX_PIECES, MAX_TEXT, WrittenList, parse_list, plain_line, split_line
from warbands.selectors.legality import rulebook_of
from warbands.selectors.pasted.lines import PastedMember, UnknownWords, creatures_in_line, read_members
from warbands.selectors.pasted.names import ListNames, OfferedAnswer, item_extras

MAX_QUESTIONS = 20
"""Unknown names that are asked about at once."""


class Question(NamedTuple):
    """Words that nothing is called, the line that has them, and what may have been meant."""

    place: int
    words: str
    offered: tuple[OfferedAnswer, ...]


@dataclass(frozen=True, slots=True)
class PastedList:
    """What a list says: its head, the members, and the words to ask about.

    ``fault`` is what is wrong with the list as a whole, which then says nothing.
    """

    written: WrittenList = field(default_factory=WrittenList)
    members: tuple[Member, ...] = ()
    questions: tuple[Question, ...] = ()
    fault: str = ""


def pasted_read(text: str, meant: Mapping[str, str], owner: Owner | None = None) -> PastedList:
    """Read a list; ``meant`` are the answers to earlier questions, ``owner`` may name homebrew of their own.

    Five queries, three more for cards not read yet.
    """
    if len(text) > MAX_TEXT:
        return PastedList(fault=f"The list has {len(text):,} characters. At most {MAX_TEXT:,} are read at once.")
    written = parse_list(text)
    if len(written.lines) > MAX_LINES:
        return PastedList(fault=f"The list has {len(written.lines):,} lines. At most {MAX_LINES:,} are read at once.")
    if not written.lines:
        return PastedList(written, fault="The list names no creature yet.")
    if sum(len(split_line(plain_line(line.text))) for line in written.lines) > MAX_PIECES:
        return PastedList(fault="The list has too many parts to be read at once. Paste it in two parts.")
    names = ListNames(name_index(owner), item_extras(), {}, meant)
    keys = {key for line in written.lines for key in creatures_in_line(line, names)}
    cards = rulebook_of((), creatures=keys).cards
    names = replace(names, cards=cards, _known_by_creature={})
    read = [read_members(line, names) for line in written.lines]
    named = [member for members, _ in read for member in members]
    unknown: dict[str, UnknownWords] = {}
    for unknown_words in (unknown_words for _, several in read for unknown_words in several):
        unknown.setdefault(unknown_words.words, unknown_words)
    questions = tuple(
        Question(
            unknown_words.place, unknown_words.words, tuple(names.near(unknown_words.words, unknown_words.creature))
        )
        for unknown_words in list(unknown.values())[:MAX_QUESTIONS]
    )
    number = sum(member.number for member in named)
    if number > MAX_MEMBERS:
        return PastedList(written, fault=f"These are {number:,} members. A warband can have at most {MAX_MEMBERS}.")
    if not number and not questions:
        return PastedList(written, fault="The list names no creature yet.")
    return PastedList(written, _enlisted(named, cards), questions)


def _enlisted(named: Iterable[PastedMember], cards: Mapping[str, Card]) -> tuple[Member, ...]:
    """Return the members with ids of the list, each minion with its commander."""
    single = [member for member in named for _ in range(member.number)]
    members = [member.member(cards.get(member.creature), f"p{place}") for place, member in enumerate(single)]
    lacking = {
        member.id: Counter(card.starts_with) for member in members if (card := cards.get(member.creature)) is not None
    }
    for place, pasted_member in enumerate(single):
        # A text for a chat says who is a minion. Elsewhere a creature that a commander of the list starts with is its
        # minion until the commander has all of them.
        if pasted_member.has_points and not pasted_member.commander:
            continue
        for leader in [*reversed(members[:place]), *members[place + 1 :]]:
            if pasted_member.commander and pasted_member.commander not in (leader.name, cards[leader.creature].name):
                continue
            if lacking[leader.id][pasted_member.creature] > 0 and not _leads(members, members[place].id, leader):
                lacking[leader.id][pasted_member.creature] -= 1
                members[place] = replace(members[place], minion_of=leader.id)
                break
    return tuple(members)


def _leads(members: Iterable[Member], leader: str, member: Member) -> bool:
    """Return True if a member stands above another in its chain of command, or is it."""
    by_id = {member.id: member for member in members}
    above: Member | None = member
    while above is not None:
        if above.id == leader:
            return True
        above = by_id.get(above.minion_of or "")
    return False
