"""Laying a warband out by the compendium as it stands."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import NamedTuple

from compendium.selectors.creatures import card_sheet, lay_out
from rules.building import Draft
from rules.cards.model import Card
from rules.cards.sheet import CreatureCard
from rules.legality import ResolvedRoster, Rulebook, Verdict, resolve, verdict_of
from rules.roster import Roster
from rules.sheets import MemberSheet, RosterSheet
from rules.sheets.layout import sheet_of_resolved
from warbands.selectors.legality import rulebook_of
from warbands.selectors.places import NO_CAREERS, CampaignPlaces, TodaysMembers, members_today
from warbands.selectors.warbands import OpenWarband


class EvaluatedDraft(NamedTuple):
    """A draft resolved, checked and laid out, each once."""

    resolved: ResolvedRoster
    verdict: Verdict
    sheet: RosterSheet


def evaluate(draft: Draft, rulebook: Rulebook, today: TodaysMembers = NO_CAREERS) -> EvaluatedDraft:
    """Return a draft resolved, checked and laid out, its members as they are today. No queries."""
    if today.cards:
        rulebook, draft = rulebook.with_member_cards(today.cards), replace(draft, roster=without_limit(draft.roster))
    resolved = resolve(draft.roster, rulebook)
    verdict = verdict_of(resolved)
    sheet = sheet_of_resolved(draft, resolved, verdict, card_sheet=partial(_laid_out, rulebook=rulebook, today=today))
    if today.marks:
        sheet = replace(sheet, members=tuple(_with_career(member, today) for member in sheet.members))
    return EvaluatedDraft(resolved, verdict, sheet)


def verdict_today(opened: OpenWarband, places: CampaignPlaces | None, rulebook: Rulebook) -> Verdict:
    """Return the verdict on a warband, its members as they are today. The query of ``members_today``."""
    today = members_today(places, opened, rulebook)
    roster = opened.draft.roster
    if today.cards:
        rulebook, roster = rulebook.with_member_cards(today.cards), without_limit(roster)
    return verdict_of(resolve(roster, rulebook))


def _laid_out(card: Card, rulebook: Rulebook, today: TodaysMembers) -> CreatureCard:
    # A career makes its cards anew for each page, so nothing is to be kept of them.
    if any(card is one for one in today.cards.values()):
        return lay_out(card, rulebook.emblems.get(card.key, ""))
    return card_sheet(card, rulebook.emblems)


def _with_career(member: MemberSheet, today: TodaysMembers) -> MemberSheet:
    return replace(member, career=today.marks.get(member.id, ()), career_state=today.states.get(member.id))


def without_limit(roster: Roster) -> Roster:
    """Return the roster of a warband with a career, which no limit holds any more."""
    # Members grow in a campaign, and only those that are fielded keep to a limit. Ruling 29.
    return replace(roster, points_limit=None)


def sheet_of(draft: Draft, rulebook: Rulebook | None = None) -> RosterSheet:
    """Return the sheet of a draft; for other eyes than its player's give ``draft.shared``.

    No queries but those of ``rulebook_of``, and none where the rulebook is given.
    """
    return evaluate(draft, rulebook or rulebook_of([draft.roster])).sheet


def sheet_today(opened: OpenWarband, places: CampaignPlaces, draft: Draft | None = None) -> RosterSheet:
    """Return the sheet of a warband, its members as their careers have made them; ``draft`` is what the reader may see.

    The queries of ``rulebook_of``, and one for a warband with a career.
    """
    draft = draft or opened.draft
    rulebook = rulebook_of([draft.roster])
    return evaluate(draft, rulebook, members_today(places, opened, rulebook)).sheet
