"""Putting a campaign away, and ending it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from campaigns.services.campaigns import campaign_archive, campaign_close
from campaigns.web.visiting import open_campaign_or_404
from common.web.refusals import attempt


@require_POST
def archive(request: HttpRequest, key: str) -> HttpResponse:
    """Put a campaign into the archive, or with ``out`` take it back."""
    owner, _ = open_campaign_or_404(request, key)
    archived = "out" not in request.POST
    done = "The campaign is in the archive now." if archived else "The campaign is out of the archive again."
    attempt(request, lambda: campaign_archive(actor=owner, key=key, archived=archived), done)
    return redirect("campaigns:campaign", key)


@require_http_methods(["GET", "HEAD", "POST"])
def close(request: HttpRequest, key: str) -> HttpResponse:
    """Say what closing means, and close a campaign for good."""
    owner, view = open_campaign_or_404(request, key)
    if request.method != "POST":
        return render(request, "campaigns/close.html", {"view": view})
    attempt(request, lambda: campaign_close(actor=owner, key=key), "The campaign is closed, and its seeds are shown.")
    return redirect("campaigns:campaign", key)
