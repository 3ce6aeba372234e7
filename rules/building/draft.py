"""The draft: a roster on its player's table, with what roster documents omit, and the ids of its members.

Notes are for everybody who may see the warband. Secrets are the hidden choices of positioning upgrades; until they are
revealed, only their player sees them (Appendix "Positioning upgrades").
"""

from __future__ import annotations

import json
import re
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Annotated, Any

from rules.cards.documents import card_document
from rules.documents.reading import Fields, Format, fail
from rules.documents.records import NEEDED, WRITTEN, from_record, to_record
from rules.documents.shapes import Shape
from rules.errors import DocumentError
from rules.legality.resolved import Rulebook
from rules.lengths import MAX_NAME
from rules.roster import Roster, roster_document, roster_from_document
from rules.roster.model import Member

FORMAT = Format("muster-draft/1", "a draft")

MAX_NOTES = 2_000
MAX_SECRET = 200
MAX_REASON = 200
MAX_CHOICE = 80
MAX_MEMBERS = 100
MAX_COLLECTION = 1_000
"""Different creatures."""
MAX_EXTRAS = 50
"""The most upgrades, items and positioning upgrades of one member, each."""
MAX_LIMIT = 100_000
"""Points."""
MAX_ITEMS = 50
"""The largest house limit on the items of one member."""
MAX_CARD = 6_000
"""The most characters of a homebrew card's document, which every member with it shows: twice the longest yet."""
MAX_DOCUMENT = 300_000
"""The most characters of an imported roster's document: Muster stores each step of its building whole."""


@dataclass(frozen=True, slots=True)
class Secret:
    """A hidden choice of a member's positioning upgrade: an object, or the objective that the member imitates."""

    member: str
    positioning: str
    text: str
    revealed: Annotated[bool, WRITTEN] = False


def _read_member_notes(read: Fields, name: str) -> dict[str, str]:
    notes = read.fields(name)
    return {member: notes.text(member) for member in notes.raw}


DRAFT_ROSTER = Shape(
    lambda roster: roster_document(roster, references=True),
    lambda read, name: roster_from_document(read.fields(name).raw, name),
    {"type": "object"},
)
MEMBER_NOTES = Shape(dict, _read_member_notes, {"type": "object", "additionalProperties": {"type": "string"}})


@dataclass(frozen=True, slots=True)
class Draft:
    """A roster with its notes, those of its members by their ids, and its secrets."""

    roster: Annotated[Roster, DRAFT_ROSTER]
    notes: Annotated[str, NEEDED] = ""
    member_notes: Annotated[Mapping[str, str], MEMBER_NOTES, NEEDED] = field(default_factory=dict, hash=False)
    secrets: Annotated[tuple[Secret, ...], WRITTEN] = ()

    def with_members(self, *members: Member) -> Draft:
        """Return the draft with these members; removes the notes and secrets of members that left."""
        ids = {member.id for member in members}
        return replace(
            self,
            roster=replace(
                self.roster,
                members=members,
                overrides=tuple(
                    override for override in self.roster.overrides if override.member is None or override.member in ids
                ),
            ),
            member_notes={key: text for key, text in self.member_notes.items() if key in ids},
            secrets=tuple(
                secret
                for secret in self.secrets
                if any(member.id == secret.member and secret.positioning in member.positioning for member in members)
            ),
        )

    def secret(self, member: str, positioning: str) -> Secret | None:
        """Return the hidden choice of a member's positioning upgrade, or None."""
        return next(
            (secret for secret in self.secrets if (secret.member, secret.positioning) == (member, positioning)), None
        )

    @property
    def shared(self) -> Draft:
        """The draft as others may see it: without unrevealed secrets.

        It includes only the part of its player's collection that the verdict needs: the counts of the members.
        """
        owned, taken = self.roster.collection, {member.creature for member in self.roster.members}
        collection = None if owned is None else {key: number for key, number in owned.items() if key in taken}
        return replace(
            self,
            roster=replace(self.roster, collection=collection),
            secrets=tuple(secret for secret in self.secrets if secret.revealed),
        )

    @property
    def handed_on(self) -> Draft:
        """The draft as another player copies it: its shared part, without a collection."""
        shared = self.shared
        return replace(shared, roster=replace(shared.roster, collection=None))


def draft_document(draft: Draft) -> dict[str, Any]:
    """Return the document in which Muster stores the draft."""
    return {"format": FORMAT.tag, **to_record(draft)}


def draft_from_document(document: object) -> Draft:
    """Read a stored draft; raise ``DocumentError`` for anything else."""
    return from_record(FORMAT.upcast(document), Draft)


