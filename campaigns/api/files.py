"""A campaign to take away, in the API: the files of its league, its chronicle and the certificates of its season."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import status
from rest_framework.request import Request

from campaigns.api.base import LIST_ERRORS, READ_ERRORS, CampaignAPIView, missing, number_parameter
from campaigns.drawings.prints import certificates_pdf, chronicle_pdf
from campaigns.selectors.league_files import LEAGUE_FILES
from campaigns.selectors.seasons import season_certificates
from campaigns.selectors.standings import campaign_chronicle
from common.api.errors import Fault
from common.limits import WorkLimit
from common.openapi import REFUSED, error_answer, operation
from common.web.files import file_response, pdf_response
from warbands.api.rosters import AnyFormat

_PRINT_ERRORS: dict[int, Any] = {**LIST_ERRORS, 422: REFUSED}
_NO_CERTIFICATE = "There is no certificate. An organizer has to finish the season first."
_NOT_FINISHED = error_answer("There is none yet.", code="season.state", path="", message=_NO_CERTIFICATE)
_FILE_ANSWERS: dict[Any, Any] = {
    **READ_ERRORS,
    **{(200, content_type.partition(";")[0]): OpenApiTypes.BINARY for _, content_type in LEAGUE_FILES.values()},
}


class CampaignFileView(CampaignAPIView):
    """A view that answers with a file of a campaign; most are printed."""

    content_negotiation_class = AnyFormat
    limit = WorkLimit("prints", of_reads=True)


class LeagueFileView(CampaignFileView):
    limit = WorkLimit("exports", of_reads=True)

    @operation(
        "leagues_file",
        OpenApiTypes.BINARY,
        _FILE_ANSWERS,
        status=(200, "text/csv"),
        parameters=[OpenApiParameter("name", str, OpenApiParameter.PATH, enum=list(LEAGUE_FILES))],
    )
    def get(self, request: Request, key: str, name: str) -> HttpResponse:
        """A file of the league.

        Its tables or its results as CSV, both as a workbook with who met whom, or its tables as text for a chat.
        """
        campaign = self.campaign(key).campaign
        if name not in LEAGUE_FILES or not campaign.has_league:
            raise missing("league.gone", "name", f"A league has {', '.join(LEAGUE_FILES)}.")
        make, content_type = LEAGUE_FILES[name]
        return file_response(make(campaign), name, content_type)


class ChronicleFileView(CampaignFileView):
    @operation("campaigns_chronicle", OpenApiTypes.BINARY, _PRINT_ERRORS, status=(200, "application/pdf"))
    def get(self, request: Request, key: str) -> HttpResponse:
        """The chronicle as a PDF.

        A chapter for each scenario that counts, champions and awards first.
        """
        return pdf_response(chronicle_pdf(campaign_chronicle(self.campaign(key))), "chronicle", opens=False)


class CertificatesFileView(CampaignFileView):
    @operation(
        "seasons_certificates",
        OpenApiTypes.BINARY,
        {**_PRINT_ERRORS, 409: _NOT_FINISHED},
        status=(200, "application/pdf"),
        parameters=[OpenApiParameter("warband", int, description="The number of a warband, for its own only.")],
    )
    def get(self, request: Request, key: str) -> HttpResponse:
        """The certificates of the season as a PDF.

        One for each place on a podium and each award, once the season is finished.
        """
        number = number_parameter(request, "warband")
        certificates = season_certificates(self.campaign(key), number)
        if certificates is None:
            raise Fault("season.state", "", _NO_CERTIFICATE, status.HTTP_409_CONFLICT)
        return pdf_response(certificates_pdf(certificates), "certificates", opens=False)
