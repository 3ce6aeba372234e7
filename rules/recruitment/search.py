"""The best warbands of a collection, exactly: none that ranks higher is ever missed.

A table answers, for each stage and state, which points with which count (of bodies, say) the stages from there on can
still make. Such an answer is one number with a bit for each pair, so that taking a retinue is a shift. A walk from
stage to stage that follows only possible answers finds warbands one by one, the best first, without dead ends.
``docs/random-box.md`` explains it in detail.

The best warbands of many figures differ by one cheap figure each, because thousands of them use all points. If they are
spread, the best of those that have little in common with the first one follows it, and so on.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from rules.recruitment.model import RankingKey
from rules.recruitment.retinues import Move, Retinue, Stage

Path = tuple[int, ...]
"""The number taken from the retinue of each stage. Of otherwise equal warbands, the larger path comes first."""


@dataclass(frozen=True)
class CandidateWarband:
    """Retinues, each with the number taken, in the order of the stages."""

    picks: tuple[tuple[Retinue, int], ...]

    @cached_property
    def points(self) -> int:
        """Its cost."""
        return sum(retinue.points * number for retinue, number in self.picks)

    @cached_property
    def bodies(self) -> int:
        """The number of its creatures."""
        return sum(retinue.bodies * number for retinue, number in self.picks)

    @cached_property
    def highest_level(self) -> int:
        """The level of its highest creature."""
        return max(retinue.highest_level for retinue, _ in self.picks)

    @cached_property
    def best_tag(self) -> tuple[str | None, int]:
        """The tag that most of its bodies share, the first of several by name, and their number."""
        shared: Counter[str] = Counter()
        for retinue, number in self.picks:
            for tag, each in retinue.tags.items():
                shared[tag] += number * each
        return min(shared.items(), key=lambda pair: (-pair[1], pair[0]), default=(None, 0))

    def merit(self, ranking: RankingKey) -> int:
        """The value that the ranking compares."""
        match ranking:
            case "bodies":
                return self.bodies
            case "level":
                return self.highest_level
            case "tag":
                return self.best_tag[1]


class Measure(NamedTuple):
    """A count of something in a warband, so that the table can tell how much of it is possible.

    ``worth`` is the count of each stage's retinue, None if the retinue may not be taken; ``most`` a count that no
    warband exceeds. Warbands with a higher count come first, unless ``some`` is set: then only those with a positive
    count match, and the count does not order them. ``merit`` is the highest possible ranking value of a matching
    warband.
    """

    worth: tuple[int | None, ...]
    most: int
    merit: int
    some: bool = False


@dataclass(frozen=True, slots=True)
class ReachTable:
    """What is possible: in ``reach[stage][state]``, the bit ``points * width + count`` says that the stages from there
    on can make exactly these points and this count.
    """

    stages: Sequence[Stage]
    measure: Measure
    reach: tuple[tuple[int, ...], ...]

    @property
    def width(self) -> int:
        """The number of bits for each number of points."""
        return self.measure.most + 1

    @property
    def highest(self) -> int:
        """The most points that can be reached."""
        return (self.reach[0][0].bit_length() - 1) // self.width


def best_warbands(stages: Sequence[Stage], limit: int, ranking: RankingKey, most: int) -> list[CandidateWarband]:
    """Return the ``most`` best warbands, by points, then by the ranking's merit, then by path."""
    # Each measure lists warbands in an order of its own, in which a warband is behind only such as are ahead of it in
    # the true order too, if the measure is the one that counts its merit. So the first few of every measure have the
    # first few of all among them.
    merits: dict[Path, tuple[int, int]] = {}
    limit = min(limit, sum(stage.retinue.points * stage.most for stage in stages))
    for measure in sorted(_measures(stages, limit, ranking), key=lambda measure: -measure.merit):
        if len(merits) == most and (limit, measure.merit) < min(merits.values()):
            break
        limit, paths = _first(_table(stages, measure, limit), most)
        for path in paths:
            warband = _warband(stages, path)
            merits[path] = warband.points, warband.merit(ranking)
        ahead = sorted(merits, key=lambda path: (merits[path], path), reverse=True)
        merits = {path: merits[path] for path in ahead[:most]}
    return [_warband(stages, path) for path in merits]


