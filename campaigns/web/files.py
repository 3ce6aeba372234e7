"""Taking a campaign along as a file."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from campaigns.selectors.files import campaign_file
from campaigns.web.visiting import open_campaign_or_404
from rules.campaigns.files import campaign_file_json
from rules.text import slug


@require_safe
def download(request: HttpRequest, key: str) -> HttpResponse:
    """Answer with the campaign as a file, for organizers; what players hide from each other is not in it."""
    _, view = open_campaign_or_404(request, key)
    if not view.organizes:
        raise PermissionDenied("Only an organizer can download the campaign’s file.")
    data = campaign_file_json(campaign_file(view.campaign, with_secrets=False))
    response = HttpResponse(data, content_type="application/json")
    name = slug(view.campaign.name)[:80] or "campaign"
    response["Content-Disposition"] = f'attachment; filename="{name}.muster.json"'
    return response
