"""Warbands and the steps of their building.

A warband has no columns for its contents: its current step has the whole draft, as a document
(``rules.building.draft``). ``services`` are the only writers.
"""

from __future__ import annotations

import json
from typing import Any

from django.conf import settings
from django.db import models

from accounts.models import OwnedModel

MAX_WORDS = 200
MAX_LOCK = 300
MAX_TAG = 40
MAX_MAKER = 150


def keep_careers(collector: Any, field: Any, warbands: models.QuerySet[Warband], using: str) -> None:
    """Delete the warbands of an account that is deleted; those with a career stay, without an owner.

    An ``on_delete`` as Django calls it. The journals of campaigns name these warbands. Their shared links end: no one
    could switch them off.
    """
    careers = warbands.filter(has_career=True)
    collector.add_field_update(Warband._meta.get_field("share_token"), None, careers)
    models.SET_NULL(collector, field, careers, using)
    models.CASCADE(collector, field, warbands.filter(has_career=False), using)


class Warband(OwnedModel):
    """A warband of a player. ``position`` is the number of its current step.

    ``version`` increases with every change, undo and redo, so that two windows can tell whether they show the same.
    ``share_token`` is the secret of the link with which anybody may read it; None if it is not shared. ``next_member``
    is the number of the next member's id. It is here and not in the draft, so that undo does not affect it: a number
    never returns, because a member's career belongs to its id.

    A warband that ever joined a campaign ``has_career``: it is never removed. While ``locked_for`` says why, in a
    sentence for its player, its members cannot change. Undo does not go back before step ``undo_limit``. All three are
    set from above, by ``services.careers``. ``pinned_crest`` is the document of its crest when it first joined a
    campaign, None before; ``crest_emblem`` and ``crest_division`` are its owner's choices, empty for the default. It
    has no owner after its player's account is deleted, until a person claims that player's place in the campaign.
    """

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=keep_careers, null=True, related_name="warbands")

    key = models.CharField(max_length=16, unique=True)
    position = models.PositiveIntegerField(default=1)
    version = models.PositiveIntegerField(default=1)
    next_member = models.PositiveBigIntegerField(default=1)
    share_token = models.CharField(max_length=32, unique=True, null=True)  # noqa: DJ001 # unique among those that are
    made_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField()
    archived_at = models.DateTimeField(null=True)
    deleted_at = models.DateTimeField(null=True)
    has_career = models.BooleanField(default=False)
    locked_for = models.CharField(max_length=MAX_LOCK, blank=True)
    undo_limit = models.PositiveIntegerField(default=0)
    crest_emblem = models.CharField(max_length=40, blank=True)
    crest_division = models.CharField(max_length=16, blank=True)
    pinned_crest: models.JSONField[Any, Any] = models.JSONField(null=True)

    class Meta:
        ordering = ("-changed_at", "-pk")
        indexes = (
            models.Index(fields=["owner", "-changed_at"], name="warband_by_owner"),
            models.Index(fields=["owner_token", "-changed_at"], name="warband_by_token"),
        )
        constraints = (
            models.CheckConstraint(
                condition=models.Q(owner__isnull=False, owner_token="")
                | models.Q(owner=None) & (~models.Q(owner_token="") | models.Q(has_career=True)),
                name="warband_has_one_owner",
            ),
        )

    def __str__(self) -> str:
        return self.key


class DraftEncoder(json.JSONEncoder):
    """Writes drafts without escapes: six bytes for each letter of other alphabets would make them six times as
    large.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(**{**options, "ensure_ascii": False})


class Step(models.Model):
    """One state of a warband: the change, and the draft after it. ``version`` is the warband's from then.

    The current step has its ``draft`` whole, so that the database can query it. Any other one has the differences from
    its neighbor toward that step in ``packed`` (``common.deltas``); steps of earlier versions of Muster have their
    drafts whole.

    ``entry`` is the number of the change in a campaign's journal, or None. ``made_by`` is the author's name, empty for
    the warband's own player.
    """

    warband = models.ForeignKey(Warband, on_delete=models.CASCADE, related_name="steps")
    number = models.PositiveIntegerField()
    version = models.PositiveIntegerField()
    words = models.CharField(max_length=MAX_WORDS)
    draft: models.JSONField[Any, Any] = models.JSONField(null=True, encoder=DraftEncoder)
    packed = models.BinaryField(null=True)
    entry = models.PositiveIntegerField(null=True)
    made_by = models.CharField(max_length=MAX_MAKER, blank=True)
    made_at = models.DateTimeField()

    class Meta:
        ordering = ("number",)
        constraints = (models.UniqueConstraint(fields=["warband", "number"], name="one_step_a_number"),)

    def __str__(self) -> str:
        return f"{self.warband_id}, step {self.number}: {self.words}"


class Tag(models.Model):
    """A word with which a player marks a warband to find it later."""

    warband = models.ForeignKey(Warband, on_delete=models.CASCADE, related_name="tags")
    word = models.CharField(max_length=MAX_TAG)

    class Meta:
        ordering = ("word",)
        constraints = (models.UniqueConstraint(fields=["warband", "word"], name="one_tag_a_word"),)

    def __str__(self) -> str:
        return self.word
