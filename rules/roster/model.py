"""The roster: a warband as its player wrote it, legal or not, and its document, ``muster-roster/1``.

A roster names creatures, upgrades and items by key and knows no points: ``rules.legality`` resolves the keys and
decides whether it is legal. Unreadable documents raise ``DocumentError`` with the path of the first fault.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any

from rules.alignment import ALIGNMENT_CODES, alignment
from rules.cards.documents import card_document, card_from_document
from rules.cards.model import Card
from rules.cards.phrases import read_sentences
from rules.documents.reading import Fields, Format, fail, json_document, writable
from rules.documents.records import NEEDED, WRITTEN, InDocument, from_record, to_record
from rules.documents.shapes import REQUIRED, Shape, choice, integer, number, one_line, optional_line, or_null
from rules.errors import RulesError
from rules.lengths import MAX_ROSTER_NAME
from rules.tables.play_modes import ROSTER_KEYS, PlayMode, play_mode

MAX_MEMBERS = 500
MAX_CARDS = 200
MAX_BOUGHT = 100
"""Upgrades, items or positioning upgrades of one member."""
MAX_BOUGHT_IN_ALL = 5_000
"""Upgrades, items and positioning upgrades of all members."""
MAX_COLLECTION = 10_000
MAX_SOURCES = 100
MAX_NUMBER = 1_000_000
MAX_KEY = 120
MAX_REASON = 500


def key_list(high: int = 1_000) -> Shape:
    """A list of keys."""

    def read(fields: Fields, name: str) -> tuple[str, ...]:
        values = fields.texts(name, high=high)
        return tuple(checked_key(value, f"{fields.at(name)}[{index}]") for index, value in enumerate(values))

    return Shape(list, read, {"type": "array", "items": {"type": "string"}})


def checked_key(value: str, path: str) -> str:
    """Return a text that can be a key; raise ``DocumentError`` for any other."""
    if not 1 <= len(value) <= MAX_KEY:
        fail("document.range", path, f"Expected 1 to {MAX_KEY} characters, found {len(value)}.")
    return writable(value, path)


def reference(high: int) -> Shape:
    """A single line, or null; an empty one is null."""
    line = optional_line(high)
    return Shape(line.write, lambda fields, name: line.read(fields, name) or None, line.schema)


def _read_points_limit(read: Fields, name: str) -> int | None:
    # Nothing to limit in narrative play, 200 from random boxes; in every other mode the players agree on a number.
    # Building a warband.
    limit = read.optional_integer(name, low=0, high=MAX_NUMBER)
    mode = read.raw["play_mode"]
    rules = play_mode(mode)
    if limit is None and rules.points_limit and rules.default_points is None:
        fail("document.missing", read.at(name), f"Play mode “{mode}” needs a points limit.")
    return rules.default_points if limit is None else limit


def _read_collection(read: Fields, name: str) -> dict[str, int] | None:
    owned = read.optional_fields(name)
    if owned is None:
        return None
    if len(owned.raw) > MAX_COLLECTION:
        fail("document.range", owned.path, f"A collection can have at most {MAX_COLLECTION} entries.")
    return {checked_key(key, owned.path): owned.integer(key, low=0, high=MAX_NUMBER) for key in owned.raw}


def _read_cards(read: Fields, name: str) -> tuple[Card, ...]:
    values = read.sequence(name, high=MAX_CARDS)
    cards = tuple(
        read_sentences(card_from_document(value, f"{read.at(name)}[{index}]")) for index, value in enumerate(values)
    )
    seen: set[str] = set()
    for index, card in enumerate(cards):
        if card.key in seen:
            fail("document.repeated", f"{read.at(name)}[{index}].key", f"Two cards have the key “{card.key}”.")
        seen.add(card.key)
    return cards


PLAY_MODE = choice(ROSTER_KEYS, needed=True, meaning="A roster has a play mode")
POINTS_LIMIT = Shape(lambda limit: limit, _read_points_limit, number(0, MAX_NUMBER).schema)
COLLECTION = Shape(
    lambda owned: None if owned is None else dict(owned),
    _read_collection,
    {"type": ["object", "null"], "additionalProperties": {"type": "integer"}},
)
ROSTER_CARDS = Shape(
    lambda cards: [card_document(card) for card in cards], _read_cards, {"type": "array", "items": {"type": "object"}}
)
"""A document's own cards, with fields for what only their sentences say."""
RosterKey = Annotated[str, one_line(MAX_KEY, low=1)]
RosterName = Annotated[str, one_line(MAX_ROSTER_NAME), WRITTEN]
MemberKeys = Annotated[tuple[str, ...], key_list(MAX_BOUGHT), WRITTEN]


