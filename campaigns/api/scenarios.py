"""Scenarios: plan, open, arrange, field, confirm, dispute, settle, cancel, commit and undo them."""

from datetime import datetime
from typing import Any

from django.urls import reverse
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.base import CampaignAPIView, read_record, reads, versioned, writes
from campaigns.api.scenario_shapes import (
    CommitBody,
    ConfirmationBody,
    DisputeBody,
    FieldingBody,
    GameNightAnswerSerializer,
    GameNightBody,
    ReasonBody,
    ScenarioPlanSerializer,
    ScenarioSerializer,
    scenario_document,
)
from campaigns.api.shapes import ScenarioSummarySerializer
from campaigns.models import GameNight
from campaigns.models.scenarios import ScenarioPhase
from campaigns.selectors.scenarios import scenario_head, scenarios_of
from campaigns.selectors.sides import fielding_book
from campaigns.services.confirmations import dispute_settle, report_confirm, report_dispute
from campaigns.services.corrections import scenario_void
from campaigns.services.game_nights import game_night_remove, game_night_set
from campaigns.services.journal import game_night_held
from campaigns.services.scenarios import (
    scenario_cancel,
    scenario_commit,
    scenario_edit,
    scenario_open,
    scenario_plan,
    warband_field,
    warband_withdraw,
)
from common.api.bodies import matching_held, read_body, version_tag
from common.api.errors import Fault
from common.api.pages import CursorPages
from common.openapi import Document
from rules.campaigns.fielding import FieldingProblem
from rules.campaigns.scenarios import PLAN, ScenarioPlan


class ScenarioPages(CursorPages):
    """The scenario with the latest plan comes first."""

    ordering = "-number"


class ScenarioAnswer(CampaignAPIView):
    place = ("scenario",)

    def answer(self, key: str, number: int, *, created: bool = False) -> Response:
        """Answer with a scenario in its present state. Seven queries."""
        opened = self.scenario(key, number)
        version = scenario_head(opened.view.campaign, number)
        location = reverse("api-scenario", args=[key, number]) if created else ""
        return versioned(scenario_document(opened, version), version, location=location)


class ScenarioListView(ScenarioAnswer):
    pagination_class = ScenarioPages

    @reads(
        "scenarios_list",
        ScenarioSummarySerializer(many=True),
        [OpenApiParameter("status", str, enum=ScenarioPhase.values, description="The status of the scenarios.")],
    )
    def get(self, request: Request, key: str) -> Response:
        """The scenarios of a campaign.

        Newest first.
        """
        # Four queries.
        wanted = request.query_params.get("status", "")
        if wanted and wanted not in ScenarioPhase.values:
            raise Fault("invalid", "status", f"Expected {', '.join(ScenarioPhase.values)}.")
        pages = ScenarioPages()
        rows = scenarios_of(self.campaign(key).campaign, status=wanted).select_related("game_night")
        listed = pages.paginate_queryset(rows, request, self) or []
        return pages.get_paginated_response(ScenarioSummarySerializer(listed, many=True).data)

    @writes("scenarios_plan", ScenarioSerializer, ScenarioPlanSerializer, status=201, once=True)
    def post(self, request: Request, key: str) -> Response:
        """Plan a scenario.

        Organizers only. You can change it until it is committed.
        """
        plan: ScenarioPlan = read_record(PLAN, request.data, "plan")
        row = self.write(request, key, scenario_plan, plan=plan)
        return self.answer(key, row.number, created=True)


class ScenarioDetailView(ScenarioAnswer):
    @reads("scenarios_read", ScenarioSerializer)
    def get(self, request: Request, key: str, scenario: int) -> Response:
        """One scenario.

        Its plan, fieldings, report and dice. Writes to it send its ETag as If-Match.
        """
        return self.answer(key, scenario)


class ScenarioPlanView(ScenarioAnswer):
    @writes("scenarios_edit", ScenarioSerializer, ScenarioPlanSerializer, replaces=True)
    def put(self, request: Request, key: str, scenario: int) -> Response:
        """Change the plan of a scenario.

        The whole plan: omitted fields get their defaults. It must include the fielded warbands. Organizers only.
        """
        plan: ScenarioPlan = read_record(PLAN, request.data, "plan")
        return self.act(request, key, scenario_edit, required=True, scenario=scenario, plan=plan)


