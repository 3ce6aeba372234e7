"""The addresses of the battle API."""

from django.urls import path

from battles.api import alone, battles, combatants, options, playing, reports, saved_boards, seats, secrets, setup

_VIEWS = {
    "": ("api-battle", battles.BattleDetailView),
    "close/": ("api-battle-close", battles.BattleCloseView),
    "next/": ("api-battle-next", alone.NextScenarioView),
    "events/": ("api-battle-events", playing.BattleEventsView),
    "roll/": ("api-battle-roll", playing.BattleRollView),
    "undo/": ("api-battle-undo", playing.BattleUndoView),
    "redo/": ("api-battle-redo", playing.BattleRedoView),
    "undo-request/": ("api-battle-undo-request", playing.UndoRequestView),
    "creatures/": ("api-battle-creatures", playing.BattleCreaturesView),
    "log/": ("api-battle-log", playing.BattleLogView),
    "offers/": ("api-battle-offers", options.FightOffersView),
    "options/": ("api-battle-options", options.BattleOptionsView),
    "forecast/": ("api-battle-forecast", options.BattleForecastView),
    "seats/": ("api-battle-seats", seats.SeatsView),
    "seats/<str:side>/": ("api-battle-seat", seats.SeatView),
    "seats/<str:side>/link/": ("api-battle-seat-link", seats.SeatLinkView),
    "spectators/": ("api-battle-spectators", seats.SpectatorsLinkView),
    "setup/": ("api-battle-setup", setup.BattleSetupView),
    "setup/sheet/": ("api-battle-setup-sheet", setup.BattleSheetView),
    "setup/<slug:step>/": ("api-battle-setup-step", setup.BattleSetupStepView),
    "secrets/": ("api-battle-secrets", secrets.BattleSecretsView),
    "secrets/<int:number>/reveal/": ("api-battle-secret-reveal", secrets.SecretRevealView),
    "report/": ("api-battle-report", reports.BattleReportView),
    "report/text/": ("api-battle-report-text", reports.BattleReportTextView),
    "report/pdf/": ("api-battle-report-pdf", reports.BattleReportPdfView),
    "document/": ("api-battle-document", reports.BattleFileView),
}

urlpatterns = [
    path("battles/", battles.BattleListView.as_view(), name="api-battles"),
    path("battles/alone/", alone.AloneView.as_view(), name="api-battles-alone"),
    path("battles/import/", battles.BattleImportView.as_view(), name="api-battle-import"),
    path("battles/combatants/", combatants.CombatantListsView.as_view(), name="api-combatants"),
    path("battles/combatants/<slug:key>/", combatants.CombatantListView.as_view(), name="api-combatant-list"),
    path("battles/combatants/<slug:key>/respite/", combatants.RespiteView.as_view(), name="api-combatants-respite"),
    path("battles/boards/", saved_boards.SavedBoardsView.as_view(), name="api-battle-boards"),
    path("battles/boards/<slug:key>/", saved_boards.SavedBoardView.as_view(), name="api-battle-board"),
    path("battles/join/", seats.SeatTakeView.as_view(), name="api-battle-join"),
    path("battles/watch/<str:token>/", battles.WatchedBattleView.as_view(), name="api-battle-watch"),
    *(path(f"battles/<slug:key>/{rest}", view.as_view(), name=name) for rest, (name, view) in _VIEWS.items()),
]
