"""Rounds and the league: its table, the rules, divisions, and planning, opening and applying a round."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import Owner
from campaigns.models import Campaign, CampaignWarband
from campaigns.models.scenarios import RUNNING
from campaigns.selectors.boards import own_tables_first, round_tables, unpaired_warbands
from campaigns.selectors.campaigns import CampaignView
from campaigns.selectors.journal_results import once_per_entry
from campaigns.selectors.league_results import RulesPreview, count_outside, preview_rules
from campaigns.selectors.leagues import (
    division_tables,
    league_games,
    league_of,
    other_limits,
)
from campaigns.selectors.pairings import shown_absences, with_corrections
from campaigns.selectors.playoffs import bracket_page, playoffs_of
from campaigns.selectors.scenario_pages import members_mark, preview_scenarios
from campaigns.selectors.seasons import given_honors, honors_by_kind
from campaigns.selectors.warbands import warbands_listed
from campaigns.services.leagues import (
    RoundOutcome,
    divisions_set,
    game_forfeit,
    league_set,
    round_apply,
    round_open,
    round_plan,
    round_reopen,
    rules_change,
)
from campaigns.web.league_forms import DivisionsForm, LeagueForm, RoundForm, days_after
from campaigns.web.publishing import league_link
from campaigns.web.scenarios import act_on_scenario, typed
from campaigns.web.visiting import open_campaign_or_404, seen_campaign_or_404
from common.refusal import Refusal
from common.web.refusals import is_written
from rules.campaigns.confirmations import USUAL_CONFIRM_DAYS
from rules.campaigns.leagues.rounds import LeagueRound, LeagueState, RoundPlan, next_limit
from rules.campaigns.leagues.settings import RULE_SETS, LeagueRules
from rules.campaigns.results import BY_KEY as CONDITIONS
from rules.text import listed, natural_numbers


@require_safe
def league(request: HttpRequest, key: str) -> HttpResponse:
    """Show the tables of the league and its rounds."""
    view = seen_campaign_or_404(request, key)
    state = league_of(view.campaign)
    warbands = warbands_listed(view.campaign)
    context = {
        "view": view,
        **honors_by_kind(given_honors(view, warbands, state)),
        "league": state,
        "tables": division_tables(view.campaign, warbands),
        "rounds": [(planned, days_in_words(planned.plan)) for planned in reversed(state.rounds.values())],
        "has_games": bool(league_games(view.campaign)),
        "outside": count_outside(view.campaign),
        "published_link": league_link(request, view.campaign) if view.organizes else "",
        "bracket": bracket_page(played, warbands) if (played := playoffs_of(view.campaign, state)) else None,
    }
    return render(request, "campaigns/league.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def rules(request: HttpRequest, key: str) -> HttpResponse:
    """Set the rules of the league, starting from those it has or from a ready set."""
    owner, view = open_campaign_or_404(request, key)
    state = league_of(view.campaign)
    preview = None
    if request.method == "POST":
        form, status = LeagueForm(request.POST), 422
        preview = _unseen_preview(request, view, state, form)

        def write() -> None:
            days = form.cleaned_data["confirm_days"]
            settings = None if state.rules else replace(view.settings, confirm_days=days)
            reason = form.cleaned_data["reason"]
            league_set(actor=owner, key=key, rules=form.rules(), reason=reason, settings=settings)

        if preview is not None:
            status = 200
        elif is_written(form, write):
            messages.success(request, "The rules of the league are saved. They apply to all its games.")
            return redirect("campaigns:league", key)
    else:
        ready = {ready.key: ready.rules for ready in RULE_SETS}
        start = ready.get(request.GET.get("set", ""), state.rules or LeagueRules())
        form, status = LeagueForm.of_rules(start, view.settings.confirm_days or USUAL_CONFIRM_DAYS), 200
    context = {"view": view, "form": form, "ready": RULE_SETS, "league": state, "set": request.GET.get("set", "")}
    return render(request, "campaigns/league_rules.html", {**context, "preview": preview}, status=status)


def _unseen_preview(
    request: HttpRequest, view: CampaignView, state: LeagueState, form: LeagueForm
) -> RulesPreview | None:
    """Return the tables before and after a change that could be written, unless the organizer has seen them."""
    reason = request.POST.get("reason", "")
    if not (view.organizes and is_written(form, lambda: rules_change(state.rules, form.rules(), reason))):
        return None
    preview = preview_rules(view.campaign, state, form.rules())
    return None if preview is None or request.POST.get("seen") == preview.mark else preview


@require_http_methods(["GET", "HEAD", "POST"])
def divisions(request: HttpRequest, key: str) -> HttpResponse:
    """Divide the warbands of the league."""
    owner, view = open_campaign_or_404(request, key)
    state = league_of(view.campaign)
    warbands = numbered_warbands(view)
    form = DivisionsForm(
        request.POST if request.method == "POST" else None, warbands=warbands.values(), divisions=state.divisions
    )
    status = 200
    if request.method == "POST":
        if is_written(form, lambda: divisions_set(actor=owner, key=key, divisions=form.divisions())):
            messages.success(request, "The divisions are saved.")
            return redirect("campaigns:league", key)
        status = 422
    return render(request, "campaigns/league_divisions.html", {"view": view, "form": form}, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def plan(request: HttpRequest, key: str) -> HttpResponse:
    """Plan a round; its form starts from the round before."""
    owner, view = open_campaign_or_404(request, key)
    rounds = league_of(view.campaign).rounds
    plans = [planned.plan for planned in rounds.values()]
    plans = plans or [RoundPlan(points_limit=view.settings.fielded_points)]
    last = plans[-1]
    limit = next_limit(plans)
    initial = {"points_limit": limit, "victory": last.victory, "deployment": last.deployment, **days_after(last)}
    return _planned(request, owner, view, initial, upcoming=max(rounds, default=0) + 1)


@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Change the plan of a round."""
    owner, view = open_campaign_or_404(request, key)
    state = round_or_404(league_of(view.campaign), number)
    return _planned(request, owner, view, {name: getattr(state.plan, name) for name in RoundForm.base_fields}, state)


