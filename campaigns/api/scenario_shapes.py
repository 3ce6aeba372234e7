"""Scenarios in the API: plans, game nights, fieldings, reports, dice, feats and spending."""

from datetime import datetime
from typing import Any, get_args

from rest_framework import serializers

from campaigns.api.shapes import (
    CampaignSettingsSerializer,
    RecordSerializer,
    WrittenField,
    entered_faces,
    numbers_field,
    sent_number,
)
from campaigns.models import GameNight
from campaigns.models.scenarios import MAX_PLACE, MAX_SENTENCE, MAX_ZONE, ScenarioPhase
from campaigns.selectors.confirmations import dispute_sentences, scenario_confirmation
from campaigns.selectors.scenario_pages import FightingSide, ScenarioView
from campaigns.services.aftermath import MAX_NOTES
from campaigns.services.game_nights import MAX_MINUTES
from campaigns.services.texts import MAX_REASON
from common.api.bodies import Body
from common.openapi import Document
from rules.campaigns.confirmations import CommitGround
from rules.campaigns.events.scenarios import WarbandFielded
from rules.campaigns.results import MAX_COUNT
from rules.campaigns.scenarios import MAX_VICTORY_POINTS, PLAN, REPORT, ROLL_KINDS, ROLL_ORIGINS, SPENDING
from rules.campaigns.settings import SETTINGS
from rules.campaigns.state.scenarios import PLANNED
from rules.lengths import MAX_ROSTER_NAME
from rules.points import MAX_HERO_POINTS
from rules.roster.model import MAX_KEY, MAX_MEMBERS


class ScenarioPlanSerializer(RecordSerializer):
    """The plan of a scenario. Warbands are named by their numbers; omitted fields get their defaults."""

    shape = PLAN


class ScenarioReportSerializer(RecordSerializer):
    """How a scenario ended."""

    shape = REPORT


class MemberSpendingSerializer(RecordSerializer):
    """What a member spent in a scenario, and what loot it gained or lost."""

    shape = SPENDING


class NewRollSerializer(Document):
    """A new roll, on the server or entered."""

    warband = serializers.IntegerField()
    member = serializers.CharField()
    purpose = serializers.ChoiceField(ROLL_KINDS)
    number = serializers.IntegerField(help_text="1 for the first roll, higher when it is rolled again.")
    faces = numbers_field()
    origin = serializers.ChoiceField(ROLL_ORIGINS, help_text="Rolled by the server from its seed, or entered.")
    epoch = serializers.IntegerField(allow_null=True, help_text="The epoch of the seed that the server rolled with.")


class ScenarioRollSerializer(NewRollSerializer):
    """A roll of the aftermath, with the number of its entry of the journal."""

    entry = serializers.IntegerField()


class NewRollsSerializer(Document):
    """The rolls that a request made, and the new version of the scenario."""

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
    """The recorded spending of a member."""

    entry = serializers.IntegerField()
    warband = serializers.IntegerField(source="event.warband")
    member = serializers.CharField(source="event.member")
    spending = MemberSpendingSerializer(source="event.spending")


class ScenarioSideSerializer(Document):
    """A warband of a scenario, and its members who fight."""

    warband = serializers.IntegerField(source="warband.number")
    name = serializers.CharField(source="warband")
    player = serializers.IntegerField(
        source="warband.participant.number", help_text="The number of the person who plays it."
    )
    is_yours = serializers.BooleanField(source="is_own", help_text="Whether you may write for it now.")
    is_fielded = serializers.BooleanField()
    members = serializers.ListField(child=serializers.CharField(), help_text="The ids of the members who fight.")
    hero_points = serializers.DictField(
        child=serializers.IntegerField(), help_text="Hero points bought for members, by their ids."
    )
    points = serializers.IntegerField()
    reason = serializers.CharField(allow_blank=True, help_text="Why an organizer allows more than the rules do.")


def _clock(moment: datetime) -> str:
    return moment.replace(tzinfo=None).isoformat()


