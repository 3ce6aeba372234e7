"""The people of a campaign, mails that invite them, counted to limit them per day, and the pages that show campaigns.

Like all links, pages of players are not part of a journal.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models

from accounts.models import FORMER_PLAYER, Owner
from campaigns.models.campaigns import Campaign
from rules.campaigns.events import campaign as roles
from rules.campaigns.state import basics as presences
from rules.lengths import MAX_NAME


class ParticipantRole(models.TextChoices):
    """The rights of a person in a campaign."""

    ORGANIZER = roles.ORGANIZER, "Organizer"
    CO_ORGANIZER = roles.CO_ORGANIZER, "Co-organizer"
    PLAYER = roles.PLAYER, "Player"


class ParticipantPresence(models.TextChoices):
    """Whether a person still takes part."""

    PLAYING = presences.PLAYING, "Taking part"
    LEFT = presences.LEFT, "Left"
    REMOVED = presences.REMOVED, "Removed"


def vacate(collector: Any, field: Any, places: models.QuerySet[Participant], using: str) -> None:
    """Make nameless placeholders of the places that an account has, or is invited to, when it is deleted.

    An ``on_delete`` as Django calls it. What the person said in disputes is deleted.
    """
    sentences: Any = Participant._meta.get_field("dispute_sentences")
    models.CASCADE(collector, sentences.field, sentences.related_model.objects.filter(participant__in=places), using)
    collector.add_field_update(Participant._meta.get_field("name"), "", places)
    models.SET_NULL(collector, field, places, using)


class Participant(models.Model):
    """A person of a campaign: an account, the visitor whose own campaign it is, or a placeholder.

    The journal knows a person only by ``number``. ``name`` is a placeholder's name; it is removed when the account is
    deleted. Anyone with an account and the ``claim_token`` may take a placeholder's place; ``invited`` is the account
    that sees the link on its own pages.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="participants")
    number = models.PositiveIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=vacate, null=True, related_name="campaign_participants"
    )
    visitor_token = models.CharField(max_length=64, blank=True)
    name = models.CharField(max_length=MAX_NAME, blank=True)
    claim_token = models.CharField(max_length=32, unique=True, null=True)  # noqa: DJ001 # unique among those that are
    invited = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=vacate, null=True, related_name="campaign_invitations"
    )
    role = models.CharField(max_length=12, choices=ParticipantRole.choices)
    presence = models.CharField(max_length=8, choices=ParticipantPresence.choices, default=ParticipantPresence.PLAYING)
    joined_at = models.DateTimeField()

    class Meta:
        ordering = ("number",)
        indexes = (models.Index(fields=["visitor_token"], name="participant_by_visitor"),)
        constraints = (
            models.UniqueConstraint(fields=["campaign", "number"], name="one_participant_a_number"),
            models.UniqueConstraint(
                fields=["campaign", "user"], condition=models.Q(user__isnull=False), name="one_participant_a_user"
            ),
            models.UniqueConstraint(
                fields=["campaign"], condition=models.Q(role=roles.ORGANIZER), name="one_organizer_a_campaign"
            ),
            models.CheckConstraint(
                condition=models.Q(user=None) | models.Q(visitor_token=""), name="participant_is_one_person"
            ),
        )

    def __str__(self) -> str:
        return self.display_name

    @property
    def display_name(self) -> str:
        """The name of the person. Load ``user`` with the row."""
        if self.user is not None:
            return self.user.get_username()
        return self.name or f"{'Player' if self.visitor_token else FORMER_PLAYER} {self.number}"

    @property
    def is_placeholder(self) -> bool:
        """Whether the place is waiting to be claimed."""
        return self.user_id is None and not self.visitor_token

    @property
    def has_declined(self) -> bool:
        """Whether the person for whom the place was reserved does not take it."""
        return self.is_placeholder and self.invited_id is not None and self.presence == ParticipantPresence.LEFT

    @property
    def can_write(self) -> bool:
        """Whether a person has the place and takes part now."""
        return not self.is_placeholder and self.presence == ParticipantPresence.PLAYING

    @property
    def is_vacant(self) -> bool:
        """Whether the account of a participant was deleted, and no one has received a link since."""
        return self.is_placeholder and self.claim_token is None and self.presence == ParticipantPresence.PLAYING

    @property
    def organizes(self) -> bool:
        """Whether the person has an organizer's rights."""
        return self.presence == ParticipantPresence.PLAYING and self.role in (
            ParticipantRole.ORGANIZER,
            ParticipantRole.CO_ORGANIZER,
        )

    @property
    def owner(self) -> Owner:
        """The person as an owner of warbands."""
        return Owner(user=self.user, token=self.visitor_token)

    def is_person(self, owner: Owner) -> bool:
        """Whether the participant is this person."""
        if owner.user is not None:
            return self.user_id == owner.user.pk
        return bool(owner.token) and self.user_id is None and self.visitor_token == owner.token


def participant_q(owner: Owner) -> models.Q:
    """Return the condition that participants are this person."""
    if owner.user is not None:
        return models.Q(user=owner.user)
    return models.Q(user=None, visitor_token=owner.token) if owner.token else models.Q(pk__in=())


class InvitationMail(models.Model):
    """A mailed invitation: when and by whom. The address is not stored."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="invitation_mails")
    sender = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    sent_at = models.DateTimeField()

    class Meta:
        ordering = ("sent_at",)
        indexes = (
            models.Index(fields=["campaign", "sent_at"], name="mail_by_campaign"),
            models.Index(fields=["sender", "sent_at"], name="mail_by_sender"),
        )

    def __str__(self) -> str:
        return f"{self.campaign_id} at {self.sent_at:%Y-%m-%d %H:%M}"


class PlayerPage(models.Model):
    """The page of a player over campaigns: ``name`` is what it calls them, ``token`` its secret, None while it is off.

    Of ``campaigns`` it shows those that allow it and in which the player still takes part.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="player_page")
    token = models.CharField(max_length=32, unique=True, null=True)  # noqa: DJ001 # unique among those that are
    name = models.CharField(max_length=MAX_NAME)
    campaigns = models.ManyToManyField(Campaign, related_name="player_pages")

    def __str__(self) -> str:
        return self.name
