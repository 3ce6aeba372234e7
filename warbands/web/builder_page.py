"""The builder as one value: the stored warband, the open parts, and everything derived from both.

Every property is computed once, at its first use: a part of the page costs only what that part shows.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, Self

from django.http import HttpRequest, QueryDict

from accounts.models import Owner
from common.web.address import Address, ListState, address_of
from rules.building.changes import Change
from rules.building.draft import Draft
from rules.building.enlisting import joining
from rules.building.fixes import fixes_by_problem
from rules.crests import Crest
from rules.legality.resolved import Rulebook
from rules.sheets.members import GroupProblem, MemberGroup, member_groups
from rules.sheets.model import NAMELESS, OverrideLine, ProblemLine, RosterSheet
from warbands.models import Warband
from warbands.selectors.collections import collection_of
from warbands.selectors.crests import crest_beside
from warbands.selectors.legality import (
    EVERYTHING,
    LOCKED,
    BuilderOffers,
    CampaignPlace,
    CampaignPlaces,
    EvaluatedDraft,
    TodaysMembers,
    evaluate,
    members_today,
    rulebook_of,
)
from warbands.selectors.warbands import MadeChange, OpenWarband, UndoState, describe_makers, undo_state
from warbands.web import member_rows, panels

OPEN_ROWS = member_rows.OpenRows._fields
"""The open parts of the list of members."""
OPEN_PARTS = (*OPEN_ROWS, "items", "agree")
"""The same, and the words that items are searched for, and a problem to agree on."""
_MAX_QUERY = 2_000
_PAGES = (
    *("sheet", "share", "print", "settings", "crest", "paste-into", "analysis", "chat", "export"),
    *("change", "undo", "redo"),
)
"""The addresses of a warband that its builder leads to."""


@dataclass(frozen=True, slots=True)
class BuilderState:
    """The parts that a player has open in the builder. The page's address contains it, and every form sends it."""

    creatures: ListState
    rows: member_rows.OpenRows = member_rows.NOTHING_OPEN
    items: str = ""
    agree: str = ""

    @classmethod
    def of_request(cls, request: HttpRequest) -> Self:
        """Read the state from the address."""
        return cls._of(ListState.of_request(request, [*panels.NAMES, *OPEN_PARTS], panels.SEVERAL))

    @classmethod
    def of_query(cls, key: str, query: str) -> Self:
        """Read the state from the hidden field of a form."""
        given = QueryDict(query[:_MAX_QUERY])
        names = (*panels.NAMES, *OPEN_PARTS)
        pairs = tuple((name, value) for name in names for value in given.getlist(name) if value.strip())
        return cls._of(ListState(address_of("warbands:builder", key), pairs))

    @classmethod
    def _of(cls, state: ListState) -> Self:
        values = {name: value for name, value in state.values.items() if name in OPEN_PARTS}
        rows = member_rows.OpenRows(**{name: values.pop(name) for name in OPEN_ROWS if name in values})
        return cls(state.without(*OPEN_PARTS), rows, **values)

    @property
    def open_rows(self) -> tuple[tuple[str, str], ...]:
        """The open parts of the list of members, for forms that preserve them."""
        return tuple((name, value) for name, value in self.rows._asdict().items() if value)

    @property
    def address(self) -> Address:
        """The address of the page as shown, without the problem that is about to be allowed."""
        shown: Address = self.creatures
        for name, value in (*self.rows._asdict().items(), ("items", self.items)):
            shown = shown.with_value(name, value)
        return shown

    @property
    def query(self) -> str:
        """The state as a form sends it."""
        return str(self.address).partition("?")[2]


class ConflictNotice(NamedTuple):
    """The other changes and their authors, and the change that was refused because of them.

    ``change`` is None for undo and redo, and if it is no longer possible: ``obstacle`` says why.
    """

    changes: tuple[MadeChange, ...]
    change: Change | None = None
    description: str = ""
    obstacle: str = ""

    @property
    def makers(self) -> str:
        """The authors of the changes."""
        return describe_makers(self.changes)


class Agreement(NamedTuple):
    """A problem that the table is about to allow, and the ids of its members, none for the warband's own."""

    problem: ProblemLine
    members: tuple[str, ...]


