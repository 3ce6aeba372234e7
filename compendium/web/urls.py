"""The addresses of the compendium's pages."""

from __future__ import annotations

from django.urls import URLPattern

app_name = "compendium"

urlpatterns: list[URLPattern] = []
