"""Adventures with their logs and the seeds of their dice, and prepared ones that people store to play them again."""

from django.db import models

from accounts.models import NamedModel
from campaigns.models import Campaign
from common.saving import WrittenOnce
from rules.adventures.kinds import kind_name

MAX_KEY = 40
MAX_SIDE = 40


class AdventureStatus(models.TextChoices):
    """The status of an adventure. A finished one can still be undone; a closed one is final."""

    PREPARING = "preparing", "Being prepared"
    RUNNING = "running", "Running"
    OVER = "over", "Over"
    CLOSED = "closed", "Closed"


class AdventureRow(NamedModel):
    """An adventure. ``key`` is its key in addresses.

    It belongs to an account or a visitor, or else to a campaign: ``number`` is its number there, and ``follows`` that
    of the scenario before it, 0 for before the first. ``setup`` is its start
    (``rules.adventures.documents.setup_of_adventure``) with every secret; it changes only before the first entry.
    ``kind`` repeats it. ``head`` is the number of the last entry and ``seal`` its seal, made with ``seal_key``, which
    stays secret. ``version`` increases with everything that a page of the adventure shows. ``players_token`` is the
    secret of the players' link, None if there is none.
    """

    kind = models.CharField(max_length=MAX_KEY)
    setup = models.JSONField()
    status = models.CharField(max_length=10, choices=AdventureStatus.choices, default=AdventureStatus.PREPARING)
    head = models.PositiveIntegerField(default=0)
    seal = models.CharField(max_length=64)
    seal_key = models.BinaryField(max_length=64)
    version = models.PositiveIntegerField(default=1)
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, null=True, related_name="adventures")
    number = models.PositiveIntegerField(null=True)
    follows = models.PositiveIntegerField(default=0)
    players_token = models.CharField(max_length=32, unique=True, null=True)  # noqa: DJ001 # unique among those that are
    changed_at = models.DateTimeField()

    class Meta:
        verbose_name = "adventure"
        ordering = ("-changed_at", "-pk")
        indexes = (
            models.Index(fields=["owner", "-changed_at"], name="adventure_by_owner"),
            models.Index(fields=["owner_token", "-changed_at"], name="adventure_by_token"),
        )
        constraints = (models.UniqueConstraint(fields=["campaign", "number"], name="one_adventure_a_number"),)

    @property
    def kind_name(self) -> str:
        """The name of its kind."""
        return kind_name(self.kind)


class AdventureSeed(models.Model):
    """A stretch of an adventure's log whose dice come from one seed; ``commitment`` is published before the first of
    them.

    ``seed`` is None if this site does not know it, as after the import of an adventure from elsewhere.
    """

    adventure = models.ForeignKey(AdventureRow, on_delete=models.CASCADE, related_name="seeds")
    epoch = models.PositiveIntegerField()
    from_entry = models.PositiveIntegerField()
    commitment = models.CharField(max_length=64)
    seed = models.BinaryField(max_length=64, null=True)

    class Meta:
        ordering = ("epoch",)
        constraints = (models.UniqueConstraint(fields=["adventure", "epoch"], name="one_adventure_seed_an_epoch"),)

    def __str__(self) -> str:
        return f"{self.adventure_id}, epoch {self.epoch}"


class AdventureEntry(WrittenOnce):
    """One entry of a log, never changed and never removed.

    ``step`` is the number of the first entry of its step, ``side`` its author: ``organizer``, ``p3`` for participant 3
    of the campaign, ``players``, or ``by:n1`` for a player with a single participant. ``seal`` covers the start and all
    entries up to this one.
    """

    refusal = "An entry of an adventure is never changed."

    adventure = models.ForeignKey(AdventureRow, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField()
    step = models.PositiveIntegerField()
    side = models.CharField(max_length=MAX_SIDE)
    event = models.JSONField()
    seal = models.CharField(max_length=64)
    at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "adventure entries"
        ordering = ("number",)
        constraints = (models.UniqueConstraint(fields=["adventure", "number"], name="one_adventure_entry_a_number"),)

    def __str__(self) -> str:
        return f"{self.adventure_id}, entry {self.number}"


class AdventureTemplate(NamedModel):
    """A prepared adventure without participants and log.

    ``share_token`` is the secret of its link, None if there is none.
    """

    kind = models.CharField(max_length=MAX_KEY)
    setup = models.JSONField()
    share_token = models.CharField(max_length=32, unique=True, null=True)  # noqa: DJ001 # unique among those that are

    class Meta:
        ordering = ("name", "pk")
        indexes = (
            models.Index(fields=["owner"], name="template_by_owner"),
            models.Index(fields=["owner_token"], name="template_by_token"),
        )

    @property
    def kind_name(self) -> str:
        """The name of its kind."""
        return kind_name(self.kind)
