"""Operations on a whole warband: share, read by link, archive, tag, copy, and restore."""

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.views import once
from accounts.models import Owner
from common.api.bodies import BoundedJSONParser, read_body
from common.api.errors import Fault
from common.openapi import BODY_ERRORS, FULL, GONE, INVALID, PRIVATE_ERRORS, REFUSED, THROTTLED, Document, operation
from rules.legality.verdict import verdict_document
from rules.roster.model import roster_document
from rules.sheets.chat import chat_text
from warbands.api.documents import (
    LinkSerializer,
    SecretSerializer,
    TagsSerializer,
    TravellingRosterSerializer,
    VerdictSerializer,
    WarbandSerializer,
    link_address,
)
from warbands.api.rosters import AnyFormat
from warbands.api.warbands import PUT_ERRORS, WarbandAPIView
from warbands.models.warbands import MAX_TAG
from warbands.selectors.legality import rulebook_of, sheet_today, verdict_today
from warbands.selectors.travelling import roster_with_homebrew
from warbands.selectors.warbands import OpenWarband, warband_shared
from warbands.services.warbands import warband_archive, warband_copy, warband_restore, warband_share, warband_tag


class SharedWarbandSerializer(Document):
    """A warband as everyone with its link may see it."""

    name = serializers.CharField(source="draft.roster.name", allow_blank=True)
    is_yours = serializers.BooleanField()
    changed_at = serializers.DateTimeField(source="warband.changed_at")
    roster = TravellingRosterSerializer(help_text="With the cards of its homebrew, as in an exported file.")
    notes = serializers.CharField(source="draft.notes", allow_blank=True)
    member_notes = serializers.DictField(
        source="draft.member_notes", child=serializers.CharField(), help_text="By the ids of members."
    )
    secrets = SecretSerializer(source="draft.secrets", many=True, help_text="The revealed upgrades.")
    verdict = VerdictSerializer(help_text="Computed from today's cards of its members.")


class SharedWarbandView(WarbandAPIView):
    scope = ""
    permission_classes = ()

    @operation("shared_read", SharedWarbandSerializer, {401: PRIVATE_ERRORS[401], 404: GONE, 429: THROTTLED})
    def get(self, request: Request, token: str) -> Response:
        """A shared warband by its link.

        The warband as on the link's page; `token` is the end of the link. Public.
        """
        # At most seven queries, three more for cards read for the first time.
        opened = shared_or_gone(token)
        roster = opened.draft.roster
        verdict = verdict_today(opened, self.places, rulebook_of([roster]))
        return Response(
            SharedWarbandSerializer().write(
                opened,
                is_yours=opened.warband.is_of(self.owner),
                roster=roster_document(roster_with_homebrew(roster, Owner())),
                verdict=verdict_document(verdict),
            )
        )


class SharedCopyView(WarbandAPIView):
    @operation(
        "shared_copy",
        WarbandSerializer,
        {**PRIVATE_ERRORS, 400: INVALID, 404: GONE, 409: FULL, 422: REFUSED},
        status=201,
    )
    @once
    def post(self, request: Request, token: str) -> Response:
        """Copy a shared warband.

        Makes a new warband of yours with the contents of the shared one.
        """
        opened = shared_or_gone(token)
        source = OpenWarband(opened.warband, opened.step, opened.draft.handed_on)
        made = warband_copy(owner=self.owner, source=source)
        return self.answer(request, self.open(made.key), status_code=status.HTTP_201_CREATED)


class WarbandTextView(WarbandAPIView):
    content_negotiation_class = AnyFormat

    @extend_schema(
        operation_id="warbands_text",
        summary="A warband as text",
        description="For a chat: members with points, without unrevealed secrets. Muster can read it as a list.",
        responses={(200, "text/plain"): OpenApiTypes.STR, **PRIVATE_ERRORS, 404: GONE},
    )
    def get(self, request: Request, key: str) -> HttpResponse:
        """Return the text. At most seven queries."""
        opened = self.open(key)
        assert self.places is not None  # the addresses give it
        sheet = sheet_today(opened, self.places, opened.draft.shared)
        text = chat_text(sheet, link=link_address(request, opened.warband) or "")
        return HttpResponse(f"{text}\n", content_type="text/plain; charset=utf-8")


