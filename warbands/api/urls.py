"""The addresses of the warbands' part of the API."""

from __future__ import annotations

from django.urls import re_path

from warbands.api import views

urlpatterns = [
    # A redirect would lose the body, so that both ways to write the address are this view.
    re_path(r"^rosters/check/?$", views.RosterCheck.as_view(), name="api-roster-check"),
]
