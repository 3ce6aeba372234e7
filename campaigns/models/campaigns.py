"""Campaigns and their seeds. The journal has everything but the tokens; ``campaign_check`` compares the two."""

from django.db import models

from rules.campaigns.state.basics import ARCHIVED, CLOSED, OPEN
from rules.lengths import MAX_NAME

MAX_STORY = 5_000


class CampaignPhase(models.TextChoices):
    """The phase of a campaign."""

    OPEN = OPEN, "Open"
    ARCHIVED = ARCHIVED, "Archived"
    CLOSED = CLOSED, "Closed"


class Campaign(models.Model):
    """A campaign. ``key`` is its public name in addresses.

    ``head`` is the number of the last entry of its journal and so the campaign's version, ``head_hash`` that entry's
    hash. ``next_*`` are the numbers of the next participant, warband and scenario, ``next_played`` that of the next
    scenario to be committed; no number is given twice. ``has_league`` says whether it has rounds or the rules of
    a league, ``finished_by`` which entry finished its season. ``follows`` is the campaign whose next season it is; the
    journal does not have it. ``takeovers`` is the ``TakeoverState``: the requests to take the campaign over, and how
    many days they run. ``join_code`` is for typing and ``invitation_token`` for a link; both are None while no one
    may join by them. ``spectator_token`` is the secret of the link for spectators, ``league_token`` that of the
    published page of its league. ``on_player_pages`` says whether players may show it on pages of their own.
    """

    key = models.CharField(max_length=16, unique=True)
    name = models.CharField(max_length=MAX_NAME)
    story = models.TextField(max_length=MAX_STORY, blank=True)
    phase = models.CharField(max_length=10, choices=CampaignPhase.choices, default=CampaignPhase.OPEN)
    settings = models.JSONField()
    head = models.PositiveIntegerField(default=0)
    head_hash = models.CharField(max_length=64, blank=True)
    next_participant = models.PositiveIntegerField(default=1)
    next_warband = models.PositiveIntegerField(default=1)
    next_scenario = models.PositiveIntegerField(default=1)
    next_played = models.PositiveIntegerField(default=1)
    has_league = models.BooleanField(default=False)
    finished_by = models.PositiveIntegerField(null=True)
    follows = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, related_name="next_seasons")
    takeovers = models.JSONField(default=dict, blank=True)
    join_code = models.CharField(max_length=12, unique=True, null=True)  # noqa: DJ001 # unique among those that are
    invitation_token = models.CharField(max_length=32, unique=True, null=True)  # noqa: DJ001 # as above
    spectator_token = models.CharField(max_length=32, unique=True, null=True)  # noqa: DJ001 # as above
    league_token = models.CharField(max_length=32, unique=True, null=True)  # noqa: DJ001 # as above
    on_player_pages = models.BooleanField(default=False)
    created_at = models.DateTimeField()
    changed_at = models.DateTimeField()
    is_written = False
    """Whether a service is writing to its journal with this object, so that the transaction may still fail."""

    class Meta:
        ordering = ("-changed_at", "-pk")

    def __str__(self) -> str:
        return self.name


class SeedEpoch(models.Model):
    """A stretch of the journal whose server dice come from one seed; ``from_entry`` is its first entry.

    ``commitment`` is published before the first roll. ``seed`` is None if this site does not know it, as after the
    import of an open campaign.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="seed_epochs")
    number = models.PositiveIntegerField()
    from_entry = models.PositiveIntegerField()
    commitment = models.CharField(max_length=64)
    seed = models.BinaryField(max_length=64, null=True)
    revealed = models.BooleanField(default=False)

    class Meta:
        ordering = ("number",)
        constraints = (models.UniqueConstraint(fields=["campaign", "number"], name="one_seed_epoch_a_number"),)

    def __str__(self) -> str:
        return f"{self.campaign_id}, epoch {self.number}"

    @property
    def shown(self) -> bytes | None:
        """The seed as everyone may know it: None until it is revealed."""
        return bytes(self.seed) if self.revealed and self.seed else None
