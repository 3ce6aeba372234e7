"""The pages of families of combat rules: one object for the families of a kind, called by the views of every fight."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render

from battles.selectors.battles import BattleView
from battles.selectors.families import declared_family, viewer_of
from battles.selectors.folding import AnyFoldedFight, narrowed
from battles.selectors.results import (
    FightReport,
    FightSideReport,
    SideSummary,
    battle_summary,
    board_moments,
    fight_report,
    spending_ways,
)
from battles.services.recording import SentEvent
from battles.web.board import objective_rows
from battles.web.creature_rows import side_rows
from battles.web.fights.entering import entering_context
from battles.web.fights.screens import FightScreen, fight_screen, fight_sides
from battles.web.screens import BattleScreen, battle_screen
from battles.web.sent_events import battle_event, fight_event
from battles.web.sent_forms import SentForm
from battles.web.shown_boards import shown_board
from rules.combat.declared import DeclaredFamily
from rules.combat.family import FightFamily
from rules.combat.sheets import sheet_words
from rules.p2v_combat.family import BattleFamily

Context = Mapping[str, Any]
"""A template's context: ``refused`` is a sentence, ``meanwhile`` are the lines of the log since."""


class FightPages(ABC):
    """The pages of families of a kind. None of them checks permissions: the views have.

    ``templates`` is the folder of their templates, and ``page`` the name of the whole page's and of the part's.
    ``view`` is the fight as the visitor sees it and ``folded`` the fight folded up to its head, of the family with
    these pages. ``more`` goes into the template unchanged; ``status`` is the answer's.
    """

    templates: ClassVar[str]
    page: ClassVar[str]

    # What a kind answers

    @abstractmethod
    def gathered(self, request: HttpRequest, view: BattleView, folded: AnyFoldedFight) -> Context:
        """Return the contents of the page of a fight during set-up.

        The page contains ``<div id="battle" data-reloads>`` with the mark (``played_logs.web.polling``): so it reloads
        on changes.
        """

    @abstractmethod
    def screen(
        self, view: BattleView, folded: AnyFoldedFight, *, focus: str = "", aimed: QueryDict | None = None
    ) -> Any:
        """Return a fight laid out for a visitor; ``aimed`` is the address, which may name a prepared action.

        In the whole page, ``<div id="battle" data-now="…" data-mark="…" data-focus="…">`` contains what ``part``
        returns.
        """

    @abstractmethod
    def past(self, view: BattleView, folded: AnyFoldedFight, then: Any) -> Context:
        """Return the contents of the page for the end of a round, in a state ``then``."""

    @abstractmethod
    def event_of(self, family: FightFamily, sent: SentForm) -> SentEvent:
        """Read the form of a command into an event; raise ``Refusal`` if it is not understood.

        ``sent.do`` names the command. The caller handles the commands of every fight (undo, redo, going back and its
        answer, dice of the server) (``battles.web.playing``). It is called while the fight is locked and may not query.
        """

    @abstractmethod
    def ended(self, view: BattleView, folded: AnyFoldedFight) -> Context:
        """Return the contents of the result page in addition to the report."""

    @abstractmethod
    def report(self, view: BattleView, folded: AnyFoldedFight) -> FightReport[Any]:
        """Return how the fight ended, or its present state."""

    # What the views ask

    def drawn(
        self, request: HttpRequest, view: BattleView, template: str, context: Context, status: int = 200
    ) -> HttpResponse:
        """Answer with one of the templates."""
        return render(request, f"{self.templates}/{template}.html", {"view": view, **context}, status=status)


class CardBattlePages(FightPages):
    """The pages of Path 2 Victory: creatures with cards, objectives, the table, monsters that the game moves."""

    templates = "battles"
    page = "battle"

    def gathered(self, request: HttpRequest, view: BattleView, folded: AnyFoldedFight) -> Context:
        return {"sides": side_rows(view, narrowed(folded).state)}

    def screen(
        self, view: BattleView, folded: AnyFoldedFight, *, focus: str = "", aimed: QueryDict | None = None
    ) -> BattleScreen:
        return battle_screen(view, narrowed(folded), focus=focus, aimed=aimed)

    def past(self, view: BattleView, folded: AnyFoldedFight, then: Any) -> Context:
        return {"then_sides": side_rows(view, then), "then_board": shown_board(then, objective_rows(then))}

    def event_of(self, family: FightFamily, sent: SentForm) -> SentEvent:
        return battle_event(sent)

    def ended(self, view: BattleView, folded: AnyFoldedFight) -> Context:
        """Return the board at the end and the turning point, the next step in a campaign, and the lasting spending."""
        boards = [(title, shown_board(then, objective_rows(then))) for title, then in board_moments(folded)]
        if view.battle.scenario is None or not (view.plays or view.is_owner):
            return {"boards": boards}
        ways = spending_ways(view.battle, view.seats, narrowed(folded)) if view.has_ended else ()
        return {"boards": boards, "scenario": view.battle.scenario, "spending": ways}

    def report(self, view: BattleView, folded: AnyFoldedFight) -> FightReport[SideSummary]:
        return battle_summary(narrowed(folded))


class DeclaredPages(FightPages):
    """The pages of any declared family: everything on them follows from the family's declarations."""

    templates = "battles/fights"
    page = "fight"

    def gathered(self, request: HttpRequest, view: BattleView, folded: AnyFoldedFight) -> Context:
        family: DeclaredFamily = folded.state.family
        return {
            "family": family,
            "state": folded.state,
            "sides": fight_sides(folded.state, viewer_of(view, folded)),
            "agreed": [line for section in sheet_words(family.table, folded.setup.table) for line in section.lines],
            "may_begin": folded.setup.master in view.held,
            **entering_context(request, view, folded),
        }

    def screen(
        self, view: BattleView, folded: AnyFoldedFight, *, focus: str = "", aimed: QueryDict | None = None
    ) -> FightScreen:
        return fight_screen(view, folded, focus=focus)

    def past(self, view: BattleView, folded: AnyFoldedFight, then: Any) -> Context:
        is_past = folded.is_over or then.round < folded.state.round
        return {"then_is_past": is_past, "then_sides": fight_sides(then, viewer_of(view, folded), is_past=is_past)}

    def event_of(self, family: FightFamily, sent: SentForm) -> SentEvent:
        return fight_event(declared_family(family), sent)

    def ended(self, view: BattleView, folded: AnyFoldedFight) -> Context:
        """Return whether a saved party counts the results of the fight."""
        return {"counts": bool(declared_family(folded.family).tallies)}

    def report(self, view: BattleView, folded: AnyFoldedFight) -> FightReport[FightSideReport]:
        return fight_report(folded, viewer_of(view, folded))


PAGES: list[tuple[type[FightFamily], FightPages]] = [
    (BattleFamily, CardBattlePages()),
    (DeclaredFamily, DeclaredPages()),  # type: ignore[type-abstract] # a type to compare with, never called
]
"""Pages for families of a type; the first one that fits counts."""


def pages_of(family: FightFamily) -> FightPages:
    """Return the pages of a family; raise ``Http404`` for one without pages: it is played by programs."""
    family_pages = next((pages for kind, pages in PAGES if isinstance(family, kind)), None)
    if family_pages is None:
        raise Http404("There are no pages for these rules.")
    return family_pages
