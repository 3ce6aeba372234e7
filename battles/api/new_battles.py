"""What programs send to make a battle and to settle its name and dice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers, status

from battles.forms.sides import SideField, open_battle_side, scenario_named, scenario_plans, side_plan
from battles.models import Battle
from battles.models.battles import BattleDice
from battles.selectors.battles import BattleVisitor
from battles.services.battles import SidePlan, battle_create
from battles.services.scenario_tables import table_as_scenario
from common.api.bodies import Body
from common.api.errors import Fault
from common.openapi import Document
from common.refusal import Refusal
from rules.combat.setup import MIN_SIDES, SIDE_KEYS
from rules.families.documents import FORMAT, MAX_ENTRIES
from rules.lengths import MAX_NAME
from rules.p2v_combat.sides import BattleRules


class NewBattleSideBody(Body):
    """A side of a new battle: one of your warbands, or a shared one by its link."""

    warband = serializers.CharField(max_length=60, required=False, help_text="The key of a warband of yours.")
    shared = serializers.CharField(max_length=300, required=False, help_text="The link of a shared one, or its end.")
    name = serializers.CharField(max_length=MAX_NAME, required=False, allow_blank=True, help_text="What it is called.")


@extend_schema_serializer(component_name="NewBattle")
class NewBattleBody(Body):
    """A new battle: its sides, or the scenario of a campaign whose sides it has."""

    sides = serializers.ListField(
        child=NewBattleSideBody(), required=False, min_length=MIN_SIDES, max_length=len(SIDE_KEYS)
    )
    scenario = serializers.CharField(
        max_length=40, required=False, help_text="Instead of sides: the campaign's key, a colon, and the number."
    )
    name = serializers.CharField(max_length=MAX_NAME, required=False, allow_blank=True)
    dice = serializers.ChoiceField(BattleDice.values, default=BattleDice.SERVER.value)
    first_player = serializers.ChoiceField(["left", "last"], default="left")
    round_limit = serializers.BooleanField(default=True)
    distances = serializers.ChoiceField(["squares", "inches"], default="squares")


class BattleSettingsBody(Body):
    """What may be settled of a battle at any time."""

    name = serializers.CharField(max_length=MAX_NAME, required=False)
    dice = serializers.ChoiceField(BattleDice.values, required=False)


@extend_schema_serializer(component_name="BattleFile")
class BattleFileSerializer(Document):
    """A battle as a file (`muster-battle/1`, docs/battles.md): what it begins with, and its log."""

    format = serializers.ChoiceField([FORMAT.tag])
    family = serializers.CharField(required=False, help_text="The rules that it is fought by; missing: `p2v`.")
    setup = serializers.DictField(help_text="Sides, creatures with their cards, rules, and the plan of the table.")
    log = serializers.ListField(child=serializers.DictField(), max_length=MAX_ENTRIES)


def battle_of_body(visitor: BattleVisitor, given: Mapping[str, Any]) -> tuple[Battle, list[str]]:
    """Make the battle that a body describes, and return it with what there is to tell about it.

    Raises what the API answers where it cannot be made.
    """
    scenario, named = None, given.get("scenario", "")
    if named:
        scenario = scenario_named(visitor.owner, named)
        if scenario is None:
            message = "There is no such scenario, or you do not take part in its campaign."
            raise Fault("scenario.gone", "scenario", message, status.HTTP_404_NOT_FOUND)
        plans = scenario_plans(scenario)
    else:
        plans = _chosen_plans(visitor, given.get("sides", ()))
    rules = BattleRules(given["first_player"], given["round_limit"], given["distances"])
    battle = battle_create(
        owner=visitor.owner,
        sides=plans,
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
