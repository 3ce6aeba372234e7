"""Events of adventures between battles, which the journal contains in sealed form: their content may be secret.

A seal (``rules.adventures.receipts``) proves an entry without revealing it. The content of entries stays with the
adventure.
"""

from rules.campaigns.events.event import CampaignEvent
from rules.campaigns.events.rights import ORGANIZERS, EventRight


class AdventureBegun(CampaignEvent, kind="adventure-begun"):
    """An organizer puts an adventure after a scenario (``follows``, by its played number; 0 for before the first).

    ``of`` is its kind. ``entries`` is the number of its entries so far, and ``seal`` the seal of the last of them. Its
    dice come from its own seed epoch; ``commitment`` is the SHA-256 of that seed, in hexadecimal digits.
    """

    right = EventRight(ORGANIZERS, "put adventures into the campaign")

    adventure: int
    name: str
    of: str
    follows: int
    entries: int
    seal: str
    epoch: int
    commitment: str


class AdventurePrepared(CampaignEvent, kind="adventure-prepared"):
    """An organizer prepares an adventure again before its first entry."""

    right = EventRight(ORGANIZERS, "prepare the adventure")

    adventure: int
    name: str
    seal: str


class AdventureRecorded(CampaignEvent, kind="adventure-recorded"):
    """Something happens in an adventure: the number of its entry, and the entry's seal."""

    right = EventRight(frozenset(("member",)), "play the adventure")

    adventure: int
    entry_number: int
    seal: str


class AdventureSeeded(CampaignEvent, kind="adventure-seeded"):
    """The adventure's dice come from a new seed from now on: somebody may know the earlier one."""

    right = EventRight(frozenset(("site",)), "give an adventure a new seed", in_archive=True)
    sentence = "{site} chose a new secret seed for the dice of {adventure} and published its hash."

    adventure: int
    epoch: int
    commitment: str


class AdventureFinished(CampaignEvent, kind="adventure-closed"):
    """An organizer closes an adventure; nothing can be added to it any more."""

    right = EventRight(ORGANIZERS, "close the adventure")
    sentence = "{who} closed {adventure}."

    adventure: int


class AdventureRemoved(CampaignEvent, kind="adventure-removed"):
    """An adventure has left the campaign: an organizer deleted it, or an imported file lacked it."""

    right = EventRight(ORGANIZERS | {"site"}, "delete the adventure", in_archive=True)
    sentence = "{who} removed {adventure} from the campaign."

    adventure: int
