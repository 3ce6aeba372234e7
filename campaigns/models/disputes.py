"""What players say when they dispute a report. It is not in the journal: that is a permanent record."""

from django.db import models

from campaigns.models.people import Participant
from campaigns.models.scenarios import CampaignScenario

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
