"""Events of a campaign itself, of its people, and of taking it over while the organizer is away."""

from typing import Annotated, Literal

from rules.campaigns.events.event import CampaignEvent
from rules.campaigns.events.rights import ORGANIZERS, THE_ORGANIZER, THE_PERSON, EventRight
from rules.campaigns.settings import CampaignSettings
from rules.documents.records import LaterFlag
from rules.documents.shapes import integer


class CampaignCreated(CampaignEvent, kind="campaign-created"):
    """The campaign begins; ``in_order`` says that none of its entries is from before the one that it follows.

    Journals of earlier releases do not say so.
    """

    right = EventRight(frozenset(("founder",)), "begin a campaign")
    sentence = "{who} began the campaign “{name}”."

    name: str
    story: str
    settings: CampaignSettings
    in_order: LaterFlag = False


class CampaignDescribed(CampaignEvent, kind="campaign-described"):
    """An organizer gives the campaign another name or story."""

    right = EventRight(ORGANIZERS, "rename the campaign or edit its story")
    sentence = "{who} edited the campaign’s name and story: “{name}”."

    name: str
    story: str


class SettingsChanged(CampaignEvent, kind="settings-changed"):
    """An organizer changes the settings: they apply to scenarios that are opened later."""

    right = EventRight(ORGANIZERS, "change the settings")
    sentence = "{who} changed the house rules for scenarios that are opened from now on."

    settings: CampaignSettings


class SeedCommitted(CampaignEvent, kind="seed-committed"):
    """A seed epoch begins; ``commitment`` is the SHA-256 of the seed, in hexadecimal digits."""

    right = EventRight(THE_ORGANIZER | {"site"}, "choose a seed", in_archive=True)

    epoch: int
    commitment: str


class SeedRevealed(CampaignEvent, kind="seed-revealed"):
    """The seed of an epoch is revealed, in hexadecimal digits, so that anyone can recompute its rolls."""

    right = EventRight(THE_ORGANIZER, "reveal the seed", in_archive=True)
    sentence = "{site} revealed the seed of its dice (epoch {epoch}): anyone can check every roll now."

    epoch: int
    seed: str


class CampaignArchived(CampaignEvent, kind="campaign-archived"):
    """An organizer archives the campaign, or takes it out of the archive."""

    right = EventRight(ORGANIZERS, "archive the campaign", in_archive=True)

    archived: bool


class CampaignClosed(CampaignEvent, kind="campaign-closed"):
    """The campaign ends. It never opens again."""

    right = EventRight(THE_ORGANIZER, "close the campaign", in_archive=True)
    sentence = "{who} closed the campaign for good."


Role = Literal["organizer", "co_organizer", "player"]

ORGANIZER: Role = "organizer"
CO_ORGANIZER: Role = "co_organizer"
PLAYER: Role = "player"


class ParticipantJoined(CampaignEvent, kind="participant-joined"):
    """Somebody joins, or rejoins with the same number."""

    right = EventRight(ORGANIZERS | THE_PERSON, "invite players")

    participant: int
    role: Role


class ParticipantClaimed(CampaignEvent, kind="participant-claimed"):
    """Somebody with an account claims the place of a named placeholder."""

    right = EventRight(THE_PERSON, "take a place", in_archive=True)
    sentence = "{participant} took their place in the campaign."

    participant: int


class ParticipantLeft(CampaignEvent, kind="participant-left"):
    """Somebody leaves, or has ``declined`` the place that was reserved for them."""

    right = EventRight(ORGANIZERS | THE_PERSON, "readmit players", in_archive=True)

    participant: int
    declined: LaterFlag = False


class ParticipantRemoved(CampaignEvent, kind="participant-removed"):
    """An organizer removes somebody."""

    right = EventRight(ORGANIZERS, "remove players")
    sentence = "{who} removed {participant} from the campaign."

    participant: int


class RoleChanged(CampaignEvent, kind="role-changed"):
    """Somebody becomes a co-organizer, or a player again."""

    right = EventRight(THE_ORGANIZER | THE_PERSON | {"site"}, "choose co-organizers", in_archive=True)

    participant: int
    role: Role


class CampaignHandedOver(CampaignEvent, kind="campaign-handed-over"):
    """The organizer makes somebody else the organizer and stays as a co-organizer."""

    right = EventRight(THE_ORGANIZER | {"heir"}, "hand the campaign over", in_archive=True)
    sentence = "{who} handed the campaign over to {participant}."

    participant: int


FEWEST_DAYS, FIRST_DAYS, MOST_DAYS = 7, 14, 60
"""How many days an organizer has to answer: the fewest, those of a new campaign, the most."""
TakeoverDays = Annotated[int, integer(FEWEST_DAYS, MOST_DAYS)]


class TakeoverDaysSet(CampaignEvent, kind="takeover-days-set"):
    """The organizer decides how many days they have to answer a request to take the campaign over."""

    right = EventRight(THE_ORGANIZER, "set how long a request runs", in_archive=True)
    sentence = "{who} set how long a request to take the campaign over runs: {days}."

    days: TakeoverDays


class TakeoverAsked(CampaignEvent, kind="takeover-asked"):
    """A person asks to become the organizer. Any entry by the organizer within ``days`` ends the request."""

    right = EventRight(THE_PERSON, "ask to take the campaign over")
    sentence = "{who} asked to take the campaign over. The organizer has {days} to answer."

    participant: int
    days: TakeoverDays


class TakeoverWithdrawn(CampaignEvent, kind="takeover-withdrawn"):
    """The person who asked no longer does."""

    right = EventRight(THE_PERSON, "withdraw a request", in_archive=True)
    sentence = "{who} withdrew the request to take the campaign over."

    participant: int


class OrganizerPresent(CampaignEvent, kind="organizer-present"):
    """The organizer says that they are still there. Any other entry by them says the same."""

    right = EventRight(THE_ORGANIZER, "answer a request to take the campaign over", in_archive=True)
    sentence = "{who} is here: requests to take the campaign over have ended."


class CampaignTakenOver(CampaignEvent, kind="campaign-taken-over", is_voidable=True):
    """A person whose request was not answered in time becomes the organizer; the former one becomes a co-organizer.

    ``ask`` is the number of the entry with the request.
    """

    right = EventRight(THE_PERSON, "take the campaign over", in_archive=True)
    sentence = "{who} took the campaign over, as the request in entry {ask} was not answered."

    participant: int
    ask: int
