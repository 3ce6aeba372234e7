"""The pages of families of combat rules: one object for the families of a kind, asked by the views of every fight."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render

from battles import drawings
from battles.models.battles import BattleStatus
from battles.selectors.battles import BattleView
from battles.selectors.families import declared_family, viewer_of
from battles.selectors.folding import AnyFoldedFight, narrowed, whole_log
from battles.selectors.results import (
    battle_summary,
    fight_report,
    report_chronicle,
    report_text,
    spending_ways,
)
from battles.services.recording import SentEvent
from battles.web.creature_rows import side_rows
from battles.web.fights.entering import entering_context
from battles.web.fights.screens import FightScreen, fight_screen, fight_sides
from battles.web.log_lines import shown_lines
from battles.web.screens import BattleScreen, battle_screen
from battles.web.sent_events import battle_event, fight_event
from battles.web.sent_forms import SentForm
from compendium.web.printing import pdf_response
from played_logs.web.polling import etag_of_mark
from rules.campaigns.standings import Chronicle
from rules.combat.declared import DeclaredFamily
from rules.combat.family import FightFamily
from rules.combat.rows import sheet_words
from rules.p2v_combat.family import BattleFamily
from rules.text import slug


def report_name(view: BattleView) -> str:
    """Return the beginning of the names of a fight's files."""
    return slug(view.battle.name)[:80] or "battle"


Context = Mapping[str, Any]
"""What a template is given: ``refused`` is a sentence, ``meanwhile`` are the lines of the log since."""


