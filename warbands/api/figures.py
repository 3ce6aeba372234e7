"""The caller's miniatures, lists of figures as people write them, and the warbands that figures make."""

from typing import Any, ClassVar

from django.db import transaction
from drf_spectacular.utils import extend_schema, extend_schema_serializer
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.views import PrivateView, api_owner, once
from common.api.bodies import Body, BoundedJSONParser, read_body, version_tag
from common.api.errors import Fault
from common.openapi import BODY_ERRORS, CHANGED, FULL, PRIVATE_ERRORS, REFUSED, THROTTLED, Document, operation
from compendium.selectors.homebrew import closed_keys
from rules.alignment import ALIGNMENT_CODES
from rules.building.warband import USUAL_LIMIT
from rules.recruitment.model import MAX_FIGURES, MAX_LIMIT, RANKINGS, Recruitment
from rules.recruitment.random_box import fielding_roster, fieldings
from rules.roster import roster_document
from rules.text import counted
from warbands.api.documents import RosterSerializer
from warbands.models.collections import MAX_KINDS, MAX_NUMBER
from warbands.selectors.collections import MAX_TEXT, collection_of, figures_read
from warbands.selectors.legality import rulebook_of
from warbands.services.collections import figures_change

_ERRORS: dict[int, Any] = {**PRIVATE_ERRORS, **BODY_ERRORS, 409: FULL, 422: REFUSED}


def _numbers(low: int, meaning: str, **kwargs: Any) -> serializers.DictField:
    child = serializers.IntegerField(min_value=low, max_value=MAX_NUMBER)
    return serializers.DictField(child=child, help_text=meaning, **kwargs)


class FiguresSerializer(Document):
    """The miniatures that a person owns."""

    figures = serializers.DictField(
        child=serializers.IntegerField(min_value=1, max_value=MAX_NUMBER), help_text="How many, by the creature's key."
    )
    total = serializers.IntegerField()


class FiguresBody(Body):
    """All miniatures that a person owns."""

    figures = _numbers(0, "How many, by the creature's key. Omitted creatures count as 0.")


class FiguresChangeBody(Body):
    """The counts of some miniatures."""

    numbers = _numbers(0, "The new number of each, by the creature's key.", required=False)
    more = _numbers(-MAX_NUMBER, "Then added to the number of each; may be negative.", required=False)


class FigureTextBody(Body):
    """A list of figures as people write it."""

    text = serializers.CharField(max_length=MAX_TEXT, help_text="A creature a line: “3 kobold warriors”.")


class UnreadLineSerializer(Document):
    """A line that Muster could not read."""

    line = serializers.IntegerField(source="place", help_text="Its place, from 1.")
    text = serializers.CharField(allow_blank=True)
    reason = serializers.CharField()
    near = serializers.ListField(child=serializers.CharField(), help_text="Suggested lines.")


class FigureListSerializer(Document):
    """The contents of a list of figures."""

    figures = serializers.DictField(child=serializers.IntegerField(), help_text="How many, by the creature's key.")
    total = serializers.IntegerField()
    unread = UnreadLineSerializer(many=True)
    fault = serializers.CharField(allow_blank=True, help_text="A problem of the whole list, or empty.")


class FiguresView(PrivateView):
    """The caller's figures. Two queries to read them."""

    tag: ClassVar[str] = "figures"

    scope = "warbands"

    def answer(self) -> Response:
        """Answer with the present figures."""
        owned = collection_of(self.owner)
        figures = {key: owned[key] for key in sorted(owned)}
        headers = {"ETag": version_tag(0, figures)}
        return Response({"figures": figures, "total": sum(figures.values())}, headers=headers)

    @extend_schema(
        operation_id="figures_read",
        summary="Your figures",
        description=f"How many miniatures of each creature you own, for at most {MAX_KINDS:,} creatures.",
        responses={200: FiguresSerializer, **PRIVATE_ERRORS},
    )
    def get(self, request: Request) -> Response:
        """Return the figures."""
        return self.answer()

    @operation("figures_replace", FiguresSerializer, {**_ERRORS, 412: CHANGED}, body=FiguresBody)
    def put(self, request: Request) -> Response:
        """Replace your figures.

        The body replaces all your figures.
        """
        given = read_body(FiguresBody, request.data)
        with transaction.atomic():
            self._check_unchanged(request)
            gone = dict.fromkeys(collection_of(self.owner), 0)
            figures_change(owner=self.owner, numbers=gone | given["figures"])
            return self.answer()

    @operation("figures_change", FiguresSerializer, _ERRORS, body=FiguresChangeBody)
    @once
    def patch(self, request: Request) -> Response:
        """Change some figures.

        Sets counts first, then adds or subtracts.
        """
        given = read_body(FiguresChangeBody, request.data)
        figures_change(owner=self.owner, **given)
        return self.answer()

    def _check_unchanged(self, request: Request) -> None:
        given = request.headers.get("If-Match", "*").strip()
        if given != "*" and given.removeprefix("W/") != self.answer()["ETag"]:
            message = "Your figures were changed since you read them."
            raise Fault("figures.changed", "If-Match", message, status.HTTP_412_PRECONDITION_FAILED)


