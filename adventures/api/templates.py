"""The request for a new adventure, and templates, which can be shared by a link and copied."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.urls import reverse
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.views import once
from accounts.models import Owner
from adventures.api.base import EXPORTS, MAKE_ERRORS, READ_ERRORS, WRITE_ERRORS, AdventureAPIView
from adventures.models import AdventureTemplate
from adventures.models.adventures import MAX_KEY
from adventures.selectors.folding import adventure_of_setup
from adventures.selectors.sources import KEPT, READY, adventure_of_source, template_shared, templates_of
from adventures.services.adventures import TEMPLATE_GONE, template_delete, template_save, template_share, template_take
from common.api.bodies import Body
from common.api.errors import Fault
from common.api.pages import CursorPages
from common.openapi import GONE, INVALID, PRIVATE_ERRORS, THROTTLED, Document, LinkField, operation, unversioned
from common.typed import typed_text
from compendium.api.serializers import read_document
from rules.adventures.documents import FORMAT, MAX_ENTRIES, adventure_from_document
from rules.adventures.fields import SCALES
from rules.adventures.state import Adventure

MAX_SOURCE = 80
MOST_SCENARIOS = 10**6


class CampaignPlaceBody(Body):
    """An adventure's place in a campaign."""

    campaign = serializers.CharField(max_length=16, help_text="The key of a campaign that you organize.")
    follows = serializers.IntegerField(
        min_value=0,
        max_value=MOST_SCENARIOS,
        required=False,
        help_text="The played number of the scenario before it; by default the last one.",
    )


class NewAdventureBody(CampaignPlaceBody):
    """A new adventure: exactly one of `ready`, `template` and `document` is its source."""

    ready = serializers.CharField(max_length=MAX_SOURCE, required=False, help_text="One of `adventures/kinds/`.")
    template = serializers.CharField(max_length=MAX_KEY, required=False, help_text="The key of a template of yours.")
    document = serializers.DictField(required=False, help_text="A document `muster-adventure/1` without a log.")
    scale = serializers.ChoiceField(SCALES, required=False, help_text="By default the name of its source.")
    campaign = serializers.CharField(
        max_length=16,
        required=False,
        help_text="The key of a campaign that you organize; without it, the adventure is yours alone.",
    )


class AdventureFileSerializer(Document):
    """An adventure as a file (`muster-adventure/1`, docs/adventures.md): its start and its log."""

    format = serializers.ChoiceField([FORMAT.tag])
    kind = serializers.CharField(help_text="One of `adventures/kinds/`.")
    name = serializers.CharField()
    facts = serializers.DictField(help_text="The facts of the kind, by its schema.")
    key = serializers.CharField(required=False, help_text="The participant's key for dice.")
    about = serializers.CharField(required=False, allow_blank=True)
    notes = serializers.CharField(required=False, allow_blank=True, help_text="Only for the organizer.")
    scale = serializers.ChoiceField(SCALES, required=False)
    level = serializers.IntegerField(required=False, allow_null=True)
    rounds = serializers.IntegerField(required=False, allow_null=True)
    round_length = serializers.CharField(required=False, allow_blank=True)
    participants = serializers.ListField(child=serializers.DictField(), required=False)
    seeds = serializers.ListField(child=serializers.DictField(), required=False)
    log = serializers.ListField(child=serializers.DictField(), required=False, max_length=MAX_ENTRIES)


class AdventureBeginningSerializer(AdventureFileSerializer):
    """The start of an adventure: a file without a log."""

    seeds = None  # type: ignore[assignment] # a field of the file that this has not
    log = None  # type: ignore[assignment] # as above


def adventure_of_body(owner: Owner, given: Mapping[str, Any]) -> Adventure:
    """Return the adventure that a body describes; raise the API's fault if there is none."""
    named = [name for name in ("ready", "template", "document") if name in given]
    if len(named) != 1:
        raise Fault("invalid", "", "Send exactly one of ready, template and document.")
    if "document" in given:
        adventure: Adventure | None = beginning_of_document(given["document"], "document")
    else:
        what = READY if "ready" in given else KEPT
        adventure = adventure_of_source(owner, f"{what}:{given[named[0]]}")
    if adventure is None:
        message = "There is no such adventure to make one of."
        raise Fault("adventure.unknown", named[0], message, status.HTTP_404_NOT_FOUND)
    return replace(adventure, scale=given["scale"]) if "scale" in given else adventure


def beginning_of_document(document: Any, path: str = "") -> Adventure:
    """Return the adventure of a document without a log; raise the API's fault for any other."""
    read = read_document(adventure_from_document, document)
    if read.entries or read.seeds:
        message = "The beginning of an adventure has no log. Send one that has begun to adventures/import/."
        raise Fault("document.unknown_field", f"{path}.log" if path else "log", message)
    return read.adventure


