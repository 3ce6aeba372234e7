"""Reminders by mail: what each person asked for, and on which days a mail was sent. None of it is in the journal."""

from django.conf import settings
from django.db import models

from campaigns.models.campaigns import Campaign
from campaigns.models.scenarios import MAX_ZONE
from rules.campaigns.reminders import ReminderWishes

MAX_SITE = 200


class ReminderSettings(models.Model):
    """What an account wants mail about (``wishes``), and the time zone of its days.

    ``site`` is the start of links in its mails. ``looked_on`` is the last day on which the hourly job looked.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="reminder_settings")
    before_night = models.BooleanField(default=False)
    when_due = models.BooleanField(default=False)
    overdue = models.BooleanField(default=False)
    digest = models.BooleanField(default=False)
    by_organizers = models.BooleanField(default=False)
    time_zone = models.CharField(max_length=MAX_ZONE)
    site = models.CharField(max_length=MAX_SITE)
    looked_on = models.DateField(null=True)

    def __str__(self) -> str:
        return f"of account {self.user_id}"

    @property
    def wishes(self) -> ReminderWishes:
        """What the account asked for."""
        return ReminderWishes(self.before_night, self.when_due, self.overdue, self.digest, self.by_organizers)


class ReminderMailState(models.TextChoices):
    """How far a mail has come. One that was ``SENDING`` when a process died is never sent again."""

    WAITING = "waiting", "Waiting"
    SENDING = "sending", "Sending"
    SENT = "sent", "Sent"
    FAILED = "failed", "Refused by the mail server"


class ReminderMail(models.Model):
    """The one mail that an account gets on a day of its time zone. Neither its address nor its text is stored."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="reminder_mails")
    day = models.DateField()
    state = models.CharField(max_length=8, choices=ReminderMailState.choices, default=ReminderMailState.WAITING)
    by_organizer = models.BooleanField(default=False)
    made_at = models.DateTimeField()

    class Meta:
        ordering = ("pk",)
        indexes = (models.Index(fields=["state"], name="reminder_mail_by_state"),)
        constraints = (models.UniqueConstraint(fields=["user", "day"], name="one_reminder_mail_a_day"),)

    def __str__(self) -> str:
        return f"to account {self.user_id} on {self.day}"


class AnnouncedReminder(models.Model):
    """A day on which the webhooks of a campaign got its reminders."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="announced_reminders")
    day = models.DateField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["campaign", "day"], name="one_announced_reminder_a_day"),)

    def __str__(self) -> str:
        return f"of campaign {self.campaign_id} on {self.day}"
