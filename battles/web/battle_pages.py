"""The pages of a battle of Path 2 Victory."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, QueryDict

from battles.selectors.battles import BattleView
from battles.selectors.campaign_reports import spending_ways
from battles.selectors.folding import AnyFoldedFight, narrowed
from battles.selectors.results import battle_summary, summary_chronicle, summary_text
from battles.services.recording import SentEvent
from battles.web.battle_forms import battle_event
from battles.web.creature_rows import side_rows
from battles.web.families import Context, FightPages, has_ended
from battles.web.screens import BattleScreen, battle_screen
from battles.web.sent_forms import SentForm
from rules.campaigns.chronicle import Chronicle
from rules.combat.family import FightFamily


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
            ways = spending_ways(view.battle, view.seats, battle) if has_ended(view) else ()
            found |= {"scenario": view.battle.scenario, "spending": ways}
        return found

    def report(self, view: BattleView, folded: AnyFoldedFight) -> str:
        """Return the result and each creature's fate."""
        return summary_text(battle_summary(narrowed(folded)))

    def chronicle(self, view: BattleView, folded: AnyFoldedFight) -> Chronicle:
        """Return the report and the whole log."""
        return summary_chronicle(narrowed(folded))
