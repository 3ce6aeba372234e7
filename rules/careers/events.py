"""What happened to the members of a warband, as events: facts, the faces of dice, and choices.

``rules.careers.fold`` computes the consequences (levels, healed wounds, costs), which are never stored. A voided event
is omitted. The events of a scenario name it by its id; changes between scenarios name the number before them, so that
they keep their place when a scenario is voided or played again.
"""

from dataclasses import dataclass
from typing import Annotated, Literal

from rules.documents.records import NEEDED, WRITTEN
from rules.documents.shapes import integer
from rules.effects.values import Use
from rules.replacing import FrozenClass
from rules.roster.model import MAX_NUMBER, ItemChoice, Member
from rules.tables.uses import DAILY_USES_RETURN_EVERY

RollKind = Literal["elimination", "injury", "advance"]
CorrectionKind = Literal[
    "injury-add",
    "injury-remove",
    "advance-add",
    "advance-remove",
    "level",
    "points",
    "hp-class",
    "spell-add",
    "career-reopen",
]


@dataclass(frozen=True, slots=True)
class CareerRules:
    """A group's rules about careers: how often daily uses return, and whether creatures advance.

    With ``third_injury_ends``, a third permanent injury ends a career; a career document never has it.
    """

    daily_recovery_every: Annotated[int, integer(1, MAX_NUMBER), NEEDED] = DAILY_USES_RETURN_EVERY
    advancement: Annotated[bool, WRITTEN] = True
    third_injury_ends: bool = False


class CareerEvent(metaclass=FrozenClass):
    """An event of a career. Other events, problems and voids name it by its ``id``."""

    id: str = ""

    @property
    def member_id(self) -> str | None:
        """The id of the event's member, None for the whole warband."""
        return None


class PlayedScenario(CareerEvent, kw_only=True):
    """A scenario was played: who took part and who was eliminated, by the ids of members.

    ``number`` orders the scenarios of a campaign; those with the same number keep their given order. A warband counts
    its own scenarios for daily uses, unless ``daily_recovery`` says whether they return.
    """

    scenario: str
    fielded: tuple[str, ...]
    eliminated: tuple[str, ...] = ()
    daily_recovery: bool | None = None
    number: int = 0

    def __post_init__(self) -> None:
        # A member named twice counts once.
        object.__setattr__(self, "fielded", tuple(dict.fromkeys(self.fielded)))
        object.__setattr__(self, "eliminated", tuple(dict.fromkeys(self.eliminated)))


class AftermathEvent(CareerEvent, kw_only=True):
    """Something that belongs to a member's aftermath of one scenario."""

    scenario: str
    member: str

    @property
    def member_id(self) -> str:
        """The id of the member."""
        return self.member


class EliminationRoll(AftermathEvent, kw_only=True):
    """The d6 of a member that was eliminated."""

    faces: tuple[int, ...]


class InjuryRoll(AftermathEvent, kw_only=True):
    """The d6 of a member that is Wounded."""

    faces: tuple[int, ...]


class AdvanceRoll(AftermathEvent, kw_only=True):
    """The 3d6 of a member that took part, and the feat that its owner chose if they give one.

    ``rerolls`` are the rolls that followed because no feat was left to choose; the last one counts.
    """

    faces: tuple[int, ...]
    feat: str | None = None
    choice: str | None = None
    rerolls: tuple[tuple[int, ...], ...] = ()


class FeatChoice(AftermathEvent, kw_only=True):
    """A feat that was chosen later for an advance left open; it counts from the advance's scenario."""

    feat: str
    choice: str | None = None


@dataclass(frozen=True, slots=True)
class SpentUse:
    """Uses of a feature, a feat or an item that were spent, by its key."""

    key: str
    use: Use
    times: Annotated[int, integer(1)] = 1


class Spending(AftermathEvent, kw_only=True):
    """A member's spending in a scenario: uses that do not return with the next one, consumables, hero points."""

    uses: tuple[SpentUse, ...] = ()
    items: tuple[ItemChoice, ...] = ()
    hero_points: int = 0


class CareerChange(CareerEvent, kw_only=True):
    """Something done between scenarios; ``after`` is the number of the scenario before it, 0 before the first."""

    after: int = 0


class RulesChanged(CareerChange, kw_only=True):
    """The group changed its rules for future scenarios."""

    rules: CareerRules


class MemberJoined(CareerChange, kw_only=True):
    """A member was recruited, with its purchases."""

    member: Member

    @property
    def member_id(self) -> str:
        """The id of the new member."""
        return self.member.id


class MemberChanged(CareerChange, kw_only=True):
    """A member's upgrades, items, positioning upgrades or name changed: its new state."""

    member: Member

    @property
    def member_id(self) -> str:
        """The id of the member."""
        return self.member.id


class MemberCareerChange(CareerChange, kw_only=True):
    """A change of one member."""

    member: str

    @property
    def member_id(self) -> str:
        """The id of the member."""
        return self.member


class MemberDismissed(MemberCareerChange, kw_only=True):
    """A member left the warband; its career ends in its present state."""


class CardRevised(MemberCareerChange, kw_only=True):
    """The owner accepted errata: the member follows another revision of its card from now on."""

    revision: int


class CardKept(MemberCareerChange, kw_only=True):
    """The owner declined errata: the member keeps its card, and that revision is not offered again."""

    revision: int


class OpenFeatTaken(MemberCareerChange, kw_only=True):
    """A feat that was open was chosen after its scenario; ``advance`` is the id of the event that gave it."""

    advance: str
    feat: str
    choice: str | None = None


class AdvanceGranted(MemberCareerChange, kw_only=True):
    """A member advances between scenarios: 3d6, and 3d6 more each time that no feat was left to choose."""

    faces: tuple[int, ...]


class CareerCorrected(MemberCareerChange, kw_only=True):
    """An organizer corrected a career by hand, with a reason.

    ``subject`` is the key of the injury, feat or spell, the name of the stat or of the HP class, or the id of the event
    that caused the wound; an advance without one gives an open feat. ``choice`` is that of a feat, and ``permanent``
    marks a wound that stays. ``amount`` is the difference of the level from the one that the advances give, or of the
    member's points from those of its level and extras; 0 removes the correction.
    """

    correction: CorrectionKind
    subject: str = ""
    choice: str | None = None
    amount: int = 0
    permanent: bool = False
    reason: str = ""


DICE_EVENTS: dict[RollKind, type[EliminationRoll] | type[InjuryRoll] | type[AdvanceRoll]] = {
    "elimination": EliminationRoll,
    "injury": InjuryRoll,
    "advance": AdvanceRoll,
}
"""The rolls of an aftermath, in the order in which they are taken."""
