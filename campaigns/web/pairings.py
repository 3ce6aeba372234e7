"""Pairing a round, by proposal or by hand; requests and absences; and planning a round robin ahead."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import partial
from itertools import zip_longest

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.html import format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_http_methods, require_POST

from campaigns.selectors.campaigns import CampaignView
from campaigns.selectors.leagues import league_of, seated_warbands
from campaigns.selectors.pairings import (
    ROUND_ROBIN,
    SWISS,
    PairingBook,
    ProposedTable,
    absences_of,
    pairing_book,
    propose_round,
    propose_season,
    requests_of,
)
from campaigns.services.leagues import round_open, round_pair
from campaigns.services.pairings import (
    SeasonPlan,
    absence_end,
    absence_set,
    request_add,
    request_remove,
    season_plan,
)
from campaigns.web.league_forms import SeasonForm
from campaigns.web.leagues import days_in_words, flash_outcome, numbered_warbands, round_or_404
from campaigns.web.scenarios import typed
from campaigns.web.visiting import act, open_campaign_or_404
from common.refusal import Refusal
from rules.campaigns.leagues.rounds import LeagueRound, LeagueState
from rules.text import counted, listed, natural_numbers


@dataclass(frozen=True, slots=True)
class TypedPairing:
    """The tables and byes of a form; None stands for a side that is not chosen yet."""

    tables: tuple[tuple[int | None, int | None], ...]
    byes: tuple[int, ...]

    @property
    def whole(self) -> list[tuple[int, int]]:
        """The tables with two sides."""
        return [(first, second) for first, second in self.tables if first is not None and second is not None]

    @property
    def named(self) -> list[int]:
        """Every warband, as often as it is named."""
        return [warband for table in self.tables for warband in table if warband is not None] + list(self.byes)


@dataclass(frozen=True, slots=True)
class HandTable:
    """A table that is chosen by hand: a list to choose from for each side, and what is to be said of it."""

    first: SafeString
    second: SafeString
    table: ProposedTable | None = None


@require_http_methods(["GET", "HEAD", "POST"])
def pair(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Propose the tables of a round without the absent, or let an organizer choose them by hand; then plan it."""
    owner, view = open_campaign_or_404(request, key)
    league = league_of(view.campaign)
    state = round_or_404(league, number)
    context = {"view": view, "round": state}
    if request.method == "POST" and request.POST.get("do") != "preview":
        typed_pairing = _typed_pairing(request)
        try:
            round_pair(actor=owner, key=key, number=number, tables=typed_pairing.whole, byes=typed_pairing.byes)
        except Refusal as refused:
            if typed_pairing.named and {*typed_pairing.named} <= {
                *seated_warbands(view.campaign, number),
                *state.resting,
            }:
                messages.info(request, "These warbands have their tables already.")
                return redirect("campaigns:round", key, number)
            messages.error(request, refused.message)
        else:
            parts = ((typed_pairing.whole, "table"), (typed_pairing.byes, "bye"))
            messages.success(request, f"{listed(counted(len(part), noun) for part, noun in parts if part)} planned.")
            if request.POST.get("do") == "open":
                flash_outcome(request, lambda: round_open(actor=owner, key=key, number=number), "opened")
            return redirect("campaigns:round", key, number)
    if not (view.organizes and view.is_open):
        return render(request, "campaigns/round_pair.html", context)
    warbands = numbered_warbands(view)
    book = pairing_book(view.campaign, league, number, warbands)
    stored = absences_of(view.campaign, number)
    absent = set(natural_numbers(request.GET.getlist("absent")) if {"way", "absent"} & request.GET.keys() else stored)
    way = ROUND_ROBIN if request.GET.get("way") == ROUND_ROBIN else SWISS
    proposal = propose_round(view.campaign, league, number, book, absent, way)
    if by_hand := request.method == "POST" or "hand" in request.GET:
        proposed = TypedPairing(
            tuple((table.first.number, table.second.number) for table in proposal.tables),
            tuple(row.number for row in proposal.byes),
        )
        chosen = _typed_pairing(request) if request.method == "POST" else proposed
        context |= _by_hand(book, chosen, absent)
    divided = {warband for division in league.divisions for warband in division.warbands}
    context |= {
        "proposal": proposal,
        "way": way,
        "by_hand": by_hand,
        "query": request.GET.urlencode(),
        "met": book.met,
        "outside": [row for row in warbands.values() if row.number not in divided] if divided else [],
        "warbands": [(row, number in absent, stored.get(number, "")) for number, row in warbands.items()],
    }
    return render(request, "campaigns/round_pair.html", context)


