"""A client's roster: checked, or printed as a PDF, at once or as a job if it is large."""

from collections.abc import Mapping
from contextlib import suppress
from typing import IO, Any, ClassVar

from django.http import HttpResponse
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers, status
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import Owner, User
from common.api.bodies import Body
from common.api.errors import Fault
from common.limits import Asker, address_of
from common.openapi import BODY_ERRORS, FULL, GONE, PRIVATE_ERRORS, REFUSED, THROTTLED, error_answer, operation
from common.web.files import pdf_response
from compendium.api.serializers import TOO_LARGE, DocumentParser, read_document
from jobs.api.views import JobSerializer, JobView
from printing.pdf import DrawingTooLong
from rules.building.draft import draft_of
from rules.documents.reading import MAX_BYTES
from rules.legality.verdict import verdict_document
from rules.roster import Roster, roster_from_json
from rules.roster.model import roster_from_document
from warbands.api.documents import RosterSerializer, VerdictSerializer
from warbands.selectors.legality import LARGE, MOST_ITEMS, RosterPrint, print_weight, public_verdict, roster_pdf
from warbands.tasks import ROSTER_PRINT, begin_print, printed_file

_SWITCHES = {
    "landscape": "Of sheets: wide pages.",
    "low_ink": "Little ink.",
    "backs": "For cards: print their backs too.",
    "bleed": "For cards: add a margin to cut off.",
    "items": "For cards: also print the items that members carry.",
}
_FILE = {(200, "application/pdf"): OpenApiTypes.BINARY}


class PrintOptionsBody(Body):
    """The print options of a roster, in the address."""

    kind = serializers.ChoiceField(["sheet", "cards"], default="sheet")
    paper = serializers.ChoiceField(["a4", "letter", "card"], default="a4")

    def get_fields(self) -> dict[str, Any]:
        switches = {name: serializers.BooleanField(default=False) for name in _SWITCHES}
        return {**super().get_fields(), **switches}

    def wanted(self) -> RosterPrint:
        """Return the print options."""
        options = dict(self.validated_data)
        single = options["paper"] == "card"
        return RosterPrint(**options | {"paper": "a4" if single else options["paper"], "single": single})


class AnyFormat(BaseContentNegotiation):
    """Answers with a file or an error, whatever the client accepts."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        wanted = (request.content_type or "").partition(";")[0].strip()
        return next((parser for parser in parsers if parser.media_type == wanted), None)

    def select_renderer(
        self, request: Request, renderers: Any, format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        return renderers[0], renderers[0].media_type


class RosterPrintView(APIView):
    parser_classes = (DocumentParser,)
    content_negotiation_class = AnyFormat

    @extend_schema(
        operation_id="rosters_render",
        summary="Print a roster",
        description=(
            "The roster sheet or the cards of a roster as a PDF, with the homebrew cards in the document. "
            "With a token, a large print becomes a job; `jobs/{number}/file/` has the file when the job is "
            "done."
        ),
        tags=["rosters"],
        parameters=[
            OpenApiParameter("kind", str, enum=["sheet", "cards"], description="What to print: sheet, or cards."),
            OpenApiParameter("paper", str, enum=["a4", "letter", "card"], description="`card`: one card per page."),
            *(OpenApiParameter(name, bool, description=meaning) for name, meaning in _SWITCHES.items()),
        ],
        request=RosterSerializer,
        responses={
            **_FILE,
            202: OpenApiResponse(JobSerializer, description="It is large and has become a job."),
            **BODY_ERRORS,
            401: PRIVATE_ERRORS[401],
            409: FULL,
            422: REFUSED,
            429: THROTTLED,
        },
    )
    def post(self, request: Request) -> HttpResponse | Response:
        """Return the file, or the job that makes it."""
        options = PrintOptionsBody(data=request.query_params.dict())
        options.is_valid(raise_exception=True)
        wanted = options.wanted()
        roster = read_document(roster_from_document, request.data)
        read_document(draft_of, roster)
        if not roster.members:
            raise _refused("This warband has no creatures yet, so there is nothing to print.", "print.invalid")
        if wanted.items and sum(len(member.items) for member in roster.members) > MOST_ITEMS:
            raise _refused(f"One file can have the cards of at most {MOST_ITEMS} items.", "print.invalid")
        if print_weight(roster, wanted) <= LARGE:
            with suppress(DrawingTooLong):
                return pdf_response(roster_pdf(roster, wanted), wanted.kind, opens=False)
        if not isinstance(request.user, User):
            message = "This is too large to print at once. Send a token to print it as a job."
            raise Fault("not_authenticated", "Authorization", message, status.HTTP_401_UNAUTHORIZED)
        # As the pages know them, so that prints of a person's programs and pages count together.
        asker = Asker(Owner(user=request.user).caller, address_of(request._request))
        job = begin_print(roster=roster, wanted=wanted, asker=asker, by=request.user)
        headers = {"Location": reverse("api-job", args=[job.pk])}
        job.refresh_from_db()
        return Response(JobSerializer(job).data, status=status.HTTP_202_ACCEPTED, headers=headers)


class PrintedFileView(JobView):
    content_negotiation_class = AnyFormat

    @extend_schema(
        operation_id="jobs_file",
        summary="The file of a print job",
        description="A PDF, stored for a day.",
        tags=["jobs"],
        responses={
            **_FILE,
            **PRIVATE_ERRORS,
            404: GONE,
            409: error_answer(
                "The job is not done.", code="job.state", path="", message="This job has not printed anything yet."
            ),
        },
    )
    def get(self, request: Request, number: int) -> HttpResponse:
        """Return the file."""
        job = self.job(number)
        if job.kind != ROSTER_PRINT.name:
            raise Fault("job.gone", "number", "This job prints nothing.", status.HTTP_404_NOT_FOUND)
        return pdf_response(printed_file(job), job.arguments["wanted"]["kind"], opens=False)


def _refused(message: str, code: str) -> Fault:
    return Fault(code, "", message, status.HTTP_422_UNPROCESSABLE_ENTITY)


class RosterParser(BaseParser):
    """Parses the body as the command ``check_roster`` reads its file."""

    media_type = "application/json"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        return read_roster(stream.read(MAX_BYTES + 1))


def read_roster(body: bytes) -> Roster:
    """Read a roster from a request's body; raise the API's fault if it cannot be read."""
    return read_document(roster_from_json, body)


class RosterCheck(APIView):
    """The verdict on a roster: its cost, and every problem with its smallest fix. Nothing is stored."""

    tag: ClassVar[str] = "rosters"

    parser_classes = (RosterParser,)

    @operation(
        "rosters_check",
        VerdictSerializer,
        {
            400: error_answer(
                "The document cannot be read.",
                code="document.range",
                path="members[2].hero_points",
                message="Expected 0 or more, found -1.",
            ),
            413: error_answer(
                "The document is too large.", code=TOO_LARGE, path="", message="A document has at most 2 MiB."
            ),
            415: BODY_ERRORS[415],
            429: THROTTLED,
        },
        body=RosterSerializer,
    )
    def post(self, request: Request) -> Response:
        """Is this warband legal?

        The verdict on a roster, legal or not: its cost, and every problem with its smallest fix. Nothing is stored.
        """
        roster: object = request.data
        if not isinstance(roster, Roster):  # a request without a body never meets the parser
            roster = read_roster(b"")
        return Response(verdict_document(public_verdict(roster)))