def _first(table: ReachTable, most: int) -> tuple[int, list[Path]]:
    """Return the most points that the measures to come can reach, and the table's first paths."""
    # Measures come in such an order that none may take a retinue that an earlier one may not.
    return table.highest, list(islice(_in_order(table), most))


def _warband(stages: Sequence[Stage], path: Path) -> CandidateWarband:
    return CandidateWarband(
        tuple((stage.retinue, number) for stage, number in zip(stages, path, strict=True) if number)
    )


def _measures(stages: Sequence[Stage], limit: int, ranking: RankingKey) -> list[Measure]:
    retinues = [stage.retinue for stage in stages]
    match ranking:
        case "bodies":
            worths: list[tuple[int, ...]] = [tuple(retinue.bodies for retinue in retinues)]
        case "level":
            return [_of_level(stages, level, limit) for level in {retinue.highest_level for retinue in retinues}]
        case "tag":
            tags = sorted({tag for retinue in retinues for tag in retinue.tags}) or [""]
            worths = [tuple(retinue.tags.get(tag, 0) for retinue in retinues) for tag in tags]
    counts = {worth: _most(stages, worth, limit) for worth in worths}
    return [Measure(worth, most, merit=most) for worth, most in counts.items()]


def _of_level(stages: Sequence[Stage], level: int, limit: int) -> Measure:
    """Return the measure that matches warbands whose highest creature has exactly this level."""
    worth = tuple(
        None if stage.retinue.highest_level > level else int(stage.retinue.highest_level == level) for stage in stages
    )
    return Measure(worth, _most(stages, worth, limit), merit=level, some=True)


def _most(stages: Sequence[Stage], worth: Sequence[int | None], limit: int) -> int:
    """Return a count that no warband exceeds: the best purchase for the points if retinues could be divided."""
    counting = [
        (stage.retinue.points / each, stage.retinue.points, each, stage.most)
        for stage, each in zip(stages, worth, strict=True)
        if each
    ]
    most = 0
    for _, points, each, number in sorted(counting):
        if number * points > limit:
            return most + limit * each // points
        most += number * each
        limit -= number * points
    return most


def _table(stages: Sequence[Stage], measure: Measure, limit: int) -> ReachTable:
    width = measure.most + 1
    everything = (1 << (limit + 1) * width) - 1
    below: tuple[int, ...] = (1,)
    reach = [below]
    for stage, each in zip(reversed(stages), reversed(measure.worth), strict=True):
        if each is None:
            below = tuple([below[moves[-1].leads_to] if moves and not moves[-1].number else 0 for moves in stage.moves])
        else:
            step = stage.retinue.points * width + each
            below = tuple([_reached(moves, below, step) & everything for moves in stage.moves])
        reach.append(below)
    return ReachTable(stages, measure, tuple(reversed(reach)))


def _reached(moves: Sequence[Move], below: Sequence[int], step: int) -> int:
    """Return what any of the moves reaches, each of which shifts by a ``step`` for each retinue that it takes."""
    if not moves:
        return 0
    (most, first), (least, last) = moves[0], moves[-1]
    if first != last or len(moves) <= most - least:
        reached = 0
        for number, leads_to in moves:
            reached |= below[leads_to] << number * step
        return reached
    # What is left does not depend on the move: reach for one more, two more, four more, until all are taken.
    reached, taken = below[first] << least * step, 0
    while taken < most - least:
        more = min(taken + 1, most - least - taken)
        reached |= reached << more * step
        taken += more
    return reached


