"""Events of the people of a campaign. An event knows a person by a number, so that names can change and go."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.campaigns.events.event import CampaignEvent

Role = Literal["organizer", "co_organizer", "player"]

ORGANIZER: Role = "organizer"
CO_ORGANIZER: Role = "co_organizer"
PLAYER: Role = "player"


@dataclass(frozen=True, slots=True)
class ParticipantJoined(CampaignEvent):
    """Somebody joins, or comes back after leaving and then keeps the number."""

    kind = "participant-joined"

    participant: int
    role: Role


@dataclass(frozen=True, slots=True)
class ParticipantClaimed(CampaignEvent):
    """Somebody with an account takes the place of a named placeholder."""

    kind = "participant-claimed"

    participant: int


@dataclass(frozen=True, slots=True)
class ParticipantLeft(CampaignEvent):
    """Somebody leaves."""

    kind = "participant-left"

    participant: int


@dataclass(frozen=True, slots=True)
class ParticipantRemoved(CampaignEvent):
    """An organizer removes somebody."""

    kind = "participant-removed"

    participant: int


@dataclass(frozen=True, slots=True)
class RoleChanged(CampaignEvent):
    """Somebody becomes a co-organizer, or a player again."""

    kind = "role-changed"

    participant: int
    role: Role


@dataclass(frozen=True, slots=True)
class CampaignHandedOver(CampaignEvent):
    """The organizer makes somebody else the organizer and stays as a co-organizer."""

    kind = "campaign-handed-over"

    participant: int
