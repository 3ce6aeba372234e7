"""The API of solo play: what can be played, starting an adventure or a battle against monsters, and continuing."""

from typing import Any

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.views import once
from battles.api.base import WRITE_ERRORS, battle_operation
from battles.api.battles import BattleAnswerAPIView
from battles.api.shapes import BattleSerializer
from battles.forms import POOLS, choose_party, pool_cards
from battles.models import Battle
from battles.selectors.lineups import cards_of_creatures
from battles.services.adventures import adventure_begin, adventure_continue, skirmish_create
from common.api.bodies import Body, read_body
from common.api.errors import Fault
from common.openapi import BODY_ERRORS, FULL, GONE, PRIVATE_ERRORS, REFUSED, Document, operation, unversioned
from rules.p2v_combat.solo.monsters import PERCENTS
from rules.p2v_combat.solo.story.reading import solo_adventures


class AdventureSerializer(Document):
    """An adventure for solo play."""

    key = serializers.CharField()
    name = serializers.CharField()
    points = serializers.IntegerField(help_text="The points of the party for which it was written.")
    party = serializers.ListField(
        child=serializers.CharField(), help_text="The creatures that a party can borrow from it."
    )


class PoolSerializer(Document):
    """A kind of monsters."""

    key = serializers.CharField()
    name = serializers.CharField()


class AloneSerializer(Document):
    """What can be played solo."""

    adventures = AdventureSerializer(many=True)
    pools = PoolSerializer(many=True, help_text="Kinds of monsters for a single battle.")
    percents = serializers.ListField(
        child=serializers.IntegerField(), help_text="Their points as a share of the party's."
    )


@extend_schema_serializer(
    component_name="NewBattleAlone",
)
class NewAloneBody(Body):
    """The party, and an adventure or a single battle against monsters."""

    party = serializers.CharField(max_length=60, help_text="The key of one of your warbands, or `borrowed`.")
    adventure = serializers.CharField(
        max_length=80, required=False, help_text="The adventure's key; without it, a single battle."
    )
    pool = serializers.ChoiceField([pool.key for pool in POOLS], default=POOLS[0].key)
    percent = serializers.ChoiceField(PERCENTS, default=100)


class AloneView(BattleAnswerAPIView):
    @operation("battles_alone", AloneSerializer, PRIVATE_ERRORS)
    def get(self, request: Request) -> Response:
        """What you can play solo.

        The adventures, and the kinds of monsters for a single battle.
        """
        # No query beside those of who asks.
        shown = {"adventures": solo_adventures().values(), "pools": POOLS, "percents": PERCENTS}
        return Response(AloneSerializer(shown).data)

    @operation(
        "battles_create_alone",
        BattleSerializer,
        {**PRIVATE_ERRORS, **BODY_ERRORS, 404: GONE, 409: FULL, 422: REFUSED},
        body=NewAloneBody,
        status=201,
    )
    @once
    def post(self, request: Request) -> Response:
        """Start playing solo.

        Creates the battle of an adventure’s first scenario, or a single battle against monsters.
        """
        made = self._begun(read_body(NewAloneBody, request.data))
        return self.battle_answer(self.seen(made.key), status_code=status.HTTP_201_CREATED)

    def _begun(self, given: dict[str, Any]) -> Battle:
        owner = self.owner
        if "adventure" not in given:
            party = choose_party(owner, given["party"], {}, ())
            pool = pool_cards(given["pool"], party.points)
            return skirmish_create(owner=owner, party=party, pool=pool, percent=given["percent"])
        adventure = solo_adventures().get(given["adventure"])
        if adventure is None:
            raise Fault("adventure.unknown", "adventure", "There is no such adventure.", status.HTTP_404_NOT_FOUND)
        party = choose_party(owner, given["party"], cards_of_creatures(adventure.party), adventure.party)
        return adventure_begin(owner=owner, adventure=adventure, party=party)


class NextScenarioView(BattleAnswerAPIView):
    @battle_operation("battles_next", BattleSerializer, unversioned(WRITE_ERRORS))
    def post(self, request: Request, key: str) -> Response:
        """Go on to the next scenario.

        Returns the battle of the next scenario. A repeated request returns the same battle.
        """
        self.played(key, "alone")
        made = adventure_continue(visitor=self.visitor, key=key)
        return self.battle_answer(self.seen(made.key))