def _by_hand(book: PairingBook, chosen: TypedPairing, away: Collection[int]) -> dict[str, object]:
    """Return the fields of a pairing by hand, one more than there are tables and byes, and what speaks against it."""
    options = format_html_join(
        "",
        '<option value="{}">{}{}</option>',
        ((number, row, " (stays away)" if number in away else "") for number, row in book.warbands.items()),
    )
    times, most = Counter(chosen.named), len(book.warbands)
    tables = [
        HandTable(
            _selected(options, first),
            _selected(options, second),
            None if first is None or second is None else book.table(first, second),
        )
        for first, second in (*chosen.tables[:most], (None, None))
    ]
    return {
        "tables": tables,
        "byes": [_selected(options, warband) for warband in (*chosen.byes[:most], None)],
        "twice": [book.warbands[number] for number in times if times[number] > 1 and number in book.warbands],
        "left": [row for number, row in book.warbands.items() if number not in times and number not in away],
    }


def _selected(options: SafeString, number: int | None) -> SafeString:
    """Return a list's options with that of a warband selected."""
    return mark_safe(options.replace(f'value="{number}"', f'value="{number}" selected', 1))  # noqa: S308 # escaped above


def _typed_pairing(request: HttpRequest) -> TypedPairing:
    sides = [_sides(request.POST.getlist(name)) for name in ("first", "second")]
    tables = ((first, second) for first, second in zip_longest(*sides) if first is not None or second is not None)
    return TypedPairing(tuple(tables), tuple(natural_numbers(request.POST.getlist("bye"))))


def _sides(texts: Iterable[str]) -> list[int | None]:
    return [next(iter(natural_numbers([text])), None) for text in texts]


@require_POST
def absence(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Say that a warband stays away from a round, or comes after all."""
    owner, view = open_campaign_or_404(request, key)
    state = round_or_404(league_of(view.campaign), number)
    warband = next(iter(natural_numbers([request.POST.get("warband", "")])), 0)
    comes = request.POST.get("do") == "end"
    service = absence_end if comes else partial(absence_set, reason=typed(request, "reason"))
    done = f"It {'comes to' if comes else 'stays away from'} {state.title}."
    return act(request, owner, key, service, done, "round", number, number=number, warband=warband)


@require_http_methods(["GET", "HEAD", "POST"])
def requests(request: HttpRequest, key: str) -> HttpResponse:
    """Show which warbands are kept apart, add a pair or remove one."""
    owner, view = open_campaign_or_404(request, key)
    if request.method == "POST":
        pair = [*natural_numbers(request.POST.getlist("warband")), 0, 0]
        service, done = request_add, "Muster keeps them apart wherever it can."
        if request.POST.get("do") == "remove":
            service, done = request_remove, "They can be paired again."
        return act(request, owner, key, service, done, "league-requests", warbands=(pair[0], pair[1]))
    warbands = numbered_warbands(view)
    pairs = sorted(sorted(pair) for pair in requests_of(view.campaign)) if view.organizes else []
    context = {
        "view": view,
        "warbands": list(warbands.values()),
        "pairs": [[warbands[number] for number in pair] for pair in pairs if warbands.keys() >= set(pair)],
    }
    return render(request, "campaigns/league_requests.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def round_robin(request: HttpRequest, key: str) -> HttpResponse:
    """Show all rounds of a round robin before they are planned, and plan them."""
    owner, view = open_campaign_or_404(request, key)
    league = league_of(view.campaign)
    first = max(league.rounds, default=0) + 1
    form = SeasonForm(request.POST or None, initial={"points_limit": view.settings.fielded_points})
    context: dict[str, object] = {"view": view, "form": form, "first": first}
    if form.is_valid() and request.POST.get("do") == "write":
        expected = next(iter(natural_numbers([request.POST.get("expected", "")])), 0)
        try:
            planned = season_plan(actor=owner, key=key, season=form.season(), first=expected)
        except Refusal as refused:
            messages.error(request, refused.message)
        else:
            messages.success(request, f"{counted(len(planned), 'round')} planned.")
        return redirect("campaigns:league", key)
    if form.is_valid() and view.organizes and view.is_open:
        try:
            context |= _season_shown(view, league, first, form.season())
        except Refusal as refused:
            form.add_error(None, refused.message)
    return render(request, "campaigns/round_robin.html", context, status=422 if form.errors else 200)


def _season_shown(view: CampaignView, league: LeagueState, first: int, plan: SeasonPlan) -> dict[str, object]:
    """Return the rounds of a season with their days, tables and byes, and the tables that are not wanted."""
    warbands = numbered_warbands(view)
    rounds = propose_season(view.campaign, league, warbands.keys(), is_double=plan.is_double)
    pairs = {frozenset(table) for each in rounds for table in each.tables}
    return {
        "rounds": [
            (
                LeagueRound(first + index, plan.round_plan(index)),
                days_in_words(plan.round_plan(index)),
                [(warbands[first], warbands[second]) for first, second in each.tables],
                [warbands[number] for number in each.byes],
            )
            for index, each in enumerate(rounds)
        ],
        "is_shown": True,
        "count": sum(len(each.tables) for each in rounds),
        "unwanted": [[warbands[number] for number in sorted(pair)] for pair in requests_of(view.campaign) & pairs],
    }
