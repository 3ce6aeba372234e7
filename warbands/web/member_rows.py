"""The members of a warband as rows of the builder.

A row is drawn from a value that holds all that it says, and is kept: a change draws only the rows that it changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from common.caches import BoundedCache
from rules.building.fixes import ProblemPlace
from rules.points import MAX_HERO_POINTS
from rules.sheets import MemberSheet, ProblemLine, RosterSheet
from warbands.selectors.places import EVERYTHING, BuilderOffers

_drawn_rows: BoundedCache[SafeString] = BoundedCache(16 * 2**20)

SHOWN = 12
"""Problems of one member that its row tells; of more it tells how many."""
STATS = frozenset({"fight", "armor", "hp", "speed"})

AgreedProblem = tuple[str, str | None]
"""A problem that the table allows: its code and its member's id."""

FixLabels = Mapping[ProblemPlace, tuple[str, ...]]
"""The labels of the fixes of each problem, in their order."""


class ProblemRow(NamedTuple):
    """A problem as drawn; ``labels`` are those of its fixes, in their order.

    ``agreed_for`` is the id of the member whose problem the table agreed to allow, "" where that is everybody's.
    """

    line: ProblemLine
    labels: tuple[str, ...]
    agreed_for: str

    @property
    def weight(self) -> str:
        """The class of how much it weighs."""
        if self.line.overridden:
            return "agreed"
        return "bad" if self.line.severity == "error" else "warn"


class MemberRow(NamedTuple):
    """All that the row of a member says. ``dismiss_at`` is the address of the page that dismisses members, if any."""

    id: str
    called: str
    creature: str
    key: str
    known: bool
    alignment: str
    emblem: str
    sign: str
    faction: str
    level: int | None
    stats: tuple[tuple[str, str], ...]
    points: int
    base_points: int
    extras_points: int
    upgrade_cost: int | None
    is_free: bool
    commander: str
    hero_points: int
    bought: tuple[str, ...]
    problems: tuple[ProblemRow, ...]
    more: int
    newer: int | None
    is_first: bool
    is_last: bool
    is_open: bool
    offers: BuilderOffers = EVERYTHING
    dismiss_at: str = ""

    @property
    def pips(self) -> list[tuple[int, bool, int]]:
        """The hero points as pips: which one, whether it is had, and how many a press gives."""
        return [
            (pip, pip <= self.hero_points, pip - 1 if pip == self.hero_points else pip)
            for pip in range(1, MAX_HERO_POINTS + 1)
        ]


def rows(
    sheet: RosterSheet,
    labels: FixLabels,
    opened: str = "",
    offers: BuilderOffers = EVERYTHING,
    dismiss_at: str = "",
) -> list[MemberRow]:
    """Return the rows of all members; ``labels`` are those of the fixes of each problem."""
    leaders = [member.id for member in sheet.members if not member.commander]
    first, last = (leaders[0], leaders[-1]) if leaders else ("", "")
    agreed = agreements(sheet)
    return [
        MemberRow(
            id=one.id,
            called=one.called,
            creature=one.creature,
            key=one.key,
            known=one.known,
            alignment=one.card.alignment.code if one.card and one.card.alignment else "",
            emblem=one.card.emblem if one.card else "",
            sign=one.card.alignment.sign if one.card and one.card.alignment else "",
            faction=one.card.alignment.name if one.card and one.card.alignment else "no alignment",
            level=one.card.level if one.card else None,
            stats=_stats(one),
            points=one.points,
            base_points=one.base_points,
            extras_points=one.extras_points,
            upgrade_cost=one.upgrade_cost,
            is_free=one.is_free,
            commander=one.commander,
            hero_points=one.hero_points,
            bought=tuple(_bought(one)),
            problems=problem_rows(one.problems[:SHOWN], labels, agreed),
            more=len(one.problems[SHOWN:]),
            newer=one.newer_revision,
            is_first=one.id == first,
            is_last=one.id == last,
            is_open=one.id == opened,
            offers=offers,
            dismiss_at=dismiss_at,
        )
        for one in sheet.members
    ]


def agreements(sheet: RosterSheet) -> frozenset[AgreedProblem]:
    """Return what the table agreed to allow."""
    return frozenset((one.code, one.member) for one in sheet.overrides)


def problem_rows(
    problems: Iterable[ProblemLine], labels: FixLabels, agreed: frozenset[AgreedProblem]
) -> tuple[ProblemRow, ...]:
    """Return problems beside the labels of their fixes."""
    return tuple(
        ProblemRow(
            one,
            labels.get((one.code, one.member, one.key), ()),
            one.member or "" if (one.code, one.member) in agreed else "",
        )
        for one in problems
    )


def _stats(member: MemberSheet) -> tuple[tuple[str, str], ...]:
    stats = member.card.stats if member.card else ()
    return tuple((stat.label, stat.value) for stat in stats if stat.name in STATS)


def _bought(member: MemberSheet) -> Iterator[str]:
    for upgrade in member.upgrades:
        yield from [upgrade.feature.name] * upgrade.times
    yield from member.unknown_upgrades
    yield from (item.full_name for item in member.items)
    yield from (positioning.name for positioning in member.positioning)


class RowRun(NamedTuple):
    """Rows drawn one after the other, up to the ``last`` one, which is drawn with what stands open below it, if any.

    ``is_agreed_on`` tells that this is the form in which the table allows a problem of that member.
    """

    drawn: SafeString
    last: MemberRow | None = None
    is_agreed_on: bool = False


def draw_runs(rows: Iterable[MemberRow], agreed_on: str = "") -> list[RowRun]:
    """Draw rows; ``agreed_on`` is the id of the member of whom a problem is about to be allowed, "" for none.

    A template takes as long to go through fifty members as for all else of the page; it goes through runs.
    """
    runs: list[RowRun] = []
    drawn: list[str] = []
    for row in rows:
        if row.is_open or row.id == agreed_on:
            runs.append(RowRun(SafeString("".join(drawn)), row, row.id == agreed_on))
            drawn = []
        else:
            drawn.append(_draw_row(row))
    return [*runs, RowRun(SafeString("".join(drawn)))] if drawn else runs


def _draw_row(row: MemberRow) -> SafeString:
    return _drawn_rows.get_or_make(row, lambda: _draw(row))


def _draw(row: MemberRow) -> SafeString:
    return SafeString(render_to_string("warbands/member_item.html", {"row": row}))
