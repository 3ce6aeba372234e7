"""Game nights: arranging one, those that come, and the calendars that programs read."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from functools import partial
from typing import Any

import icalendar
from django import forms
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.views.decorators.http import conditional_page, require_http_methods, require_POST, require_safe

from accounts.web.visitors import owner_of
from campaigns.models import CalendarFeed, GameNight
from campaigns.models.scenarios import MAX_PLACE, ScenarioPhase
from campaigns.selectors.game_nights import (
    USUAL_ZONE,
    FeedContent,
    account_calendar,
    campaign_calendar,
    feed_content,
    last_night,
    nights_of,
    nights_to_come,
    time_zones,
)
from campaigns.selectors.scenario_pages import ScenarioView
from campaigns.services.game_nights import (
    MAX_MINUTES,
    account_calendar_end,
    account_calendar_make,
    campaign_calendar_end,
    campaign_calendar_make,
    game_night_remove,
    game_night_set,
)
from campaigns.web.forms import line_field, number_field
from campaigns.web.scenarios import own_scenario_or_404
from campaigns.web.visiting import act, open_campaign_or_404, seen_campaign_or_404
from common.web.address import absolute
from common.web.files import file_response
from common.web.refusals import attempt, is_written
from rules.errors import require
from warbands.web.sharing import unlisted

USUAL_START, USUAL_MINUTES = time(19), 180
_WEEK = timedelta(days=7)
_FORMAT = "%Y-%m-%dT%H:%M"


class GameNightForm(forms.Form):
    """The time and place of a scenario."""

    starts = forms.DateTimeField(
        label="Day and time",
        input_formats=[_FORMAT, "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M"],
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format=_FORMAT),
        error_messages={
            "required": "Choose a day and a time.",
            "invalid": "Enter the day and time like 2026-03-01 19:00.",
        },
    )
    time_zone = forms.ChoiceField(
        choices=time_zones,
        label="Time zone",
        help_text="The time zone of the place where you meet.",
        error_messages={"required": "Choose a time zone.", "invalid_choice": "Choose a time zone from the list."},
    )
    minutes = number_field(MAX_MINUTES, "Minutes", "How long you will play.", missing="Enter the length in minutes.")
    place = line_field("Place", MAX_PLACE, "People in the campaign can see it; spectators cannot.")

    @classmethod
    def of_night(cls, night: GameNight) -> GameNightForm:
        """Return the form filled in with a game night."""
        return cls(initial={"starts": night.local_start.replace(tzinfo=None), **_usual(night)})

    @classmethod
    def of_day(cls, day: date | None, last: GameNight | None) -> GameNightForm:
        """Return the form for a new game night: hour, length, zone and place are those of the ``last`` one.

        Without a last one, the page's script chooses the zone of the browser.
        """
        if last is not None:
            local = last.local_start
            starts = datetime.combine(day or local.date() + _WEEK, local.time().replace(tzinfo=None))
            return cls(initial={"starts": starts, **_usual(last)})
        starts_at = datetime.combine(day, USUAL_START) if day else None
        form = cls(initial={"starts": starts_at, "time_zone": USUAL_ZONE, "minutes": USUAL_MINUTES, "place": ""})
        form.fields["time_zone"].widget.attrs["data-own-zone"] = True
        return form


def _usual(night: GameNight) -> dict[str, object]:
    return {"time_zone": night.time_zone, "minutes": night.minutes, "place": night.place}


_NEW = "Here is the calendar’s address. Earlier addresses no longer work."
_ENDED = "The calendar’s address no longer works."
_REFRESHED_AFTER = timedelta(hours=1)


@require_http_methods(["GET", "HEAD", "POST"])
def game_night(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Arrange the time and place of a scenario, change it, or call it off."""
    owner, scenario = own_scenario_or_404(request, key, number)
    night: GameNight | None = getattr(scenario.row, "game_night", None)
    if request.method != "POST":
        day = scenario.row.date
        form = GameNightForm.of_night(night) if night else GameNightForm.of_day(day, last_night(scenario.view.campaign))
        return _night_page(request, scenario, night, form)
    if request.POST.get("then") == "remove":
        done = "The game night is called off. The scenario stays."
        return act(request, owner, key, game_night_remove, done, "scenario", number, scenario=number)
    form = GameNightForm(request.POST)
    if is_written(form, lambda: game_night_set(actor=owner, key=key, scenario=number, **form.cleaned_data)):
        return redirect("campaigns:scenario", key, number)
    return _night_page(request, scenario, night, form, status=422)


