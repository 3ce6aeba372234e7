"""The miniatures that a player owns."""

from django.db import models

from accounts.models import OwnedModel
from rules.building.draft import MAX_COLLECTION

MAX_KINDS = MAX_COLLECTION
"""Different creatures in one collection."""
MAX_NUMBER = 999
"""Miniatures of one creature."""


class Figure(OwnedModel):
    """A player's number of miniatures of a creature. The creature is named by its key, which may be unknown."""

    creature = models.CharField(max_length=120)
    number = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ("creature",)
        constraints = (
            models.UniqueConstraint(
                fields=["owner", "creature"], condition=models.Q(owner__isnull=False), name="one_figure_an_owner"
            ),
            models.UniqueConstraint(
                fields=["owner_token", "creature"], condition=models.Q(owner=None), name="one_figure_a_token"
            ),
            models.CheckConstraint(
                condition=models.Q(owner__isnull=False, owner_token="")
                | models.Q(owner=None) & ~models.Q(owner_token=""),
                name="figure_has_one_owner",
            ),
        )

    def __str__(self) -> str:
        return f"{self.number} {self.creature}"
