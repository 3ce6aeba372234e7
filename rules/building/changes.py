"""A player's changes to a draft: each is a value that turns one draft into the next, and a document.

A change may leave the draft illegal; ``rules.legality`` reports that. It is refused only if it has no meaning: a
missing member, an unknown creature, a text that is too long. Nothing here adds up points.

Documents are ``{"format": "muster-change/1", "change": "member-add", "creature": "boar"}``. The other fields are the
parts of the change, each written as its declaration says; in a form, all of them are texts.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from typing import Annotated, Any, ClassVar

from rules.building.draft import FIRST_NUMBER, MAX_EXTRAS, MAX_MEMBERS, Draft, new_member_ids, next_member_number
from rules.cards.model import Card
from rules.documents.kinds import ValueOfKind
from rules.documents.reading import UNWRITABLE, Fields, Format, fail
from rules.documents.records import declared_parts, parts_document, value_of_kind
from rules.documents.shapes import Shape, form_text, form_value, is_optional
from rules.errors import ChangeRefused, RulesError
from rules.legality.resolved import Rulebook
from rules.roster.commands import MinionGroup, enlist, minion_group
from rules.roster.model import MAX_BOUGHT_IN_ALL, MAX_KEY, Member


class Change(ValueOfKind):
    """One step of building; its ``kind`` is its word in documents and forms: ``member-add``.

    ``creatures``, ``items`` and ``revisions`` are what the rulebook needs beyond the draft's.
    """

    words: ClassVar[str] = ""
    """What it does, if that depends on nothing but the member's ``name`` in braces."""
    is_typed: ClassVar[bool] = False
    """Whether it is sent repeatedly while its player types: consecutive ones are one step to undo."""
    by_kind: ClassVar[dict[str, type[Change]]] = {}

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
        """Return the draft after the change; raise ``ChangeRefused`` if it is impossible.

        New members get numbers from ``next_member`` up, the warband's counter.
        """

    def describe(self, draft: Draft, rulebook: Rulebook) -> str:
        """Return what the change does to that draft: ``Added Boar``."""
        return self.words


def member_of(draft: Draft, member_id: str) -> Member:
    """Return the member with an id; raise ``ChangeRefused`` if there is none."""
    for member in draft.roster.members:
        if member.id == member_id:
            return member
    raise ChangeRefused("This creature is no longer in the warband.")


def draft_card(member: Member, draft: Draft, rulebook: Rulebook) -> Card | None:
    """Return the member's card, None for an unknown creature."""
    own = draft.roster.cards
    return (rulebook.with_cards(own) if own else rulebook).member_card(member)


def called(member: Member, draft: Draft, rulebook: Rulebook) -> str:
    """Return a member's own name, or its creature's."""
    card = draft_card(member, draft, rulebook)
    return member.name or (card.name if card else f"“{member.creature}”")


class MemberChange(Change):
    """A change of one member of the draft; ``member`` is its id."""

    member: str

    def name(self, draft: Draft, rulebook: Rulebook) -> str:
        """Return the member's name, as its player knows it."""
        return called(member_of(draft, self.member), draft, rulebook)

    def describe(self, draft: Draft, rulebook: Rulebook) -> str:
        return self.words.format(name=self.name(draft, rulebook))


def with_roster(draft: Draft, **values: Any) -> Draft:
    """Return the draft with changes to its roster."""
    return replace(draft, roster=replace(draft.roster, **values))


def item_name(key: str, rulebook: Rulebook) -> str:
    """Return the name of an item; of an unknown one the key in quotation marks."""
    item = rulebook.items.get(key)
    return item.name if item else f"“{key_name(key)}”"


def change_member(draft: Draft, member_id: str, change: Callable[[Member], Member]) -> Draft:
    """Return the draft with one member changed; raise ``ChangeRefused`` if there is no such member."""
    member = member_of(draft, member_id)
    return draft.with_members(*(change(other) if other is member else other for other in draft.roster.members))


def single_line(text: str, most: int, what: str) -> str:
    """Return a text as one line without surrounding spaces; raise ``ChangeRefused`` if it is too long."""
    line = " ".join(writable_line(text).split())
    if len(line) > most:
        raise ChangeRefused(
            f"{what} can have at most {most} characters; this one has {len(line)}. Nothing was changed."
        )
    return line


def several_lines(text: str, most: int, what: str) -> str:
    """Return a text with its lines; raise ``ChangeRefused`` if it is too long."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    text = "\n".join(writable_line(line).rstrip() for line in lines).strip()
    if len(text) > most:
        raise ChangeRefused(
            f"{what} can have at most {most:,} characters; these have {len(text):,}. Nothing was changed."
        )
    return text


def key_name(key: str) -> str:
    """Return a received key, which may be any text, in a form for sentences."""
    return writable_line(key[:80])


def all_keys(keys: Iterable[str]) -> None:
    """Raise ``ChangeRefused`` if one of them cannot be a key: it is empty, too long or not a single line."""
    for key in keys:
        if not 1 <= len(key) <= MAX_KEY or writable_line(key) != key:
            raise ChangeRefused(f"“{key_name(key)}” is not a key that Muster knows.")


def writable_line(line: str) -> str:
    """Return a line with spaces in place of characters that files cannot contain."""
    return UNWRITABLE.sub(" ", line)


def group_of(draft: Draft, member_id: str) -> MinionGroup:
    """Return a member with the minions that joined with it and leave with it."""
    return minion_group(member_of(draft, member_id), draft.roster.members)


def recruited(
    creature: str, draft: Draft, rulebook: Rulebook, next_member: int, leaders: tuple[Member, ...] = ()
) -> list[Member]:
    """Return a new member of a creature, pinned to its card, followed by the minions that the card starts with.

    ``leaders`` are its commander, last, and the commander's own commanders. Raises ``ChangeRefused`` for too many of
    them.
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
    """Raise ``ChangeRefused`` if so many more members are too many for one warband."""
    if len(draft.roster.members) + more > MAX_MEMBERS:
        raise ChangeRefused(f"A warband can have at most {MAX_MEMBERS} members. Remove some before you add more.")


