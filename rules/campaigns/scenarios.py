"""The parts of a scenario, as values with their shapes in documents: its plan, report, rolls and spending."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, get_args

from rules.campaigns.rosters import CarriedItems
from rules.careers.events import RollKind, SpentUse
from rules.dice import PLACE, Place
from rules.documents.records import WRITTEN, record_of, records_of
from rules.documents.shapes import choice, integer, number, numbers, optional_text, present, text
from rules.effects.values import Use
from rules.lengths import MAX_ROSTER_NAME
from rules.roster.model import MAX_KEY
from rules.tables.victory_conditions.scoring import Victory

RollOrigin = Literal["seeded", "entered"]

ROLL_KINDS: tuple[RollKind, ...] = get_args(RollKind)
ROLL_ORIGINS: tuple[RollOrigin, ...] = get_args(RollOrigin)
STANDARD_VICTORY = "standard-victory"
MAX_DATE = 10
MAX_VICTORY_POINTS = 1_000
MAX_ROLLS = 1_000
MAX_ROUND = 1_000

WarbandNumber = Annotated[int, integer(1)]
MemberId = Annotated[str, text(MAX_ROSTER_NAME)]
VictoryPoints = Annotated[int, integer(0, MAX_VICTORY_POINTS)]
SpentUses = Annotated[
    tuple[SpentUse, ...],
    records_of(
        SpentUse,
        shapes={
            "key": text(MAX_KEY),
            "use": present(choice(get_args(Use), needed=True)),
            "times": integer(1, 1_000),
        },
    ),
]


@dataclass(frozen=True, slots=True)
class ScenarioPlan:
    """The plan of a scenario: title, date (``2026-03-01``), victory condition and deployment by their keys.

    ``board_points`` are the points that decide the board; ``warbands`` the numbers of those that will fight.
    ``daily_recovery`` says whether daily uses return after it, None if the campaign's cadence decides; ``round`` is
    the number of its round, None if it belongs to none.
    """

    title: Annotated[str, text(MAX_ROSTER_NAME), WRITTEN] = ""
    date: Annotated[str, text(MAX_DATE)] = ""
    victory: Annotated[str, text(MAX_KEY), WRITTEN] = STANDARD_VICTORY
    deployment: Annotated[str, text(MAX_KEY)] = ""
    board_points: Annotated[int | None, number(0, 1_000_000)] = None
    warbands: Annotated[tuple[int, ...], WRITTEN] = ()
    daily_recovery: bool | None = None
    notes: str = ""
    round: Annotated[int | None, number(1, MAX_ROUND)] = None


@dataclass(frozen=True, slots=True)
class Elimination:
    """A member that was eliminated, and by which member, if known; warbands are named by their numbers."""

    warband: WarbandNumber
    member: MemberId
    by_warband: Annotated[int | None, number(1, 1_000_000)] = None
    by_member: Annotated[str | None, optional_text(MAX_ROSTER_NAME)] = None


@dataclass(frozen=True, slots=True)
class SideScore:
    """The victory points of a warband in a scenario.

    ``counts`` says how often it has each line of the victory condition, empty if unknown; ``result`` is the victory
    that the condition itself gives, whatever the points.
    """

    warband: WarbandNumber
    victory_points: VictoryPoints
    counts: Annotated[tuple[int, ...], numbers(low=0)] = ()
    result: Victory | None = None


@dataclass(frozen=True, slots=True)
class ScenarioReport:
    """How a scenario ended. ``game_points`` are the victory points of the game, if one warband plays against it."""

    scores: Annotated[tuple[SideScore, ...], WRITTEN] = ()
    eliminated: Annotated[tuple[Elimination, ...], WRITTEN] = ()
    game_points: VictoryPoints = 0
    notes: str = ""


@dataclass(frozen=True, slots=True)
class RollRecord:
    """A roll of an aftermath. ``number`` is 1, or higher if a roll is repeated because no feat is left to choose.

    ``origin`` is ``seeded`` for a roll of the server from the seed of ``epoch``, ``entered`` for dice from the table.
    ``place`` is that of the server's dice; where it is empty, the place names the scenario, as in earlier journals.
    ``fell`` is the entry in which these dice fell first, None if they had not fallen before.
    """

    warband: WarbandNumber
    member: MemberId
    purpose: Annotated[RollKind, present(choice(ROLL_KINDS, needed=True))]
    faces: tuple[int, ...]
    origin: Annotated[RollOrigin, present(choice(ROLL_ORIGINS, needed=True))]
    number: Annotated[int, integer(1)] = 1
    epoch: Annotated[int | None, number(1, 1_000_000)] = None
    place: Annotated[Place, PLACE] = ()
    fell: Annotated[int | None, number(1, 1_000_000)] = None

    @property
    def key(self) -> tuple[int, str, RollKind, int]:
        """The place of the roll within its scenario."""
        return (self.warband, self.member, self.purpose, self.number)


@dataclass(frozen=True, slots=True)
class HeroPoints:
    """Hero points bought for a member for one scenario."""

    member: MemberId
    number: Annotated[int, integer(1, 1_000)]


@dataclass(frozen=True, slots=True)
class SpendingRecord:
    """A member's spending in a scenario and its loot gained or lost; hero points are for the record only."""

    uses: SpentUses = ()
    items: CarriedItems = ()
    hero_points: Annotated[int, integer(0, 1_000)] = 0
    gained: CarriedItems = ()
    lost: CarriedItems = ()


PLAN = record_of(ScenarioPlan)
REPORT = record_of(ScenarioReport)
ROLLS = records_of(RollRecord, high=MAX_ROLLS)
HERO_POINTS = records_of(HeroPoints)
SPENDING = record_of(SpendingRecord)
