"""Corrections of a scenario for programs: a roll, a chosen feat or the report, with a preview as the pages have it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.once import once
from campaigns.api.aftermath import read_report
from campaigns.api.base import REPLACE_ERRORS, WRITE_ERRORS, missing
from campaigns.api.journal_shapes import VoidPreviewSerializer
from campaigns.api.scenario_shapes import ReasonBody, ReportBody, ScenarioSerializer, member_id, warband_number
from campaigns.api.scenarios import ScenarioAnswer
from campaigns.selectors.aftermath import aftermath_sides, feat_alternatives, feat_value
from campaigns.selectors.corrections import scenario_differences
from campaigns.selectors.scenario_pages import ScenarioView
from campaigns.services.corrections import (
    FeatCorrection,
    ReportCorrection,
    RollCorrection,
    ScenarioCorrection,
    scenario_correct,
)
from common.api.bodies import Body, read_body
from common.api.errors import Fault
from common.openapi import operation, unversioned
from common.refusal import Refusal
from rules.campaigns.events.corrections import EntryCorrected
from rules.campaigns.scenarios import ROLL_KINDS
from rules.roster.model import MAX_KEY


class RollCorrectionBody(Body):
    """Other faces of a roll."""

    warband = warband_number()
    member = member_id()
    purpose = serializers.ChoiceField(ROLL_KINDS)
    number = serializers.IntegerField(min_value=1, max_value=100, required=False, default=1)
    faces = serializers.ListField(child=serializers.IntegerField(min_value=1, max_value=6), max_length=10)


class FeatCorrectionBody(Body):
    """Another feat in place of one that was chosen, or none: it is then chosen again."""

    warband = warband_number()
    member = member_id()
    feat = serializers.CharField(max_length=MAX_KEY, allow_blank=True)
    choice = serializers.CharField(max_length=MAX_KEY, required=False, allow_null=True, default=None)


class CorrectionBody(ReasonBody):
    """What is corrected, one thing, and why."""

    roll = RollCorrectionBody(required=False)
    feat = FeatCorrectionBody(required=False)
    report = ReportBody(required=False)


class ScenarioCorrectionAnswer(ScenarioAnswer):
    """A view of corrections."""

    def correction(self, request: Request, key: str, number: int) -> tuple[ScenarioCorrection, EntryCorrected]:
        """Return what a request wants corrected, and the entry that it would write; 403 unless they organize."""
        given = read_body(CorrectionBody, request.data)
        kinds = [kind for kind in _KINDS if kind in given]
        if len(kinds) != 1:
            raise Fault("invalid", "", f"Send one of {', '.join(_KINDS)}.")
        found = self.scenario(key, number)
        if not found.organizes:
            message = "Only an organizer can correct a scenario."
            raise Fault("campaign.forbidden", "", message, status.HTTP_403_FORBIDDEN)
        wanted = _KINDS[kinds[0]](found, given[kinds[0]])
        try:
            return wanted, wanted.event(found.view.campaign, found.state, given["reason"])
        except Refusal as refused:
            if refused.code != "correction.invalid":
                raise
            unprocessable = status.HTTP_422_UNPROCESSABLE_ENTITY
            raise Fault(refused.code, "roll.faces", refused.message, unprocessable) from refused


class ScenarioCorrectionsView(ScenarioCorrectionAnswer):
    """Correcting a scenario."""

    @operation("scenarios_correct", ScenarioSerializer, REPLACE_ERRORS, body=CorrectionBody)
    @once
    def post(self, request: Request, key: str, scenario: int) -> Response:
        """Correct a scenario.

        A roll, a feat that counts already, or the report: everything that follows from it is worked out anew. Look at
        the preview first, and send the ETag of the scenario. Organizers only.
        """
        correction, event = self.correction(request, key, scenario)
        with self.matching(request, key, scenario=scenario, required=True):
            scenario_correct(actor=self.owner, key=key, scenario=scenario, correction=correction, reason=event.reason)
        return self.answer(key, scenario)


class ScenarioCorrectionPreviewView(ScenarioCorrectionAnswer):
    """What a correction would change."""

    only_reads = True

    @operation("scenarios_correction_preview", VoidPreviewSerializer, unversioned(WRITE_ERRORS), body=CorrectionBody)
    def post(self, request: Request, key: str, scenario: int) -> Response:
        """What a correction would change.

        For each warband for which something would differ. Nothing is written. Organizers only.
        """
        _, event = self.correction(request, key, scenario)
        found = scenario_differences(self.campaign(key).campaign, scenario, event)
        return Response(VoidPreviewSerializer({"differences": found}).data)


def _roll(scenario: ScenarioView, given: dict[str, Any]) -> ScenarioCorrection:
    if (given["warband"], given["member"], given["purpose"], given["number"]) not in scenario.state.rolls:
        raise missing("roll.gone", "roll", "There is no such roll in this scenario.")
    return RollCorrection(**given)


def _feat(scenario: ScenarioView, given: dict[str, Any]) -> ScenarioCorrection:
    state, (warband, member) = scenario.state, (given["warband"], given["member"])
    if not state.counts or (warband, member) not in state.feats:
        raise missing("feat.gone", "feat", "No feat was chosen there that counts already.")
    side = aftermath_sides(scenario.view.campaign, state, [warband]).get(warband)
    options = dict(feat_alternatives(state, side, member)) if side else {}
    if given["feat"] and feat_value(given["feat"], given["choice"]) not in options:
        message = "It may not take this feat."
        raise Fault("correction.invalid", "feat.feat", message, status.HTTP_422_UNPROCESSABLE_ENTITY)
    return FeatCorrection(**given)


def _report(scenario: ScenarioView, given: dict[str, Any]) -> ScenarioCorrection:
    return ReportCorrection(read_report(scenario, given))


_KINDS: dict[str, Callable[[ScenarioView, dict[str, Any]], ScenarioCorrection]] = {
    "roll": _roll,
    "feat": _feat,
    "report": _report,
}
