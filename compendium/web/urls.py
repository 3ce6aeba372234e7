"""The addresses of the compendium's pages."""

from __future__ import annotations

from django.urls import path

from compendium.web import comparison, creatures

app_name = "compendium"

urlpatterns = [
    path("creatures/<slug:key>/", creatures.creature, name="creature"),
    path("creatures/<slug:key>/history/", creatures.history, name="creature-history"),
    path("creatures/<slug:key>/revisions/<int:number>/", creatures.revision, name="creature-revision"),
    path("compare/", comparison.compare, name="compare"),
    path("compare/basket/", comparison.basket_change, name="basket"),
]
