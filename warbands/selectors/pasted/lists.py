"""A pasted list: its lines, read by the names that it may use, its members, their commanders, and the questions."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from accounts.models import Owner
from compendium.selectors.creature_list import name_index
from rules.building.draft import MAX_MEMBERS
from rules.cards.model import Card
from rules.roster.model import ItemChoice, Member
from rules.roster.written import (
    MAX_LINES,
    MAX_PIECES,
    MAX_TEXT,
    LinePiece,
    WrittenLine,
    WrittenList,
    chat_readings,
    literal,
    name_readings,
    parse_list,
    plain_line,
    split_line,
)
from warbands.selectors.legality import rulebook_of
from warbands.selectors.pasted.names import (
    LONGEST_NAME,
    ListNames,
    NamedExtra,
    OfferedAnswer,
    count_readings,
    item_extras,
)

MOST_PIECES = 5
"""Pieces that a name may be made of, as "Young Red Dragon (Spellcaster)" is of two."""

_OWN_NAME = re.compile(r"(.+?) (?:named |called |[\"“])([^\"“”]+)[\"”]?")
_OPENS_EXTRAS = frozenset({"with", "w/", "+", "&", "and", "(", ":", "/"})


class UnknownWords(NamedTuple):
    """Words of a line that match no name; ``creature`` is the key of their creature, "" for the name of one."""

    place: int
    words: str
    creature: str


@dataclass
class PastedMember:
    """A member as a line names it; ``commander`` is the name of its commander, ``has_points`` marks given points."""

    creature: str
    number: int = 1
    name: str = ""
    commander: str = ""
    has_points: bool = False
    extras: list[NamedExtra] = field(default_factory=list)

    def member(self, card: Card | None, member_id: str) -> Member:
        """Return it as a member of a roster, without a commander."""
        upgrades: list[str] = []
        for extra in self._of("upgrade"):
            named = [key for key, feature in card.upgrades.items() if feature.name == extra.name] if card else []
            for _ in range(extra.number):
                upgrades.append(next((key for key in named if key not in upgrades), extra.key))
        return Member(
            self.creature,
            member_id,
            self.name,
            tuple(upgrades),
            tuple(
                ItemChoice(extra.key, extra.choice or None) for extra in self._of("item") for _ in range(extra.number)
            ),
            tuple(extra.key for extra in self._of("positioning") for _ in range(extra.number)),
            sum(extra.number for extra in self._of("hero points")),
        )

    def _of(self, kind: str) -> Iterator[NamedExtra]:
        return (extra for extra in self.extras if extra.kind == kind)


def creatures_in_line(line: WrittenLine, names: ListNames) -> Iterator[str]:
    """Yield the keys of all creatures that a line may name, so that their cards can be fetched."""
    if line.is_chat:
        for reading in chat_readings(line.text):
            for _, creature in name_readings(reading.name):
                if named_creature := names.find_creature(creature):
                    yield named_creature.key
    plain = plain_line(line.text)
    cut = split_line(plain)
    for place in range(len(cut)):
        for end, text in _spans(plain, cut, place):
            if named := (_named_member if end == place + 1 else _creature)(text, names):
                yield named.creature


def read_members(line: WrittenLine, names: ListNames) -> tuple[list[PastedMember], list[UnknownWords]]:
    """Return the members that a line names, and its words that nothing is called."""
    if line.is_chat and (member := _chat_member(line.text, names)):
        return [member], []
    return _LineReader(line.place, plain_line(line.text), names).read()


def _chat_member(line: str, names: ListNames) -> PastedMember | None:
    for reading in chat_readings(line):
        for name, creature in name_readings(reading.name):
            called = names.find_creature_called(creature)
            if called is None or (name and reading.number is not None):  # who has a name is never counted
                continue
            extras = _chat_extras(reading.extras, called.key, names)
            if extras is not None:
                return PastedMember(called.key, reading.number or 1, name, reading.commander, True, extras)
    return None


def _chat_extras(text: str, creature: str, names: ListNames) -> list[NamedExtra] | None:
    """Return the extras of a line of a chat text, None if one is unknown; skips what a career has changed."""
    whole = _listed_extras(text, creature, names)
    if whole is None and text.endswith(")"):
        for bracket in re.finditer(r"(?:^| ?)\(", text):
            whole = _listed_extras(text[: bracket.start()], creature, names)
            if whole is not None:
                break
    return whole


def _listed_extras(text: str, creature: str, names: ListNames) -> list[NamedExtra] | None:
    parts = text.split(", ") if text else []
    # From behind, so that no beginning is tried twice: a choice may have commas in it.
    best: list[list[NamedExtra] | None] = [None] * len(parts) + [[]]
    for start in range(len(parts) - 1, -1, -1):
        for end in range(start + 1, min(len(parts), start + MOST_PIECES) + 1):
            rest = best[end]
            extra = (
                names.find_extra_called(literal(", ".join(parts[start:end])), creature) if rest is not None else None
            )
            if extra and rest is not None:
                best[start] = [extra, *rest]
                break
    return best[0]


class _LineReader:
    """Reads a line piece by piece: at each place the longest name that is known."""

    def __init__(self, place: int, line: str, names: ListNames) -> None:
        self._place, self._line, self._names = place, line, names
        self._members: list[PastedMember] = []
        self._unknown: list[UnknownWords] = []
        self._own_name = ""

    def read(self) -> tuple[list[PastedMember], list[UnknownWords]]:
        """Return the members, and the words that nothing is called."""
        cut = split_line(self._line)
        place = 0
        while place < len(cut):
            place = self._read_piece(cut, place)
        return self._members, self._unknown

    def _read_piece(self, cut: Sequence[LinePiece], place: int) -> int:
        """Read the piece at a place; return the next place."""
        current = self._members[-1] if self._members else None
        for end, text in _spans(self._line, cut, place):
            if current and place and (extra := self._names.find_extra(text, current.creature)):
                current.extras.append(extra)
                return end
            if named := (_named_member if end == place + 1 else _creature)(text, self._names):
                named.name, self._own_name = self._own_name or named.name, ""
                self._members.append(named)
                return end
        piece = cut[place]
        if self._is_own_name(cut, place):
            self._own_name = piece.text
        elif current and current.extras and current.extras[-1].asks and piece.separator in ("(", ":"):
            current.extras[-1] = current.extras[-1]._replace(choice=piece.text)
        elif not self._names.is_left_out(piece.text):
            self._ask(piece, current)
        return place + 1

    def _is_own_name(self, cut: Sequence[LinePiece], place: int) -> bool:
        """Return True if the words are the own name before a creature: "Grik: kobold warrior"."""
        if place + 1 == len(cut) or cut[place + 1].separator not in (":", "("):
            return False
        if cut[place].separator in _OPENS_EXTRAS:
            return False
        return any(_creature(text, self._names) for _, text in _spans(self._line, cut, place + 1))

    def _ask(self, piece: LinePiece, current: PastedMember | None) -> None:
        *_, (_, words) = count_readings(piece.text)
        creature = current.creature if current and piece.separator in _OPENS_EXTRAS else ""
        if words:
            self._unknown.append(UnknownWords(self._place, words, creature))


def _spans(line: str, cut: Sequence[LinePiece], place: int) -> Iterator[tuple[int, str]]:
    """Yield each run of pieces from a place in the line, the longest first, with the place after it."""
    for end in range(min(len(cut), place + MOST_PIECES), place, -1):
        text = line[cut[place].start : cut[end - 1].end]
        yield end, f"{text})" if text.count("(") > text.count(")") else text


def _named_member(text: str, names: ListNames) -> PastedMember | None:
    """Return the member that a text names, with its number and its own name behind it."""
    if member := _creature(text, names):
        return member
    own = _OWN_NAME.fullmatch(text) if len(text) <= LONGEST_NAME else None
    member = _creature(own[1], names) if own else None
    return replace(member, name=own[2].strip()) if own and member else None


def _creature(text: str, names: ListNames) -> PastedMember | None:
    """Return a member of the creature that a text names, with its number."""
    for number, words in count_readings(text):
        if named := names.find_creature(words):
            return PastedMember(named.key, number)
    return None


MAX_QUESTIONS = 20
"""The most questions about unknown names at once."""


class Question(NamedTuple):
    """Words that match nothing, their line, and the possible meanings."""

    place: int
    words: str
    offered: tuple[OfferedAnswer, ...]


@dataclass(frozen=True, slots=True)
class PastedList:
    """The contents of a list: its head, the members, and the unknown words.

    ``fault`` is a fault of the whole list, which is then empty.
    """

    written: WrittenList = field(default_factory=WrittenList)
    members: tuple[Member, ...] = ()
    questions: tuple[Question, ...] = ()
    fault: str = ""


def pasted_read(text: str, meant: Mapping[str, str], owner: Owner | None = None) -> PastedList:
    """Read a list; ``meant`` are the answers to earlier questions, ``owner`` may name homebrew of their own.

    Five queries, plus three for cards that are not loaded yet.
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
    """Return True if a member is above another in its chain of command, or is it."""
    by_id = {member.id: member for member in members}
    above: Member | None = member
    while above is not None:
        if above.id == leader:
            return True
        above = by_id.get(above.minion_of or "")
    return False
