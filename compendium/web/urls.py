"""The addresses of the compendium's pages."""

from django.urls import path

from compendium.web import comparison, creatures, entries, first_game, homebrew_editor, lists, printing, worth
from compendium.web.conversion import views as conversion
from compendium.web.printables import views as printables

app_name = "compendium"

urlpatterns = [
    path("creatures/<slug:key>/", creatures.creature, name="creature"),
    path("creatures/<slug:key>/card/", creatures.card, name="creature-card"),
    path("creatures/<slug:key>/history/", creatures.history, name="creature-history"),
    path("creatures/<slug:key>/revisions/<int:number>/", creatures.revision, name="creature-revision"),
    path("balance/", worth.balance, name="balance"),
    path("compare/", comparison.compare, name="compare"),
    path("compare/basket/", comparison.comparison_change, name="basket"),
    path("selection/", comparison.selection_change, name="selection"),
    path("selection/copies/", printables.change_copies, name="selection-copies"),
    path("print/", printables.hub, name="print-hub"),
    path("print/later/", printing.later, name="print-later"),
    path("print/later/<str:ticket>/", printing.making, name="print-making"),
    path("print/later/<str:ticket>/print.pdf", printing.made_file, name="print-made"),
    path("print/<slug:what>/", printables.page, name="print"),
    path("print/<slug:what>.pdf", printables.file, name="print-pdf"),
    path("creatures/", lists.CreatureList.as_view(), name="creature-list"),
    path("items/", lists.ItemList.as_view(), name="item-list"),
    path("feats/", lists.FeatList.as_view(), name="feat-list"),
    path("spells/", lists.SpellList.as_view(), name="spell-list"),
    path("homebrew/", creatures.homebrew_list, name="homebrew-list"),
    path("homebrew/<slug:key>/share/", creatures.share, name="homebrew-share"),
    path("homebrew/<slug:key>/license/", creatures.license, name="homebrew-license"),
    path("homebrew/<slug:key>/worth/", creatures.measure, name="homebrew-worth"),
    path("homebrew/<slug:key>/send/", creatures.submit, name="homebrew-send"),
    path("items/<slug:key>/", entries.item, name="item"),
    path("feats/<slug:key>/", entries.feat, name="feat"),
    path("spells/<slug:key>/", entries.spell, name="spell"),
    path("first-game/", first_game.first_game, name="first-game"),
    path("glossary/", entries.index, name="glossary"),
    path("glossary/<slug:kind>/", entries.kind, name="glossary-kind"),
    path("glossary/<slug:kind>/<slug:key>/", entries.entry, name="glossary-entry"),
    path("homebrew/new/", homebrew_editor.new, name="homebrew-new"),
    path("homebrew/<slug:key>/edit/", homebrew_editor.edit, name="homebrew-edit"),
    path("homebrew/convert/", conversion.conversion, name="homebrew-convert"),
    path("homebrew/convert/save/", conversion.conversion_save, name="homebrew-convert-save"),
    path("search/", lists.search, name="search"),
    path("search/suggestions/", lists.suggestions, name="suggestions"),
]
