"""People's stored table games, and tables at which a game is played, with their logs."""

from django.db import models

from accounts.models import NamedModel
from common.saving import WrittenOnce


class TableStatus(models.TextChoices):
    """Whether a table is still played at."""

    OPEN = "open", "Open"
    CLOSED = "closed", "Closed"


class GamblingTable(NamedModel):
    """A table of an account or a visitor. ``key`` is its key in addresses.

    ``game`` is the document of the game when the table was opened. ``head`` is the number of the last entry,
    ``version`` increases with everything that a page of the table shows. All dice of the site come from ``seed``, whose
    hash ``commitment`` is shown from the start. ``watch_token`` is the secret of the watchers' link, None if there is
    none.
    """

    game = models.JSONField()
    status = models.CharField(max_length=6, choices=TableStatus.choices, default=TableStatus.OPEN)
    head = models.PositiveIntegerField(default=0)
    version = models.PositiveIntegerField(default=1)
    seed = models.BinaryField(max_length=64)
    commitment = models.CharField(max_length=64)
    watch_token = models.CharField(max_length=32, unique=True, null=True)  # noqa: DJ001 # unique among those that are
    changed_at = models.DateTimeField()

    class Meta:
        verbose_name = "gambling table"
        ordering = ("-changed_at", "-pk")
        indexes = (
            models.Index(fields=["owner", "-changed_at"], name="table_by_owner"),
            models.Index(fields=["owner_token", "-changed_at"], name="table_by_token"),
        )

    @property
    def is_open(self) -> bool:
        """Whether the table is still played at."""
        return self.status == TableStatus.OPEN

    @property
    def shown_seed(self) -> bytes | None:
        """The seed of a closed table; None while it is secret."""
        return None if self.is_open else bytes(self.seed)


class GamblingEntry(WrittenOnce):
    """One entry of a table's log, never changed and never removed. ``step`` is the number of the first of its step."""

    refusal = "A table entry cannot be changed."

    table = models.ForeignKey(GamblingTable, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField()
    step = models.PositiveIntegerField()
    event = models.JSONField()
    at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "gambling entries"
        ordering = ("number",)
        constraints = (models.UniqueConstraint(fields=["table", "number"], name="one_gambling_entry_a_number"),)

    def __str__(self) -> str:
        return f"{self.table_id}, entry {self.number}"


class OwnTableGame(NamedModel):
    """A game of an account or a visitor. ``key`` is its key in addresses, ``document`` a ``muster-table-game/1``.

    ``share_token`` is the secret of its link, None if there is none. ``version`` increases with each change.
    """

    document = models.JSONField()
    share_token = models.CharField(max_length=32, unique=True, null=True)  # noqa: DJ001 # unique among those that are
    version = models.PositiveIntegerField(default=1)
    changed_at = models.DateTimeField()

    class Meta:
        verbose_name = "table game"
        ordering = ("name", "pk")
        indexes = (
            models.Index(fields=["owner"], name="table_game_by_owner"),
            models.Index(fields=["owner_token"], name="table_game_by_token"),
        )
