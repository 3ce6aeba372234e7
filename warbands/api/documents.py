"""Warbands, rosters, verdicts and crests in the API: their values, and their schema."""

from typing import Any, ClassVar

from django.urls import reverse
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request

from common.api.bodies import Body
from common.openapi import Document
from common.web.address import absolute
from compendium.api.serializers import CardSerializer, MembersField
from rules import alignment
from rules.building.changes import FORMAT as CHANGE_FORMAT
from rules.building.changes import Change
from rules.crests import DIVISIONS, Crest, crest_document
from rules.documents.records import declared_parts, record_fields, to_record
from rules.legality.verdict import CODES, Verdict, verdict_document
from rules.lengths import MAX_ROSTER_NAME
from rules.roster.model import (
    FORMAT,
    MAX_BOUGHT,
    MAX_CARDS,
    MAX_KEY,
    MAX_MEMBERS,
    MAX_NUMBER,
    MAX_REASON,
    HouseRules,
    Member,
    Override,
    Roster,
)
from rules.tables.play_modes import ROSTER_KEYS
from warbands.models import Warband
from warbands.selectors.warbands import ListedWarband, OpenWarband, UndoState


class CrestSerializer(Document):
    """The shield of a warband."""

    alignment = serializers.CharField(allow_blank=True, help_text="The code of its field (`LE`); empty for none.")
    division = serializers.ChoiceField(DIVISIONS)
    emblem = serializers.CharField(allow_blank=True, help_text="The name of its emblem; empty for none.")


_LINE = {"pattern": r"^[^\u0000-\u001f\u007f]*$"}


def line_field(longest: int, meaning: str = "", **kwargs: Any) -> serializers.CharField:
    """Return a single line of text."""
    return serializers.CharField(max_length=longest, help_text=meaning or None, **kwargs)


def keys(meaning: str, most: int) -> serializers.ListField:
    """Return an optional list of keys."""
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
    """An item's key, or the key with the item's choice."""


class RosterPartSerializer(Document):
    """The document of a rules dataclass; a field without an entry here follows the dataclass."""

    kind: ClassVar[type[Any]]

    def get_fields(self) -> dict[str, Any]:
        """Return the fields, those with an entry first."""
        fields = super().get_fields()
        declared = (member for member in record_fields(self.kind) if member.name not in fields)
        return fields | {member.name: MembersField(member.shape.schema, required=False) for member in declared}

    def to_representation(self, instance: object) -> dict[str, Any]:
        return to_record(instance)


class RosterMemberSerializer(RosterPartSerializer):
    """One creature of a warband and all its purchases."""

    kind = Member

    id = line_field(MAX_ROSTER_NAME, "If omitted, Muster assigns m1, m2 and so on.", required=False, allow_null=True)
    creature = line_field(MAX_KEY, "The creature's key.")
    name = line_field(MAX_ROSTER_NAME, "The member's own name.", required=False, allow_blank=True)
    upgrades = keys("Keys of upgrades of its card.", MAX_BOUGHT)
    items = serializers.ListField(child=ItemChoiceField(), max_length=MAX_BOUGHT, required=False)
    positioning = keys("Keys of positioning upgrades.", MAX_BOUGHT)
    hero_points = serializers.IntegerField(min_value=0, max_value=MAX_NUMBER, required=False)
    minion_of = line_field(
        MAX_ROSTER_NAME, "The id of the member whose card comes with this one.", required=False, allow_null=True
    )
    revision = serializers.IntegerField(
        min_value=0,
        max_value=MAX_NUMBER,
        required=False,
        allow_null=True,
        help_text="Pins its card to a revision. If the revision is unknown, Muster warns and uses the current one.",
    )


class HouseRulesSerializer(RosterPartSerializer):
    """What the players agreed on beyond the rulebook; null restricts nothing."""

    kind = HouseRules

    sources = serializers.ListField(
        child=line_field(MAX_KEY),
        required=False,
        allow_null=True,
        help_text="The only sources that creatures may come from.",
    )
    banned = serializers.ListField(
        child=line_field(MAX_KEY),
        required=False,
        allow_null=True,
        help_text="Keys of creatures that no warband may field.",
    )
    max_items_per_member = serializers.IntegerField(min_value=0, max_value=MAX_NUMBER, required=False, allow_null=True)


