"""Campaigns as something that webhooks are about."""

from collections.abc import Collection

from django.db.models import TextChoices

from accounts.models import Owner
from campaigns.models import Campaign, Participant
from campaigns.models.campaigns import CampaignPhase
from campaigns.models.people import ParticipantPresence, ParticipantRole
from campaigns.selectors.campaigns import campaign_view
from common.web.address import address_of
from webhooks.models import Webhook
from webhooks.selectors.webhooks import WebhookEventType, WebhookSubject, WebhookSubjectKind

CAMPAIGN = "campaign"


class CampaignNews(TextChoices):
    """What webhooks of a campaign can be sent, each with its name for people."""

    ANNOUNCED = "scenario.announced", "A scenario is planned"
    REPORTED = "scenario.reported", "A scenario is reported"
    DISPUTED = "scenario.disputed", "A reported result is disputed"
    AFTERMATH_DONE = "scenario.aftermath-done", "The aftermath has all its rolls"
    COMMITTED = "scenario.committed", "A scenario is applied"
    CORRECTED = "scenario.corrected", "An applied scenario is corrected"
    UNDONE = "scenario.undone", "An applied scenario is undone"
    NIGHT_ARRANGED = "night.arranged", "A game night is arranged or changed"
    NIGHT_CALLED_OFF = "night.called-off", "A game night is called off"
    NIGHT_TOMORROW = "night.tomorrow", "A game night is tomorrow"
    SCENARIO_DUE = "scenario.due", "A scenario is due today"
    SCENARIO_OVERDUE = "scenario.overdue", "A scenario is late"
    DIGEST = "campaign.digest", "On Mondays, what the campaign waits for"
    REMINDED = "players.reminded", "An organizer reminds players"
    MEMBER_ENDED = "member.ended", "A member’s career ends, or it is dismissed"
    PERSON_JOINED = "person.joined", "Someone joins"
    SEASON_FINISHED = "season.finished", "The season is finished"
    TAKEOVER_ASKED = "takeover.asked", "Someone asks to take the campaign over"
    TAKEN_OVER = "takeover.done", "The campaign is taken over"
    ADVENTURE_BEGUN = "adventure.begun", "An adventure begins"
    ADVENTURE_ENDED = "adventure.ended", "An adventure is over"


DATED = frozenset(
    (CampaignNews.NIGHT_TOMORROW, CampaignNews.SCENARIO_DUE, CampaignNews.SCENARIO_OVERDUE, CampaignNews.DIGEST)
)
"""The events that the hourly job finds."""


def dated_campaigns() -> list[Campaign]:
    """Return the open campaigns with a webhook that wants a dated event. Two queries, or one."""
    hooks = Webhook.objects.filter(subject_kind=CAMPAIGN, is_enabled=True).order_by()
    keys = [key for key, events in hooks.values_list("subject_key", "events") if DATED.intersection(events)]
    return list(Campaign.objects.filter(key__in=keys, phase=CampaignPhase.OPEN).order_by("pk")) if keys else []


def hears_of(campaign: Campaign, event: str) -> bool:
    """Return True if a webhook of a campaign wants an event. One query."""
    hooks = Webhook.objects.filter(subject_kind=CAMPAIGN, subject_key=campaign.key, is_enabled=True)
    return any(event in events for events in hooks.values_list("events", flat=True))


def _find(owner: Owner, key: str) -> WebhookSubject | None:
    """Return a campaign in which a person takes part. Two queries."""
    view = campaign_view(owner, key)
    if view is None:
        return None
    path = address_of("campaigns:campaign", key)
    return WebhookSubject(CAMPAIGN, key, view.campaign.name, path, view.organizes, "an organizer")


def _managers(key: str) -> Collection[int]:
    organizers = Participant.objects.filter(campaign__key=key, presence=ParticipantPresence.PLAYING, user__isnull=False)
    roles = (ParticipantRole.ORGANIZER, ParticipantRole.CO_ORGANIZER)
    return [user for user in organizers.filter(role__in=roles).order_by().values_list("user", flat=True) if user]


def _existing(keys: Collection[str]) -> set[str]:
    return set(Campaign.objects.filter(key__in=list(keys)).order_by().values_list("key", flat=True))


_EVENTS = tuple(WebhookEventType(news.value, news.label) for news in CampaignNews)
CAMPAIGNS = WebhookSubjectKind(
    CAMPAIGN, "campaign", "campaigns", "campaigns:webhooks", _EVENTS, _find, _managers, _existing
)
