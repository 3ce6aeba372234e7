"""The API: the views of every room under one address, with the schema and a page that explains them."""

from __future__ import annotations

from django.urls import include, path, re_path
from django.views.generic import RedirectView
from drf_spectacular.views import SpectacularAPIView

from adventures.api.urls import adventures_addresses
from adventures.web.playing import run_adventure_command
from campaigns.services.recording import CampaignRecorder
from campaigns.web.places import WarbandPlaces
from common.api.errors import nothing_here
from p2v_site.web.api_docs import docs
from warbands.api.urls import addresses as warbands_addresses

urlpatterns = [
    path("", RedirectView.as_view(pattern_name="api-docs"), name="api-root"),
    path("schema/", SpectacularAPIView.as_view(), name="api-schema"),
    path("docs/", docs, name="api-docs"),
    path("docs/try/", RedirectView.as_view(pattern_name="api-docs", permanent=True)),
    path("", include("accounts.api.urls")),
    path("", include("jobs.api.urls")),
    path("", include("webhooks.api.urls")),
    path("", include("compendium.api.urls")),
    *adventures_addresses(run_adventure_command),
    path("", include("gambling.api.urls")),
    path("", include("battles.api.urls")),
    *warbands_addresses(CampaignRecorder(), WarbandPlaces()),
    path("", include("campaigns.api.urls")),
    # Only what ends in a slash, so that Django may still add one that was forgotten.
    re_path(r"^(?:[\s\S]*/)?\Z", nothing_here),
]
