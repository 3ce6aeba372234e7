"""How a campaign stands: standings, records, points over time, and its chronicle on paper."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaigns.drawings.points import points_chart
from campaigns.selectors.chronicle import campaign_chronicle
from campaigns.selectors.standings import campaign_standings
from campaigns.web.moments import moment_control
from campaigns.web.visiting import seen_campaign_or_404
from compendium.web.print_jobs import can_print_later
from compendium.web.printing import pdf_response
from printing.budgets import bounded_pdf
from printing.canvas import paper_size
from printing.chronicle import draw_chronicle
from rules.text import slug


@require_safe
def standings(request: HttpRequest, key: str) -> HttpResponse:
    """Show the standings, the records and the chart of points."""
    view = seen_campaign_or_404(request, key)
    moment = moment_control(request, view.campaign)
    found = campaign_standings(view, moment.moment)
    series = [(points_series.name, points_series.values) for points_series in found.series]
    context = {
        "view": view,
        "moment": moment,
        "standings": found,
        "chart": points_chart(series, found.first, found.last) if series else "",
        "numbers": [(name, values[0][1], values[-1][1], values[-1][1] - values[0][1]) for name, values in series],
    }
    return render(request, "campaigns/standings.html", context)


@can_print_later
@require_safe
def chronicle(request: HttpRequest, key: str) -> HttpResponse:
    """Answer with the chronicle as a PDF."""
    view = seen_campaign_or_404(request, key)
    found = campaign_chronicle(view)
    pdf = bounded_pdf(lambda canvas: draw_chronicle(canvas, found), paper_size("a4"))
    return pdf_response(pdf, f"{slug(found.name)[:80] or 'campaign'}-chronicle")
