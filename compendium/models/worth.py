"""Games that measure what a player's creature is worth."""

from django.db import models

from compendium.models.creatures import Creature


class WorthRun(models.Model):
    """The games of a player's creature against its peers, for its worth in points; a job plays them.

    ``digest`` and ``version`` are those of its card and of the rules with which it began. ``wanted`` pairs of games are
    to be played, ``played`` are, and ``pairs`` are those (``rules.players.worth``). ``fault`` says why it stopped.
    """

    creature = models.OneToOneField(Creature, on_delete=models.CASCADE, related_name="worth_run")
    digest = models.CharField(max_length=64)
    version = models.PositiveSmallIntegerField()
    wanted = models.PositiveSmallIntegerField()
    played = models.PositiveSmallIntegerField(default=0)
    pairs = models.TextField(blank=True)
    is_stopped = models.BooleanField(default=False)
    fault = models.CharField(max_length=300, blank=True)
    began_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        default_permissions = ()  # nothing to edit: the games of a creature are its owner's

    def __str__(self) -> str:
        return f"Worth of {self.creature_id}"

    @property
    def is_left(self) -> bool:
        """Whether games are left to play."""
        return self.played < self.wanted

    @property
    def is_playing(self) -> bool:
        """Whether games are left and were not stopped."""
        return self.is_left and not self.is_stopped
