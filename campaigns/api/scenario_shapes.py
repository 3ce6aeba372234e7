"""Scenarios as programs read and write them: the values, and their description for the API's schema."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from campaigns.api.shapes import CampaignSettingsSerializer, RecordSerializer, WrittenField
from campaigns.models import GameNight
from campaigns.models.scenarios import ScenarioPhase
from campaigns.selectors.scenario_pages import FightingSide, ScenarioView
from common.openapi import Document
from rules.campaigns.events.scenarios import WarbandFielded
from rules.campaigns.scenarios import (
    PLAN,
    REPORT,
    ROLL_KINDS,
    ROLL_ORIGINS,
    SPENDING,
)
from rules.campaigns.settings import SETTINGS
from rules.campaigns.state.scenarios import PLANNED


@extend_schema_serializer(component_name="ScenarioPlan")
class PlanSerializer(RecordSerializer):
    """What is settled about a scenario. Warbands are named by their numbers; what is left out is as usual."""

    shape = PLAN


@extend_schema_serializer(component_name="ScenarioReport")
class ReportSerializer(RecordSerializer):
    """How a scenario ended."""

    shape = REPORT


@extend_schema_serializer(component_name="MemberSpending")
class SpendingSerializer(RecordSerializer):
    """What a member spent in a scenario, and what loot it gained or lost."""

    shape = SPENDING


class _RollFields(Document):
    warband = serializers.IntegerField()
    member = serializers.CharField()
    purpose = serializers.ChoiceField(ROLL_KINDS)
    number = serializers.IntegerField(help_text="1, and more where a roll is made again.")
    faces = serializers.ListField(child=serializers.IntegerField())
    origin = serializers.ChoiceField(ROLL_ORIGINS, help_text="Rolled by the server from its seed, or entered.")
    epoch = serializers.IntegerField(allow_null=True, help_text="Which seed the server rolled with.")


@extend_schema_serializer(component_name="ScenarioRoll")
class RollSerializer(_RollFields):
    """A roll of the aftermath, with the number of its entry of the journal."""

    entry = serializers.IntegerField()


@extend_schema_serializer(component_name="NewRoll")
class NewRollSerializer(_RollFields):
    """A roll that was made or entered just now."""


@extend_schema_serializer(component_name="NewRolls")
class NewRollsSerializer(Document):
    """The rolls that a request made, and the version of the scenario after them."""

    rolls = NewRollSerializer(many=True)
    version = serializers.IntegerField()


class ChosenFeatSerializer(Document):
    """A feat that was chosen for an advance."""

    entry = serializers.IntegerField()
    warband = serializers.IntegerField(source="event.warband")
    member = serializers.CharField(source="event.member")
    feat = serializers.CharField(source="event.feat")
    choice = serializers.CharField(source="event.choice", allow_null=True)


class RecordedSpendingSerializer(Document):
    """What is on record of a member's spending."""

    entry = serializers.IntegerField()
    warband = serializers.IntegerField(source="event.warband")
    member = serializers.CharField(source="event.member")
    spending = SpendingSerializer(source="event.spending")


@extend_schema_serializer(component_name="ScenarioSide")
class ScenarioSideSerializer(Document):
    """A warband of a scenario, and who of it fights."""

    warband = serializers.IntegerField()
    name = serializers.CharField()
    player = serializers.IntegerField(help_text="The number of the person who plays it.")
    is_yours = serializers.BooleanField(help_text="Whether you may write for it now.")
    is_fielded = serializers.BooleanField()
    members = serializers.ListField(child=serializers.CharField(), help_text="The ids of those who fight.")
    hero_points = serializers.DictField(child=serializers.IntegerField(), help_text="Bought for them, by their ids.")
    points = serializers.IntegerField()
    reason = serializers.CharField(allow_blank=True, help_text="Why an organizer allows more than the rules do.")


def _clock(moment: datetime) -> str:
    return moment.replace(tzinfo=None).isoformat()


@extend_schema_serializer(component_name="GameNight")
class GameNightSerializer(Document):
    """When and where a scenario is played."""

    starts = WrittenField(_clock, source="local_start", help_text="What the clocks there show.")
    time_zone = serializers.CharField()
    minutes = serializers.IntegerField()
    place = serializers.CharField(allow_blank=True)
    starts_at = serializers.DateTimeField()
    version = serializers.IntegerField(source="times_set", help_text="How often it was set; the ETag of its address.")


@extend_schema_serializer(component_name="GameNightAnswer")
class GameNightAnswerSerializer(Document):
    """The game night of a scenario, or null."""

    game_night = GameNightSerializer(allow_null=True)


@extend_schema_serializer(component_name="Scenario")
class ScenarioSerializer(Document):
    """A scenario as it stands."""

    number = serializers.IntegerField(help_text="Its id in the campaign, for good.")
    version = serializers.IntegerField(help_text="The number of the last entry about it; the ETag begins with it.")
    played = serializers.IntegerField(allow_null=True, help_text="Its number among those that were played.")
    status = serializers.ChoiceField(ScenarioPhase.choices)
    plan = PlanSerializer()
    settings = CampaignSettingsSerializer(allow_null=True, help_text="The house rules with which it was opened.")
    game_night = GameNightSerializer(allow_null=True)
    sides = ScenarioSideSerializer(many=True)
    report = ReportSerializer(allow_null=True)
    rolls = RollSerializer(many=True)
    feats = ChosenFeatSerializer(many=True)
    spendings = RecordedSpendingSerializer(many=True)
    commit = serializers.IntegerField(allow_null=True, help_text="The entry that commits it, null unless it counts.")


def scenario_document(scenario: ScenarioView, version: int) -> dict[str, Any]:
    """Return a scenario as it stands."""
    state = scenario.state
    night: GameNight | None = getattr(scenario.row, "game_night", None)
    return {
        "number": state.number,
        "version": version,
        "played": state.played,
        "status": scenario.row.status,
        "plan": PLAN.write(state.plan),
        "settings": None if state.status == PLANNED else SETTINGS.write(state.settings),
        "game_night": GameNightSerializer(night).data if night else None,
        "sides": [_side(side, state.fielded.get(side.warband.number)) for side in scenario.sides],
        "report": REPORT.write(state.report) if state.report_entry else None,
        "rolls": [{"entry": roll.entry, **NewRollSerializer(roll.roll).data} for roll in state.rolls.values()],
        "feats": ChosenFeatSerializer(state.feats.values(), many=True).data,
        "spendings": RecordedSpendingSerializer(state.spendings.values(), many=True).data,
        "commit": state.commit,
    }


def _side(side: FightingSide, fielded: WarbandFielded | None) -> dict[str, Any]:
    return {
        "warband": side.warband.number,
        "name": str(side.warband),
        "player": side.warband.participant.number,
        "is_yours": side.is_own,
        "is_fielded": fielded is not None,
        "members": list(fielded.members) if fielded else [],
        "hero_points": fielded.bought if fielded else {},
        "points": side.points,
        "reason": side.reason,
    }
