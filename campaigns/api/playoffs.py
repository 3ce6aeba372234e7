"""The play-offs of a league in the API."""

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.views import once
from campaigns.api.base import (
    LIST_ERRORS,
    READ_ERRORS,
    WRITE_ERRORS,
    CampaignAPIView,
    missing,
    number_parameter,
    versioned,
)
from campaigns.api.playoff_shapes import (
    PlayoffDecisionBody,
    PlayoffGamesSerializer,
    PlayoffsBody,
    PlayoffSeedsSerializer,
    PlayoffsSerializer,
)
from campaigns.selectors.leagues import league_of
from campaigns.selectors.playoffs import playoffs_of, suggested_seeds
from campaigns.selectors.warbands import warbands_ever
from campaigns.services.playoffs import playoff_decide, playoff_games_plan, playoffs_draw
from common.api.bodies import read_body
from common.openapi import operation


class PlayoffsAnswer(CampaignAPIView):
    def answer(self, key: str) -> Response:
        """Answer with the play-offs of a campaign; 404 before they are drawn. Four queries."""
        campaign = self.campaign(key).campaign
        played = playoffs_of(campaign, league_of(campaign))
        if played is None:
            raise missing("league.gone", "key", "There are no play-offs in this campaign yet.")
        stale = [game.scenario for game in played.bracket.stale]
        return versioned(PlayoffsSerializer().write(played, version=campaign.head, stale=stale), campaign.head)


class PlayoffsView(PlayoffsAnswer):
    @operation("playoffs_read", PlayoffsSerializer, READ_ERRORS)
    def get(self, request: Request, key: str) -> Response:
        """The play-offs of a league.

        Their bracket follows from the games in the rounds of the play-offs.
        """
        return self.answer(key)

    @operation("playoffs_draw", PlayoffsSerializer, WRITE_ERRORS, body=PlayoffsBody)
    @once
    def post(self, request: Request, key: str) -> Response:
        """Draw the play-offs.

        Voiding the entry takes them back, as long as none of their games is planned. Organizers only.
        """
        return self.act(request, key, playoffs_draw, **read_body(PlayoffsBody, request.data))


class PlayoffSeedsView(CampaignAPIView):
    @operation(
        "playoffs_seeds",
        PlayoffSeedsSerializer,
        LIST_ERRORS,
        parameters=[OpenApiParameter("entrants", int, description="How many take part.")],
    )
    def get(self, request: Request, key: str) -> Response:
        """The seeds that the tables suggest.

        All firsts, then all seconds. Lots decide shared places; asking again gives the same.
        """
        campaign = self.campaign(key).campaign
        seeds = suggested_seeds(campaign, list(warbands_ever(campaign)), number_parameter(request, "entrants"))
        return Response(PlayoffSeedsSerializer({"seeds": seeds}).data)


class PlayoffGamesView(PlayoffsAnswer):
    @operation("playoffs_plan", PlayoffGamesSerializer, WRITE_ERRORS)
    @once
    def post(self, request: Request, key: str) -> Response:
        """Plan the games that are due.

        Replays of draws, too. Organizers only.
        """
        planned, left_out = self.write(request, key, playoff_games_plan)
        document = {
            "planned": [row.number for row in planned],
            "left_out": [{"title": title, "message": why} for title, why in left_out],
        }
        return Response(PlayoffGamesSerializer(document).data)


class PlayoffDecisionsView(PlayoffsAnswer):
    @operation("playoffs_decide", PlayoffsSerializer, WRITE_ERRORS, body=PlayoffDecisionBody)
    @once
    def post(self, request: Request, key: str) -> Response:
        """Decide who goes on from a match.

        It overrides the games until its entry is voided. Organizers only.
        """
        given = read_body(PlayoffDecisionBody, request.data)
        match = given["stage"], given["place"]
        return self.act(request, key, playoff_decide, match=match, warband=given["warband"], reason=given["reason"])
