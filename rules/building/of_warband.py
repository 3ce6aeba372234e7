"""Changes of the warband as a whole: name, mode, limits, notes, and what the table agreed on."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.alignment import BY_CODE
from rules.building.changes import (
    Change,
    ChangeRefused,
    all_keys,
    called,
    key_name,
    member_of,
    several_lines,
    single_line,
)
from rules.building.draft import MAX_ITEMS, MAX_LIMIT, MAX_NAME, MAX_NOTES, MAX_REASON, Draft
from rules.documents import MAX_ENTRIES
from rules.legality.problem import SEVERITIES, SHORT_WORDS
from rules.legality.rulebook import Rulebook
from rules.roster.documents import MAX_COLLECTION, MAX_NUMBER, MAX_SOURCES
from rules.roster.model import HouseRules, Override
from rules.tables.play_modes import BY_ROSTER_KEY

MAX_BANNED = 1_000
MAX_OVERRIDES = MAX_ENTRIES


@dataclass(frozen=True, slots=True)
class WarbandRename(Change):
    """The warband is called something else."""

    to: str

    def apply(self, draft: Draft, rulebook: Rulebook) -> Draft:
        """Return the draft with the name."""
        name = single_line(self.to, MAX_NAME, "A name")
        if not name:
            raise ChangeRefused("A warband needs a name.")
        return replace(draft, roster=replace(draft.roster, name=name))

    def words(self, draft: Draft, rulebook: Rulebook) -> str:
        """Say what it is called."""
        return f"Called the warband “{single_line(self.to, MAX_NAME, 'A name')}”"


@dataclass(frozen=True, slots=True)
class PlayModeChoose(Change):
    """The warband is built for another play mode; where that one needs a limit and none is set, it sets its own."""

    mode: str

    def apply(self, draft: Draft, rulebook: Rulebook) -> Draft:
        """Return the draft in the mode."""
        mode = BY_ROSTER_KEY.get(self.mode)
        if mode is None:
            raise ChangeRefused(f"There is no play mode “{self.mode[:40]}”.")
        limit = draft.roster.points_limit
        if limit is None and mode.points_limit:
            limit = mode.default_points or USUAL_LIMIT
        return replace(draft, roster=replace(draft.roster, play_mode=self.mode, points_limit=limit))

    def words(self, draft: Draft, rulebook: Rulebook) -> str:
        """Say which mode it is."""
        mode = BY_ROSTER_KEY.get(self.mode)
        return f"Chose {mode.name if mode else self.mode}"


USUAL_LIMIT = 200
"""Points of a warband whose players named no other limit."""


@dataclass(frozen=True, slots=True)
class LimitSet(Change):
    """The players agree on a points limit; None is for play without one."""

    points: int | None

    def apply(self, draft: Draft, rulebook: Rulebook) -> Draft:
        """Return the draft with the limit."""
        if self.points is None and draft.roster.mode.points_limit:
            raise ChangeRefused("This play mode needs a points limit.")
        if self.points is not None and not 1 <= self.points <= MAX_LIMIT:
            raise ChangeRefused(f"A points limit is a number from 1 to {MAX_LIMIT:,}.")
        return replace(draft, roster=replace(draft.roster, points_limit=self.points))

    def words(self, draft: Draft, rulebook: Rulebook) -> str:
        """Say what the limit is."""
        return "Took the limit away" if self.points is None else f"Set the limit to {self.points} points"


@dataclass(frozen=True, slots=True)
class AlignmentChoose(Change):
    """The warband takes one of the nine alignments, or none."""

    alignment: str | None

    def apply(self, draft: Draft, rulebook: Rulebook) -> Draft:
        """Return the draft with the alignment."""
        if self.alignment is not None and self.alignment not in BY_CODE:
            raise ChangeRefused(f"There is no alignment “{self.alignment[:40]}”.")
        return replace(draft, roster=replace(draft.roster, alignment=self.alignment))

    def words(self, draft: Draft, rulebook: Rulebook) -> str:
        """Say which alignment it is."""
        one = BY_CODE.get(self.alignment or "")
        return f"Chose {one.name}" if one else "Chose no alignment"


@dataclass(frozen=True, slots=True)
class WarbandNotes(Change):
    """What its player writes on the warband, for all to read."""

    text: str

    def apply(self, draft: Draft, rulebook: Rulebook) -> Draft:
        """Return the draft with the notes."""
        return replace(draft, notes=several_lines(self.text, MAX_NOTES, "Notes"))

    def words(self, draft: Draft, rulebook: Rulebook) -> str:
        """Say that notes were written."""
        return "Wrote notes on the warband"


@dataclass(frozen=True, slots=True)
class HouseRulesSet(Change):
    """The players agree on house rules; those that restrict nothing are none."""

    house_rules: HouseRules | None

    def apply(self, draft: Draft, rulebook: Rulebook) -> Draft:
        """Return the draft with the house rules."""
        own = self.house_rules or HouseRules()
        if not 0 <= (own.max_items_per_member or 0) <= MAX_ITEMS:
            raise ChangeRefused(f"A house limit on items is a number from 0 to {MAX_ITEMS}.")
        for keys, most, what in (
            (own.sources or (), MAX_SOURCES, "sources"),
            (own.banned, MAX_BANNED, "banned creatures"),
        ):
            if len(keys) > most:
                raise ChangeRefused(f"House rules name at most {most:,} {what}; these name {len(keys):,}.")
            all_keys(keys)
        return replace(draft, roster=replace(draft.roster, house_rules=None if own == HouseRules() else own))

    def words(self, draft: Draft, rulebook: Rulebook) -> str:
        """Say that house rules were set."""
        return "Set the house rules"


@dataclass(frozen=True, slots=True)
class SourceAllow(Change):
    """The house rules allow one more source."""

    source: str

    def apply(self, draft: Draft, rulebook: Rulebook) -> Draft:
        """Return the draft that may take creatures of the source."""
        own = draft.roster.house_rules
        if own is None or own.sources is None or self.source in own.sources:
            return draft
        return HouseRulesSet(replace(own, sources=(*own.sources, self.source))).apply(draft, rulebook)

    def words(self, draft: Draft, rulebook: Rulebook) -> str:
        """Say which source."""
        name = rulebook.sources.get(self.source)
        return f"Allowed the source {name or key_name(self.source)}"


@dataclass(frozen=True, slots=True)
class BanLift(Change):
    """The house rules ban a creature no longer."""

    creature: str

    def apply(self, draft: Draft, rulebook: Rulebook) -> Draft:
        """Return the draft that may take the creature."""
        own = draft.roster.house_rules
        if own is None or self.creature not in own.banned:
            return draft
        banned = tuple(key for key in own.banned if key != self.creature)
        return HouseRulesSet(replace(own, banned=banned)).apply(draft, rulebook)

    def words(self, draft: Draft, rulebook: Rulebook) -> str:
        """Say whose ban is lifted."""
        card = rulebook.card(self.creature)
        return f"Lifted the ban on {card.name if card else key_name(self.creature)}"


@dataclass(frozen=True, slots=True)
class CollectionSet(Change):
    """The warband is held to the miniatures that its player owns; None: to none in particular.

    ``owned`` are pairs of a creature's key and how many of it there are.
    """

    owned: tuple[tuple[str, int], ...] | None

    def apply(self, draft: Draft, rulebook: Rulebook) -> Draft:
        """Return the draft with the collection."""
        owned = None if self.owned is None else dict(self.owned)
        if owned is not None:
            if len(owned) > MAX_COLLECTION:
                raise ChangeRefused(f"A collection has at most {MAX_COLLECTION:,} creatures; this has {len(owned):,}.")
            if not all(0 <= number <= MAX_NUMBER for number in owned.values()):
                raise ChangeRefused(f"Of a creature one has 0 to {MAX_NUMBER:,} figures.")
            all_keys(owned)
        return replace(draft, roster=replace(draft.roster, collection=owned))

    def words(self, draft: Draft, rulebook: Rulebook) -> str:
        """Say whether the collection counts."""
        return "Allowed any figure" if self.owned is None else "Took only what I own"


@dataclass(frozen=True, slots=True)
class OverrideAdd(Change):
    """The table agrees to live with a problem, and why; ``member`` is whose, None for everybody's."""

    code: str
    reason: str
    member: str | None = None

    def apply(self, draft: Draft, rulebook: Rulebook) -> Draft:
        """Return the draft with the override; an older one of the same problem is replaced."""
        if self.code not in SEVERITIES:
            raise ChangeRefused(f"There is no problem “{self.code[:40]}”.")
        if self.member is not None:
            member_of(draft, self.member)
        reason = single_line(self.reason, MAX_REASON, "A reason")
        if not reason:
            raise ChangeRefused("Say why the table allows it: the reason is shown with the warband.")
        others = [one for one in draft.roster.overrides if (one.code, one.member) != (self.code, self.member)]
        if len(others) >= MAX_OVERRIDES:
            raise ChangeRefused(f"A warband has at most {MAX_OVERRIDES:,} agreements. Take some back first.")
        return _with_overrides(draft, *others, Override(self.code, reason, self.member))

    def words(self, draft: Draft, rulebook: Rulebook) -> str:
        """Say what was agreed."""
        whose = f" for {called(member_of(draft, self.member), draft, rulebook)}" if self.member else ""
        return f"Agreed to allow “{_problem(self.code)}”{whose}"


