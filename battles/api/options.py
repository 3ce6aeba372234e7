"""What can be done now, the forecast of an action, and the events that clients send."""

from collections.abc import Iterator
from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema_serializer
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from battles.api.base import RULES_ERRORS, BattleAPIView, battle_operation
from battles.api.shapes import LooseField
from battles.selectors.battles import BattleView
from battles.selectors.families import visitor_hand_fields, visitor_offers
from battles.selectors.folding import folded_battle, folded_fight
from battles.selectors.gambits import acts_for, commanded_for, plays_for, reports_for
from battles.services.recording import NOT_YOURS
from common.api.bodies import read_body
from common.api.errors import Fault
from common.openapi import FULL, INVALID, REFUSED, Document
from compendium.api.serializers import read_document
from rules.combat.family import FightFamily, sent_event
from rules.combat.log import FightEvent, LogEvent
from rules.combat.resolution import MOST_ENDS, ActAsk, cheapest_ends, pending
from rules.combat.state import SIDE_KEYS
from rules.documents.records import declared_parts
from rules.p2v_combat.events.acting import CreatureActed, StepActed
from rules.p2v_combat.family import P2V
from rules.p2v_combat.forecast import forecast
from rules.p2v_combat.options import open_ways, options_for, target_need
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.walking import first_move_of, move_ends


@extend_schema_serializer(component_name="BattleEvent")
class EventBody(serializers.Serializer[Any]):
    """Something that a side does."""

    event = serializers.DictField(help_text="An object with `kind` and the parts of that kind.")
    side = serializers.ChoiceField(
        SIDE_KEYS,
        required=False,
        allow_null=True,
        help_text="The side to answer for, one of yours; if omitted, the one that fits.",
    )


def event_parts() -> str:
    """Return the kinds of events that clients may send, and their parts, in words."""
    return "; ".join(_parts(event) for event in sorted(P2V.sent_events, key=lambda event: event.kind))


def _parts(event: type[FightEvent]) -> str:
    parts = ", ".join(name for name in declared_parts(event) if name not in dict(event.filled_in))
    return f"`{event.kind}` ({parts})" if parts else f"`{event.kind}`"


def event_sent(family: FightFamily, document: dict[str, Any]) -> LogEvent:
    """Return the event of a client's document; raise the API's fault for any other document."""
    return read_document(lambda given: sent_event(family, given), document)


def battle_event_sent(document: dict[str, Any]) -> FightEvent:
    """Return the event of a Path 2 Victory battle; raise the API's fault for any other document."""
    event = event_sent(P2V, document)
    assert isinstance(event, FightEvent)
    return event


class OptionSerializer(Document):
    """A choice to make before an action, or a circumstance that may apply."""

    key = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment] # a field of that name


class TargetNeedSerializer(Document):
    """The targets that an action needs."""

    least = serializers.IntegerField()
    most = serializers.IntegerField(allow_null=True, help_text="Null: any number.")
    words = serializers.CharField(allow_blank=True)
    creatures = serializers.ListField(child=serializers.CharField(), help_text="The ids of the possible targets.")
    asks_for = serializers.ListField(
        child=serializers.ChoiceField(["distance", "cover", "concealment", "off_guard", "in_enemy_reach", "adjacent"]),
        help_text="The `circumstances` that you may claim for a target.",
    )
    holds = serializers.DictField(
        child=OptionSerializer(many=True),
        source="by_target",
        help_text="Circumstances of bonuses that may apply to a target, by its id.",
    )


class ActionWaySerializer(Document):
    """A way to take an action."""

    key = serializers.CharField(allow_blank=True)
    cost = serializers.CharField(allow_blank=True)
    ap = serializers.IntegerField(help_text="Its current cost in action points.")
    reach = serializers.CharField(allow_blank=True)
    text = serializers.CharField(allow_blank=True)
    refusal = serializers.CharField(allow_blank=True, help_text="Why it cannot be taken now; empty if it can.")
    targets = TargetNeedSerializer(allow_null=True)
    choices = OptionSerializer(many=True, help_text="The choices to make first.")


class ActionOptionSerializer(Document):
    """An action that a creature can choose now."""

    key = serializers.CharField()
    name = serializers.CharField()
    kind = serializers.ChoiceField(["feature", "spell", "item", "universal"])
    uses_left = serializers.IntegerField(allow_null=True)
    requirement = serializers.CharField(allow_blank=True, help_text="What the players must do.")
    note = serializers.CharField(allow_blank=True)
    holds = OptionSerializer(many=True, help_text="Circumstances of bonuses that may apply to it.")
    ways = ActionWaySerializer(many=True)


