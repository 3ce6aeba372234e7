"""Reporting how a scenario ended, and correcting the report."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from campaigns.selectors.scenario_pages import ScenarioView
from campaigns.services.aftermath import scenario_report
from campaigns.services.corrections import report_correct
from campaigns.web.report_forms import ReportForm
from campaigns.web.scenarios import own_scenario_or_404, typed
from common.refusal import Refusal
from warbands.web.sharing import unkept


@require_http_methods(["GET", "HEAD", "POST"])
@unkept
def report(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Report how a scenario ended; once it is committed an organizer corrects the report with a reason."""
    owner, scenario = own_scenario_or_404(request, key, number)
    if request.method != "POST":
        return _page(request, scenario, ReportForm.of_report(scenario))
    form = ReportForm.of_post(scenario, request.POST)
    found = form.report()
    if found is None:
        return _page(request, scenario, form, "The report is not saved. Please correct what is marked.", 422)
    try:
        if scenario.state.counts:
            reason = typed(request, "reason")
            report_correct(actor=owner, key=key, scenario=number, report=found, reason=reason)
        else:
            scenario_report(actor=owner, key=key, scenario=number, report=found)
    except Refusal as refused:
        return _page(request, scenario, form, refused.message, 422)
    messages.success(request, "The report is saved.")
    return redirect("campaigns:scenario" if scenario.state.counts else "campaigns:aftermath", key, number)


def _page(
    request: HttpRequest, scenario: ScenarioView, form: ReportForm, refused: str = "", status: int = 200
) -> HttpResponse:
    state = scenario.state
    own = any(scenario.is_own(warband) and warband.number in state.fielded for warband in scenario.warbands)
    context = {
        "view": scenario.view,
        "scenario": scenario,
        "form": form,
        "refused": refused,
        "reason": typed(request, "reason"),
        "may_write": (scenario.organizes or (own and not state.counts)) and (state.is_running or state.counts),
    }
    return render(request, "campaigns/report.html", context, status=status)
