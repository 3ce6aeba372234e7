"""From an event to its sentence: one function for each kind of event, found by its class.

The functions are pure: the same event and names give the same sentence, on pages, in print and for a spectator.
"""

from __future__ import annotations

from functools import singledispatch

from rules.campaigns.events import CampaignEvent
from rules.campaigns.sentences.names import JournalNames
from rules.errors import RulesError


@singledispatch
def describe_event(event: CampaignEvent, who: str, names: JournalNames) -> str:
    """Return the sentence of an event; ``who`` is the name of the one who wrote it down."""
    raise RulesError(f"No sentence tells of {event.kind}.")
