"""Setting up a battle's table step by step, as the pages do."""

from collections.abc import Callable, Mapping
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_serializer
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.views import once
from battles.api.base import PRINTS, RULES_ERRORS, WRITE_ERRORS, BattleAPIView, battle_operation, version_of
from battles.drawings import setup_pdf
from battles.selectors.battles import BattleView, side_names, table_of
from battles.selectors.folding import setup_of
from battles.services.setup_changes import EVERY_STEP, STEP_CHANGES, setup_change, table_remove
from common.api.bodies import Body, read_body, version_tag
from common.api.errors import Fault
from common.openapi import INVALID, Document
from common.web.files import pdf_response
from printing.battles.setup import SetupPage
from rules.p2v_combat.setup.changes import MAX_WORDS, SETUP_FIELDS, SetupField, SetupFieldKind, SetupFields
from rules.p2v_combat.setup.faults import TABLE_PLAN, table_warnings
from rules.p2v_combat.setup.plan import STEPS
from rules.p2v_combat.setup.steps import agreement_on, is_settled
from warbands.api.rosters import AnyFormat

_FIELDS: Mapping[SetupFieldKind, Callable[[SetupField], serializers.Field[Any, Any, Any, Any]]] = {
    "words": lambda field: serializers.CharField(
        max_length=MAX_WORDS, required=False, allow_blank=True, help_text=field.meaning
    ),
    "number": lambda field: serializers.IntegerField(
        min_value=0, max_value=field.most, required=False, help_text=field.meaning
    ),
    "switch": lambda field: serializers.BooleanField(required=False, help_text=field.meaning),
    "faces": lambda field: serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=100),
        max_length=20,
        required=False,
        help_text=field.meaning,
    ),
}


def step_changes() -> str:
    """Return the possible changes of each step, in words."""
    return "; ".join(f"{step}: {', '.join(f'`{name}`' for name in STEP_CHANGES[step])}" for step in STEPS)


@extend_schema_serializer(component_name="SetupChange")
class SetupChangeBody(Body):
    """A change of the table: the change to make, and the fields of its form on the page."""

    do = serializers.CharField(max_length=40, help_text="The change to make in this step.")

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {**super().get_fields(), **{field.name: _FIELDS[field.kind](field) for field in SETUP_FIELDS}}


class WholeSetupBody(Body):
    """A change of the whole table."""

    do = serializers.ChoiceField(
        ["all", "remove"],
        help_text="`all`: roll for and suggest everything that is not settled; `remove`: play without a plan.",
    )


class SetupStepSerializer(Document):
    """A step of the set-up."""

    key = serializers.ChoiceField(STEPS)
    is_settled = serializers.BooleanField()
    is_skipped = serializers.BooleanField()
    agreed = serializers.ListField(child=serializers.CharField(), help_text="The sides that have agreed to it.")


class BattleSetupSerializer(Document):
    """The table of a battle, as far as it is settled."""

    version = serializers.IntegerField(help_text="The battle's version; the ETag begins with it.")
    is_planned = serializers.BooleanField(
        help_text="True if Muster has stored a plan of the table. If false, this is a proposal."
    )
    may_change = serializers.BooleanField(help_text="Whether you may change it now.")
    table = serializers.DictField(help_text="The plan (docs/battles.md, “The table”).")
    steps = SetupStepSerializer(many=True)
    warnings = serializers.ListField(child=serializers.CharField())


def setup_view_document(view: BattleView) -> dict[str, Any]:
    """Return the table of a battle. Sealed choices are hashes. No query."""
    setup = setup_of(view.battle)
    plan = table_of(view.battle, setup)
    return {
        "version": view.battle.version,
        "is_planned": setup.table is not None,
        "may_change": view.may_set_up,
        "table": TABLE_PLAN.write(plan),
        "steps": [
            {
                "key": step,
                "is_settled": is_settled(plan, step),
                "is_skipped": agreement_on(plan, step).skipped,
                "agreed": list(agreement_on(plan, step).sides),
            }
            for step in STEPS
        ],
        "warnings": list(table_warnings(plan)),
    }


