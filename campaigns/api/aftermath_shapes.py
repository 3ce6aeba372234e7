"""The aftermath of a scenario as programs read it: the values, and their description for the API's schema."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from campaigns.api.scenario_bodies import member_id, warband_number
from campaigns.api.scenario_shapes import SpendingSerializer
from campaigns.selectors.members_after import FeatQuestion, MemberAfter, SideAfter
from campaigns.selectors.spending import MemberSpending
from common.api.bodies import Body
from common.openapi import Document
from rules.campaigns.scenarios import ROLL_KINDS, SPENDING
from rules.careers.differences import SheetChange


@extend_schema_serializer(component_name="SheetChange")
class SheetChangeSerializer(Document):
    """A line of a member’s sheet that differs; a dash where there was or is nothing."""

    label = serializers.CharField()  # type: ignore[assignment] # the document says "label"
    before = serializers.CharField()
    after = serializers.CharField()


class RollOnFileSerializer(Document):
    """A roll of a member, and what it gave."""

    purpose = serializers.ChoiceField(ROLL_KINDS)
    number = serializers.IntegerField()
    faces = serializers.ListField(child=serializers.IntegerField())
    outcome = serializers.CharField()
    is_entered = serializers.BooleanField()
    is_undue = serializers.BooleanField(help_text="Whether what asked for it was corrected, so that it does not count.")
    can_enter_again = serializers.BooleanField()


class RollWantedSerializer(Document):
    """A roll that is missing."""

    purpose = serializers.ChoiceField(ROLL_KINDS)
    label = serializers.CharField()  # type: ignore[assignment] # the document says "label"
    dice = serializers.IntegerField(help_text="How many d6.")


@extend_schema_serializer(component_name="FeatOption")
class FeatOptionSerializer(Document):
    """A feat that can be chosen."""

    feat = serializers.CharField()
    choice = serializers.CharField(allow_null=True)
    title = serializers.CharField()


class FeatQuestionSerializer(Document):
    """The feat that an advance gives."""

    options = FeatOptionSerializer(many=True)
    chosen = serializers.CharField(allow_blank=True, help_text="Its title, or nothing.")
    is_settled = serializers.BooleanField(help_text="Whether it is committed.")


class MemberAfterSerializer(Document):
    """A member, and what becomes of it."""

    id = serializers.CharField()
    name = serializers.CharField()
    creature = serializers.CharField()
    is_eliminated = serializers.BooleanField()
    eliminated_by = serializers.CharField(allow_blank=True)
    rolls = RollOnFileSerializer(many=True)
    wanted = RollWantedSerializer(many=True)
    feat = FeatQuestionSerializer(allow_null=True)
    changes = SheetChangeSerializer(many=True)
    spending = SpendingSerializer(allow_null=True)
    problems = serializers.ListField(child=serializers.CharField())


class SideAfterSerializer(Document):
    """A warband after a scenario."""

    warband = serializers.IntegerField()
    name = serializers.CharField()
    is_yours = serializers.BooleanField(help_text="Whether you may write for it now.")
    points = serializers.IntegerField()
    points_after = serializers.IntegerField()
    victory_points = serializers.IntegerField()
    result = serializers.CharField(allow_null=True)
    members = MemberAfterSerializer(many=True)
    home = MemberAfterSerializer(many=True, help_text="Those who stayed home and are changed by it.")


@extend_schema_serializer(component_name="ScenarioAftermath")
class AftermathSerializer(Document):
    """What a scenario does to each warband: the preview before the commit, and what was done after it."""

    sides = SideAfterSerializer(many=True)
    wanted = serializers.IntegerField(help_text="How many rolls are missing.")
    open_feats = serializers.IntegerField()
    version = serializers.IntegerField(help_text="That of the scenario.")


class LimitedUseSerializer(Document):
    """A use that does not come back with the next scenario."""

    key = serializers.CharField()
    use = serializers.CharField()
    name = serializers.CharField()
    most = serializers.IntegerField()
    times = serializers.IntegerField(help_text="How often it was spent.")


class CarriedItemSerializer(Document):
    """An item that a member carries, and what became of it."""

    item = serializers.CharField()
    choice = serializers.CharField(allow_null=True)
    name = serializers.CharField()
    is_consumable = serializers.BooleanField()
    is_spent = serializers.BooleanField()
    is_lost = serializers.BooleanField()


@extend_schema_serializer(component_name="SpendingChoices")
class SpendingChoicesSerializer(Document):
    """What a member can have spent in a scenario."""

    uses = LimitedUseSerializer(many=True)
    carried = CarriedItemSerializer(many=True)
    hero_points = serializers.IntegerField(help_text="The most.")
    spending = SpendingSerializer(help_text="What is on record.")


class SpendingBody(Body):
    """What a member spent, in place of what was on record."""

    warband = warband_number()
    member = member_id()
    spending = SpendingSerializer()

    def to_internal_value(self, data: Any) -> Any:
        """Return warband and member; the rest is read by the rules."""
        if isinstance(data, dict):
            data = {name: value for name, value in data.items() if name != "spending"} | {"spending": {}}
        return super().to_internal_value(data)


def aftermath_document(sides: Iterable[SideAfter], version: int) -> dict[str, Any]:
    """Return the aftermath of a scenario."""
    sides = list(sides)
    return {
        "sides": [_side(side) for side in sides],
        "wanted": sum(side.wanted for side in sides),
        "open_feats": sum(side.open_feats for side in sides),
        "version": version,
    }


def spending_document(found: MemberSpending) -> dict[str, Any]:
    """Return what a member can have spent."""
    return {
        "uses": [
            {"key": one.key, "use": one.use, "name": one.name, "most": one.most, "times": one.times}
            for one in found.uses
        ],
        "carried": [
            {
                "item": one.item.item,
                "choice": one.item.choice,
                "name": one.name,
                "is_consumable": one.is_consumable,
                "is_spent": one.is_spent,
                "is_lost": one.is_lost,
            }
            for one in found.carried
        ],
        "hero_points": found.hero_points,
        "spending": SPENDING.write(found.record),
    }


def change_lines(changes: Iterable[SheetChange]) -> list[dict[str, str]]:
    """Return lines of a sheet that differ."""
    return [{"label": one.label, "before": one.before, "after": one.after} for one in changes]


def feat_options_document(options: Iterable[tuple[str, str]]) -> list[dict[str, Any]]:
    """Return feats to choose from, given as forms have them."""
    found = []
    for value, title in options:
        feat, _, choice = value.partition(":")
        found.append({"feat": feat, "choice": choice or None, "title": title})
    return found


def _side(side: SideAfter) -> dict[str, Any]:
    return {
        "warband": side.warband.number,
        "name": str(side.warband),
        "is_yours": side.is_own,
        "points": side.points,
        "points_after": side.points_after,
        "victory_points": side.victory_points,
        "result": side.result,
        "members": [_member(member) for member in side.members],
        "home": [_member(member) for member in side.home],
    }


def _member(member: MemberAfter) -> dict[str, Any]:
    return {
        "id": member.id,
        "name": member.name,
        "creature": member.creature,
        "is_eliminated": member.is_eliminated,
        "eliminated_by": member.eliminated_by,
        "rolls": [
            {
                "purpose": one.purpose,
                "number": one.number,
                "faces": list(one.faces),
                "outcome": one.outcome,
                "is_entered": one.is_entered,
                "is_undue": one.is_undue,
                "can_enter_again": one.can_enter_again,
            }
            for one in member.rolls
        ],
        "wanted": [{"purpose": one.purpose, "label": one.label, "dice": one.dice} for one in member.wanted],
        "feat": _feat(member.feat),
        "changes": change_lines(member.changes),
        "spending": SPENDING.write(member.spending),
        "problems": list(member.problems),
    }


def _feat(question: FeatQuestion | None) -> dict[str, Any] | None:
    if question is None:
        return None
    return {
        "options": feat_options_document(question.options),
        "chosen": question.title,
        "is_settled": question.is_settled,
    }
