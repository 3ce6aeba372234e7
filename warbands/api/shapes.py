"""Warbands as programs read and write them: the values, and their description for the API's schema."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request

from common.api.bodies import Body
from common.openapi import Document
from common.web.address import absolute
from rules.building import Change, Draft
from rules.building.changes import FORMAT as CHANGE_FORMAT
from rules.documents.records import declared_parts
from rules.legality import Verdict, verdict_document
from rules.roster.model import FORMAT as ROSTER_FORMAT
from rules.roster.model import roster_document
from rules.tables.play_modes import ROSTER_KEYS
from warbands.api.documents import RosterSerializer, VerdictSerializer
from warbands.models import Warband
from warbands.selectors.warbands import ListedWarband, OpenWarband, UndoState


class _WarbandFields(Document):
    key = serializers.CharField(help_text="What its addresses call it.")
    version = serializers.IntegerField(help_text="Grows with every change, undo and redo; the ETag begins with it.")
    name = serializers.CharField(allow_blank=True)
    play_mode = serializers.ChoiceField(ROSTER_KEYS, allow_null=True)
    points_limit = serializers.IntegerField(allow_null=True)
    alignment = serializers.CharField(allow_null=True)
    tags = serializers.ListField(child=serializers.CharField())
    link = serializers.CharField(allow_null=True, help_text="The address under which everybody may read it, or null.")
    is_archived = serializers.BooleanField()
    has_career = serializers.BooleanField(help_text="Whether it ever joined a campaign.")
    locked_for = serializers.CharField(
        allow_blank=True, help_text="Why its members cannot be changed just now, or nothing."
    )
    made_at = serializers.DateTimeField()
    changed_at = serializers.DateTimeField()


@extend_schema_serializer(component_name="WarbandSummary")
class WarbandSummarySerializer(_WarbandFields):
    """A warband in a list. What cannot be read of it is null."""

    members = serializers.IntegerField(allow_null=True, help_text="How many members it has.")


class SecretSerializer(Document):
    """A choice that its player keeps secret until it is revealed."""

    member = serializers.CharField()
    positioning = serializers.CharField()
    text = serializers.CharField(allow_blank=True)
    revealed = serializers.BooleanField()


@extend_schema_serializer(component_name="Warband")
class WarbandSerializer(_WarbandFields):
    """A warband as it stands, for its player: secrets included."""

    roster = RosterSerializer()
    notes = serializers.CharField(allow_blank=True)
    member_notes = serializers.DictField(child=serializers.CharField(), help_text="By the ids of members.")
    secrets = SecretSerializer(many=True)
    verdict = VerdictSerializer(help_text="By its members as they are today.")
    undo = serializers.CharField(allow_blank=True, help_text="What undo would take back, or nothing.")
    redo = serializers.CharField(allow_blank=True, help_text="What redo would do again, or nothing.")
    done = serializers.CharField(allow_blank=True, help_text="What this request did, in words; or nothing.")


@extend_schema_serializer(component_name="Change")
class ChangeSerializer(serializers.Serializer[Any]):
    """A change of a warband (`muster-change/1`). Its other fields are the parts of its kind."""

    format = serializers.ChoiceField([CHANGE_FORMAT.tag])
    change = serializers.ChoiceField(sorted(Change.by_kind), help_text="The kind of change.")


def change_parts() -> str:
    """Return the kinds of changes with their parts, in words."""
    kinds = ((kind, ", ".join(declared_parts(change))) for kind, change in sorted(Change.by_kind.items()))
    return "; ".join(f"`{kind}` ({parts})" if parts else f"`{kind}`" for kind, parts in kinds)


class TagsSerializer(Body):
    """The tags of a warband."""

    tags = serializers.ListField(child=serializers.CharField(max_length=200), max_length=100)


class LinkSerializer(Document):
    """Where everybody may read a warband."""

    link = serializers.CharField(allow_null=True)


@extend_schema_serializer(component_name="TravellingRoster")
class TravellingRosterSerializer(RosterSerializer):
    """A roster with the cards of its homebrew, as an exported file has it."""

    format = serializers.ChoiceField([ROSTER_FORMAT.tag])


def link_address(request: Request, warband: Warband) -> str | None:
    """Return the whole address under which a warband is shared, None while it is not."""
    if not warband.share_token:
        return None
    return absolute(request._request, reverse("warbands:shared", args=[warband.share_token]))


def summary_document(request: Request, listed: ListedWarband) -> dict[str, Any]:
    """Return what a list tells of a warband."""
    roster = listed.draft.roster if listed.draft else None
    return {
        **_facts(request, listed.warband),
        "name": listed.name,
        "play_mode": roster and roster.play_mode,
        "points_limit": roster and roster.points_limit,
        "alignment": roster and roster.alignment,
        "tags": [tag.word for tag in listed.warband.tags.all()],
        "members": None if roster is None else len(roster.members),
    }


def warband_document(
    request: Request, opened: OpenWarband, tags: list[str], verdict: Verdict, undo_state: UndoState, done: str = ""
) -> dict[str, Any]:
    """Return a warband for its player."""
    draft = opened.draft
    roster = draft.roster
    return {
        **_facts(request, opened.warband),
        "name": roster.name,
        "play_mode": roster.play_mode,
        "points_limit": roster.points_limit,
        "alignment": roster.alignment,
        "tags": tags,
        "roster": roster_document(roster),
        "notes": draft.notes,
        "member_notes": dict(draft.member_notes),
        "secrets": secret_documents(draft),
        "verdict": verdict_document(verdict),
        "undo": undo_state.undo,
        "redo": undo_state.redo,
        "done": done,
    }


def secret_documents(draft: Draft) -> list[dict[str, Any]]:
    """Return the secrets of a draft as documents have them."""
    return [
        {"member": secret.member, "positioning": secret.positioning, "text": secret.text, "revealed": secret.revealed}
        for secret in draft.secrets
    ]


def _facts(request: Request, warband: Warband) -> dict[str, Any]:
    return {
        "key": warband.key,
        "version": warband.version,
        "link": link_address(request, warband),
        "is_archived": warband.archived_at is not None,
        "has_career": warband.has_career,
        "locked_for": warband.locked_for,
        "made_at": warband.made_at,
        "changed_at": warband.changed_at,
    }
