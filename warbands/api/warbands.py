"""The caller's warbands: create, read, change step by step, share, archive and delete them, as the pages do."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import ClassVar

from django.urls import reverse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.encoders import JSONEncoder

from accounts.api.views import PrivateView, once
from common.api.bodies import matched_version, matching_held, version_tag
from common.api.errors import Fault
from common.api.pages import Pages
from common.openapi import (
    BODY_ERRORS,
    CHANGED,
    FULL,
    GONE,
    INVALID,
    NO_VERSION,
    PRIVATE_ERRORS,
    REFUSED,
    error_answer,
    operation,
)
from compendium.api.serializers import DocumentParser, read_document
from rules.building.changes import change_from_document
from rules.building.draft import draft_of
from rules.errors import require
from rules.legality.resolved import Rulebook, resolve
from rules.roster import roster_document
from rules.roster.model import roster_from_document
from warbands.api.documents import (
    ChangeSerializer,
    RosterSerializer,
    TravellingRosterSerializer,
    WarbandSerializer,
    WarbandSummarySerializer,
    change_parts,
    summary_document,
    warband_document,
)
from warbands.selectors.crests import crest_resolved
from warbands.selectors.legality import CampaignPlaces, rulebook_of, verdict_today
from warbands.selectors.travelling import roster_with_homebrew
from warbands.selectors.warbands import (
    OpenWarband,
    undo_state,
    warband_open,
    warbands_deleted,
    warbands_of,
    with_drafts,
)
from warbands.services.drafts import draft_change, draft_redo, draft_undo
from warbands.services.recording import NO_RECORDER, CareerRecorder
from warbands.services.warbands import warband_delete, warband_held, warband_import

PUT_ERRORS = {**PRIVATE_ERRORS, 404: GONE, 412: CHANGED, 422: REFUSED}
_CHANGE_ERRORS = {**PUT_ERRORS, 400: INVALID, 409: FULL, 428: NO_VERSION}
_PAGE_ERRORS = {400: INVALID, 404: error_answer("No such page.", code="not_found", path="page", message="No page.")}


class WarbandAPIView(PrivateView):
    """A view of warbands. The site passes ``recorder`` and ``places``, as for the pages."""

    tag: ClassVar[str] = "warbands"

    scope = "warbands"
    recorder: CareerRecorder = NO_RECORDER
    places: CampaignPlaces | None = None

    def open(self, key: str) -> OpenWarband:
        """Return one of the caller's warbands; 404 if there is none. One query."""
        return require(warband_open(self.owner, key), gone())

    @contextmanager
    def matching(self, request: Request, key: str) -> Iterator[None]:
        """Lock a warband for a write if it has the version in ``If-Match``; 404 if there is none."""
        self.open(key)
        with matching_held(request, warband_held(owner=self.owner, key=key)):
            yield

    def answer(
        self,
        request: Request,
        opened: OpenWarband,
        *,
        rulebook: Rulebook | None = None,
        done: str = "",
        status_code: int = status.HTTP_200_OK,
    ) -> Response:
        """Answer with a warband in its present state. At most seven queries, plus three for cards that are not yet
        loaded.
        """
        book = rulebook or rulebook_of([opened.draft.roster])
        verdict = verdict_today(opened, self.places, book)
        tags = list(opened.warband.tags.values_list("word", flat=True))
        document = warband_document(
            request,
            opened,
            tags=tags,
            verdict=verdict,
            crest=crest_resolved(opened.warband, resolve(opened.draft.roster, book), book),
            undo_state=undo_state(opened.warband),
            done=done,
        )
        mark = json.dumps(document | {"done": ""}, cls=JSONEncoder)
        headers = {"ETag": version_tag(opened.warband.version, mark)}
        if status_code == status.HTTP_201_CREATED:
            headers["Location"] = reverse("api-warband", args=[opened.warband.key])
        return Response(document, status=status_code, headers=headers)


