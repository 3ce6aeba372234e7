"""Battles and the seats at their tables."""

from django.db import models

from accounts.models import NamedModel, User
from campaigns.models import CampaignScenario
from rules.families import FAMILIES
from rules.p2v_combat.family import P2V
from warbands.models import Warband

MAX_FAMILY = 20
MAX_PLAYER = 20
SEED_BYTES = 32


class BattleStatus(models.TextChoices):
    """The status of a battle. A finished one can still be undone; a closed one is final."""

    SETTING_UP = "setting-up", "Setting up"
    PLAYING = "playing", "Being played"
    OVER = "over", "Over"
    CLOSED = "closed", "Closed"


class BattleDice(models.TextChoices):
    """Who rolls in a battle."""

    SERVER = "server", "Muster rolls"
    ENTERED = "entered", "We roll and enter the faces"


class Battle(NamedModel):
    """A battle. ``key`` is its key in addresses, ``family`` the key of its rules.

    ``setup`` is its start, as a document of the family; it changes only before the first entry. ``head`` is the number
    of the last entry of the log and ``head_hash`` its hash. ``version`` increases with everything that any page of the
    battle shows. ``seed`` is the secret from which the server's dice come, revealed once the battle is closed.
    ``spectator_token`` is the secret of the spectators' link, None if there is none.
    """

    family = models.CharField(max_length=MAX_FAMILY, default=P2V.key)
    status = models.CharField(max_length=10, choices=BattleStatus.choices, default=BattleStatus.SETTING_UP)
    dice = models.CharField(max_length=8, choices=BattleDice.choices, default=BattleDice.SERVER)
    setup = models.JSONField()
    seed = models.BinaryField(max_length=SEED_BYTES)
    head = models.PositiveIntegerField(default=0)
    head_hash = models.CharField(max_length=64, blank=True)
    version = models.PositiveIntegerField(default=1)
    scenario = models.ForeignKey(CampaignScenario, on_delete=models.SET_NULL, null=True, related_name="battles")
    spectator_token = models.CharField(max_length=32, unique=True, null=True)  # noqa: DJ001 # unique among those that are
    changed_at = models.DateTimeField()

    class Meta:
        ordering = ("-changed_at", "-pk")
        indexes = (
            models.Index(fields=["owner", "-changed_at"], name="battle_by_owner"),
            models.Index(fields=["owner_token", "-changed_at"], name="battle_by_token"),
        )

    @property
    def has_known_rules(self) -> bool:
        """Whether this version has the rules that it is fought by."""
        return FAMILIES.get(self.family) is not None

    @property
    def rules_name(self) -> str:
        """The players' name for its rules."""
        family = FAMILIES.get(self.family)
        return family.name if family is not None else "Unknown rules"


class BattleSeat(models.Model):
    """A side's seat: its key in the battle, and the link with which another phone takes it.

    The battle's owner plays every seat that is not taken. A person who opens the link in another browser takes the
    seat; ``holder`` is that browser's secret, empty if the seat is not taken. ``token`` is None if there is no link.
    ``warband`` is the origin of the creatures, ``crest`` the document of its crest at that time. In a battle of a
    campaign, the warband's player may take the seat by account, on any phone: ``player``.

    ``played_by`` names the game's own player of the side, empty while a person plays it; ``thinking`` is the seed of
    that player's own dice.
    """

    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="seats")
    side = models.CharField(max_length=1)
    token = models.CharField(max_length=32, unique=True, null=True)  # noqa: DJ001 # unique among those that are
    holder = models.CharField(max_length=32, blank=True)
    warband = models.ForeignKey(Warband, on_delete=models.SET_NULL, null=True, related_name="battle_seats")
    crest = models.JSONField(null=True)
    player = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="battle_seats")
    played_by = models.CharField(max_length=MAX_PLAYER, blank=True)
    thinking = models.CharField(max_length=32, blank=True)

    class Meta:
        ordering = ("side",)
        indexes = (models.Index(fields=["holder"], name="battle_seat_by_holder"),)
        constraints = (models.UniqueConstraint(fields=["battle", "side"], name="one_seat_a_side"),)

    def __str__(self) -> str:
        return f"{self.battle_id}, seat {self.side}"

    @property
    def player_words(self) -> str:
        """The game's player of the side with its style: "quick, cautious"."""
        return ", ".join(filter(None, self.player_and_style))

    @property
    def player_and_style(self) -> tuple[str, str]:
        """The game's player of the side, and its style, "" for each that it has not."""
        player, _, style = self.played_by.partition(":")
        return player, style
