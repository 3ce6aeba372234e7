"""The addresses of battles."""

from __future__ import annotations

from django.urls import path

from battles.selectors.webhooks import BATTLE
from battles.web import adventures, entering, files, forecasting, links, making, playing
from battles.web.setup.urls import setup_urlpatterns
from webhooks.web.views import subject_webhooks

app_name = "battles"

urlpatterns = [
    path("battles/", making.battles, name="list"),
    path("battles/new/", making.new, name="new"),
    path("battles/import/", files.take_in, name="import"),
    path("battles/join/<str:token>/", links.join, name="join"),
    path("battles/watch/<str:token>/", links.watch, name="watch"),
    path("battles/alone/", adventures.solo, name="solo"),
    path("battles/alone/battle/", adventures.skirmish, name="skirmish"),
    path("battles/alone/<slug:slug>/", adventures.adventure, name="adventure"),
    path("battles/<slug:key>/next/", adventures.following, name="following"),
    path("battles/<slug:key>/", playing.battle, name="battle"),
    path("battles/<slug:key>/now/", playing.battle_now, name="now"),
    path("battles/<slug:key>/act/", playing.act, name="act"),
    path("battles/<slug:key>/creature/", entering.enter, name="enter"),
    path("battles/<slug:key>/chances/", forecasting.chances, name="chances"),
    path("battles/<slug:key>/table/", playing.table, name="table"),
    path("battles/<slug:key>/log/", playing.log, name="log"),
    path("battles/<slug:key>/result/", files.result, name="result"),
    path("battles/<slug:key>/report.txt", files.report_text, name="report-text"),
    path("battles/<slug:key>/report.pdf", files.report_pdf, name="report-pdf"),
    path("battles/<slug:key>/report/", files.hand_over, name="hand-over"),
    path("battles/<slug:key>/battle.json", files.download, name="download"),
    *setup_urlpatterns,
    path("battles/<slug:key>/phones/", links.phones, name="phones"),
    path("battles/<slug:key>/phones/<str:side>/", links.seat, name="seat"),
    path("battles/<slug:key>/webhooks/", subject_webhooks, {"kind": BATTLE}, name="webhooks"),
    path("battles/<slug:key>/spectators/", links.spectators, name="spectators"),
    path("battles/<slug:key>/settings/", making.settings, name="settings"),
    path("battles/<slug:key>/edit/", making.edit, name="edit"),
    path("battles/<slug:key>/close/", making.close, name="close"),
    path("battles/<slug:key>/delete/", making.delete, name="delete"),
]