@dataclass(frozen=True, slots=True)
class ItemChoice:
    """An item that a member carries, with the choice that some items need (the weapon, the spell)."""

    item: RosterKey
    choice: Annotated[str | None, reference(MAX_KEY)] = None


def _read_items(read: Fields, name: str) -> tuple[ItemChoice, ...]:
    values = read.sequence(name, high=MAX_BOUGHT)
    return tuple(_item(value, f"{read.at(name)}[{index}]") for index, value in enumerate(values))


def _item(value: object, path: str) -> ItemChoice:
    if isinstance(value, str):
        return ItemChoice(checked_key(value, path))
    if not isinstance(value, Mapping):
        fail("document.type", path, "Expected the key of an item, or an object with “item” and “choice”.")
    return from_record(Fields(value, path), ItemChoice)


ITEMS = Shape(
    lambda items: [carried.item if carried.choice is None else to_record(carried) for carried in items],
    _read_items,
    {"type": "array", "items": {"type": ["string", "object"]}},
)
"""Items of a roster: by their keys, or as objects if they have a choice."""


@dataclass(frozen=True, slots=True)
class Member:
    """One creature of a warband and all its purchases.

    ``creature``, ``upgrades``, ``items`` and ``positioning`` are keys. ``minion_of`` is the id of the member whose card
    starts with this one; ``revision`` pins the card to one of its revisions (None: the current one).

    Raises ``RulesError`` for a negative number of hero points.
    """

    creature: Annotated[RosterKey, InDocument(after="id")]
    id: Annotated[str, optional_line(MAX_ROSTER_NAME, null=""), WRITTEN] = ""
    name: RosterName = ""
    upgrades: MemberKeys = ()
    items: Annotated[tuple[ItemChoice, ...], ITEMS, WRITTEN] = ()
    positioning: MemberKeys = ()
    hero_points: Annotated[int, integer(0, MAX_NUMBER), WRITTEN] = 0
    minion_of: Annotated[str | None, reference(MAX_ROSTER_NAME)] = None
    revision: Annotated[int | None, number(0, MAX_NUMBER)] = None

    def __post_init__(self) -> None:
        if self.hero_points < 0:
            raise RulesError(f"A creature cannot have {self.hero_points} hero points.")


def members_from(read: Fields, read_member: Callable[[Fields], Member]) -> tuple[Member, ...]:
    """Read the members of a document, each with ``read_member``; those without an id are left without one."""
    if "members" not in read.raw:
        fail("document.missing", read.at("members"), "The field “members” is missing.")
    items = list(read.items("members", high=MAX_MEMBERS))
    members = tuple(read_member(item) for item in items)
    seen: set[str] = set()
    for item, member in zip(items, members, strict=True):
        if member.id and member.id in seen:
            fail("document.repeated", item.at("id"), f"Two members have the id “{member.id}”.")
        seen.add(member.id)
    bought = sum(len(member.upgrades) + len(member.items) + len(member.positioning) for member in members)
    if bought > MAX_BOUGHT_IN_ALL:
        message = f"All members together carry at most {MAX_BOUGHT_IN_ALL} upgrades and items, found {bought}."
        fail("document.range", read.at("members"), message)
    return members


MEMBERS = Shape(
    lambda members: [to_record(member) for member in members],
    lambda fields, _: members_from(fields, lambda item: from_record(item, Member)),
    {"type": "array", "items": {"type": "object"}},
)


@dataclass(frozen=True, slots=True)
class Override:
    """A problem that the players agreed to allow: its code, the reason, and its member (None: any)."""

    code: RosterKey
    reason: Annotated[str, one_line(MAX_REASON), WRITTEN] = ""
    member: Annotated[str | None, optional_line(MAX_ROSTER_NAME)] = None


@dataclass(frozen=True, slots=True)
class HouseRules:
    """What the players agreed on beyond the rulebook; None restricts nothing.

    ``sources`` are the only allowed sources of creatures; ``banned`` are keys of creatures.
    """

    sources: Annotated[tuple[str, ...] | None, or_null(key_list(MAX_SOURCES)), WRITTEN] = None
    banned: Annotated[tuple[str, ...], or_null(key_list(), null=()), WRITTEN] = ()
    max_items_per_member: Annotated[int | None, number(0, MAX_NUMBER), WRITTEN] = None


