"""Invitation mails, counted to limit them per day."""

from django.conf import settings
from django.db import models

from campaigns.models.campaigns import Campaign


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