class SetupAPIView(BattleAPIView):
    def setup_answer(self, view: BattleView) -> Response:
        """Answer with the present table. No query."""
        headers = {"ETag": version_tag(view.battle.version, view.mark)}
        return Response(setup_view_document(view), headers=headers)


class BattleSetupView(SetupAPIView):
    @battle_operation("battles_setup", BattleSetupSerializer, RULES_ERRORS)
    def get(self, request: Request, key: str) -> Response:
        """The table of a battle.

        The plan as far as it is settled, and every step. Its ETag begins with the battle's version.
        """
        # Two queries.
        return self.setup_answer(self.seen(key, "table"))

    @battle_operation("battles_setup_whole", BattleSetupSerializer, WRITE_ERRORS, body=WholeSetupBody)
    @once
    def post(self, request: Request, key: str) -> Response:
        """Roll and suggest the whole table, or remove its plan.

        Settled steps stay as they are. Only the person who made the battle can remove the plan.
        """
        with self.unchanged(request, key, version_of, "table"):
            given = read_body(WholeSetupBody, request.data)
            if given["do"] == "remove":
                table_remove(visitor=self.visitor, key=key)
            else:
                setup_change(visitor=self.visitor, key=key, step="board", do="all", given=SetupFields({}))
        return self.setup_answer(self.seen(key, "table"))


class BattleSetupStepView(SetupAPIView):
    @extend_schema(
        description=(
            f"In every step: {', '.join(f'`{name}`' for name in EVERY_STEP)}. {step_changes()}. The fields "
            "are those of the form on the step's page."
        )
    )
    @battle_operation(
        "battles_setup_step",
        BattleSetupSerializer,
        WRITE_ERRORS,
        body=SetupChangeBody,
        parameters=[OpenApiParameter("step", str, OpenApiParameter.PATH, enum=list(STEPS))],
    )
    @once
    def post(self, request: Request, key: str, step: str) -> Response:
        """Do something in a step of the set-up."""
        known = next((name for name in STEPS if name == step), None)
        if known is None:
            raise Fault("step.unknown", "step", "There is no such step.", status.HTTP_404_NOT_FOUND)
        with self.unchanged(request, key, version_of, "table"):
            body = SetupChangeBody(data=request.data)
            body.is_valid(raise_exception=True)
            do = body.validated_data["do"]
            setup_change(visitor=self.visitor, key=key, step=known, do=do, given=SetupFields(body.validated_data))
        return self.setup_answer(self.seen(key, "table"))


class BattleSheetView(BattleAPIView):
    content_negotiation_class = AnyFormat
    limit = PRINTS

    @battle_operation(
        "battles_setup_sheet",
        OpenApiTypes.BINARY,
        {**RULES_ERRORS, 400: INVALID},
        status=(200, "application/pdf"),
        parameters=[
            OpenApiParameter("paper", str, enum=["a4", "letter"]),
            OpenApiParameter("low_ink", bool, description="Saves ink."),
        ],
    )
    def get(self, request: Request, key: str) -> Any:
        """Print the table of a battle.

        The set-up on one page, as a PDF.
        """
        # Two queries.
        given = read_body(SheetOptionsBody, request.query_params.dict())
        view = self.seen(key, "table")
        setup = setup_of(view.battle)
        page = SetupPage(view.battle.name, table_of(view.battle, setup), side_names(setup))
        return pdf_response(
            setup_pdf(page, letter=given["paper"] == "letter", low_ink=given["low_ink"]), "set-up", opens=False
        )


class SheetOptionsBody(Body):
    """The print options of a set-up."""

    paper = serializers.ChoiceField(["a4", "letter"], default="a4")
    low_ink = serializers.BooleanField(default=False)
