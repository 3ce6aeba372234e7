"""Two warbands side by side: your own and shared ones, members with a career in their present state."""

import re
from typing import Any, ClassVar

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.views import api_owner, refuse_scope
from accounts.models import Owner
from common.api.errors import Fault
from common.openapi import GONE, INVALID, PRIVATE_ERRORS, Document, operation
from rules.matchup.cells import MatchupCell
from rules.matchup.sheet import Contender, Side, matchup_sheet
from warbands.selectors.legality import CampaignPlaces, rulebook_of, rulebook_today
from warbands.selectors.warbands import OpenWarband, warband_open, warband_shared

MOST = 24
"""The most different creatures of a side in a comparison, as on the page."""
_REFERENCE = re.compile(r"([ws]):([\w-]{1,50})", re.ASCII)


class ContenderSerializer(Document):
    """Identical members of a warband."""

    creature = serializers.CharField(source="key")
    name = serializers.CharField()
    label = serializers.CharField(  # type: ignore[assignment] # a field, which the metaclass takes out of the class
        help_text="Unique on the sheet."
    )
    count = serializers.IntegerField()
    points = serializers.IntegerField(help_text="The points of all of them.")
    level = serializers.IntegerField(allow_null=True)
    upgrades = serializers.ListField(child=serializers.CharField())
    is_known = serializers.BooleanField(help_text="Whether its card is known.")


class MatchupCellSerializer(Document):
    """The effect of an attack on a target. Chances are in faces of a d20; null if unknown."""

    target = serializers.CharField(help_text="The label of the target.")
    hit = serializers.IntegerField(
        allow_null=True, help_text="The chance that the strike hits or the first save fails."
    )
    critical = serializers.IntegerField(allow_null=True, help_text="Of these, critically.")
    damage = serializers.FloatField(allow_null=True, help_text="The average damage.")
    is_immune = serializers.BooleanField()
    notes = serializers.ListField(child=serializers.CharField())


class AttackSerializer(Document):
    """An attack of a contender."""

    contender = serializers.CharField(source="contender.label", help_text="The label of the attacker.")
    name = serializers.CharField(source="attack.name")
    kind = serializers.ChoiceField(["strike", "power"], source="attack.kind")
    saves = serializers.ListField(source="attack.saves", child=serializers.CharField(), help_text="The target's save.")
    damage = serializers.ListField(
        source="attack.damage", child=serializers.CharField(), help_text="Everything that it deals, in words."
    )
    cells = MatchupCellSerializer(many=True)


class MatchupSideSerializer(Document):
    """One of the two warbands."""

    name = serializers.CharField()
    points = serializers.IntegerField()
    points_limit = serializers.IntegerField(allow_null=True)
    legal = serializers.BooleanField()
    contenders = ContenderSerializer(many=True)
    left_out = serializers.IntegerField(help_text=f"The number of different creatures beyond the first {MOST}.")
    attacks = AttackSerializer(many=True)


class CircumstanceSerializer(Document):
    """A circumstance that shifts the chances, in faces of the d20."""

    words = serializers.CharField()
    strike = serializers.IntegerField()
    save = serializers.IntegerField()  # type: ignore[assignment] # as above


class MatchupSerializer(Document):
    """Two warbands side by side."""

    first = MatchupSideSerializer()
    second = MatchupSideSerializer()
    circumstances = CircumstanceSerializer(many=True)
    reading = serializers.ListField(child=serializers.CharField(), help_text="How to read the sheet.")


class MatchupView(APIView):
    tag: ClassVar[str] = "warbands"

    places: CampaignPlaces | None = None

    @operation(
        "matchup",
        MatchupSerializer,
        {**PRIVATE_ERRORS, 400: INVALID, 404: GONE},
        parameters=[
            OpenApiParameter(side, str, required=True, description="Such as `w:k7m2p9qrst`.")
            for side in ("first", "second")
        ],
    )
    def get(self, request: Request) -> Response:
        """Two warbands side by side.

        The effect of each attack of one on each creature of the other. A side is `w:` with the key of one of your
        warbands, or `s:` with the end of the link of a shared one.
        """
        # At most seven queries, three more for cards not yet read, one for each career.
        first, second = (self._side(request, name) for name in ("first", "second"))
        rosters = [warband.draft.roster for warband in (first, second)]
        rulebook = rulebook_of(rosters)
        books = [rulebook_today(self.places, warband, rulebook) for warband in (first, second)]
        sheet = matchup_sheet(
            rosters[0],
            rosters[1],
            books[0],
            second_rulebook=books[1],
            choose=lambda first, second: (first[:MOST], second[:MOST]),
        )
        sides = {
            "first": _side_document(sheet.first, sheet.second),
            "second": _side_document(sheet.second, sheet.first),
        }
        return Response(MatchupSerializer().write(sheet, **sides), headers={"Cache-Control": "private, no-store"})

    def _side(self, request: Request, name: str) -> OpenWarband:
        reference = _REFERENCE.fullmatch(request.query_params.get(name, ""))
        if reference is None:
            raise Fault("invalid", name, "Expected w: and the key of a warband, or s: and the end of a shared link.")
        kind, word = reference.groups()
        opened = warband_shared(word) if kind == "s" else warband_open(_reader(request), word)
        if opened is None:
            raise Fault("warband.gone", name, "You have no such warband.", status.HTTP_404_NOT_FOUND)
        return opened


def _reader(request: Request) -> Owner:
    """Return the person whose own warbands can be read; 403 for a token without that scope."""
    refuse_scope(request, "warbands", only_reads=True)
    return api_owner(request)


def _side_document(side: Side, other: Side) -> dict[str, Any]:
    attack, cell = AttackSerializer(), MatchupCellSerializer()
    attacks = [
        attack.write(row, cells=[_cell_document(cell, *pair) for pair in zip(row.cells, other.contenders, strict=True)])
        for row in side.rows
    ]
    left_out = len(side.everybody) - len(side.contenders)
    return MatchupSideSerializer().write(side, left_out=left_out, attacks=attacks)


def _cell_document(serializer: MatchupCellSerializer, cell: MatchupCell, target: Contender) -> dict[str, Any]:
    damage = None if cell.damage is None else round(float(cell.damage), 2)
    return serializer.write(cell, target=target.label, damage=damage)
