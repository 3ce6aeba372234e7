"""How the fields of a roster stand in documents."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol, TypeVar

from rules.cards.documents import card_document, card_from_document
from rules.cards.model import Card
from rules.cards.sentences import read_sentences
from rules.documents import Fields, fail, writable
from rules.documents.shapes import Shape, choice, number, optional_line
from rules.roster.limits import (
    MAX_BOUGHT_IN_ALL,
    MAX_CARDS,
    MAX_COLLECTION,
    MAX_KEY,
    MAX_MEMBERS,
    MAX_NUMBER,
)
from rules.tables.play_modes import ROSTER_KEYS, play_mode


class Carrier(Protocol):
    """A member as far as these shapes look at it."""

    @property
    def id(self) -> str:
        """Its id, empty where it has none."""

    @property
    def bought(self) -> int:
        """How many upgrades and items it has."""


C = TypeVar("C", bound=Carrier)


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


def members_from(read: Fields, read_member: Callable[[Fields], C]) -> tuple[C, ...]:
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
    bought = sum(member.bought for member in members)
    if bought > MAX_BOUGHT_IN_ALL:
        message = f"All members together carry at most {MAX_BOUGHT_IN_ALL} upgrades and items, found {bought}."
        fail("document.range", read.at("members"), message)
    return members


def _read_mode(read: Fields, name: str) -> str:
    mode = read.choice(name, ROSTER_KEYS)
    if mode is None:
        fail("document.missing", read.at(name), f"A roster has a play mode: {', '.join(ROSTER_KEYS)}.")
    return mode


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


def _write_collection(owned: Mapping[str, int] | None) -> Any:
    return None if owned is None else dict(owned)


def _write_cards(cards: Iterable[Card]) -> Any:
    return [card_document(card) for card in cards]


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


PLAY_MODE = Shape(str, _read_mode, choice(ROSTER_KEYS).schema)
POINTS_LIMIT = Shape(lambda limit: limit, _read_points_limit, number(0, MAX_NUMBER).schema)
COLLECTION = Shape(
    _write_collection, _read_collection, {"type": ["object", "null"], "additionalProperties": {"type": "integer"}}
)
ROSTER_CARDS = Shape(_write_cards, _read_cards, {"type": "array", "items": {"type": "object"}})
"""Cards that travel in a document, with fields for what only their sentences say."""
