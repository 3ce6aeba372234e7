"""Scenarios: the list, planning, a scenario's page, opening, confirming, settling and canceling."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import Owner
from accounts.web.visitors import owner_of
from campaigns.models import CampaignWarband
from campaigns.models.scenarios import MAX_TITLE
from campaigns.selectors.campaigns import CampaignView
from campaigns.selectors.confirmations import confirmation_page
from campaigns.selectors.crests import numbered_crests
from campaigns.selectors.leagues import league_of
from campaigns.selectors.pairings import evening_clashes
from campaigns.selectors.scenario_pages import ScenarioView, own_side_first, readable_aftermath, scenario_view
from campaigns.selectors.scenarios import scenarios_of
from campaigns.selectors.standings import scenario_chances
from campaigns.selectors.waiting import tasks_of_other_rooms
from campaigns.selectors.warbands import warbands_in
from campaigns.services.confirmations import dispute_settle, report_confirm, report_dispute
from campaigns.services.scenarios import MAX_NOTES, scenario_cancel, scenario_edit, scenario_open, scenario_plan
from campaigns.web.forms import (
    choice_field,
    day_field,
    deployment_field,
    line_field,
    number_field,
    victory_field,
)
from campaigns.web.visiting import act, open_campaign_or_404, seen_campaign_or_404
from common.refusal import Refusal
from common.web.address import ListState
from common.web.refusals import attempt
from rules.building.draft import MAX_LIMIT
from rules.campaigns.leagues.rounds import LeagueRound
from rules.campaigns.scenarios import ScenarioPlan
from rules.errors import require
from rules.text import NUMBER_DIGITS, natural_number

RECOVERY = {"": None, "yes": True, "no": False}
_NO_SCENARIO = "There is no such scenario in this campaign."


class PlanForm(forms.Form):
    """The settings of a scenario before play."""

    title = line_field("Title", MAX_TITLE, "Without a name, it has its number.")
    date = day_field("Date")
    victory = victory_field()
    deployment = deployment_field()
    board_points = number_field(
        MAX_LIMIT,
        "Points for the board",
        "The points on each side. They decide the size of the board.",
        least=0,
    )
    warbands = forms.TypedMultipleChoiceField(
        coerce=int,
        required=False,
        label="Warbands that fight",
        help_text="Two or more, or one against the game.",
        widget=forms.CheckboxSelectMultiple,
        error_messages={"invalid_choice": "Choose warbands of this campaign."},
    )
    daily_recovery = choice_field(
        "Daily uses",
        [
            ("", "According to the house rules"),
            ("yes", "Daily uses return after it"),
            ("no", "Daily uses do not return after it"),
        ],
    )
    notes = forms.CharField(
        max_length=MAX_NOTES, required=False, label="Notes", widget=forms.Textarea(attrs={"rows": 4})
    )

    round = forms.TypedChoiceField(
        coerce=int,
        empty_value=None,
        required=False,
        label="Round",
        error_messages={"invalid_choice": "Choose one of the rounds."},
    )

    def __init__(
        self, *args: Any, warbands: Iterable[CampaignWarband], rounds: Iterable[LeagueRound], **options: Any
    ) -> None:
        super().__init__(*args, **options)
        choices = self.fields["round"]
        assert isinstance(choices, forms.TypedChoiceField)
        choices.choices = [("", "None"), *((planned.number, planned.title) for planned in rounds)]
        field = self.fields["warbands"]
        assert isinstance(field, forms.TypedMultipleChoiceField)
        field.choices = [(warband.number, f"{warband} ({warband.participant.display_name})") for warband in warbands]

    @classmethod
    def of_plan(
        cls, plan: ScenarioPlan, warbands: Iterable[CampaignWarband], rounds: Iterable[LeagueRound]
    ) -> PlanForm:
        """Return the form filled in with a plan."""
        recovery = {value: key for key, value in RECOVERY.items()}[plan.daily_recovery]
        initial = {name: getattr(plan, name) for name in cls.base_fields} | {"daily_recovery": recovery}
        return cls(initial=initial, warbands=warbands, rounds=rounds)

    def plan(self) -> ScenarioPlan:
        """Return the plan that the answers make."""
        data = self.cleaned_data
        return ScenarioPlan(
            title=data["title"],
            date=data["date"].isoformat() if data["date"] else "",
            victory=data["victory"],
            deployment=data["deployment"],
            board_points=data["board_points"],
            warbands=tuple(data["warbands"]),
            daily_recovery=RECOVERY[data["daily_recovery"]],
            notes=data["notes"],
            round=data["round"],
        )


PAGE = 30
"""Scenarios on one page of the list."""


@require_safe
def scenarios(request: HttpRequest, key: str) -> HttpResponse:
    """List the scenarios of a campaign, the last one first."""
    view = seen_campaign_or_404(request, key)
    state = ListState.of_request(request, ("page",))
    if state.redirects:
        return HttpResponseRedirect(str(state))
    page, warnings = state.get_page(Paginator(scenarios_of(view.campaign), PAGE))
    context = {"view": view, "scenarios": page.object_list, "page": page, "address": state, "warnings": warnings}
    return render(request, "campaigns/scenarios.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def plan(request: HttpRequest, key: str) -> HttpResponse:
    """Plan a scenario, and open it at once if the button says so."""
    owner, view = open_campaign_or_404(request, key)
    warbands, rounds = _warbands(view), planned_rounds(view)
    if request.method != "POST":
        planned = ScenarioPlan(board_points=view.settings.fielded_points)
        return _plan_page(request, view, PlanForm.of_plan(planned, warbands, rounds))

    def write(form: PlanForm) -> int:
        return scenario_plan(actor=owner, key=key, plan=form.plan()).number

    return _planned(request, owner, view, PlanForm(request.POST, warbands=warbands, rounds=rounds), write)


@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Change the plan of a scenario that is not committed."""
    owner, scenario = own_scenario_or_404(request, key, number)
    warbands, rounds = _warbands(scenario.view), planned_rounds(scenario.view)
    if request.method != "POST":
        form = PlanForm.of_plan(scenario.state.plan, warbands, rounds)
        return _plan_page(request, scenario.view, form, scenario)

    def write(form: PlanForm) -> int:
        return scenario_edit(actor=owner, key=key, scenario=number, plan=form.plan()).number

    return _planned(
        request, owner, scenario.view, PlanForm(request.POST, warbands=warbands, rounds=rounds), write, scenario
    )