@require_safe
def calendar(request: HttpRequest) -> HttpResponse:
    """Show the next game nights of all campaigns of a person, and the address of their calendar."""
    owner = owner_of(request)
    context = {"nights": nights_of(owner), **_feed_context(request, account_calendar(owner))}
    return render(request, "campaigns/calendar.html", context)


@require_POST
def calendar_switch(request: HttpRequest) -> HttpResponse:
    """Make the address of the visitor's calendar, make another, or end it."""
    user = owner_of(request).user
    if user is None:
        return redirect(f"{reverse('account_login')}?next={reverse('campaigns:calendar')}")
    make, end = partial(account_calendar_make, user=user), partial(account_calendar_end, user=user)
    return _switched(request, make, end) or redirect("campaigns:calendar")


@require_http_methods(["GET", "HEAD", "POST"])
def campaign_nights(request: HttpRequest, key: str) -> HttpResponse:
    """Show the next game nights of a campaign, to spectators without places; organizers hand out its calendar."""
    view = seen_campaign_or_404(request, key)
    if request.method == "POST":
        owner, view = open_campaign_or_404(request, key)
        make = partial(campaign_calendar_make, actor=owner, key=key)
        end = partial(campaign_calendar_end, actor=owner, key=key)
        return _switched(request, make, end) or redirect("campaigns:nights", key)
    feed = campaign_calendar(view.campaign) if view.organizes else None
    context = {"view": view, "nights": nights_to_come(view.campaign), **_feed_context(request, feed)}
    return render(request, "campaigns/nights.html", context)


@require_safe
@conditional_page
def feed(request: HttpRequest, token: str) -> HttpResponse:
    """Answer a calendar program that knows a secret address."""
    content = require(feed_content(token.replace("\0", "")), Http404("There is no calendar at this address."))
    response = file_response(_calendar(request, content), "muster.ics", "text/calendar; charset=utf-8", opens=True)
    patch_cache_control(response, private=True, no_cache=True)
    return unlisted(response)


def _switched(
    request: HttpRequest, make: Callable[[], object], end: Callable[[], object]
) -> HttpResponseBadRequest | None:
    """Make or end the address of a calendar, as the form says; return the answer to any other form."""
    switch = request.POST.get("switch")
    if switch == "make":
        attempt(request, make, _NEW)
    elif switch == "end":
        attempt(request, end, _ENDED)
    else:
        return HttpResponseBadRequest("Say “make” or “end”.", content_type="text/plain")
    return None


def _feed_context(request: HttpRequest, feed: CalendarFeed | None) -> dict[str, Any]:
    link = absolute(request, reverse("campaigns:feed", args=[feed.token])) if feed else ""
    return {"feed": feed, "link": link}


def _night_page(
    request: HttpRequest, scenario: ScenarioView, night: GameNight | None, form: GameNightForm, status: int = 200
) -> HttpResponse:
    context = {"view": scenario.view, "scenario": scenario, "night": night, "form": form}
    return render(request, "campaigns/game_night.html", context, status=status)


def _calendar(request: HttpRequest, content: FeedContent) -> bytes:
    """Return game nights in the form of RFC 5545."""
    calendar = icalendar.Calendar()
    calendar.add("prodid", "-//Muster//Game nights//EN")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", content.title)
    calendar.add("refresh-interval", _REFRESHED_AFTER, parameters={"value": "DURATION"})
    calendar.add("x-published-ttl", _REFRESHED_AFTER)
    for night in content.nights:
        calendar.add_component(_event(request, night))
    if content.nights:
        calendar.add_missing_timezones()
    return calendar.to_ical()


def _event(request: HttpRequest, night: GameNight) -> icalendar.Event:
    scenario, campaign = night.scenario, night.scenario.campaign
    warbands = ", ".join(str(side.warband) for side in scenario.sides.all())
    event = icalendar.Event()
    event.add("uid", f"{campaign.key}-{scenario.number}@muster")
    event.add("dtstamp", night.changed_at)
    event.add("last-modified", night.changed_at)
    event.add("sequence", night.version)
    event.add("dtstart", night.local_start)
    event.add("dtend", night.local_end)
    event.add("summary", f"{scenario} · {campaign}")
    is_off = scenario.status in (ScenarioPhase.CANCELED, ScenarioPhase.FORFEITED)
    event.add("status", "CANCELLED" if is_off else "CONFIRMED")
    event.add("url", absolute(request, reverse("campaigns:scenario", args=[campaign.key, scenario.number])))
    if night.place:
        event.add("location", night.place)
    if warbands:
        event.add("description", warbands)
    return event
