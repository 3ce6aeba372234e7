"""Campaigns as something that webhooks are about."""

from collections.abc import Collection

from accounts.models import Owner
from campaigns.models import Campaign, Participant
from campaigns.models.people import ParticipantPresence, ParticipantRole
from campaigns.selectors.campaigns import campaign_view
from common.web.address import address_of
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
PERSON_JOINED = "person.joined"
SEASON_FINISHED = "season.finished"
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
    WebhookEventType(MEMBER_ENDED, "A member’s career ends, or it is dismissed"),
    WebhookEventType(PERSON_JOINED, "Someone joins"),
    WebhookEventType(SEASON_FINISHED, "The season is finished"),
    WebhookEventType(ADVENTURE_BEGUN, "An adventure begins"),
    WebhookEventType(ADVENTURE_ENDED, "An adventure is over"),
)


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
