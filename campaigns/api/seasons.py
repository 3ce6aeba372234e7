"""The season of a campaign in the API: its champions and awards, settling, finishing, and the next season."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.base import CampaignAPIView, reads, versioned, writes
from campaigns.api.campaigns import CampaignAnswer
from campaigns.api.league_shapes import MAX_TABLES, RoundOutcomeSerializer
from campaigns.api.leagues import outcome_answer
from campaigns.api.shapes import CampaignSerializer, sent_number
from campaigns.selectors.seasons import season_board
from campaigns.selectors.warbands import warbands_listed
from campaigns.services.seasons import ENDINGS, ScenarioEnding, season_finish, season_follow, season_settle
from campaigns.services.texts import MAX_REASON
from common.api.bodies import Body, read_body
from common.openapi import Document
from rules.campaigns.leagues.seasons import AWARD_KEYS
from rules.lengths import MAX_NAME


class SeasonHonorSerializer(Document):
    """A place on a podium, or an award: who holds it and why, in words."""

    title = serializers.CharField()
    place = serializers.IntegerField(help_text="1 to 3 on a podium, 0 for an award.")
    award = serializers.ChoiceField(("", *AWARD_KEYS), source="key", help_text="Empty for a place on a podium.")
    warband = serializers.IntegerField()
    holder = serializers.CharField(help_text="The name of the warband, or of its member with that of the warband.")
    deed = serializers.CharField(allow_blank=True)


class UnsettledScenarioSerializer(Document):
    """A scenario that is still to settle, and whom it waits for."""

    scenario = serializers.IntegerField(source="scenario.number")
    is_ready = serializers.BooleanField(help_text="Whether it can be committed.")
    waits = serializers.ListField(child=serializers.CharField(), help_text="Sentences.")


class SeasonSerializer(Document):
    """The season of a campaign: its honors as given, or as they would be given now."""

    version = serializers.IntegerField(help_text="The version of the campaign.")
    is_finished = serializers.BooleanField()
    entry = serializers.IntegerField(allow_null=True, help_text="The entry that finished it; voiding it undoes that.")
    has_changed = serializers.BooleanField(help_text="Whether the journal would give other honors now.")
    honors = SeasonHonorSerializer(many=True)
    unsettled = UnsettledScenarioSerializer(many=True)
    more = serializers.IntegerField(help_text="Scenarios to settle beyond these.")


class ScenarioEndingBody(Body):
    """What becomes of a scenario; a forfeit names who was absent."""

    scenario = sent_number()
    ending = serializers.ChoiceField(ENDINGS)
    absent = serializers.ListField(child=sent_number(), max_length=MAX_TABLES, required=False, default=list)


class SettlingBody(Body):
    """What becomes of scenarios, and the reason, if you like."""

    endings = ScenarioEndingBody(many=True)
    reason = serializers.CharField(max_length=MAX_REASON, required=False, default="", allow_blank=True)


class NextSeasonBody(Body):
    """The name of the next season, and the people to invite, by their numbers."""

    name = serializers.CharField(max_length=MAX_NAME)
    people = serializers.ListField(child=sent_number(), max_length=MAX_TABLES, required=False, default=list)


class SeasonAnswer(CampaignAPIView):
    def answer(self, key: str) -> Response:
        """Answer with the season of a campaign. Three queries and those of ``season_board``."""
        view = self.campaign(key)
        board = season_board(view, warbands_listed(view.campaign))
        document = SeasonSerializer().write(board, version=view.campaign.head, entry=view.campaign.finished_by)
        return versioned(document, view.campaign.head)


class SeasonView(SeasonAnswer):
    @reads("seasons_read", SeasonSerializer)
    def get(self, request: Request, key: str) -> Response:
        """The season of a campaign.

        Its champions and awards, and the scenarios that are still to settle before it can be finished.
        """
        return self.answer(key)


class SeasonSettleView(SeasonAnswer):
    @writes("seasons_settle", RoundOutcomeSerializer, SettlingBody, once=True)
    def post(self, request: Request, key: str) -> Response:
        """Commit, forfeit or cancel scenarios.

        Those that are not ready are left out, each with the reason. Organizers only.
        """
        given = read_body(SettlingBody, request.data)
        endings = [
            ScenarioEnding(ending["scenario"], ending["ending"], tuple(ending["absent"])) for ending in given["endings"]
        ]
        return outcome_answer(self.write(request, key, season_settle, endings=endings, reason=given["reason"]))


class SeasonFinishView(SeasonAnswer):
    @writes("seasons_finish", SeasonSerializer, replaces=True, once=True)
    def post(self, request: Request, key: str) -> Response:
        """Finish the season.

        Its champions and awards go into the journal as they are; voiding the entry undoes that. Organizers only.
        """
        return self.act(request, key, season_finish, required=True)


class SeasonNextView(CampaignAnswer):
    @writes("seasons_next", CampaignSerializer, NextSeasonBody, status=201, once=True)
    def post(self, request: Request, key: str) -> Response:
        """Begin the next season.

        A campaign of its own with the house rules and the league rules of this one, and a place for each person
        that you invite. Organizers only.
        """
        given = read_body(NextSeasonBody, request.data)
        campaign = season_follow(actor=self.owner, key=key, name=given["name"], people=given["people"])
        return self.answer(campaign.key, created=True)
