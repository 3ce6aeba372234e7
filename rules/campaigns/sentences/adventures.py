"""Sentences of adventures between battles; what happened in them is told on their own pages."""

from __future__ import annotations

from rules.campaigns.events.adventures import (
    AdventureBegun,
    AdventureFinished,
    AdventurePrepared,
    AdventureRecorded,
    AdventureRemoved,
    AdventureSeeded,
)
from rules.campaigns.sentences.describe import describe_event
from rules.campaigns.sentences.names import SITE, JournalNames


@describe_event.register
def _(event: AdventureBegun, who: str, names: JournalNames) -> str:
    place = f"after scenario {event.follows}" if event.follows else "before the first scenario"
    return f"{who} began adventure {event.adventure}, “{event.name}”, {place}."


@describe_event.register
def _(event: AdventurePrepared, who: str, names: JournalNames) -> str:
    return f"{who} prepared adventure {event.adventure}, “{event.name}”, anew."


@describe_event.register
def _(event: AdventureRecorded, who: str, names: JournalNames) -> str:
    return f"{who} went on with {names.adventure(event.adventure)} (entry {event.entry_number} of its log)."


@describe_event.register
def _(event: AdventureSeeded, who: str, names: JournalNames) -> str:
    name = names.adventure(event.adventure)
    return f"{SITE} chose a new secret seed for the dice of {name} and published its hash."


@describe_event.register
def _(event: AdventureFinished, who: str, names: JournalNames) -> str:
    return f"{who} closed {names.adventure(event.adventure)}."


@describe_event.register
def _(event: AdventureRemoved, who: str, names: JournalNames) -> str:
    return f"{who} removed {names.adventure(event.adventure)} from the campaign."
