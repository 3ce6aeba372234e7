"""Roster documents, ``muster-roster/1``: a warband as JSON, read strictly and written whole.

What cannot be read raises ``DocumentError`` with the path of the first fault. Whether the roster is legal is another
question: a document may name unknown creatures.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules import alignment
from rules.cards.documents import card_document, card_from_document
from rules.cards.model import Card
from rules.cards.sentences import read_sentences
from rules.documents import Fields, Format, fail, json_document, writable
from rules.lengths import MAX_ROSTER_NAME
from rules.roster.model import HouseRules, ItemChoice, Member, Override, Roster, identified
from rules.tables.play_modes import ROSTER_KEYS, play_mode

FORMAT = Format("muster-roster/1", "a roster document")

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


def roster_document(roster: Roster, *, references: bool = False) -> dict[str, Any]:
    """Return the roster as a document; what the roster does not have is left out or empty.

    With ``references`` the texts of its own cards keep their references to damage, as Muster's snapshots do.
    """
    document: dict[str, Any] = {
        "format": FORMAT.tag,
        "name": roster.name,
        "play_mode": roster.play_mode,
        "points_limit": roster.points_limit,
        "alignment": roster.alignment,
        "members": [member_document(member) for member in roster.members],
    }
    if roster.collection is not None:
        document["collection"] = dict(roster.collection)
    if roster.house_rules is not None:
        document["house_rules"] = house_rules_document(roster.house_rules)
    document["overrides"] = [
        {"code": override.code, "reason": override.reason}
        | ({} if override.member is None else {"member": override.member})
        for override in roster.overrides
    ]
    if roster.cards:
        document["cards"] = [card_document(card, references=references) for card in roster.cards]
    return document


def house_rules_document(house_rules: HouseRules) -> dict[str, Any]:
    """Return house rules as a roster document holds them."""
    sources = house_rules.sources
    return {
        "sources": None if sources is None else list(sources),
        "banned": list(house_rules.banned),
        "max_items_per_member": house_rules.max_items_per_member,
    }


def member_document(member: Member) -> dict[str, Any]:
    """Return one member as a roster document holds it."""
    document: dict[str, Any] = {
        "id": member.id,
        "creature": member.creature,
        "name": member.name,
        "upgrades": list(member.upgrades),
        "items": [one.item if one.choice is None else {"item": one.item, "choice": one.choice} for one in member.items],
        "positioning": list(member.positioning),
        "hero_points": member.hero_points,
    }
    if member.minion_of is not None:
        document["minion_of"] = member.minion_of
    if member.revision is not None:
        document["revision"] = member.revision
    return document


def roster_from_document(document: object, path: str = "") -> Roster:
    """Read a roster document; raise ``DocumentError`` with the path of the first thing that cannot be read."""
    read = FORMAT.upcast(document, path)
    mode = read.choice("play_mode", ROSTER_KEYS)
    if mode is None:
        fail("document.missing", read.at("play_mode"), f"A roster has a play mode: {', '.join(ROSTER_KEYS)}.")
    house_rules = read.optional_fields("house_rules")
    roster = Roster(
        name=_line(read, "name", default=""),
        play_mode=mode,
        points_limit=_points_limit(read, mode),
        alignment=read.choice("alignment", alignment.ALIGNMENT_CODES),
        members=identified(members_from(read, member_from)),
        collection=collection_from(read.optional_fields("collection")),
        house_rules=house_rules_from(house_rules) if house_rules else None,
        overrides=tuple(_override(item) for item in read.items("overrides")),
        cards=cards_from(read),
    )
    read.done()
    return roster


def roster_from_json(data: bytes) -> Roster:
    """Read a roster document from a file or a request; raise ``DocumentError`` as above and for what is not JSON."""
    return roster_from_document(json_document(data))


def _points_limit(read: Fields, mode: str) -> int | None:
    # Nothing to limit in narrative play, 200 from random boxes; in every other mode the players agree on a number.
    # Building a warband.
    limit = read.optional_integer("points_limit", low=0, high=MAX_NUMBER)
    rules = play_mode(mode)
    if limit is None and rules.points_limit and rules.default_points is None:
        fail("document.missing", read.at("points_limit"), f"Play mode “{mode}” needs a points limit.")
    return rules.default_points if limit is None else limit


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


def member_from(read: Fields, *, with_hero_points: bool = True) -> Member:
    """Read one member; without hero points they are a field that the document does not have."""
    member = Member(
        id=_optional_line(read, "id", high=MAX_ROSTER_NAME) or "",
        creature=_line(read, "creature", low=1, high=MAX_KEY),
        name=_line(read, "name", default=""),
        upgrades=_keys(read, "upgrades", high=MAX_BOUGHT),
        items=tuple(
            _item(value, f"{read.at('items')}[{index}]")
            for index, value in enumerate(read.sequence("items", high=MAX_BOUGHT))
        ),
        positioning=_keys(read, "positioning", high=MAX_BOUGHT),
        hero_points=read.integer("hero_points", default=0, low=0, high=MAX_NUMBER) if with_hero_points else 0,
        minion_of=_optional_line(read, "minion_of", high=MAX_ROSTER_NAME) or None,
        revision=read.optional_integer("revision", low=0, high=MAX_NUMBER),
    )
    read.done()
    return member


def _item(value: object, path: str) -> ItemChoice:
    if isinstance(value, str):
        return ItemChoice(_key(value, path))
    if not isinstance(value, Mapping):
        fail("document.type", path, "Expected the key of an item, or an object with “item” and “choice”.")
    read = Fields(value, path)
    choice = _optional_line(read, "choice", high=MAX_KEY)
    item = ItemChoice(_line(read, "item", low=1, high=MAX_KEY), choice or None)
    read.done()
    return item


def collection_from(read: Fields | None) -> dict[str, int] | None:
    """Read a collection as a roster document holds it, None where there is none."""
    if read is None:
        return None
    if len(read.raw) > MAX_COLLECTION:
        fail("document.range", read.path, f"A collection can have at most {MAX_COLLECTION} entries.")
    return {_key(key, read.path): read.integer(key, low=0, high=MAX_NUMBER) for key in read.raw}


def house_rules_from(read: Fields) -> HouseRules:
    """Read house rules as a roster document holds them."""
    house_rules = HouseRules(
        sources=None if read.raw.get("sources") is None else _keys(read, "sources", high=MAX_SOURCES),
        banned=() if read.raw.get("banned") is None else _keys(read, "banned"),
        max_items_per_member=read.optional_integer("max_items_per_member", low=0, high=MAX_NUMBER),
    )
    read.ignore("sources", "banned")  # null, like absence, restricts nothing
    read.done()
    return house_rules


def _override(read: Fields) -> Override:
    override = Override(
        code=_line(read, "code", low=1, high=MAX_KEY),
        reason=_line(read, "reason", default="", high=MAX_REASON),
        member=_optional_line(read, "member", high=MAX_ROSTER_NAME),
    )
    read.done()
    return override


def cards_from(read: Fields) -> tuple[Card, ...]:
    """Read the cards that travel in a document, with fields for what only their sentences say."""
    values = read.sequence("cards", high=MAX_CARDS)
    cards = tuple(
        read_sentences(card_from_document(value, f"{read.at('cards')}[{index}]")) for index, value in enumerate(values)
    )
    seen: set[str] = set()
    for index, card in enumerate(cards):
        if card.key in seen:
            fail("document.repeated", f"{read.at('cards')}[{index}].key", f"Two cards have the key “{card.key}”.")
        seen.add(card.key)
    return cards


def _line(read: Fields, name: str, default: str | None = None, *, low: int = 0, high: int = MAX_ROSTER_NAME) -> str:
    value = read.text(name, low=low, high=high) if default is None else read.text(name, default, low=low, high=high)
    return writable(value, read.at(name))


def _optional_line(read: Fields, name: str, *, high: int) -> str | None:
    value = read.optional_text(name, high=high)
    return None if value is None else writable(value, read.at(name))


def _keys(read: Fields, name: str, *, high: int = 1_000) -> tuple[str, ...]:
    return tuple(_key(value, f"{read.at(name)}[{index}]") for index, value in enumerate(read.texts(name, high=high)))


def _key(value: str, path: str) -> str:
    if not 1 <= len(value) <= MAX_KEY:
        fail("document.range", path, f"Expected 1 to {MAX_KEY} characters, found {len(value)}.")
    return writable(value, path)
