"""The addresses of a set-up, below that of its battle."""

from __future__ import annotations

from django.urls import path

from battles.web.setup import pages, secret_pages

setup_urlpatterns = [
    path("battles/<slug:key>/setup/", pages.overview, name="setup"),
    path("battles/<slug:key>/setup/everything/", pages.everything, name="setup-everything"),
    path("battles/<slug:key>/setup/sheet/", pages.sheet, name="setup-sheet"),
    path("battles/<slug:key>/setup/secrets/", secret_pages.secrets, name="setup-secrets"),
    path("battles/<slug:key>/setup/secrets/act/", secret_pages.act, name="setup-act"),
    path("battles/<slug:key>/setup/secrets/<str:side>/", secret_pages.cover, name="setup-cover"),
    path("battles/<slug:key>/setup/secrets/<str:side>/choose/", secret_pages.choose, name="setup-choose"),
    path("battles/<slug:key>/setup/<slug:step>/", pages.step, name="setup-step"),
]