class FightPages(ABC):
    """The pages of families of a kind. None of them asks whether the visitor may see the fight: the views have.

    ``templates`` is where their templates stand, and ``page`` the name of the whole page's and of the part's. ``view``
    is the fight as the visitor sees it and ``folded`` the fight folded up to its head, of the family whose pages these
    are. ``more`` goes into the template as it is; ``status`` is the answer's.
    """

    templates: ClassVar[str]
    page: ClassVar[str]

    # What a kind answers

    @abstractmethod
    def gathered(self, request: HttpRequest, view: BattleView, folded: AnyFoldedFight) -> Context:
        """Return what the page of a fight that is being set up shows.

        Its ``<div id="battle" data-reloads>`` with the mark (``played_logs.web.polling``) reloads it on changes.
        """

    @abstractmethod
    def screen(
        self, view: BattleView, folded: AnyFoldedFight, *, focus: str = "", aimed: QueryDict | None = None
    ) -> Any:
        """Return a fight laid out for a visitor; ``aimed`` is the address, which may name what they prepare.

        ``<div id="battle" data-now="…" data-mark="…" data-focus="…">`` of the whole page holds what ``part`` answers.
        """

    @abstractmethod
    def past(self, view: BattleView, folded: AnyFoldedFight, then: Any) -> Context:
        """Return what the page shows of a fight at the end of a round, in a state ``then``."""

    @abstractmethod
    def event_of(self, family: FightFamily, sent: SentForm) -> SentEvent:
        """Read the form of a command into an event; raise ``Refusal`` for what is not understood.

        ``sent.do`` names the command. What every fight has (undo, redo, going back and its answer, dice of the server)
        is done before (``battles.web.playing``). It is called while the fight is locked and may not query.
        """

    @abstractmethod
    def ended(self, view: BattleView, folded: AnyFoldedFight) -> Context:
        """Return what the page shows that tells how the fight ended, or stands."""

    @abstractmethod
    def report(self, view: BattleView, folded: AnyFoldedFight) -> str:
        """Return the report as plain text."""

    @abstractmethod
    def chronicle(self, view: BattleView, folded: AnyFoldedFight) -> Chronicle:
        """Return the report and the whole log, as they are printed."""

    # What the views ask

    def gathering(
        self, request: HttpRequest, view: BattleView, folded: AnyFoldedFight, more: Context, status: int = 200
    ) -> HttpResponse:
        """Answer with the page of a fight that is being set up, before its first entry or with all of them undone."""
        found = {"head": folded.number, "mark": page_mark(request, view), **self.gathered(request, view, folded)}
        return self._drawn(request, view, "gathering", {**found, **more}, status)

    def playing(
        self, request: HttpRequest, view: BattleView, folded: AnyFoldedFight, more: Context, status: int = 200
    ) -> HttpResponse:
        """Answer with the page of a fight that is played or over, in a round that the address names or as of now."""
        focus, then = focus_of(request), round_state(request, folded)
        found = {
            "screen": self.screen(view, folded, focus=focus, aimed=request.GET),
            "mark": page_mark(request, view),
            "focus": focus,
            **more,
        }
        if then is not None:
            found |= {"then": then, **self.past(view, folded, then)}
        return self._drawn(request, view, self.page, found, status)

    def part(
        self, request: HttpRequest, view: BattleView, folded: AnyFoldedFight, more: Context, status: int = 200
    ) -> HttpResponse:
        """Answer with what changes of the page, or of the table screen where the address has ``screen=table``.

        The views add its ETag. ``request`` may be the form of a command: ``focus_of`` reads whose panel is open.
        """
        screen = self.screen(view, folded, focus=focus_of(request), aimed=request.GET)
        page = "table" if request.GET.get("screen") == "table" else self.page
        return self._drawn(request, view, f"parts/{page}", {"screen": screen, **more}, status)

    def table(self, request: HttpRequest, view: BattleView, folded: AnyFoldedFight) -> HttpResponse:
        """Answer with the table screen, large, for a screen beside the board."""
        found = {"screen": self.screen(view, folded), "mark": etag_of_mark(view.mark, "screen=table")}
        return self._drawn(request, view, "table", found)

    def log(self, request: HttpRequest, view: BattleView) -> HttpResponse:
        """Answer with the whole log. The whole fight is folded for it."""
        folded = whole_log(view.battle)
        lines = shown_lines(folded, len(folded.lines))
        return render(request, "battles/log.html", {"view": view, "lines": lines, "head": folded.number})

    def result(self, request: HttpRequest, view: BattleView, folded: AnyFoldedFight) -> HttpResponse:
        """Answer with the page that tells how the fight ended, or stands."""
        is_closed = view.battle.status == BattleStatus.CLOSED
        found = {
            "has_ended": view.has_ended,
            "is_closed": is_closed,
            "seed": bytes(view.battle.seed).hex() if is_closed else "",
        }
        return self._drawn(request, view, "result", {**found, **self.ended(view, folded)})

    def report_text(self, request: HttpRequest, view: BattleView, folded: AnyFoldedFight) -> HttpResponse:
        """Answer with the report as plain text."""
        return HttpResponse(self.report(view, folded), content_type="text/plain; charset=utf-8")

    def report_pdf(self, request: HttpRequest, view: BattleView) -> HttpResponse:
        """Answer with the report and the whole log as a PDF; ``DrawingTooLong`` is answered by the view."""
        pdf = drawings.report_pdf(self.chronicle(view, whole_log(view.battle)))
        return pdf_response(pdf, f"{report_name(view)}-report")

    def _drawn(
        self, request: HttpRequest, view: BattleView, template: str, found: Context, status: int = 200
    ) -> HttpResponse:
        return render(request, f"{self.templates}/{template}.html", {"view": view, **found}, status=status)


MAX_FOCUS = 80


def focus_of(request: HttpRequest) -> str:
    """Return the id of the creature whose panel is open, "" for none that the address or the form names."""
    found = request.GET.get("creature", "") or request.POST.get("focus", "")
    return found.replace("\0", "")[:MAX_FOCUS] if found.isascii() else ""


def page_mark(request: HttpRequest, view: BattleView) -> str:
    """Return the mark of the part that belongs to the page which is asked for."""
    return etag_of_mark(view.mark, request.META.get("QUERY_STRING", ""))


def round_state(request: HttpRequest, folded: AnyFoldedFight) -> Any:
    """Return the last state of the round that the address names, None for the newest one."""
    asked = request.GET.get("round", "")
    return next((round_state.state for round_state in reversed(folded.rounds) if str(round_state.round) == asked), None)


