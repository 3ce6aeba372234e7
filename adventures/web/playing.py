"""An adventure at the table: its page, the part that polls for changes, and what its buttons send."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import redirect, render
from django.template.loader import select_template
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_POST, require_safe

from adventures.drawings.standings import TrackDrawing, track_drawing
from adventures.forms.events import event_forms, event_of_form, events_of_joining, joining_members, named_character
from adventures.forms.kinds import kind_forms
from adventures.models import AdventureRow
from adventures.selectors.checks import ActionChecks, TargetOption, WantedCheck, check_options, skill_words
from adventures.selectors.folding import (
    ADVENTURE_LOGS,
    FoldedAdventure,
    adventure_at_round,
    may_redo,
    may_undo,
    whole_adventure_view,
)
from adventures.selectors.parties import campaign_warbands
from adventures.selectors.seats import AdventureSeat, AdventureVisitor, adventure_seat
from adventures.selectors.sentences import LogSentence, log_sentences
from adventures.services.adventures import NOT_FOUND, AdventureNotFound
from adventures.services.recording import (
    EventsOf,
    adventure_event_record,
    adventure_redo,
    adventure_undo,
    check_record,
    step_record,
)
from adventures.web.settings import NOT_HERE, adventure_visitor, seen_adventure_or_404
from adventures.web.tools import TOOL, AdventureTools, adventure_tools
from battles.forms import own_warbands
from common.refusal import Refusal
from common.typed import typed_number, typed_text
from common.web.address import ListState
from played_logs.web.polling import asked_again, browser_wait, etag_of_mark, polled, status_of_refused, wait_response
from rules.adventures.events import AdventureEvent
from rules.adventures.events.checks import DiceEvent, check_rolled
from rules.adventures.fields import SCALE_NAMES
from rules.adventures.kind import AdventureBlock
from rules.adventures.participants import AdventureParticipant
from rules.adventures.state import AdventureState, CheckAttempt
from rules.adventures.views import AdventureView, SheetSection, fact_sections
from rules.text import natural_number, with_minus

FOCUS = ("who", "action", "target", "skill", "hex", "zoom", TOOL)
"""The address's selections."""
LINES = 12
"""The most entries of the log on the page itself."""


@dataclass(frozen=True)
class AdventureScreen:
    """The page of an adventure for one viewer."""

    seat: AdventureSeat
    view: AdventureView
    focus: Mapping[str, str]
    waiting: tuple[AdventureParticipant, ...]
    acted: tuple[AdventureParticipant, ...]
    chosen: AdventureParticipant | None
    may_act: bool
    actions: tuple[ActionChecks, ...]
    tools: AdventureTools
    tracks: tuple[TrackDrawing, ...]
    summary: tuple[str, ...]
    blocks: tuple[AdventureBlock, ...]
    facts: tuple[SheetSection, ...]
    lines: tuple[LogSentence, ...]
    can_undo: bool
    can_redo: bool
    template: str
    skills: tuple[str, ...]

    @property
    def state(self) -> AdventureState:
        """The state of the adventure, as the viewer may know it."""
        return self.view.state

    @property
    def row(self) -> AdventureRow:
        """The adventure's row: its name, its address, its status."""
        return self.seat.row

    @property
    def rolls(self) -> bool:
        """Whether adventures of this kind have checks at all."""
        return bool(self.view.adventure.kind.actions)

    @property
    def ends_round(self) -> bool:
        """Whether the end of the round comes next: no one who takes part has a check left."""
        return bool(self.waiting or self.acted) and not (self.waiting and self.rolls)

    @property
    def is_board_first(self) -> bool:
        """Whether the board is played on: a duel's turns, and a map or a plain while no one's checks are open."""
        kind = self.view.adventure.kind
        return kind.has_own_turns or (kind.has_map and not (self.chosen and self.may_act))

    @property
    def has_acted(self) -> bool:
        """Return True if the chosen participant has acted as often as this round allows."""
        return self.chosen in self.acted

    @property
    def possible(self) -> tuple[ActionChecks, ...]:
        """The actions with possible targets."""
        return tuple(action for action in self.actions if action.targets)

    @property
    def tried(self) -> tuple[ActionChecks, TargetOption] | None:
        """The present check: the requested one, or the only one; None to choose first."""
        checks = [(action, target) for action in self.actions for target in action.targets]
        asked = next(((action, target) for action, target in checks if target.is_open), None)
        return asked or (checks[0] if len(checks) == 1 else None)

    @property
    def meets(self) -> tuple[tuple[str, str], ...]:
        """The facts that the next check may meet, of all targets."""
        shown = {
            key: f"{target.name}: {label}"
            for action in self.actions
            for target in action.targets
            for key, label in target.meets
        }
        return tuple(shown.items())

    @property
    def latest(self) -> tuple[LogSentence, ...]:
        """The entries of the last step in words, the newest first."""
        entries = self.view.entries
        return tuple(self.lines[: sum(entry.step == entries[-1].step for entry in entries[-LINES:])]) if entries else ()

    @property
    def tells_more(self) -> bool:
        """Whether the last step says anything beyond the outcome."""
        texts = [text for line in self.latest for text in (line.receipt, *(note for _, note, _ in line.notes)) if text]
        return bool(texts) and not (self.state.is_over and texts == [self.state.outcome])

    @property
    def scale(self) -> str:
        """The name of the scale."""
        return SCALE_NAMES[self.state.scale]

    @property
    def bonuses(self) -> tuple[tuple[str, str], ...]:
        """An adjustment of the next checks: for whom, and the bonus with its reason."""
        names = self.state.names
        return tuple(
            (names.get(adjustment.participant, ""), with_minus(f"{adjustment.bonus:+d}, {adjustment.reason}"))
            for adjustment in self.state.adjustments
        )


