"""Events of a campaign itself, of its people, and of taking it over while the organizer is away."""

from dataclasses import dataclass
from typing import Annotated, Literal

from rules.campaigns.events.event import CampaignEvent
from rules.campaigns.events.rights import ORGANIZERS, THE_ORGANIZER, THE_PERSON, EventRight
from rules.campaigns.settings import CampaignSettings
from rules.documents.records import LaterFlag
from rules.documents.shapes import integer


@dataclass(frozen=True, slots=True)
class CampaignCreated(CampaignEvent):
    """The campaign begins; ``in_order`` says that none of its entries is from before the one that it follows.

    Journals of earlier releases do not say so.
    """

    kind = "campaign-created"
    right = EventRight(frozenset(("founder",)), "begin a campaign")
    sentence = "{who} began the campaign “{name}”."

    name: str
    story: str
    settings: CampaignSettings
    in_order: LaterFlag = False


@dataclass(frozen=True, slots=True)
class CampaignDescribed(CampaignEvent):
    """An organizer gives the campaign another name or story."""

    kind = "campaign-described"
    right = EventRight(ORGANIZERS, "rename the campaign or edit its story")
    sentence = "{who} edited the campaign’s name and story: “{name}”."

    name: str
    story: str


@dataclass(frozen=True, slots=True)
class SettingsChanged(CampaignEvent):
    """An organizer changes the settings: they apply to scenarios that are opened later."""

    kind = "settings-changed"
    right = EventRight(ORGANIZERS, "change the settings")
    sentence = "{who} changed the house rules for scenarios that are opened from now on."

    settings: CampaignSettings


@dataclass(frozen=True, slots=True)
class SeedCommitted(CampaignEvent):
    """A seed epoch begins; ``commitment`` is the SHA-256 of the seed, in hexadecimal digits."""

    kind = "seed-committed"
    right = EventRight(THE_ORGANIZER | {"site"}, "choose a seed", in_archive=True)

    epoch: int
    commitment: str


@dataclass(frozen=True, slots=True)
class SeedRevealed(CampaignEvent):
    """The seed of an epoch is revealed, in hexadecimal digits, so that anyone can recompute its rolls."""

    kind = "seed-revealed"
    right = EventRight(THE_ORGANIZER, "reveal the seed", in_archive=True)
    sentence = "{site} revealed the seed of its dice (epoch {epoch}): anyone can check every roll now."

    epoch: int
    seed: str


@dataclass(frozen=True, slots=True)
class CampaignArchived(CampaignEvent):
    """An organizer archives the campaign, or takes it out of the archive."""

    kind = "campaign-archived"
    right = EventRight(ORGANIZERS, "archive the campaign", in_archive=True)

    archived: bool


@dataclass(frozen=True, slots=True)
class CampaignClosed(CampaignEvent):
    """The campaign ends. It never opens again."""

    kind = "campaign-closed"
    right = EventRight(THE_ORGANIZER, "close the campaign", in_archive=True)
    sentence = "{who} closed the campaign for good."


Role = Literal["organizer", "co_organizer", "player"]

ORGANIZER: Role = "organizer"
CO_ORGANIZER: Role = "co_organizer"
PLAYER: Role = "player"


@dataclass(frozen=True, slots=True)
class ParticipantJoined(CampaignEvent):
    """Somebody joins, or rejoins with the same number."""

    kind = "participant-joined"
    right = EventRight(ORGANIZERS | THE_PERSON, "invite players")

    participant: int
    role: Role


@dataclass(frozen=True, slots=True)
class ParticipantClaimed(CampaignEvent):
    """Somebody with an account claims the place of a named placeholder."""

    kind = "participant-claimed"
    right = EventRight(THE_PERSON, "take a place", in_archive=True)
    sentence = "{participant} took their place in the campaign."

    participant: int


@dataclass(frozen=True, slots=True)
class ParticipantLeft(CampaignEvent):
    """Somebody leaves, or has ``declined`` the place that was reserved for them."""

    kind = "participant-left"
    right = EventRight(ORGANIZERS | THE_PERSON, "readmit players", in_archive=True)

    participant: int
    declined: LaterFlag = False


@dataclass(frozen=True, slots=True)
class ParticipantRemoved(CampaignEvent):
    """An organizer removes somebody."""

    kind = "participant-removed"
    right = EventRight(ORGANIZERS, "remove players")
    sentence = "{who} removed {participant} from the campaign."

    participant: int


@dataclass(frozen=True, slots=True)
class RoleChanged(CampaignEvent):
    """Somebody becomes a co-organizer, or a player again."""

    kind = "role-changed"
    right = EventRight(THE_ORGANIZER | THE_PERSON | {"site"}, "choose co-organizers", in_archive=True)

    participant: int
    role: Role


@dataclass(frozen=True, slots=True)
class CampaignHandedOver(CampaignEvent):
    """The organizer makes somebody else the organizer and stays as a co-organizer."""

    kind = "campaign-handed-over"
    right = EventRight(THE_ORGANIZER | {"heir"}, "hand the campaign over", in_archive=True)
    sentence = "{who} handed the campaign over to {participant}."

    participant: int


FEWEST_DAYS, FIRST_DAYS, MOST_DAYS = 7, 14, 60
"""How many days an organizer has to answer: the fewest, those of a new campaign, the most."""
TakeoverDays = Annotated[int, integer(FEWEST_DAYS, MOST_DAYS)]


@dataclass(frozen=True, slots=True)
class TakeoverDaysSet(CampaignEvent):
    """The organizer decides how many days they have to answer a request to take the campaign over."""

    kind = "takeover-days-set"
    right = EventRight(THE_ORGANIZER, "set how long a request runs", in_archive=True)
    sentence = "{who} set how long a request to take the campaign over runs: {days}."

    days: TakeoverDays


@dataclass(frozen=True, slots=True)
class TakeoverAsked(CampaignEvent):
    """A person asks to become the organizer. Any entry by the organizer within ``days`` ends the request."""

    kind = "takeover-asked"
    right = EventRight(THE_PERSON, "ask to take the campaign over")
    sentence = "{who} asked to take the campaign over. The organizer has {days} to answer."

    participant: int
    days: TakeoverDays


@dataclass(frozen=True, slots=True)
class TakeoverWithdrawn(CampaignEvent):
    """The person who asked no longer does."""

    kind = "takeover-withdrawn"
    right = EventRight(THE_PERSON, "withdraw a request", in_archive=True)
    sentence = "{who} withdrew the request to take the campaign over."

    participant: int


@dataclass(frozen=True, slots=True)
class OrganizerPresent(CampaignEvent):
    """The organizer says that they are still there. Any other entry by them says the same."""

    kind = "organizer-present"
    right = EventRight(THE_ORGANIZER, "answer a request to take the campaign over", in_archive=True)
    sentence = "{who} is here: requests to take the campaign over have ended."


@dataclass(frozen=True, slots=True)
class CampaignTakenOver(CampaignEvent):
    """A person whose request was not answered in time becomes the organizer; the former one becomes a co-organizer.

    ``ask`` is the number of the entry with the request.
    """

    kind = "campaign-taken-over"
    is_voidable = True
    right = EventRight(THE_PERSON, "take the campaign over", in_archive=True)
    sentence = "{who} took the campaign over, as the request in entry {ask} was not answered."

    participant: int
    ask: int