class CardBattlePages(FightPages):
    """The pages of Path 2 Victory: creatures with cards, objectives, the table, monsters that the game moves."""

    templates = "battles"
    page = "battle"

    def gathered(self, request: HttpRequest, view: BattleView, folded: AnyFoldedFight) -> Context:
        """Return both sides."""
        return {"sides": side_rows(view, narrowed(folded).state)}

    def screen(
        self, view: BattleView, folded: AnyFoldedFight, *, focus: str = "", aimed: QueryDict | None = None
    ) -> BattleScreen:
        """Return a battle laid out, with the form of the action that the address names."""
        return battle_screen(view, narrowed(folded), focus=focus, aimed=aimed)

    def past(self, view: BattleView, folded: AnyFoldedFight, then: Any) -> Context:
        """Return both sides as they were."""
        return {"then_sides": side_rows(view, then)}

    def event_of(self, family: FightFamily, sent: SentForm) -> SentEvent:
        """Read a form."""
        return battle_event(sent)

    def ended(self, view: BattleView, folded: AnyFoldedFight) -> Context:
        """Return who fell by whom, what was spent, and how it goes on."""
        battle = narrowed(folded)
        found: dict[str, Any] = {"summary": battle_summary(battle)}
        if view.battle.scenario is not None and (view.plays or view.is_owner):
            ways = spending_ways(view.battle, view.seats, battle) if view.has_ended else ()
            found |= {"scenario": view.battle.scenario, "spending": ways}
        return found

    def report(self, view: BattleView, folded: AnyFoldedFight) -> str:
        """Return the result and each creature's fate."""
        return report_text(battle_summary(narrowed(folded)))

    def chronicle(self, view: BattleView, folded: AnyFoldedFight) -> Chronicle:
        """Return the report and the whole log."""
        return report_chronicle(battle_summary(narrowed(folded)), folded, "The log")


class DeclaredPages(FightPages):
    """The pages of any declared family: everything on them follows from what the family declares."""

    templates = "battles/fights"
    page = "fight"

    def gathered(self, request: HttpRequest, view: BattleView, folded: AnyFoldedFight) -> Context:
        """Return who takes part, the ways to add more, and what the table agreed on."""
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
        """Return a fight laid out."""
        return fight_screen(view, folded, focus=focus)

    def past(self, view: BattleView, folded: AnyFoldedFight, then: Any) -> Context:
        """Return all sides as they were."""
        is_past = folded.is_over or then.round < folded.state.round
        return {"then_is_past": is_past, "then_sides": fight_sides(then, viewer_of(view, folded), is_past=is_past)}

    def event_of(self, family: FightFamily, sent: SentForm) -> SentEvent:
        """Read a form."""
        return fight_event(declared_family(family), sent)

    def ended(self, view: BattleView, folded: AnyFoldedFight) -> Context:
        """Return who fought, how they are, and why the fight ended."""
        report = fight_report(folded, viewer_of(view, folded))
        return {"report": report, "counts": bool(declared_family(folded.family).tallies)}

    def report(self, view: BattleView, folded: AnyFoldedFight) -> str:
        """Return the outcome and how each combatant is."""
        return report_text(fight_report(folded, viewer_of(view, folded)))

    def chronicle(self, view: BattleView, folded: AnyFoldedFight) -> Chronicle:
        """Return the report and the whole log."""
        return report_chronicle(fight_report(folded, viewer_of(view, folded)), folded, "What happened")


PAGES: list[tuple[type[FightFamily], FightPages]] = [
    (BattleFamily, CardBattlePages()),
    (DeclaredFamily, DeclaredPages()),  # type: ignore[type-abstract] # a type to compare with, never called
]
"""Pages for families of a type; the first one that fits counts."""


def pages_of(family: FightFamily) -> FightPages:
    """Return the pages of a family; raise ``Http404`` for one without pages: it is played by programs."""
    found = next((pages for kind, pages in PAGES if isinstance(family, kind)), None)
    if found is None:
        raise Http404("These rules have no pages.")
    return found
