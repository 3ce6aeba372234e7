"""Random box for programs: which warbands the figures of a list make. Nothing is stored."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema, extend_schema_serializer
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.views import api_owner
from common.api.bodies import Body, BoundedJSONParser, read_body
from common.api.errors import Fault
from common.openapi import BODY_ERRORS, REFUSED, THROTTLED, Document
from compendium.selectors.homebrew import closed_keys
from rules.alignment import ALIGNMENT_CODES
from rules.building.warband import USUAL_LIMIT
from rules.recruitment import MAX_FIGURES, MAX_LIMIT, RANKINGS, Recruitment, fielding_roster, fieldings
from rules.roster import roster_document
from rules.text import counted
from warbands.api.documents import RosterSerializer
from warbands.models.collections import MAX_KINDS, MAX_NUMBER
from warbands.selectors.legality import rulebook_of


def _figures(meaning: str, **kwargs: Any) -> serializers.DictField:
    child = serializers.IntegerField(min_value=0, max_value=MAX_NUMBER)
    return serializers.DictField(child=child, help_text=meaning, **kwargs)


@extend_schema_serializer(component_name="Box")
class BoxBody(Body):
    """Figures, and what is asked about them."""

    figures = _figures(f"How many of each, by the creature's key; at most {MAX_FIGURES:,} in all.")
    limit = serializers.IntegerField(min_value=1, max_value=MAX_LIMIT, default=USUAL_LIMIT, help_text="In points.")
    ranking = serializers.ChoiceField(
        [ranking.key for ranking in RANKINGS],
        default=RANKINGS[0].key,
        help_text="What decides between warbands that use the same number of points.",
    )
    alignment = serializers.ChoiceField(
        ALIGNMENT_CODES, default=None, allow_null=True, help_text="One that has to recruit every creature, or null."
    )
    required = _figures(  # type: ignore[assignment] # a field, which the metaclass takes out of the class
        "How many of some creatures every warband has at least.", required=False
    )

    def validate_figures(self, figures: dict[str, int]) -> dict[str, int]:
        """Return the figures; refuse too many at once."""
        if len(figures) > MAX_KINDS or sum(figures.values()) > MAX_FIGURES:
            raise serializers.ValidationError(f"At most {MAX_FIGURES:,} figures can be asked about at once.")
        return figures


class FieldingSerializer(Document):
    """A warband that the figures make."""

    points = serializers.IntegerField()
    bodies = serializers.IntegerField(help_text="How many creatures it has, minions counted.")
    highest_level = serializers.IntegerField()
    tag = serializers.CharField(allow_null=True, help_text="The tag that most of them share.")
    tag_bodies = serializers.IntegerField(help_text="How many have that tag.")
    why = serializers.CharField(allow_blank=True, help_text="Why it stands before the next one.")
    roster = RosterSerializer()


class LeftOutSerializer(Document):
    """Figures that no warband can take."""

    creature = serializers.CharField()
    name = serializers.CharField()
    number = serializers.IntegerField()
    reason = serializers.CharField()


@extend_schema_serializer(component_name="Fieldings")
class FieldingsSerializer(Document):
    """What the figures make, the best first."""

    sentence = serializers.CharField(help_text="How they are ranked, or why there are few or none.")
    fieldings = FieldingSerializer(many=True)
    left_out = LeftOutSerializer(many=True)


class RandomBoxView(APIView):
    """Which warbands some figures make."""

    parser_classes = (BoundedJSONParser,)

    @extend_schema(
        operation_id="random_box",
        summary="Which warbands do these figures make?",
        description=(
            "The best legal warbands of some figures, each as a roster, which can be sent to `warbands/` to keep it. "
            "Nothing is stored."
        ),
        tags=["rosters"],
        request=BoxBody,
        responses={200: FieldingsSerializer, **BODY_ERRORS, 422: REFUSED, 429: THROTTLED},
    )
    def post(self, request: Request) -> Response:
        """Return the warbands. At most six queries, three more for cards read for the first time."""
        asked = read_body(BoxBody, request.data)
        figures, required = asked["figures"], asked.get("required") or {}
        if lacking := sorted(key for key, number in required.items() if number > figures.get(key, 0)):
            message = "The figures do not include so many of it."
            raise Fault("figures.invalid", f"required.{lacking[0]}", message, status.HTTP_422_UNPROCESSABLE_ENTITY)
        closed = closed_keys(api_owner(request), figures.keys())
        cards = rulebook_of((), creatures=figures.keys() - closed).cards
        recruitment = fieldings(
            figures,
            cards,
            asked["limit"],
            asked["ranking"],
            alignment=asked["alignment"],
            required=required,
            varied=True,
        )
        return Response(_document(recruitment, figures, asked["alignment"]))


def _document(recruitment: Recruitment, figures: dict[str, int], alignment: str | None) -> dict[str, Any]:
    limit = recruitment.limit
    name = f"Random box of {counted(limit, 'point')}"
    return {
        "sentence": recruitment.sentence,
        "fieldings": [
            {
                "points": fielding.points,
                "bodies": fielding.bodies,
                "highest_level": fielding.highest_level,
                "tag": fielding.tag,
                "tag_bodies": fielding.tag_bodies,
                "why": fielding.why,
                "roster": roster_document(
                    fielding_roster(fielding, name=name, limit=limit, collection=figures, alignment=alignment)
                ),
            }
            for fielding in recruitment.fieldings
        ],
        "left_out": LeftOutSerializer(recruitment.left_out, many=True).data,
    }