class ScenarioOpenView(ScenarioAnswer):
    @writes("scenarios_open", ScenarioSerializer, once=True)
    def post(self, request: Request, key: str, scenario: int) -> Response:
        """Open a scenario.

        Its warbands can now be fielded; it uses today's house rules. Organizers only.
        """
        return self.act(request, key, scenario_open, scenario=scenario)


class ScenarioCancelView(ScenarioAnswer):
    @writes("scenarios_cancel", ScenarioSerializer, ReasonBody, once=True)
    def post(self, request: Request, key: str, scenario: int) -> Response:
        """Cancel a scenario.

        A committed scenario cannot be canceled. Its warbands may join others. Organizers only.
        """
        return self.act(request, key, scenario_cancel, scenario=scenario, **read_body(ReasonBody, request.data))


class ScenarioCommitView(ScenarioAnswer):
    @writes("scenarios_commit", ScenarioSerializer, CommitBody, once=True)
    def post(self, request: Request, key: str, scenario: int) -> Response:
        """Commit a scenario.

        Its aftermath now counts. Every roll that is due must be made; a feat may stay open. Where players confirm
        results, an open dispute is refused with `report.state`, and so is a missing confirmation without a `reason`.
        Organizers only. A committed scenario is refused with `commit.state`.
        """
        return self.act(request, key, scenario_commit, scenario=scenario, **read_body(CommitBody, request.data or {}))


class ScenarioUndoView(ScenarioAnswer):
    @writes("scenarios_undo", ScenarioSerializer, ReasonBody, once=True)
    def post(self, request: Request, key: str, scenario: int) -> Response:
        """Undo the commit of a scenario.

        Everything returns to the state before the commit, and you can commit the scenario again. Organizers only.
        """
        return self.act(request, key, scenario_void, scenario=scenario, **read_body(ReasonBody, request.data))


class ScenarioNightView(CampaignAPIView):
    def answer(self, key: str, scenario: int) -> Response:
        """Answer with the game night of a scenario; its ETag is the number of times that it was set."""
        night: GameNight | None = getattr(self.scenario(key, scenario).row, "game_night", None)
        version = night.times_set if night else 0
        return Response(GameNightAnswerSerializer({"game_night": night}).data, headers={"ETag": version_tag(version)})

    @reads("scenarios_night", GameNightAnswerSerializer)
    def get(self, request: Request, key: str, scenario: int) -> Response:
        """The game night of a scenario.

        Null if there is none. Changes to it send its ETag as If-Match.
        """
        return self.answer(key, scenario)

    @writes("scenarios_arrange", GameNightAnswerSerializer, GameNightBody, replaces=True)
    def put(self, request: Request, key: str, scenario: int) -> Response:
        """Arrange a game night, or change it.

        Organizers only.
        """
        given = read_body(GameNightBody, request.data)
        starts = _local_time(given["starts"])
        held = game_night_held(actor=self.owner, key=key, scenario=scenario)
        with matching_held(request, held, required=True):
            game_night_set(actor=self.owner, key=key, scenario=scenario, **{**given, "starts": starts})
        return self.answer(key, scenario)

    @writes("scenarios_call_off", None, status=204)
    def delete(self, request: Request, key: str, scenario: int) -> Response:
        """Call a game night off.

        The scenario stays. Organizers only.
        """
        held = game_night_held(actor=self.owner, key=key, scenario=scenario)
        with matching_held(request, held):
            game_night_remove(actor=self.owner, key=key, scenario=scenario)
        return Response(status=status.HTTP_204_NO_CONTENT)


def _local_time(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text)
    except ValueError as fault:
        raise Fault("invalid", "starts", "Send the day and time like 2026-03-01T19:00.") from fault


class FieldingMemberSerializer(Document):
    """A member that can be chosen or not."""

    id = serializers.CharField()
    name = serializers.CharField()
    creature = serializers.CharField(help_text="The name of its creature.")
    level = serializers.IntegerField()
    points = serializers.IntegerField()
    upgrade_cost = serializers.IntegerField(help_text="The cost of one hero point for it.")
    keeps_home = serializers.CharField(allow_blank=True, help_text="Why it cannot fight, or empty.")
    condition = serializers.CharField(allow_blank=True, help_text="Its wounds.")
    minion_of = serializers.CharField(allow_blank=True, help_text="The id of its commander, or empty.")
    is_chosen = serializers.BooleanField()
    hero_points = serializers.IntegerField()
    is_homebrew = serializers.BooleanField()


