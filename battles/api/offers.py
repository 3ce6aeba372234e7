"""What may be done now in a fight whose rules declare it: each offer with the event that it sends."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from battles.api.base import BATTLE_PASS, RULES_ERRORS, BattleAPIView
from battles.api.options import OptionSerializer
from battles.api.shapes import LooseField
from battles.selectors.declared import visitor_hand_fields, visitor_offers
from battles.selectors.folding import folded_fight
from common.openapi import Document


class OfferFieldSerializer(Document):
    """A part of an event that is filled in."""

    name = serializers.CharField(help_text="The part's name.")
    label = serializers.CharField()  # type: ignore[assignment] # a field of that name
    type = serializers.ChoiceField(["choice", "choices", "number", "word", "flag"])
    options = OptionSerializer(many=True, help_text="What may be chosen.")
    value = serializers.JSONField(help_text="What stands there at first.")
    low = serializers.IntegerField()
    high = serializers.IntegerField()
    help = serializers.CharField(allow_blank=True)
    optional = serializers.BooleanField(help_text="Whether it may be left out, which stands for nothing.")


class FightOfferSerializer(Document):
    """Something that may be done now."""

    label = serializers.CharField()  # type: ignore[assignment] # a field of that name
    group = serializers.CharField(allow_blank=True)
    about = serializers.CharField(allow_blank=True)
    event = serializers.CharField(help_text="The kind of the event to send.")
    parts = LooseField(help_text="The parts of the event that are settled.")
    fill_in = OfferFieldSerializer(many=True, source="fields", help_text="The parts of the event that you fill in.")
    combatant = serializers.CharField(allow_null=True)
    side = serializers.CharField(allow_null=True, help_text="Who may send it; null: everyone who plays.")
    by_table = serializers.BooleanField(help_text="Whether the rules leave it to the table.")
    is_main = serializers.BooleanField(help_text="Whether it usually comes next.")


class HandFieldsSerializer(Document):
    """What may be set by hand of a combatant, by an event `set`."""

    combatant = serializers.CharField()
    fill_in = OfferFieldSerializer(many=True, source="fields", help_text="What can be `what`, with what it is now.")


@extend_schema_serializer(component_name="FightOffers")
class FightOffersSerializer(Document):
    """What you may do now."""

    offers = FightOfferSerializer(many=True)
    by_hand = HandFieldsSerializer(many=True)


class FightOffersView(BattleAPIView):
    """What may be done now."""

    @extend_schema(
        operation_id="battles_offers",
        summary="What you may do now, in games other than Path 2 Victory",
        description=(
            "Each offer names the event to send to `events/`: its `parts`, and those that you `fill_in`. "
            "Nothing is offered while something is asked. `by_hand` is what an event `set` may change."
        ),
        parameters=[BATTLE_PASS],
        responses={200: FightOffersSerializer, **RULES_ERRORS},
    )
    def get(self, request: Request, key: str) -> Response:
        """Return the offers. Two queries."""
        view = self.seen(key, "offers")
        folded = folded_fight(view.battle)
        found = {"offers": visitor_offers(view, folded), "by_hand": visitor_hand_fields(view, folded)}
        return Response(FightOffersSerializer(found).data)
