"""Lists of combatants: read, create, change and delete them, and let a party rest."""

from typing import Any

from django.db import transaction
from django.urls import reverse
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.views import once
from battles.api.base import EXPORTS, IMPORTS, READ_ERRORS, BattleAPIView
from battles.models import CombatantList
from battles.selectors.families import combatant_list_of, combatant_lists_of, declared_families, saved_combatants
from battles.services.combatants import (
    NO_LIST,
    combatant_list_delete,
    combatant_list_import,
    combatant_list_locked,
    combatant_list_replace,
    party_respite,
    read_list,
)
from common.api.bodies import Body, check_version, read_body, version_tag
from common.api.errors import Fault
from common.api.pages import CursorPages
from common.openapi import BODY_ERRORS, CHANGED, FULL, INVALID, PRIVATE_ERRORS, REFUSED, Document, operation
from rules.combat.lists import LIST_FORMAT, combatants_document
from rules.combat.state import MAX_TALLY
from rules.errors import require

_MAKE_ERRORS: dict[int, Any] = {**PRIVATE_ERRORS, **BODY_ERRORS, 409: FULL, 422: REFUSED}
_CHANGE_ERRORS: dict[int, Any] = {**READ_ERRORS, **BODY_ERRORS, 409: FULL, 422: REFUSED}


class CombatantListPages(CursorPages):
    """The newest lists first."""


class CombatantListSerializer(Document):
    """A list of combatants without their sheets."""

    key = serializers.CharField(help_text="Its key in addresses.")
    family = serializers.CharField(help_text="The key of the game’s rules.")
    name = serializers.CharField()
    party = serializers.BooleanField(help_text="Whether it is a party, which counts the results of its fights.")
    version = serializers.IntegerField(help_text="Increases with each change.")
    size = serializers.IntegerField(help_text="How many combatants there are.")
    tallies = serializers.DictField(child=serializers.IntegerField(), help_text="The counts of a party.")
    experience = serializers.DictField(child=serializers.IntegerField(), help_text="What earlier tallies have given.")
    changed_at = serializers.DateTimeField()


class CombatantsFileSerializer(Document):
    """A list of combatants as a file (`muster-combatants/1`, docs/other-fights.md)."""

    format = serializers.ChoiceField([LIST_FORMAT.tag])
    family = serializers.CharField()
    name = serializers.CharField()
    party = serializers.BooleanField(required=False)
    combatants = serializers.ListField(child=serializers.DictField(), required=False)
    tallies = serializers.DictField(child=serializers.IntegerField(), required=False)
    experience = serializers.DictField(child=serializers.IntegerField(), required=False)


@extend_schema_serializer(
    component_name="Respite",
)
class RespiteBody(Body):
    """A party's rest: the tally to reset, and what the rules give for it."""

    tally = serializers.CharField(max_length=40)
    gained = serializers.IntegerField(min_value=0, max_value=MAX_TALLY)


class CombatantListAPIView(BattleAPIView):
    def own(self, key: str) -> CombatantList:
        """Return one of the visitor's lists; 404 if there is none. One query."""
        return require(
            combatant_list_of(self.owner, key), Fault("combatants.gone", "key", NO_LIST, status.HTTP_404_NOT_FOUND)
        )


class CombatantListsView(CombatantListAPIView):
    pagination_class = CombatantListPages
    limit = IMPORTS

    @operation("battles_combatants", CombatantListSerializer(many=True), {**PRIVATE_ERRORS, 400: INVALID})
    def get(self, request: Request) -> Response:
        """Your lists of combatants.

        Parties and opponents of other games, newest first.
        """
        # One query.
        pages = CombatantListPages()
        rows = pages.paginate_queryset(combatant_lists_of(self.owner), request, self) or []
        return pages.get_paginated_response([list_summary(row) for row in rows])

    @operation(
        "battles_combatants_create", CombatantListSerializer, _MAKE_ERRORS, body=CombatantsFileSerializer, status=201
    )
    @once
    def post(self, request: Request) -> Response:
        """Make a list of combatants.

        Stores a list from a `muster-combatants/1` document; one without combatants is an empty list.
        """
        row = combatant_list_import(owner=self.owner, document=request.data)
        headers = {"Location": reverse("api-combatant-list", args=[row.key])}
        return Response(list_summary(row), status=status.HTTP_201_CREATED, headers=headers)


class CombatantListView(CombatantListAPIView):
    limit = EXPORTS

    @operation("battles_combatants_read", CombatantsFileSerializer, READ_ERRORS)
    def get(self, request: Request, key: str) -> Response:
        """A list of combatants as a file.

        The whole list, `muster-combatants/1`.
        """
        # One query.
        row = self.own(key)
        return Response(combatants_document(saved_combatants(row)), headers={"ETag": version_tag(row.version)})

    @operation(
        "battles_combatants_replace",
        CombatantListSerializer,
        {**_CHANGE_ERRORS, 412: CHANGED},
        body=CombatantsFileSerializer,
    )
    def put(self, request: Request, key: str) -> Response:
        """Change a list of combatants.

        The document replaces everything in the list, including its tallies. Its game cannot change. Send `If-Match` to
        refuse the request if the list has changed meanwhile.
        """
        self.own(key)
        saved = read_list(request.data)
        with transaction.atomic():
            check_version(request, combatant_list_locked(self.owner, key).version)
            row = combatant_list_replace(owner=self.owner, key=key, saved=saved)
        return Response(list_summary(row), headers={"ETag": version_tag(row.version)})

    @operation("battles_combatants_delete", None, READ_ERRORS, status=204)
    def delete(self, request: Request, key: str) -> Response:
        """Delete a list of combatants.

        Fights with its combatants do not change.
        """
        combatant_list_delete(owner=self.owner, key=key)
        return Response(status=status.HTTP_204_NO_CONTENT)


class RespiteView(CombatantListAPIView):
    @operation("battles_combatants_respite", CombatantListSerializer, _CHANGE_ERRORS, body=RespiteBody)
    def post(self, request: Request, key: str) -> Response:
        """Let a party rest.

        Resets a tally to 0 and adds what the rules give for it.
        """
        self.own(key)
        given = read_body(RespiteBody, request.data)
        row = party_respite(owner=self.owner, key=key, tally=given["tally"], gained=given["gained"])
        return Response(list_summary(row))


def list_summary(row: CombatantList) -> dict[str, Any]:
    """Return a list without its sheets."""
    counts = [tally.key for tally in declared_families()[row.family].tallies] if row.is_party else []
    return {
        "key": row.key,
        "family": row.family,
        "name": row.name,
        "party": row.is_party,
        "version": row.version,
        "size": sum(combatant["count"] for combatant in row.combatants),
        "tallies": {key: row.tallies.get(key, 0) for key in counts},
        "experience": {key: row.experience.get(key, 0) for key in counts},
        "changed_at": row.changed_at,
    }
