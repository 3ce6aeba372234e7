"""The journal as sentences for readers, with names looked up by number.

- ``names``: what an entry names and the names for it; the sentence that an event declares; its dice
- ``campaign``, ``scenarios``: the sentences of other events
"""

from rules.campaigns.events import CampaignEvent
from rules.campaigns.sentences import campaign, scenarios
from rules.campaigns.sentences.names import (
    SITE,
    JournalDie,
    JournalNames,
    adventures_named,
    describe_event,
    dice_words,
    scenarios_named,
)

__all__ = [
    "SENTENCE_MODULES",
    "SITE",
    "JournalDie",
    "JournalNames",
    "adventures_named",
    "dice_words",
    "entry_sentence",
    "scenarios_named",
]

SENTENCE_MODULES = (campaign, scenarios)
"""The modules of sentences: once these are imported, every kind of event has a sentence."""


def entry_sentence(event: CampaignEvent, actor: int | None, names: JournalNames) -> str:
    """Return an entry as a sentence: who did what. ``actor`` is the number of a participant, None for the site."""
    return describe_event(event, names.person(actor), names)
