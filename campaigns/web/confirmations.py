"""Confirming the report of a scenario, disputing it, and settling a dispute."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from campaigns.services.confirmations import dispute_settle, report_confirm, report_dispute
from campaigns.web.scenarios import own_scenario_or_404, typed
from common.web.refusals import attempt
from rules.text import NUMBER_DIGITS, natural_number


@require_POST
def confirm(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Confirm the report that the page showed."""
    owner, scenario = own_scenario_or_404(request, key, number)
    attempt(
        request,
        lambda: report_confirm(actor=owner, key=key, scenario=number, report=_shown(request)),
        f"You confirmed the result of “{scenario.row}”.",
    )
    return redirect("campaigns:scenario", key, number)


@require_POST
def dispute(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Dispute the report that the page showed, with a sentence."""
    owner, scenario = own_scenario_or_404(request, key, number)
    sentence = typed(request, "sentence")
    attempt(
        request,
        lambda: report_dispute(actor=owner, key=key, scenario=number, report=_shown(request), sentence=sentence),
        f"You disputed the result of “{scenario.row}”. An organizer settles it.",
    )
    return redirect("campaigns:scenario", key, number)


@require_POST
def settle(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Settle the disputes of a scenario."""
    owner, scenario = own_scenario_or_404(request, key, number)
    attempt(
        request,
        lambda: dispute_settle(actor=owner, key=key, scenario=number, reason=typed(request, "reason")),
        f"The dispute about “{scenario.row}” is settled.",
    )
    return redirect("campaigns:scenario", key, number)


def _shown(request: HttpRequest) -> int:
    """Return the entry of the report that the page showed, 0 for none."""
    return natural_number(request.POST.get("report", ""), NUMBER_DIGITS) or 0
