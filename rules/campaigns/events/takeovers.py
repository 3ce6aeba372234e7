"""Events by which a campaign gets a new organizer while the organizer is away."""

from dataclasses import dataclass
from typing import Annotated

from rules.campaigns.events.event import CampaignEvent
from rules.documents.shapes import integer

FEWEST_DAYS, FIRST_DAYS, MOST_DAYS = 7, 14, 60
"""How many days an organizer has to answer: the fewest, those of a new campaign, the most."""
TakeoverDays = Annotated[int, integer(FEWEST_DAYS, MOST_DAYS)]


@dataclass(frozen=True, slots=True)
class TakeoverDaysSet(CampaignEvent):
    """The organizer decides how many days they have to answer a request to take the campaign over."""

    kind = "takeover-days-set"

    days: TakeoverDays


@dataclass(frozen=True, slots=True)
class TakeoverAsked(CampaignEvent):
    """A person asks to become the organizer, who has so many days from now on to write an entry."""

    kind = "takeover-asked"

    participant: int
    days: TakeoverDays


@dataclass(frozen=True, slots=True)
class TakeoverWithdrawn(CampaignEvent):
    """The person who asked no longer does."""

    kind = "takeover-withdrawn"

    participant: int


@dataclass(frozen=True, slots=True)
class OrganizerPresent(CampaignEvent):
    """The organizer says that they are still there. Any other entry by them says the same."""

    kind = "organizer-present"


@dataclass(frozen=True, slots=True)
class CampaignTakenOver(CampaignEvent):
    """A person whose request was not answered in time becomes the organizer; the former one becomes a co-organizer.

    ``ask`` is the number of the entry with the request.
    """

    kind = "campaign-taken-over"
    is_voidable = True

    participant: int
    ask: int