def adventure_screen(seat: AdventureSeat, folded: FoldedAdventure, query: Mapping[str, str]) -> AdventureScreen:
    """Return the page of an adventure as its viewer sees it; ``query`` selects whose checks are shown."""
    view = folded.newest(for_players=not seat.organizes)
    state, kind = view.state, view.adventure.kind
    most = kind.act_limit(folded.state)
    there = [participant for participant in state.participants if not participant.is_out]
    waiting = tuple(
        participant
        for participant in there
        if not participant.cannot_act and (most is None or state.acted.count(participant.id) < most)
    )
    playable = tuple(
        participant for participant in folded.state.participants if seat.is_open and seat.may_act_for(participant)
    )
    chosen = _chosen(playable, query.get("who", ""))
    may_act = chosen is not None and not state.is_over and bool(kind.actions)
    wanted = WantedCheck(query.get("action", ""), query.get("target", ""), query.get("skill", "").strip()[:80])
    blocks = kind.stat_blocks(state)
    facts = () if blocks else tuple(fact_sections(view))
    tools = adventure_tools(
        seat,
        state,
        event_forms(state, organizes=seat.organizes, only=seat.only) if seat.is_open and seat.side else (),
        query,
        has_facts=bool(blocks or facts or view.adventure.about),
        may_join=bool(seat.organizes and seat.is_open and state.participants and not state.is_over),
    )
    return AdventureScreen(
        seat=seat,
        view=view,
        focus=query,
        waiting=waiting,
        acted=tuple(participant for participant in there if participant not in waiting and not participant.cannot_act),
        chosen=next(
            (participant for participant in state.participants if chosen and participant.id == chosen.id), None
        ),
        may_act=may_act,
        actions=check_options(seat, folded, chosen, wanted) if chosen and may_act else (),
        tools=tools,
        tracks=tuple(track_drawing(track, for_players=not seat.organizes) for track in kind.tracks(state)),
        summary=kind.summary(state),
        blocks=blocks,
        facts=facts,
        lines=log_sentences(view, seat, LINES),
        can_undo=may_undo(seat, folded),
        can_redo=may_redo(seat, folded),
        template=kind_template(kind.key),
        skills=skill_words() if chosen else (),
    )


def _chosen(playable: tuple[AdventureParticipant, ...], asked: str) -> AdventureParticipant | None:
    chosen = next((participant for participant in playable if participant.id == asked), None)
    return chosen or (playable[0] if len(playable) == 1 else None)


def kind_template(kind: str) -> str:
    """Return the template that draws a kind: its own, or the one for all kinds that have none."""
    names = [f"adventures/kinds/{kind}.html", "adventures/kinds/general.html"]
    template: Any = select_template(names)
    return str(template.template.name)


def focus_of(data: QueryDict) -> dict[str, str]:
    """Return the participant whose checks an address or a form selects."""
    focus = {name: typed_text(data.get(name, ""), 120) for name in FOCUS}
    return {name: value for name, value in focus.items() if value}


def run_adventure_command(visitor: AdventureVisitor, key: str, data: QueryDict) -> None:
    """Carry out a form. Raises ``Refusal``."""
    seat = adventure_seat(visitor, key)
    if seat is None or not seat.side:
        raise AdventureNotFound(NOT_FOUND)
    seen, todo = natural_number(data.get("seen", ""), 8), data.get("do", "")
    if todo == "undo":
        adventure_undo(visitor=visitor, key=key, seen=seen)
    elif todo == "redo":
        adventure_redo(visitor=visitor, key=key, seen=seen)
    elif todo == "check":
        _check(visitor, key, data, seen)
    elif todo in ("join", "named"):
        step_record(visitor=visitor, key=key, events=_joining(visitor, seat, todo, data), seen=seen)
    else:
        _event(visitor, seat, todo, data, seen)


def _joining(visitor: AdventureVisitor, seat: AdventureSeat, todo: str, data: QueryDict) -> EventsOf:
    if todo == "named":
        named = _named(data)
        return lambda state: events_of_joining(state, named)
    warband = data.get("warband", "")
    return lambda state: events_of_joining(state, joining_members(visitor.owner, seat, warband, state))


def _event(visitor: AdventureVisitor, seat: AdventureSeat, todo: str, data: QueryDict, seen: int | None) -> None:
    forms = kind_forms(seat.row.kind)
    make = forms.command(visitor, seat, todo, data)
    if make is None:
        event = event_of_form(todo, data)
        if isinstance(event, DiceEvent):
            adventure_event_record(visitor=visitor, key=seat.row.key, event=event, seen=seen)
            return
        make = _maker(event)
    step_record(visitor=visitor, key=seat.row.key, events=forms.completed(seat.row, make), seen=seen, is_from_site=True)