@dataclass(frozen=True, slots=True)
class Roster:
    """A warband: its play mode, its limits, its members and its players' agreements.

    ``points_limit`` is in points; None if there is none. ``alignment`` is a code such as ``LE``. ``collection`` has the
    player's number of miniatures of each creature. ``cards`` are homebrew in the roster, which replaces the rulebook's
    cards. Members without an id are given ``m1``, ``m2`` and so on.

    Raises ``RulesError`` for an unknown play mode or alignment, a negative limit, and two members with the same id.
    """

    members: Annotated[tuple[Member, ...], MEMBERS, InDocument(default=REQUIRED, after="alignment")] = ()
    name: RosterName = ""
    play_mode: Annotated[str, PLAY_MODE, NEEDED] = "limited"
    points_limit: Annotated[int | None, POINTS_LIMIT, NEEDED] = None
    alignment: Annotated[str | None, choice(ALIGNMENT_CODES), WRITTEN] = None
    collection: Annotated[Mapping[str, int] | None, COLLECTION] = field(default=None, hash=False)
    house_rules: HouseRules | None = None
    overrides: Annotated[tuple[Override, ...], WRITTEN] = ()
    cards: Annotated[tuple[Card, ...], ROSTER_CARDS] = field(default=(), hash=False)

    def __post_init__(self) -> None:
        play_mode(self.play_mode)
        if self.alignment is not None:
            alignment(self.alignment)
        if self.points_limit is not None and self.points_limit < 0:
            raise RulesError(f"A points limit cannot be {self.points_limit}.")
        object.__setattr__(self, "members", identified(self.members))
        if len({member.id for member in self.members}) != len(self.members):
            raise RulesError("Two members of the roster have the same id.")

    @property
    def mode(self) -> PlayMode:
        """The play mode, with the limits that it sets."""
        return play_mode(self.play_mode)

    def member(self, member_id: str) -> Member:
        """Return the member with that id; raise ``RulesError`` if there is none."""
        for member in self.members:
            if member.id == member_id:
                return member
        raise RulesError(f"The roster has no member {member_id!r}.")


def identified(members: Iterable[Member]) -> tuple[Member, ...]:
    """Return the members, those without an id numbered by their place: the third is ``m3`` unless that is taken."""
    members = tuple(members)
    taken = {member.id for member in members}
    if "" not in taken:
        return members
    named, spare = [], len(members)
    for place, member in enumerate(members, start=1):
        if member.id:
            named.append(member)
            continue
        own = f"m{place}"
        while own in taken:
            spare += 1
            own = f"m{spare}"
        taken.add(own)
        named.append(replace(member, id=own))
    return tuple(named)


def _write_identified(members: tuple[Member, ...]) -> Any:
    # A roster without ids would be given some.
    if any(not member.id for member in members):
        raise RulesError("A member of a campaign has an id.")
    return MEMBERS.write(members)


def _read_identified(read: Fields, name: str) -> tuple[Member, ...]:
    fields = Fields({"members": list(read.sequence(name, high=MAX_MEMBERS))}, read.path)
    return members_from(fields, lambda item: from_record(item, Member))


IDENTIFIED_MEMBERS = Shape(_write_identified, _read_identified, {"type": "array", "items": {"type": "object"}})
"""Members as a roster document writes them."""
IdentifiedMembers = Annotated[tuple[Member, ...], IDENTIFIED_MEMBERS]

FORMAT = Format("muster-roster/1", "a roster document")


def roster_document(roster: Roster, *, references: bool = False) -> dict[str, Any]:
    """Return the roster as a document; missing values are omitted or empty.

    With ``references``, the texts of its own cards keep their references to damage, as in Muster's snapshots.
    """
    if not (references and roster.cards):
        return {"format": FORMAT.tag, **to_record(roster)}
    cards = [card_document(card, references=True) for card in roster.cards]
    return {"format": FORMAT.tag, **to_record(replace(roster, cards=())), "cards": cards}


def roster_from_document(document: object, path: str = "") -> Roster:
    """Read a roster document; raise ``DocumentError`` with the path of the first thing that cannot be read."""
    return from_record(FORMAT.upcast(document, path), Roster)


def roster_from_json(data: bytes) -> Roster:
    """Read a roster document from a file or a request; raise ``DocumentError`` as above and for invalid JSON."""
    return roster_from_document(json_document(data))
