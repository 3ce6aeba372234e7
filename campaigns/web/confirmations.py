"""Confirming the report of a scenario, disputing it, and settling a dispute."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from campaigns.services.confirmations import dispute_settle, report_confirm, report_dispute
from campaigns.web.scenarios import act_on_scenario, typed
from rules.text import NUMBER_DIGITS, natural_number


@require_POST
def confirm(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Confirm the report that the page showed."""
    done = "You confirmed the result of “{}”."
    return act_on_scenario(request, key, number, report_confirm, done, report=_shown(request))


@require_POST
def dispute(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Dispute the report that the page showed, with a sentence."""
    done = "You disputed the result of “{}”. An organizer settles it."
    given = {"report": _shown(request), "sentence": typed(request, "sentence")}
    return act_on_scenario(request, key, number, report_dispute, done, **given)


@require_POST
def settle(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Settle the disputes of a scenario."""
    done, reason = "The dispute about “{}” is settled.", typed(request, "reason")
    return act_on_scenario(request, key, number, dispute_settle, done, reason=reason)


def _shown(request: HttpRequest) -> int:
    """Return the entry of the report that the page showed, 0 for none."""
    return natural_number(request.POST.get("report", ""), NUMBER_DIGITS) or 0
