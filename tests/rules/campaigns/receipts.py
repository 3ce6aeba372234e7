"""A campaign whose dice were rolled by the site, for checking its receipts."""

from rules.campaigns.events import CampaignEvent, event_document
from rules.campaigns.events.campaign import CampaignCreated, ParticipantJoined, SeedCommitted, SeedRevealed
from rules.campaigns.fallen_dice import DiceSeries
from rules.campaigns.files import CampaignFile, FiledPerson, FiledSeed
from rules.campaigns.journal import JournalLine, entry_hash, seed_commitment
from rules.campaigns.scenarios import RollRecord
from rules.campaigns.settings import CampaignSettings
from rules.dice import SeededRoller

AT = "2026-03-01T19:30:00.000000Z"


SEED = b"an example, not a secret"


COMMITTED = SeedCommitted(1, seed_commitment(SEED))


BEGUN: tuple[CampaignEvent, ...] = (
    CampaignCreated("Winter", "", CampaignSettings()),
    ParticipantJoined(1, "organizer"),
    COMMITTED,
)


def rolled(seed: bytes = SEED, *, epoch: int = 1, scenario: int = 1, member: str = "m3") -> RollRecord:
    place = DiceSeries(1, member, "advance").scenario_place(scenario, 1)
    faces = SeededRoller(seed).roll(3, 6, reason="Advance", place=place).faces
    return RollRecord(1, member, "advance", faces, "seeded", 1, epoch)


def campaign(*events: CampaignEvent, seeds: dict[int, bytes] | None = None) -> CampaignFile:
    """Return the file of a campaign that began like any other, and went on with these events."""
    lines: list[JournalLine] = []
    filed: list[FiledSeed] = []
    for number, event in enumerate((*BEGUN, *events), start=1):
        previous, document = lines[-1].hash if lines else "", event_document(event)
        lines.append(JournalLine(number, AT, 1, document, previous, entry_hash(number, AT, 1, document, previous)))
        if isinstance(event, SeedCommitted):
            filed.append(FiledSeed(event.epoch, number, event.commitment, (seeds or {}).get(event.epoch)))
    return CampaignFile("winter", (FiledPerson(1, "ada"),), tuple(filed), tuple(lines))


REVEALED = {"seeds": {1: SEED}}


REVEALING = SeedRevealed(1, SEED.hex())
