"""Events of adventures between battles, which the journal contains in sealed form: their content may be secret.

A seal (``rules.adventures.receipts``) proves an entry without revealing it. The content of entries stays with the
adventure.
"""

from dataclasses import dataclass

from rules.campaigns.events.event import CampaignEvent
from rules.campaigns.events.rights import ORGANIZERS, EventRight


@dataclass(frozen=True, slots=True)
class AdventureBegun(CampaignEvent):
    """An organizer puts an adventure after a scenario (``follows``, by its played number; 0 for before the first).

    ``of`` is its kind. ``entries`` is the number of its entries so far, and ``seal`` the seal of the last of them. Its
    dice come from its own seed epoch; ``commitment`` is the SHA-256 of that seed, in hexadecimal digits.
    """

    kind = "adventure-begun"
    right = EventRight(ORGANIZERS, "put adventures into the campaign")

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
    """An organizer prepares an adventure again before its first entry."""

    kind = "adventure-prepared"
    right = EventRight(ORGANIZERS, "prepare the adventure")

    adventure: int
    name: str
    seal: str


@dataclass(frozen=True, slots=True)
class AdventureRecorded(CampaignEvent):
    """Something happens in an adventure: the number of its entry, and the entry's seal."""

    kind = "adventure-recorded"
    right = EventRight(frozenset(("member",)), "play the adventure")

    adventure: int
    entry_number: int
    seal: str


@dataclass(frozen=True, slots=True)
class AdventureSeeded(CampaignEvent):
    """The adventure's dice come from a new seed from now on: somebody may know the earlier one."""

    kind = "adventure-seeded"
    right = EventRight(frozenset(("site",)), "give an adventure a new seed", in_archive=True)
    sentence = "{site} chose a new secret seed for the dice of {adventure} and published its hash."

    adventure: int
    epoch: int
    commitment: str


@dataclass(frozen=True, slots=True)
class AdventureFinished(CampaignEvent):
    """An organizer closes an adventure; nothing can be added to it any more."""

    kind = "adventure-closed"
    right = EventRight(ORGANIZERS, "close the adventure")
    sentence = "{who} closed {adventure}."

    adventure: int


@dataclass(frozen=True, slots=True)
class AdventureRemoved(CampaignEvent):
    """An adventure has left the campaign: an organizer deleted it, or an imported file lacked it."""

    kind = "adventure-removed"
    right = EventRight(ORGANIZERS | {"site"}, "delete the adventure", in_archive=True)
    sentence = "{who} removed {adventure} from the campaign."

    adventure: int