class ReportedActionSerializer(Document):
    """A reaction whose trigger only the players can see: send `trigger-reported` when it happens."""

    action = serializers.CharField()
    way = serializers.CharField(allow_blank=True)
    name = serializers.CharField()
    trigger = serializers.CharField(allow_blank=True)
    targets = TargetNeedSerializer(allow_null=True)


class MoveEndsSerializer(Document):
    """Where an action that begins with a movement may go on the board of the battle."""

    action = serializers.CharField()
    way = serializers.CharField(allow_blank=True)
    ends = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField(), min_length=3, max_length=3),
        help_text="The squares where it may end, at most 2,000, each as x, y and its cost, for `way_to` of `acted`.",
    )


class BattleOptionsSerializer(Document):
    """What a creature can do now; empty while someone else must decide."""

    creature = serializers.CharField()
    may_act = serializers.BooleanField(
        help_text="Whether it is the creature's turn, the creature is yours, and nothing else is in progress."
    )
    actions = ActionOptionSerializer(many=True)
    reports = ReportedActionSerializer(many=True)
    moves = MoveEndsSerializer(many=True, help_text="On a board, where its actions may go first.")


class ShareField(serializers.FloatField):
    """A fraction of 1, or an average, to four decimal places."""

    def to_representation(self, value: Any) -> Any:
        return round(float(value), 4)


class OutcomesField(serializers.DictField):
    """Named outcomes, each with its probability; unnamed outcomes are omitted."""

    def to_representation(self, value: Any) -> Any:
        return super().to_representation({words: share for words, share in value if words})


class RollForecastSerializer(Document):
    """A roll of an action."""

    reason = serializers.CharField()
    creature = serializers.CharField()
    need = serializers.IntegerField(allow_null=True, help_text="The lowest face that succeeds.")
    outcomes = OutcomesField(child=ShareField(), help_text="The outcomes and their probabilities.")
    why = serializers.ListField(child=serializers.CharField())


class TargetForecastSerializer(Document):
    """The forecast of an action for one target."""

    creature = serializers.CharField()
    rolls = RollForecastSerializer(many=True)
    damage = ShareField(allow_null=True, help_text="The average; null if it deals no immediate damage.")
    passes = ShareField(help_text="The chance that cover and concealment do not stop it.")


class ForecastSerializer(Document):
    """The forecast of an action."""

    refusal = serializers.CharField(allow_blank=True, help_text="Why it cannot be taken like this; empty if it can.")
    targets = TargetForecastSerializer(many=True)


class BattleOptionsView(BattleAPIView):
    @battle_operation(
        "battles_options",
        BattleOptionsSerializer,
        {**RULES_ERRORS, 400: INVALID},
        parameters=[OpenApiParameter("creature", str, required=True, description="The creature’s id.")],
    )
    def get(self, request: Request, key: str) -> Response:
        """What a creature can do now.

        Every action on its turn with its cost, its targets and any reason that it cannot be taken; and the reactions
        whose triggers the players report. Only for the creature's player. For a golem, an animal or a fey that is an
        objective: what the creature that claimed it can pay for, sent as `objective-commanded`.
        """
        # Two queries.
        view = self.seen(key, "options")
        state = folded_battle(view.battle).state
        creature = request.query_params.get("creature", "")
        if not creature:
            raise Fault("invalid", "creature", "Say which creature.")
        if creature not in state.combatants:
            message = "This creature does not fight here."
            raise Fault("creature.unknown", "creature", message, status.HTTP_404_NOT_FOUND)
        return Response(BattleOptionsSerializer(_options_of(view, state, creature)).data)


