"""Checking a roster for a program."""

from __future__ import annotations

from collections.abc import Mapping
from typing import IO, Any

from drf_spectacular.utils import extend_schema
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from common.openapi import THROTTLED, error_answer
from compendium.api.documents import TOO_LARGE, read_document
from rules.documents import MAX_BYTES
from rules.legality import verdict_document
from rules.roster import Roster, roster_from_json
from warbands.api.documents import RosterSerializer, VerdictSerializer
from warbands.selectors.legality import public_verdict


class RosterParser(BaseParser):
    """Reads the body as the command ``check_roster`` reads its file."""

    media_type = "application/json"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """Return the roster."""
        return read_roster(stream.read(MAX_BYTES + 1))


def read_roster(body: bytes) -> Roster:
    """Read a roster from the body of a request; raise what the API answers when it cannot be read."""
    return read_document(roster_from_json, body)


class RosterCheck(APIView):
    """The verdict on a roster: what it costs, and every problem with its smallest fix. Nothing is stored."""

    parser_classes = (RosterParser,)

    @extend_schema(
        operation_id="rosters_check",
        summary="Is this warband legal?",
        description=(
            "The verdict on a roster, legal or not: what it costs, and every problem with its smallest fix. "
            "Nothing is stored."
        ),
        tags=["rosters"],
        request=RosterSerializer,
        responses={
            200: VerdictSerializer,
            400: error_answer(
                "The document cannot be read.",
                code="document.range",
                path="members[2].hero_points",
                message="Expected 0 or more, found -1.",
            ),
            413: error_answer(
                "The document is too large.", code=TOO_LARGE, path="", message="A document has at most 2 MiB."
            ),
            415: error_answer(
                "The body is not JSON.",
                code="unsupported_media_type",
                path="",
                message='Unsupported media type "text/plain" in request.',
            ),
            429: THROTTLED,
        },
    )
    def post(self, request: Request) -> Response:
        """Return the verdict."""
        roster: object = request.data
        if not isinstance(roster, Roster):  # a request without a body never meets the parser
            roster = read_roster(b"")
        return Response(verdict_document(public_verdict(roster)))
