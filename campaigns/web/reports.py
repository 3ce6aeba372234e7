"""Reporting how a scenario ended, and correcting the report."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from accounts.models import Owner
from campaigns.selectors.scenario_pages import ScenarioView
from campaigns.services.aftermath import scenario_report
from campaigns.services.corrections import ReportCorrection
from campaigns.web.previews import CorrectionPreview, preview_or_correct
from campaigns.web.report_forms import ReportForm
from campaigns.web.scenarios import own_scenario_or_404, typed
from common.refusal import Refusal
from rules.campaigns.scenarios import ScenarioReport


@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Report how a scenario ended; an organizer corrects the report of a committed one, after a preview.

    An address with answers, such as a battle's result has, fills the form in; nothing is saved before it is sent.
    """
    owner, scenario = own_scenario_or_404(request, key, number)
    if request.method != "POST":
        form = ReportForm.of_post(scenario, request.GET) if request.GET else ReportForm.of_report(scenario)
        return _page(request, scenario, form)
    form = ReportForm.of_post(scenario, request.POST)
    found = form.report()
    if found is None:
        return _page(request, scenario, form, "The report is not saved. Please correct what is marked.", 422)
    if scenario.state.counts:
        return _correct(request, owner, scenario, form, found)
    try:
        scenario_report(actor=owner, key=key, scenario=number, report=found)
    except Refusal as refused:
        return _page(request, scenario, form, refused.message, 422)
    messages.success(request, "The report is saved.")
    return redirect("campaigns:aftermath", key, number)


def _correct(
    request: HttpRequest, owner: Owner, scenario: ScenarioView, form: ReportForm, found: ScenarioReport
) -> HttpResponse:
    """Show what a corrected report changes, or write it once that was seen."""
    if not scenario.organizes:
        return _page(request, scenario, form, status=422)
    try:
        preview = preview_or_correct(request, owner, scenario, ReportCorrection(found), typed(request, "reason"))
    except Refusal as refused:
        return _page(request, scenario, form, refused.message, 422)
    if preview is not None:
        return _page(request, scenario, form, preview=preview)
    messages.success(request, "The result is corrected. Everything that follows from it is worked out anew.")
    return redirect("campaigns:scenario", scenario.view.campaign.key, scenario.state.number)


def _page(
    request: HttpRequest,
    scenario: ScenarioView,
    form: ReportForm,
    refused: str = "",
    status: int = 200,
    preview: CorrectionPreview | None = None,
) -> HttpResponse:
    state = scenario.state
    own = any(scenario.is_own(warband) and warband.number in state.fielded for warband in scenario.warbands)
    context = {
        "view": scenario.view,
        "scenario": scenario,
        "form": form,
        "refused": refused,
        "preview": preview,
        "reason": typed(request, "reason"),
        "may_write": (scenario.organizes or (own and not state.counts)) and (state.is_running or state.counts),
    }
    return render(request, "campaigns/report.html", context, status=status)
