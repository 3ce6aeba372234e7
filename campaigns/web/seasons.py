"""The season of a campaign: its champions and awards, settling what still runs, finishing it, and the next one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.drawings.prints import certificates_pdf
from campaigns.models import Participant
from campaigns.selectors.campaigns import CampaignView
from campaigns.selectors.seasons import (
    honors_by_kind,
    next_seasons,
    season_board,
    season_certificates,
    season_invitations,
)
from campaigns.selectors.warbands import warbands_listed
from campaigns.services.seasons import ENDINGS, ScenarioEnding, season_finish, season_follow, season_settle
from campaigns.web.forms import PLAIN
from campaigns.web.leagues import flash_outcome
from campaigns.web.visiting import act, open_campaign_or_404, seen_campaign_or_404
from common.web.files import pdf_response
from common.web.refusals import is_written
from compendium.web.printing import can_print_later
from rules.lengths import MAX_NAME
from rules.text import natural_number, slug


class NextSeasonForm(forms.Form):
    """The name of the next season, and the people whom it invites."""

    name = forms.CharField(max_length=MAX_NAME, label="Name", widget=forms.TextInput(attrs=PLAIN))
    people = forms.TypedMultipleChoiceField(
        coerce=int,
        required=False,
        label="Whom to invite",
        widget=forms.CheckboxSelectMultiple,
        error_messages={"invalid_choice": "Choose people of this campaign."},
    )

    def __init__(self, *args: Any, people: Iterable[Participant], **options: Any) -> None:
        super().__init__(*args, **options)
        field = self.fields["people"]
        assert isinstance(field, forms.TypedMultipleChoiceField)
        field.choices = [(person.number, person.display_name) for person in people]


@require_safe
def season(request: HttpRequest, key: str) -> HttpResponse:
    """Show the champions and awards, as given or as they stand, and to organizers what is still to settle."""
    view = seen_campaign_or_404(request, key)
    board = season_board(view, warbands_listed(view.campaign))
    user = view.viewer.user_id if view.viewer else None
    context = {
        "view": view,
        "board": board,
        **honors_by_kind(board.honors),
        "organizes": view.organizes and view.is_open,
        "invitations": list(season_invitations(user, view.campaign)) if user else [],
        "next_seasons": list(next_seasons(view.viewer, view.campaign)),
    }
    return render(request, "campaigns/season.html", context)


@require_POST
def settle(request: HttpRequest, key: str) -> HttpResponse:
    """Apply, forfeit or cancel the scenarios that still run, as the form says."""
    owner, _ = open_campaign_or_404(request, key)
    endings = [
        ending
        for name, value in request.POST.items()
        if name.startswith("ending-") and (ending := _ending(name.removeprefix("ending-"), str(value)))
    ]
    flash_outcome(request, lambda: season_settle(actor=owner, key=key, endings=endings), "settled")
    return redirect("campaigns:season", key)


@require_POST
def finish(request: HttpRequest, key: str) -> HttpResponse:
    """Finish the season with the champions and awards that the page showed."""
    owner, _ = open_campaign_or_404(request, key)
    seen = natural_number(request.POST.get("seen", ""), 9)
    return act(request, owner, key, season_finish, "The season is finished. Well fought!", "season", seen=seen)


@can_print_later
@require_safe
def certificates(request: HttpRequest, key: str) -> HttpResponse:
    """Answer with the certificates of a finished season as a PDF, or with those of one ``warband``."""
    view = seen_campaign_or_404(request, key)
    certificates = season_certificates(view, natural_number(request.GET.get("warband", ""), 9))
    if certificates is None:
        messages.warning(request, "There is no certificate to print. An organizer has to finish the season first.")
        return redirect("campaigns:season", key)
    return pdf_response(certificates_pdf(certificates), f"{slug(view.campaign.name)[:80] or 'campaign'}-certificates")


@require_http_methods(["GET", "HEAD", "POST"])
def follow(request: HttpRequest, key: str) -> HttpResponse:
    """Begin the next season, with its name and whom to invite."""
    owner, view = open_campaign_or_404(request, key)
    if not view.organizes:
        raise PermissionDenied("Only an organizer can begin the next season.")
    people = [person for person in view.playing if view.viewer is None or person.pk != view.viewer.pk]
    form, status = NextSeasonForm(people=people, initial=_first_answers(view)), 200
    if request.method == "POST":
        form, keys = NextSeasonForm(request.POST, people=people), list[str]()

        def write() -> None:
            campaign = season_follow(
                actor=owner, key=key, name=form.cleaned_data["name"], people=form.cleaned_data["people"]
            )
            keys.append(campaign.key)

        if is_written(form, write):
            messages.success(request, "The next season has begun. Each place waits for its player.")
            return redirect("campaigns:people", keys[0])
        status = 422
    return render(request, "campaigns/season_next.html", {"view": view, "form": form}, status=status)


def _first_answers(view: CampaignView) -> dict[str, object]:
    return {"name": view.campaign.name, "people": [person.number for person in view.playing]}


def _ending(number: str, text: str) -> ScenarioEnding | None:
    """Return what a form says of a scenario: ``apply``, ``cancel``, or ``forfeit-3`` and ``forfeit-3-5``."""
    ending, *absent = text.split("-")
    scenario = natural_number(number, 9)
    if scenario is None or ending not in ENDINGS:
        return None
    missing = tuple(warband for name in absent if (warband := natural_number(name, 9)))
    return ScenarioEnding(scenario, ending, missing)
