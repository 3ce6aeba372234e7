"""Play-offs: their bracket, drawing them, planning the games that are due, and deciding who goes on."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.models import CampaignWarband
from campaigns.selectors.leagues import league_of
from campaigns.selectors.playoffs import bracket_page, playoffs_of, suggested_seeds
from campaigns.selectors.warbands import warbands_listed
from campaigns.services.pairings import playoff_decide, playoff_games_plan, playoffs_draw
from campaigns.web.forms import choice_field, number_field
from campaigns.web.scenarios import typed
from campaigns.web.visiting import open_campaign_or_404, seen_campaign_or_404
from common.refusal import Refusal
from common.web.refusals import attempt, is_written
from rules.campaigns.leagues.brackets import BracketMatch, play_bracket
from rules.campaigns.leagues.playoffs import DRAW_RULES, MAX_ENTRANTS, MIN_ENTRANTS, PLAYOFF_STAGES, Playoffs
from rules.text import listed, natural_number, natural_numbers

DRAW_WORDS = {"played again": "It is played again", "higher seed": "The higher seed goes on"}


class PlayoffsForm(forms.Form):
    """The seeds of play-offs, a number for each warband that takes part, what follows a draw, and third place."""

    draws = choice_field(
        "After a draw",
        [(rule, DRAW_WORDS[rule]) for rule in DRAW_RULES],
        missing="Choose what follows a draw.",
        initial=DRAW_RULES[0],
    )
    third_place = forms.BooleanField(
        required=False, initial=True, label="The losers of the semifinals play for third place"
    )

    def __init__(
        self, *args: Any, warbands: Collection[CampaignWarband], seeds: Sequence[int] = (), **options: Any
    ) -> None:
        super().__init__(*args, **options)
        self.warbands = sorted(warbands, key=lambda row: seeds.index(row.number) if row.number in seeds else len(seeds))
        for row in self.warbands:
            field = number_field(MAX_ENTRANTS, str(row), "")
            field.initial = seeds.index(row.number) + 1 if row.number in seeds else None
            self.fields[f"seed_{row.number}"] = field

    def clean(self) -> dict[str, Any]:
        """Refuse a seed that is given twice."""
        data = super().clean() or {}
        given = [seed for row in self.warbands if (seed := data.get(f"seed_{row.number}")) is not None]
        if len(set(given)) < len(given):
            self.add_error(None, "Each seed can be given only once.")
        return data

    @property
    def places(self) -> list[forms.BoundField]:
        """The fields for seeds."""
        return [self[f"seed_{row.number}"] for row in self.warbands]

    def seeds(self) -> list[int]:
        """Return the warbands that have a seed, in the order of the seeds."""
        given = {row.number: self.cleaned_data.get(f"seed_{row.number}") for row in self.warbands}
        return sorted((number for number in given if given[number]), key=lambda number: given[number] or 0)


@require_safe
def playoffs(request: HttpRequest, key: str) -> HttpResponse:
    """Show the bracket of the play-offs, their games, and the final ranking."""
    view = seen_campaign_or_404(request, key)
    state = league_of(view.campaign)
    played = playoffs_of(view.campaign, state)
    context = {
        "view": view,
        "bracket": bracket_page(played, warbands_listed(view.campaign)) if played else None,
        "organizes": view.organizes and view.is_open,
    }
    return render(request, "campaigns/playoffs.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def draw(request: HttpRequest, key: str) -> HttpResponse:
    """Choose seeds, starting from those that the tables suggest, see who would meet whom, and draw the play-offs."""
    owner, view = open_campaign_or_404(request, key)
    state = league_of(view.campaign)
    everyone = {row.number: row for row in warbands_listed(view.campaign)}
    present = [row for row in everyone.values() if not row.has_left]
    first_games, status = list[BracketMatch](), 200
    if request.method == "POST":
        form = PlayoffsForm(request.POST, warbands=present)

        def write() -> None:
            data = form.cleaned_data
            playoffs_draw(
                actor=owner, key=key, seeds=form.seeds(), draws=data["draws"], third_place=data["third_place"]
            )

        if "show" in request.POST:
            seeds = form.seeds() if form.is_valid() else []
        elif is_written(form, write):
            messages.success(request, "The play-offs are drawn.")
            return redirect("campaigns:playoffs", key)
        else:
            seeds, status = [], 422
    else:
        asked = natural_number(request.GET.get("entrants", ""), 2)
        seeds = list(suggested_seeds(view.campaign, everyone.values(), asked))
        form = PlayoffsForm(warbands=present, seeds=seeds)
    if MIN_ENTRANTS <= len(seeds) <= MAX_ENTRANTS:
        bracket = play_bracket(Playoffs(tuple(seeds)), ())
        first_games = bracket.stages[0][1]
    context = {
        "view": view,
        "form": form,
        "league": state,
        "entrants": len(seeds),
        "games": [[(seeds.index(side) + 1, everyone[side]) for side in match.sides if side] for match in first_games],
    }
    return render(request, "campaigns/playoffs_draw.html", context, status=status)


@require_POST
def plan_games(request: HttpRequest, key: str) -> HttpResponse:
    """Plan the games of the play-offs that are due."""
    owner, _ = open_campaign_or_404(request, key)
    try:
        planned, left_out = playoff_games_plan(actor=owner, key=key)
    except Refusal as refused:
        messages.error(request, refused.message)
    else:
        if planned:
            messages.success(request, f"{listed(f'“{row}”' for row in planned)} planned.")
        elif not left_out:
            messages.info(request, "No game of the play-offs is due.")
        for title, why in left_out:
            messages.warning(request, f"“{title}” is left out: {why}")
    return redirect("campaigns:playoffs", key)


@require_POST
def decide(request: HttpRequest, key: str) -> HttpResponse:
    """Decide who goes on from a match, sent as ``semifinals:2:7``: its stage, its place, and the warband."""
    owner, _ = open_campaign_or_404(request, key)
    stage, place, warband = [*request.POST.get("choice", "").split(":", 2), "", "", ""][:3]
    known = next((name for name in PLAYOFF_STAGES if name == stage), None)
    numbers = natural_numbers((place, warband))
    if known is None or len(numbers) != 2:
        messages.error(request, "Choose who goes on.")
    else:
        attempt(
            request,
            lambda: playoff_decide(
                actor=owner, key=key, match=(known, numbers[0]), warband=numbers[1], reason=typed(request, "reason")
            ),
            "The decision is recorded.",
        )
    return redirect("campaigns:playoffs", key)