def draft_of(roster: Roster) -> Draft:
    """Return a draft of an imported roster; raise ``DocumentError`` if it exceeds the limits above."""
    # The document allows more than a page can show: what passes a bound is told, and nothing is cut.
    length = _length(roster_document(roster))
    if length > MAX_DOCUMENT:
        fail("document.range", "", f"A warband can have at most {MAX_DOCUMENT:,} characters in all, found {length:,}.")
    _bounded("name", roster.name, MAX_NAME)
    if (roster.points_limit or 0) > MAX_LIMIT:
        fail("document.range", "points_limit", f"A points limit is at most {MAX_LIMIT}, found {roster.points_limit}.")
    if len(roster.members) > MAX_MEMBERS:
        number = len(roster.members)
        fail("document.range", "members", f"A warband can have at most {MAX_MEMBERS} members, found {number}.")
    for index, member in enumerate(roster.members):
        path = f"members[{index}]"
        _bounded(f"{path}.name", member.name, MAX_NAME)
        for name in ("upgrades", "items", "positioning"):
            number = len(getattr(member, name))
            if number > MAX_EXTRAS:
                fail(
                    "document.range",
                    f"{path}.{name}",
                    f"A member can have at most {MAX_EXTRAS} of them, found {number}.",
                )
        for place, choice in enumerate(member.items):
            _bounded(f"{path}.items[{place}].choice", choice.choice or "", MAX_CHOICE)
    if len(roster.collection or ()) > MAX_COLLECTION:
        number = len(roster.collection or ())
        fail(
            "document.range",
            "collection",
            f"A collection can have at most {MAX_COLLECTION:,} creatures, found {number:,}.",
        )
    most_items = (roster.house_rules and roster.house_rules.max_items_per_member) or 0
    if most_items > MAX_ITEMS:
        path = "house_rules.max_items_per_member"
        fail("document.range", path, f"A house limit on items is at most {MAX_ITEMS}, found {most_items}.")
    for index, card in enumerate(roster.cards):
        length = _length(card_document(card))
        if length > MAX_CARD:
            fail(
                "document.range",
                f"cards[{index}]",
                f"A card can have at most {MAX_CARD:,} characters, found {length:,}.",
            )
    for index, override in enumerate(roster.overrides):
        _bounded(f"overrides[{index}].reason", override.reason, MAX_REASON)
    return Draft(roster)


def _length(document: dict[str, Any]) -> int:
    return len(json.dumps(document, ensure_ascii=False))


def _bounded(path: str, text: str, most: int) -> None:
    if len(text) > most:
        raise DocumentError("document.range", path, f"At most {most} characters, found {len(text)}.")


FIRST_NUMBER = 1
_NUMBERED = re.compile(r"m([0-9]{1,18})")
_FAR = 10**15
"""Longer numbers come from other programs and count as names, so that the counter has room."""
_AT_ONCE = 10**6
"""More ids than one change assigns: ids just above ``_FAR`` come from the counter itself, and count."""


def next_member_number(draft: Draft, counter: int = FIRST_NUMBER) -> int:
    """Return the lowest number that was never used: no lower than the counter, above every number in the draft."""
    numbers = (int(match[1]) for name in _named_ids(draft) if (match := _NUMBERED.fullmatch(name)))
    end = max(_FAR, counter + _AT_ONCE)
    return max(counter, max((number for number in numbers if number < end), default=0) + 1)


def new_member_ids(draft: Draft, next_member: int) -> Iterator[str]:
    """Yield ids for new members, from the warband's counter up."""
    named = _named_ids(draft)
    return (name for number in count(next_member_number(draft, next_member)) if (name := f"m{number}") not in named)


def _named_ids(draft: Draft) -> set[str]:
    # An id that is only named (by the minion of a member that is gone, by an override) is as taken as any other.
    members, overrides = draft.roster.members, draft.roster.overrides
    named = {member.id for member in members} | {member.minion_of for member in members}
    return {name for name in named | {override.member for override in overrides} if name}


def pin_members(roster: Roster, rulebook: Rulebook, *, settled: Container[str] = ()) -> tuple[Member, ...]:
    """Return the members of a roster, each pinned to the present revision of its card.

    Does not change members with ids in ``settled``, those with the roster's own card, and those without a card.
    """
    own = {card.key for card in roster.cards}
    return tuple(
        member if member.id in settled or member.creature in own else _pinned(member, rulebook)
        for member in roster.members
    )


def _pinned(member: Member, rulebook: Rulebook) -> Member:
    # A revision that does not exist means the current card, so it is replaced as well.
    card = rulebook.card(member.creature, member.revision)
    return member if card is None else replace(member, revision=card.revision)
