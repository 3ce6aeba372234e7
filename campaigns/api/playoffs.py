"""The play-offs of a league in the API: bracket, ranking, drawing, planning and deciding."""

from typing import get_args

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.base import CampaignAPIView, missing, number_parameter, reads, versioned, writes
from campaigns.api.shapes import numbers_field, sent_number
from campaigns.selectors.leagues import league_of
from campaigns.selectors.playoffs import playoffs_of, suggested_seeds
from campaigns.selectors.warbands import warbands_ever
from campaigns.services.pairings import playoff_decide, playoff_games_plan, playoffs_draw
from campaigns.services.texts import MAX_REASON
from common.api.bodies import Body, read_body
from common.openapi import Document
from rules.campaigns.leagues.brackets import MatchGround
from rules.campaigns.leagues.playoffs import DRAW_RULES, MAX_ENTRANTS, MIN_ENTRANTS, PLAYOFF_STAGES


class BracketMatchSerializer(Document):
    """A match. Its sides are null where they are not known yet; a bye has one."""

    stage = serializers.ChoiceField(PLAYOFF_STAGES)
    place = serializers.IntegerField(help_text="Its place in the stage, from 1.")
    title = serializers.CharField()
    sides = serializers.ListField(child=serializers.IntegerField(allow_null=True))
    scenarios = numbers_field(help_text="Its games.")
    result = serializers.IntegerField(allow_null=True, help_text="The winner by the games.")
    winner = serializers.IntegerField(allow_null=True, help_text="Who goes on.")
    ground = serializers.ChoiceField(get_args(MatchGround), help_text="Why.")
    is_due = serializers.BooleanField(help_text="Whether its next game can be planned.")
    is_in_conflict = serializers.BooleanField(help_text="Whether an organizer has to choose who goes on.")


class PlayoffRankSerializer(Document):
    """A settled place; those that lost in the same stage share it."""

    place = serializers.IntegerField()
    warband = serializers.IntegerField()
    stage = serializers.ChoiceField(PLAYOFF_STAGES, help_text="The last stage it played.")


class PlayoffsSerializer(Document):
    """The play-offs of a league: their bracket and the final ranking as far as it is settled."""

    seeds = numbers_field(source="playoffs.seeds", help_text="Warbands, the highest seed first.")
    draws = serializers.ChoiceField(DRAW_RULES, source="playoffs.draws", help_text="What follows a draw.")
    third_place = serializers.BooleanField(source="playoffs.third_place")
    version = serializers.IntegerField(help_text="The version of the campaign.")
    matches = BracketMatchSerializer(source="bracket.matches", many=True)
    ranking = PlayoffRankSerializer(source="bracket.ranking", many=True)
    stale = numbers_field(help_text="Scenarios of warbands that do not meet there any more.")


class PlayoffSeedsSerializer(Document):
    """The seeds that the tables suggest."""

    seeds = numbers_field(help_text="Warbands, the highest seed first.")


class PlayoffsBody(Body):
    """Who takes part, the highest seed first, what follows a draw, and whether third place is played for."""

    seeds = serializers.ListField(child=sent_number(), min_length=MIN_ENTRANTS, max_length=MAX_ENTRANTS)
    draws = serializers.ChoiceField(DRAW_RULES, required=False, default=DRAW_RULES[0])
    third_place = serializers.BooleanField(required=False, default=True)


class PlayoffDecisionBody(Body):
    """Who goes on from a match, and why."""

    stage = serializers.ChoiceField(PLAYOFF_STAGES)
    place = serializers.IntegerField(min_value=1, max_value=MAX_ENTRANTS // 2)
    warband = sent_number()
    reason = serializers.CharField(max_length=MAX_REASON)


class MatchLeftOutSerializer(Document):
    """A match whose game could not be planned, and the reason."""

    title = serializers.CharField()
    message = serializers.CharField()


class PlayoffGamesSerializer(Document):
    """The scenarios that were planned, and the matches that were left out."""

    planned = numbers_field(help_text="Scenarios.")
    left_out = MatchLeftOutSerializer(many=True)


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
    @reads("playoffs_read", PlayoffsSerializer)
    def get(self, request: Request, key: str) -> Response:
        """The play-offs of a league.

        Their bracket follows from the games in the rounds of the play-offs.
        """
        return self.answer(key)

    @writes("playoffs_draw", PlayoffsSerializer, PlayoffsBody, once=True)
    def post(self, request: Request, key: str) -> Response:
        """Draw the play-offs.

        Voiding the entry takes them back, as long as none of their games is planned. Organizers only.
        """
        return self.act(request, key, playoffs_draw, **read_body(PlayoffsBody, request.data))


class PlayoffSeedsView(CampaignAPIView):
    @reads(
        "playoffs_seeds", PlayoffSeedsSerializer, [OpenApiParameter("entrants", int, description="How many take part.")]
    )
    def get(self, request: Request, key: str) -> Response:
        """The seeds that the tables suggest.

        All firsts, then all seconds. Lots decide shared places; asking again gives the same.
        """
        campaign = self.campaign(key).campaign
        seeds = suggested_seeds(campaign, list(warbands_ever(campaign)), number_parameter(request, "entrants"))
        return Response(PlayoffSeedsSerializer({"seeds": seeds}).data)


class PlayoffGamesView(PlayoffsAnswer):
    @writes("playoffs_plan", PlayoffGamesSerializer, once=True)
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
    @writes("playoffs_decide", PlayoffsSerializer, PlayoffDecisionBody, once=True)
    def post(self, request: Request, key: str) -> Response:
        """Decide who goes on from a match.

        It overrides the games until its entry is voided. Organizers only.
        """
        given = read_body(PlayoffDecisionBody, request.data)
        match = given["stage"], given["place"]
        return self.act(request, key, playoff_decide, match=match, warband=given["warband"], reason=given["reason"])
