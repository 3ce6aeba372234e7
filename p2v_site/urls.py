"""The addresses of the site."""

from django.contrib import admin
from django.urls import include, path

from campaigns.services.recording import CampaignRecorder
from campaigns.web.places import WarbandPlaces
from p2v_site.web import account_data, commands, health, offline, pages, take_along
from warbands.web.urls import addresses as warbands_addresses

handler500 = "p2v_site.web.errors.answer_to_fault"

urlpatterns = [
    path("", pages.home, name="home"),
    path("health/live/", health.live, name="health-live"),
    path("health/ready/", health.ReadinessView.as_view(), name="health-ready"),
    path("metrics/", health.metrics, name="metrics"),
    path("manifest.webmanifest", offline.manifest, name="manifest"),
    path("service-worker.js", offline.service_worker, name="service-worker"),
    path("offline/", offline.offline, name="offline"),
    path("commands/", commands.ready, name="commands"),
    path("take-along/", take_along.take_along, name="take-along"),
    path("take-along/<int:number>.json", take_along.pack, name="take-along-pack"),
    path("favicon.ico", pages.favicon, name="favicon"),
    path("about/", pages.about, name="about"),
    path("privacy/", pages.privacy, name="privacy"),
    path("licences/", pages.licences, name="licences"),
    path("", include("compendium.web.urls")),
    path("", include(warbands_addresses(CampaignRecorder(), WarbandPlaces()))),
    path("", include("campaigns.web.urls")),
    path("", include("battles.web.urls")),
    path("", include("adventures.web.urls")),
    path("", include("gambling.web.urls")),
    path("", include("webhooks.web.urls")),
    path("api/v1/", include("p2v_site.api")),
    path("accounts/data/", account_data.data, name="account_data"),
    path("accounts/data/archive/", account_data.archive, name="account_archive"),
    path("accounts/data/archive/<int:pk>/", account_data.archive_file, name="account_archive_file"),
    path("accounts/delete/", account_data.delete, name="account_delete"),
    path("accounts/", include("accounts.web.urls")),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
]
