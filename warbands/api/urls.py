"""The addresses of the warband API."""

from typing import Any

from django.urls import URLPattern, path, re_path

from warbands.api import figures, matchups, pasting, rosters, shared, warbands
from warbands.selectors.legality import CampaignPlaces
from warbands.services.recording import CareerRecorder


def addresses(recorder: CareerRecorder, places: CampaignPlaces) -> list[URLPattern]:
    """Return all addresses; ``recorder`` and ``places`` are those of the pages (``warbands.web.urls``)."""
    given: dict[str, Any] = {"recorder": recorder, "places": places}
    views = {
        "": ("api-warbands", warbands.WarbandListView),
        "paste/": ("api-warbands-paste", pasting.WarbandPasteView),
        "paste/read/": ("api-warbands-paste-read", pasting.MemberListReadView),
        "<slug:key>/": ("api-warband", warbands.WarbandDetailView),
        "<slug:key>/changes/": ("api-warband-change", warbands.WarbandChangeView),
        "<slug:key>/undo/": ("api-warband-undo", warbands.WarbandUndoView),
        "<slug:key>/redo/": ("api-warband-redo", warbands.WarbandRedoView),
        "<slug:key>/roster/": ("api-warband-roster", warbands.WarbandRosterView),
        "<slug:key>/link/": ("api-warband-link", shared.WarbandLinkView),
        "<slug:key>/archive/": ("api-warband-archive", shared.WarbandArchiveView),
        "<slug:key>/tags/": ("api-warband-tags", shared.WarbandTagsView),
        "<slug:key>/copy/": ("api-warband-copy", shared.WarbandCopyView),
        "<slug:key>/paste/": ("api-warband-paste", pasting.MembersPasteView),
        "<slug:key>/text/": ("api-warband-text", shared.WarbandTextView),
        "<slug:key>/restore/": ("api-warband-restore", shared.WarbandRestoreView),
    }
    return [
        # A redirect would lose the body, so that both ways to write the address are this view.
        re_path(r"^rosters/check/?$", rosters.RosterCheck.as_view(), name="api-roster-check"),
        re_path(r"^rosters/render/?$", rosters.RosterPrintView.as_view(), name="api-roster-render"),
        path("jobs/<int:number>/file/", rosters.PrintedFileView.as_view(), name="api-job-file"),
        path("random-box/", figures.RandomBoxView.as_view(), name="api-random-box"),
        path("matchup/", matchups.MatchupView.as_view(places=places), name="api-matchup"),
        *(path(f"warbands/{rest}", view.as_view(**given), name=name) for rest, (name, view) in views.items()),
        path("shared/<str:token>/", shared.SharedWarbandView.as_view(**given), name="api-shared"),
        path("shared/<str:token>/copy/", shared.SharedCopyView.as_view(**given), name="api-shared-copy"),
        path("figures/", figures.FiguresView.as_view(), name="api-figures"),
        path("figures/read/", figures.FigureListReadView.as_view(), name="api-figures-read"),
    ]
