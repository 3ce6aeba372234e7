"""The aftermath of a scenario in the API: its values, and their schema."""

from collections.abc import Iterable
from typing import Any

from rest_framework import serializers

from campaigns.api.scenario_shapes import MemberSpendingSerializer, member_id
from campaigns.api.shapes import sent_number
from campaigns.selectors.aftermath import SideAfter
from common.api.bodies import Body
from common.openapi import Document
from rules.campaigns.scenarios import ROLL_KINDS


class SheetChangeSerializer(Document):
    """A changed line of a member’s sheet; a dash for a missing value."""

    label = serializers.CharField()  # type: ignore[assignment] # the document says "label"
    before = serializers.CharField()
    after = serializers.CharField()


class RollOnFileSerializer(Document):
    """A roll of a member, and its result."""

    purpose = serializers.ChoiceField(ROLL_KINDS)
    number = serializers.IntegerField()
    faces = serializers.ListField(child=serializers.IntegerField())
    outcome = serializers.CharField()
    is_entered = serializers.BooleanField()
    is_undue = serializers.BooleanField(help_text="Whether a correction removed its reason, so that it does not count.")
    can_enter_again = serializers.BooleanField()


class RollWantedSerializer(Document):
    """A missing roll."""

    purpose = serializers.ChoiceField(ROLL_KINDS)
    label = serializers.CharField()  # type: ignore[assignment] # the document says "label"
    dice = serializers.IntegerField(help_text="How many d6.")


class FeatOptionSerializer(Document):
    """A feat to choose from."""

    feat = serializers.CharField()
    choice = serializers.CharField(allow_null=True)
    title = serializers.CharField()

    def to_representation(self, instance: tuple[str, str]) -> dict[str, Any]:
        """Return a feat that has the form of a form's choice."""
        value, title = instance
        feat, _, choice = value.partition(":")
        return {"feat": feat, "choice": choice or None, "title": title}


class FeatQuestionSerializer(Document):
    """The feat of an advance."""

    options = FeatOptionSerializer(many=True)
    chosen = serializers.CharField(source="title", allow_blank=True, help_text="Its title, or empty.")
    is_settled = serializers.BooleanField(help_text="Whether it is committed.")


class MemberAfterSerializer(Document):
    """A member, and its changes."""

    id = serializers.CharField()
    name = serializers.CharField()
    creature = serializers.CharField()
    is_eliminated = serializers.BooleanField()
    eliminated_by = serializers.CharField(allow_blank=True)
    rolls = RollOnFileSerializer(many=True)
    wanted = RollWantedSerializer(many=True)
    feat = FeatQuestionSerializer(allow_null=True)
    changes = SheetChangeSerializer(many=True)
    spending = MemberSpendingSerializer(allow_null=True)
    problems = serializers.ListField(child=serializers.CharField())


class SideAfterSerializer(Document):
    """A warband after a scenario."""

    warband = serializers.IntegerField(source="warband.number")
    name = serializers.CharField(source="warband")
    is_yours = serializers.BooleanField(source="is_own", help_text="Whether you may write for it now.")
    points = serializers.IntegerField()
    points_after = serializers.IntegerField()
    victory_points = serializers.IntegerField()
    result = serializers.CharField(allow_null=True)
    members = MemberAfterSerializer(many=True)
    home = MemberAfterSerializer(many=True, help_text="Members who stayed home but changed.")


class ScenarioAftermathSerializer(Document):
    """The effect of a scenario on each warband: a preview before the commit, the result after it."""

    sides = SideAfterSerializer(many=True)
    wanted = serializers.IntegerField(help_text="How many rolls are missing.")
    open_feats = serializers.IntegerField()
    version = serializers.IntegerField(help_text="The ETag of the scenario.")


class LimitedUseSerializer(Document):
    """A limited use that does not return in the next scenario."""

    key = serializers.CharField()
    use = serializers.CharField()
    name = serializers.CharField()
    most = serializers.IntegerField()
    times = serializers.IntegerField(help_text="How often it was spent.")


class CarriedItemSerializer(Document):
    """An item that a member carries, and its fate."""

    item = serializers.CharField(source="item.item")
    choice = serializers.CharField(source="item.choice", allow_null=True)
    name = serializers.CharField()
    is_consumable = serializers.BooleanField()
    is_spent = serializers.BooleanField()
    is_lost = serializers.BooleanField()


class SpendingChoicesSerializer(Document):
    """What a member may have spent in a scenario."""

    uses = LimitedUseSerializer(many=True)
    carried = CarriedItemSerializer(many=True)
    hero_points = serializers.IntegerField(help_text="The maximum.")
    spending = MemberSpendingSerializer(source="record", help_text="The recorded spending.")


class SpendingBody(Body):
    """What a member spent; replaces the record."""

    warband = sent_number()
    member = member_id()
    spending = MemberSpendingSerializer()


def aftermath_document(sides: Iterable[SideAfter], version: int) -> dict[str, Any]:
    """Return the aftermath of a scenario."""
    sides = list(sides)
    return {
        "sides": SideAfterSerializer(sides, many=True).data,
        "wanted": sum(side.wanted for side in sides),
        "open_feats": sum(side.open_feats for side in sides),
        "version": version,
    }