def shared_or_gone(token: str) -> OpenWarband:
    """Return the warband of a link as others may see it; 404 for an unknown link. One query."""
    opened = warband_shared(token) if "\0" not in token else None
    if opened is None:
        raise Fault("warband.gone", "token", "No warband is shared at this link.", status.HTTP_404_NOT_FOUND)
    return opened


class WarbandLinkView(WarbandAPIView):
    def _switch(self, request: Request, key: str, *, shared: bool) -> Response:
        with self.matching(request, key):
            opened = warband_share(owner=self.owner, key=key, shared=shared)
        return Response({"link": link_address(request, opened.warband)})

    @operation("warbands_share", LinkSerializer, {**PUT_ERRORS, 400: INVALID})
    def put(self, request: Request, key: str) -> Response:
        """Share a warband.

        Anyone with the link can read the warband, except its unrevealed secrets.
        """
        return self._switch(request, key, shared=True)

    @operation("warbands_unshare", LinkSerializer, {**PUT_ERRORS, 400: INVALID})
    def delete(self, request: Request, key: str) -> Response:
        """Stop sharing a warband.

        The link stops working.
        """
        return self._switch(request, key, shared=False)


class WarbandArchiveView(WarbandAPIView):
    def _put_away(self, request: Request, key: str, *, archived: bool) -> Response:
        with self.matching(request, key):
            warband_archive(owner=self.owner, key=key, archived=archived)
        return self.answer(request, self.open(key))

    @operation("warbands_archive", WarbandSerializer, {**PUT_ERRORS, 400: INVALID})
    def put(self, request: Request, key: str) -> Response:
        """Archive a warband.

        Moves it to the archive unchanged.
        """
        return self._put_away(request, key, archived=True)

    @operation("warbands_unarchive", WarbandSerializer, {**PUT_ERRORS, 400: INVALID})
    def delete(self, request: Request, key: str) -> Response:
        """Take a warband out of the archive.

        It is back in your list.
        """
        return self._put_away(request, key, archived=False)


class WarbandTagsView(WarbandAPIView):
    parser_classes = (BoundedJSONParser,)

    @extend_schema(
        operation_id="warbands_tag",
        summary="Set a warband's tags",
        description=f"Exactly these: one line each, at most {MAX_TAG} characters, stored in lower case.",
        request=TagsSerializer,
        responses={200: WarbandSerializer, **PUT_ERRORS, **BODY_ERRORS},
    )
    def put(self, request: Request, key: str) -> Response:
        """Replace the tags."""
        with self.matching(request, key):
            warband_tag(owner=self.owner, key=key, words=read_body(TagsSerializer, request.data)["tags"])
        return self.answer(request, self.open(key))


class WarbandCopyView(WarbandAPIView):
    @operation(
        "warbands_copy",
        WarbandSerializer,
        {**PRIVATE_ERRORS, 400: INVALID, 404: GONE, 409: FULL, 422: REFUSED},
        status=201,
    )
    @once
    def post(self, request: Request, key: str) -> Response:
        """Copy a warband.

        Makes a new warband of yours with the contents and tags of this one.
        """
        source = self.open(key)
        tags = source.warband.tags.values_list("word", flat=True)
        made = warband_copy(owner=self.owner, source=source, tags=tags)
        return self.answer(request, self.open(made.key), status_code=status.HTTP_201_CREATED)


class WarbandRestoreView(WarbandAPIView):
    @operation("warbands_restore", WarbandSerializer, {**PRIVATE_ERRORS, 404: GONE, 409: FULL})
    def post(self, request: Request, key: str) -> Response:
        """Restore a deleted warband.

        Within 30 days of its deletion.
        """
        warband_restore(owner=self.owner, key=key)
        return self.answer(request, self.open(key))