@dataclass(frozen=True, slots=True)
class OverrideRemove(Change):
    """The table no longer lives with a problem."""

    code: str
    member: str | None = None

    def apply(self, draft: Draft, rulebook: Rulebook) -> Draft:
        """Return the draft without the override."""
        rest = (one for one in draft.roster.overrides if (one.code, one.member) != (self.code, self.member))
        return _with_overrides(draft, *rest)

    def words(self, draft: Draft, rulebook: Rulebook) -> str:
        """Say what counts again."""
        return f"Took back the agreement on “{_problem(self.code)}”"


def _problem(code: str) -> str:
    return SHORT_WORDS.get(code, key_name(code))


def _with_overrides(draft: Draft, *overrides: Override) -> Draft:
    return replace(draft, roster=replace(draft.roster, overrides=overrides))


@dataclass(frozen=True, slots=True)
class Together(Change):
    """Several changes as one, in their order; all are made, or none. ``name`` says what they do together."""

    changes: tuple[Change, ...]
    name: str

    @property
    def creatures(self) -> tuple[str, ...]:
        """Keys of creatures that the changes name."""
        return tuple(key for change in self.changes for key in change.creatures)

    @property
    def items(self) -> tuple[str, ...]:
        """Keys of items that the changes name."""
        return tuple(key for change in self.changes for key in change.items)

    def apply(self, draft: Draft, rulebook: Rulebook) -> Draft:
        """Return the draft after the last change."""
        for change in self.changes:
            draft = change.apply(draft, rulebook)
        return draft

    def words(self, draft: Draft, rulebook: Rulebook) -> str:
        """Say what they do together."""
        return self.name


CHANGES = (
    WarbandRename,
    PlayModeChoose,
    LimitSet,
    AlignmentChoose,
    WarbandNotes,
    SourceAllow,
    BanLift,
    OverrideAdd,
    OverrideRemove,
)
"""Those whose parts are words and numbers; house rules, collections and several together are made by forms."""
