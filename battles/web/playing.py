"""The pages of one fight: at the table with its buttons and chances, its end, and the fight as a file."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.web.commands import CommandDone, takes_commands
from accounts.web.visitors import owner_to_be
from battles.drawings import report_pdf
from battles.models.battles import BattleStatus
from battles.selectors.battles import BattleView, BattleVisitor, battle_mark
from battles.selectors.crests import seat_crests
from battles.selectors.families import may_play_on, refuse_hidden
from battles.selectors.folding import AnyFoldedFight, battle_file, folded_battle, folded_fight, whole_log
from battles.selectors.results import board_moments, report_address_query, report_chronicle, report_text
from battles.services.battles import BattleNotFound, battle_import
from battles.services.opponents import opponents_open, opponents_play
from battles.services.recording import (
    OpenLog,
    creature_enter,
    dice_record,
    sent_record,
    spot_dig,
    step_redo,
    step_undo,
    undo_answer,
    undo_ask,
)
from battles.web.aim_forms import aim_query
from battles.web.aiming import aim_form
from battles.web.families import pages_of
from battles.web.sent_forms import SentForm
from battles.web.shown_fights import shown_lines
from battles.web.typed_commands import typed_line_record
from battles.web.visiting import (
    NOT_HERE,
    battle_visitor,
    battle_visitor_by_session,
    played_battle_or_404,
    seen_battle_or_404,
)
from campaigns.drawings.points import points_chart
from common.refusal import Refusal
from common.web.address import is_partial
from common.web.awaiting import has_waited, with_awaited
from common.web.files import file_response, pdf_response
from compendium.selectors.creature_list import creatures
from compendium.web.printing import can_print_later
from compendium.web.sent_documents import store_sent_document
from played_logs.web.polling import asked_again, browser_wait, etag_of_mark, link_wait, status_of_refused, wait_response
from rules.errors import require
from rules.p2v_combat.sides import NEUTRAL
from rules.p2v_combat.state import BattleState
from rules.text import slug


def run_command(visitor: BattleVisitor, key: str, data: QueryDict) -> OpenLog:
    """Carry out a form, and the commands of sides that the game plays; raise ``Refusal`` if it is impossible."""
    sent = SentForm(data)
    if sent.do == "line":
        return opponents_play(typed_line_record(visitor, key, sent).log)
    if sent.do in _LOG:
        done = _LOG[sent.do](visitor, key, sent)
        # What was undone stays so until a person goes on.
        return done if sent.do in _BACK else opponents_play(done)
    done = sent_record(
        visitor=visitor,
        key=key,
        read=lambda family: pages_of(family).event_of(family, sent),
        client_key=sent.client_key,
    )
    return opponents_play(done)


def _dig(visitor: BattleVisitor, key: str, sent: SentForm) -> OpenLog:
    creature, spot = sent.text("creature"), sent.text("spot")
    return spot_dig(visitor=visitor, key=key, creature=creature, spot=spot, seen=sent.seen, client_key=sent.client_key)


_LOG: dict[str, Callable[[BattleVisitor, str, SentForm], OpenLog]] = {
    "undo": lambda visitor, key, sent: step_undo(visitor=visitor, key=key, seen=sent.seen),
    "redo": lambda visitor, key, sent: step_redo(visitor=visitor, key=key, seen=sent.seen),
    "back": lambda visitor, key, sent: undo_ask(visitor=visitor, key=key, step=sent.number("step"), seen=sent.seen),
    "answer": lambda visitor, key, sent: undo_answer(visitor=visitor, key=key, agrees=sent.text("agrees") == "1"),
    "roll": lambda visitor, key, sent: dice_record(
        visitor=visitor, key=key, seen=sent.seen, client_key=sent.client_key
    ),
    "dig": _dig,
    "game": lambda visitor, key, sent: opponents_open(visitor=visitor, key=key),
}
_BACK = frozenset({"undo", "redo", "back", "answer"})


@require_safe
def battle(request: HttpRequest, key: str) -> HttpResponse:
    """Show a fight: its set-up, the present game, or its end."""
    view = seen_battle_or_404(request, key)
    return _page(request, view, folded_fight(view.battle), {}, 200)


@require_safe
@asked_again
def battle_now(request: HttpRequest, key: str) -> HttpResponseBase:
    """Answer with the changing part of the page, or that nothing has changed.

    The latter takes two queries, including that of the session, and folds nothing; it may wait for a change. A browser
    that asks too often, and all watchers with one link together, get the answer to ask later.
    """
    is_counted = has_waited(request)
    if not is_counted and (wait := browser_wait(request, key)):
        return wait_response(wait)
    query = request.META.get("QUERY_STRING", "")
    if "If-None-Match" in request.headers:
        marked = require(battle_mark(battle_visitor_by_session(request), key), Http404(NOT_HERE))
        if not is_counted and (wait := link_wait(marked.link)):
            return wait_response(wait)
        if unchanged := get_conditional_response(request, etag=etag_of_mark(marked.mark, query)):
            return with_awaited(request, unchanged, key, marked.battle.version)
    view = seen_battle_or_404(request, key)
    if "If-None-Match" not in request.headers and (wait := link_wait(view.link)):
        return wait_response(wait)
    return _part(request, view, folded_fight(view.battle), query)


def _act_command(request: HttpRequest, key: str) -> CommandDone:
    """Carry out a button for a device whose page of the fight is closed; the log knows the name as well."""
    run_command(battle_visitor(request), key, request.POST)
    return CommandDone("Done")


@takes_commands(_act_command)
@require_POST
def act(request: HttpRequest, key: str) -> HttpResponse:
    """Carry out a button; if it is refused, show the reason and the events since.

    A request for the odds of an action leads to its form with the input; nothing else happens.
    """
    if "odds" in request.POST:
        return redirect(f"{reverse('battles:battle', args=[key])}?{aim_query(request.POST)}")
    more: dict[str, str] = {}
    try:
        if request.POST.get("do") == "line":
            typed = typed_line_record(battle_visitor(request), key, SentForm(request.POST))
            done = opponents_play(typed.log)
            more = {"refused": f"{typed.why} Not done yet: {typed.rest}", "typed_rest": typed.rest} if typed.why else {}
        else:
            done = run_command(battle_visitor(request), key, request.POST)
    except BattleNotFound as refused:
        raise Http404(NOT_HERE) from refused
    except Refusal as refused:
        return _refused(request, key, refused)
    if not is_partial(request):
        if more:
            return _page(request, done.view, done.folded, more, 200)
        query, address = _focus_query(request), reverse("battles:battle", args=[key])
        return redirect(f"{address}?{query}" if query else address)
    return _part(request, done.view, done.folded, _focus_query(request), more)


def _refused(request: HttpRequest, key: str, refused: Refusal) -> HttpResponse:
    """Show the refusal, and what happened meanwhile, above the present fight."""
    _, view = played_battle_or_404(request, key)
    folded = folded_fight(view.battle)
    more = {"refused": refused.message, "meanwhile": refused.problems}
    status = status_of_refused(refused)
    if is_partial(request):
        return _part(request, view, folded, _focus_query(request), more, status)
    return _page(request, view, folded, more, status)


def _page(
    request: HttpRequest, view: BattleView, folded: AnyFoldedFight, more: Mapping[str, Any], status: int
) -> HttpResponse:
    """Answer with the page of a fight: while it is set up, in a round of the address, or as of now."""
    pages = pages_of(folded.family)
    mark = etag_of_mark(view.mark, request.META.get("QUERY_STRING", ""))
    if view.battle.status == BattleStatus.SETTING_UP:
        gathered = {"head": folded.number, "mark": mark, **pages.gathered(request, view, folded)}
        return pages.drawn(request, view, "gathering", {**gathered, **more}, status)
    focus, asked = _focus_of(request), request.GET.get("round", "")
    screen = pages.screen(view, folded, focus=focus, aimed=request.GET)
    shown = {"screen": screen, "mark": mark, "focus": focus, **more}
    then = next((past.state for past in reversed(folded.rounds) if str(past.round) == asked), None)
    if then is not None:
        shown |= {"then": then, **pages.past(view, folded, then)}
    return pages.drawn(request, view, pages.page, shown, status)


def _part(
    request: HttpRequest,
    view: BattleView,
    folded: AnyFoldedFight,
    query: str,
    more: Mapping[str, Any] | None = None,
    status: int = 200,
) -> HttpResponse:
    """Answer with the changing part, and its mark at the address that the page's script polls.

    It is that of the table screen if the address has ``screen=table``.
    """
    pages = pages_of(folded.family)
    screen = pages.screen(view, folded, focus=_focus_of(request), aimed=request.GET)
    page = "table" if request.GET.get("screen") == "table" else pages.page
    # A browser that has the long fold closed asks for it once it is opened.
    shown = {"screen": screen, "is_light": request.headers.get("Muster-Folds") == "closed", **(more or {})}
    response = pages.drawn(request, view, f"parts/{page}", shown, status)
    response["ETag"] = etag_of_mark(view.mark, query)
    return response


def _focus_of(request: HttpRequest) -> str:
    """Return the id of the creature whose panel is open, "" if neither address nor form names one."""
    named = request.GET.get("creature", "") or request.POST.get("focus", "")
    return named.replace("\0", "")[:MAX_FOCUS] if named.isascii() else ""


def _focus_query(request: HttpRequest) -> str:
    focus = _focus_of(request)
    return urlencode({"creature": focus}) if focus else ""


@require_safe
def table(request: HttpRequest, key: str) -> HttpResponse:
    """Show all sides, large, for a screen beside the board."""
    view = seen_battle_or_404(request, key)
    folded = folded_fight(view.battle)
    pages = pages_of(folded.family)
    shown = {"screen": pages.screen(view, folded), "mark": etag_of_mark(view.mark, "screen=table")}
    return pages.drawn(request, view, "table", shown)


@require_safe
def log(request: HttpRequest, key: str) -> HttpResponse:
    """Show the whole log, newest first. Folds the whole fight."""
    view = seen_battle_or_404(request, key)
    folded = whole_log(view.battle)
    pages_of(folded.family)  # there is no page for rules without any
    lines = shown_lines(folded, len(folded.lines))
    shown = {"view": view, "lines": lines, "head": folded.number, "may_play_on": may_play_on(view)}
    shown["with_replay"] = "table" in folded.family.capabilities
    return render(request, "battles/log.html", shown)


@require_safe
def chances(request: HttpRequest, key: str) -> HttpResponse:
    """Answer with the chances of the action that a form prepares."""
    view = seen_battle_or_404(request, key, "forecast")
    state = folded_battle(view.battle).state
    aim = aim_form(view, state, request.GET)
    if aim is None:
        return HttpResponse(status=204)
    return render(request, "battles/parts/forecast.html", {"aim": aim})


@require_http_methods(["GET", "HEAD", "POST"])
def enter(request: HttpRequest, key: str) -> HttpResponse:
    """Let a creature of the compendium join a side, or no side. Five queries to show the page."""
    visitor, view = played_battle_or_404(request, key, "creatures")
    state = folded_battle(view.battle).state
    if request.method != "POST":
        return _entering_page(request, view, state)
    sent = SentForm(request.POST)
    try:
        creature_enter(
            visitor=visitor,
            key=key,
            creature=sent.text("creature"),
            side=sent.text("side"),
            name=sent.text("name", 80),
            commander=sent.text("commander"),
        )
    except Refusal as refused:
        return _entering_page(request, view, state, refused.message)
    return redirect("battles:battle", key)


def _entering_page(request: HttpRequest, view: BattleView, state: BattleState, refused: str = "") -> HttpResponse:
    context = {
        "view": view,
        "refused": refused,
        "typed": request.POST,
        "creatures": list(creatures().order_by("name", "key").values_list("key", "name", "level")),
        "sides": [(side.key, side.name) for side in state.setup.sides] + [(NEUTRAL, "No side")],
        "commanders": [
            (combatant.id, state.name(combatant.id))
            for combatant in state.combatants.values()
            if combatant.is_up and combatant.side != NEUTRAL
        ],
    }
    return render(request, "battles/enter.html", context, status=422 if refused else 200)


MAX_BYTES = 2_500_000
MAX_FOCUS = 80


def report_name(view: BattleView) -> str:
    """Return the beginning of the names of a fight's files."""
    return slug(view.battle.name)[:80] or "battle"