def _planned(
    request: HttpRequest,
    owner: Owner,
    view: CampaignView,
    initial: Mapping[str, Any],
    state: LeagueRound | None = None,
    upcoming: int | None = None,
) -> HttpResponse:
    key, number = view.campaign.key, state.number if state else None
    form, status = RoundForm(initial=dict(initial)), 200
    if request.method == "POST":
        form, written = RoundForm(request.POST), list[int]()
        expected = next(iter(natural_numbers(request.POST.getlist("expected"))), None)
        plan_it = partial(round_plan, actor=owner, key=key, number=number, expected=expected)
        if is_written(form, lambda: written.append(plan_it(plan=form.plan()))):
            messages.success(request, "The round is saved.")
            then = "campaigns:round-pair" if request.POST.get("then") == "pair" else "campaigns:round"
            return redirect(then, key, written[0])
        status = 422
    back = reverse("campaigns:round", args=[key, number]) if state else reverse("campaigns:league", args=[key])
    context = {"view": view, "form": form, "round": state, "back": back, "upcoming": upcoming}
    return render(request, "campaigns/round_plan.html", context, status=status)


@require_safe
def round_page(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Show a round: each table and whom it waits for, and who has a bye."""
    view = seen_campaign_or_404(request, key)
    league_state = league_of(view.campaign)
    state = round_or_404(league_state, number)
    organizes = view.organizes and view.is_open
    others = other_limits(view.campaign, state) if organizes else []
    rows = {row.number: row for row in warbands_listed(view.campaign)}
    tables = own_tables_first(round_tables(view.campaign, state, rows.values()), view, rows.values())
    tables = with_corrections(view.campaign, tables)
    waiting = [] if number in league_state.stages else unpaired_warbands(rows.values(), tables, state)
    own_games = (
        table for table in tables if not table.is_over and any(view.writes_for(side.warband) for side, _ in table.sides)
    )
    absences = shown_absences(view, number, rows)
    away = {absence.warband for absence in absences}
    context = {
        "view": view,
        "round": state,
        "days": days_in_words(state.plan),
        "organizes": organizes,
        "own_game": None if organizes else next(own_games, None),
        "others": others,
        "reopens": any(not other.is_fielded for other in others),
        "condition": CONDITIONS.get(state.plan.victory),
        "tables": tables,
        "byes": [(rows[warband], entry) for warband, entry in state.byes if warband in rows],
        "planned": sum(table.scenario.status == "planned" for table in tables),
        "ready": sum(table.is_ready for table in tables),
        "owing": any(table.scenario.status in RUNNING and table.needs for table in tables),
        "is_playoffs": number in league_state.stages,
        "waiting": [row for row in waiting if row not in away],
        "absences": absences,
        "may_stay_away": [row for row in waiting if view.writes_for(row) and row not in away],
    }
    return render(request, "campaigns/round.html", context)


@require_POST
def open_all(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Open all planned scenarios of a round."""
    owner, _ = open_campaign_or_404(request, key)
    return _done(request, key, number, lambda: round_open(actor=owner, key=key, number=number), "opened")


@require_POST
def reopen(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Open the unfielded scenarios of a round again that have another points limit."""
    owner, _ = open_campaign_or_404(request, key)
    return _done(request, key, number, lambda: round_reopen(actor=owner, key=key, number=number), "reopened")


@require_http_methods(["GET", "HEAD", "POST"])
def apply_all(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Show which tables of a round are ready and why others are not, and apply those that were chosen."""
    owner, view = open_campaign_or_404(request, key)
    state = round_or_404(league_of(view.campaign), number)
    if request.method == "POST":
        chosen = natural_numbers(request.POST.getlist("scenario"))
        act = partial(round_apply, actor=owner, key=key, number=number, scenarios=chosen)
        return _done(request, key, number, act, "applied")
    tables = round_tables(view.campaign, state, warbands_listed(view.campaign))
    tables = [table for table in tables if table.scenario.status in RUNNING]
    ready = [table.scenario for table in tables if table.is_ready and view.organizes]
    numbers = tuple(row.number for row in ready)
    previews = _drawn_previews(view.campaign, numbers, members_mark(view.campaign)) if numbers else {}
    context = {
        "view": view,
        "round": state,
        "ready": [(row, previews[row.number]) for row in ready],
        "others": [table for table in tables if not table.is_ready],
    }
    return render(request, "campaigns/round_apply.html", context)


@once_per_entry
def _drawn_previews(campaign: Campaign, scenarios: tuple[int, ...], members: str) -> dict[int, SafeString]:
    """Draw what each scenario would change if it counted now, by their ids; ``members`` is their ``members_mark``."""
    sides, part = preview_scenarios(campaign, scenarios), "campaigns/parts/scenario_preview.html"
    return {
        number: render_to_string(part, {"sides": sides.get(number), "key": campaign.key, "number": number})
        for number in scenarios
    }


@require_POST
def forfeit(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Record that a side of a scenario did not come."""
    given = {"absent": natural_numbers(request.POST.getlist("absent")), "reason": typed(request, "reason")}
    return act_on_scenario(request, key, number, game_forfeit, "The forfeit of “{}” is recorded.", **given)


def _done(request: HttpRequest, key: str, number: int, act: Callable[[], RoundOutcome], verb: str) -> HttpResponse:
    flash_outcome(request, act, verb)
    return redirect("campaigns:round", key, number)


def flash_outcome(request: HttpRequest, act: Callable[[], RoundOutcome], verb: str) -> None:
    """Do something with several scenarios, and show on the next page what was done and what was left out, and why."""
    try:
        outcome = act()
    except Refusal as refused:
        messages.error(request, refused.message)
    else:
        if outcome.done:
            messages.success(request, f"{listed(f'“{row}”' for row in outcome.done)} {verb}.")
        elif not outcome.left_out:
            messages.info(request, f"No scenario could be {verb}.")
        for row, why in outcome.left_out:
            messages.warning(request, f"“{row}” is left out: {why}")


def round_or_404(state: LeagueState, number: int) -> LeagueRound:
    if number not in state.rounds:
        raise Http404("There is no such round in this campaign.")
    return state.rounds[number]


def numbered_warbands(view: CampaignView) -> dict[int, CampaignWarband]:
    return {row.number: row for row in warbands_listed(view.campaign) if not row.has_left}


def days_in_words(plan: RoundPlan) -> str:
    """Return the days of a round in words; "" where none is settled."""
    days = dict.fromkeys(day for day in (plan.starts, plan.ends) if day)
    return " to ".join(date_format(date.fromisoformat(day), "j F Y") for day in days)
