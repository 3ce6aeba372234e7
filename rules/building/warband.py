"""Changes of the warband as a whole: name, mode, limits, notes, and the players' agreements."""

from dataclasses import replace
from typing import Annotated

from rules.alignment import BY_CODE
from rules.building.changes import (
    Change,
    all_keys,
    called,
    key_name,
    member_of,
    several_lines,
    single_line,
    with_roster,
)
from rules.building.draft import FIRST_NUMBER, MAX_ITEMS, MAX_LIMIT, MAX_NOTES, MAX_REASON, Draft
from rules.documents.reading import MAX_ENTRIES, Fields
from rules.documents.shapes import Shape
from rules.errors import ChangeRefused, require
from rules.legality.resolved import Rulebook
from rules.legality.verdict import RULES_BY_CODE, rule_label
from rules.lengths import MAX_NAME
from rules.roster.model import COLLECTION, MAX_COLLECTION, MAX_NUMBER, MAX_SOURCES, HouseRules, Override
from rules.tables.play_modes import BY_ROSTER_KEY
from rules.text import counted

MAX_BANNED = 1_000
MAX_OVERRIDES = MAX_ENTRIES


def _read_owned(read: Fields, name: str) -> tuple[tuple[str, int], ...] | None:
    owned = COLLECTION.read(read, name)
    return None if owned is None else tuple(owned.items())


OWNED = Shape(COLLECTION.write, _read_owned, COLLECTION.schema)
"""A collection as a roster document writes it, as pairs of a creature's key and a number, or null."""


class WarbandRename(Change, kind="warband-rename"):
    """The warband is renamed."""

    to: str

    def apply(self, draft: Draft, rulebook: Rulebook, next_member: int = FIRST_NUMBER) -> Draft:
        """Return the draft with the name."""
        name = single_line(self.to, MAX_NAME, "A name")
        if not name:
            raise ChangeRefused("A warband needs a name.")
        return with_roster(draft, name=name)

    def describe(self, draft: Draft, rulebook: Rulebook) -> str:
        """Return the new name."""
        return f"Renamed the warband “{single_line(self.to, MAX_NAME, 'A name')}”"


class PlayModeChoose(Change, kind="play-mode-choose"):
    """The warband is built for another play mode; if the mode needs a limit and there is none, it sets its own."""

    mode: str

    def apply(self, draft: Draft, rulebook: Rulebook, next_member: int = FIRST_NUMBER) -> Draft:
        """Return the draft in the mode."""
        mode = require(BY_ROSTER_KEY.get(self.mode), ChangeRefused(f"There is no play mode “{self.mode[:40]}”."))
        limit = draft.roster.points_limit
        if limit is None and mode.points_limit:
            limit = mode.default_points or USUAL_LIMIT
        return with_roster(draft, play_mode=self.mode, points_limit=limit)

    def describe(self, draft: Draft, rulebook: Rulebook) -> str:
        """Return which mode it is."""
        mode = BY_ROSTER_KEY.get(self.mode)
        return f"Chose {mode.name if mode else self.mode}"


USUAL_LIMIT = 200
"""The points of a warband without another limit."""


class LimitSet(Change, kind="limit-set"):
    """Sets the agreed points limit; None means play without one."""

    points: int | None

    def apply(self, draft: Draft, rulebook: Rulebook, next_member: int = FIRST_NUMBER) -> Draft:
        """Return the draft with the limit."""
        if self.points is None and draft.roster.mode.points_limit:
            raise ChangeRefused("This play mode needs a points limit.")
        if self.points is not None and not 1 <= self.points <= MAX_LIMIT:
            raise ChangeRefused(f"A points limit is a number from 1 to {MAX_LIMIT:,}.")
        return with_roster(draft, points_limit=self.points)

    def describe(self, draft: Draft, rulebook: Rulebook) -> str:
        """Return the limit."""
        return (
            "Removed the points limit" if self.points is None else f"Set the limit to {counted(self.points, 'point')}"
        )


class AlignmentChoose(Change, kind="alignment-choose"):
    """The warband takes one of the nine alignments, or none."""

    alignment: str | None

    def apply(self, draft: Draft, rulebook: Rulebook, next_member: int = FIRST_NUMBER) -> Draft:
        """Return the draft with the alignment."""
        if self.alignment is not None and self.alignment not in BY_CODE:
            raise ChangeRefused(f"There is no alignment “{self.alignment[:40]}”.")
        return with_roster(draft, alignment=self.alignment)

    def describe(self, draft: Draft, rulebook: Rulebook) -> str:
        """Return the alignment."""
        alignment = BY_CODE.get(self.alignment or "")
        return f"Chose {alignment.name}" if alignment else "Chose no alignment"


class WarbandNotes(Change, kind="warband-notes", is_typed=True, words="Edited the warband’s notes"):
    """The player's notes on the warband, which everybody who sees it can read."""

    text: str

    def apply(self, draft: Draft, rulebook: Rulebook, next_member: int = FIRST_NUMBER) -> Draft:
        """Return the draft with the notes."""
        return replace(draft, notes=several_lines(self.text, MAX_NOTES, "Notes"))


