"""The addresses of the compendium API."""

from django.urls import path

from compendium.api import conversions, homebrew, views

urlpatterns = [
    path("creatures/", views.CreatureListView.as_view(), name="api-creatures"),
    path("creatures/<slug:key>/", views.CreatureDetailView.as_view(), name="api-creature"),
    path("items/", views.ItemListView.as_view(), name="api-items"),
    path("items/<slug:key>/", views.ItemDetailView.as_view(), name="api-item"),
    path("feats/", views.FeatListView.as_view(), name="api-feats"),
    path("feats/<slug:key>/", views.FeatDetailView.as_view(), name="api-feat"),
    path("spells/", views.SpellListView.as_view(), name="api-spells"),
    path("spells/<slug:key>/", views.SpellDetailView.as_view(), name="api-spell"),
    path("glossary/", views.GlossaryListView.as_view(), name="api-glossary"),
    path("glossary/<slug:kind>/<slug:key>/", views.GlossaryDetailView.as_view(), name="api-term"),
    path("homebrew/", homebrew.HomebrewListView.as_view(), name="api-homebrew"),
    path("homebrew/convert/", conversions.ConversionView.as_view(), name="api-homebrew-convert"),
    path("homebrew/convert/save/", conversions.ConversionSaveView.as_view(), name="api-homebrew-convert-save"),
    path("homebrew/<slug:key>/", homebrew.HomebrewDetailView.as_view(), name="api-homebrew-one"),
    path("homebrew/<slug:key>/link/", homebrew.HomebrewLinkView.as_view(), name="api-homebrew-link"),
    path("homebrew/<slug:key>/submission/", homebrew.HomebrewSubmissionView.as_view(), name="api-homebrew-submission"),
    path("sources/", views.SourceListView.as_view(), name="api-sources"),
    path("sources/<slug:key>/", views.SourceDetailView.as_view(), name="api-source"),
]
