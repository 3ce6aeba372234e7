"""Events of adventures between battles, which the journal holds sealed: what happened in them may be secret.

A seal (``rules.adventures.seals``) proves an entry without telling it. What entries say is with the adventure itself.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.building.codecs import NUMBER, TEXT
from rules.campaigns.events.event import CampaignEvent


@dataclass(frozen=True, slots=True)
class AdventureBegun(CampaignEvent):
    """An organizer puts an adventure after a scenario (``follows``, by its played number; 0 for before the first).

    ``of`` is its kind. ``entries`` is how many it has already, and ``seal`` the seal of the last of them. Its dice come
    from a seed epoch of its own; ``commitment`` is the SHA-256 of that seed, in hexadecimal digits.
    """

    kind = "adventure-begun"

    adventure: int = field(metadata=NUMBER)
    name: str = field(metadata=TEXT)
    of: str = field(metadata=TEXT)
    follows: int = field(metadata=NUMBER)
    entries: int = field(metadata=NUMBER)
    seal: str = field(metadata=TEXT)
    epoch: int = field(metadata=NUMBER)
    commitment: str = field(metadata=TEXT)


@dataclass(frozen=True, slots=True)
class AdventurePrepared(CampaignEvent):
    """An organizer prepares an adventure anew before its first entry."""

    kind = "adventure-prepared"

    adventure: int = field(metadata=NUMBER)
    name: str = field(metadata=TEXT)
    seal: str = field(metadata=TEXT)


@dataclass(frozen=True, slots=True)
class AdventureRecorded(CampaignEvent):
    """Something happens in an adventure: the number of its entry, and the entry's seal."""

    kind = "adventure-recorded"

    adventure: int = field(metadata=NUMBER)
    entry_number: int = field(metadata=NUMBER)
    seal: str = field(metadata=TEXT)


@dataclass(frozen=True, slots=True)
class AdventureSeeded(CampaignEvent):
    """The dice of an adventure come from another seed from now on: somebody may know the earlier one."""

    kind = "adventure-seeded"

    adventure: int = field(metadata=NUMBER)
    epoch: int = field(metadata=NUMBER)
    commitment: str = field(metadata=TEXT)


@dataclass(frozen=True, slots=True)
class AdventureFinished(CampaignEvent):
    """An organizer closes an adventure; nothing is added to it any more."""

    kind = "adventure-closed"

    adventure: int = field(metadata=NUMBER)


@dataclass(frozen=True, slots=True)
class AdventureRemoved(CampaignEvent):
    """An adventure is gone from the campaign: an organizer deleted it, or a file came without it."""

    kind = "adventure-removed"

    adventure: int = field(metadata=NUMBER)
