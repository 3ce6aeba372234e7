"""The pages of families that declare their sheets, offers and rows."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from battles.drawings import papers
from battles.models.battles import BattleStatus
from battles.selectors.battles import BattleView
from battles.selectors.declared import declared_family
from battles.selectors.families import viewer_of
from battles.selectors.fight_reports import fight_report, report_chronicle, report_text
from battles.selectors.folding import AnyFold, whole_log
from battles.services.recording import SentEvent
from battles.web.families import Answered, FightPages, focus_of, is_table, page_mark, round_state
from battles.web.fights.entering import entering_context
from battles.web.fights.screens import fight_screen, fight_sides
from battles.web.fights.sent_events import fight_event
from battles.web.paper_names import report_name
from battles.web.sent_forms import SentForm
from compendium.web.printing import pdf_response
from played_logs.web.polling import etag_of_mark
from rules.combat.declared import DeclaredFamily
from rules.combat.family import FightFamily
from rules.combat.shown_sheets import sheet_words

ENDED = (BattleStatus.OVER, BattleStatus.CLOSED)


class DeclaredPages(FightPages):
    """The pages of any declared family: everything on them follows from what the family declares."""

    def gathering(
        self, request: HttpRequest, view: BattleView, folded: AnyFold, more: Answered, status: int = 200
    ) -> HttpResponse:
        """Answer with who takes part, the ways to add more, and what the table agreed on."""
        family: DeclaredFamily = folded.state.family
        found = {
            "view": view,
            "family": family,
            "state": folded.state,
            "sides": fight_sides(folded.state, viewer_of(view, folded)),
            "agreed": [line for section in sheet_words(family.table, folded.setup.table) for line in section.lines],
            "head": folded.number,
            "mark": page_mark(request, view),
            "may_begin": folded.setup.master in view.held,
            **entering_context(request, view, folded),
            **more,
        }
        return render(request, "battles/fights/gathering.html", found, status=status)

    def playing(
        self, request: HttpRequest, view: BattleView, folded: AnyFold, more: Answered, status: int = 200
    ) -> HttpResponse:
        """Answer with the whole page."""
        focus = focus_of(request)
        then = round_state(request, folded)
        found: dict[str, Any] = {
            "view": view,
            "screen": fight_screen(view, folded, focus=focus),
            "mark": page_mark(request, view),
            "focus": focus,
            **more,
        }
        if then is not None:
            is_past = folded.is_over or then.round < folded.state.round
            sides = fight_sides(then, viewer_of(view, folded), is_past=is_past)
            found |= {"then": then, "then_is_past": is_past, "then_sides": sides}
        return render(request, "battles/fights/fight.html", found, status=status)

    def part(
        self, request: HttpRequest, view: BattleView, folded: AnyFold, more: Answered, status: int = 200
    ) -> HttpResponse:
        """Answer with what changes."""
        screen = fight_screen(view, folded, focus=focus_of(request))
        template = "battles/fights/parts/table.html" if is_table(request) else "battles/fights/parts/fight.html"
        return render(request, template, {"screen": screen, "view": view, **more}, status=status)

    def table(self, request: HttpRequest, view: BattleView, folded: AnyFold) -> HttpResponse:
        """Answer with all sides, large."""
        screen = fight_screen(view, folded)
        context = {"view": view, "screen": screen, "mark": etag_of_mark(view.mark, "screen=table")}
        return render(request, "battles/fights/table.html", context)

    def event_of(self, family: FightFamily, sent: SentForm) -> SentEvent:
        """Read a form."""
        return fight_event(declared_family(family), sent)

    def result(self, request: HttpRequest, view: BattleView, folded: AnyFold) -> HttpResponse:
        """Answer with who fought, how they are, and why the fight ended."""
        is_closed = view.battle.status == BattleStatus.CLOSED
        context = {
            "view": view,
            "report": fight_report(folded, viewer_of(view, folded)),
            "has_ended": view.battle.status in ENDED,
            "counts": bool(declared_family(folded.family).tallies),
            "seed": bytes(view.battle.seed).hex() if is_closed else "",
        }
        return render(request, "battles/fights/result.html", context)

    def report_text(self, request: HttpRequest, view: BattleView, folded: AnyFold) -> HttpResponse:
        """Answer with the outcome and how each combatant is."""
        text = report_text(fight_report(folded, viewer_of(view, folded)))
        return HttpResponse(text, content_type="text/plain; charset=utf-8")

    def report_pdf(self, request: HttpRequest, view: BattleView) -> HttpResponse:
        """Answer with the report and the whole log."""
        folded = whole_log(view.battle)
        pdf = papers.report_pdf(report_chronicle(folded, viewer_of(view, folded)))
        return pdf_response(pdf, f"{report_name(view)}-report")
