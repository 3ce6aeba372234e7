"""Lists of combatants that people store between fights, and the fights in which their parties take part."""

from django.db import models

from accounts.models import NamedModel
from battles.models.battles import Battle

MAX_FAMILY = 40


class CombatantList(NamedModel):
    """A party, or opponents, of one family of combat rules. ``key`` is its name in addresses.

    ``version`` grows with each change. ``combatants`` are its sheets, each with its ``number`` here, the ``count`` of
    combatants that have it, their ``group`` and the ``sheet`` as a document. ``tallies`` and ``experience`` are numbers
    by the keys of the family's tallies.
    """

    family = models.CharField(max_length=MAX_FAMILY)
    is_party = models.BooleanField(default=False)
    combatants = models.JSONField(default=list)
    tallies = models.JSONField(default=dict)
    experience = models.JSONField(default=dict)
    version = models.PositiveIntegerField(default=1)
    changed_at = models.DateTimeField()

    class Meta:
        ordering = ("name", "pk")
        indexes = (
            models.Index(fields=["owner"], name="combatants_by_owner"),
            models.Index(fields=["owner_token"], name="combatants_by_token"),
        )


class PartyInFight(models.Model):
    """A saved party that fights in a battle; ``combatants`` are the ids of its combatants there.

    Once the battle is closed, the party has counted it.
    """

    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="parties")
    party = models.ForeignKey(CombatantList, on_delete=models.CASCADE, related_name="fights")
    combatants = models.JSONField(default=list)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["battle", "party"], name="one_party_a_battle"),)

    def __str__(self) -> str:
        return f"{self.battle_id}, party {self.party_id}"