class HouseRulesSet(Change, kind="house-rules-set", words="Changed the house rules"):
    """Sets the house rules; rules that restrict nothing count as none."""

    house_rules: HouseRules | None

    def apply(self, draft: Draft, rulebook: Rulebook, next_member: int = FIRST_NUMBER) -> Draft:
        """Return the draft with the house rules."""
        own = self.house_rules or HouseRules()
        if not 0 <= (own.max_items_per_member or 0) <= MAX_ITEMS:
            raise ChangeRefused(f"A house limit on items is a number from 0 to {MAX_ITEMS}.")
        for keys, most, what in (
            (own.sources or (), MAX_SOURCES, "sources"),
            (own.banned, MAX_BANNED, "banned creatures"),
        ):
            if len(keys) > most:
                raise ChangeRefused(f"House rules can name at most {most:,} {what}; these name {len(keys):,}.")
            all_keys(keys)
        return with_roster(draft, house_rules=None if own == HouseRules() else own)


class SourceAllow(Change, kind="source-allow"):
    """The house rules allow one more source."""

    source: str

    def apply(self, draft: Draft, rulebook: Rulebook, next_member: int = FIRST_NUMBER) -> Draft:
        """Return the draft that may field creatures of the source."""
        own = draft.roster.house_rules
        if own is None or own.sources is None or self.source in own.sources:
            return draft
        return HouseRulesSet(replace(own, sources=(*own.sources, self.source))).apply(draft, rulebook)

    def describe(self, draft: Draft, rulebook: Rulebook) -> str:
        """Return which source."""
        name = rulebook.sources.get(self.source)
        return f"Allowed the source {name or key_name(self.source)}"


class BanLift(Change, kind="ban-lift"):
    """The house rules no longer ban a creature."""

    creature: str

    def apply(self, draft: Draft, rulebook: Rulebook, next_member: int = FIRST_NUMBER) -> Draft:
        """Return the draft that may field the creature."""
        own = draft.roster.house_rules
        if own is None or self.creature not in own.banned:
            return draft
        banned = tuple(key for key in own.banned if key != self.creature)
        return HouseRulesSet(replace(own, banned=banned)).apply(draft, rulebook)

    def describe(self, draft: Draft, rulebook: Rulebook) -> str:
        """Return whose ban is lifted."""
        card = rulebook.card(self.creature)
        return f"Lifted the ban on {card.name if card else key_name(self.creature)}"


class CollectionSet(Change, kind="collection-set"):
    """The warband is limited to the miniatures that its player owns; None removes that limit.

    ``owned`` are pairs of a creature's key and the number of its miniatures.
    """

    owned: Annotated[tuple[tuple[str, int], ...] | None, OWNED]

    def apply(self, draft: Draft, rulebook: Rulebook, next_member: int = FIRST_NUMBER) -> Draft:
        """Return the draft with the collection."""
        owned = None if self.owned is None else dict(self.owned)
        if owned is not None:
            if len(owned) > MAX_COLLECTION:
                raise ChangeRefused(
                    f"A collection can have at most {MAX_COLLECTION:,} creatures; this has {len(owned):,}."
                )
            if not all(0 <= number <= MAX_NUMBER for number in owned.values()):
                raise ChangeRefused(f"You can own 0 to {MAX_NUMBER:,} figures of a creature.")
            all_keys(owned)
        return with_roster(draft, collection=owned)

    def describe(self, draft: Draft, rulebook: Rulebook) -> str:
        """Return whether the collection counts."""
        return "Allowed figures that I do not own" if self.owned is None else "Limited the warband to my figures"


class OverrideAdd(Change, kind="override-add"):
    """The players agree to allow a problem, with a reason; ``member`` is the id of its member, None for all of them."""

    code: str
    reason: str
    member: str | None = None

    def apply(self, draft: Draft, rulebook: Rulebook, next_member: int = FIRST_NUMBER) -> Draft:
        """Return the draft with the override; an older one of the same problem is replaced."""
        if self.code not in RULES_BY_CODE:
            raise ChangeRefused(f"There is no problem “{self.code[:40]}”.")
        if self.member is not None:
            member_of(draft, self.member)
        reason = single_line(self.reason, MAX_REASON, "A reason")
        if not reason:
            raise ChangeRefused("Say why the table allows it. Everyone who sees the warband sees the reason.")
        others = [
            override
            for override in draft.roster.overrides
            if (override.code, override.member) != (self.code, self.member)
        ]
        if len(others) >= MAX_OVERRIDES:
            raise ChangeRefused(f"A warband can have at most {MAX_OVERRIDES:,} agreements. Withdraw some first.")
        return _with_overrides(draft, *others, Override(self.code, reason, self.member))

    def describe(self, draft: Draft, rulebook: Rulebook) -> str:
        """Return the agreement."""
        whose = f" for {called(member_of(draft, self.member), draft, rulebook)}" if self.member else ""
        return f"Agreed to allow “{_problem(self.code)}”{whose}"


class OverrideRemove(Change, kind="override-remove"):
    """The players no longer allow a problem."""

    code: str
    member: str | None = None

    def apply(self, draft: Draft, rulebook: Rulebook, next_member: int = FIRST_NUMBER) -> Draft:
        """Return the draft without the override."""
        rest = (
            override
            for override in draft.roster.overrides
            if (override.code, override.member) != (self.code, self.member)
        )
        return _with_overrides(draft, *rest)

    def describe(self, draft: Draft, rulebook: Rulebook) -> str:
        """Return what counts again."""
        return f"Withdrew the agreement on “{_problem(self.code)}”"


def _problem(code: str) -> str:
    return rule_label(key_name(code))


def _with_overrides(draft: Draft, *overrides: Override) -> Draft:
    return with_roster(draft, overrides=overrides)
