"""The journal as sentences: what each entry says to a reader, with names looked up by number.

- ``names``: what to call people, warbands, members and things
- ``describe``: from an event to its sentence, by kind; ``campaign``, ``warbands``, ``scenarios`` and
  ``adventures`` hold the kinds
- ``dice``: the rolls of an entry; ``named``: which warbands, scenarios and adventures an entry names
"""

from rules.campaigns.events import CampaignEvent
from rules.campaigns.sentences import adventures, campaign, scenarios, warbands
from rules.campaigns.sentences.describe import describe_event
from rules.campaigns.sentences.dice import JournalDie, dice_words
from rules.campaigns.sentences.named import adventures_named, scenarios_named, warbands_named
from rules.campaigns.sentences.names import SITE, JournalNames

__all__ = [
    "SENTENCE_MODULES",
    "SITE",
    "JournalDie",
    "JournalNames",
    "adventures_named",
    "dice_words",
    "entry_sentence",
    "scenarios_named",
    "warbands_named",
]

SENTENCE_MODULES = (campaign, warbands, scenarios, adventures)
"""The modules of sentences: once these are imported, every kind of event has its own."""


def entry_sentence(event: CampaignEvent, actor: int | None, names: JournalNames) -> str:
    """Return what an entry says: who did what. ``actor`` is the number of a participant, None for the site."""
    return describe_event(event, names.person(actor), names)
