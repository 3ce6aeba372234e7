"""The members of a warband as rows of the builder.

A row is drawn from a value with all its content, and cached: a change redraws only the rows that it changed.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from django.utils.safestring import SafeString

from common.caches import draw_once
from rules.building.changes import ChangeSet, MemberChange
from rules.building.fixes import Fix, ProblemPlace
from rules.cards.model import HOMEBREW_MARK
from rules.points import MAX_HERO_POINTS
from rules.sheets.members import GroupProblem, MemberGroup
from rules.sheets.model import MemberSheet, ProblemLine, RosterSheet
from warbands.selectors.legality import EVERYTHING, BuilderOffers

SHOWN = 12
"""The most problems of one member in its row; the rest are counted."""
STATS = frozenset({"fight", "armor", "hp", "speed"})

AgreedProblem = tuple[str, str | None]
"""A problem that the table allows: its code and its member's id."""


class FixLabel(NamedTuple):
    """The text of a fix's button, "" if it is not offered; ``is_of_member``: it changes only its member."""

    words: str
    is_of_member: bool

    def of(self, number: int) -> str:
        """Return the label for a number of members with the problem."""
        return f"{self.words} (all {number})" if self.words and self.is_of_member and number > 1 else self.words


FixLabels = Mapping[ProblemPlace, tuple[FixLabel, ...]]
"""The labels of the fixes of each problem, in their order."""


def fix_label(fix: Fix, offers: BuilderOffers) -> FixLabel:
    """Return the text of a fix's button."""
    changes = fix.change.changes if isinstance(fix.change, ChangeSet) else (fix.change,)
    is_of_member = any(isinstance(change, MemberChange) for change in changes)
    return FixLabel(fix.label if offers.offers(fix.change) else "", is_of_member)


class OpenRows(NamedTuple):
    """The open parts of the list, each by the id of a member, "" for none.

    ``member``: that member alone; ``group``: its group as a whole; ``each``: its group, a row for each of its members.
    """

    member: str = ""
    group: str = ""
    each: str = ""

    def shows_each(self, group: MemberGroup) -> bool:
        """Return True if a group of several is shown as single members."""
        return group.number > 1 and (self.member in group.ids or self.each in group.ids)

    def open_group(self, groups: Iterable[MemberGroup]) -> MemberGroup | None:
        """Return the members whose editor is open; a member that is opened alone is its own group."""
        for group in groups:
            for member in group.members:
                if member.id == self.member:
                    return MemberGroup((member,))
        named = (group for group in groups if self.group in group.ids)
        return None if self.member else next((group for group in named if not self.shows_each(group)), None)

    def shown(self, groups: Iterable[MemberGroup]) -> Iterator[MemberGroup]:
        """Yield the groups as shown; groups that are shown member by member become single members."""
        for group in groups:
            if self.shows_each(group):
                yield from (MemberGroup((member,)) for member in group.members)
            else:
                yield group


NOTHING_OPEN = OpenRows()


class ProblemRow(NamedTuple):
    """A problem as drawn; ``labels`` are those of its fixes, in order.

    ``members`` are the ids of those who have it, empty for a problem of the warband, and ``share`` is how many of their
    group that is, "" for all. ``agreed_for`` are those of them whose problem the players agreed to allow, empty if that
    applies to all.
    """

    line: ProblemLine
    labels: tuple[str, ...]
    members: tuple[str, ...] = ()
    share: str = ""
    agreed_for: tuple[str, ...] = ()

    @property
    def weight(self) -> str:
        """The CSS class of its severity."""
        if self.line.overridden:
            return "agreed"
        return "bad" if self.line.severity == "error" else "warn"


class MemberRow(NamedTuple):
    """The content of a row for one member or several equal ones.

    ``ids`` are theirs, ``handle`` ends the ids of the row's elements. ``shows_each`` is True if a row for each of them
    follows, ``is_part`` if the row is one of these. ``above`` is the id of the member before which they go when they
    move up, ``below`` when they move down, "" for the end of the list. ``dismiss_at`` is the address of the page that
    dismisses members, if any.
    """

    ids: tuple[str, ...]
    handle: str
    shows_each: bool
    is_part: bool
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
    above: str
    below: str
    is_first: bool
    is_last: bool
    is_open: bool
    offers: BuilderOffers = EVERYTHING
    dismiss_at: str = ""

    @property
    def id(self) -> str:
        """The id of the first of them."""
        return self.ids[0]

    @property
    def is_homebrew(self) -> bool:
        """Whether a player wrote their creature."""
        return HOMEBREW_MARK in self.key

    @property
    def number(self) -> int:
        """The number of its members."""
        return len(self.ids)

    @property
    def each(self) -> int:
        """The cost of one of them, in points."""
        return self.points // self.number

    @property
    def last_one(self) -> str:
        """The id of the last of them, which plus and minus change."""
        return self.ids[-1]

    @property
    def marks(self) -> int:
        """The number of problems and newer cards in its mark."""
        return len(self.problems) + self.more + self.has_newer

    @property
    def weight(self) -> str:
        """The class of the heaviest problem in the mark, "" for none."""
        weights = {problem.weight for problem in self.problems}
        if self.has_newer:
            weights.add("warn")
        return next((weight for weight in ("bad", "warn", "agreed") if weight in weights), "")

    @property
    def has_newer(self) -> bool:
        """Whether the row shows that its creature has a newer card."""
        return self.newer is not None and not self.shows_each

    @property
    def pips(self) -> tuple[tuple[int, bool, int], ...]:
        """The hero points as pips: their number, whether they are filled, and how many a press sets."""
        return tuple(
            (pip, pip <= self.hero_points, pip - 1 if pip == self.hero_points else pip)
            for pip in range(1, MAX_HERO_POINTS + 1)
        )

    @property
    def pip_buttons(self) -> SafeString:
        """The pips as buttons, which most changes of a row do not affect."""
        known = {"handle": self.handle, "ids": self.ids, "pips": self.pips, "upgrade_cost": self.upgrade_cost}
        return draw_once("warbands/pips.html", **known)


