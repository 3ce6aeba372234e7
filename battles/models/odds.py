"""Odds of battles: games that the game's own players play from a set-up, and what they add up to."""

from typing import ClassVar, TypeVar

from django.db import models

from battles.models.battles import MAX_PLAYER, Battle
from warbands.models import Warband

MAX_FAULT = 300


class OddsStatus(models.TextChoices):
    """How far a run is."""

    PLAYING = "playing", "Being played"
    STOPPED = "stopped", "Stopped"
    DONE = "done", "Done"


class BattleRun(models.Model):
    """Long work on a battle, which jobs of the kind ``job_kind`` do in slices. ``fault`` says why it stopped.

    ``tally`` is what its steps have given so far, and the field named ``counter`` says how many were done.
    """

    job_kind: ClassVar[str]
    counter: ClassVar[str] = "pairs"

    battle = models.OneToOneField(Battle, on_delete=models.CASCADE, related_name="+")
    status = models.CharField(max_length=10, choices=OddsStatus.choices, default=OddsStatus.PLAYING)
    fault = models.CharField(max_length=MAX_FAULT, blank=True)
    tally = models.JSONField(default=dict)
    began_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        abstract = True

    @property
    def is_left(self) -> bool:
        """Whether anything of it is to be done."""
        return self.status != OddsStatus.DONE


RunT = TypeVar("RunT", bound=BattleRun)


class BattleOdds(BattleRun):
    """Games of a battle's set-up. ``setup`` and the players of its sides are those with which it began.

    ``games`` is how many are wanted, an even number, since games come in pairs; ``pairs`` of them are played, and
    ``tally`` is what they add up to. ``seed`` gives the same games on every machine. ``first`` has the player, games,
    seed, pairs and tally of the first answer, if these games are a second opinion on the same set-up. ``board`` is a
    built-in board in place of that of the set-up, or ``none``.
    """

    job_kind = "battle-odds"

    setup = models.JSONField()
    player = models.CharField(max_length=MAX_PLAYER)
    games = models.PositiveIntegerField()
    seed = models.PositiveIntegerField()
    pairs = models.PositiveIntegerField(default=0)
    first = models.JSONField(default=dict)
    board = models.CharField(max_length=40, blank=True)

    class Meta:
        verbose_name_plural = "odds of battles"

    def __str__(self) -> str:
        return f"Odds of {self.battle_id}"

    @property
    def is_left(self) -> bool:
        """Whether games are left to play."""
        return 2 * self.pairs < self.games


class BattleAnalysis(BattleRun):
    """The analysis of a battle that was played up to the entry ``head`` of its log.

    ``games`` are wanted from each activation that counts, an even number; ``pairs`` counts the pairs of all together.
    ``tally`` has the luck of the battle and its points, as ``rules.players.analysis`` has them; it is empty at first.
    """

    job_kind = "battle-analysis"

    head = models.PositiveIntegerField()
    games = models.PositiveIntegerField()
    seed = models.PositiveIntegerField()
    pairs = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name_plural = "analyses of battles"

    def __str__(self) -> str:
        return f"Analysis of {self.battle_id}"

    @property
    def games_of_all(self) -> int:
        """How many games are wanted from all activations together."""
        return self.games * len(self.tally.get("points", ()))

    @property
    def is_left(self) -> bool:
        """Whether its luck is to be worked out, or games are left to play."""
        return not self.tally or 2 * self.pairs < self.games_of_all


class BattleWhatIf(BattleRun):
    """Games of a battle's set-up with one side changed, to find its best change.

    ``setup`` has the side as its ``warband`` is, and the cards of all versions. ``versions`` has for each its words,
    its changes of the draft as documents, and the creatures that it fields, those as in ``setup`` by their id.
    ``tally`` has the wins of each version in ``played`` pairs of games; ``games`` are those of the best one in the end.
    """

    job_kind, counter = "battle-what-if", "played"

    warband = models.ForeignKey(Warband, on_delete=models.SET_NULL, null=True, related_name="+")
    side = models.CharField(max_length=1)
    setup = models.JSONField()
    versions = models.JSONField()
    games = models.PositiveIntegerField()
    seed = models.PositiveIntegerField()
    played = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"What if of {self.battle_id}"
