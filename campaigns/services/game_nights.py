"""Arranging when and where a scenario is played, and the secret addresses of calendars."""

import secrets
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone

from accounts.models import Owner, User
from campaigns.models import CalendarFeed, CampaignScenario, GameNight
from campaigns.models.scenarios import MAX_PLACE, ScenarioPhase
from campaigns.selectors.game_nights import time_zones
from campaigns.services.announcing import announce_night, announce_night_off
from campaigns.services.journal import OpenJournal, journal_open
from campaigns.services.texts import optional_line_of
from common.refusal import Refusal
from rules.campaigns.events.scenarios import ScenarioPlanned
from rules.campaigns.rights import NO_SCENARIO
from rules.errors import require

MAX_MINUTES = 24 * 60
MAX_YEARS = 5
"""How far from today a game night may be."""


@transaction.atomic
def game_night_set(
    *, actor: Owner, key: str, scenario: int, starts: datetime, time_zone: str, minutes: int, place: str = ""
) -> GameNight:
    """Arrange the game night of a scenario, or change it; its plan gets the day. Organizers only.

    ``starts`` is the local time in ``time_zone``. Raises ``Refusal`` for a zone that does not exist, a time that the
    clocks there skip, and a scenario that is over.
    """
    journal = journal_open(actor=actor, key=key)
    row = _scenario(journal, scenario)
    starts_at = _moment(starts, time_zone)
    if not 1 <= minutes <= MAX_MINUTES:
        raise Refusal(f"A game night lasts from 1 to {MAX_MINUTES:,} minutes.", code="scenario.invalid")
    night = GameNight.objects.filter(scenario=row).first() or GameNight(scenario=row, version=-1)
    wanted = (starts_at, time_zone, minutes, optional_line_of(place, MAX_PLACE, "A place"))
    if wanted != (night.starts_at, night.time_zone, night.minutes, night.place):
        night.starts_at, night.time_zone, night.minutes, night.place = wanted
        night.version += 1
        night.changed_at = timezone.now()
        night.save()
        announce_night(journal.campaign, scenario, night)
    plan, day = journal.scenario(scenario).plan, night.local_start.date().isoformat()
    if plan.date != day:
        journal.write(ScenarioPlanned(scenario, replace(plan, date=day)))
    return night


@transaction.atomic
def game_night_remove(*, actor: Owner, key: str, scenario: int) -> None:
    """Call the game night of a scenario off; the scenario stays. Organizers only."""
    journal = journal_open(actor=actor, key=key)
    deleted, _ = GameNight.objects.filter(scenario=_scenario(journal, scenario)).delete()
    if deleted:
        announce_night_off(journal.campaign, scenario)


@transaction.atomic
def account_calendar_make(*, user: User) -> CalendarFeed:
    """Give an account a new calendar address; an older one ends."""
    CalendarFeed.objects.filter(user=user).delete()
    return CalendarFeed.objects.create(user=user, token=secrets.token_urlsafe(32), made_at=timezone.now())


def account_calendar_end(*, user: User) -> None:
    """End the calendar address of an account."""
    CalendarFeed.objects.filter(user=user).delete()


@transaction.atomic
def campaign_calendar_make(*, actor: Owner, key: str) -> CalendarFeed:
    """Give a campaign a new calendar address; an older one ends. Organizers only."""
    journal = _organized(actor, key)
    CalendarFeed.objects.filter(campaign=journal.campaign).delete()
    token = secrets.token_urlsafe(32)
    return CalendarFeed.objects.create(campaign=journal.campaign, token=token, made_at=timezone.now())


@transaction.atomic
def campaign_calendar_end(*, actor: Owner, key: str) -> None:
    """End the calendar address of a campaign. Organizers only."""
    CalendarFeed.objects.filter(campaign=_organized(actor, key).campaign).delete()


def _organized(actor: Owner, key: str) -> OpenJournal:
    return journal_open(actor=actor, key=key, also_archived=True, organizing="hand out the campaign’s calendar")


def _scenario(journal: OpenJournal, number: int) -> CampaignScenario:
    journal.refuse_unless_organizer("arrange game nights")
    row = require(journal.campaign.scenarios.filter(number=number).first(), Refusal(NO_SCENARIO, code="scenario.gone"))
    if row.status in (ScenarioPhase.CANCELED, ScenarioPhase.COMMITTED, ScenarioPhase.FORFEITED):
        raise Refusal("This scenario is over. You can no longer change its game night.", code="scenario.locked")
    return row


def _moment(starts: datetime, time_zone: str) -> datetime:
    """Return a time of a zone's clocks in UTC."""
    if time_zone not in dict(time_zones()):
        raise Refusal("Choose a time zone from the list, such as Europe/Paris.", code="scenario.invalid")
    zone = ZoneInfo(time_zone)
    naive = starts.replace(tzinfo=None)
    if abs(naive.year - timezone.now().year) > MAX_YEARS:
        raise Refusal(f"Choose a day within {MAX_YEARS} years of today.", code="scenario.invalid")
    moment = naive.replace(tzinfo=zone).astimezone(UTC)
    if moment.astimezone(zone).replace(tzinfo=None) != naive:
        later = (naive + timedelta(hours=1)).strftime("%H:%M")
        raise Refusal(
            f"In {time_zone}, the clocks skip this hour on that day. Choose another time, such as {later}.",
            code="scenario.invalid",
        )
    return moment
