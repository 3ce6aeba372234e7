"""Events by which a campaign gets a new organizer while the organizer is away."""

from dataclasses import dataclass
from typing import Annotated

from rules.campaigns.events.event import CampaignEvent
from rules.campaigns.events.rights import THE_ORGANIZER, THE_PERSON, EventRight
from rules.documents.shapes import integer

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
