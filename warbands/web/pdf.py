"""A warband as a roster sheet to print: a PDF, made of the same sheet as its page. Secrets are not printed."""

from __future__ import annotations

from typing import Literal

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from printing.roster import roster_pdf
from rules.building import Draft
from warbands.selectors.sheets import sheet_of
from warbands.web.downloads import file_name
from warbands.web.sharing import link_of, lost, shared_opened, unkept, unlisted
from warbands.web.visitors import opened_or_404


@require_safe
@unkept
def own(request: HttpRequest, key: str) -> HttpResponse:
    """Print a warband for its player."""
    _, opened = opened_or_404(request, key)
    return _printed(request, opened.draft.shared, link_of(request, opened.warband))


@require_safe
@unkept
def shared(request: HttpRequest, token: str) -> HttpResponse:
    """Print a shared warband for whoever has its link."""
    opened = shared_opened(token)
    if opened is None:
        return unlisted(lost(request))
    return unlisted(_printed(request, opened.draft, link_of(request, opened.warband)))


def _printed(request: HttpRequest, draft: Draft, link: str) -> HttpResponse:
    paper: Literal["a4", "letter"] = "letter" if request.GET.get("paper") == "letter" else "a4"
    pdf = roster_pdf(
        sheet_of(draft),
        paper=paper,
        landscape=request.GET.get("landscape") == "1",
        low_ink=request.GET.get("low_ink") == "1",
        link=link,
    )
    response = HttpResponse(pdf, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{file_name(draft.roster.name)}.pdf"'
    return response
