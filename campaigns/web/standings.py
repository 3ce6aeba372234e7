"""The standings of a campaign: standings, records, points over time, its chronicle as a PDF, and its dice."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaigns.drawings.faces import faces_chart
from campaigns.drawings.prints import chronicle_pdf
from campaigns.selectors.journal import battles_again, campaign_dice, campaign_fresh_dice, public_seeds
from campaigns.selectors.seasons import honors_by_kind
from campaigns.selectors.standings import campaign_chronicle, campaign_standings, count_chapters
from campaigns.web.visiting import moment_control, seen_campaign_or_404
from common.web.address import ListState, shown_text
from common.web.files import pdf_response
from compendium.web.printing import can_print_later
from rules.campaigns.fairness import LEAST_ROLLS
from rules.campaigns.scenarios import RollOrigin
from rules.text import NUMBER_DIGITS, natural_number, slug


@require_safe
def standings(request: HttpRequest, key: str) -> HttpResponse:
    """Show the standings, the records and the chart of points."""
    view = seen_campaign_or_404(request, key)
    moment = moment_control(request, view.campaign)
    standings = campaign_standings(view, moment.moment)
    context = {"view": view, "moment": moment, "standings": standings, "chart": standings.chart}
    context["fresh"] = campaign_fresh_dice(view.campaign, battles_again(view.campaign))
    return render(request, "campaigns/standings.html", context)


CHAPTERS_PER_PAGE = 20


@require_safe
def story(request: HttpRequest, key: str) -> HttpResponse:
    """Show a page of the chronicle: a chapter for each scenario that counts, with its fighters, and the chart."""
    view = seen_campaign_or_404(request, key)
    state = ListState.of_request(request, ("page",))
    if state.redirects:
        return HttpResponseRedirect(str(state))
    page, warnings = state.get_page(Paginator(range(count_chapters(view.campaign)), CHAPTERS_PER_PAGE))
    chronicle = campaign_chronicle(view, slice(max(0, page.start_index() - 1), page.end_index()))
    context = {
        "page": page,
        "address": state,
        "warnings": warnings,
        "view": view,
        "chronicle": chronicle,
        **honors_by_kind(chronicle.honors),
        "chart": chronicle.chart,
    }
    return render(request, "campaigns/chronicle.html", context)


@can_print_later
@require_safe
def chronicle(request: HttpRequest, key: str) -> HttpResponse:
    """Answer with the chronicle as a PDF."""
    view = seen_campaign_or_404(request, key)
    chronicle = campaign_chronicle(view)
    return pdf_response(chronicle_pdf(chronicle), f"{slug(chronicle.name)[:80] or 'campaign'}-chronicle")


ORIGINS: dict[str, tuple[RollOrigin, str]] = {
    "muster": ("seeded", "Rolled by Muster"),
    "entered": ("entered", "Entered"),
}
"""The origins of dice, by their names in addresses."""


@require_safe
def dice(request: HttpRequest, key: str) -> HttpResponse:
    """Show the distribution of a campaign's dice, optionally of one player or origin."""
    state = ListState.of_request(request, ("player", "from"))
    if state.redirects:
        return HttpResponseRedirect(str(state))
    view = seen_campaign_or_404(request, key)
    warnings = list(state.warnings)
    typed, source = state.values.get("player", ""), state.values.get("from", "")
    number = natural_number(typed, NUMBER_DIGITS)
    player = number if view.person(number) else None
    if typed and player is None:
        warnings.append(f"“{shown_text(typed, 20)}” is not the number of a player. Here are everyone’s dice.")
    if source and source not in ORIGINS:
        warnings.append(f"“{shown_text(source, 20)}” is not a source of dice. Here are all dice.")
    origin = ORIGINS[source][0] if source in ORIGINS else None
    dice = campaign_dice(view, player=player, origin=origin)
    context = {
        "view": view,
        "dice": dice,
        "seeds": public_seeds(view.campaign),
        "fresh": campaign_fresh_dice(view.campaign, battles_again(view.campaign)),
        "tests": [(test, faces_chart(test)) for test in dice.tests],
        "warnings": warnings,
        "origins": [(name, label) for name, (_, label) in ORIGINS.items()],
        "player": player,
        "origin": source if origin else "",
        "is_filtered": player is not None or origin is not None,
        "least": LEAST_ROLLS,
    }
    return render(request, "campaigns/dice.html", context)
