"""Prepared adventures that people store to play them again."""

from django.db import models

from accounts.models import OwnedModel
from adventures.models.adventures import MAX_KEY
from rules.adventures.kinds import kind_name
from rules.lengths import MAX_NAME


class AdventureTemplate(OwnedModel):
    """A prepared adventure without participants and log.

    ``share_token`` is the secret of its link, None if there is none.
    """

    key = models.CharField(max_length=16, unique=True)
    name = models.CharField(max_length=MAX_NAME)
    kind = models.CharField(max_length=MAX_KEY)
    setup = models.JSONField()
    share_token = models.CharField(max_length=32, unique=True, null=True)  # noqa: DJ001 # unique among those that are
    created_at = models.DateTimeField()

    class Meta:
        ordering = ("name", "pk")
        indexes = (
            models.Index(fields=["owner"], name="template_by_owner"),
            models.Index(fields=["owner_token"], name="template_by_token"),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def kind_name(self) -> str:
        """The name of its kind."""
        return kind_name(self.kind)
