"""How a campaign stands: standings, records, points over time."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaigns.drawings.points import points_chart
from campaigns.selectors.standings import campaign_standings
from campaigns.web.visiting import seen_campaign_or_404
from warbands.web.sharing import unkept


@require_safe
@unkept
def standings(request: HttpRequest, key: str) -> HttpResponse:
    """Show the standings, the records and the chart of points."""
    view = seen_campaign_or_404(request, key)
    found = campaign_standings(view)
    series = [(one.name, one.values) for one in found.series]
    context = {
        "view": view,
        "standings": found,
        "chart": points_chart(series, found.first, found.last) if series else "",
        "numbers": [(name, values[0][1], values[-1][1], values[-1][1] - values[0][1]) for name, values in series],
    }
    return render(request, "campaigns/standings.html", context)
