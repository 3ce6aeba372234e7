"""Reminders by mail: what an account asks for, ending them by one click, and reminding the players of a campaign."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings as site_settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.models import User
from campaigns.models import ReminderSettings
from campaigns.selectors.game_nights import USUAL_ZONE, time_zones
from campaigns.selectors.late_players import late_players
from campaigns.selectors.leagues import league_of
from campaigns.selectors.reminders import mail_addresses, reminder_settings, unsubscribed_account
from campaigns.selectors.webhooks import CampaignNews, hears_of
from campaigns.services.reminders import players_remind, reminder_settings_set, reminders_stop
from campaigns.web.visiting import open_campaign_or_404
from common.refusal import Refusal
from common.web.address import absolute
from common.web.refusals import is_written
from rules.campaigns.reminders import MAIL_HOURS, ReminderWishes
from rules.text import NUMBER_DIGITS, counted, natural_number

_LABELS = {
    "before_night": "The day before a game night",
    "when_due": "On the day when something is due",
    "overdue": "When something is late: after 1 and 3 days, then weekly",
    "digest": "On Mondays, everything that waits for me",
    "by_organizers": "When an organizer of my campaign sends a reminder",
}


class ReminderForm(forms.Form):
    """What a person wants mail about, and their time zone."""

    time_zone = forms.ChoiceField(
        choices=time_zones,
        label="Your time zone",
        help_text=f"Mails are sent after {MAIL_HOURS.start}:00 by its clocks.",
        error_messages={"required": "Choose a time zone.", "invalid_choice": "Choose a time zone from the list."},
    )

    def __init__(self, data: Any = None, *, settings: ReminderSettings | None) -> None:
        wishes = settings.wishes if settings else ReminderWishes()
        super().__init__(data, initial={"time_zone": settings.time_zone if settings else USUAL_ZONE})
        for name, label in _LABELS.items():
            self.fields[name] = forms.BooleanField(required=False, label=label, initial=getattr(wishes, name))
        if settings is None:
            self.fields["time_zone"].widget.attrs["data-own-zone"] = True

    @property
    def wishes(self) -> ReminderWishes:
        """What the form asks for."""
        return ReminderWishes(**{name: self.cleaned_data[name] for name in _LABELS})

    @property
    def ticks(self) -> list[forms.BoundField]:
        """The fields of the wishes."""
        return [self[name] for name in _LABELS]


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def reminders(request: HttpRequest) -> HttpResponse:
    """Show what the account wants mail about, or change it."""
    user = request.user
    assert isinstance(user, User)
    form, status = ReminderForm(request.POST or None, settings=reminder_settings(user)), 200
    if request.method == "POST":
        site = absolute(request, "/").removesuffix("/")

        def write() -> None:
            zone = form.cleaned_data["time_zone"]
            reminder_settings_set(user=user, wishes=form.wishes, time_zone=zone, site=site)

        if is_written(form, write):
            messages.success(request, "Your reminders are saved.")
            return redirect("campaigns:reminders")
        status = 422
    context = {"form": form, "mails": site_settings.SENDS_MAIL, "address": mail_addresses([user.pk]).get(user.pk)}
    return render(request, "campaigns/reminders.html", context, status=status)


@csrf_exempt  # mail programs post here by themselves (RFC 8058), and the token says who asks
@require_http_methods(["GET", "HEAD", "POST"])
def reminders_off(request: HttpRequest, token: str) -> HttpResponse:
    """Ask whether all reminders of an account are to end, or end them. A mail program's look at the link ends none."""
    if unsubscribed_account(token) is None:
        raise Http404("There is no such link.")
    return render(
        request, "campaigns/reminders_off.html", {"over": request.method == "POST" and reminders_stop(token=token)}
    )


@require_http_methods(["GET", "HEAD", "POST"])
def remind(request: HttpRequest, key: str) -> HttpResponse:
    """Show whom the tables of a round, or of the campaign, wait for and whom a reminder reaches, and send it."""
    owner, view = open_campaign_or_404(request, key)
    text = request.POST.get("round", request.GET.get("round", ""))
    number = natural_number(text, NUMBER_DIGITS)
    rounds = league_of(view.campaign).rounds
    if text and number not in rounds:
        raise Http404("There is no such round in this campaign.")
    back = reverse("campaigns:round", args=[key, number]) if number else reverse("campaigns:campaign", args=[key])
    if request.method == "POST":
        try:
            players = players_remind(actor=owner, key=key, number=number)
        except Refusal as refused:
            messages.error(request, refused.message)
        else:
            reached = sum(not player.obstacle for player in players)
            done = f"{counted(reached, 'reminder')} on the way." if reached else "No reminder could be sent by mail."
            messages.success(request, done)
        return redirect(back)
    runs = view.organizes and view.is_open
    players = late_players(view.campaign, number) if runs else []
    context = {
        "view": view,
        "round": rounds[number] if number else None,
        "runs": runs,
        "back": back,
        "hears": runs and hears_of(view.campaign, CampaignNews.REMINDED),
        "reached": [player for player in players if not player.obstacle],
        "others": [player for player in players if player.obstacle],
    }
    return render(request, "campaigns/remind.html", context)
