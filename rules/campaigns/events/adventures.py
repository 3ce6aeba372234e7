"""Events of adventures between battles, which the journal holds sealed: what happened in them may be secret.

A seal (``rules.adventures.receipts``) proves an entry without telling it. What entries say stays with the adventure.
"""

from dataclasses import dataclass

from rules.campaigns.events.event import CampaignEvent


@dataclass(frozen=True, slots=True)
class AdventureBegun(CampaignEvent):
    """An organizer puts an adventure after a scenario (``follows``, by its played number; 0 for before the first).

    ``of`` is its kind. ``entries`` is how many it has already, and ``seal`` the seal of the last of them. Its dice come
    from a seed epoch of its own; ``commitment`` is the SHA-256 of that seed, in hexadecimal digits.
    """

    kind = "adventure-begun"

    adventure: int
    name: str
    of: str
    follows: int
    entries: int
    seal: str
    epoch: int
    commitment: str


@dataclass(frozen=True, slots=True)
class AdventurePrepared(CampaignEvent):
    """An organizer prepares an adventure anew before its first entry."""

    kind = "adventure-prepared"

    adventure: int
    name: str
    seal: str


@dataclass(frozen=True, slots=True)
class AdventureRecorded(CampaignEvent):
    """Something happens in an adventure: the number of its entry, and the entry's seal."""

    kind = "adventure-recorded"

    adventure: int
    entry_number: int
    seal: str


@dataclass(frozen=True, slots=True)
class AdventureSeeded(CampaignEvent):
    """The dice of an adventure come from another seed from now on: somebody may know the earlier one."""

    kind = "adventure-seeded"

    adventure: int
    epoch: int
    commitment: str


@dataclass(frozen=True, slots=True)
class AdventureFinished(CampaignEvent):
    """An organizer closes an adventure; nothing is added to it any more."""

    kind = "adventure-closed"

    adventure: int


@dataclass(frozen=True, slots=True)
class AdventureRemoved(CampaignEvent):
    """An adventure is gone from the campaign: an organizer deleted it, or a file came without it."""

    kind = "adventure-removed"

    adventure: int
