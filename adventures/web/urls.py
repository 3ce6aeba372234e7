"""The addresses of adventures."""

from django.urls import path

from adventures.web import making, playing, settings
from common.web.refusals import never_stored_pages

app_name = "adventures"

urlpatterns = never_stored_pages(
    [
        path("adventures/", making.adventures, name="list"),
        path("adventures/new/", making.new, name="new"),
        path("adventures/new/<slug:kind>/", making.empty, name="empty"),
        path("adventures/import/", making.take_file, name="import"),
        path("adventures/join/<str:token>/", settings.join, name="join"),
        path("adventures/shared/<str:token>/", settings.shared_template, name="shared"),
        path("adventures/templates/<slug:key>/", settings.template, name="template"),
        path("campaigns/<slug:key>/adventures/", making.of_campaign, name="of-campaign"),
        path("campaigns/<slug:key>/adventures/take/", making.take_in, name="take-in"),
        path("adventures/<slug:key>/", playing.adventure_page, name="adventure"),
        path("adventures/<slug:key>/now/", playing.adventure_now, name="now"),
        path("adventures/<slug:key>/act/", playing.act, name="act"),
        path("adventures/<slug:key>/log/", playing.adventure_log, name="log"),
        path("adventures/<slug:key>/prepare/", making.prepare, name="prepare"),
        path("adventures/<slug:key>/settings/", settings.settings, name="settings"),
        path("adventures/<slug:key>/link/", settings.link, name="link"),
        path("adventures/<slug:key>/template/", settings.save_template, name="save-template"),
        path("adventures/<slug:key>/close/", settings.close, name="close"),
        path("adventures/<slug:key>/delete/", settings.delete, name="delete"),
        path("adventures/<slug:key>/adventure.json", settings.download, name="download"),
        path("adventures/<slug:key>/master.pdf", settings.pdf, {"whose": "master"}, name="master-pdf"),
        path("adventures/<slug:key>/players.pdf", settings.pdf, {"whose": "players"}, name="players-pdf"),
        path("adventures/<slug:key>/summary.txt", settings.summary, name="summary"),
    ],
    but=("now",),
)
