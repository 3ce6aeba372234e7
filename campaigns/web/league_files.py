"""A league to take away: as files, and as text for a chat."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaigns.selectors.campaigns import CampaignView
from campaigns.selectors.league_files import LEAGUE_FILES, league_text
from campaigns.web.visiting import seen_campaign_or_404
from common.web.files import file_response
from rules.text import slug


@require_safe
def league_file(request: HttpRequest, key: str, name: str) -> HttpResponse:
    """Answer with the tables or the results of a league as a file."""
    campaign = _seen_league(request, key).campaign
    if name not in LEAGUE_FILES:
        raise Http404("A league has no such file.")
    make, content_type = LEAGUE_FILES[name]
    return file_response(make(campaign), f"{slug(campaign.name)[:80] or 'league'}-{name}", content_type)


@require_safe
def league_text_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show the tables of a league as text for a chat; with ``plain`` that text and nothing else."""
    view = _seen_league(request, key)
    text = league_text(view.campaign)
    if request.GET.get("plain"):
        return HttpResponse(f"{text}\n", content_type="text/plain; charset=utf-8")
    return render(request, "campaigns/league_text.html", {"view": view, "text": text})


def _seen_league(request: HttpRequest, key: str) -> CampaignView:
    view = seen_campaign_or_404(request, key)
    if not view.campaign.has_league:
        raise Http404("This campaign has no league.")
    return view
