"""Events of a campaign itself and of its people."""

from dataclasses import dataclass
from typing import Literal

from rules.campaigns.events.event import CampaignEvent
from rules.campaigns.settings import CampaignSettings
from rules.documents.records import LaterFlag


@dataclass(frozen=True, slots=True)
class CampaignCreated(CampaignEvent):
    """The campaign begins."""

    kind = "campaign-created"

    name: str
    story: str
    settings: CampaignSettings


@dataclass(frozen=True, slots=True)
class CampaignDescribed(CampaignEvent):
    """An organizer gives the campaign another name or story."""

    kind = "campaign-described"

    name: str
    story: str


@dataclass(frozen=True, slots=True)
class SettingsChanged(CampaignEvent):
    """An organizer changes the settings: they apply to scenarios that are opened later."""

    kind = "settings-changed"

    settings: CampaignSettings


@dataclass(frozen=True, slots=True)
class SeedCommitted(CampaignEvent):
    """A seed epoch begins; ``commitment`` is the SHA-256 of the seed, in hexadecimal digits."""

    kind = "seed-committed"

    epoch: int
    commitment: str


@dataclass(frozen=True, slots=True)
class SeedRevealed(CampaignEvent):
    """The seed of an epoch is revealed, in hexadecimal digits, so that anyone can recompute its rolls."""

    kind = "seed-revealed"

    epoch: int
    seed: str


@dataclass(frozen=True, slots=True)
class CampaignArchived(CampaignEvent):
    """An organizer archives the campaign, or takes it out of the archive."""

    kind = "campaign-archived"

    archived: bool


@dataclass(frozen=True, slots=True)
class CampaignClosed(CampaignEvent):
    """The campaign ends. It never opens again."""

    kind = "campaign-closed"


Role = Literal["organizer", "co_organizer", "player"]

ORGANIZER: Role = "organizer"
CO_ORGANIZER: Role = "co_organizer"
PLAYER: Role = "player"


@dataclass(frozen=True, slots=True)
class ParticipantJoined(CampaignEvent):
    """Somebody joins, or rejoins with the same number."""

    kind = "participant-joined"

    participant: int
    role: Role


@dataclass(frozen=True, slots=True)
class ParticipantClaimed(CampaignEvent):
    """Somebody with an account claims the place of a named placeholder."""

    kind = "participant-claimed"

    participant: int


@dataclass(frozen=True, slots=True)
class ParticipantLeft(CampaignEvent):
    """Somebody leaves, or has ``declined`` the place that was reserved for them."""

    kind = "participant-left"

    participant: int
    declined: LaterFlag = False


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
