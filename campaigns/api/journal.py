"""The journal of a campaign: entries, undoing one, correcting a scenario, dice and their receipts."""

from collections.abc import Callable
from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.aftermath import read_report
from campaigns.api.base import CampaignAPIView, missing, number_parameter, reads, versioned, writes
from campaigns.api.journal_shapes import (
    CampaignDiceSerializer,
    CampaignEntrySerializer,
    EntryReceiptsSerializer,
    VoidPreviewSerializer,
)
from campaigns.api.scenario_shapes import ReasonBody, ReportBody, ScenarioSerializer, member_id
from campaigns.api.scenarios import ScenarioAnswer
from campaigns.api.shapes import sent_number
from campaigns.entries import numbered_event
from campaigns.models import JournalEntry
from campaigns.selectors.aftermath import aftermath_sides, feat_alternatives, feat_value
from campaigns.selectors.campaigns import CampaignView
from campaigns.selectors.corrections import scenario_differences, void_preview
from campaigns.selectors.journal import campaign_dice, journal_entry, journal_filtered, readable_entries, seeds_of
from campaigns.selectors.scenario_pages import ScenarioView
from campaigns.services.corrections import (
    FeatCorrection,
    ReportCorrection,
    RollCorrection,
    ScenarioCorrection,
    entry_void,
    scenario_correct,
)
from common.api.bodies import Body, read_body
from common.api.errors import Fault
from common.api.pages import CursorPages
from common.refusal import Refusal
from rules.campaigns.events.corrections import EntryCorrected
from rules.campaigns.events.scenarios import DiceRolled
from rules.campaigns.events.warbands import AllowanceRolled
from rules.campaigns.receipts import roll_receipt, server_rolls
from rules.campaigns.scenarios import ROLL_KINDS, RollOrigin
from rules.roster.model import MAX_KEY

FILTERS = [
    OpenApiParameter("scenario", int, description="Only entries about the scenario with that number."),
    OpenApiParameter("warband", int, description="Only entries about the warband with that number, or its scenarios."),
    OpenApiParameter("person", int, description="Only entries by the person with that number."),
]
ORIGINS: dict[str, RollOrigin] = {"muster": "seeded", "entered": "entered"}
"""The origins of dice, by their names in addresses."""


class JournalPages(CursorPages):
    """The newest entries first."""

    ordering = "-number"


class JournalAPIView(CampaignAPIView):
    def filtered(self, request: Request, view: CampaignView) -> QuerySet[JournalEntry]:
        """Return the entries that a request selects."""
        wanted = {name: number_parameter(request, name) for name in ("scenario", "warband", "person")}
        return journal_filtered(view.campaign, **wanted)

    def entry(self, view: CampaignView, number: int) -> JournalEntry:
        """Return an entry; 404 if there is none with that number. One query."""
        entry = journal_entry(view.campaign, number)
        if entry is None:
            raise missing("entry.gone", "number", "There is no such entry in the journal.")
        return entry


class JournalView(JournalAPIView):
    pagination_class = JournalPages

    @reads("journal_list", CampaignEntrySerializer(many=True), FILTERS)
    def get(self, request: Request, key: str) -> Response:
        """The journal of a campaign.

        Everything that happened, newest first.
        """
        # At most seven queries.
        view, pages = self.campaign(key), JournalPages()
        rows = pages.paginate_queryset(self.filtered(request, view), request, self) or []
        return pages.get_paginated_response(CampaignEntrySerializer(readable_entries(view, rows), many=True).data)


class JournalEntryView(JournalAPIView):
    @reads("journal_read", CampaignEntrySerializer)
    def get(self, request: Request, key: str, number: int) -> Response:
        """An entry of the journal.

        With everything that its hash covers.
        """
        # At most seven queries.
        view = self.campaign(key)
        return Response(CampaignEntrySerializer(readable_entries(view, [self.entry(view, number)])[0]).data)


class JournalVoidView(JournalAPIView):
    @reads("journal_void_preview", VoidPreviewSerializer)
    def get(self, request: Request, key: str, number: int) -> Response:
        """What undoing an entry changes.

        Lists each warband that would differ. Nothing is written.
        """
        view = self.campaign(key)
        entry = self.entry(view, number)
        may = view.organizes and view.is_open and numbered_event(entry).event.is_voidable and entry.voided_by is None
        effects = void_preview(view.campaign, entry) if may else []
        return Response(VoidPreviewSerializer({"differences": effects}).data)

    @writes("journal_void", CampaignEntrySerializer, ReasonBody, once=True)
    def post(self, request: Request, key: str, number: int) -> Response:
        """Undo an entry.

        Writes an entry that undoes this one and that can itself be undone; the answer is the new entry. Organizers
        only.
        """
        given = read_body(ReasonBody, request.data)
        written = self.write(request, key, entry_void, number=number, **given)
        view = self.campaign(key)
        return versioned(CampaignEntrySerializer(readable_entries(view, [written])[0]).data, view.campaign.head)


