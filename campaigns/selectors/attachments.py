"""What rooms above campaigns keep of a campaign beside its journal, which their rows have to bear out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from accounts.selectors.rooms import Room, rooms
from campaigns.models import Campaign
from rules.campaigns.files import CampaignFile, FiledAdventure
from rules.campaigns.fold import CampaignState


@dataclass(frozen=True, slots=True)
class CampaignFault:
    """Something in a campaign that its journal does not bear out; ``entry`` is the number of an entry, or None."""

    code: str
    message: str
    entry: int | None = None


@dataclass(frozen=True, slots=True)
class CampaignAttachment:
    """How the adventures of a campaign go into its file, come out of one, and are compared with its journal.

    ``store`` takes the campaign with its journal stored, and may write to it by its last argument, which adds an event
    of the site; it raises ``RulesError`` for what does not fit.
    """

    filed: Callable[[Campaign], tuple[FiledAdventure, ...]]
    store: Callable[[Campaign, CampaignFile, CampaignState, Callable[[Any], object]], None]
    faults: Callable[[Campaign, CampaignState], Iterable[CampaignFault]]


@dataclass(frozen=True, slots=True, kw_only=True)
class CampaignRoom(Room):
    """A room that keeps something of campaigns."""

    campaign_attachment: CampaignAttachment


def campaign_attachments() -> list[CampaignAttachment]:
    """Return what the rooms above keep of campaigns."""
    return [room.campaign_attachment for room in rooms() if isinstance(room, CampaignRoom)]