@dataclass(frozen=True)
class BuilderPage:
    """Everything that the builder shows of one warband to its owner.

    ``rulebook`` and ``undo_state`` are looked up unless a change has just provided them. ``said`` describes the change,
    ``refusal`` is the reason against it, ``typed`` the text of a refused form.
    """

    owner: Owner
    open_warband: OpenWarband
    state: BuilderState
    known_rulebook: Rulebook | None = None
    known_undo_state: UndoState | None = None
    said: str = ""
    refusal: str = ""
    typed: Mapping[str, str] = field(default_factory=dict)
    conflict: ConflictNotice | None = None
    places: CampaignPlaces | None = None

    @property
    def warband(self) -> Warband:
        """The warband's row."""
        return self.open_warband.warband

    @cached_property
    def place(self) -> CampaignPlace | None:
        """The campaign in which the warband plays. One query, none for a warband without a career."""
        return self.places.find([self.warband]).get(self.warband.pk) if self.places else None

    @cached_property
    def offers(self) -> BuilderOffers:
        """The changes possible here, and those on other pages."""
        if self.warband.locked_for:
            return LOCKED
        return self.place.offers if self.place else EVERYTHING

    @property
    def draft(self) -> Draft:
        """The warband's current draft."""
        return self.open_warband.draft

    @property
    def name(self) -> str:
        """The warband's name, or words for a missing one."""
        return self.sheet.name or NAMELESS

    @property
    def here(self) -> str:
        """The builder's address without its state."""
        return self.state.creatures.path

    @cached_property
    def links(self) -> dict[str, str]:
        """The addresses of the warband's other pages and of its changes."""
        return {name.replace("-", "_"): address_of(f"warbands:{name}", self.warband.key) for name in _PAGES}

    @property
    def creature_filters(self) -> tuple[tuple[str, str], ...]:
        """The filters of the list of creatures, for forms that preserve them."""
        return self.state.creatures.pairs

    @cached_property
    def rulebook(self) -> Rulebook:
        """The cards and items that the draft names. At most four queries, none after a change."""
        return self.known_rulebook or rulebook_of([self.draft.roster])

    @cached_property
    def today(self) -> TodaysMembers:
        """The members as their careers have made them. One query, none for a warband without a career."""
        return members_today(self.places, self.open_warband, self.rulebook)

    @cached_property
    def undo_state(self) -> UndoState:
        """The effects of undo and redo. One query, none after a change."""
        return self.known_undo_state or undo_state(self.warband)

    @cached_property
    def evaluated(self) -> EvaluatedDraft:
        """The draft added up, checked and laid out."""
        return evaluate(self.draft, self.rulebook, self.today)

    @property
    def sheet(self) -> RosterSheet:
        """The warband laid out."""
        return self.evaluated.sheet

    @property
    def crest(self) -> Crest:
        """The warband's crest. No queries."""
        return crest_beside(self.warband, self.sheet)

    @cached_property
    def groups(self) -> tuple[MemberGroup, ...]:
        """The members, equal ones together."""
        return member_groups(self.sheet)

    @cached_property
    def open_group(self) -> MemberGroup | None:
        """The members whose editor is open: one, or a whole group."""
        return self.state.rows.open_group(self.groups)

    @property
    def part_of(self) -> str:
        """The id of the open member of a group, "" for none: closing it leads back to the group."""
        member = self.state.rows.member
        return member if any(member in group.ids and group.number > 1 for group in self.groups) else ""

    def row_of(self, member: str) -> str:
        """Return the id of the row that shows a member: that of the first of its group."""
        return next((group.first.id for group in self.state.rows.shown(self.groups) if member in group.ids), member)

    @cached_property
    def fix_labels(self) -> member_rows.FixLabels:
        """The labels of the fixes of every problem."""
        fixes = fixes_by_problem(self.evaluated.verdict.problems, self.evaluated.resolved)
        return {
            where: tuple(member_rows.fix_label(fix, self.offers) for fix in several) for where, several in fixes.items()
        }

    @cached_property
    def listed_rows(self) -> list[member_rows.MemberRow]:
        """The members as rows, equal ones together."""
        dismiss_at = address_of("warbands:dismiss", self.warband.key) if self.offers.dismissals else ""
        agreed = member_rows.agreements(self.sheet)
        return member_rows.rows(self.groups, self.fix_labels, agreed, self.state.rows, self.offers, dismiss_at)

    @cached_property
    def rows(self) -> list[member_rows.RowRun]:
        """The drawn members, in runs that end where an editor is below a row."""
        return member_rows.draw_runs(self.listed_rows)

    @cached_property
    def row_problems(self) -> list[member_rows.RowProblems]:
        """The problems of members drawn for the drawer, a part for each row that has some."""
        agreed_on = self.agree.members[0] if self.agree and self.agree.members else ""
        return member_rows.draw_problems(self.listed_rows, agreed_on)

    @property
    def unmet_overrides(self) -> list[OverrideLine]:
        """The agreements about problems that the warband does not have now."""
        return [override for override in self.sheet.overrides if not override.met]

    @property
    def problems(self) -> tuple[member_rows.ProblemRow, ...]:
        """The warband's own problems; the empty page already says that it has no creatures yet."""
        own = [
            GroupProblem(problem, ())
            for problem in self.sheet.problems
            if problem.code != "roster.empty" or problem.overridden
        ]
        return member_rows.problem_rows(own, self.fix_labels, member_rows.agreements(self.sheet))

    @cached_property
    def counts(self) -> dict[str, int]:
        """How many members, problems and agreements there are."""
        return {
            "members": self.sheet.bodies,
            "errors": len(self.sheet.errors),
            "warnings": len(self.sheet.warnings),
            "agreed": sum(override.met for override in self.sheet.overrides),
        }

    @cached_property
    def editor(self) -> dict[str, Any] | None:
        """The contents of the editor of the open members. One query, or none."""
        if self.open_group is None:
            return None
        return panels.editor(self.open_group, self.draft, self.rulebook, self.state.items)

    @property
    def item_search(self) -> dict[str, Any]:
        """The items that the open members may carry, as searched. One query, or none."""
        return panels.items(self.open_group, self.state.items) if self.open_group else {"items": []}

    @cached_property
    def agree(self) -> Agreement | None:
        """The problem that the table is about to allow, named in the address as its code and the id of a member."""
        code, _, member = self.state.agree.partition("@")
        problems = [GroupProblem(problem, ()) for problem in self.sheet.problems]
        problems += [problem for group in self.state.rows.shown(self.groups) for problem in group.problems]
        for line, members in ((problem.line, problem.members) for problem in problems):
            if line.code == code and (member in members or member == "" == (line.member or "")) and not line.overridden:
                return Agreement(line, members)
        return None

    @cached_property
    def has_other_figures(self) -> bool:
        """Whether the warband is limited to other figures than its player owns now. One query, or none."""
        if self.draft.roster.collection is None:
            return False
        owned = collection_of(self.owner)
        return bool(owned) and owned != dict(self.draft.roster.collection)

    @cached_property
    def finder(self) -> dict[str, Any]:
        """The contents of the list of creatures. Two queries."""
        roster = self.draft.roster
        used = {member.creature for member in roster.members}
        return panels.creature_list(self.state.creatures, joining(roster, self.evaluated.verdict), self.owner, used)