class FigureListReadView(PrivateView):
    tag: ClassVar[str] = "figures"

    scope = "warbands"
    only_reads = True

    @operation("figures_list_read", FigureListSerializer, {**PRIVATE_ERRORS, **BODY_ERRORS}, body=FigureTextBody)
    def post(self, request: Request) -> Response:
        """Read a list of figures.

        Finds the creatures of a list as people write it. Nothing is stored.
        """
        given = read_body(FigureTextBody, request.data)
        return Response(FigureListSerializer(figures_read(given["text"], self.owner)).data)


def _figures(meaning: str, **kwargs: Any) -> serializers.DictField:
    child = serializers.IntegerField(min_value=0, max_value=MAX_NUMBER)
    return serializers.DictField(child=child, help_text=meaning, **kwargs)


@extend_schema_serializer(component_name="Box")
class BoxBody(Body):
    """Figures, and the options of the random box."""

    figures = _figures(f"How many of each, by the creature's key; at most {MAX_FIGURES:,} in all.")
    limit = serializers.IntegerField(min_value=1, max_value=MAX_LIMIT, default=USUAL_LIMIT, help_text="In points.")
    ranking = serializers.ChoiceField(
        [ranking.key for ranking in RANKINGS],
        default=RANKINGS[0].key,
        help_text="The tiebreaker between warbands with the same points.",
    )
    alignment = serializers.ChoiceField(
        ALIGNMENT_CODES,
        default=None,
        allow_null=True,
        help_text="The alignment that must be able to recruit every creature, or null.",
    )
    required = _figures(  # type: ignore[assignment] # a field, which the metaclass takes out of the class
        "How many of some creatures every warband has at least.", required=False
    )

    def validate_figures(self, figures: dict[str, int]) -> dict[str, int]:
        """Return the figures; refuse too many at once."""
        if len(figures) > MAX_KINDS or sum(figures.values()) > MAX_FIGURES:
            raise serializers.ValidationError(f"At most {MAX_FIGURES:,} figures can be sent at once.")
        return figures


class FieldingSerializer(Document):
    """A warband that the figures make."""

    points = serializers.IntegerField()
    bodies = serializers.IntegerField(help_text="How many creatures it has, including minions.")
    highest_level = serializers.IntegerField()
    tag = serializers.CharField(allow_null=True, help_text="The tag that most of them share.")
    tag_bodies = serializers.IntegerField(help_text="How many have that tag.")
    why = serializers.CharField(allow_blank=True, help_text="Why it comes before the next one.")
    roster = RosterSerializer()


class LeftOutSerializer(Document):
    """Figures that fit no warband."""

    creature = serializers.CharField()
    name = serializers.CharField()
    number = serializers.IntegerField()
    reason = serializers.CharField()


class FieldingsSerializer(Document):
    """The warbands that the figures make, best first."""

    sentence = serializers.CharField(help_text="The ranking, or why there are few or none.")
    fieldings = FieldingSerializer(many=True)
    left_out = LeftOutSerializer(many=True)


class RandomBoxView(APIView):
    tag: ClassVar[str] = "rosters"

    parser_classes = (BoundedJSONParser,)

    @operation("random_box", FieldingsSerializer, {**BODY_ERRORS, 422: REFUSED, 429: THROTTLED}, body=BoxBody)
    def post(self, request: Request) -> Response:
        """Which warbands do these figures make?

        The best legal warbands of some figures, each as a roster that you can send to `warbands/` to store it. Nothing
        is stored.
        """
        # At most six queries, three more for cards read for the first time.
        asked = read_body(BoxBody, request.data)
        figures, required = asked["figures"], asked.get("required") or {}
        if lacking := sorted(key for key, number in required.items() if number > figures.get(key, 0)):
            message = "The figures do not include that many."
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
            FieldingSerializer().write(
                fielding,
                roster=roster_document(
                    fielding_roster(fielding, name=name, limit=limit, collection=figures, alignment=alignment)
                ),
            )
            for fielding in recruitment.fieldings
        ],
        "left_out": LeftOutSerializer(recruitment.left_out, many=True).data,
    }
