"""The page of a player over campaigns: their record, their warbands, and whom these met, by warbands alone."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import F, QuerySet

from accounts.models import User
from campaigns.entries import numbered_event
from campaigns.models import Campaign, CampaignWarband, JournalEntry, Participant, PlayerPage, ScenarioSide
from campaigns.models.people import ParticipantPresence
from rules.campaigns.events.leagues import SeasonFinished
from rules.campaigns.leagues.awards import AWARD_BY_KEY
from rules.campaigns.leagues.records import ResultRecord
from rules.campaigns.leagues.seasons import podium_titles
from rules.campaigns.leagues.settings import LeagueResult
from rules.campaigns.results import SideResult
from rules.crests import Crest
from rules.text import counted
from warbands.selectors.crests import crests_of

LAST_GAMES = 5
"""Scenarios of a campaign that the page lists."""


@dataclass(frozen=True, slots=True)
class ShownWarband:
    """A warband of the player: its name, crest, record and last results, and the titles and awards it was given."""

    name: str
    crest: Crest | None
    record: ResultRecord
    titles: tuple[str, ...] = ()

    @property
    def form(self) -> list[str]:
        """The last results as letters, the latest last."""
        return self.record.letters[-LAST_GAMES:]


@dataclass(frozen=True, slots=True)
class ShownCampaign:
    """A campaign on the page: the player's warbands there, and their last scenarios, the latest first."""

    campaign: Campaign
    warbands: tuple[ShownWarband, ...]
    last: tuple[tuple[ScenarioSide, tuple[ScenarioSide, ...]], ...]


@dataclass(frozen=True, slots=True)
class ShownPlayer:
    """A player as the page shows them."""

    name: str
    record: ResultRecord
    campaigns: tuple[ShownCampaign, ...]

    @property
    def about(self) -> str:
        """What the page says in a line."""
        return f"{self.record.summary}, in {counted(len(self.campaigns), 'campaign')}."


def showable_campaigns(user: User) -> QuerySet[Campaign]:
    """Return the campaigns that a player may show: they take part, and the organizer allows it. One query."""
    return Campaign.objects.filter(pk__in=_places(user).values("campaign"), on_player_pages=True).order_by("name", "pk")


def player_page_of(user: User) -> PlayerPage | None:
    """Return the page of an account, switched on or not. One query."""
    return PlayerPage.objects.filter(user=user).first()


def player_page_shown(token: str) -> ShownPlayer | None:
    """Return what the page of a link shows, None without such a page. Five queries and those of ``crests_of``."""
    page = (
        PlayerPage.objects.filter(token=token, user__is_active=True).select_related("user").first() if token else None
    )
    if page is None:
        return None
    campaigns = list(showable_campaigns(page.user).filter(player_pages=page))
    rows = CampaignWarband.objects.filter(participant__in=_places(page.user), campaign__in=campaigns)
    warbands = list(rows.select_related("warband").defer("record", "opening", "frozen").order_by("number"))
    sides = _sides(warbands)
    crests = crests_of([row.warband for row in warbands])
    titles = _titles(campaigns)
    shown = tuple(_campaign(campaign, warbands, sides, crests, titles) for campaign in campaigns)
    results = [result for each in shown for warband in each.warbands for result in warband.record.results]
    return ShownPlayer(page.name, ResultRecord(results), shown)


def _places(user: User) -> QuerySet[Participant]:
    return Participant.objects.filter(user=user, presence=ParticipantPresence.PLAYING).order_by()


def _sides(warbands: list[CampaignWarband]) -> dict[int, list[ScenarioSide]]:
    """Return the sides of scenarios that count in which these warbands fought, by scenario. One query."""
    mine = ScenarioSide.objects.filter(warband__in=warbands).exclude(outcome="").order_by()
    sides = ScenarioSide.objects.filter(scenario__in=mine.values("scenario")).select_related("scenario", "warband")
    by_scenario: defaultdict[int, list[ScenarioSide]] = defaultdict(list)
    for side in sides.only(
        *("victory_points", "outcome", "warband__number", "warband__name", "warband__campaign"),
        *("scenario__campaign", "scenario__number", "scenario__played", "scenario__title", "scenario__date"),
    ).order_by("scenario__played", "scenario__number", "pk"):
        by_scenario[side.scenario_id].append(side)
    return by_scenario


def _titles(campaigns: Sequence[Campaign]) -> Mapping[tuple[int, int], list[str]]:
    """Return places on podiums and awards of finished seasons, by campaign and warband. One query."""
    titles: defaultdict[tuple[int, int], list[str]] = defaultdict(list)
    entries = JournalEntry.objects.filter(campaign__in=campaigns, number=F("campaign__finished_by"))
    for entry in entries.order_by("campaign"):
        season = numbered_event(entry).event
        if isinstance(season, SeasonFinished):
            for title, place in podium_titles(season.podium):
                titles[entry.campaign_id, place.warband].append(title)
            for award in season.awards:
                for holder in award.holders:
                    titles[entry.campaign_id, holder.warband].append(AWARD_BY_KEY[award.award].name)
    return titles


def _campaign(
    campaign: Campaign,
    warbands: list[CampaignWarband],
    sides: dict[int, list[ScenarioSide]],
    crests: dict[int, Crest],
    titles: Mapping[tuple[int, int], list[str]],
) -> ShownCampaign:
    own = {row.pk: row for row in warbands if row.campaign_id == campaign.pk}
    games = [
        (side, tuple(other for other in scenario if other is not side))
        for scenario in sides.values()
        for side in scenario
        if side.warband_id in own
    ]
    records: defaultdict[int, list[SideResult | LeagueResult]] = defaultdict(list)
    for side, _ in games:
        records[side.warband_id].append(side.outcome)  # type: ignore[arg-type] # its choices are results
    shown = tuple(
        ShownWarband(
            str(row), crests.get(row.warband_id), ResultRecord(records[pk]), tuple(titles[campaign.pk, row.number])
        )
        for pk, row in own.items()
    )
    return ShownCampaign(campaign, shown, tuple(reversed(games[-LAST_GAMES:])))
