"""How a battle ended: as JSON, as text, as a PDF, and as a document that another site can import."""

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from battles.api.base import EXPORTS, PRINTS, RULES_ERRORS, BattleAPIView, battle_operation
from battles.api.battles import BattleFileSerializer
from battles.drawings import report_pdf
from battles.selectors.families import refuse_hidden
from battles.selectors.folding import battle_file, folded_battle, narrowed, whole_log
from battles.selectors.results import battle_summary, board_moments, report_chronicle, report_text
from common.openapi import Document
from common.web.files import pdf_response
from warbands.api.rosters import AnyFormat


class PointsLineSerializer(Document):
    """A source of victory points."""

    points = serializers.IntegerField()
    reason = serializers.CharField()


class CreatureFateSerializer(Document):
    """What happened to a creature."""

    id = serializers.CharField()
    name = serializers.CharField()
    fate = serializers.CharField()
    by = serializers.CharField(allow_blank=True, help_text="The creature that eliminated it, if known.")
    hp = serializers.IntegerField()
    max_hp = serializers.IntegerField()
    spent = serializers.ListField(child=serializers.CharField())


class SideReportSerializer(Document):
    """A side at the end."""

    key = serializers.CharField()
    name = serializers.CharField()
    points = serializers.IntegerField()
    lines = PointsLineSerializer(many=True)
    creatures = CreatureFateSerializer(many=True, source="rows")


class BattleReportSerializer(Document):
    """How a battle ended, or its present state."""

    name = serializers.CharField(source="summary.name")
    rounds = serializers.IntegerField(source="summary.rounds")
    has_ended = serializers.BooleanField()
    result = serializers.CharField(source="summary.sentence", help_text="In words.")
    reason = serializers.CharField(source="summary.reason", allow_blank=True)
    sides = SideReportSerializer(many=True, source="summary.sides")


class BattleReportView(BattleAPIView):
    @battle_operation("battles_report", BattleReportSerializer, RULES_ERRORS)
    def get(self, request: Request, key: str) -> Response:
        """How a battle ended.

        The result, and what happened to each creature; the present state while the battle goes on. Only for Path 2
        Victory: in other games, the battle itself has `result`, `reason` and the state of all combatants.
        """
        # Two queries.
        view = self.seen(key, "points")
        shown = {"summary": battle_summary(folded_battle(view.battle)), "has_ended": view.has_ended}
        return Response(BattleReportSerializer(shown).data)


class BattleReportTextView(BattleAPIView):
    content_negotiation_class = AnyFormat

    @battle_operation("battles_report_text", OpenApiTypes.STR, RULES_ERRORS, status=(200, "text/plain"))
    def get(self, request: Request, key: str) -> HttpResponse:
        """The report as text.

        The report in plain text, for a chat. Only for Path 2 Victory.
        """
        # Two queries.
        text = report_text(battle_summary(folded_battle(self.seen(key, "points").battle)))
        return HttpResponse(text, content_type="text/plain; charset=utf-8")


class BattleReportPdfView(BattleAPIView):
    content_negotiation_class = AnyFormat
    limit = PRINTS

    @battle_operation("battles_report_pdf", OpenApiTypes.BINARY, RULES_ERRORS, status=(200, "application/pdf"))
    def get(self, request: Request, key: str) -> HttpResponse:
        """The report as a PDF.

        The report with the whole log. Only for Path 2 Victory.
        """
        # The whole battle is folded for it.
        battle = self.seen(key, "points").battle
        folded = narrowed(whole_log(battle))
        report = report_chronicle(battle_summary(folded), folded, battle.seats.all())
        return pdf_response(report_pdf(report, board_moments(folded)), "report", opens=False)


class BattleFileView(BattleAPIView):
    content_negotiation_class = AnyFormat
    limit = EXPORTS

    @battle_operation("battles_export", BattleFileSerializer, RULES_ERRORS)
    def get(self, request: Request, key: str) -> HttpResponse:
        """Export a battle.

        Its set-up and its log, `muster-battle/1`, for its players. Sealed choices are not included.
        """
        # Three queries.
        view = self.played(key)
        refuse_hidden(view)
        return HttpResponse(battle_file(view.battle), content_type="application/json")
