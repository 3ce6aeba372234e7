"""What programs send to make an adventure: one that comes with Muster, a template, or a document of their own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers, status

from accounts.models import Owner
from adventures.models.adventures import MAX_KEY
from adventures.selectors.sources import KEPT, READY, adventure_of_source
from common.api.bodies import Body
from common.api.faults import Fault
from common.openapi import Document
from compendium.api.documents import read_document
from rules.adventures.adventure import Adventure
from rules.adventures.documents import FORMAT, MAX_ENTRIES, adventure_from_document
from rules.adventures.scales import SCALES

MAX_SOURCE = 80
MOST_SCENARIOS = 10**6


class CampaignPlaceBody(Body):
    """Where in a campaign an adventure stands."""

    campaign = serializers.CharField(max_length=16, help_text="The key of a campaign that you organize.")
    follows = serializers.IntegerField(
        min_value=0,
        max_value=MOST_SCENARIOS,
        required=False,
        help_text="The played number of the scenario after which it stands; else the last one.",
    )


@extend_schema_serializer(
    component_name="NewAdventure",
)
class NewAdventureBody(CampaignPlaceBody):
    """A new adventure: exactly one of `ready`, `template` and `document` says what it is made of."""

    ready = serializers.CharField(max_length=MAX_SOURCE, required=False, help_text="One of `adventures/kinds/`.")
    template = serializers.CharField(max_length=MAX_KEY, required=False, help_text="The key of a template of yours.")
    document = serializers.DictField(required=False, help_text="A document `muster-adventure/1` without a log.")
    scale = serializers.ChoiceField(SCALES, required=False, help_text="Else that of what it is made of.")
    campaign = serializers.CharField(
        max_length=16, required=False, help_text="The key of a campaign that you organize; else it is yours alone."
    )


@extend_schema_serializer(component_name="AdventureFile")
class AdventureFileSerializer(Document):
    """An adventure as a file (`muster-adventure/1`, docs/adventures.md): how it begins, and its log."""

    format = serializers.ChoiceField([FORMAT.tag])
    kind = serializers.CharField(help_text="One of `adventures/kinds/`.")
    name = serializers.CharField()
    facts = serializers.DictField(help_text="What the kind is made of, by its schema.")
    key = serializers.CharField(required=False, help_text="Its word in the places of dice.")
    about = serializers.CharField(required=False, allow_blank=True)
    notes = serializers.CharField(required=False, allow_blank=True, help_text="For the organizer alone.")
    scale = serializers.ChoiceField(SCALES, required=False)
    level = serializers.IntegerField(required=False, allow_null=True)
    rounds = serializers.IntegerField(required=False, allow_null=True)
    round_length = serializers.CharField(required=False, allow_blank=True)
    participants = serializers.ListField(child=serializers.DictField(), required=False)
    seeds = serializers.ListField(child=serializers.DictField(), required=False)
    log = serializers.ListField(child=serializers.DictField(), required=False, max_length=MAX_ENTRIES)


@extend_schema_serializer(
    component_name="AdventureBeginning",
)
class AdventureBeginningSerializer(AdventureFileSerializer):
    """How an adventure begins: a file without a log."""

    seeds = None  # type: ignore[assignment] # a field of the file that this has not
    log = None  # type: ignore[assignment] # as above


def adventure_of_body(owner: Owner, given: Mapping[str, Any]) -> Adventure:
    """Return the adventure that a body describes; raise what the API answers where there is none."""
    named = [name for name in ("ready", "template", "document") if name in given]
    if len(named) != 1:
        raise Fault("invalid", "", "Send exactly one of ready, template and document.")
    if "document" in given:
        found: Adventure | None = beginning_of_document(given["document"], "document")
    else:
        what = READY if "ready" in given else KEPT
        found = adventure_of_source(owner, f"{what}:{given[named[0]]}")
    if found is None:
        message = "There is no such adventure to make one of."
        raise Fault("adventure.unknown", named[0], message, status.HTTP_404_NOT_FOUND)
    return replace(found, scale=given["scale"]) if "scale" in given else found


def beginning_of_document(document: Any, path: str = "") -> Adventure:
    """Return the adventure of a document without a log; raise what the API answers for any other."""
    read = read_document(adventure_from_document, document)
    if read.entries or read.seeds:
        message = "What an adventure begins with has no log. Send one that has begun to adventures/import/."
        raise Fault("document.unknown_field", f"{path}.log" if path else "log", message)
    return read.adventure
