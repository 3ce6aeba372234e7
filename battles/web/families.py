"""The pages of a family of combat rules: one object for the families of a kind, asked by the views of every fight.

A view finds who asks and which fight; the family's pages answer. ``battles.web.family_pages`` lists them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from battles.selectors.battles import BattleView
from battles.selectors.folding import AnyFold, whole_log
from battles.services.recording import SentEvent
from battles.web.log_lines import shown_lines
from battles.web.sent_forms import SentForm
from played_logs.web.polling import etag_of_mark
from rules.combat.family import FightFamily

Answered = Mapping[str, Any]
"""What an answer tells beside the fight: ``refused`` in a sentence, and ``meanwhile``, the lines of the log since."""


class FightPages(ABC):
    """The pages of families of a kind. None of them asks whether the visitor may see the fight: the views have.

    ``view`` is the fight as the visitor sees it and ``folded`` the fight folded up to its head, of the family whose
    pages these are. ``more`` goes into the template as it is; ``status`` is the answer's.
    """

    @abstractmethod
    def gathering(
        self, request: HttpRequest, view: BattleView, folded: AnyFold, more: Answered, status: int = 200
    ) -> HttpResponse:
        """Answer with the page of a fight that is being set up, before its first entry or with all of them undone.

        Its ``<div id="battle" data-reloads>`` with the mark (``played_logs.web.polling``) reloads it on changes.
        """

    @abstractmethod
    def playing(
        self, request: HttpRequest, view: BattleView, folded: AnyFold, more: Answered, status: int = 200
    ) -> HttpResponse:
        """Answer with the whole page of a fight that is played or over, in a round that the address names or as of now.

        ``<div id="battle" data-now="…" data-mark="…" data-focus="…">`` holds what ``part`` answers with.
        """

    @abstractmethod
    def part(
        self, request: HttpRequest, view: BattleView, folded: AnyFold, more: Answered, status: int = 200
    ) -> HttpResponse:
        """Answer with what changes of the page, or of the table screen where the address has ``screen=table``.

        The views add its ETag. ``request`` may be the form of a command: ``focus_of`` reads whose panel is open.
        """

    @abstractmethod
    def table(self, request: HttpRequest, view: BattleView, folded: AnyFold) -> HttpResponse:
        """Answer with the table screen, large, for a screen beside the board."""

    @abstractmethod
    def event_of(self, family: FightFamily, sent: SentForm) -> SentEvent:
        """Read the form of a command into an event; raise ``Refusal`` for what is not understood.

        ``sent.do`` names the command. What every fight has (undo, redo, going back and its answer, dice of the server)
        is done before (``battles.web.commands``). It is called while the fight is locked and may not query.
        """

    def log(self, request: HttpRequest, view: BattleView) -> HttpResponse:
        """Answer with the whole log. The whole fight is folded for it."""
        folded = whole_log(view.battle)
        lines = shown_lines(folded, len(folded.lines))
        return render(request, "battles/log.html", {"view": view, "lines": lines, "head": folded.number})

    @abstractmethod
    def result(self, request: HttpRequest, view: BattleView, folded: AnyFold) -> HttpResponse:
        """Answer with the page that tells how the fight ended, or stands."""

    @abstractmethod
    def report_text(self, request: HttpRequest, view: BattleView, folded: AnyFold) -> HttpResponse:
        """Answer with the report as plain text."""

    @abstractmethod
    def report_pdf(self, request: HttpRequest, view: BattleView) -> HttpResponse:
        """Answer with the report and the whole log as a PDF; ``DrawingTooLong`` is answered by the view."""


MAX_FOCUS = 80


def focus_of(request: HttpRequest) -> str:
    """Return the id of the creature whose panel is open, "" for none that the address or the form names."""
    found = request.GET.get("creature", "") or request.POST.get("focus", "")
    return found.replace("\0", "")[:MAX_FOCUS] if found.isascii() else ""


def is_table(request: HttpRequest) -> bool:
    """Return True if the part of the table screen is asked for."""
    return request.GET.get("screen") == "table"


def page_mark(request: HttpRequest, view: BattleView) -> str:
    """Return the mark of the part that belongs to the page which is asked for."""
    return etag_of_mark(view.mark, request.META.get("QUERY_STRING", ""))


def round_state(request: HttpRequest, folded: AnyFold) -> Any:
    """Return the last state of the round that the address names, None for the newest one."""
    asked = request.GET.get("round", "")
    return next((one.state for one in reversed(folded.rounds) if str(one.round) == asked), None)