class WarbandListView(WarbandAPIView):
    pagination_class = Pages
    parser_classes = (DocumentParser,)

    @operation(
        "warbands_list",
        WarbandSummarySerializer(many=True),
        {**PRIVATE_ERRORS, **_PAGE_ERRORS},
        parameters=[
            OpenApiParameter("q", str, description="Words in their names."),
            OpenApiParameter("tag", str, description="A tag that they have."),
            OpenApiParameter("shelf", str, enum=["at-hand", "archived", "deleted"], description="Which ones to list."),
        ],
    )
    def get(self, request: Request) -> Response:
        """Your warbands, in pages.

        The most recently changed first; archived and deleted ones only on request.
        """
        # Three queries.
        shelf = request.query_params.get("shelf", "at-hand")
        if shelf not in ("at-hand", "archived", "deleted"):
            raise Fault("invalid", "shelf", "Expected at-hand, archived or deleted.")
        words, tag = (_line(request, name) for name in ("q", "tag"))
        if shelf == "deleted":
            steps = warbands_deleted(self.owner)
        else:
            steps = warbands_of(self.owner, archived=shelf == "archived", tag=tag, words=words)
        pages = Pages()
        rows = with_drafts(pages.paginate_queryset(steps, request, self) or [])
        return pages.get_paginated_response([summary_document(request, row) for row in rows])

    @operation(
        "warbands_create",
        WarbandSerializer,
        {**PRIVATE_ERRORS, **BODY_ERRORS, 409: FULL, 422: REFUSED},
        body=RosterSerializer,
        status=201,
    )
    @once
    def post(self, request: Request) -> Response:
        """Make a warband.

        Makes a warband from a roster, as the import page does; a roster without members makes an empty warband.
        Homebrew in the document becomes your own.
        """
        draft = read_document(lambda given: draft_of(roster_from_document(given)), request.data)
        made = warband_import(owner=self.owner, draft=draft)
        return self.answer(request, self.open(made.key), status_code=status.HTTP_201_CREATED)


class WarbandDetailView(WarbandAPIView):
    @operation("warbands_read", WarbandSerializer, {**PRIVATE_ERRORS, 404: GONE})
    def get(self, request: Request, key: str) -> Response:
        """One of your warbands.

        The warband in its present state, with its verdict. Changes send its ETag as If-Match.
        """
        return self.answer(request, self.open(key))

    @operation("warbands_delete", None, {**PUT_ERRORS, 400: INVALID, 409: FULL}, status=204)
    def delete(self, request: Request, key: str) -> Response:
        """Delete a warband.

        You can restore it for 30 days, without its link. A warband with a career can only be archived.
        """
        with self.matching(request, key):
            warband_delete(owner=self.owner, key=key)
        return Response(status=status.HTTP_204_NO_CONTENT)


class WarbandChangeView(WarbandAPIView):
    parser_classes = (DocumentParser,)

    @extend_schema(
        operation_id="warbands_change",
        summary="Change a warband",
        description=(
            "Makes one change, a `muster-change/1` document, as one step. A request that changes nothing makes no "
            "step. To make several changes as one step, send a `change-set`. "
            f"The kinds of changes and their parts: {change_parts()}."
        ),
        request=ChangeSerializer,
        responses={200: WarbandSerializer, **_CHANGE_ERRORS, **BODY_ERRORS},
    )
    def post(self, request: Request, key: str) -> Response:
        """Make a change."""
        version = matched_version(request, self.open(key).warband.version)
        change = read_document(change_from_document, request.data)
        edit = draft_change(
            owner=self.owner, key=key, version=version, change=change, recorder=self.recorder, places=self.places
        )
        return self.answer(request, edit.open_warband, rulebook=edit.rulebook, done=edit.description)


class WarbandStepView(WarbandAPIView):
    def move(self, request: Request, key: str, service: Callable[..., OpenWarband], done: str) -> Response:
        """Go one step back or forward."""
        version = matched_version(request, self.open(key).warband.version)
        opened = service(owner=self.owner, key=key, version=version, recorder=self.recorder)
        return self.answer(request, opened, done=done)


class WarbandUndoView(WarbandStepView):
    @operation("warbands_undo", WarbandSerializer, _CHANGE_ERRORS)
    def post(self, request: Request, key: str) -> Response:
        """Undo the last change.

        Goes one step back.
        """
        return self.move(request, key, draft_undo, "Undone")


class WarbandRedoView(WarbandStepView):
    @operation("warbands_redo", WarbandSerializer, _CHANGE_ERRORS)
    def post(self, request: Request, key: str) -> Response:
        """Redo a change.

        Goes one step forward again.
        """
        return self.move(request, key, draft_redo, "Redone")


class WarbandRosterView(WarbandAPIView):
    @operation("warbands_export", TravellingRosterSerializer, {**PRIVATE_ERRORS, 404: GONE})
    def get(self, request: Request, key: str) -> Response:
        """Export a warband.

        Its roster with the cards of its homebrew; without notes and secrets.
        """
        return Response(roster_document(roster_with_homebrew(self.open(key).draft.roster, self.owner)))


def gone() -> Fault:
    """Return the fault for a warband that does not exist for the caller."""
    return Fault("warband.gone", "key", "You have no such warband.", status.HTTP_404_NOT_FOUND)


def _line(request: Request, name: str) -> str:
    """Return a text parameter of the address; 400 if no database can store it."""
    value = request.query_params.get(name, "")
    if "\0" in value or len(value) > 1_000:
        raise Fault("invalid", name, "Expected a line of text.")
    return value
