"""The scenarios of a campaign, as lists show them; all about one is in its entries of the journal.

Sentences of disputes, game nights and the secret addresses of calendars are not in the journal: the address of a
person's home must not stay in a permanent record.
"""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import models

from campaigns.models.campaigns import Campaign
from campaigns.models.people import Participant
from campaigns.models.warbands import CampaignWarband
from rules.campaigns import results
from rules.campaigns.leagues.settings import FORFEIT_LOST, FORFEIT_WON
from rules.campaigns.state import scenarios
from rules.tables.victory_conditions.scoring import MAJOR, MINOR

MAX_TITLE = 200
MAX_KEY = 120


class ScenarioPhase(models.TextChoices):
    """The phase of a scenario."""

    PLANNED = scenarios.PLANNED, "Planned"
    OPEN = scenarios.OPEN, "Open"
    CANCELED = scenarios.CANCELED, "Canceled"
    COMMITTED = scenarios.COMMITTED, "Played"
    VOIDED = scenarios.VOIDED, "Undone"
    FORFEITED = scenarios.FORFEITED, "Forfeited"


RUNNING = (ScenarioPhase.OPEN, ScenarioPhase.VOIDED)
"""Scenarios whose aftermath can be prepared and applied, as ``ScenarioState.is_running``."""


class SideOutcome(models.TextChoices):
    """The result of a scenario for one warband."""

    MAJOR = MAJOR, "Major victory"
    MINOR = MINOR, "Minor victory"
    DRAW = results.DRAW, "Draw"
    DEFEAT = results.DEFEAT, "Defeat"
    FORFEIT_WON = FORFEIT_WON, "Won by forfeit"
    FORFEIT_LOST = FORFEIT_LOST, "Forfeited"


class CampaignScenario(models.Model):
    """A scenario. ``number`` is its id in the campaign, ``played`` its number among those that were committed.

    ``round`` is the number of its round, None where it belongs to none.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="scenarios")
    number = models.PositiveIntegerField()
    played = models.PositiveIntegerField(null=True)
    round = models.PositiveIntegerField(null=True)
    status = models.CharField(max_length=10, choices=ScenarioPhase.choices, default=ScenarioPhase.PLANNED)
    title = models.CharField(max_length=MAX_TITLE, blank=True)
    date = models.DateField(null=True)
    victory = models.CharField(max_length=MAX_KEY)
    deployment = models.CharField(max_length=MAX_KEY, blank=True)

    class Meta:
        ordering = ("number",)
        indexes = (models.Index(fields=["campaign", "status"], name="scenario_by_status"),)
        constraints = (
            models.UniqueConstraint(fields=["campaign", "number"], name="one_scenario_a_number"),
            models.UniqueConstraint(
                fields=["campaign", "played"],
                condition=models.Q(played__isnull=False),
                name="one_scenario_a_played_number",
            ),
        )

    def __str__(self) -> str:
        return scenario_title(self.title, self.number)


def scenario_title(title: str, number: int) -> str:
    """Return the name of a scenario."""
    return title or f"Scenario {number}"


class ScenarioSide(models.Model):
    """A warband in a scenario: planned to fight, or fielded with so many members and points.

    ``victory_points`` and ``eliminated`` members are those reported so far; ``outcome`` is empty unless the scenario
    counts or was forfeited.
    """

    scenario = models.ForeignKey(CampaignScenario, on_delete=models.CASCADE, related_name="sides")
    warband = models.ForeignKey(CampaignWarband, on_delete=models.PROTECT, related_name="sides")
    is_fielded = models.BooleanField(default=False)
    members = models.PositiveSmallIntegerField(default=0)
    points = models.IntegerField(default=0)
    victory_points = models.PositiveIntegerField(default=0)
    eliminated = models.PositiveSmallIntegerField(default=0)
    outcome = models.CharField(max_length=16, choices=SideOutcome.choices, blank=True)

    class Meta:
        ordering = ("pk",)
        constraints = (models.UniqueConstraint(fields=["scenario", "warband"], name="one_side_a_warband"),)

    def __str__(self) -> str:
        return f"{self.scenario_id}: {self.warband_id}"

    @property
    def result(self) -> str:
        """The result for the warband, or that it is fielded; "" if it is not."""
        if self.outcome in (SideOutcome.FORFEIT_WON, SideOutcome.FORFEIT_LOST):
            return self.get_outcome_display()
        if self.outcome:
            return f"{self.get_outcome_display()}, {self.victory_points} VP"
        return "fielded" if self.is_fielded else ""


MAX_SENTENCE = 500


class DisputeSentence(models.Model):
    """The sentence of a dispute; ``entry`` is the number of the entry that says that a person disputes a report."""

    scenario = models.ForeignKey(CampaignScenario, on_delete=models.CASCADE, related_name="dispute_sentences")
    participant = models.ForeignKey(Participant, on_delete=models.CASCADE, related_name="dispute_sentences")
    entry = models.PositiveIntegerField()
    text = models.CharField(max_length=MAX_SENTENCE)

    class Meta:
        ordering = ("scenario", "entry")
        constraints = (models.UniqueConstraint(fields=["scenario", "entry"], name="one_sentence_a_dispute"),)

    def __str__(self) -> str:
        return f"{self.scenario_id}: entry {self.entry}"


MAX_PLACE = 200
MAX_ZONE = 64


class GameNight(models.Model):
    """The meeting for a scenario. ``starts_at`` is in UTC; pages show it in the local time of ``time_zone``
    (Europe/Paris).

    ``version`` counts its changes, so that calendars use the last one.
    """

    scenario = models.OneToOneField(CampaignScenario, on_delete=models.CASCADE, related_name="game_night")
    starts_at = models.DateTimeField()
    time_zone = models.CharField(max_length=MAX_ZONE)
    minutes = models.PositiveSmallIntegerField()
    place = models.CharField(max_length=MAX_PLACE, blank=True)
    version = models.PositiveIntegerField(default=0)
    changed_at = models.DateTimeField()

    class Meta:
        ordering = ("starts_at", "pk")
        indexes = (models.Index(fields=["starts_at"], name="game_night_by_start"),)

    def __str__(self) -> str:
        return f"{self.scenario_id}: {self.starts_at:%Y-%m-%d %H:%M}"

    @property
    def times_set(self) -> int:
        """How often it was set, which is its version in the API."""
        return self.version + 1

    @property
    def local_start(self) -> datetime:
        """When it begins, by the clocks of its time zone."""
        return self.starts_at.astimezone(ZoneInfo(self.time_zone))

    @property
    def local_end(self) -> datetime:
        """When it ends, by the clocks of its time zone."""
        return (self.starts_at + timedelta(minutes=self.minutes)).astimezone(ZoneInfo(self.time_zone))


class CalendarFeed(models.Model):
    """The secret address under which programs read game nights: those of an account, or those of one campaign."""

    token = models.CharField(max_length=43, unique=True)
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="calendar_feed"
    )
    campaign = models.OneToOneField(Campaign, on_delete=models.CASCADE, null=True, related_name="calendar_feed")
    made_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=models.Q(user=None) ^ models.Q(campaign=None), name="calendar_feed_is_of_one"
            ),
        )

    def __str__(self) -> str:
        return f"of account {self.user_id}" if self.user_id else f"of campaign {self.campaign_id}"
