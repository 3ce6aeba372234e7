"""The addresses of battles."""

from django.urls import path

from battles.services.battles import BATTLE
from battles.web import combatants, hints, making, odds, play_boards, playing, replays, saved_boards, visiting
from battles.web.fights import entering as fight_entering
from battles.web.setup import pages as setup_pages
from battles.web.setup import secret_pages
from common.web.refusals import never_stored_pages
from webhooks.web.views import subject_webhooks

app_name = "battles"

urlpatterns = never_stored_pages(
    [
        path("battles/", making.battles, name="list"),
        path("battles/new/", making.new, name="new"),
        path("battles/new/<slug:family>/", fight_entering.new_fight, name="fight-new"),
        path("battles/import/", playing.take_in, name="import"),
        path("battles/combatants/", combatants.combatants, name="combatants"),
        path("battles/combatants/new/", combatants.new_list, name="combatants-new"),
        path("battles/combatants/import/", combatants.import_list, name="combatants-import"),
        path("battles/combatants/<slug:key>/", combatants.combatant_list, name="combatant-list"),
        path("battles/combatants/<slug:key>/change/", combatants.change_list, name="combatants-change"),
        path("battles/combatants/<slug:key>/new/<slug:kind>/", combatants.new_sheet, name="combatant-new"),
        path("battles/combatants/<slug:key>/sheets/<int:number>/", combatants.sheet, name="combatant-sheet"),
        path("battles/combatants/<slug:key>/sheets/<int:number>.pdf", combatants.sheets_pdf, name="combatant-pdf"),
        path("battles/combatants/<slug:key>/sheets.pdf", combatants.sheets_pdf, name="combatants-pdf"),
        path("battles/combatants/<slug:key>/combatants.json", combatants.download_list, name="combatants-file"),
        path("battles/boards/", saved_boards.saved_boards, name="saved-boards"),
        path("battles/boards/import/", saved_boards.saved_board_upload, name="saved-board-import"),
        path("battles/boards/shared/<str:token>/", saved_boards.shared_board, name="shared-board"),
        path("battles/boards/shared/<str:token>.pdf", saved_boards.saved_board_sheets, name="shared-board-sheets"),
        path("battles/boards/<slug:key>/sheets.pdf", saved_boards.saved_board_sheets, name="saved-board-sheets"),
        path("battles/boards/<slug:key>/", saved_boards.saved_board, name="saved-board"),
        path("battles/boards/<slug:key>/change/", saved_boards.saved_board_button, name="saved-board-change"),
        path("battles/boards/<slug:key>/board.json", saved_boards.saved_board_file, name="saved-board-file"),
        path("battles/boards/<slug:key>/<slug:step>/", saved_boards.saved_board_step, name="saved-board-step"),
        path("battles/join/<str:token>/", visiting.join, name="join"),
        path("battles/watch/<str:token>/", visiting.watch, name="watch"),
        path("battles/alone/", making.solo, name="solo"),
        path("battles/alone/battle/", making.skirmish, name="skirmish"),
        path("battles/alone/<slug:slug>/", making.adventure, name="adventure"),
        path("battles/<slug:key>/next/", making.following, name="following"),
        path("battles/<slug:key>/", playing.battle, name="battle"),
        path("battles/<slug:key>/seat/", visiting.own_seat, name="own-seat"),
        path("battles/<slug:key>/now/", playing.battle_now, name="now"),
        path("battles/<slug:key>/act/", playing.act, name="act"),
        path("battles/<slug:key>/board/", play_boards.board, name="board"),
        path("battles/<slug:key>/board/between/", play_boards.between, name="between"),
        path("battles/<slug:key>/board/way/", play_boards.way, name="way"),
        path("battles/<slug:key>/creature/", playing.enter, name="enter"),
        path("battles/<slug:key>/chances/", playing.chances, name="chances"),
        path("battles/<slug:key>/combatants/", fight_entering.combatants, name="fight-combatants"),
        path("battles/<slug:key>/combatants/sheet/", fight_entering.sheet, name="fight-sheet"),
        path("battles/<slug:key>/combatants/sheet.pdf", fight_entering.sheet_pdf, name="fight-sheet-pdf"),
        path("battles/<slug:key>/agreements/", fight_entering.agreements, name="fight-agreements"),
        path("battles/<slug:key>/table/", playing.table, name="table"),
        path("battles/<slug:key>/odds/", odds.odds, name="odds"),
        path("battles/<slug:key>/hint/", hints.hint, name="hint"),
        path("battles/<slug:key>/log/", playing.log, name="log"),
        path("battles/<slug:key>/play-on/", making.play_on, name="play-on"),
        path("battles/<slug:key>/replay/", replays.replay, name="replay"),
        path("battles/<slug:key>/replay/frames/", replays.replay_frames, name="replay-frames"),
        path("battles/<slug:key>/result/", playing.result, name="result"),
        path("battles/<slug:key>/report.txt", playing.report_as_text, name="report-text"),
        path("battles/<slug:key>/report.pdf", playing.report_as_pdf, name="report-pdf"),
        path("battles/<slug:key>/report/", playing.hand_over, name="hand-over"),
        path("battles/<slug:key>/battle.json", playing.download, name="download"),
        path("battles/<slug:key>/setup/", setup_pages.overview, name="setup"),
        path("battles/<slug:key>/setup/everything/", setup_pages.everything, name="setup-everything"),
        path("battles/<slug:key>/setup/sheet/", setup_pages.sheet, name="setup-sheet"),
        path("battles/<slug:key>/setup/secrets/", secret_pages.secrets, name="setup-secrets"),
        path("battles/<slug:key>/setup/secrets/act/", secret_pages.act, name="setup-act"),
        path("battles/<slug:key>/setup/secrets/<str:side>/", secret_pages.cover, name="setup-cover"),
        path("battles/<slug:key>/setup/secrets/<str:side>/choose/", secret_pages.choose, name="setup-choose"),
        path("battles/<slug:key>/setup/<slug:step>/", setup_pages.step, name="setup-step"),
        path("battles/<slug:key>/phones/", visiting.phones, name="phones"),
        path("battles/<slug:key>/phones/<str:side>/", visiting.seat, name="seat"),
        path("battles/<slug:key>/webhooks/", subject_webhooks, {"kind": BATTLE}, name="webhooks"),
        path("battles/<slug:key>/spectators/", visiting.spectators, name="spectators"),
        path("battles/<slug:key>/settings/", making.settings, name="settings"),
        path("battles/<slug:key>/edit/", making.edit, name="edit"),
        path("battles/<slug:key>/close/", making.close, name="close"),
        path("battles/<slug:key>/delete/", making.delete, name="delete"),
    ],
    but=("now",),
)