class OverrideSerializer(RosterPartSerializer):
    """A problem that the players agreed to allow."""

    kind = Override

    code = line_field(MAX_KEY, "The problem's code.")
    reason = line_field(MAX_REASON, required=False, allow_blank=True)
    member = line_field(
        MAX_ROSTER_NAME, "The member that has the problem; if omitted, any member.", required=False, allow_null=True
    )


class RosterSerializer(RosterPartSerializer):
    """A warband as its player wrote it (`muster-roster/1`); other fields are refused."""

    kind = Roster

    format = serializers.ChoiceField([FORMAT.tag])
    name = line_field(MAX_ROSTER_NAME, required=False, allow_blank=True)
    play_mode = serializers.ChoiceField(ROSTER_KEYS)
    points_limit = serializers.IntegerField(
        min_value=0,
        max_value=MAX_NUMBER,
        required=False,
        allow_null=True,
        help_text="If omitted: 200 in random_box, none in narrative. The other modes need one.",
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
        help_text="Homebrew included in the roster. It takes precedence over the compendium's cards.",
    )

    def to_representation(self, instance: object) -> dict[str, Any]:
        return {"format": FORMAT.tag, **super().to_representation(instance)}


class MemberPointsSerializer(Document):
    """The cost of one member."""

    id = serializers.CharField()
    index = serializers.IntegerField(help_text="Its place in the roster, from 0.")
    creature = serializers.CharField()
    points = serializers.IntegerField(help_text="The total.")
    base_points = serializers.IntegerField(help_text="The creature alone.")
    extras_points = serializers.IntegerField(help_text="Its purchases.")


class SubjectSerializer(Document):
    """The subject of a problem."""

    kind = serializers.ChoiceField(["roster", "member", "upgrade", "item"])
    index = serializers.IntegerField(required=False, help_text="The member's place, from 0.")
    id = serializers.CharField(required=False, help_text="The member's id.")
    key = serializers.CharField(required=False, help_text="The upgrade's or item's key.")


class ProblemSerializer(Document):
    """A rule that a warband breaks."""

    code = serializers.ChoiceField(CODES)
    message = serializers.CharField(help_text="The problem, with the number and the limit.")
    severity = serializers.ChoiceField(["error", "warning"])
    overridden = serializers.BooleanField(help_text="Whether the table has agreed to allow it.")
    subject = SubjectSerializer()
    params = serializers.DictField(help_text="The numbers and names of the message.")
    fix = serializers.CharField(help_text="The smallest change that fixes it.")


class VerdictSerializer(Document):
    """The answer to “is this warband legal?”, with its points and every problem."""

    legal = serializers.BooleanField(help_text="True unless it has a problem of severity error that is not overridden.")
    points = serializers.IntegerField()
    points_limit = serializers.IntegerField(allow_null=True)
    points_left = serializers.IntegerField(allow_null=True, help_text="Below 0 when the limit is passed.")
    members = MemberPointsSerializer(many=True)
    problems = ProblemSerializer(many=True, help_text="The problems of the roster first, then those of each member.")

    def to_representation(self, instance: Verdict) -> dict[str, Any]:
        return verdict_document(instance)


class _WarbandFields(Document):
    key = serializers.CharField(source="warband.key", help_text="Its key in addresses.")
    version = serializers.IntegerField(
        source="warband.version", help_text="Increases with every change, undo and redo; the ETag begins with it."
    )
    link = serializers.CharField(allow_null=True, help_text="The address where anyone can read it, or null.")
    is_archived = serializers.BooleanField()
    has_career = serializers.BooleanField(
        source="warband.has_career", help_text="Whether it has ever joined a campaign."
    )
    locked_for = serializers.CharField(
        source="warband.locked_for",
        allow_blank=True,
        help_text="Why its members cannot change now, or empty.",
    )
    made_at = serializers.DateTimeField(source="warband.made_at")
    changed_at = serializers.DateTimeField(source="warband.changed_at")
    name = serializers.CharField(source="draft.roster.name", allow_blank=True)
    play_mode = serializers.ChoiceField(ROSTER_KEYS, source="draft.roster.play_mode", allow_null=True)
    points_limit = serializers.IntegerField(source="draft.roster.points_limit", allow_null=True)
    alignment = serializers.CharField(source="draft.roster.alignment", allow_null=True)
    tags = serializers.ListField(child=serializers.CharField())