@require_safe
def download(request: HttpRequest, key: str) -> HttpResponse:
    """Answer with the battle as a file, without sealed choices."""
    _, view = played_battle_or_404(request, key)
    try:
        refuse_hidden(view)
    except Refusal as refused:
        messages.warning(request, refused.message)
        return redirect("battles:battle", key)
    return file_response(battle_file(view.battle), f"{report_name(view)}.muster-battle.json")


@require_http_methods(["GET", "HEAD", "POST"])
def take_in(request: HttpRequest) -> HttpResponse:
    """Take in a battle from a file."""
    battle = store_sent_document(
        request,
        "battles/import.html",
        most=MAX_BYTES,
        missing="Choose a battle file, at most 2.5 MB.",
        store=lambda document: battle_import(owner=owner_to_be(request), document=document),
    )
    if isinstance(battle, HttpResponse):
        return battle
    messages.success(request, "The battle is imported. It continues where it stopped.")
    return redirect("battles:battle", battle.key)


@require_safe
def result(request: HttpRequest, key: str) -> HttpResponse:
    """Show how a fight ended, or its present state."""
    view = seen_battle_or_404(request, key)
    folded = folded_fight(view.battle)
    pages, is_closed = pages_of(folded.family), view.battle.status == BattleStatus.CLOSED
    report = pages.report(view, folded)
    shown = {
        "report": report,
        "chart": points_chart(report.points, "Points in play after each round") if report.rounds else "",
        "crests": seat_crests(view.seats),
        "has_ended": view.has_ended,
        "is_closed": is_closed,
        "seed": bytes(view.battle.seed).hex() if is_closed else "",
        # The last round of a battle that is over ends where it is over.
        "rounds": folded.rounds[: -1 if view.has_ended else None] if may_play_on(view) else (),
    }
    return pages.drawn(request, view, "result", {**shown, **pages.ended(view, folded)})


@require_safe
def hand_over(request: HttpRequest, key: str) -> HttpResponse:
    """Lead to the report form of the campaign's scenario, filled in with the result, to be confirmed there."""
    _, view = played_battle_or_404(request, key, "campaign")
    scenario = require(view.battle.scenario, Http404("This battle does not belong to a campaign."))
    query = report_address_query(view.battle, view.seats, folded_battle(view.battle))
    return redirect(f"{reverse('campaigns:report', args=[scenario.campaign.key, scenario.number])}?{query}")


@require_safe
def report_as_text(request: HttpRequest, key: str) -> HttpResponse:
    """Answer with the report as plain text."""
    view = seen_battle_or_404(request, key)
    folded = folded_fight(view.battle)
    text = report_text(pages_of(folded.family).report(view, folded))
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


@can_print_later
@require_safe
def report_as_pdf(request: HttpRequest, key: str) -> HttpResponse:
    """Answer with the report and the whole log as a PDF."""
    view = seen_battle_or_404(request, key)
    folded = whole_log(view.battle)
    report = pages_of(folded.family).report(view, folded)
    chronicle = report_chronicle(report, folded, view.battle.seats.all())
    return pdf_response(report_pdf(chronicle, board_moments(folded)), f"{report_name(view)}-report")
