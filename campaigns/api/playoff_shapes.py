"""Play-offs in the API: their bracket and ranking, and what requests send."""

from typing import get_args

from rest_framework import serializers

from campaigns.api.shapes import numbers_field, sent_number
from campaigns.services.texts import MAX_REASON
from common.api.bodies import Body
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
