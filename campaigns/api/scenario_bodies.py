"""What programs send about a scenario: game nights, who fights, the report, dice and feats."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from campaigns.models.game_nights import MAX_PLACE, MAX_ZONE
from campaigns.services.aftermath import MAX_NOTES
from campaigns.services.game_nights import MAX_MINUTES
from campaigns.services.texts import MAX_REASON
from common.api.bodies import Body
from rules.campaigns.journal import MAX_NUMBER
from rules.campaigns.results import MAX_COUNT
from rules.campaigns.scenarios import MAX_VICTORY_POINTS, ROLL_KINDS
from rules.lengths import MAX_ROSTER_NAME
from rules.points import MAX_HERO_POINTS
from rules.roster.model import MAX_KEY, MAX_MEMBERS


def warband_number(**options: Any) -> serializers.IntegerField:
    """Return the field for the number of a warband."""
    return serializers.IntegerField(min_value=1, max_value=MAX_NUMBER, **options)


def member_id(**options: Any) -> serializers.CharField:
    """Return the field for the id of a member."""
    return serializers.CharField(max_length=MAX_ROSTER_NAME, trim_whitespace=False, **options)


class ReasonBody(Body):
    """Why something is done; the journal shows it."""

    reason = serializers.CharField(max_length=MAX_REASON)


class GameNightBody(Body):
    """When and where a scenario is played."""

    starts = serializers.RegexField(
        r"^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$",
        help_text="What the clocks there show: 2026-11-30T19:30.",
        error_messages={"invalid": "Write what the clocks there show as 2026-11-30T19:30."},
    )
    time_zone = serializers.CharField(max_length=MAX_ZONE, help_text="Such as Europe/Paris.")
    minutes = serializers.IntegerField(min_value=1, max_value=MAX_MINUTES)
    place = serializers.CharField(max_length=MAX_PLACE, required=False, allow_blank=True, default="")


class FieldingBody(Body):
    """Who of a warband fights."""

    members = serializers.ListField(child=member_id(), max_length=MAX_MEMBERS)
    hero_points = serializers.DictField(
        child=serializers.IntegerField(min_value=0, max_value=MAX_HERO_POINTS),
        required=False,
        help_text="Bought for this scenario, by the ids of members.",
    )
    reason = serializers.CharField(
        max_length=MAX_REASON,
        required=False,
        allow_blank=True,
        default="",
        help_text="Why an organizer allows more than the rules do.",
    )


class SideScoreBody(Body):
    """What a warband has scored."""

    warband = warband_number()
    counts = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=MAX_COUNT),
        max_length=MAX_COUNT,
        required=False,
        help_text="How often it has each line of the victory condition, in order.",
    )
    extra = serializers.IntegerField(
        min_value=0,
        max_value=MAX_VICTORY_POINTS,
        required=False,
        default=0,
        help_text="Victory points that no line gives.",
    )


class EliminatedBody(Body):
    """A member that was eliminated, and by whom, where anyone knows."""

    warband = warband_number()
    member = member_id()
    by_warband = warband_number(required=False, allow_null=True, default=None)
    by_member = member_id(required=False, allow_null=True, default=None)


class ReportBody(Body):
    """How a scenario ended. Victory points follow from the lines of its victory condition."""

    scores = serializers.ListField(child=SideScoreBody(), max_length=100, required=False)
    eliminated = serializers.ListField(child=EliminatedBody(), max_length=1_000, required=False)
    game_points = serializers.IntegerField(
        min_value=0,
        max_value=MAX_VICTORY_POINTS,
        required=False,
        default=0,
        help_text="The victory points of the game, where one warband plays against it.",
    )
    notes = serializers.CharField(
        max_length=MAX_NOTES, required=False, allow_blank=True, default="", trim_whitespace=False
    )


class RollBody(Body):
    """A roll to make: on the server, or with the faces that fell on the table."""

    warband = warband_number()
    member = member_id()
    purpose = serializers.ChoiceField(ROLL_KINDS)
    faces = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=6),
        max_length=10,
        required=False,
        allow_null=True,
        default=None,
        help_text="Missing: the server rolls.",
    )


class MissingRollsBody(Body):
    """Whose rolls the server makes."""

    warband = warband_number(
        required=False, allow_null=True, default=None, help_text="Missing: those of all, for organizers."
    )


class FeatBody(Body):
    """The feat that an advance gives."""

    warband = warband_number()
    member = member_id()
    feat = serializers.CharField(
        max_length=MAX_KEY, allow_blank=True, help_text="Its key; empty takes the choice back."
    )
    choice = serializers.CharField(max_length=MAX_KEY, required=False, allow_null=True, default=None)