class WarbandSummarySerializer(_WarbandFields):
    """A warband in a list. A value is null if the warband cannot be read."""

    members = serializers.IntegerField(allow_null=True, help_text="How many members it has.")


class SecretSerializer(Document):
    """A choice that the player keeps secret until it is revealed."""

    member = serializers.CharField()
    positioning = serializers.CharField()
    text = serializers.CharField(allow_blank=True)
    revealed = serializers.BooleanField()


class WarbandSerializer(_WarbandFields):
    """A warband in its present state, for its player: secrets included."""

    roster = RosterSerializer(source="draft.roster")
    notes = serializers.CharField(source="draft.notes", allow_blank=True)
    member_notes = serializers.DictField(
        source="draft.member_notes", child=serializers.CharField(), help_text="By the ids of members."
    )
    secrets = SecretSerializer(source="draft.secrets", many=True)
    verdict = VerdictSerializer(help_text="Computed from today's cards of its members.")
    crest = CrestSerializer()
    undo = serializers.CharField(allow_blank=True, help_text="The step that undo would take back, or empty.")
    redo = serializers.CharField(allow_blank=True, help_text="The step that redo would repeat, or empty.")
    done = serializers.CharField(allow_blank=True, help_text="The change that this request made, in words; or empty.")


class ChangeSerializer(serializers.Serializer[Any]):
    """A change of a warband (`muster-change/1`). Its kind sets its other fields."""

    format = serializers.ChoiceField([CHANGE_FORMAT.tag])
    change = serializers.ChoiceField(sorted(Change.by_kind), help_text="The kind of change.")


def change_parts() -> str:
    """Return the kinds of changes and their parts, in words."""
    kinds = ((kind, ", ".join(declared_parts(change))) for kind, change in sorted(Change.by_kind.items()))
    return "; ".join(f"`{kind}` ({parts})" if parts else f"`{kind}`" for kind, parts in kinds)


class TagsSerializer(Body):
    """The tags of a warband."""

    tags = serializers.ListField(child=serializers.CharField(max_length=200), max_length=100)


class LinkSerializer(Document):
    """The link with which everyone can read a warband."""

    link = serializers.CharField(allow_null=True)


class TravellingRosterSerializer(RosterSerializer):
    """A roster with the cards of its homebrew, as in an exported file."""


def link_address(request: Request, warband: Warband) -> str | None:
    """Return the full address of a shared warband, or None."""
    if not warband.share_token:
        return None
    return absolute(request._request, reverse("warbands:shared", args=[warband.share_token]))


def summary_document(request: Request, listed: ListedWarband) -> dict[str, Any]:
    """Return the summary of a warband for a list."""
    return WarbandSummarySerializer().write(
        listed,
        link=link_address(request, listed.warband),
        is_archived=listed.warband.archived_at is not None,
        name=listed.name,
        tags=[tag.word for tag in listed.warband.tags.all()],
        members=len(listed.draft.roster.members) if listed.draft else None,
    )


def warband_document(
    request: Request,
    opened: OpenWarband,
    *,
    tags: list[str],
    verdict: Verdict,
    crest: Crest,
    undo_state: UndoState,
    done: str = "",
) -> dict[str, Any]:
    """Return a warband for its player."""
    return WarbandSerializer().write(
        opened,
        link=link_address(request, opened.warband),
        is_archived=opened.warband.archived_at is not None,
        tags=tags,
        verdict=verdict_document(verdict),
        crest=crest_document(crest),
        undo=undo_state.undo,
        redo=undo_state.redo,
        done=done,
    )