class GameNightSerializer(Document):
    """The time and place of a scenario."""

    starts = WrittenField(_clock, source="local_start", help_text="The local time in that time zone.")
    time_zone = serializers.CharField()
    minutes = serializers.IntegerField()
    place = serializers.CharField(allow_blank=True)
    starts_at = serializers.DateTimeField()
    version = serializers.IntegerField(
        source="times_set", help_text="How often it was set. This is the ETag of its address."
    )


class GameNightAnswerSerializer(Document):
    """The game night of a scenario, or null."""

    game_night = GameNightSerializer(allow_null=True)


class DisputeSerializer(Document):
    """Who disputes a report."""

    person = serializers.IntegerField()
    sentence = serializers.CharField(
        allow_blank=True, help_text="What they say, for those who fought and organizers. It is not in the journal."
    )


class ReportConfirmationSerializer(Document):
    """How far the report of a scenario is confirmed. People are named by their numbers."""

    report = serializers.IntegerField(help_text="The entry that made the report what it is; answers name it.")
    waiting = numbers_field(help_text="Who has yet to answer.")
    confirmed = numbers_field()
    settled = numbers_field(help_text="Whose dispute an organizer settled.")
    disputes = DisputeSerializer(many=True)
    runs_out_at = serializers.DateTimeField(help_text="From then on, silence counts as a confirmation.")
    ground = serializers.ChoiceField(
        get_args(CommitGround), allow_null=True, help_text="The ground on which it can be committed now, or null."
    )


class ScenarioSerializer(Document):
    """A scenario in its present state."""

    number = serializers.IntegerField(help_text="Its permanent id in the campaign.")
    version = serializers.IntegerField(help_text="The number of the last entry about it; the ETag begins with it.")
    played = serializers.IntegerField(allow_null=True, help_text="Its number among the played scenarios.")
    status = serializers.ChoiceField(ScenarioPhase.choices)
    plan = ScenarioPlanSerializer()
    settings = CampaignSettingsSerializer(allow_null=True, help_text="The house rules in force when it was opened.")
    game_night = GameNightSerializer(allow_null=True)
    sides = ScenarioSideSerializer(many=True)
    report = ScenarioReportSerializer(allow_null=True)
    rolls = ScenarioRollSerializer(many=True)
    feats = ChosenFeatSerializer(many=True)
    spendings = RecordedSpendingSerializer(many=True)
    commit = serializers.IntegerField(
        allow_null=True, help_text="The entry that applies it, or null if it does not count."
    )
    confirmation = ReportConfirmationSerializer(
        allow_null=True, help_text="Null before the report, after the commit, and where no one confirms results."
    )
    ground = serializers.ChoiceField(
        get_args(CommitGround), allow_null=True, help_text="The ground of its commit, where players confirm results."
    )


def scenario_document(scenario: ScenarioView, version: int) -> dict[str, Any]:
    """Return the document of a scenario."""
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
        "confirmation": _confirmation(scenario),
        "ground": state.ground,
    }


def _confirmation(scenario: ScenarioView) -> dict[str, Any] | None:
    report = scenario_confirmation(scenario)
    if report is None:
        return None
    answers, said = report.state, dispute_sentences(scenario, report)
    disputes = [{"person": person, "sentence": said.get(person, "")} for person in answers.disputing]
    version = scenario.state.report_version
    return ReportConfirmationSerializer().write(
        answers, report=version, disputes=disputes, runs_out_at=report.runs_out_at
    )


def _side(side: FightingSide, fielded: WarbandFielded | None) -> dict[str, Any]:
    members, hero_points = (list(fielded.members), fielded.bought) if fielded else ([], {})
    return ScenarioSideSerializer().write(side, members=members, hero_points=hero_points)


def member_id(**options: Any) -> serializers.CharField:
    """Return the field for the id of a member."""
    return serializers.CharField(max_length=MAX_ROSTER_NAME, trim_whitespace=False, **options)


class ReasonBody(Body):
    """The reason of a request; the journal shows it."""

    reason = serializers.CharField(max_length=MAX_REASON)


