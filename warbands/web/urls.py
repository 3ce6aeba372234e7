"""The addresses of warbands, their owner's figures, and shared pages."""

from typing import Any

from django.urls import URLPattern, path

from warbands.selectors.legality import CampaignPlaces
from warbands.services.recording import CareerRecorder
from warbands.web import (
    adding,
    analysis,
    builder,
    collections,
    crests,
    lists,
    matchup,
    printing,
    random_box,
    settings,
    sharing,
)

app_name = "warbands"

urlpatterns = [
    path("warbands/new/", settings.new, name="new"),
    path("warbands/import/", sharing.take_in, name="import"),
    path("warbands/paste/", adding.paste, name="paste"),
    path("warbands/<slug:key>/roster.json", sharing.export, name="export"),
    path("homebrew/<slug:key>/delete/", adding.delete, name="homebrew-delete"),
    path("warbands/<slug:key>/share/", sharing.share, name="share"),
    path("collection/", collections.collection, name="collection"),
    path("collection/change/", collections.collection_change, name="collection-change"),
    path("collection/list/", collections.figure_list, name="collection-list"),
    path("random-box/", random_box.random_box, name="random-box"),
    path("random-box/open/", random_box.fielding_open, name="random-box-open"),
    path("random-box/keep/", random_box.box_keep, name="random-box-keep"),
    path("shared/<str:token>/roster.json", sharing.shared_export, name="shared-export"),
]


def addresses(recorder: CareerRecorder, places: CampaignPlaces) -> tuple[list[URLPattern], str]:
    """Return all addresses with their namespace.

    ``recorder`` writes the journals of warbands with a career, ``places`` finds their campaigns.
    """
    recorded: dict[str, Any] = {"recorder": recorder}
    placed: dict[str, Any] = {"places": places}
    both = recorded | placed
    return [
        *urlpatterns,
        path("warbands/", lists.warbands, placed, name="list"),
        path("warbands/add/", adding.add_to, recorded, name="add-to"),
        path("warbands/<slug:key>/", builder.builder, placed, name="builder"),
        path("warbands/<slug:key>/change/", builder.change, both, name="change"),
        path("warbands/<slug:key>/undo/", builder.undo, both, name="undo"),
        path("warbands/<slug:key>/redo/", builder.redo, both, name="redo"),
        path("warbands/<slug:key>/paste/", adding.paste_into, recorded, name="paste-into"),
        path("warbands/<slug:key>/dismiss/", builder.dismiss, both, name="dismiss"),
        path("warbands/<slug:key>/settings/", settings.settings, recorded, name="settings"),
        path("warbands/<slug:key>/copy/", lists.copy, placed, name="copy"),
        path("warbands/<slug:key>/archive/", lists.archive, placed, name="archive"),
        path("warbands/<slug:key>/delete/", lists.delete, placed, name="delete"),
        path("warbands/<slug:key>/restore/", lists.restore, placed, name="restore"),
        path("warbands/<slug:key>/tags/", lists.tags, placed, name="tags"),
        path("warbands/<slug:key>/print/", printing.own, placed, name="print"),
        path("warbands/<slug:key>/roster.pdf", printing.own_file, {"kind": "sheet"} | placed, name="pdf"),
        path("warbands/<slug:key>/cards.pdf", printing.own_file, {"kind": "cards"} | placed, name="cards-pdf"),
        path("warbands/<slug:key>/chat/", sharing.chat, placed, name="chat"),
        path("warbands/<slug:key>/analysis/", analysis.analysis, placed, name="analysis"),
        path("matchup/", matchup.matchup, placed, name="matchup"),
        path("warbands/<slug:key>/crest/", crests.crest, placed, name="crest"),
        path("warbands/<slug:key>/sheet/", sharing.sheet, placed, name="sheet"),
        path("shared/<str:token>/", sharing.shared, placed, name="shared"),
        path("shared/<str:token>/print/", printing.print_shared, placed, name="shared-print"),
        path("shared/<str:token>/roster.pdf", printing.shared_file, {"kind": "sheet"} | placed, name="shared-pdf"),
        path("shared/<str:token>/cards.pdf", printing.shared_file, {"kind": "cards"} | placed, name="shared-cards-pdf"),
        path("shared/<str:token>/picture.png", sharing.shared_picture, placed, name="shared-picture"),
        path("shared/<str:token>/copy/", sharing.shared_copy, placed, name="shared-copy"),
    ], app_name
