"""The house rule on homebrew: which creatures that players wrote may play in a campaign."""

from __future__ import annotations

from collections.abc import Collection

from rules.campaigns.settings import HOMEBREW_LISTED, HOMEBREW_NONE, CampaignSettings
from rules.cards.origins import HOMEBREW_MARK
from rules.legality.rulebook import Rulebook
from rules.roster.model import Roster
from rules.text import few_listed


def barred_homebrew(roster: Roster, settings: CampaignSettings, known: Collection[str] = ()) -> tuple[str, ...]:
    """Return the keys of homebrew in a roster that the campaign does not allow, those ``known`` before aside.

    Homebrew is what a player wrote, and every card that a roster brings with it.
    """
    if settings.homebrew not in (HOMEBREW_NONE, HOMEBREW_LISTED):
        return ()
    allowed = {*settings.homebrew_allowed, *known} if settings.homebrew == HOMEBREW_LISTED else {*known}
    own = {card.key for card in roster.cards}
    keys = dict.fromkeys(member.creature for member in roster.members)
    return tuple(key for key in keys if (HOMEBREW_MARK in key or key in own) and key not in allowed)


def describe_barred(keys: Collection[str], settings: CampaignSettings, rulebook: Rulebook) -> str:
    """Say why homebrew may not play; ``rulebook`` has the cards of its keys."""
    names = [card.name if (card := rulebook.card(key)) else key for key in keys]
    what = f"{few_listed(names)} {'is' if len(names) == 1 else 'are'} homebrew"
    if settings.homebrew == HOMEBREW_NONE:
        return f"{what}, and this campaign allows none."
    it = "it" if len(names) == 1 else "them"
    return f"{what} that this campaign does not allow. Ask an organizer to put {it} on the campaign’s list."
