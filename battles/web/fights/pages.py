"""The pages of families that declare their sheets, offers and rows."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, QueryDict

from battles.selectors.battles import BattleView
from battles.selectors.declared import declared_family
from battles.selectors.families import viewer_of
from battles.selectors.fight_reports import fight_report, report_chronicle, report_text
from battles.selectors.folding import AnyFoldedFight
from battles.services.recording import SentEvent
from battles.web.families import Context, FightPages
from battles.web.fights.entering import entering_context
from battles.web.fights.screens import FightScreen, fight_screen, fight_sides
from battles.web.fights.sent_events import fight_event
from battles.web.sent_forms import SentForm
from rules.campaigns.chronicle import Chronicle
from rules.combat.declared import DeclaredFamily
from rules.combat.family import FightFamily
from rules.combat.rows import sheet_words


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
        return report_chronicle(folded, viewer_of(view, folded))
