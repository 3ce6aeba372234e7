"""Who of a warband fights in a scenario, for programs."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.base import READ_ERRORS, REPLACE_ERRORS, WRITE_ERRORS
from campaigns.api.scenario_bodies import FieldingBody
from campaigns.api.scenario_shapes import ScenarioSerializer
from campaigns.api.scenarios import ScenarioAnswer
from campaigns.selectors.fielding import fielding_book
from campaigns.services.scenarios import warband_field, warband_withdraw
from common.api.bodies import read_body
from common.openapi import Document, operation
from rules.campaigns.fielding import FieldingProblem


class FieldingMemberSerializer(Document):
    """A member to choose or not."""

    id = serializers.CharField()
    name = serializers.CharField()
    creature = serializers.CharField(help_text="The name of its creature.")
    level = serializers.IntegerField()
    points = serializers.IntegerField()
    upgrade_cost = serializers.IntegerField(help_text="What one hero point costs it.")
    keeps_home = serializers.CharField(allow_blank=True, help_text="Why it cannot fight, or nothing.")
    condition = serializers.CharField(allow_blank=True, help_text="Its wounds.")
    minion_of = serializers.CharField(allow_blank=True, help_text="The id of its commander, or nothing.")
    is_chosen = serializers.BooleanField()
    hero_points = serializers.IntegerField()
    is_homebrew = serializers.BooleanField()


class FieldingProblemSerializer(Document):
    """What stands against a choice."""

    code = serializers.CharField()
    message = serializers.CharField()
    member = serializers.CharField(allow_blank=True)

    def to_representation(self, instance: FieldingProblem) -> dict[str, Any]:
        """Return the problem; one that is about no member has an empty id."""
        return {**super().to_representation(instance), "member": instance.member or ""}


@extend_schema_serializer(component_name="FieldingChoice")
class FieldingChoiceSerializer(Document):
    """Who of a warband can fight: those who are fielded are chosen, or else all who can."""

    members = FieldingMemberSerializer(many=True)
    points = serializers.IntegerField()
    limit = serializers.IntegerField(allow_null=True, help_text="The most that the house rules allow.")
    is_fielded = serializers.BooleanField()
    problems = FieldingProblemSerializer(many=True)
    remarks = serializers.ListField(child=serializers.CharField())


class ScenarioSideView(ScenarioAnswer):
    """A warband of a scenario: who can fight, fielding it, and withdrawing it."""

    @operation("scenarios_fielding", FieldingChoiceSerializer, READ_ERRORS)
    def get(self, request: Request, key: str, scenario: int, warband: int) -> Response:
        """Who of a warband can fight.

        Every member with its points and what keeps it home.
        """
        # The queries of a scenario and those of a rulebook.
        found = self.scenario(key, scenario)
        row = self.side(found, warband)
        fielded = found.state.fielded.get(warband)
        bought = fielded.bought if fielded else {}
        settings = found.state.settings
        choice = fielding_book(row).choice(fielded.members if fielded else None, bought, settings)
        answer = {
            "members": choice.members,
            "points": choice.points,
            "limit": settings.fielded_points,
            "is_fielded": fielded is not None,
            "problems": choice.problems,
            "remarks": choice.remarks,
        }
        return Response(FieldingChoiceSerializer(answer).data)

    @operation("scenarios_field", ScenarioSerializer, REPLACE_ERRORS, body=FieldingBody)
    def put(self, request: Request, key: str, scenario: int, warband: int) -> Response:
        """Field a warband.

        Confirms who fights, in place of what was confirmed before; its roster is locked until the scenario ends. Its
        player and organizers; an organizer who gives a reason may allow more than the rules do. A refusal has every
        problem.
        """
        given = read_body(FieldingBody, request.data)
        with self.matching(request, key, scenario=scenario, required=True):
            warband_field(actor=self.owner, key=key, scenario=scenario, warband=warband, **given)
        return self.answer(key, scenario)

    @operation("scenarios_withdraw", ScenarioSerializer, WRITE_ERRORS)
    def delete(self, request: Request, key: str, scenario: int, warband: int) -> Response:
        """Withdraw a warband.

        Its roster is free. Its player and organizers; once Muster has rolled for it, organizers alone.
        """
        return self.act(request, key, scenario, warband_withdraw, warband=warband)
