"""The warbands that a person could bring into a campaign, and what keeps them out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from campaigns.entries import settings_of
from campaigns.models import Campaign, CampaignWarband
from campaigns.selectors.campaigns import is_read_by_others
from rules.campaigns.homebrew import barred_homebrew, describe_barred
from rules.campaigns.mustering import roster_at_mustering
from rules.campaigns.settings import HOMEBREW_LISTED, CampaignSettings
from rules.cards.origins import HOMEBREW_MARK
from rules.legality import Rulebook, verdict
from rules.legality.rulebook import describe_private, private_homebrew
from warbands.models import Step, Warband
from warbands.selectors.legality import rulebook_of
from warbands.selectors.warbands import ListedWarband, with_drafts


@dataclass(frozen=True, slots=True)
class MusteredWarband:
    """A warband before it joins: its points and members, and why it cannot join, if it cannot.

    ``campaign`` is the name of the campaign in which it plays, "" for none; ``problems`` are sentences.
    ``barred`` are the keys of homebrew that an organizer could put on the campaign's list.
    """

    warband: Warband
    name: str
    points: int
    members: int
    problems: tuple[str, ...]
    campaign: str = ""
    barred: tuple[str, ...] = ()

    @property
    def may_join(self) -> bool:
        """Whether nothing keeps the warband out."""
        return not self.problems and not self.campaign


def mustered_warbands(steps: Iterable[Step], campaign: Campaign) -> list[MusteredWarband]:
    """Return warbands as the campaign would take them. Two queries, and those of the rulebook."""
    found = with_drafts(steps)
    rulebook = rulebook_of([warband.draft.roster for warband in found if warband.draft])
    playing = CampaignWarband.objects.filter(warband__in=[warband.warband for warband in found], has_left=False)
    campaigns = dict(playing.values_list("warband", "campaign__name"))
    settings, is_read = settings_of(campaign), is_read_by_others(campaign)
    return [_mustered(warband, settings, rulebook, campaigns.get(warband.warband.pk, ""), is_read) for warband in found]


def _mustered(
    warband: ListedWarband, settings: CampaignSettings, rulebook: Rulebook, campaign: str, is_read: bool
) -> MusteredWarband:
    if warband.draft is None:
        return MusteredWarband(warband.warband, warband.name, 0, 0, ("This warband can no longer be read.",), campaign)
    roster = roster_at_mustering(warband.draft.roster, settings)
    book = rulebook.with_cards(roster.cards) if roster.cards else rulebook
    answer = verdict(roster, book)
    problems = tuple(problem.message for problem in answer.problems if problem.blocks)
    barred = barred_homebrew(roster, settings)
    if barred:
        problems = (*problems, describe_barred(barred, settings, book))
    if is_read:
        problems += tuple(describe_private(card) for _, card in private_homebrew(roster.members, book))
    allowable = tuple(key for key in barred if HOMEBREW_MARK in key) if settings.homebrew == HOMEBREW_LISTED else ()
    return MusteredWarband(
        warband.warband, warband.name, answer.points, len(roster.members), problems, campaign, allowable
    )
