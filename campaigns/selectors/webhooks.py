"""Campaigns as something that webhooks are about."""

from collections.abc import Collection

from accounts.models import Owner
from campaigns.models import Campaign, Participant
from campaigns.models.campaigns import CampaignPhase
from campaigns.models.people import ParticipantPresence, ParticipantRole
from campaigns.selectors.campaigns import campaign_view
from common.web.address import address_of
from webhooks.models import Webhook
from webhooks.selectors.webhooks import WebhookEventType, WebhookSubject, WebhookSubjectKind

CAMPAIGN = "campaign"
ANNOUNCED = "scenario.announced"
REPORTED = "scenario.reported"
DISPUTED = "scenario.disputed"
CORRECTED = "scenario.corrected"
AFTERMATH_DONE = "scenario.aftermath-done"
COMMITTED = "scenario.committed"
UNDONE = "scenario.undone"
MEMBER_ENDED = "member.ended"
NIGHT_ARRANGED = "night.arranged"
NIGHT_CALLED_OFF = "night.called-off"
NIGHT_TOMORROW = "night.tomorrow"
SCENARIO_DUE = "scenario.due"
SCENARIO_OVERDUE = "scenario.overdue"
DIGEST = "campaign.digest"
REMINDED = "players.reminded"
PERSON_JOINED = "person.joined"
SEASON_FINISHED = "season.finished"
TAKEOVER_ASKED = "takeover.asked"
TAKEN_OVER = "takeover.done"
ADVENTURE_BEGUN = "adventure.begun"
ADVENTURE_ENDED = "adventure.ended"
_EVENTS = (
    WebhookEventType(ANNOUNCED, "A scenario is planned"),
    WebhookEventType(REPORTED, "A scenario is reported"),
    WebhookEventType(DISPUTED, "A reported result is disputed"),
    WebhookEventType(AFTERMATH_DONE, "The aftermath has all its rolls"),
    WebhookEventType(COMMITTED, "A scenario is applied"),
    WebhookEventType(CORRECTED, "An applied scenario is corrected"),
    WebhookEventType(UNDONE, "An applied scenario is undone"),
    WebhookEventType(NIGHT_ARRANGED, "A game night is arranged or changed"),
    WebhookEventType(NIGHT_CALLED_OFF, "A game night is called off"),
    WebhookEventType(NIGHT_TOMORROW, "A game night is tomorrow"),
    WebhookEventType(SCENARIO_DUE, "A scenario is due today"),
    WebhookEventType(SCENARIO_OVERDUE, "A scenario is late"),
    WebhookEventType(DIGEST, "On Mondays, what the campaign waits for"),
    WebhookEventType(REMINDED, "An organizer reminds players"),
    WebhookEventType(MEMBER_ENDED, "A member’s career ends, or it is dismissed"),
    WebhookEventType(PERSON_JOINED, "Someone joins"),
    WebhookEventType(SEASON_FINISHED, "The season is finished"),
    WebhookEventType(TAKEOVER_ASKED, "Someone asks to take the campaign over"),
    WebhookEventType(TAKEN_OVER, "The campaign is taken over"),
    WebhookEventType(ADVENTURE_BEGUN, "An adventure begins"),
    WebhookEventType(ADVENTURE_ENDED, "An adventure is over"),
)


DATED = frozenset((NIGHT_TOMORROW, SCENARIO_DUE, SCENARIO_OVERDUE, DIGEST))
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


CAMPAIGNS = WebhookSubjectKind(
    CAMPAIGN, "campaign", "campaigns", "campaigns:webhooks", _EVENTS, _find, _managers, _existing
)
