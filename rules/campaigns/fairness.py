"""The distribution of a campaign's dice: which rolls count, sums of their faces, and their fairness, also in words."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from rules.campaigns.scenarios import ROLL_KINDS, ROLL_ORIGINS, RollOrigin, RollRecord
from rules.campaigns.state.scenarios import RollKey, ScenarioState
from rules.careers.events import AdvanceRoll, CareerEvent, EliminationRoll, InjuryRoll, RollKind
from rules.careers.scenarios import events_not_due
from rules.careers.state import CareerProblem
from rules.chance import GoodnessOfFit, chi_square_test, expected_counts
from rules.documents.records import NEEDED
from rules.documents.shapes import numbers
from rules.tables.advancement import ADVANCES

SIDES = 6
TOTALS = tuple(advance.total for advance in ADVANCES)
"""The possible totals of three dice."""

_NO_FACES = (0,) * SIDES


@dataclass(frozen=True, slots=True)
class RollCounts:
    """The rolls of one kind and origin: the count of each face of a d6, and of each total of an advance.

    ``faces`` begins with 1; ``totals`` begins with 3, and is empty for rolls of one die.
    """

    kind: RollKind
    origin: RollOrigin
    faces: Annotated[tuple[int, ...], numbers(low=0), NEEDED] = _NO_FACES
    totals: Annotated[tuple[int, ...], numbers(low=0)] = ()

    @property
    def rolls(self) -> int:
        """How many rolls there are."""
        return sum(self.totals or self.faces)

    def with_faces(self, faces: Iterable[int]) -> RollCounts:
        """Return the counts with one more roll."""
        faces = tuple(faces)
        counts = tuple(count + faces.count(face) for face, count in enumerate(self.faces, start=1))
        if self.kind != "advance":
            return replace(self, faces=counts)
        totals = self.totals or (0,) * len(TOTALS)
        fallen = sum(faces)
        return replace(
            self,
            faces=counts,
            totals=tuple(count + (total == fallen) for total, count in zip(TOTALS, totals, strict=True)),
        )


def counts_with(counts: Iterable[RollCounts], rolls: Iterable[RollRecord]) -> tuple[RollCounts, ...]:
    """Return counts with more rolls, in the order of kinds and origins."""
    totals = {(count.kind, count.origin): count for count in counts}
    for roll in rolls:
        key = (roll.purpose, roll.origin)
        totals[key] = totals.get(key, RollCounts(*key)).with_faces(roll.faces)
    return tuple(sorted(totals.values(), key=_order))


def added_counts(counts: Iterable[RollCounts]) -> tuple[RollCounts, ...]:
    """Return the sums of counts of several warbands, in the order of kinds and origins."""
    totals: dict[tuple[RollKind, RollOrigin], RollCounts] = {}
    for count in counts:
        before = totals.get((count.kind, count.origin))
        totals[count.kind, count.origin] = count if before is None else _added(before, count)
    return tuple(sorted(totals.values(), key=_order))


def _added(roll_counts: RollCounts, other: RollCounts) -> RollCounts:
    return replace(
        roll_counts,
        faces=tuple(a + b for a, b in zip(roll_counts.faces, other.faces, strict=True)),
        totals=tuple(a + b for a, b in zip(roll_counts.totals, other.totals, strict=True)),
    )


def _order(roll_counts: RollCounts) -> tuple[int, int]:
    return ROLL_KINDS.index(roll_counts.kind), ROLL_ORIGINS.index(roll_counts.origin)


LEAST_ROLLS = 30
"""The fewest rolls for a test: each face of a d6 then expects 5."""
USUAL = 0.05
"""The lowest p-value of dice that count as fair."""
RARE = 0.001
TOO_EVEN = 0.99

_FACES = tuple(range(1, SIDES + 1))


@dataclass(frozen=True, slots=True)
class OutcomeCount:
    """A face or a total: how often it came up, and how often fair dice would show it."""

    value: int
    times: int
    expected: float


@dataclass(frozen=True, slots=True)
class DiceFairness:
    """The dice of one kind: their results, and the test, None if there are too few.

    ``key`` is ``all`` for single dice, or the kind of roll; ``noun`` is what is counted, dice or rolls.
    """

    key: str
    title: str
    noun: str
    outcomes: tuple[OutcomeCount, ...]
    test: GoodnessOfFit | None

    @property
    def count(self) -> int:
        """How many dice or rolls there are."""
        return sum(outcome.times for outcome in self.outcomes)

    @property
    def verdict(self) -> str:
        """The result of the test, in plain words."""
        if self.test is None:
            return f"Too few {self.noun} to tell: {self.count} of the {LEAST_ROLLS} that a test needs."
        return fairness_verdict(self.test)

    @property
    def figures(self) -> str:
        """The figures of the test: ``χ² 6.00, 5 degrees of freedom, p 0.306``; "" without one."""
        if self.test is None:
            return ""
        chance = f"p below {RARE}" if self.test.p_value < RARE else f"p {self.test.p_value:.3f}"
        return f"χ² {self.test.statistic:.2f}, {self.test.degrees} degrees of freedom, {chance}"

    @property
    def is_odd(self) -> bool:
        """Whether fair dice would rarely give such results."""
        return self.test is not None and not USUAL <= self.test.p_value <= TOO_EVEN


def fairness_verdict(test: GoodnessOfFit) -> str:
    """Return the result of a test of dice, in plain words."""
    if test.p_value < RARE:
        return f"Very uneven: fair dice come up like this less than once in {round(1 / RARE):,} times."
    if test.p_value < USUAL:
        return f"Uneven: fair dice come up this unevenly about once in {round(1 / test.p_value):,} times."
    if test.p_value > TOO_EVEN:
        return f"Strikingly even: fair dice come up this evenly less than once in {round(1 / (1 - TOO_EVEN)):,} times."
    return "As even as chance would have it."


def dice_fairness(counts: Iterable[RollCounts]) -> tuple[DiceFairness, ...]:
    """Return the fairness of all dice, and of each kind of roll, always in this order."""
    counts = tuple(counts)
    return (all_dice(counts), *(_kind(kind, title, counts) for kind, title in _TITLES.items()))


def all_dice(counts: Iterable[RollCounts]) -> DiceFairness:
    """Return the fairness of all single d6, including those of advances."""
    return _fairness(
        "all", "All dice, one by one", "dice", _FACES, _sums(count.faces for count in counts), (1,) * SIDES
    )


_TITLES: dict[RollKind, str] = {
    "elimination": "Elimination, 1d6",
    "injury": "Injury, 1d6",
    "advance": "Advance, the total of 3d6",
}


def _kind(kind: RollKind, title: str, counts: Iterable[RollCounts]) -> DiceFairness:
    own = [count for count in counts if count.kind == kind]
    if kind == "advance":
        # 3d6 fall in 216 ways: 1 of them is a 3, 27 are a 10.
        ways = tuple(advance.ways for advance in ADVANCES)
        return _fairness(
            kind, title, "rolls", TOTALS, _sums(roll_counts.totals for roll_counts in own), ways, pools=True
        )
    return _fairness(kind, title, "rolls", _FACES, _sums(roll_counts.faces for roll_counts in own), (1,) * SIDES)


def _fairness(
    key: str,
    title: str,
    noun: str,
    values: Sequence[int],
    observed: Sequence[int],
    ways: Sequence[int],
    *,
    pools: bool = False,
) -> DiceFairness:
    observed = observed or (0,) * len(values)
    outcomes = map(OutcomeCount, values, observed, expected_counts(observed, ways))
    test = chi_square_test(observed, ways, pools=pools) if sum(observed) >= LEAST_ROLLS else None
    return DiceFairness(key, title, noun, tuple(outcomes), test)


def _sums(counts: Iterable[Sequence[int]]) -> tuple[int, ...]:
    return tuple(map(sum, zip(*counts, strict=True)))


@dataclass(frozen=True, slots=True)
class SourceFairness:
    """The single dice of one source: the player of the warbands, and the origin of the faces."""

    who: str
    origin: RollOrigin
    dice: DiceFairness


def source_fairness(who: str, counts: Iterable[RollCounts]) -> tuple[SourceFairness, ...]:
    """Return the dice of a player's warbands by their origin: the server's, and entered ones, if any."""
    counts = tuple(counts)
    return tuple(
        SourceFairness(who, origin, all_dice(own))
        for origin in ROLL_ORIGINS
        if (own := [count for count in counts if count.origin == origin])
    )


def undue_places(
    scenario: ScenarioState,
    warband: int,
    members: Container[str],
    events: Iterable[CareerEvent],
    problems: Iterable[CareerProblem],
) -> frozenset[RollKey]:
    """Return the places of a warband's rolls that a scenario no longer needs.

    ``members`` are those that could be fielded in it; ``events`` are its effects on the warband, and ``problems`` the
    faults in them.
    """
    problems = tuple(problems)
    codes = {problem.event: problem.code for problem in problems}
    undue = {key for event in events_not_due(events, problems) for key in _keys(event, warband, codes[event.id])}
    own = (key for key in scenario.rolls if key[0] == warband)
    return frozenset(undue | {key for key in own if key[1] not in members or not scenario.asks(key)})


def counted_rolls(scenario: ScenarioState, warband: int, undue: Container[RollKey]) -> Iterator[RollRecord]:
    """Yield the rolls of a warband that count, in the order of their places."""
    for key, roll in sorted(scenario.rolls.items()):
        if key[0] == warband and key not in undue:
            yield roll.roll


def _keys(event: EliminationRoll | InjuryRoll | AdvanceRoll, warband: int, code: str) -> Iterator[RollKey]:
    if not isinstance(event, AdvanceRoll):
        yield (warband, event.member, "injury" if isinstance(event, InjuryRoll) else "elimination", 1)
        return
    last = 1 + len(event.rerolls)
    # Of an advance that counts, only the last roll again can be undue.
    for number in range(last if code == "advance.reroll_not_due" else 1, last + 1):
        yield (warband, event.member, "advance", number)