def rows(
    groups: Sequence[MemberGroup],
    labels: FixLabels,
    agreed: frozenset[AgreedProblem] = frozenset(),
    opened: OpenRows = NOTHING_OPEN,
    offers: BuilderOffers = EVERYTHING,
    dismiss_at: str = "",
) -> list[MemberRow]:
    """Return the rows of all groups; ``labels`` are those of the fixes of each problem."""
    open_group = opened.open_group(groups)
    open_ids = open_group.ids if open_group else ()
    places = _row_moves(groups)

    def row(group: MemberGroup, *, shows_each: bool = False, is_part: bool = False) -> MemberRow:
        member_sheet = group.first
        alignment = member_sheet.card.alignment if member_sheet.card else None
        problems = () if shows_each else group.problems
        above, below, is_first, is_last = _NO_MOVES if is_part else places[member_sheet.id]
        return MemberRow(
            ids=group.ids,
            handle=f"group-{member_sheet.id}" if shows_each else member_sheet.id,
            shows_each=shows_each,
            is_part=is_part,
            called=group.called,
            creature=member_sheet.creature,
            key=member_sheet.key,
            known=member_sheet.known,
            alignment=alignment.code if alignment else "",
            emblem=member_sheet.card.emblem if member_sheet.card else "",
            sign=alignment.sign if alignment else "",
            faction=alignment.name if alignment else "no alignment",
            level=member_sheet.card.level if member_sheet.card else None,
            stats=_stats(member_sheet),
            points=group.points,
            base_points=member_sheet.base_points,
            extras_points=member_sheet.extras_points,
            upgrade_cost=member_sheet.upgrade_cost,
            is_free=member_sheet.is_free,
            commander=member_sheet.commander,
            hero_points=member_sheet.hero_points,
            bought=tuple(_bought(member_sheet)),
            problems=problem_rows(problems[:SHOWN], labels, agreed, group.number),
            more=len(problems[SHOWN:]),
            newer=member_sheet.newer_revision,
            above=above,
            below=below,
            is_first=is_first,
            is_last=is_last,
            is_open=group.ids == open_ids,
            offers=offers,
            dismiss_at=dismiss_at,
        )

    rows = []
    for group in groups:
        shows_each = opened.shows_each(group)
        rows.append(row(group, shows_each=shows_each))
        if shows_each:
            rows += [row(MemberGroup((member,)), is_part=True) for member in group.members]
    return rows


class _RowMoves(NamedTuple):
    """How a row can move: before which member it goes one row up and one row down, and whether it is an end of the
    list.
    """

    above: str
    below: str
    is_first: bool
    is_last: bool


_NO_MOVES = _RowMoves("", "", is_first=True, is_last=True)


def _row_moves(groups: Iterable[MemberGroup]) -> dict[str, _RowMoves]:
    """Return how each row can move, by the id of its first member: minions among those of their commander."""
    siblings: dict[str | None, list[str]] = {}
    for group in groups:
        member_sheet = group.first
        siblings.setdefault(member_sheet.minion_of if member_sheet.commander else None, []).append(member_sheet.id)
    places = {}
    for ids in siblings.values():
        last = len(ids) - 1
        for place, member in enumerate(ids):
            above, below = ids[place - 1 : place], ids[place + 2 : place + 3]
            places[member] = _RowMoves("".join(above), "".join(below), is_first=place == 0, is_last=place == last)
    return places


def agreements(sheet: RosterSheet) -> frozenset[AgreedProblem]:
    """Return the table's exceptions."""
    return frozenset((override.code, override.member) for override in sheet.overrides)


def problem_rows(
    problems: Iterable[GroupProblem], labels: FixLabels, agreed: frozenset[AgreedProblem], number: int = 0
) -> tuple[ProblemRow, ...]:
    """Return the problems of a group of so many members, or of the warband, with the labels of their fixes."""
    return tuple(
        ProblemRow(
            line,
            tuple(label.of(len(members)) for label in labels.get((line.code, line.member, line.key), ())),
            members,
            f"{len(members)} of {number}" if len(members) < number else "",
            members if (line.code, line.member) in agreed else (),
        )
        for line, members in ((problem.line, problem.members) for problem in problems)
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
    """Rows drawn one after the other, up to the ``last`` one, which is drawn with the editor below it, if any."""

    drawn: SafeString
    last: MemberRow | None = None


def draw_runs(rows: Iterable[MemberRow]) -> list[RowRun]:
    """Draw rows. A template takes as long to go through fifty members as for all else of the page: it goes through
    runs.
    """
    runs: list[RowRun] = []
    drawn: list[str] = []
    for row in rows:
        if row.is_open:
            runs.append(RowRun(SafeString("".join(drawn)), row))
            drawn = []
        else:
            drawn.append(draw_once("warbands/member_item.html", row=row))
    return [*runs, RowRun(SafeString("".join(drawn)))] if drawn else runs


class RowProblems(NamedTuple):
    """The drawn problems of a row; ``is_agreed_on`` is True if the form to allow one of them follows."""

    drawn: SafeString
    is_agreed_on: bool


def draw_problems(rows: Iterable[MemberRow], agreed_on: str = "") -> list[RowProblems]:
    """Draw the problems of rows; ``agreed_on`` is the id of the member with a problem that is about to be allowed."""
    return [
        RowProblems(draw_once("warbands/row_problems.html", row=row), agreed_on in row.ids)
        for row in rows
        if row.weight
    ]