NOT_SHARED = "No template is shared at this link."


class AdventureTemplateSerializer(Document):
    """A template of yours."""

    key = serializers.CharField(help_text="Its key in addresses.")
    name = serializers.CharField()
    kind = serializers.CharField()
    link = LinkField(
        "adventures:shared", source="share_token", help_text="The link by which others may copy it, or null."
    )
    made_at = serializers.DateTimeField(source="created_at")


class SharedTemplateSerializer(Document):
    """A template as everyone with its link may see it: its contents are hidden until it is copied."""

    name = serializers.CharField()
    kind = serializers.CharField()
    about = serializers.CharField(allow_blank=True)


class TemplateAPIView(AdventureAPIView):
    def template(self, key: str) -> AdventureTemplate:
        """Return one of the caller's templates; 404 if there is none. One query."""
        template = templates_of(self.owner).filter(key=key).first()
        if template is None:
            raise Fault("adventure.gone", "key", TEMPLATE_GONE, status.HTTP_404_NOT_FOUND)
        return template

    def template_answer(self, request: Request, template: AdventureTemplate, *, is_new: bool = False) -> Response:
        """Answer with a template."""
        body = AdventureTemplateSerializer(template, context={"request": request}).data
        if not is_new:
            return Response(body)
        address = reverse("api-adventure-template", args=[template.key])
        return Response(body, status=status.HTTP_201_CREATED, headers={"Location": address})


class TemplatesView(TemplateAPIView):
    pagination_class = CursorPages

    @operation("adventures_templates", AdventureTemplateSerializer(many=True), {**PRIVATE_ERRORS, 400: INVALID})
    def get(self, request: Request) -> Response:
        """Your templates.

        Adventures that you keep to play again, newest first.
        """
        # One query.
        pages = CursorPages()
        rows = pages.paginate_queryset(templates_of(self.owner).defer("setup"), request, self) or []
        return pages.get_paginated_response(
            AdventureTemplateSerializer(rows, many=True, context={"request": request}).data
        )


class TemplateView(TemplateAPIView):
    limit = EXPORTS

    @operation("adventures_template", AdventureBeginningSerializer, READ_ERRORS)
    def get(self, request: Request, key: str) -> Response:
        """A template as a file.

        The start of its adventures, `muster-adventure/1`, with every secret.
        """
        # One query.
        return Response(self.template(key).setup)

    @operation("adventures_template_delete", None, READ_ERRORS, status=204)
    def delete(self, request: Request, key: str) -> Response:
        """Delete a template.

        Adventures made from it do not change.
        """
        template_delete(owner=self.owner, key=key)
        return Response(status=status.HTTP_204_NO_CONTENT)


class TemplateLinkView(TemplateAPIView):
    @operation("adventures_template_share", AdventureTemplateSerializer, READ_ERRORS)
    def put(self, request: Request, key: str) -> Response:
        """Share a template.

        Everyone with the link may store a copy.
        """
        return self.template_answer(request, template_share(owner=self.owner, key=key, shared=True))

    @operation("adventures_template_unshare", AdventureTemplateSerializer, READ_ERRORS)
    def delete(self, request: Request, key: str) -> Response:
        """Stop sharing a template.

        The link stops working; copies stay.
        """
        return self.template_answer(request, template_share(owner=self.owner, key=key, shared=False))


class SharedTemplateView(TemplateAPIView):
    scope = ""
    permission_classes = ()

    @operation(
        "adventures_shared_template", SharedTemplateSerializer, {401: PRIVATE_ERRORS[401], 404: GONE, 429: THROTTLED}
    )
    def get(self, request: Request, token: str) -> Response:
        """A shared template by its link.

        Its name, kind and description; `token` is the end of the link. Public.
        """
        # One query.
        template = template_shared(token) if "\0" not in token else None
        if template is None:
            raise Fault("adventure.gone", "token", NOT_SHARED, status.HTTP_404_NOT_FOUND)
        return Response(
            {"name": template.name, "kind": template.kind, "about": adventure_of_setup(template.setup).about}
        )


class SharedTemplateCopyView(TemplateAPIView):
    @operation("adventures_template_copy", AdventureTemplateSerializer, MAKE_ERRORS, status=201)
    @once
    def post(self, request: Request, token: str) -> Response:
        """Copy a shared template.

        Makes a template of yours with the contents of the shared one.
        """
        return self.template_answer(request, template_take(owner=self.owner, token=typed_text(token)), is_new=True)


class AdventureTemplateView(TemplateAPIView):
    @operation("adventures_template_save", AdventureTemplateSerializer, unversioned(WRITE_ERRORS), status=201)
    @once
    def post(self, request: Request, key: str) -> Response:
        """Store an adventure as a template.

        Its start, without its participants. Organizers only.
        """
        return self.template_answer(request, template_save(visitor=self.visitor, key=key), is_new=True)
