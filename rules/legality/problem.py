"""What can be wrong with a warband: every problem's code, how much it weighs, and what it is about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Severity = Literal["error", "warning"]
SubjectKind = Literal["roster", "member", "upgrade", "item"]

ERRORS: tuple[str, ...] = (
    "roster.empty",
    "points.over_limit",
    "alignment.missing",
    "creature.unknown",
    "creature.over_half",
    "alignment.not_allowed",
    "alignment.unknown",
    "source.not_allowed",
    "creature.banned",
    "collection.exceeded",
    "hero_points.too_many",
    "upgrade.unknown",
    "upgrade.repeated",
    "upgrade.conflict",
    "item.unknown",
    "item.level_too_high",
    "item.repeated",
    "item.too_many",
    "positioning.unknown",
    "positioning.repeated",
    "minion.without_commander",
    "minion.missing",
)
"""Problems that make a warband illegal, in the order in which they are told."""

WARNINGS: tuple[str, ...] = (
    "item.not_usable",
    "item.choice_missing",
    "positioning.not_suited",
    "card.revision_unknown",
    "card.incomplete",
)
"""Problems that a player should know of and may leave as they are."""

CODES: tuple[str, ...] = ERRORS + WARNINGS
SEVERITIES: Mapping[str, Severity] = {code: "error" if code in ERRORS else "warning" for code in CODES}
_RANK = {code: rank for rank, code in enumerate(CODES)}

SHORT_WORDS: Mapping[str, str] = {
    "roster.empty": "a warband without members",
    "points.over_limit": "more points than the limit",
    "alignment.missing": "a warband without an alignment",
    "creature.unknown": "an unknown creature",
    "creature.over_half": "more than half of the points for one creature",
    "alignment.not_allowed": "a creature of another alignment",
    "alignment.unknown": "a creature without an alignment",
    "source.not_allowed": "a creature from another source",
    "creature.banned": "a banned creature",
    "collection.exceeded": "more figures than are owned",
    "hero_points.too_many": "more hero points than the rules allow",
    "upgrade.unknown": "an unknown upgrade",
    "upgrade.repeated": "an upgrade bought more than once",
    "upgrade.conflict": "upgrades that replace the same feature",
    "item.unknown": "an unknown item",
    "item.level_too_high": "an item of too high a level",
    "item.repeated": "an item carried more than once",
    "item.too_many": "more items than are allowed",
    "positioning.unknown": "an unknown positioning upgrade",
    "positioning.repeated": "a positioning upgrade bought more than once",
    "minion.without_commander": "a minion without its commander",
    "minion.missing": "a commander without its minion",
    "item.not_usable": "an item of no use to its carrier",
    "item.choice_missing": "an item whose choice is not made",
    "positioning.not_suited": "an unusual positioning upgrade",
    "card.revision_unknown": "an unknown revision of a card",
    "card.incomplete": "a card with stats missing",
}
"""What is allowed where a table agrees to live with a problem, in a few words for players."""

Param = int | str | None | list[str]


@dataclass(frozen=True, slots=True)
class Subject:
    """What a problem is about: the roster, a member, or an upgrade or item of a member.

    ``index`` is the member's place in the roster, counted from 0; ``id`` the member's; ``key`` the upgrade's (a
    positioning upgrade is one too) or the item's.
    """

    kind: SubjectKind
    index: int | None = None
    id: str | None = None
    key: str | None = None


ROSTER = Subject("roster")


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that the rules hold against a warband.

    ``message`` tells a player what is wrong, with the number and the limit; ``fix`` the smallest change that mends
    it; ``params`` holds the numbers and names for programs. ``overridden`` marks what the table agreed to allow.
    """

    code: str
    subject: Subject
    message: str
    fix: str
    params: Mapping[str, Param] = field(default_factory=dict, hash=False)
    overridden: bool = False

    @property
    def severity(self) -> Severity:
        """How much the problem weighs: an error makes the warband illegal, a warning does not."""
        return SEVERITIES[self.code]

    @property
    def blocks(self) -> bool:
        """Whether the warband is illegal because of this problem: an error that nobody has overridden."""
        return not self.overridden and self.severity == "error"

    @property
    def order(self) -> tuple[int, int]:
        """Where the problem stands among others: the roster's first, then by member, then by code."""
        return (-1 if self.subject.index is None else self.subject.index, _RANK[self.code])


def problem(code: str, subject: Subject, message: str, fix: str, **params: Param) -> Problem:
    """Return a problem; what is given besides its texts becomes its params."""
    return Problem(code, subject, message, fix, params)