class BattleForecastView(BattleAPIView):
    only_reads = True

    @battle_operation("battles_forecast", ForecastSerializer, {**RULES_ERRORS, 409: FULL, 422: REFUSED}, body=EventBody)
    def post(self, request: Request, key: str) -> Response:
        """Forecast an action.

        Send an `acted` event, or `step-acted` to answer a step; nothing happens in the battle.
        """
        # Two queries.
        view = self.seen(key, "forecast")
        given = read_body(EventBody, request.data)
        state = folded_battle(view.battle).state
        event, ask = battle_event_sent(given["event"]), pending(state)
        match event:
            case CreatureActed(creature) if acts_for(view, state, creature):
                forecasts = forecast(state, creature, event.action, event.way, event.targets, event.choices)
            case StepActed() if isinstance(ask, ActAsk) and plays_for(view, state, ask.side):
                forecasts = forecast(
                    state, ask.creature, event.action, event.way, event.targets, event.choices, is_step=True
                )
            case CreatureActed() | StepActed():
                raise Fault("side.forbidden", "event", NOT_YOURS, status.HTTP_403_FORBIDDEN)
            case _:
                raise Fault("document.value", "event.kind", "Expected acted or step-acted.")
        return Response(ForecastSerializer(forecasts).data)


def _options_of(view: BattleView, state: BattleState, creature: str) -> dict[str, Any]:
    may_act = acts_for(view, state, creature)
    reports = reports_for(view, state, creature)
    if lent := commanded_for(view, state, creature):
        state, may_act = lent, True
    return {
        "creature": creature,
        "may_act": may_act,
        "actions": options_for(state, creature) if may_act else (),
        "moves": list(_moves(state, creature)) if may_act and state.board else (),
        "reports": [
            {
                "action": action.key,
                "way": way.key,
                "name": action.name,
                "trigger": way.effect.trigger or "",
                "targets": target_need(state, creature, way.effect),
            }
            for action, way in reports
        ],
    }


def _moves(state: BattleState, creature: str) -> Iterator[dict[str, Any]]:
    for action, way in open_ways(state, creature):
        if move := first_move_of(state, creature, action.key, way.effect):
            ends = sorted((*square, cost) for square, cost in cheapest_ends(move_ends(state, move), MOST_ENDS))
            yield {"action": action.key, "way": way.key, "ends": ends}


class OfferFieldSerializer(Document):
    """A part of an event that you fill in."""

    name = serializers.CharField(help_text="The part's name.")
    label = serializers.CharField()  # type: ignore[assignment] # a field of that name
    type = serializers.ChoiceField(["choice", "choices", "number", "word", "flag"])
    options = OptionSerializer(many=True, help_text="The possible choices.")
    value = serializers.JSONField(help_text="Its initial value.")
    low = serializers.IntegerField()
    high = serializers.IntegerField()
    help = serializers.CharField(allow_blank=True)
    optional = serializers.BooleanField(help_text="Whether you may leave it empty.")


class FightOfferSerializer(Document):
    """Something that you can do now."""

    label = serializers.CharField()  # type: ignore[assignment] # a field of that name
    group = serializers.CharField(allow_blank=True)
    about = serializers.CharField(allow_blank=True)
    event = serializers.CharField(help_text="The kind of the event to send.")
    parts = LooseField(help_text="The parts of the event with fixed values.")
    fill_in = OfferFieldSerializer(many=True, source="fields", help_text="The parts of the event that you fill in.")
    combatant = serializers.CharField(allow_null=True)
    side = serializers.CharField(allow_null=True, help_text="Who may send it; null: everyone who plays.")
    by_table = serializers.BooleanField(
        source="left_to_players", help_text="Whether the rules leave it to the players."
    )
    is_main = serializers.BooleanField(help_text="Whether it usually comes next.")


class HandFieldsSerializer(Document):
    """What an event `set` can change about a combatant by hand."""

    combatant = serializers.CharField()
    fill_in = OfferFieldSerializer(
        many=True, source="fields", help_text="The possible values of `what`, each with its current value."
    )


class FightOffersSerializer(Document):
    """What you may do now."""

    offers = FightOfferSerializer(many=True)
    by_hand = HandFieldsSerializer(many=True)


class FightOffersView(BattleAPIView):
    @battle_operation("battles_offers", FightOffersSerializer, RULES_ERRORS)
    def get(self, request: Request, key: str) -> Response:
        """What you may do now, in games other than Path 2 Victory.

        Each offer names the event to send to `events/`: its `parts`, and those that you `fill_in`. The list is empty
        while a question is open. `by_hand` is what an event `set` may change.
        """
        # Two queries.
        view = self.seen(key, "offers")
        folded = folded_fight(view.battle)
        options = {"offers": visitor_offers(view, folded), "by_hand": visitor_hand_fields(view, folded)}
        return Response(FightOffersSerializer(options).data)
