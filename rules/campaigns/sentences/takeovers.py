"""Sentences of requests to take a campaign over."""

from rules.campaigns.events.takeovers import (
    CampaignTakenOver,
    OrganizerPresent,
    TakeoverAsked,
    TakeoverDaysSet,
    TakeoverWithdrawn,
)
from rules.campaigns.sentences.names import JournalNames, describe_event
from rules.text import counted


@describe_event.register
def _(event: TakeoverDaysSet, who: str, names: JournalNames) -> str:
    return f"{who} set how long a request to take the campaign over runs: {counted(event.days, 'day')}."


@describe_event.register
def _(event: TakeoverAsked, who: str, names: JournalNames) -> str:
    return f"{who} asked to take the campaign over. The organizer has {counted(event.days, 'day')} to answer."


@describe_event.register
def _(event: TakeoverWithdrawn, who: str, names: JournalNames) -> str:
    return f"{who} withdrew the request to take the campaign over."


@describe_event.register
def _(event: OrganizerPresent, who: str, names: JournalNames) -> str:
    return f"{who} is here: requests to take the campaign over have ended."


@describe_event.register
def _(event: CampaignTakenOver, who: str, names: JournalNames) -> str:
    return f"{who} took the campaign over, as the request in entry {event.ask} was not answered."
