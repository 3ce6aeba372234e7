"""Battles: list, create, read, change settings, close and delete them."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpResponseBase
from django.urls import reverse
from django.utils.cache import get_conditional_response
from drf_spectacular.utils import OpenApiParameter, extend_schema_serializer
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.views import once
from battles.api.base import IMPORTS, READ_ERRORS, WRITE_ERRORS, BattleAPIView, battle_gone, battle_operation, head_of
from battles.api.shapes import BattleSerializer, BattleSummarySerializer, battle_summary_document, battle_view_document
from battles.forms import SideField, open_battle_side, scenario_named, scenario_plans, side_plan
from battles.models import Battle
from battles.models.battles import MAX_PLAYER, BattleDice
from battles.selectors.battles import BattleView, BattleVisitor, battle_mark, battle_watched, battles_of, view_of
from battles.selectors.folding import folded_fight
from battles.services.battles import SidePlan, battle_close, battle_delete, battle_edit, battle_import
from battles.services.opponents import BOARDS, battle_against
from battles.services.setup_changes import table_as_scenario
from common.api.bodies import Body, read_body, version_tag
from common.api.errors import Fault
from common.api.pages import CursorPages
from common.openapi import BODY_ERRORS, FULL, GONE, INVALID, PRIVATE_ERRORS, REFUSED, THROTTLED, Document, operation
from common.refusal import Refusal
from rules.combat.state import MIN_SIDES, SIDE_KEYS
from rules.errors import require
from rules.families.documents import FORMAT, MAX_ENTRIES
from rules.lengths import MAX_NAME
from rules.p2v_combat.sides import BattleRules


class NewBattleSideBody(Body):
    """A side of a new battle: one of your warbands, or a shared one by its link."""

    warband = serializers.CharField(max_length=60, required=False, help_text="The key of one of your warbands.")
    shared = serializers.CharField(
        max_length=300, required=False, help_text="The link of a shared warband, or its end."
    )
    name = serializers.CharField(
        max_length=MAX_NAME, required=False, allow_blank=True, help_text="The name of the battle."
    )
    played_by = serializers.CharField(
        max_length=MAX_PLAYER, required=False, help_text="The game's own player of the side; people if omitted."
    )


@extend_schema_serializer(component_name="NewBattle")
class NewBattleBody(Body):
    """A new battle: its sides, or the scenario of a campaign whose sides it has."""

    sides = serializers.ListField(
        child=NewBattleSideBody(), required=False, min_length=MIN_SIDES, max_length=len(SIDE_KEYS)
    )
    scenario = serializers.CharField(
        max_length=40,
        required=False,
        help_text="Instead of sides: the campaign's key, a colon, and the scenario's number.",
    )
    name = serializers.CharField(max_length=MAX_NAME, required=False, allow_blank=True)
    dice = serializers.ChoiceField(BattleDice.values, default=BattleDice.SERVER.value)
    first_player = serializers.ChoiceField(["left", "last"], default="left")
    round_limit = serializers.BooleanField(default=True)
    distances = serializers.ChoiceField(["squares", "inches"], default="squares")
    board = serializers.ChoiceField(
        BOARDS, required=False, help_text="All creatures stand on this board: a drawn one, or with terrain by dice."
    )


class BattleSettingsBody(Body):
    """The settings of a battle that can change at any time."""

    name = serializers.CharField(max_length=MAX_NAME, required=False)
    dice = serializers.ChoiceField(BattleDice.values, required=False)


class BattleFileSerializer(Document):
    """A battle as a file (`muster-battle/1`, docs/battles.md): its start and its log."""

    format = serializers.ChoiceField([FORMAT.tag])
    family = serializers.CharField(required=False, help_text="The rules of the battle; `p2v` if omitted.")
    setup = serializers.DictField(help_text="Sides, creatures with their cards, rules, and the plan of the table.")
    log = serializers.ListField(child=serializers.DictField(), max_length=MAX_ENTRIES)


def battle_of_body(visitor: BattleVisitor, given: Mapping[str, Any]) -> tuple[Battle, list[str]]:
    """Create the battle that a body describes; return it with the notes about it.

    Raises the API's fault if the battle cannot be created.
    """
    scenario, named = None, given.get("scenario", "")
    if named:
        scenario = scenario_named(visitor.owner, named)
        if scenario is None:
            message = "The scenario does not exist, or you do not take part in its campaign."
            raise Fault("scenario.gone", "scenario", message, status.HTTP_404_NOT_FOUND)
        plans = scenario_plans(scenario)
    else:
        plans = _chosen_plans(visitor, given.get("sides", ()))
    rules = BattleRules(given["first_player"], given["round_limit"], given["distances"])
    battle = battle_against(
        owner=visitor.owner,
        sides=plans,
        played_by={
            key: side["played_by"]
            for key, side in zip(SIDE_KEYS, given.get("sides", ()), strict=False)
            if side.get("played_by")
        },
        board="" if scenario else given.get("board", ""),
        name=given.get("name", ""),
        rules=rules,
        dice=given["dice"],
        scenario=scenario.row if scenario else None,
    )
    remarks = [f"{plan.name}: {reason}" for plan in plans for reason in plan.lineup.stay_home]
    if scenario is not None:
        try:
            table_as_scenario(visitor=visitor, key=battle.key, scenario=scenario)
        except Refusal as refused:
            remarks.append(f"The table is not set up as the scenario says: {refused.message}")
    return battle, remarks


def _chosen_plans(visitor: BattleVisitor, sides: list[Mapping[str, str]]) -> list[SidePlan]:
    if not sides:
        raise Fault("invalid", "sides", f"Choose at least {MIN_SIDES} sides, or a scenario.")
    plans = []
    for place, side in enumerate(sides):
        field = SideField(
            SIDE_KEYS[place], side.get("warband", ""), side.get("shared", "").strip(), side.get("name", "").strip()
        )
        opened = open_battle_side(visitor.owner, field)
        if isinstance(opened, str):
            raise Fault("warband.gone", f"sides.{place}", opened, status.HTTP_404_NOT_FOUND)
        plans.append(side_plan(field.key, field, opened))
    return plans


MAX_ROUND = 10_000
ROUND = OpenApiParameter(
    "round", int, description="A round of `rounds`: return the state at its end. If omitted, the current state."
)
_MAKE_ERRORS: dict[int, Any] = {**PRIVATE_ERRORS, **BODY_ERRORS, 404: GONE, 409: FULL, 422: REFUSED}


class BattlePages(CursorPages):
    """The newest battles first."""


def battle_tag(head: int, mark: str, asked: str = "") -> str:
    """Return the ``ETag`` of a battle for a visitor; ``mark`` changes with everything that they see."""
    return version_tag(head, mark, asked)


class BattleAnswerAPIView(BattleAPIView):
    def battle_answer(
        self, view: BattleView, asked: str = "", *, remarks: Sequence[str] = (), status_code: int = status.HTTP_200_OK
    ) -> Response:
        """Answer with a battle, as of the requested round or now. A battle that is already folded costs no query."""
        folded = folded_fight(view.battle)
        state = folded.state
        if asked:
            past = require(
                next(
                    (round_state.state for round_state in reversed(folded.rounds) if str(round_state.round) == asked),
                    None,
                ),
                Fault("round.unknown", "round", "This battle has no such round.", status.HTTP_404_NOT_FOUND),
            )
            state = past
        headers = {"ETag": battle_tag(view.battle.head, view.mark, asked)}
        if status_code == status.HTTP_201_CREATED:
            headers["Location"] = reverse("api-battle", args=[view.battle.key])
        return Response(battle_view_document(view, folded, state, remarks), status=status_code, headers=headers)

    def unchanged_since(
        self, request: Request, visitor: BattleVisitor, key: str, asked: str
    ) -> HttpResponseBase | None:
        """Return the 304 answer if nothing has changed, or None. One query; folds nothing."""
        if "If-None-Match" not in request.headers:
            return None
        view = require(battle_mark(visitor, key), battle_gone())
        return get_conditional_response(request._request, etag=battle_tag(view.battle.head, view.mark, asked))


class BattleListView(BattleAnswerAPIView):
    pagination_class = BattlePages

    @battle_operation(
        "battles_list",
        BattleSummarySerializer(many=True),
        {**PRIVATE_ERRORS, 400: INVALID},
        parameters=[OpenApiParameter("over", bool, description="List ended battles instead.")],
    )
    def get(self, request: Request) -> Response:
        """Your battles.

        Battles that you made or have a seat in, newest first.
        """
        # One query.
        over = request.query_params.get("over", "false")
        if over not in ("true", "false"):
            raise Fault("invalid", "over", "Expected true or false.")
        visitor, pages = self.visitor, BattlePages()
        listed = battles_of(visitor, over=over == "true").defer("setup", "seed")
        rows = pages.paginate_queryset(listed, request, self) or []
        return pages.get_paginated_response(
            [battle_summary_document(row, is_owner=row.is_of(visitor.owner)) for row in rows]
        )

    @operation("battles_create", BattleSerializer, _MAKE_ERRORS, body=NewBattleBody, status=201)
    @once
    def post(self, request: Request) -> Response:
        """Make a battle.

        Makes a battle of two to four warbands: your own by their keys, others by their shared links. Or makes the
        battle of a campaign's scenario in which you take part.
        """
        given = read_body(NewBattleBody, request.data)
        made, remarks = battle_of_body(self.visitor, given)
        return self.battle_answer(self.seen(made.key), remarks=remarks, status_code=status.HTTP_201_CREATED)


class BattleImportView(BattleAnswerAPIView):
    limit = IMPORTS

    @operation("battles_import", BattleSerializer, _MAKE_ERRORS, body=BattleFileSerializer, status=201)
    @once
    def post(self, request: Request) -> Response:
        """Import a battle.

        Stores a battle from a `muster-battle/1` document, such as one from another site; it continues where it stopped.
        A document with an empty log is a set-up; fights of other games than Path 2 Victory start from one. The document
        contains no sealed choices.
        """
        made = battle_import(owner=self.owner, document=request.data)
        return self.battle_answer(self.seen(made.key), status_code=status.HTTP_201_CREATED)


class BattleDetailView(BattleAnswerAPIView):
    @battle_operation("battles_read", BattleSerializer, {**READ_ERRORS, 400: INVALID}, parameters=[ROUND])
    def get(self, request: Request, key: str) -> HttpResponseBase:
        """One battle.

        The battle as you may see it. To poll, send its ETag as `If-None-Match`, as often as every other second: the
        answer is 304 until something changes.
        """
        # Two queries beside those of who asks; one where nothing has changed.
        asked = round_asked(request)
        return self.unchanged_since(request, self.visitor, key, asked) or self.battle_answer(self.seen(key), asked)

    @battle_operation("battles_settle", BattleSerializer, WRITE_ERRORS, body=BattleSettingsBody)
    def patch(self, request: Request, key: str) -> Response:
        """Rename a battle, or choose who rolls.

        Only the person who made the battle, or a player of all its sides.
        """
        with self.unchanged(request, key, head_of) as view:
            given = read_body(BattleSettingsBody, request.data)
            name, dice = given.get("name", view.battle.name), given.get("dice", view.battle.dice)
            battle_edit(visitor=self.visitor, key=key, name=name, dice=dice)
        return self.battle_answer(self.seen(key))

    @operation("battles_delete", None, WRITE_ERRORS, status=204)
    def delete(self, request: Request, key: str) -> Response:
        """Delete a battle.

        Permanent. Only the person who made it.
        """
        with self.unchanged(request, key, head_of):
            battle_delete(visitor=self.visitor, key=key)
        return Response(status=status.HTTP_204_NO_CONTENT)


class BattleCloseView(BattleAnswerAPIView):
    @battle_operation("battles_close", BattleSerializer, WRITE_ERRORS)
    def post(self, request: Request, key: str) -> Response:
        """Close a battle.

        Nobody can add to it afterward; its seed becomes public.
        """
        with self.unchanged(request, key, head_of):
            battle_close(visitor=self.visitor, key=key)
        return self.battle_answer(self.seen(key))


class WatchedBattleView(BattleAnswerAPIView):
    scope = ""
    permission_classes = ()

    @operation(
        "battles_watch",
        BattleSerializer,
        {400: INVALID, 401: PRIVATE_ERRORS[401], 404: GONE, 429: THROTTLED},
        parameters=[ROUND],
    )
    def get(self, request: Request, token: str) -> HttpResponseBase:
        """Watch a battle by its link.

        The battle as spectators see it; `token` is the end of their link. To read more of it, send the token as
        `Battle-Pass`, with or without an API token.
        """
        # Three queries, two where nothing has changed.
        asked = round_asked(request)
        battle = battle_watched(token) if "\0" not in token else None
        watcher = BattleVisitor(self.visitor.owner, (), (token,))
        if battle is None:
            raise battle_gone()
        view = require(view_of(watcher, battle), battle_gone())
        return self.unchanged_since(request, watcher, battle.key, asked) or self.battle_answer(view, asked)


def round_asked(request: Request) -> str:
    """Return the round in the address, "" for now; 400 if it is not a number."""
    asked: str = request.query_params.get("round", "")
    if asked and not (asked.isascii() and asked.isdecimal() and len(asked) <= len(str(MAX_ROUND))):
        raise Fault("invalid", "round", "Expected the number of a round.")
    return asked and str(int(asked))