class FieldingProblemSerializer(Document):
    """A problem of a choice."""

    code = serializers.CharField()
    message = serializers.CharField()
    member = serializers.CharField(allow_blank=True)

    def to_representation(self, instance: FieldingProblem) -> dict[str, Any]:
        """Return the problem; one that concerns no member has an empty id."""
        return {**super().to_representation(instance), "member": instance.member or ""}


class FieldingChoiceSerializer(Document):
    """The members of a warband that can fight: the fielded ones are selected, or all if none is."""

    members = FieldingMemberSerializer(many=True)
    points = serializers.IntegerField()
    limit = serializers.IntegerField(allow_null=True, help_text="The maximum of the house rules.")
    is_fielded = serializers.BooleanField()
    problems = FieldingProblemSerializer(many=True)
    remarks = serializers.ListField(child=serializers.CharField())


class ScenarioSideView(ScenarioAnswer):
    """A warband of a scenario: its candidates, fielding it, and withdrawing it."""

    @reads("scenarios_fielding", FieldingChoiceSerializer)
    def get(self, request: Request, key: str, scenario: int, warband: int) -> Response:
        """Who of a warband can fight.

        Every member with its points and any reason to stay home.
        """
        # The queries of a scenario and those of a rulebook.
        opened = self.scenario(key, scenario)
        row = self.side(opened, warband)
        fielded = opened.state.fielded.get(warband)
        bought = fielded.bought if fielded else {}
        settings = opened.state.settings
        choice = fielding_book(row).choice(
            fielded.members if fielded else None, bought, settings, fielded.members if fielded else ()
        )
        is_fielded, limit = fielded is not None, settings.fielded_points
        return Response(FieldingChoiceSerializer().write(choice, is_fielded=is_fielded, limit=limit))

    @writes("scenarios_field", ScenarioSerializer, FieldingBody, replaces=True)
    def put(self, request: Request, key: str, scenario: int, warband: int) -> Response:
        """Field a warband.

        Confirms who fights and replaces an earlier choice; its roster is locked until the scenario ends. Its player and
        organizers; an organizer who gives a reason may allow more than the rules do. A refusal lists every problem.
        """
        given = {"scenario": scenario, "warband": warband, **read_body(FieldingBody, request.data)}
        return self.act(request, key, warband_field, required=True, **given)

    @writes("scenarios_withdraw", ScenarioSerializer)
    def delete(self, request: Request, key: str, scenario: int, warband: int) -> Response:
        """Withdraw a warband.

        Unlocks its roster. Its player and organizers; once Muster has rolled for it, organizers only.
        """
        return self.act(request, key, warband_withdraw, scenario=scenario, warband=warband)


class ScenarioConfirmationView(ScenarioAnswer):
    @writes("scenarios_confirm", ScenarioSerializer, ConfirmationBody, once=True)
    def post(self, request: Request, key: str, scenario: int) -> Response:
        """Confirm the report of a scenario.

        For the players who fought, except the one who reported. A report that has changed since is refused with
        `report.changed`.
        """
        return self.act(request, key, report_confirm, scenario=scenario, **read_body(ConfirmationBody, request.data))


class ScenarioDisputeView(ScenarioAnswer):
    @writes("scenarios_dispute", ScenarioSerializer, DisputeBody, once=True)
    def post(self, request: Request, key: str, scenario: int) -> Response:
        """Dispute the report of a scenario.

        For those who may confirm it. The scenario cannot be committed before an organizer settles the dispute.
        """
        return self.act(request, key, report_dispute, scenario=scenario, **read_body(DisputeBody, request.data))


class ScenarioSettlementView(ScenarioAnswer):
    @writes("scenarios_settle", ScenarioSerializer, ReasonBody, once=True)
    def post(self, request: Request, key: str, scenario: int) -> Response:
        """Settle the disputes of a scenario.

        Its report stands; another report by an organizer settles them as well. Organizers only.
        """
        return self.act(request, key, dispute_settle, scenario=scenario, **read_body(ReasonBody, request.data))
