"""What is done to a whole warband: shared or not, archived or not, tagged, copied, and brought back."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.once import once
from common.api.bodies import BoundedJSONParser, read_body
from common.openapi import BODY_ERRORS, FULL, GONE, INVALID, PRIVATE_ERRORS, REFUSED
from warbands.api.shapes import LinkSerializer, TagsSerializer, WarbandSerializer, link_address
from warbands.api.warbands import PUT_ERRORS, WarbandAPIView
from warbands.models.warbands import MAX_TAG
from warbands.services.warbands import warband_archive, warband_copy, warband_restore, warband_share, warband_tag


class WarbandLinkView(WarbandAPIView):
    """The link under which everybody may read a warband."""

    def _switch(self, request: Request, key: str, *, shared: bool) -> Response:
        with self.matching(request, key):
            opened = warband_share(owner=self.owner, key=key, shared=shared)
        return Response({"link": link_address(request, opened.warband)})

    @extend_schema(
        operation_id="warbands_share",
        summary="Share a warband",
        description="Everybody who has the link can read the warband, without secrets that are not revealed.",
        responses={200: LinkSerializer, **PUT_ERRORS, 400: INVALID},
    )
    def put(self, request: Request, key: str) -> Response:
        """Make the link."""
        return self._switch(request, key, shared=True)

    @extend_schema(
        operation_id="warbands_unshare",
        summary="Stop sharing a warband",
        description="The link stops working.",
        responses={200: LinkSerializer, **PUT_ERRORS, 400: INVALID},
    )
    def delete(self, request: Request, key: str) -> Response:
        """End the link."""
        return self._switch(request, key, shared=False)


class WarbandArchiveView(WarbandAPIView):
    """Whether a warband is in the archive."""

    def _put_away(self, request: Request, key: str, *, archived: bool) -> Response:
        with self.matching(request, key):
            warband_archive(owner=self.owner, key=key, archived=archived)
        return self.answer(request, self.open(key))

    @extend_schema(
        operation_id="warbands_archive",
        summary="Archive a warband",
        description="Puts it away; it stays as it is.",
        responses={200: WarbandSerializer, **PUT_ERRORS, 400: INVALID},
    )
    def put(self, request: Request, key: str) -> Response:
        """Put the warband away."""
        return self._put_away(request, key, archived=True)

    @extend_schema(
        operation_id="warbands_unarchive",
        summary="Take a warband out of the archive",
        description="It is at hand again.",
        responses={200: WarbandSerializer, **PUT_ERRORS, 400: INVALID},
    )
    def delete(self, request: Request, key: str) -> Response:
        """Take the warband back out."""
        return self._put_away(request, key, archived=False)


class WarbandTagsView(WarbandAPIView):
    """The tags of a warband."""

    parser_classes = (BoundedJSONParser,)

    @extend_schema(
        operation_id="warbands_tag",
        summary="Give a warband its tags",
        description=f"These and no others: one line each, at most {MAX_TAG} characters, kept in lower case.",
        request=TagsSerializer,
        responses={200: WarbandSerializer, **PUT_ERRORS, **BODY_ERRORS},
    )
    def put(self, request: Request, key: str) -> Response:
        """Write the tags."""
        with self.matching(request, key):
            warband_tag(owner=self.owner, key=key, words=read_body(TagsSerializer, request.data)["tags"])
        return self.answer(request, self.open(key))


class WarbandCopyView(WarbandAPIView):
    """A copy of a warband."""

    @extend_schema(
        operation_id="warbands_copy",
        summary="Copy a warband",
        description="Makes a new warband of yours that holds what this one holds now, with its tags.",
        responses={201: WarbandSerializer, **PRIVATE_ERRORS, 400: INVALID, 404: GONE, 409: FULL, 422: REFUSED},
    )
    @once
    def post(self, request: Request, key: str) -> Response:
        """Store a copy."""
        source = self.open(key)
        tags = source.warband.tags.values_list("word", flat=True)
        made = warband_copy(owner=self.owner, source=source, tags=tags)
        return self.answer(request, self.open(made.key), status_code=status.HTTP_201_CREATED)


class WarbandRestoreView(WarbandAPIView):
    """Bringing a deleted warband back."""

    @extend_schema(
        operation_id="warbands_restore",
        summary="Restore a deleted warband",
        description="Within 30 days of its deletion.",
        responses={200: WarbandSerializer, **PRIVATE_ERRORS, 404: GONE, 409: FULL},
    )
    def post(self, request: Request, key: str) -> Response:
        """Bring it back."""
        warband_restore(owner=self.owner, key=key)
        return self.answer(request, self.open(key))
