"""The addresses of the adventure API."""

from django.urls import URLPattern, path

from adventures.api import adventures, files, options, playing, preparing, templates
from adventures.api.playing import CommandRunner

_VIEWS = {
    "": ("api-adventure", adventures.AdventureDetailView),
    "beginning/": ("api-adventure-beginning", preparing.AdventureBeginningView),
    "options/": ("api-adventure-options", options.AdventureOptionsView),
    "events/": ("api-adventure-events", playing.AdventureEventsView),
    "checks/": ("api-adventure-checks", playing.AdventureChecksView),
    "participants/": ("api-adventure-participants", playing.AdventureParticipantsView),
    "undo/": ("api-adventure-undo", playing.AdventureUndoView),
    "redo/": ("api-adventure-redo", playing.AdventureRedoView),
    "receipts/": ("api-adventure-receipts", files.AdventureReceiptsView),
    "document/": ("api-adventure-document", files.AdventureDocumentView),
    "summary/": ("api-adventure-summary", files.AdventureSummaryView),
    "pdf/": ("api-adventure-pdf", files.AdventurePdfView),
    "link/": ("api-adventure-link", adventures.AdventureLinkView),
    "template/": ("api-adventure-save-template", templates.AdventureTemplateView),
    "campaign/": ("api-adventure-take-in", adventures.AdventureTakeInView),
    "close/": ("api-adventure-close", adventures.AdventureCloseView),
}


def adventures_addresses(run: CommandRunner) -> list[URLPattern]:
    """Return all addresses; ``run`` runs the forms of the pages (``adventures.web.playing``)."""
    return [
        path("adventures/", adventures.AdventureListView.as_view(), name="api-adventures"),
        path("adventures/kinds/", preparing.AdventureKindsView.as_view(), name="api-adventure-kinds"),
        path("adventures/import/", adventures.AdventureImportView.as_view(), name="api-adventure-import"),
        path("adventures/join/", adventures.AdventureJoinView.as_view(), name="api-adventure-join"),
        path("adventures/templates/", templates.TemplatesView.as_view(), name="api-adventure-templates"),
        path("adventures/templates/<slug:key>/", templates.TemplateView.as_view(), name="api-adventure-template"),
        path(
            "adventures/templates/<slug:key>/link/",
            templates.TemplateLinkView.as_view(),
            name="api-adventure-template-link",
        ),
        path(
            "adventures/shared/<str:token>/",
            templates.SharedTemplateView.as_view(),
            name="api-adventure-shared-template",
        ),
        path(
            "adventures/shared/<str:token>/copy/",
            templates.SharedTemplateCopyView.as_view(),
            name="api-adventure-template-copy",
        ),
        path(
            "adventures/<slug:key>/commands/",
            playing.AdventureCommandsView.as_view(run=run),
            name="api-adventure-commands",
        ),
        *(path(f"adventures/<slug:key>/{rest}", view.as_view(), name=name) for rest, (name, view) in _VIEWS.items()),
    ]
