"""The builder as one value: what is stored of a warband, what its player has open, and all that follows from both.

Every property is worked out when it is first drawn, and once: a part of the page costs only what that part shows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, Self

from django.http import HttpRequest, QueryDict
from django.urls import reverse

from common.web.address import Address
from common.web.lists import ListState
from rules.building import Change, Draft
from rules.building.fixes import fixes_by_problem
from rules.building.joining import joining
from rules.legality import Rulebook
from rules.sheets import MemberSheet, ProblemLine, RosterSheet
from warbands.models import Owner, Warband
from warbands.selectors.collections import collection_of
from warbands.selectors.legality import rulebook_of
from warbands.selectors.places import (
    EVERYTHING,
    LOCKED,
    BuilderOffers,
    CampaignPlace,
    CampaignPlaces,
    TodaysMembers,
    members_today,
)
from warbands.selectors.sheets import EvaluatedDraft, evaluate
from warbands.selectors.warbands import MadeChange, OpenWarband, UndoState, describe_makers, undo_state
from warbands.web import editor, finder, member_rows
from warbands.web.lists import NAMELESS

OPEN_PARTS = ("member", "items", "agree")
"""What of the warband is open: a member's editor, the words its items are searched for, a problem to agree on."""
_MAX_QUERY = 2_000


@dataclass(frozen=True, slots=True)
class BuilderState:
    """What a player has open in the builder. The page's address holds it, and every form sends it along."""

    creatures: ListState
    member: str = ""
    items: str = ""
    agree: str = ""

    @classmethod
    def of_request(cls, request: HttpRequest) -> Self:
        """Read the state from the address."""
        return cls._of(ListState.of_request(request, [*finder.NAMES, *OPEN_PARTS], finder.SEVERAL))

    @classmethod
    def of_query(cls, key: str, query: str) -> Self:
        """Read the state from the hidden field of a form."""
        given = QueryDict(query[:_MAX_QUERY])
        names = (*finder.NAMES, *OPEN_PARTS)
        pairs = tuple((name, value) for name in names for value in given.getlist(name) if value.strip())
        return cls._of(ListState(reverse("warbands:builder", args=[key]), pairs))

    @classmethod
    def _of(cls, found: ListState) -> Self:
        values = found.values
        return cls(found.without(*OPEN_PARTS), **{name: values[name] for name in OPEN_PARTS if name in values})

    @property
    def address(self) -> Address:
        """The address of the page as it is shown; the problem that is about to be agreed on is no part of it."""
        shown = self.creatures.with_value("member", self.member)
        return shown.with_value("items", self.items)

    @property
    def query(self) -> str:
        """The state as a form sends it."""
        return str(self.address).partition("?")[2]


class ConflictNotice(NamedTuple):
    """What was done meanwhile and by whom, and the change that was not made because of it.

    ``change`` is None for undo and redo, and where it can no longer be made: ``obstacle`` says why.
    """

    changes: tuple[MadeChange, ...]
    change: Change | None = None
    description: str = ""
    obstacle: str = ""

    @property
    def makers(self) -> str:
        """Who changed the warband."""
        return describe_makers(self.changes)


class Agreement(NamedTuple):
    """A problem that the table is about to allow, and the id of its member, "" for the warband's own."""

    problem: ProblemLine
    member: str


@dataclass(frozen=True)
class BuilderPage:
    """All that the builder shows of one warband to its owner.

    ``rulebook`` and ``undo_state`` are looked up unless a change has just brought them along. ``said`` tells what was
    done, ``refusal`` why it was not, ``typed`` what a refused form held.
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
        """What can be changed here, and what is changed on other pages."""
        if self.warband.locked_for:
            return LOCKED
        return self.place.offers if self.place else EVERYTHING

    @property
    def draft(self) -> Draft:
        """The draft at which the warband stands."""
        return self.open_warband.draft

    @property
    def name(self) -> str:
        """The warband's name, or words for one that has none."""
        return self.sheet.name or NAMELESS

    @property
    def here(self) -> str:
        """The builder's address without its state."""
        return self.state.creatures.path

    @property
    def creature_filters(self) -> tuple[tuple[str, str], ...]:
        """What the list of creatures is filtered by, for forms that keep it."""
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
        """What undo and redo would do. One query, none after a change."""
        return self.known_undo_state or undo_state(self.warband)

    @cached_property
    def evaluated(self) -> EvaluatedDraft:
        """The draft added up, checked and laid out."""
        return evaluate(self.draft, self.rulebook, self.today)

    @property
    def sheet(self) -> RosterSheet:
        """The warband laid out."""
        return self.evaluated.sheet

    @cached_property
    def open_member(self) -> MemberSheet | None:
        """The member whose editor is open."""
        return next((one for one in self.sheet.members if one.id == self.state.member), None)

    @cached_property
    def fix_labels(self) -> member_rows.FixLabels:
        """The labels of the fixes of every problem, "" for a fix that is not offered."""
        found = fixes_by_problem(self.evaluated.verdict.problems, self.evaluated.resolved)
        return {
            where: tuple(fix.label if self.offers.offers(fix.change) else "" for fix in several)
            for where, several in found.items()
        }

    @cached_property
    def rows(self) -> list[member_rows.RowRun]:
        """The members drawn, in runs that end where an editor or an agreement stands below a row."""
        open_id = self.open_member.id if self.open_member else ""
        dismiss_at = reverse("warbands:dismiss", args=[self.warband.key]) if self.offers.dismissals else ""
        rows = member_rows.rows(self.sheet, self.fix_labels, open_id, self.offers, dismiss_at)
        return member_rows.draw_runs(rows, self.agree.member if self.agree else "")

    @property
    def problems(self) -> tuple[member_rows.ProblemRow, ...]:
        """The warband's own problems; that it has no creatures yet is told by the empty page."""
        own = [one for one in self.sheet.problems if one.code != "roster.empty" or one.overridden]
        return member_rows.problem_rows(own, self.fix_labels, member_rows.agreements(self.sheet))

    @cached_property
    def counts(self) -> dict[str, int]:
        """How many members, problems and agreements there are."""
        return {
            "members": self.sheet.bodies,
            "errors": len(self.sheet.errors),
            "warnings": len(self.sheet.warnings),
            "agreed": sum(one.met for one in self.sheet.overrides),
        }

    @cached_property
    def editor(self) -> dict[str, Any] | None:
        """What the editor of the open member shows. One query, or none."""
        if self.open_member is None:
            return None
        return editor.editor(self.open_member, self.draft, self.rulebook, self.state.items)

    @property
    def item_search(self) -> dict[str, Any]:
        """The items that the open member may carry, as they are searched for. One query, or none."""
        return editor.items(self.open_member, self.state.items) if self.open_member else {"items": []}

    @cached_property
    def agree(self) -> Agreement | None:
        """The problem that the table is about to allow, named in the address as its code and its member's id."""
        code, _, member = self.state.agree.partition("@")
        for problem in [*self.sheet.problems, *(one for row in self.sheet.members for one in row.problems)]:
            if problem.code == code and (problem.member or "") == member and not problem.overridden:
                return Agreement(problem, member)
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
        """What the list of creatures shows. Three queries."""
        return finder.creature_list(self.state.creatures, joining(self.draft.roster, self.evaluated.verdict))