@require_safe
def scenario(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Show a scenario: its plan, its fighters, and its effects."""
    opened = seen_scenario_or_404(request, key, number)
    shows_aftermath = bool(opened.state.report_entry and opened.state.fielded)
    sides = readable_aftermath(opened) if shows_aftermath else []
    context = {
        "view": opened.view,
        "scenario": opened,
        "crests": numbered_crests(opened.warbands),
        "sides": own_side_first(opened, sides or []),
        "is_unreadable": sides is None,
        "battles": [
            (task.sentence, task.address)
            for _, task in tasks_of_other_rooms([opened.view.campaign.pk], owner_of(request))
            if task.scenario == number
        ]
        if opened.is_open
        else [],
        "waits": any(side.wanted or side.open_feats for side in sides or []),
        "confirmation": confirmation_page(opened),
        "chances": scenario_chances(opened),
    }
    return render(request, "campaigns/scenario.html", context)


@require_POST
def open_scenario(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Open a planned scenario."""
    return act_on_scenario(request, key, number, scenario_open, "“{}” is open. Its warbands can be fielded now.")


@require_POST
def cancel(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Cancel a scenario that is not committed."""
    done, reason = "“{}” is canceled. Its warbands are free.", typed(request, "reason")
    return act_on_scenario(request, key, number, scenario_cancel, done, reason=reason)


def act_on_scenario(
    request: HttpRequest, key: str, number: int, service: Callable[..., object], done: str, **given: object
) -> HttpResponse:
    """Do something with a scenario and lead to its page, which says what is ``done``, with its name for ``{}``."""
    owner, opened = own_scenario_or_404(request, key, number)
    return act(request, owner, key, service, done.format(opened.row), "scenario", number, scenario=number, **given)


def typed(request: HttpRequest, name: str) -> str:
    """Return the text of a field, without characters that no database stores."""
    return request.POST.get(name, "").replace("\0", "").encode("utf-8", "replace").decode()


def seen_scenario_or_404(request: HttpRequest, key: str, number: int) -> ScenarioView:
    """Return a scenario for someone who takes part in its campaign or watches it."""
    return require(scenario_view(seen_campaign_or_404(request, key), number), Http404(_NO_SCENARIO))


def own_scenario_or_404(request: HttpRequest, key: str, number: int) -> tuple[Owner, ScenarioView]:
    """Return the visitor and a scenario of a campaign in which they take part."""
    owner, view = open_campaign_or_404(request, key)
    return owner, require(scenario_view(view, number), Http404(_NO_SCENARIO))


def side_or_404(scenario: ScenarioView, number: int) -> CampaignWarband:
    """Return a warband of a scenario."""
    return require(scenario.warband(number), Http404("This warband is not in the scenario."))


def _warbands(view: CampaignView) -> list[CampaignWarband]:
    return list(warbands_in(view.campaign))


def planned_rounds(view: CampaignView) -> list[LeagueRound]:
    """Return the rounds of a campaign in their order. One query, none in a campaign without a league."""
    return list(league_of(view.campaign).rounds.values()) if view.campaign.has_league else []


def _planned(
    request: HttpRequest,
    owner: Owner,
    view: CampaignView,
    form: PlanForm,
    write: Callable[[PlanForm], int],
    scenario: ScenarioView | None = None,
) -> HttpResponse:
    """Write a plan and answer with the scenario's page, or show the form again with its faults."""
    key = view.campaign.key
    if form.is_valid():
        try:
            number = write(form)
        except Refusal as refused:
            form.add_error(None, refused.message)
        else:
            if request.POST.get("then") == "open":
                attempt(
                    request,
                    lambda: scenario_open(actor=owner, key=key, scenario=number),
                    "The scenario is open. Its warbands can be fielded now.",
                )
            else:
                messages.success(request, "The plan is saved.")
            warn_of_clashes(request, view, number, form.plan())
            return redirect("campaigns:scenario", key, number)
    return _plan_page(request, view, form, scenario, status=422)


def warn_of_clashes(request: HttpRequest, view: CampaignView, number: int, plan: ScenarioPlan) -> None:
    """Warn on the next page of warbands that play elsewhere on the evening of a scenario with this plan."""
    rows = warbands_in(view.campaign).filter(number__in=plan.warbands)
    clashes = evening_clashes(view.campaign, rows, day=plan.date, number=plan.round, but=number)
    for sentence in (sentence for sentences in clashes.values() for sentence in sentences):
        messages.warning(request, f"{sentence} That is the same evening or round.")


def _plan_page(
    request: HttpRequest, view: CampaignView, form: PlanForm, scenario: ScenarioView | None = None, status: int = 200
) -> HttpResponse:
    key = view.campaign.key
    back = reverse("campaigns:scenarios", args=[key])
    if scenario is not None:
        back = reverse("campaigns:scenario", args=[key, scenario.row.number])
    context = {"view": view, "form": form, "scenario": scenario, "back": back}
    return render(request, "campaigns/scenario_plan.html", context, status=status)


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