def few_extras(number: int, what: str) -> None:
    """Raise ``ChangeRefused`` if one member carries too much for one page."""
    if number > MAX_EXTRAS:
        raise ChangeRefused(f"One creature can have at most {MAX_EXTRAS} {what}. Remove some before you add more.")


def few_in_all(draft: Draft) -> Draft:
    """Return the draft; raise ``ChangeRefused`` if its members together carry too much for one document."""
    bought = sum(len(member.upgrades) + len(member.items) + len(member.positioning) for member in draft.roster.members)
    if bought > MAX_BOUGHT_IN_ALL:
        raise ChangeRefused(
            f"All creatures together can have at most {MAX_BOUGHT_IN_ALL:,} upgrades and items. Remove some first."
        )
    return draft


FORMAT = Format("muster-change/1", "a change")
KIND = "change"
"""The field that names the kind of change."""


def change_document(change: Change) -> dict[str, Any]:
    """Return a change as a document."""
    return {"format": FORMAT.tag, KIND: change.kind, **parts_document(change)}


def change_from_document(document: object, path: str = "") -> Change:
    """Read a change; raise ``DocumentError`` with the path of the first thing that cannot be read."""
    return value_of_kind(FORMAT.upcast(document, path), KIND, Change.by_kind)


def change_fields(change: Change) -> dict[str, str]:
    """Return a change as fields of a form."""
    return fields_of(change.kind, {name: getattr(change, name) for name in declared_parts(type(change))})


def fields_of(kind: str, parts: Mapping[str, Any], typed: Collection[str] = ()) -> dict[str, str]:
    """Return the fields of a change, without the parts named ``typed``, which the player types.

    Raises ``RulesError`` unless these are exactly the parts of a change of that kind.
    """
    declared = declared_parts(Change.by_kind[kind]) if kind in Change.by_kind else None
    if declared is None or declared.keys() != {*parts, *typed}:
        raise RulesError(f"There is no change {kind!r} of {', '.join((*parts, *typed)) or 'nothing'}.")
    return {KIND: kind} | {name: form_text(part.shape, parts[name]) for name, part in declared.items() if name in parts}


def change_from_fields(given: Mapping[str, str]) -> Change:
    """Read a change from fields and ignore others; raise ``ChangeRefused`` if they describe no change."""
    kind = Change.by_kind.get(given.get(KIND, ""))
    if kind is None:
        raise ChangeRefused("This page asked for something that Muster does not know. Reload it and try again.")
    parts = {}
    for name, part in declared_parts(kind).items():
        text = given.get(name)
        if text is None and not is_optional(part):
            raise ChangeRefused(f"This change is missing its part “{name}”. Reload the page and try again.")
        parts[name] = form_value(part.shape, text or "")
    return kind(**parts)


MAX_CHANGES = 200
"""The most changes in one set."""


def _read_changes(read: Fields, name: str) -> tuple[Change, ...]:
    changes = []
    for item in read.items(name, high=MAX_CHANGES):
        # A set within a set is refused before it is looked into.
        if item.raw.get("change") == ChangeSet.kind:
            fail("document.value", item.at("change"), "A set of changes cannot contain another set.")
        changes.append(change_from_document(item.raw, item.path))
    return tuple(changes)


CHANGES = Shape(
    lambda changes: [change_document(change) for change in changes],
    _read_changes,
    {"type": "array", "items": {"type": "object"}},
)


class ChangeSet(Change, kind="change-set"):
    """Several changes as one, in order: all of them are made, or none. ``label`` describes their common effect.

    Raises ``RulesError`` for a set within a set.
    """

    changes: Annotated[tuple[Change, ...], CHANGES]
    label: str

    def __post_init__(self) -> None:
        if any(isinstance(change, ChangeSet) for change in self.changes):
            raise RulesError("A set of changes cannot contain another set.")

    @property
    def creatures(self) -> tuple[str, ...]:
        """Keys of creatures that the changes name."""
        return tuple(key for change in self.changes for key in change.creatures)

    @property
    def items(self) -> tuple[str, ...]:
        """Keys of items that the changes name."""
        return tuple(key for change in self.changes for key in change.items)

    def revisions(self, draft: Draft) -> tuple[tuple[str, int], ...]:
        """Return the revisions of cards that the changes name."""
        return tuple(revision for change in self.changes for revision in change.revisions(draft))

    def apply(self, draft: Draft, rulebook: Rulebook, next_member: int = FIRST_NUMBER) -> Draft:
        """Return the draft after the last change."""
        for change in self.changes:
            draft = change.apply(draft, rulebook, next_member)
            next_member = next_member_number(draft, next_member)
        return draft

    def describe(self, draft: Draft, rulebook: Rulebook) -> str:
        """Return their common effect."""
        return writable_line(self.label)
