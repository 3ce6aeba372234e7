"""Events of rounds and leagues: what is planned, who sits out, what was forfeited, and the rules of the table."""

from typing import Annotated

from rules.campaigns.events.event import CampaignEvent
from rules.campaigns.events.rights import ORGANIZERS, UNPLAYED, EventRight
from rules.campaigns.leagues.playoffs import Draws, MatchPlace, Seeds, StageName
from rules.campaigns.leagues.rounds import DIVISIONS, LeagueDivision, RoundNumber, RoundPlan
from rules.campaigns.leagues.seasons import PODIUM, SEASON_AWARDS, PodiumPlace, SeasonAward
from rules.campaigns.leagues.settings import LeagueRules

_COUNTS = "Only a scenario that does not count can be forfeited. Undo it first."


class RoundPlanned(CampaignEvent, kind="round-planned"):
    """An organizer plans a round, or changes its plan. Scenarios name their round in plans of their own."""

    right = EventRight(ORGANIZERS, "plan rounds")

    round: RoundNumber
    plan: RoundPlan


class ByeGiven(CampaignEvent, kind="bye-given", is_voidable=True):
    """A warband has no opponent in a round."""

    right = EventRight(ORGANIZERS, "pair a round")
    sentence = "{who} gave {warband} the bye of round {round}."

    round: RoundNumber
    warband: int


class GameForfeited(CampaignEvent, kind="game-forfeited", is_voidable=True):
    """A scenario of two warbands is not played because those who are ``absent``, one or both, did not come.

    It is no scenario for any career. Voided, it can be played; what was fielded, rolled and reported before is gone.
    """

    right = EventRight(ORGANIZERS, "record a forfeit", when=UNPLAYED, unless=_COUNTS)

    scenario: int
    absent: tuple[int, ...]
    reason: str


class LeagueRulesSet(CampaignEvent, kind="league-rules-set"):
    """An organizer gives the campaign a league, or changes its rules: they hold for games before too."""

    right = EventRight(ORGANIZERS, "set the rules of the league")
    sentence = "{who} set the rules of the league.{reason}"

    rules: LeagueRules
    reason: str


class DivisionsSet(CampaignEvent, kind="divisions-set"):
    """An organizer divides the warbands of a league anew; without divisions all are in one table."""

    right = EventRight(ORGANIZERS, "divide the league")

    divisions: Annotated[tuple[LeagueDivision, ...], DIVISIONS]


class PlayoffsDrawn(CampaignEvent, kind="playoffs-drawn", is_voidable=True):
    """An organizer draws the play-offs: who takes part, the highest seed first, and what follows a draw."""

    right = EventRight(ORGANIZERS, "draw the play-offs")

    seeds: Seeds
    draws: Draws
    third_place: bool


class PlayoffRoundBegun(CampaignEvent, kind="playoff-round-begun"):
    """A round is one of the play-offs from now on: its games are outside the tables of the league."""

    right = EventRight(ORGANIZERS, "plan the play-offs")

    round: RoundNumber
    stage: StageName


class PlayoffDecided(CampaignEvent, kind="playoff-decided", is_voidable=True):
    """An organizer decides which warband goes on from a match of the play-offs, that at a ``place`` of a stage."""

    right = EventRight(ORGANIZERS, "decide who goes on", also_left=True)

    stage: StageName
    place: MatchPlace
    warband: int
    reason: str


class SeasonFinished(CampaignEvent, kind="season-finished", is_voidable=True):
    """An organizer finishes the season: champions and awards stay as they were given, until this entry is voided."""

    right = EventRight(ORGANIZERS, "finish the season")

    podium: Annotated[tuple[PodiumPlace, ...], PODIUM]
    awards: Annotated[tuple[SeasonAward, ...], SEASON_AWARDS]
