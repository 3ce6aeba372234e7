"""People's stored table games."""

from django.db import models

from accounts.models import OwnedModel
from rules.lengths import MAX_NAME


class OwnTableGame(OwnedModel):
    """A game of an account or a visitor. ``key`` is its key in addresses, ``document`` a ``muster-table-game/1``.

    ``share_token`` is the secret of its link, None if there is none. ``version`` increases with each change.
    """

    key = models.CharField(max_length=16, unique=True)
    name = models.CharField(max_length=MAX_NAME)
    document = models.JSONField()
    share_token = models.CharField(max_length=32, unique=True, null=True)  # noqa: DJ001 # unique among those that are
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField()
    changed_at = models.DateTimeField()

    class Meta:
        verbose_name = "table game"
        ordering = ("name", "pk")
        indexes = (
            models.Index(fields=["owner"], name="table_game_by_owner"),
            models.Index(fields=["owner_token"], name="table_game_by_token"),
        )

    def __str__(self) -> str:
        return self.name
