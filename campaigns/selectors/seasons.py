"""The season of a campaign: what is still to settle, the champions and awards now and as given, and the next season."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from django.db.models import F, QuerySet
from django.utils.formats import date_format

from campaigns.entries import stored_record
from campaigns.models import Campaign, CampaignWarband, CareerPoint, Participant, ScenarioSide
from campaigns.models.people import ParticipantPresence
from campaigns.models.scenarios import ScenarioPhase
from campaigns.selectors.boards import TableProgress, table_progress
from campaigns.selectors.campaigns import CampaignView
from campaigns.selectors.journal import journal_entry, journal_names
from campaigns.selectors.journal_results import once_per_entry, present_records
from campaigns.selectors.leagues import league_of, league_rows
from campaigns.selectors.playoffs import playoffs_of
from campaigns.selectors.scenarios import scenarios_of
from campaigns.selectors.warbands import warbands_ever
from printing.certificates import SeasonCertificates
from rules.campaigns.events.leagues import SeasonFinished
from rules.campaigns.leagues.awards import (
    LevelGain,
    SeasonFacts,
    SeasonGame,
    levels_gained,
    podium,
    season_awards,
)
from rules.campaigns.leagues.games import SideOfScenario
from rules.campaigns.leagues.honors import SeasonHonor, honors_of, season_honors
from rules.campaigns.leagues.rounds import LeagueState
from rules.campaigns.leagues.seasons import PodiumPlace
from rules.campaigns.standings import StandingLine, ranked
from rules.campaigns.state.warbands import WarbandRecord
from warbands.selectors.crests import crests_of

MOST_UNSETTLED = 50
"""The scenarios that are settled on one page."""
BLOCKING = (ScenarioPhase.PLANNED, ScenarioPhase.OPEN)
"""The states of a scenario that keep a season from being finished."""
UNSETTLED = (*BLOCKING, ScenarioPhase.VOIDED)
"""The states of a scenario of which something is still to become."""


def unsettled_tables(campaign: Campaign, warbands: Iterable[CampaignWarband]) -> tuple[list[TableProgress], int]:
    """Return the first scenarios that are planned, open or undone, and how many more there are.

    The queries of ``round_tables``, and one more.
    """
    rows = scenarios_of(campaign).filter(status__in=UNSETTLED).select_related("game_night").reverse()
    tables = table_progress(campaign, rows[:MOST_UNSETTLED], {}, warbands)
    return tables, campaign.scenarios.filter(status__in=UNSETTLED).count() - len(tables)


@once_per_entry
def season_now(campaign: Campaign) -> SeasonFinished:
    """Return the champions and awards by what the journal says now. Eight queries at most."""
    stored = campaign.warbands.values_list("number", "opening")
    openings = {number: stored_record(opening) for number, opening in stored}
    facts = SeasonFacts(present_records(campaign), openings, _games(campaign), _first_level(campaign, openings))
    return SeasonFinished(_podium(campaign), season_awards(facts))


def _podium(campaign: Campaign) -> tuple[PodiumPlace, ...]:
    league = league_of(campaign)
    if league.rules is None:
        lines = (
            StandingLine(number, record.name, "", record.standing, 0)
            for number, record in present_records(campaign).items()
            if record.standing.played
        )
        return podium(((line.number, line.place) for line in ranked(lines)), "campaign")
    played_bracket = playoffs_of(campaign, league)
    ranking = played_bracket.bracket.ranking if played_bracket else []
    places = [*podium(((rank.warband, rank.place) for rank in ranking), "play-offs")]
    for table in league_rows(campaign):
        rows = [row for row in table.rows if row.form]
        places += podium(((row.warband, row.place) for row in rows), "league", table.name)
    return tuple(places)


def _games(campaign: Campaign) -> list[SeasonGame]:
    """Return the scenarios that count or were forfeited, in the order in which they were played. One query."""
    sides = ScenarioSide.objects.filter(scenario__campaign=campaign).exclude(outcome="")
    # Databases differ on where those go that were never played.
    played = F("scenario__played").asc(nulls_first=True)
    rows = sides.order_by(played, "scenario__number", "pk").values_list(
        "scenario__number", "warband__number", "outcome", "victory_points", "eliminated", "points"
    )
    return [
        SeasonGame(scenario, tuple(SideOfScenario(*side[1:]) for side in group))  # type: ignore[arg-type] # as in games
        for scenario, group in groupby(rows, key=lambda row: row[0])
    ]


_CHUNK = 50


def _first_level(campaign: Campaign, openings: Mapping[int, WarbandRecord]) -> LevelGain | None:
    """Return who was the first to gain a level. One query, of which only the rows up to that are read."""
    points = CareerPoint.objects.filter(warband__campaign=campaign, warband__number__in=list(openings))
    rows = points.order_by("played", "warband__number").values_list("scenario", "warband__number", "record")
    for scenario, group in groupby(rows.iterator(_CHUNK), key=lambda row: row[0]):
        members = tuple(
            (number, member)
            for _, number, record in group
            for member in levels_gained(openings[number], stored_record(record))
        )
        if members:
            return LevelGain(scenario, members)
    return None


def honors_in_words(
    view: CampaignView, season: SeasonFinished, warbands: Collection[CampaignWarband]
) -> list[SeasonHonor]:
    """Return champions and awards in words. One query and those of ``crests_of``."""
    names = journal_names(view.campaign, view.names, [season])
    pinned = crests_of([row.warband for row in warbands])
    crests = {row.number: pinned.get(row.warband_id) for row in warbands}
    return list(season_honors(season.podium, season.awards, names, crests))


def given_honors(
    view: CampaignView, warbands: Iterable[CampaignWarband], league: LeagueState | None = None
) -> list[SeasonHonor]:
    """Return the honors that the finished season gave, none while it goes on.

    No query without a finished season, otherwise those of ``league_of`` and ``honors_in_words``.
    """
    if view.campaign.finished_by is None:
        return []
    warbands, finished = list(warbands), (league or league_of(view.campaign)).finished
    return honors_in_words(view, SeasonFinished(finished.podium, finished.awards), warbands) if finished else []


def season_certificates(view: CampaignView, number: int | None = None) -> SeasonCertificates | None:
    """Return the certificates of a finished season, or those of one warband; None if there are none.

    The queries of ``given_honors``, and two more.
    """
    honors = given_honors(view, warbands_ever(view.campaign))
    if number is not None:
        honors = list(honors_of(honors, number))
    if view.campaign.finished_by is None or not honors:
        return None
    entry = journal_entry(view.campaign, view.campaign.finished_by)
    return SeasonCertificates(view.campaign.name, date_format(entry.at, "j F Y"), honors) if entry else None


def honors_by_kind(honors: Collection[SeasonHonor]) -> dict[str, tuple[SeasonHonor, ...]]:
    """Return the places on podiums and the awards among these honors, by ``podium`` and ``awards``."""
    return {
        "podium": tuple(honor for honor in honors if not honor.key),
        "awards": tuple(honor for honor in honors if honor.key),
    }


@dataclass(frozen=True, slots=True)
class SeasonBoard:
    """The season of a campaign: its honors, those that it would give now, and the scenarios to settle first.

    ``has_changed`` says that what was given is not what the journal says now; ``more`` is how many scenarios are still
    to settle beyond those.
    """

    honors: list[SeasonHonor]
    is_finished: bool
    has_changed: bool
    unsettled: list[TableProgress]
    more: int
    has_games: bool

    @property
    def blocked(self) -> bool:
        """Whether a scenario has to be settled before the season can be finished."""
        return self.more > 0 or any(table.scenario.status in BLOCKING for table in self.unsettled)


def season_board(view: CampaignView, warbands: Collection[CampaignWarband]) -> SeasonBoard:
    """Return the season of a campaign. At most nine queries, and those of crests and running scenarios."""
    league = league_of(view.campaign)
    now = season_now(view.campaign)
    finished = league.finished
    shown = SeasonFinished(finished.podium, finished.awards) if finished else now
    return SeasonBoard(
        honors_in_words(view, shown, warbands),
        finished is not None,
        shown != now,
        *(([], 0) if finished else unsettled_tables(view.campaign, warbands)),
        bool(now.podium or now.awards),
    )


def season_invitations(user_id: int | None, follows: Campaign | None = None) -> QuerySet[Participant]:
    """Return the places in next seasons that wait for an account, with their campaigns. One query."""
    places = Participant.objects.filter(
        invited=user_id, invited__isnull=False, user=None, presence=ParticipantPresence.PLAYING
    ).exclude(claim_token=None)
    if follows is not None:
        places = places.filter(campaign__follows=follows)
    return places.select_related("campaign__follows").order_by("-pk")


def next_seasons(viewer: Participant | None, campaign: Campaign) -> Iterator[Campaign]:
    """Yield the next seasons of a campaign in which its viewer takes part. One query, none for spectators."""
    if viewer is not None and viewer.user_id is not None:
        places = Participant.objects.filter(
            user=viewer.user_id, campaign__follows=campaign, presence=ParticipantPresence.PLAYING
        )
        yield from (place.campaign for place in places.select_related("campaign").order_by("pk"))
