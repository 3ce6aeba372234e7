"""Reminders by mail: what an account asks for, and ending them by one click."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings as site_settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.models import User
from campaigns.models import ReminderSettings
from campaigns.selectors.game_nights import USUAL_ZONE, time_zones
from campaigns.selectors.reminders import mail_addresses, reminder_settings, unsubscribed_account
from campaigns.services.reminders import FIRST_HOUR, reminder_settings_set, reminders_stop
from common.web.address import absolute
from common.web.refusals import is_written
from rules.campaigns.reminders import ReminderWishes

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
        help_text=f"Mails are sent after {FIRST_HOUR}:00 by its clocks.",
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
