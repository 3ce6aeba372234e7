"""Homebrew of unknown license: it stays out of what fellow players and spectators see."""

from __future__ import annotations

from collections.abc import Iterable

from campaigns.models import Campaign
from campaigns.selectors.campaigns import is_read_by_others
from campaigns.selectors.careers import careers_rulebook, named_cards
from common.refusal import Refusal
from rules.campaigns.state.warbands import record_from_document
from rules.cards.model import HOMEBREW_MARK
from rules.legality import Rulebook
from rules.legality.rulebook import describe_private, private_homebrew
from rules.roster.model import Member, Roster
from warbands.selectors.legality import rulebook_of


def refuse_private_members(campaign: Campaign) -> None:
    """Raise ``Refusal`` if a warband of the campaign has homebrew of unknown license, before others come to read it."""
    records = (record_from_document(row.record) for row in campaign.warbands.only("record"))
    members = _of_homebrew(career.member for record in records for career in record.careers.by_id.values())
    for _, card in private_homebrew(members, careers_rulebook(named_cards(members))):
        raise Refusal(describe_private(card), code="homebrew.forbidden")


def refuse_private_homebrew(campaign: Campaign, members: Iterable[Member], rulebook: Rulebook | None = None) -> None:
    """Raise ``Refusal`` if members have homebrew of unknown license and others read the campaign.

    ``rulebook`` has the cards of these members; without one they are read. No query where no one has homebrew.
    """
    brewed = _of_homebrew(members)
    if not brewed:
        return
    book = rulebook or rulebook_of([Roster(members=brewed)])
    for _, card in private_homebrew(brewed, book):
        if is_read_by_others(campaign):
            raise Refusal(describe_private(card), code="homebrew.forbidden")


def _of_homebrew(members: Iterable[Member]) -> tuple[Member, ...]:
    return tuple(member for member in members if HOMEBREW_MARK in member.creature)
