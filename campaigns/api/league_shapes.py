"""Rounds and leagues in the API: tables, rounds, pairings, and what requests send."""

from functools import partial
from typing import get_args

from rest_framework import serializers

from campaigns.api.base import read_record
from campaigns.api.shapes import RecordSerializer, numbers_field, sent_number
from campaigns.models.scenarios import ScenarioPhase
from campaigns.services.texts import MAX_REASON
from common.api.bodies import Body
from common.openapi import Document
from rules.campaigns.leagues.progress import STAGES
from rules.campaigns.leagues.rounds import ROUND_PLAN
from rules.campaigns.leagues.settings import LEAGUE_RULES, LeagueResult

MAX_TABLES = 500
"""Tables, byes or scenarios that one request names."""


class LeagueRulesSerializer(RecordSerializer):
    """The rules of a league: points for each result, tiebreakers in their order, and whether a bye is a game."""

    shape = LEAGUE_RULES


class RoundPlanSerializer(RecordSerializer):
    """The plan of a round. Omitted fields get their defaults."""

    shape = ROUND_PLAN


class LeagueDivisionSerializer(Document):
    """A division: its name, and its warbands by their numbers."""

    name = serializers.CharField()
    warbands = numbers_field()


class LeagueLineSerializer(Document):
    """A warband in a table. Means are over the games that count; the schedule is null without other games."""

    place = serializers.IntegerField(source="row.place")
    warband = serializers.IntegerField(source="row.warband")
    name = serializers.CharField()
    player = serializers.CharField()
    has_left = serializers.BooleanField()
    points = serializers.IntegerField(source="row.points")
    games = serializers.IntegerField(source="row.games")
    won = serializers.IntegerField(source="row.won")
    drawn = serializers.IntegerField(source="row.drawn")
    lost = serializers.IntegerField(source="row.lost")
    results = serializers.ListField(
        child=serializers.ChoiceField(get_args(LeagueResult)), source="row.form", help_text="The latest last."
    )
    points_a_game = serializers.FloatField(source="row.points_a_game")
    schedule = serializers.FloatField(source="row.schedule", allow_null=True)
    difference = serializers.IntegerField(source="row.difference", help_text="Own less the opponents' victory points.")
    eliminated = serializers.FloatField(source="row.eliminated", help_text="Own eliminated members, a game.")


class LeagueTableSerializer(Document):
    """A table of the league, the best first. Without divisions there is one, and its name is empty."""

    name = serializers.CharField(allow_blank=True)
    lines = LeagueLineSerializer(many=True)
    crossed = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField(allow_blank=True)),
        source="results",
        help_text="The results of each line against each line, as letters in the order of the games.",
    )


class RoundSummarySerializer(Document):
    """A round: its plan, and the warbands that have a bye."""

    number = serializers.IntegerField()
    title = serializers.CharField(help_text="Its name, or its number in words.")
    plan = RoundPlanSerializer()
    byes = numbers_field(source="resting")


class LeagueSerializer(Document):
    """The league of a campaign. Without rules there are no tables."""

    version = serializers.IntegerField(help_text="The version of the campaign.")
    rules = LeagueRulesSerializer(allow_null=True)
    divisions = LeagueDivisionSerializer(many=True)
    tables = LeagueTableSerializer(many=True)
    outside = serializers.IntegerField(help_text="Scenarios of one warband, or of three and more, which no table has.")
    rounds = RoundSummarySerializer(many=True)


class RoundTableSerializer(Document):
    """A table of a round, and whom it waits for."""

    scenario = serializers.IntegerField(source="scenario.number")
    status = serializers.ChoiceField(ScenarioPhase.choices, source="scenario.status")
    warbands = numbers_field()
    is_ready = serializers.BooleanField(help_text="Whether it can be committed.")
    waits = serializers.ListField(child=serializers.CharField(), help_text="Sentences.")
    stage = serializers.ChoiceField(list(STAGES.items()), source="stage_key")
    due = serializers.CharField(help_text="The day by which it is to be played, empty where none is settled.")
    late = serializers.IntegerField(help_text="By how many days it is late, 0 if it is not.")


class CampaignBoardSerializer(Document):
    """The tables of a campaign's current round, or its open scenarios."""

    version = serializers.IntegerField(help_text="The version of the campaign.")
    round = serializers.IntegerField(allow_null=True)
    tables = RoundTableSerializer(many=True)


class CampaignRoundSerializer(RoundSummarySerializer):
    """A round with its tables."""

    version = serializers.IntegerField(help_text="The version of the campaign.")
    tables = RoundTableSerializer(many=True)


class MeetingSerializer(Document):
    """Two warbands, and where they met or are planned to meet."""

    warbands = numbers_field()
    before = serializers.ListField(child=serializers.CharField(), help_text="Rounds, and scenarios outside rounds.")


class ProposedTableSerializer(MeetingSerializer):
    """Two warbands that would meet, how often and where they have met, and what speaks against it."""

    warbands = numbers_field(source="numbers")
    met = serializers.IntegerField()
    is_unwanted = serializers.BooleanField(help_text="Whether they asked not to meet.")
    clashes = serializers.ListField(
        child=serializers.CharField(), help_text="Where else they play on that day, in sentences."
    )


class PairingSerializer(Document):
    """A proposed pairing of a round. Asking again gives the same."""

    tables = ProposedTableSerializer(many=True)
    byes = numbers_field()


class LeagueClashSerializer(Document):
    """A warband that plays more than once on the day of a round."""

    warband = serializers.IntegerField()
    sentences = serializers.ListField(child=serializers.CharField(), help_text="A sentence for each scenario.")


class LeagueMeetingsSerializer(Document):
    """Who met whom, and with a round who plays more than once on its day."""

    met = MeetingSerializer(many=True)
    clashes = LeagueClashSerializer(many=True)


class LeagueRulesBody(Body):
    """New rules of a league; the reason may be missing for the first ones."""

    rules = LeagueRulesSerializer(default=partial(read_record, LEAGUE_RULES, None, "rules"))
    reason = serializers.CharField(max_length=MAX_REASON, required=False, default="", allow_blank=True)


class DivisionsBody(Body):
    """New divisions; none put all warbands into one table."""

    divisions = serializers.ListField(child=serializers.DictField(), max_length=100)


class PairingBody(Body):
    """The tables of a round, each with two warbands, and the warbands that have the bye."""

    tables = serializers.ListField(
        child=serializers.ListField(child=sent_number(), min_length=2, max_length=2), max_length=MAX_TABLES
    )
    byes = serializers.ListField(child=sent_number(), max_length=MAX_TABLES, required=False, default=list)


class ScenariosBody(Body):
    """The scenarios of a round to commit, by their numbers."""

    scenarios = serializers.ListField(child=sent_number(), max_length=MAX_TABLES)


class ForfeitBody(Body):
    """Who did not come, and the reason, if you like."""

    absent = serializers.ListField(child=sent_number(), min_length=1, max_length=2)
    reason = serializers.CharField(max_length=MAX_REASON, required=False, default="", allow_blank=True)


class ScenarioLeftOutSerializer(Document):
    """A scenario that was left out, and the reason."""

    scenario = serializers.IntegerField()
    message = serializers.CharField()


class RoundOutcomeSerializer(Document):
    """What was done for the tables of a round."""

    done = numbers_field(help_text="Scenarios.")
    left_out = ScenarioLeftOutSerializer(many=True)
