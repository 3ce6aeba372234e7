"""The addresses of the table game API."""

from django.urls import path

from gambling.api import games, tables

_OF_A_TABLE = {
    "": ("api-gambling-table", tables.TableDetailView),
    "events/": ("api-gambling-events", tables.TableEventsView),
    "undo/": ("api-gambling-undo", tables.TableUndoView),
    "redo/": ("api-gambling-redo", tables.TableRedoView),
    "close/": ("api-gambling-close", tables.TableCloseView),
    "link/": ("api-gambling-table-link", tables.TableLinkView),
    "receipts/": ("api-gambling-receipts", tables.TableReceiptsView),
}

urlpatterns = [
    path("gambling/ready/", games.ReadyGamesView.as_view(), name="api-gambling-ready"),
    path("gambling/odds/", games.GameOddsView.as_view(), name="api-gambling-odds"),
    path("gambling/games/", games.OwnGamesView.as_view(), name="api-gambling-games"),
    path("gambling/games/<slug:key>/", games.OwnGameView.as_view(), name="api-gambling-game"),
    path("gambling/games/<slug:key>/link/", games.GameLinkView.as_view(), name="api-gambling-game-link"),
    path("gambling/shared/<str:token>/", games.SharedGameView.as_view(), name="api-gambling-shared"),
    path("gambling/shared/<str:token>/copy/", games.SharedGameCopyView.as_view(), name="api-gambling-shared-copy"),
    path("gambling/tables/", tables.TablesView.as_view(), name="api-gambling-tables"),
    *(
        path(f"gambling/tables/<slug:key>/{rest}", view.as_view(), name=name)
        for rest, (name, view) in _OF_A_TABLE.items()
    ),
    path("gambling/watch/<str:token>/", tables.WatchedTableView.as_view(), name="api-gambling-watch"),
    path(
        "gambling/watch/<str:token>/receipts/",
        tables.WatchedReceiptsView.as_view(),
        name="api-gambling-watch-receipts",
    ),
]