class CommitBody(Body):
    """Why an organizer does not wait for the players who have yet to confirm the result."""

    reason = serializers.CharField(max_length=MAX_REASON, required=False, default="", allow_blank=True)


class ConfirmationBody(Body):
    """The report that is confirmed: the entry that made it what it is."""

    report = sent_number()


class DisputeBody(ConfirmationBody):
    """The report that is disputed, and what is wrong with it."""

    sentence = serializers.CharField(max_length=MAX_SENTENCE)


class GameNightBody(Body):
    """The time and place of a scenario."""

    starts = serializers.RegexField(
        r"^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$",
        help_text="The local time in that time zone, such as 2026-11-30T19:30.",
        error_messages={"invalid": "Send the local time in that zone, such as 2026-11-30T19:30."},
    )
    time_zone = serializers.CharField(max_length=MAX_ZONE, help_text="Such as Europe/Paris.")
    minutes = serializers.IntegerField(min_value=1, max_value=MAX_MINUTES)
    place = serializers.CharField(max_length=MAX_PLACE, required=False, allow_blank=True, default="")


class FieldingBody(Body):
    """The members of a warband who fight."""

    members = serializers.ListField(child=member_id(), max_length=MAX_MEMBERS)
    hero_points = serializers.DictField(
        child=serializers.IntegerField(min_value=0, max_value=MAX_HERO_POINTS),
        required=False,
        help_text="Hero points bought for this scenario, by the ids of members.",
    )
    reason = serializers.CharField(
        max_length=MAX_REASON,
        required=False,
        allow_blank=True,
        default="",
        help_text="Why an organizer allows more than the rules do.",
    )


class SideScoreBody(Body):
    """The score of a warband."""

    warband = sent_number()
    counts = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=MAX_COUNT),
        max_length=MAX_COUNT,
        required=False,
        help_text="How often the side scored each line of the victory condition, in order.",
    )
    extra = serializers.IntegerField(
        min_value=0,
        max_value=MAX_VICTORY_POINTS,
        required=False,
        default=0,
        help_text="Victory points from anything else.",
    )


class EliminatedBody(Body):
    """An eliminated member, and who eliminated it, if known."""

    warband = sent_number()
    member = member_id()
    by_warband = sent_number(required=False, allow_null=True, default=None)
    by_member = member_id(required=False, allow_null=True, default=None)


class ReportBody(Body):
    """How a scenario ended. The lines of its victory condition set the victory points."""

    scores = serializers.ListField(child=SideScoreBody(), max_length=100, required=False)
    eliminated = serializers.ListField(child=EliminatedBody(), max_length=1_000, required=False)
    game_points = serializers.IntegerField(
        min_value=0,
        max_value=MAX_VICTORY_POINTS,
        required=False,
        default=0,
        help_text="The victory points of the game, if a single warband plays against it.",
    )
    notes = serializers.CharField(
        max_length=MAX_NOTES, required=False, allow_blank=True, default="", trim_whitespace=False
    )


class PlayedReportBody(ReportBody):
    """How a scenario ended. The lines of its victory condition set the victory points."""

    draw = serializers.BooleanField(default=False, help_text="Whether a result without points is meant as a draw.")


class RollBody(Body):
    """A roll to make: on the server, or with faces rolled at the table."""

    warband = sent_number()
    member = member_id()
    purpose = serializers.ChoiceField(ROLL_KINDS)
    faces = entered_faces(10)


class MissingRollsBody(Body):
    """The warbands for which the server rolls."""

    warband = sent_number(
        required=False, allow_null=True, default=None, help_text="If omitted, all warbands (organizers only)."
    )


class FeatBody(Body):
    """The feat of an advance."""

    warband = sent_number()
    member = member_id()
    feat = serializers.CharField(
        max_length=MAX_KEY, allow_blank=True, help_text="Its key, or empty to withdraw the choice."
    )
    choice = serializers.CharField(max_length=MAX_KEY, required=False, allow_null=True, default=None)
