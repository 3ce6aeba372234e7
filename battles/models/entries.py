"""The log of a battle, and choices that are sealed until they are revealed."""

from django.db import models

from battles.models.battles import Battle
from common.saving import WrittenOnce

MAX_CLIENT_KEY = 40


class BattleEntry(WrittenOnce):
    """One entry of a log, never changed and never removed. ``side`` is empty for the game itself.

    ``step`` is the number of the first entry of its step. ``hash`` covers the set-up and all entries up to this one, so
    it is unique. ``client_key`` is the page's name for its request, so that a repeated one counts once; empty for
    automatic entries.
    """

    refusal = "A battle entry cannot be changed."

    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField()
    step = models.PositiveIntegerField()
    side = models.CharField(max_length=1, blank=True)
    event = models.JSONField()
    hash = models.CharField(max_length=64)
    client_key = models.CharField(max_length=MAX_CLIENT_KEY, blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=["battle", "number"], name="one_battle_entry_a_number"),
            models.UniqueConstraint(
                fields=["battle", "client_key"],
                condition=~models.Q(client_key=""),
                name="one_battle_entry_a_client_key",
            ),
        )

    def __str__(self) -> str:
        return f"{self.battle_id}, entry {self.number}"


class BattleSecret(models.Model):
    """A choice of a side that is sealed: its hash is shown at once, choice and salt once it is revealed.

    ``side`` is empty for the server's own draws. ``purpose`` names the choice and ``subject`` for which creature, if
    for one.
    """

    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="secrets")
    side = models.CharField(max_length=1, blank=True)
    purpose = models.CharField(max_length=40)
    subject = models.CharField(max_length=80, blank=True)
    choice = models.JSONField()
    salt = models.CharField(max_length=32)
    seal = models.CharField(max_length=64)
    sealed_at = models.DateTimeField()
    revealed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(
                fields=["battle", "side", "purpose", "subject"], name="one_battle_secret_a_purpose"
            ),
        )

    def __str__(self) -> str:
        return f"{self.battle_id}, {self.side} {self.purpose}"

    @property
    def is_revealed(self) -> bool:
        """Whether choice and salt are shown."""
        return self.revealed_at is not None
