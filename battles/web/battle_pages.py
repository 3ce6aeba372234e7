"""The pages of a battle of Path 2 Victory."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from battles.drawings import papers
from battles.models.battles import BattleStatus
from battles.selectors.battles import BattleView
from battles.selectors.campaign_reports import spending_ways
from battles.selectors.folding import AnyFold, narrowed, whole_log
from battles.selectors.results import battle_summary, summary_chronicle, summary_text
from battles.services.recording import SentEvent
from battles.web.battle_forms import battle_event
from battles.web.creature_rows import side_rows
from battles.web.families import Answered, FightPages, focus_of, is_table, page_mark, round_state
from battles.web.paper_names import report_name
from battles.web.screens import battle_screen
from battles.web.sent_forms import SentForm
from compendium.web.printing import pdf_response
from played_logs.web.polling import etag_of_mark
from rules.combat.family import FightFamily

ENDED = (BattleStatus.OVER, BattleStatus.CLOSED)


class CardBattlePages(FightPages):
    """The pages of Path 2 Victory: creatures with cards, objectives, the table, monsters that the game moves."""

    def gathering(
        self, request: HttpRequest, view: BattleView, folded: AnyFold, more: Answered, status: int = 200
    ) -> HttpResponse:
        """Answer with both sides, and the ways to set the table up and to begin."""
        battle = narrowed(folded)
        found = {
            "view": view,
            "sides": side_rows(view, battle.state),
            "head": battle.number,
            "mark": page_mark(request, view),
            **more,
        }
        return render(request, "battles/gathering.html", found, status=status)

    def playing(
        self, request: HttpRequest, view: BattleView, folded: AnyFold, more: Answered, status: int = 200
    ) -> HttpResponse:
        """Answer with the whole page."""
        battle, focus = narrowed(folded), focus_of(request)
        then = round_state(request, battle)
        found = {
            "view": view,
            "screen": battle_screen(view, battle, focus=focus, aimed=request.GET),
            "mark": page_mark(request, view),
            "focus": focus,
            **more,
        }
        if then is not None:
            found |= {"then": then, "then_sides": side_rows(view, then)}
        return render(request, "battles/battle.html", found, status=status)

    def part(
        self, request: HttpRequest, view: BattleView, folded: AnyFold, more: Answered, status: int = 200
    ) -> HttpResponse:
        """Answer with what changes."""
        screen = battle_screen(view, narrowed(folded), focus=focus_of(request), aimed=request.GET)
        template = "battles/parts/table.html" if is_table(request) else "battles/parts/battle.html"
        return render(request, template, {"screen": screen, "view": view, **more}, status=status)

    def table(self, request: HttpRequest, view: BattleView, folded: AnyFold) -> HttpResponse:
        """Answer with both sides, large."""
        screen = battle_screen(view, narrowed(folded))
        context = {"view": view, "screen": screen, "mark": etag_of_mark(view.mark, "screen=table")}
        return render(request, "battles/table.html", context)

    def event_of(self, family: FightFamily, sent: SentForm) -> SentEvent:
        """Read a form."""
        return battle_event(sent)

    def result(self, request: HttpRequest, view: BattleView, folded: AnyFold) -> HttpResponse:
        """Answer with who fell by whom, what was spent, and how it goes on."""
        battle = narrowed(folded)
        is_closed = view.battle.status == BattleStatus.CLOSED
        context = {
            "view": view,
            "summary": battle_summary(battle),
            "has_ended": view.battle.status in ENDED,
            "is_closed": is_closed,
            "seed": bytes(view.battle.seed).hex() if is_closed else "",
        }
        if view.battle.scenario is not None and (view.plays or view.is_owner):
            context |= {
                "scenario": view.battle.scenario,
                "spending": spending_ways(view.battle, view.seats, battle) if context["has_ended"] else (),
            }
        return render(request, "battles/result.html", context)

    def report_text(self, request: HttpRequest, view: BattleView, folded: AnyFold) -> HttpResponse:
        """Answer with the result and each creature's fate."""
        text = summary_text(battle_summary(narrowed(folded)))
        return HttpResponse(text, content_type="text/plain; charset=utf-8")

    def report_pdf(self, request: HttpRequest, view: BattleView) -> HttpResponse:
        """Answer with the report and the whole log."""
        pdf = papers.report_pdf(summary_chronicle(narrowed(whole_log(view.battle))))
        return pdf_response(pdf, f"{report_name(view)}-report")
