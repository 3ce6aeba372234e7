"""Confirming the report of a scenario, disputing it, and settling a dispute, in the API."""

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.views import once
from campaigns.api.base import WRITE_ERRORS
from campaigns.api.scenario_shapes import ConfirmationBody, DisputeBody, ReasonBody, ScenarioSerializer
from campaigns.api.scenarios import ScenarioAnswer
from campaigns.services.confirmations import dispute_settle, report_confirm, report_dispute
from common.api.bodies import read_body
from common.openapi import operation


class ScenarioConfirmationView(ScenarioAnswer):
    @operation("scenarios_confirm", ScenarioSerializer, WRITE_ERRORS, body=ConfirmationBody)
    @once
    def post(self, request: Request, key: str, scenario: int) -> Response:
        """Confirm the report of a scenario.

        For the players who fought, except the one who reported. A report that has changed since is refused with
        `report.changed`.
        """
        return self.act(request, key, report_confirm, scenario=scenario, **read_body(ConfirmationBody, request.data))


class ScenarioDisputeView(ScenarioAnswer):
    @operation("scenarios_dispute", ScenarioSerializer, WRITE_ERRORS, body=DisputeBody)
    @once
    def post(self, request: Request, key: str, scenario: int) -> Response:
        """Dispute the report of a scenario.

        For those who may confirm it. The scenario cannot be committed before an organizer settles the dispute.
        """
        return self.act(request, key, report_dispute, scenario=scenario, **read_body(DisputeBody, request.data))


class ScenarioSettlementView(ScenarioAnswer):
    @operation("scenarios_settle", ScenarioSerializer, WRITE_ERRORS, body=ReasonBody)
    @once
    def post(self, request: Request, key: str, scenario: int) -> Response:
        """Settle the disputes of a scenario.

        Its report stands; another report by an organizer settles them as well. Organizers only.
        """
        return self.act(request, key, dispute_settle, scenario=scenario, **read_body(ReasonBody, request.data))