class DiceReceiptsView(JournalAPIView):
    pagination_class = JournalPages

    @reads("dice_receipts", EntryReceiptsSerializer(many=True), FILTERS)
    def get(self, request: Request, key: str) -> Response:
        """The receipts of a campaign’s dice.

        For each entry with dice, newest first, the inputs of the server’s rolls. Once the campaign is closed, its seeds
        are public and everyone can compute every roll again.
        """
        # Five queries.
        view, pages = self.campaign(key), JournalPages()
        entries = self.filtered(request, view).filter(
            kind__in=(DiceRolled.kind, AllowanceRolled.kind, EntryCorrected.kind)
        )
        rows = pages.paginate_queryset(entries, request, self) or []
        seeds = seeds_of(view.campaign)
        listed = []
        for row in rows:
            rolls = server_rolls([numbered_event(row)])
            receipts = [roll_receipt(roll, seeds) for roll in rolls]
            listed.append({"entry": row.number, "receipts": receipts})
        return pages.get_paginated_response(EntryReceiptsSerializer(listed, many=True).data)


class DiceView(CampaignAPIView):
    @reads(
        "dice_read",
        CampaignDiceSerializer,
        [
            OpenApiParameter("player", int, description="Only tasks for this person's warbands."),
            OpenApiParameter("from", str, enum=list(ORIGINS), description="Rolled by Muster, or entered."),
        ],
    )
    def get(self, request: Request, key: str) -> Response:
        """How the dice of a campaign fell.

        How often each face came up, compared with fair dice; optionally for one player or origin.
        """
        # Three queries.
        view, player = self.campaign(key), number_parameter(request, "player")
        asked = request.query_params.get("from", "")
        if asked and asked not in ORIGINS:
            raise Fault("invalid", "from", f"Expected {', '.join(ORIGINS)}.")
        return Response(CampaignDiceSerializer(campaign_dice(view, player=player, origin=ORIGINS.get(asked))).data)


class RollCorrectionBody(Body):
    """Other faces for a roll."""

    warband = sent_number()
    member = member_id()
    purpose = serializers.ChoiceField(ROLL_KINDS)
    number = serializers.IntegerField(min_value=1, max_value=100, required=False, default=1)
    faces = serializers.ListField(child=serializers.IntegerField(min_value=1, max_value=6), max_length=10)


class FeatCorrectionBody(Body):
    """Another feat in place of a chosen one, or none, which reopens the choice."""

    warband = sent_number()
    member = member_id()
    feat = serializers.CharField(max_length=MAX_KEY, allow_blank=True)
    choice = serializers.CharField(max_length=MAX_KEY, required=False, allow_null=True, default=None)


class CorrectionBody(ReasonBody):
    """One correction, and its reason."""

    roll = RollCorrectionBody(required=False)
    feat = FeatCorrectionBody(required=False)
    report = ReportBody(required=False)


class ScenarioCorrectionAnswer(ScenarioAnswer):
    def correction(self, request: Request, key: str, number: int) -> tuple[ScenarioCorrection, EntryCorrected]:
        """Return the requested correction, and the entry that it would write; 403 unless the caller organizes."""
        given = read_body(CorrectionBody, request.data)
        kinds = [kind for kind in _KINDS if kind in given]
        if len(kinds) != 1:
            raise Fault("invalid", "", f"Send one of {', '.join(_KINDS)}.")
        opened = self.scenario(key, number)
        if not opened.organizes:
            message = "Only an organizer can correct a scenario."
            raise Fault("campaign.forbidden", "", message, status.HTTP_403_FORBIDDEN)
        wanted = _KINDS[kinds[0]](opened, given[kinds[0]])
        try:
            return wanted, wanted.event(opened.view.campaign, opened.state, given["reason"])
        except Refusal as refused:
            if refused.code != "correction.invalid":
                raise
            unprocessable = status.HTTP_422_UNPROCESSABLE_ENTITY
            raise Fault(refused.code, "roll.faces", refused.message, unprocessable) from refused


class ScenarioCorrectionsView(ScenarioCorrectionAnswer):
    @writes("scenarios_correct", ScenarioSerializer, CorrectionBody, replaces=True, once=True)
    def post(self, request: Request, key: str, scenario: int) -> Response:
        """Correct a scenario.

        Changes a roll, a feat that already counts, or the report; Muster recomputes everything that follows. See the
        preview first, and send the ETag of the scenario. Organizers only.
        """
        correction, event = self.correction(request, key, scenario)
        given = {"scenario": scenario, "correction": correction, "reason": event.reason}
        return self.act(request, key, scenario_correct, required=True, **given)


class ScenarioCorrectionPreviewView(ScenarioCorrectionAnswer):
    only_reads = True

    @writes("scenarios_correction_preview", VoidPreviewSerializer, CorrectionBody, versioned=False)
    def post(self, request: Request, key: str, scenario: int) -> Response:
        """What a correction would change.

        Lists each warband that would differ. Nothing is written. Organizers only.
        """
        _, event = self.correction(request, key, scenario)
        differences = scenario_differences(self.campaign(key).campaign, scenario, event)
        return Response(VoidPreviewSerializer({"differences": differences}).data)


def _roll(scenario: ScenarioView, given: dict[str, Any]) -> ScenarioCorrection:
    if (given["warband"], given["member"], given["purpose"], given["number"]) not in scenario.state.rolls:
        raise missing("roll.gone", "roll", "There is no such roll in this scenario.")
    return RollCorrection(**given)


def _feat(scenario: ScenarioView, given: dict[str, Any]) -> ScenarioCorrection:
    state, (warband, member) = scenario.state, (given["warband"], given["member"])
    if not state.counts or (warband, member) not in state.feats:
        raise missing("feat.gone", "feat", "No applied feat was chosen there.")
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
