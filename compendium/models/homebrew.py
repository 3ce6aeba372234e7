"""Homebrew: creatures that belong to a player instead of the compendium, and the editors' answers."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models

from accounts.models import OwnedModel
from compendium.models.creatures import Creature

MAX_ANSWER = 500
"""Characters of an editor's words."""


def delete_creatures(collector: Any, field: Any, homebrews: models.QuerySet[Homebrew], using: str) -> None:
    """Delete the creatures of an account that is deleted. An ``on_delete`` as Django calls it.

    Their revisions stay for the warbands of others that pinned them.
    """
    models.CASCADE(collector, field, homebrews, using)
    collector.collect(Creature.objects.using(using).filter(homebrew__in=homebrews))


class Submission(models.TextChoices):
    """The state of a creature that was submitted to the editors."""

    NONE = "", "not sent"
    SENT = "sent", "waiting for an editor"
    ACCEPTED = "accepted", "accepted"
    DECLINED = "declined", "declined"


class Homebrew(OwnedModel):
    """The owner of a creature. A creature without such a row is part of the compendium.

    ``is_shared``: everybody with its link may see it and use it. ``sent_revision`` is the number of the submitted
    revision; ``answer`` is the editors' answer, ``accepted_as`` their creature made from it.
    """

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=delete_creatures, null=True, related_name="homebrew_creatures"
    )

    creature = models.OneToOneField(Creature, on_delete=models.CASCADE, related_name="homebrew")
    is_shared = models.BooleanField("shared by its link", default=False)
    made_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField()

    submission = models.CharField(max_length=10, choices=Submission, default=Submission.NONE, blank=True)
    sent_at = models.DateTimeField(null=True)
    sent_revision = models.PositiveIntegerField(null=True)
    answer = models.CharField(max_length=MAX_ANSWER, blank=True)
    answered_at = models.DateTimeField(null=True)
    answered_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    accepted_as = models.ForeignKey(Creature, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ("-changed_at", "-pk")
        verbose_name = "homebrew creature"
        indexes = (
            models.Index(fields=["owner", "-changed_at"], name="homebrew_by_owner"),
            models.Index(fields=["owner_token", "-changed_at"], name="homebrew_by_token"),
            models.Index(fields=["sent_at"], condition=models.Q(submission="sent"), name="homebrew_sent"),
        )
        constraints = (
            models.CheckConstraint(
                condition=models.Q(owner__isnull=False, owner_token="")
                | models.Q(owner=None) & ~models.Q(owner_token=""),
                name="homebrew_has_one_owner",
            ),
        )

    def __str__(self) -> str:
        return self.creature.name
