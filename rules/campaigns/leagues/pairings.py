"""Who meets whom in a round: round robin, and Swiss.

A Swiss round keeps to these in turn: nobody has a second bye before all had one, the lowest warband has it; then the
fewest repeated meetings, the fewest requests to be kept apart that are not met, and the least difference of points,
as squares, so that one uneven table is worse than two that are nearly even; then neighbors in the order of points and
lots.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, zip_longest

from rules.dice import Roller

WarbandPair = frozenset[int]
"""Two warbands by their numbers."""

Matching = Callable[[Mapping[tuple[int, int], int]], Iterable[tuple[int, int]]]
"""Finds, among the pairs that have a cost, those that leave the fewest alone and cost the least together."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A warband to be paired: its league points, how many byes it has had, and its lot, which no other has."""

    warband: int
    points: int
    lot: int
    byes: int = 0


@dataclass(frozen=True, slots=True)
class RoundPairing:
    """The tables of a round, each with two warbands, and the warband that has the bye."""

    tables: tuple[tuple[int, int], ...]
    bye: int | None = None


def swiss_round(
    entrants: Sequence[Entrant], meetings: Mapping[WarbandPair, int], apart: Collection[WarbandPair], match: Matching
) -> RoundPairing:
    """Return the pairing of a round; ``entrants`` are those who come, ``meetings`` says how often two have met."""
    ordered = sorted(entrants, key=lambda entrant: (-entrant.points, entrant.lot))
    bye = _bye(ordered) if len(ordered) % 2 else None
    playing = [entrant for entrant in ordered if entrant is not bye]
    place = {entrant.warband: index for index, entrant in enumerate(playing)}
    tables = sorted(sorted(pair, key=place.__getitem__) for pair in _least_cost(playing, meetings, apart, match))
    tables.sort(key=lambda pair: place[pair[0]])
    return RoundPairing(tuple((first, second) for first, second in tables), bye.warband if bye else None)


def _bye(ordered: Sequence[Entrant]) -> Entrant:
    fewest = min(entrant.byes for entrant in ordered)
    return [entrant for entrant in ordered if entrant.byes == fewest][-1]


def _least_cost(
    playing: Sequence[Entrant], meetings: Mapping[WarbandPair, int], apart: Collection[WarbandPair], match: Matching
) -> Collection[tuple[int, int]]:
    """Return the best pairs of an even number of entrants, who are ordered by points and lots."""
    # A pair with more entrants between it than both have pairs to avoid can trade opponents with one of those, and the
    # sum of squares falls. So the best pairing that avoids all such pairs is made of near ones: few costs are weighed.
    avoided = {pair for pair, times in meetings.items() if times} | set(apart)
    present = {entrant.warband for entrant in playing}
    count = Counter(warband for pair in avoided if pair <= present for warband in pair)
    everyone = list(combinations(enumerate(playing), 2))
    near = [
        (first, second)
        for first, second in everyone
        if second[0] - first[0] <= 1 + count[first[1].warband] + count[second[1].warband]
        and frozenset((first[1].warband, second[1].warband)) not in avoided
    ]
    tables = list(match(_costs(near, meetings, apart)))
    if 2 * len(tables) < len(playing):
        tables = list(match(_costs(everyone, meetings, apart)))
    return tables


PlacedEntrant = tuple[int, Entrant]
"""An entrant with its place in the order of points and lots."""


def _costs(
    pairs: Collection[tuple[PlacedEntrant, PlacedEntrant]],
    meetings: Mapping[WarbandPair, int],
    apart: Collection[WarbandPair],
) -> dict[tuple[int, int], int]:
    """Return the cost of each pair, one number in which an earlier consideration outweighs all later ones together."""
    considerations = {
        (first.warband, second.warband): (
            meetings.get(met := frozenset((first.warband, second.warband)), 0),
            int(met in apart),
            (first.points - second.points) ** 2,
            (place - other) ** 2,
        )
        for (place, first), (other, second) in pairs
    }
    most = [1 + len(pairs) * max(column) for column in zip(*considerations.values(), strict=True)]
    costs = {}
    for pair, values in considerations.items():
        cost = 0
        for value, bound in zip(values, most, strict=True):
            cost = cost * bound + value
        costs[pair] = cost
    return costs


def round_robin(warbands: Sequence[int]) -> list[RoundPairing]:
    """Return the rounds in which each warband meets each other one once, in the order that lots gave them."""
    # The circle: one stays, the others move on by one seat each round. With an odd number an empty seat gives the bye.
    circle: list[int | None] = [*warbands, *([None] if len(warbands) % 2 else [])]
    rounds = []
    for _ in range(len(circle) - 1):
        half = len(circle) // 2
        seats = list(zip(circle[:half], reversed(circle[half:]), strict=True))
        tables = tuple((first, second) for first, second in seats if first is not None and second is not None)
        alone = next((first or second for first, second in seats if first is None or second is None), None)
        rounds.append(RoundPairing(tables, alone))
        circle.insert(1, circle.pop())
    return rounds


def robin_round(
    warbands: Sequence[int], meetings: Mapping[WarbandPair, int], apart: Collection[WarbandPair] = ()
) -> RoundPairing:
    """Return the first round of a round robin of these warbands in which the fewest have met before.

    Of several such rounds, it is the one with the fewest requests to be kept apart that are not met.
    """
    rounds = round_robin(warbands) or [RoundPairing((), *warbands)]

    def badness(pairing: RoundPairing) -> tuple[int, int]:
        pairs = [frozenset(table) for table in pairing.tables]
        return sum(meetings.get(pair, 0) for pair in pairs), sum(pair in apart for pair in pairs)

    return min(rounds, key=badness)


@dataclass(frozen=True, slots=True)
class SeasonRound:
    """A round of a season that is planned ahead: the tables of all divisions, and the warbands that have a bye."""

    tables: tuple[tuple[int, int], ...]
    byes: tuple[int, ...]


def robin_season(divisions: Iterable[Sequence[int]], *, is_double: bool = False) -> list[SeasonRound]:
    """Return the rounds of a round robin of each division; a double one has all tables again, with sides exchanged.

    A smaller division is done earlier. Warbands are in the order that lots gave them.
    """
    seasons = [round_robin(warbands) for warbands in divisions if len(warbands) > 1]
    if is_double:
        seasons = [rounds + [RoundPairing(_exchanged(each.tables), each.bye) for each in rounds] for rounds in seasons]
    return [
        SeasonRound(
            tuple(table for pairing in pairings if pairing for table in pairing.tables),
            tuple(pairing.bye for pairing in pairings if pairing and pairing.bye is not None),
        )
        for pairings in zip_longest(*seasons)
    ]


def _exchanged(tables: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    return tuple((second, first) for first, second in tables)


LOT_SIDES = 1_000_000


def drawn_lots(roller: Roller | None, number: int, warbands: Iterable[int]) -> dict[int, int]:
    """Return the lots of warbands in a round, from 1; drawing again gives the same.

    Without a roller, as where a site does not know a campaign's seed, they follow the numbers of the warbands.
    """

    def drawn(warband: int) -> int:
        if roller is None:
            return 0
        return roller.roll(1, LOT_SIDES, reason="A lot", place=("pairing", number, warband)).total

    ordered = sorted(warbands, key=lambda warband: (drawn(warband), warband))
    return {warband: lot for lot, warband in enumerate(ordered, start=1)}
