"""The addresses of table games."""

from django.urls import path

from common.web.refusals import never_stored_pages
from gambling.web import games, tables

app_name = "gambling"

urlpatterns = never_stored_pages(
    [
        path("gambling/", games.gambling, name="list"),
        path("gambling/ready/<slug:name>/", games.ready_game, name="ready"),
        path("gambling/games/new/", games.new_game, name="new"),
        path("gambling/games/import/", games.take_game, name="import"),
        path("gambling/games/<slug:key>/", games.game, name="game"),
        path("gambling/games/<slug:key>/change/", games.change_game, name="change"),
        path("gambling/games/<slug:key>/link/", games.share_game, name="game-link"),
        path("gambling/games/<slug:key>/delete/", games.delete_game, name="game-delete"),
        path("gambling/games/<slug:key>/game.json", games.download_game, name="download"),
        path("gambling/shared/<str:token>/", games.shared_game_page, name="shared"),
        path("gambling/tables/new/", tables.open_table, name="open"),
        path("gambling/tables/<slug:key>/", tables.table_page, name="table"),
        path("gambling/tables/<slug:key>/now/", tables.table_now, name="now"),
        path("gambling/tables/<slug:key>/act/", tables.act, name="act"),
        path("gambling/tables/<slug:key>/receipts/", tables.receipts, name="receipts"),
        path("gambling/tables/<slug:key>/link/", tables.share_table, name="table-link"),
        path("gambling/tables/<slug:key>/close/", tables.close_table, name="close"),
        path("gambling/tables/<slug:key>/delete/", tables.delete_table, name="table-delete"),
        path("gambling/watch/<str:token>/", tables.watch_page, name="watch"),
        path("gambling/watch/<str:token>/now/", tables.watch_now, name="watch-now"),
        path("gambling/watch/<str:token>/receipts/", tables.watch_receipts, name="watch-receipts"),
    ],
    but=("now", "watch-now"),
)
