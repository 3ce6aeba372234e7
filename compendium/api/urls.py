"""The addresses of the compendium's part of the API."""

from __future__ import annotations

from django.urls import path

from compendium.api import views

urlpatterns = [
    path("creatures/", views.CreatureList.as_view(), name="api-creatures"),
    path("creatures/<slug:key>/", views.CreatureDetail.as_view(), name="api-creature"),
    path("items/", views.ItemList.as_view(), name="api-items"),
    path("items/<slug:key>/", views.ItemDetail.as_view(), name="api-item"),
    path("feats/", views.FeatList.as_view(), name="api-feats"),
    path("feats/<slug:key>/", views.FeatDetail.as_view(), name="api-feat"),
    path("spells/", views.SpellList.as_view(), name="api-spells"),
    path("spells/<slug:key>/", views.SpellDetail.as_view(), name="api-spell"),
    path("glossary/", views.GlossaryList.as_view(), name="api-glossary"),
    path("glossary/<slug:kind>/<slug:key>/", views.GlossaryDetail.as_view(), name="api-term"),
    path("sources/", views.SourceList.as_view(), name="api-sources"),
    path("sources/<slug:key>/", views.SourceDetail.as_view(), name="api-source"),
]
