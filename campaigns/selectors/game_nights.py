"""Game nights: those that come for a person or in a campaign, and those that a calendar's secret address shows."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import Any
from zoneinfo import available_timezones

from django.db.models import Prefetch, QuerySet
from django.utils import timezone

from accounts.models import Owner
from campaigns.models import CalendarFeed, Campaign, CampaignScenario, GameNight, Participant, ScenarioSide
from campaigns.models.people import ParticipantPresence, participant_q
from campaigns.models.scenarios import ScenarioPhase
from rules.campaigns.leagues.progress import due_day

MAX_NIGHTS = 200
KEPT = timedelta(days=366)
"""How long a calendar shows past game nights."""
USUAL_ZONE = "UTC"
STILL_ON = timedelta(hours=12)
"""How long after its start a game night counts as coming."""


@dataclass(frozen=True, slots=True)
class FeedContent:
    """The contents of a calendar's address: a title, and the game nights with their scenarios and campaigns."""

    title: str
    nights: tuple[GameNight, ...]


@cache
def time_zones() -> tuple[tuple[str, str], ...]:
    """Return the names of all time zones that people live in, for a list to choose from."""
    names = (name for name in available_timezones() if "/" in name and not name.startswith(("Etc/", "SystemV/")))
    return ((USUAL_ZONE, USUAL_ZONE), *((name, name.replace("_", " ")) for name in sorted(names)))


def night_of(row: CampaignScenario) -> GameNight | None:
    """Return the game night of a scenario, None without one; load ``game_night``."""
    night: GameNight | None = getattr(row, "game_night", None)
    return night


def due_day_of(row: CampaignScenario, last_day: str) -> str:
    """Return the day by which a scenario is to be played, "" if none is settled; load ``game_night``.

    ``last_day`` is that of its round.
    """
    night = night_of(row)
    return due_day(night.local_start.date().isoformat() if night else "", last_day, str(row.date or ""))


def nights_to_come(campaign: Campaign) -> tuple[GameNight, ...]:
    """Return the next game nights of a campaign, the first one first. Two queries."""
    return tuple(_with_sides(_coming().filter(scenario__campaign=campaign))[:MAX_NIGHTS])


def nights_of(person: Owner) -> tuple[GameNight, ...]:
    """Return the next game nights of all campaigns in which a person takes part. Two queries."""
    return tuple(_with_sides(_coming().filter(scenario__campaign__in=_campaigns(person)))[:MAX_NIGHTS])


def next_night_of(person: Owner) -> GameNight | None:
    """Return the next game night of a person. One query, and none for a person who takes part in nothing yet."""
    if person.is_nobody:
        return None
    coming = _coming().filter(scenario__campaign__in=_campaigns(person))
    return coming.order_by("starts_at", "pk").first()


def last_night(campaign: Campaign) -> GameNight | None:
    """Return the latest game night of a campaign. One query."""
    return GameNight.objects.filter(scenario__campaign=campaign).order_by("-starts_at", "-pk").first()


def account_calendar(person: Owner) -> CalendarFeed | None:
    """Return the calendar address of an account. One query."""
    return CalendarFeed.objects.filter(user=person.user).first() if person.user else None


def campaign_calendar(campaign: Campaign) -> CalendarFeed | None:
    """Return the calendar address of a campaign. One query."""
    return CalendarFeed.objects.filter(campaign=campaign).first()


def feed_content(token: str) -> FeedContent | None:
    """Return the contents of a calendar's secret address, None if no calendar of an active account has it.

    Three queries.
    """
    feed = CalendarFeed.objects.select_related("user", "campaign").filter(token=token).first()
    if feed is None or (feed.user is not None and not feed.user.is_active):
        return None
    nights = _nights(timezone.now() - KEPT)
    if feed.campaign is not None:
        return FeedContent(feed.campaign.name, tuple(_with_sides(nights.filter(scenario__campaign=feed.campaign))))
    mine = nights.filter(scenario__campaign__in=_campaigns(Owner(user=feed.user)))
    return FeedContent("Game nights", tuple(_with_sides(mine)))


def _nights(since: datetime) -> QuerySet[GameNight]:
    return GameNight.objects.filter(starts_at__gte=since).select_related("scenario__campaign")


def _coming() -> QuerySet[GameNight]:
    return _nights(timezone.now() - STILL_ON).filter(scenario__status__in=(ScenarioPhase.PLANNED, ScenarioPhase.OPEN))


def _with_sides(nights: QuerySet[GameNight]) -> QuerySet[GameNight]:
    sides = ScenarioSide.objects.select_related("warband")
    return nights.prefetch_related(Prefetch("scenario__sides", sides))


def _campaigns(person: Owner) -> QuerySet[Participant, Any]:
    playing = Participant.objects.filter(participant_q(person), presence=ParticipantPresence.PLAYING)
    return playing.values("campaign")
