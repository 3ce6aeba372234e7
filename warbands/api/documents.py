"""Roster and verdict for the API's schema; ``rules.roster`` and ``rules.legality`` are what reads and writes them."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field, extend_schema_serializer
from rest_framework import serializers

from common.openapi import Document
from compendium.api.serializers import CardSerializer
from rules import alignment
from rules.legality import CODES
from rules.lengths import MAX_ROSTER_NAME
from rules.roster.model import FORMAT, MAX_BOUGHT, MAX_CARDS, MAX_KEY, MAX_MEMBERS, MAX_NUMBER, MAX_REASON
from rules.tables.play_modes import ROSTER_KEYS

_LINE = {"pattern": r"^[^\u0000-\u001f\u007f]*$"}


def line_field(longest: int, meaning: str = "", **kwargs: Any) -> serializers.CharField:
    """Return a single line of text."""
    return serializers.CharField(max_length=longest, help_text=meaning or None, **kwargs)


def keys(meaning: str, most: int) -> serializers.ListField:
    """Return a list of keys, which may be missing."""
    return serializers.ListField(
        child=serializers.CharField(max_length=MAX_KEY), max_length=most, required=False, help_text=meaning
    )


@extend_schema_field(
    {
        "oneOf": [
            {"type": "string", "minLength": 1, "maxLength": MAX_KEY, **_LINE},
            {
                "type": "object",
                "properties": {
                    "item": {"type": "string", "minLength": 1, "maxLength": MAX_KEY, **_LINE},
                    "choice": {"type": ["string", "null"], "maxLength": MAX_KEY, **_LINE},
                },
                "required": ["item"],
                "additionalProperties": False,
            },
        ]
    }
)
class ItemChoiceField(serializers.Field[Any, Any, Any, Any]):
    """An item's key, or the key with the choice that the item asks for."""


class RosterMemberSerializer(Document):
    """One creature of a warband and everything bought for it."""

    id = line_field(MAX_ROSTER_NAME, "Assigned where it is missing: m1, m2 and so on.", required=False, allow_null=True)
    creature = line_field(MAX_KEY, "The creature's key.")
    name = line_field(MAX_ROSTER_NAME, "The member's own name.", required=False, allow_blank=True)
    upgrades = keys("Keys of upgrades of its card.", MAX_BOUGHT)
    items = serializers.ListField(child=ItemChoiceField(), max_length=MAX_BOUGHT, required=False)
    positioning = keys("Keys of positioning upgrades.", MAX_BOUGHT)
    hero_points = serializers.IntegerField(min_value=0, max_value=MAX_NUMBER, required=False)
    minion_of = line_field(
        MAX_ROSTER_NAME, "The id of the member whose card starts with this one.", required=False, allow_null=True
    )
    revision = serializers.IntegerField(
        min_value=0,
        max_value=MAX_NUMBER,
        required=False,
        allow_null=True,
        help_text="Pins its card to a revision; an unknown one gets a warning, and the current one is used.",
    )


class HouseRulesSerializer(Document):
    """What the players agreed on beyond the rulebook; null restricts nothing."""

    sources = serializers.ListField(
        child=line_field(MAX_KEY),
        required=False,
        allow_null=True,
        help_text="The only sources that creatures may have.",
    )
    banned = serializers.ListField(
        child=line_field(MAX_KEY),
        required=False,
        allow_null=True,
        help_text="Keys of creatures that no warband may take.",
    )
    max_items_per_member = serializers.IntegerField(min_value=0, max_value=MAX_NUMBER, required=False, allow_null=True)


class OverrideSerializer(Document):
    """A problem that the table agreed to live with."""

    code = line_field(MAX_KEY, "The problem's code.")
    reason = line_field(MAX_REASON, required=False, allow_blank=True)
    member = line_field(
        MAX_ROSTER_NAME, "The member that has the problem; missing: any member.", required=False, allow_null=True
    )


@extend_schema_serializer(component_name="Roster")
class RosterSerializer(Document):
    """A warband as its player wrote it down (`muster-roster/1`); a field that is not named here is refused."""

    format = serializers.ChoiceField([FORMAT.tag])
    name = line_field(MAX_ROSTER_NAME, required=False, allow_blank=True)
    play_mode = serializers.ChoiceField(ROSTER_KEYS)
    points_limit = serializers.IntegerField(
        min_value=0,
        max_value=MAX_NUMBER,
        required=False,
        allow_null=True,
        help_text="Missing: 200 in random_box, none in narrative; the other modes need one.",
    )
    alignment = serializers.ChoiceField(alignment.ALIGNMENT_CODES, required=False, allow_null=True)
    members = serializers.ListField(child=RosterMemberSerializer(), max_length=MAX_MEMBERS)
    collection = serializers.DictField(
        child=serializers.IntegerField(min_value=0, max_value=MAX_NUMBER),
        required=False,
        allow_null=True,
        help_text="How many miniatures of each creature the player owns, by the creature's key.",
    )
    house_rules = HouseRulesSerializer(required=False, allow_null=True)
    overrides = serializers.ListField(child=OverrideSerializer(), required=False)
    cards = serializers.ListField(
        child=CardSerializer(),
        max_length=MAX_CARDS,
        required=False,
        help_text="Homebrew that travels with the roster; it takes precedence over the compendium's cards.",
    )


class MemberPointsSerializer(Document):
    """What one member costs."""

    id = serializers.CharField()
    index = serializers.IntegerField(help_text="Its place in the roster, from 0.")
    creature = serializers.CharField()
    points = serializers.IntegerField(help_text="The total.")
    base_points = serializers.IntegerField(help_text="The creature alone.")
    extras_points = serializers.IntegerField(help_text="What was bought for it.")


class SubjectSerializer(Document):
    """What a problem is about."""

    kind = serializers.ChoiceField(["roster", "member", "upgrade", "item"])
    index = serializers.IntegerField(required=False, help_text="The member's place, from 0.")
    id = serializers.CharField(required=False, help_text="The member's id.")
    key = serializers.CharField(required=False, help_text="The upgrade's or item's key.")


class ProblemSerializer(Document):
    """One thing that the rules hold against a warband."""

    code = serializers.ChoiceField(CODES)
    message = serializers.CharField(help_text="What is wrong, with the number and the limit.")
    severity = serializers.ChoiceField(["error", "warning"])
    overridden = serializers.BooleanField(help_text="Whether the table agreed to allow it.")
    subject = SubjectSerializer()
    params = serializers.DictField(help_text="The numbers and names of the message.")
    fix = serializers.CharField(help_text="The smallest change that fixes it.")


@extend_schema_serializer(component_name="Verdict")
class VerdictSerializer(Document):
    """The answer to “is this warband legal?”, with its points and every problem."""

    legal = serializers.BooleanField(help_text="True unless it has a problem of severity error that is not overridden.")
    points = serializers.IntegerField()
    points_limit = serializers.IntegerField(allow_null=True)
    points_left = serializers.IntegerField(allow_null=True, help_text="Below 0 when the limit is passed.")
    members = MemberPointsSerializer(many=True)
    problems = ProblemSerializer(many=True, help_text="The roster's own first, then each member's.")
