"""The addresses of the site."""

from django.contrib import admin
from django.urls import include, path

from campaigns.services.recording import CampaignRecorder
from campaigns.web.places import WarbandPlaces
from p2v_site.web import pages
from warbands.web.urls import addresses as warbands_addresses

urlpatterns = [
    path("", pages.home, name="home"),
    path("favicon.ico", pages.favicon, name="favicon"),
    path("about/", pages.about, name="about"),
    path("licences/", pages.licences, name="licences"),
    path("", include("compendium.web.urls")),
    path("", include(warbands_addresses(CampaignRecorder(), WarbandPlaces()))),
    path("", include("campaigns.web.urls")),
    path("", include("battles.web.urls")),
    path("api/v1/", include("p2v_site.api")),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
]
