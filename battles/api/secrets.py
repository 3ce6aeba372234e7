"""Sealed choices: everyone sees the hashes, each side sees its own choices, until they are revealed."""

from typing import Any

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.views import once
from battles.api.base import RULES_ERRORS, WRITE_ERRORS, BattleAPIView, battle_operation, version_of
from battles.models import BattleSecret
from battles.selectors.battles import BattleView, own_secrets, shown_secrets, table_of
from battles.selectors.folding import setup_of
from battles.services.setup_changes import deployment_seal, secret_reveal, secret_seal
from common.api.bodies import Body, read_body, version_tag
from common.api.errors import Fault
from common.openapi import Document
from rules.combat.state import SIDE_KEYS
from rules.p2v_combat.setup.plan import SealedChoice, TablePlan
from rules.p2v_combat.setup.secrets import SecretDemand, missing_demands, secrets_due

MAX_ID = 80
MAX_PLACES = 200


class SealSerializer(Document):
    """A seal as everyone sees it: the hash at once, choice and salt once revealed."""

    side = serializers.CharField(allow_blank=True, help_text="Empty if Muster drew it.")
    purpose = serializers.CharField(help_text="The choice, with its creature if it applies to one.")
    digest = serializers.CharField()
    choice = serializers.CharField(allow_null=True)
    salt = serializers.CharField(allow_null=True)


class ChosenPairSerializer(Document):
    """A choice for one purpose."""

    purpose = serializers.CharField(max_length=MAX_ID + 40)
    choice = serializers.CharField(max_length=MAX_ID)


class SecretOptionSerializer(Document):
    """One way to choose."""

    choices = ChosenPairSerializer(many=True)
    label = serializers.CharField()  # type: ignore[assignment] # a field of that name


class SecretDemandSerializer(Document):
    """A secret that one of your sides must make."""

    side = serializers.CharField()
    purposes = serializers.ListField(child=serializers.CharField())
    creature = serializers.CharField(allow_blank=True)
    is_sealed = serializers.BooleanField()
    options = SecretOptionSerializer(many=True, help_text="The possible choices. A deployment has places instead.")


class OwnSecretSerializer(Document):
    """A sealed choice of one of your sides."""

    number = serializers.IntegerField(source="pk", help_text="Its number for `secrets/{number}/reveal/`.")
    side = serializers.CharField()
    purpose = serializers.CharField()
    subject = serializers.CharField(allow_blank=True)
    choice = serializers.CharField()
    is_revealed = serializers.BooleanField()


class BattleSecretsSerializer(Document):
    """The seals of a battle, and the choices that your sides must make."""

    seals = SealSerializer(many=True)
    waits_for = serializers.ListField(child=serializers.CharField(), help_text="The sides that have yet to choose.")
    due = SecretDemandSerializer(many=True)
    own = OwnSecretSerializer(many=True)


class StartPlaceBody(Body):
    """Where a creature starts."""

    creature = serializers.CharField(max_length=MAX_ID)
    x = serializers.IntegerField(min_value=0, max_value=999)
    y = serializers.IntegerField(min_value=0, max_value=999)


class ChosenPairBody(Body):
    """A choice for one purpose."""

    purpose = serializers.CharField(max_length=MAX_ID + 40)
    choice = serializers.CharField(max_length=MAX_ID)


@extend_schema_serializer(component_name="SealedSecret")
class SecretBody(Body):
    """A choice to seal for a side: one of the ways in `due`, or where its creatures start."""

    side = serializers.ChoiceField(SIDE_KEYS)
    choices = serializers.ListField(child=ChosenPairBody(), required=False, max_length=2)
    places = serializers.ListField(child=StartPlaceBody(), required=False, max_length=MAX_PLACES)


class SecretAPIView(BattleAPIView):
    def secrets_answer(self, view: BattleView) -> Response:
        """Answer with the seals and the choices of the visitor's own sides. Two queries."""
        headers = {"ETag": version_tag(view.battle.version, view.mark)}
        return Response(secrets_document(view), headers=headers)


def secrets_document(view: BattleView) -> dict[str, Any]:
    """Return the seals of a battle and the choices of the visitor's own sides. Two queries."""
    setup = setup_of(view.battle)
    plan = table_of(view.battle, setup)
    due, missing = secrets_due(plan, setup.fielded), missing_demands(plan, setup.fielded)
    shown = shown_secrets(view)
    return {
        "seals": [_seal_document(seal, shown.get((seal.side, seal.purpose))) for seal in plan.seals],
        "waits_for": list(dict.fromkeys(demand.side for demand in missing if demand.side)),
        "due": [_demand_document(plan, demand) for demand in due if demand.side in view.held]
        if view.may_set_up
        else [],
        "own": OwnSecretSerializer(own_secrets(view), many=True).data,
    }


def _seal_document(seal: SealedChoice, shown: BattleSecret | None) -> dict[str, Any]:
    return {
        "side": seal.side,
        "purpose": seal.purpose,
        "digest": seal.digest,
        "choice": shown.choice if shown else None,
        "salt": shown.salt if shown else None,
    }


def _demand_document(plan: TablePlan, demand: SecretDemand) -> dict[str, Any]:
    sealed = {(seal.side, seal.purpose) for seal in plan.seals}
    return {
        "side": demand.side,
        "purposes": list(demand.purposes),
        "creature": demand.creature,
        "is_sealed": all((demand.side, purpose) in sealed for purpose in demand.purposes),
        "options": [
            {
                "choices": [{"purpose": purpose, "choice": choice} for purpose, choice in option.pairs],
                "label": option.label,
            }
            for option in demand.options
        ],
    }


class BattleSecretsView(SecretAPIView):
    @battle_operation("battles_secrets", BattleSecretsSerializer, RULES_ERRORS)
    def get(self, request: Request, key: str) -> Response:
        """What is sealed.

        The seals, for everyone; and what your own sides have chosen and must choose, for you only.
        """
        # Four queries.
        return self.secrets_answer(self.seen(key, "secrets"))

    @battle_operation("battles_seal", BattleSecretsSerializer, WRITE_ERRORS, body=SecretBody)
    def post(self, request: Request, key: str) -> Response:
        """Seal a choice.

        Replaces an earlier choice. Everyone sees its hash at once.
        """
        # What is secret is kept under no key for requests.
        with self.unchanged(request, key, version_of, "secrets"):
            given = read_body(SecretBody, request.data)
            if ("choices" in given) is ("places" in given):
                raise Fault("invalid", "choices", "Send either choices or places.")
            if "places" in given:
                places = {placed["creature"]: (placed["x"], placed["y"]) for placed in given["places"]}
                deployment_seal(visitor=self.visitor, key=key, side=given["side"], places=places)
            else:
                pairs = tuple((pair["purpose"], pair["choice"]) for pair in given["choices"])
                secret_seal(visitor=self.visitor, key=key, side=given["side"], pairs=pairs)
        return self.secrets_answer(self.seen(key, "secrets"))


class SecretRevealView(SecretAPIView):
    @battle_operation("battles_reveal", BattleSecretsSerializer, WRITE_ERRORS)
    @once
    def post(self, request: Request, key: str, number: int) -> Response:
        """Reveal a secret.

        Reveals a sealed choice of your side to everyone: in the set-up, or in the log once the battle has begun.
        """
        if number >= 2**63:
            raise Fault("secret.unknown", "number", "There is no such secret.", status.HTTP_404_NOT_FOUND)
        with self.unchanged(request, key, version_of, "secrets"):
            secret_reveal(visitor=self.visitor, key=key, number=number)
        return self.secrets_answer(self.seen(key, "secrets"))