def _maker(event: AdventureEvent) -> EventsOf:
    return lambda state: (event,)


def _check(visitor: AdventureVisitor, key: str, data: QueryDict, seen: int | None) -> None:
    attempt = CheckAttempt(
        action=typed_text(data.get("action", "")),
        participant=typed_text(data.get("who", "")),
        target=typed_text(data.get("target", "")),
        skill=typed_text(data.get("skill", ""), 80),
        choices=tuple(map(typed_text, data.getlist("choices"))),
        applies=tuple(map(typed_text, data.getlist("applies"))),
    )
    face = typed_text(data.get("face", ""))
    if not face:
        check_record(visitor=visitor, key=key, attempt=attempt, seen=seen)
        return
    event = check_rolled(attempt, typed_number(face))
    step_record(visitor=visitor, key=key, events=lambda state: (event,), seen=seen)


def _named(data: QueryDict) -> Sequence[AdventureParticipant]:
    """Return the character that a form describes; its id is given once the state is known."""
    is_rival = "rival" in data
    return (
        named_character(
            data.get("name", ""), data.get("level", "").strip(), data.get("modifiers", ""), is_rival=is_rival
        ),
    )


LOG_PAGE = 100
"""Entries on a page of the log."""


@require_safe
def adventure_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show an adventure in its present state, or as of a round."""
    return _page(request, seen_adventure_or_404(request, key))


@require_safe
@asked_again
def adventure_now(request: HttpRequest, key: str) -> HttpResponse:
    """Answer with the part of the page that changes, or that nothing has changed; then nothing is folded."""
    if wait := browser_wait(request, key):
        return wait_response(wait)
    seat = seen_adventure_or_404(request, key)
    etag = etag_of_mark(seat.mark, request.META.get("QUERY_STRING", ""))
    part = "adventures/parts/adventure.html"
    return polled(request, etag, lambda: render(request, part, _context(request, seat, request.GET)))


@require_POST
def act(request: HttpRequest, key: str) -> HttpResponse:
    """Carry out a button; if it is refused, show the reason and the events since."""
    try:
        run_adventure_command(adventure_visitor(request), key, request.POST)
    except AdventureNotFound as refused:
        raise Http404(NOT_HERE) from refused
    except Refusal as refused:
        more = {"refused": refused.message, "meanwhile": refused.problems}
        return _page(request, seen_adventure_or_404(request, key), more, status_of_refused(refused))
    focus = urlencode({name: value for name, value in focus_of(request.POST).items() if name != "skill"})
    address = reverse("adventures:adventure", args=[key])
    # What happened stands at the top of the part that changes, below the masthead.
    return redirect(f"{address}?{focus}#adventure" if focus else f"{address}#adventure")


@require_safe
def adventure_log(request: HttpRequest, key: str) -> HttpResponse:
    """Show the log, the newest entry first, page by page."""
    state = ListState.of_request(request, ("page",))
    if state.redirects:
        return HttpResponseRedirect(str(state))
    seat = seen_adventure_or_404(request, key)
    view = whole_adventure_view(seat.row, for_players=not seat.organizes)
    page, warnings = state.get_page(Paginator(view.entries[::-1], LOG_PAGE))
    lines = log_sentences(replace(view, entries=tuple(page.object_list[::-1])), seat)
    context = {"seat": seat, "lines": lines, "page": page, "address": state, "warnings": warnings}
    return render(request, "adventures/log.html", context)


def _page(
    request: HttpRequest, seat: AdventureSeat, more: Mapping[str, Any] | None = None, status: int = 200
) -> HttpResponse:
    data = request.GET if request.method != "POST" else request.POST
    context = _context(request, seat, data, more)
    context["mark"] = etag_of_mark(seat.mark, urlencode(focus_of(data)))
    context["query"] = urlencode(focus_of(data))
    campaign = seat.campaign.campaign if seat.campaign else None
    context["back"] = reverse("adventures:of-campaign", args=[campaign.key]) if campaign else reverse("adventures:list")
    return render(request, "adventures/adventure.html", context, status=status)


def _context(
    request: HttpRequest, seat: AdventureSeat, data: Any, more: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    folded = ADVENTURE_LOGS.folded(seat.row)
    asked = natural_number(data.get("round", "")) or 0
    is_past = 0 < asked < folded.state.round
    if is_past:
        folded = adventure_at_round(seat.row, asked)
    context = {
        "seat": seat,
        "screen": adventure_screen(seat, folded, focus_of(data)),
        "scales": SCALE_NAMES.items(),
        "then": asked if is_past else 0,
        **(more or {}),
    }
    if seat.organizes and seat.is_open and not is_past:
        if seat.campaign is not None:
            context["warbands"] = [(f"w{warband.number}", warband.name) for warband in campaign_warbands(seat.campaign)]
        else:
            context["warbands"] = own_warbands(adventure_visitor(request).owner)
    return context
