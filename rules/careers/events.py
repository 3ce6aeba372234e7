"""What happened to the members of a warband, as events: facts, the faces of dice, and choices.

What follows from them (levels, healed wounds, costs) is worked out by ``rules.careers.fold`` and never written down. A
voided event is one that is left out. The events of a scenario name it by its id; changes between scenarios say after
which number they came, so that they keep their place when a scenario is voided or played anew.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from rules.documents.records import NEEDED, WRITTEN
from rules.documents.shapes import integer
from rules.effects.values import Use
from rules.roster.limits import MAX_NUMBER
from rules.roster.model import ItemChoice, Member
from rules.tables.uses import DAILY_USES_RETURN_EVERY

RollKind = Literal["elimination", "injury", "advance"]


@dataclass(frozen=True, slots=True)
class CareerRules:
    """What a group has settled about its careers: how often daily uses return, and whether creatures advance.

    With ``third_injury_ends`` a third permanent injury ends a career; a career document never has it.
    """

    daily_recovery_every: Annotated[int, integer(1, MAX_NUMBER), NEEDED] = DAILY_USES_RETURN_EVERY
    advancement: Annotated[bool, WRITTEN] = True
    third_injury_ends: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CareerEvent:
    """Anything that happened. ``id`` is what other events, problems and voids name it by."""

    id: str = ""

    @property
    def member_id(self) -> str | None:
        """The id of the member that the event is about, None where it is about the whole warband."""
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedScenario(CareerEvent):
    """A scenario was played: who took part and who was eliminated, by the ids of members.

    ``number`` orders the scenarios of a campaign; those of the same number keep the order in which they are given. A
    warband counts its own scenarios for daily uses, unless ``daily_recovery`` says whether they return.
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


@dataclass(frozen=True, slots=True, kw_only=True)
class AftermathEvent(CareerEvent):
    """Something that belongs to a member's aftermath of one scenario."""

    scenario: str
    member: str

    @property
    def member_id(self) -> str:
        """The id of the member."""
        return self.member


@dataclass(frozen=True, slots=True, kw_only=True)
class EliminationRoll(AftermathEvent):
    """The d6 of a member that was eliminated."""

    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class InjuryRoll(AftermathEvent):
    """The d6 of a member that is Wounded."""

    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AdvanceRoll(AftermathEvent):
    """The 3d6 of a member that took part, and the feat that its owner chose where they give one.

    ``rerolls`` are the rolls that followed because no feat was left to choose; the last one counts.
    """

    faces: tuple[int, ...]
    feat: str | None = None
    choice: str | None = None
    rerolls: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FeatChoice(AftermathEvent):
    """A feat that was chosen later for an advance left open; it counts from the advance's scenario."""

    feat: str
    choice: str | None = None


@dataclass(frozen=True, slots=True)
class SpentUse:
    """Uses of a feature, a feat or an item that were spent, by its key."""

    key: str
    use: Use
    times: Annotated[int, integer(1)] = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Spending(AftermathEvent):
    """What a member spent in a scenario: uses that do not return with the next one, consumables, hero points."""

    uses: tuple[SpentUse, ...] = ()
    items: tuple[ItemChoice, ...] = ()
    hero_points: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class CareerChange(CareerEvent):
    """Something done between scenarios; ``after`` is the number of the scenario before it, 0 before the first."""

    after: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesChanged(CareerChange):
    """The group settled its rules anew, for the scenarios to come."""

    rules: CareerRules


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberJoined(CareerChange):
    """A member was recruited, with what was bought for it."""

    member: Member

    @property
    def member_id(self) -> str:
        """The id of the new member."""
        return self.member.id


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberChanged(CareerChange):
    """Upgrades, items or positioning upgrades were bought or sold, or the member was renamed: what it is now."""

    member: Member

    @property
    def member_id(self) -> str:
        """The id of the member."""
        return self.member.id


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberCareerChange(CareerChange):
    """A change of one member."""

    member: str

    @property
    def member_id(self) -> str:
        """The id of the member."""
        return self.member


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberDismissed(MemberCareerChange):
    """A member left the warband; its career ends as it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardRevised(MemberCareerChange):
    """The owner took errata: the member follows another revision of its card from now on."""

    revision: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardKept(MemberCareerChange):
    """The owner left errata: the member keeps its card, and that revision is not offered again."""

    revision: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenFeatTaken(MemberCareerChange):
    """A feat that was open was chosen after its scenario; ``advance`` is the id of the event that gave it."""

    advance: str
    feat: str
    choice: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CareerCorrection(MemberCareerChange):
    """An organizer corrected a career by hand, and says why."""

    reason: str = field(default="")


@dataclass(frozen=True, slots=True, kw_only=True)
class InjuryAdded(CareerCorrection):
    """The member has one more wound, by the key of an injury."""

    injury: str
    permanent: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class InjuryRemoved(CareerCorrection):
    """The member has a wound less: the one that the event of this id made."""

    wound: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AdvanceAdded(CareerCorrection):
    """The member has one more advance: +1 to a stat, or a feat (then ``stat`` is None)."""

    stat: str | None = None
    feat: str | None = None
    choice: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AdvanceRemoved(CareerCorrection):
    """The member has an advance less: +1 to a stat, or a feat; one with neither gave nothing yet."""

    stat: str | None = None
    feat: str | None = None
    choice: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelCorrected(CareerCorrection):
    """The member's level is so many above (or below) what its advances give; 0 takes the correction back."""

    offset: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsCorrected(CareerCorrection):
    """The member counts so many points more (or fewer) than its level and extras say; 0 takes it back."""

    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HpClassCorrected(CareerCorrection):
    """The member's HP follow another class, at all levels that it has gained."""

    hp_class: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SpellAdded(CareerCorrection):
    """The member may cast a spell that its card does not have."""

    spell: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CareerReopened(CareerCorrection):
    """The career of the member had ended, and goes on."""


DICE_EVENTS: dict[RollKind, type[EliminationRoll] | type[InjuryRoll] | type[AdvanceRoll]] = {
    "elimination": EliminationRoll,
    "injury": InjuryRoll,
    "advance": AdvanceRoll,
}
"""The rolls of an aftermath, in the order in which they are taken."""