def _in_order(table: ReachTable) -> Iterator[Path]:
    """Yield the paths of all warbands of at least one point, most points first, then as the measure has it."""
    width, left = table.width, table.reach[0][0]
    while (points := (left.bit_length() - 1) // width) > 0:
        counts = left >> points * width
        left &= (1 << points * width) - 1
        if table.measure.some:
            if counts > 1:
                yield from _paths(table, points, (1 << width) - 2)
            continue
        while counts:
            highest = counts.bit_length() - 1
            counts ^= 1 << highest
            yield from _paths(table, points, 1 << highest)


def _paths(table: ReachTable, points: int, wanted: int) -> Iterator[Path]:
    """Yield the paths that come to exactly these points and to one of the counts that are bits of ``wanted``."""
    path: list[int] = []
    steps = [_steps(table, 0, 0, points, wanted)]
    while steps:
        step = next(steps[-1], None)
        if step is None:
            steps.pop()
            del path[-1:]
            continue
        number, state, points, wanted = step
        path.append(number)
        if len(path) < len(table.stages):
            steps.append(_steps(table, len(path), state, points, wanted))
        else:
            yield tuple(path)
            path.pop()


def _steps(table: ReachTable, place: int, state: int, points: int, wanted: int) -> Iterator[tuple[int, int, int, int]]:
    """Yield each number to take from which the rest can be reached, with the next state, points and counts left."""
    each, cost = table.measure.worth[place], table.stages[place].retinue.points
    beyond = table.reach[place + 1]
    for number, leads_to in table.stages[place].moves[state]:
        if number and each is None:
            continue
        left = points - number * cost
        still = wanted >> number * (each or 0)
        if left >= 0 and (beyond[leads_to] >> left * table.width) & still:
            yield number, leads_to, left, still


MANY = 2
"""The cost of a collection, as a multiple of the limit, from which its warbands are spread."""

_LEAST = Fraction(9, 10)
"""The part of the best warband's points that every other one has to use."""


class SpreadWarbands(NamedTuple):
    """Warbands, best first, of which any two share at most the part ``common`` of their points."""

    warbands: list[CandidateWarband]
    common: Fraction


def spread_warbands(stages: Sequence[Stage], limit: int, ranking: RankingKey, most: int) -> SpreadWarbands | None:
    """Return ``most`` warbands of which any two share at most half of their points, otherwise three quarters.

    Return None if the figures are not enough. Each warband is the best of those that have little in common with all
    before it and use nine tenths of the points.
    """
    if sum(stage.retinue.points * stage.most for stage in stages) < MANY * limit:
        return None
    for common in (Fraction(1, 2), Fraction(3, 4)):
        warbands = _apart(stages, limit, ranking, most, common)
        if len(warbands) == most:
            return SpreadWarbands(warbands, common)
    return None


def _apart(
    stages: Sequence[Stage], limit: int, ranking: RankingKey, most: int, common: Fraction
) -> list[CandidateWarband]:
    """Return ``most`` warbands of which any two share at most that part of their points, or fewer if there are not
    enough.
    """
    # Every warband uses at least nine tenths of the best one's points. So two of them share at most a half of their own
    # where the later one is left at most 45 hundredths of the best one's to share with the earlier one.
    warbands: list[CandidateWarband] = []
    for _ in range(most):
        best = best_warbands(stages, limit, ranking, 1)
        if not best or (warbands and best[0].points < _LEAST * warbands[0].points):
            break
        warbands += best
        remaining = _without(stages, best[0], common * _LEAST * warbands[0].points)
        if remaining is None:
            break
        stages = remaining
    return warbands


def _without(stages: Sequence[Stage], warband: CandidateWarband, common: Fraction) -> tuple[Stage, ...] | None:
    """Return the stages without the creatures on which a warband spent most, so that ``common`` points of it are left.

    Return None if that is impossible because some of them are required.
    """
    spent = {retinue.card.key: retinue.points * number for retinue, number in warband.picks}
    free = {stage.retinue.card.key for stage in stages if stage.can_be_skipped}
    left, barred = warband.points, set()
    for key in sorted(spent.keys() & free, key=lambda key: (-spent[key], key)):
        if left <= common:
            break
        left -= spent[key]
        barred.add(key)
    if left > common:
        return None
    return tuple([stage.skipped if stage.retinue.card.key in barred else stage for stage in stages])
