"""The rolls of an entry as a reader sees them: whose, what for, the faces, and what they gave."""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaigns.events import CampaignEvent
from rules.campaigns.events.corrections import EntryCorrected
from rules.campaigns.events.scenarios import DiceRolled
from rules.campaigns.scenarios import RollRecord
from rules.campaigns.sentences.names import JournalNames
from rules.careers.events import RollKind
from rules.tables import dying
from rules.tables.advancement import advance


@dataclass(frozen=True, slots=True)
class JournalDie:
    """A roll as a reader sees it: whose it is, what it is for, the faces, and what they gave.

    ``receipt`` is where the roll stands in its scenario, for the page that proves it; None for entered dice.
    """

    warband: int
    member: str
    name: str
    purpose: str
    faces: tuple[int, ...]
    gave: str
    is_entered: bool = False
    number: int = 1

    @property
    def text(self) -> str:
        """The roll as a sentence."""
        entered = ", entered" if self.is_entered else ""
        return f"{self.name}, {self.purpose.lower()} ({'-'.join(map(str, self.faces))}{entered}): {self.gave}"


def dice_words(event: CampaignEvent, names: JournalNames) -> tuple[JournalDie, ...]:
    """Return the rolls of an entry, empty for most entries."""
    if isinstance(event, EntryCorrected):
        return dice_words(event.replacement, names)
    return tuple(_die(roll, names) for roll in event.rolls) if isinstance(event, DiceRolled) else ()


PURPOSES: dict[RollKind, str] = {"elimination": "Elimination", "injury": "Injury", "advance": "Advance"}


def _die(roll: RollRecord, names: JournalNames) -> JournalDie:
    return JournalDie(
        warband=roll.warband,
        member=roll.member,
        name=names.member(roll.warband, roll.member),
        purpose=PURPOSES[roll.purpose],
        faces=roll.faces,
        gave=roll_outcome(roll),
        is_entered=roll.origin == "entered",
        number=roll.number,
    )


def roll_outcome(roll: RollRecord) -> str:
    """Return what the faces of a roll give by its table; a journal from elsewhere may hold faces that give nothing."""
    try:
        if roll.purpose == "advance":
            return advance(roll.faces).name
        (face,) = roll.faces
        return dying.outcome(face).name if roll.purpose == "elimination" else dying.injury(face).name
    except ValueError:  # RulesError too
        return "nothing: these are not faces of this roll"
