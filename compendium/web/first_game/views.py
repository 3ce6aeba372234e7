"""The page of a first game."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from compendium.web.first_game.examples import find_examples
from compendium.web.first_game.steps import game_steps, terms_of


@require_safe
def first_game(request: HttpRequest) -> HttpResponse:
    """Lead two new players through a game in ten steps. At most two queries."""
    examples = find_examples()
    steps = game_steps(examples)
    return render(
        request, "compendium/first_game.html", {"steps": steps, "terms": terms_of(steps), "creatures": examples.cards}
    )
