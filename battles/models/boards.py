"""Boards that people draw for their battles."""

from django.db import models

from accounts.models import NamedModel


class SavedBoard(NamedModel):
    """A board of an account or a visitor. ``key`` is its name in addresses, ``table`` its part of a table's plan.

    ``share_token`` is the secret of its link, None if there is none. ``version`` grows with each change.
    """

    table = models.JSONField()
    share_token = models.CharField(max_length=32, unique=True, null=True)  # noqa: DJ001 # unique among those that are
    version = models.PositiveIntegerField(default=1)
    changed_at = models.DateTimeField()

    class Meta:
        ordering = ("name", "pk")
        indexes = (
            models.Index(fields=["owner"], name="saved_boards_by_owner"),
            models.Index(fields=["owner_token"], name="saved_boards_by_token"),
        )
