"""What a scenario is made of, as values with their shapes in documents: its plan, report, rolls, and what was spent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, get_args

from rules.campaigns.rosters import ITEMS_SHAPE
from rules.careers.events import RollKind, SpentUse
from rules.documents import Fields
from rules.documents.shapes import (
    RecordField,
    Shape,
    choice,
    integer,
    number,
    numbers,
    optional_text,
    record,
    records,
    text,
)
from rules.effects.values import Use
from rules.roster.documents import MAX_KEY, MAX_NAME
from rules.roster.model import ItemChoice
from rules.tables.victory_conditions import MAJOR, MINOR
from rules.tables.victory_conditions.scoring import Victory

RollOrigin = Literal["seeded", "entered"]

ROLL_KINDS: tuple[RollKind, ...] = get_args(RollKind)
ROLL_ORIGINS: tuple[RollOrigin, ...] = get_args(RollOrigin)
STANDARD_VICTORY = "standard-victory"
MAX_DATE = 10
MAX_VICTORY_POINTS = 1_000
MAX_ROLLS = 1_000


@dataclass(frozen=True, slots=True)
class ScenarioPlan:
    """What is settled about a scenario: title, date (``2026-03-01``), victory condition and deployment by their keys.

    ``board_points`` are the points by which the board is chosen; ``warbands`` the numbers of those that will fight.
    ``daily_recovery`` says whether daily uses return after it, None where the campaign's cadence says so.
    """

    title: str = ""
    date: str = ""
    victory: str = STANDARD_VICTORY
    deployment: str = ""
    board_points: int | None = None
    warbands: tuple[int, ...] = ()
    daily_recovery: bool | None = None
    notes: str = ""


@dataclass(frozen=True, slots=True)
class Elimination:
    """A member that was eliminated, and by whose member, where anyone knows; warbands are named by their numbers."""

    warband: int
    member: str
    by_warband: int | None = None
    by_member: str | None = None


@dataclass(frozen=True, slots=True)
class SideScore:
    """The victory points of a warband in a scenario.

    ``counts`` says how often it has each line of the victory condition, empty where nobody wrote it down; ``result`` is
    the victory that the condition gives by itself, whatever the points.
    """

    warband: int
    victory_points: int
    counts: tuple[int, ...] = ()
    result: Victory | None = None


@dataclass(frozen=True, slots=True)
class ScenarioReport:
    """How a scenario ended. ``game_points`` are the victory points of the game, where one warband plays against it."""

    scores: tuple[SideScore, ...] = ()
    eliminated: tuple[Elimination, ...] = ()
    game_points: int = 0
    notes: str = ""


@dataclass(frozen=True, slots=True)
class RollRecord:
    """A roll of an aftermath. ``number`` is 1, and more where a roll is made again because no feat is left to choose.

    ``origin`` is ``seeded`` for a roll of the server from the seed of ``epoch``, ``entered`` for dice from the table.
    """

    warband: int
    member: str
    purpose: RollKind
    faces: tuple[int, ...]
    origin: RollOrigin
    number: int = 1
    epoch: int | None = None

    @property
    def place(self) -> tuple[int, str, RollKind, int]:
        """Where the roll belongs within its scenario."""
        return (self.warband, self.member, self.purpose, self.number)


@dataclass(frozen=True, slots=True)
class HeroPoints:
    """Hero points that were bought for a member, for one scenario."""

    member: str
    number: int


@dataclass(frozen=True, slots=True)
class SpendingRecord:
    """What a member spent in a scenario and what loot it gained or lost; hero points are for the record only."""

    uses: tuple[SpentUse, ...] = ()
    items: tuple[ItemChoice, ...] = ()
    hero_points: int = 0
    gained: tuple[ItemChoice, ...] = ()
    lost: tuple[ItemChoice, ...] = ()


def _read_optional_flag(read: Fields, name: str) -> bool | None:
    return None if read.raw.get(name) is None else read.boolean(name)


def _same(value: Any) -> Any:
    return value


OPTIONAL_FLAG = Shape(_same, _read_optional_flag, {"type": ["boolean", "null"]})

PLAN = record(
    ScenarioPlan,
    (
        RecordField("title", text(MAX_NAME), default="", always=True),
        RecordField("date", text(MAX_DATE), default=""),
        RecordField("victory", text(MAX_KEY), default=STANDARD_VICTORY, always=True),
        RecordField("deployment", text(MAX_KEY), default=""),
        RecordField("board_points", number(0, 1_000_000), default=None),
        RecordField("warbands", numbers(), default=(), always=True),
        RecordField("daily_recovery", OPTIONAL_FLAG, default=None),
        RecordField("notes", text(), default=""),
    ),
)
REPORT = record(
    ScenarioReport,
    (
        RecordField(
            "scores",
            records(
                SideScore,
                (
                    RecordField("warband", integer(1), always=True),
                    RecordField("victory_points", integer(0, MAX_VICTORY_POINTS), always=True),
                    RecordField("counts", numbers(low=0), default=()),
                    RecordField("result", choice((MAJOR, MINOR), nullable=True), default=None),
                ),
            ),
            default=(),
            always=True,
        ),
        RecordField(
            "eliminated",
            records(
                Elimination,
                (
                    RecordField("warband", integer(1), always=True),
                    RecordField("member", text(MAX_NAME), always=True),
                    RecordField("by_warband", number(1, 1_000_000), default=None),
                    RecordField("by_member", optional_text(MAX_NAME), default=None),
                ),
            ),
            default=(),
            always=True,
        ),
        RecordField("game_points", integer(0, MAX_VICTORY_POINTS), default=0),
        RecordField("notes", text(), default=""),
    ),
)
ROLLS = records(
    RollRecord,
    (
        RecordField("warband", integer(1), always=True),
        RecordField("member", text(MAX_NAME), always=True),
        RecordField("purpose", choice(ROLL_KINDS, needed=True), always=True),
        RecordField("faces", numbers(), always=True),
        RecordField("origin", choice(ROLL_ORIGINS, needed=True), always=True),
        RecordField("number", integer(1), default=1),
        RecordField("epoch", number(1, 1_000_000), default=None),
    ),
    high=MAX_ROLLS,
)
HERO_POINTS = records(
    HeroPoints,
    (RecordField("member", text(MAX_NAME), always=True), RecordField("number", integer(1, 1_000), always=True)),
)
SPENDING = record(
    SpendingRecord,
    (
        RecordField(
            "uses",
            records(
                SpentUse,
                (
                    RecordField("key", text(MAX_KEY), always=True),
                    RecordField("use", choice(get_args(Use), needed=True), always=True),
                    RecordField("times", integer(1, 1_000), default=1),
                ),
            ),
            default=(),
        ),
        RecordField("items", ITEMS_SHAPE, default=()),
        RecordField("hero_points", integer(0, 1_000), default=0),
        RecordField("gained", ITEMS_SHAPE, default=()),
        RecordField("lost", ITEMS_SHAPE, default=()),
    ),
)
