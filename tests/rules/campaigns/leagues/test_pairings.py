"""Pairings: round robins meet everyone once, and Swiss rounds are as good as any that brute force finds."""

from itertools import combinations

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.campaigns.leagues.pairings import Entrant, RoundPairing, drawn_lots, robin_round, round_robin, swiss_round
from rules.dice import SeededRoller


def matchings(warbands):
    """Yield all ways to pair an even number of warbands."""
    if not warbands:
        yield ()
        return
    first, *rest = warbands
    for second in rest:
        left = [warband for warband in rest if warband != second]
        for others in matchings(left):
            yield ((first, second), *others)


def by_brute_force(costs):
    """Return the cheapest of the pairings that leave the fewest alone; only a pair with a cost can meet."""
    costs = {frozenset(pair): cost for pair, cost in costs.items()}
    warbands = sorted({warband for pair in costs for warband in pair})

    def meeting(pairs):
        return [pair for pair in pairs if frozenset(pair) in costs]

    seats = [*warbands, *([None] if len(warbands) % 2 else [])]
    return min(
        (meeting(pairs) for pairs in matchings(seats)),
        key=lambda pairs: (-len(pairs), sum(costs[frozenset(pair)] for pair in pairs)),
    )


def entrants(*points, byes=()):
    return [Entrant(number, score, lot=number, byes=(number in byes)) for number, score in enumerate(points, start=1)]


def paired(*args, meetings=(), apart=(), byes=()):
    met = {frozenset(pair): times for *pair, times in meetings}
    return swiss_round(entrants(*args, byes=byes), met, {frozenset(pair) for pair in apart}, by_brute_force)


@pytest.mark.parametrize(
    ("pairing", "expected"),
    [
        (paired(), RoundPairing(())),
        (paired(3), RoundPairing((), 1)),
        (paired(3, 3, 0, 0), RoundPairing(((1, 2), (3, 4)))),
        # No repeats, though the points are further apart.
        (paired(3, 3, 0, 0, meetings=[(1, 2, 1)]), RoundPairing(((1, 3), (2, 4)))),
        # Where everyone has met everyone, the least met.
        (
            paired(3, 3, 0, 0, meetings=[(1, 2, 2), (3, 4, 2), (1, 3, 1), (2, 4, 1), (1, 4, 1), (2, 3, 2)]),
            RoundPairing(((1, 3), (2, 4))),
        ),
        # A request is kept before points are even, but not before a repeat is avoided.
        (paired(3, 3, 0, 0, apart=[(1, 2)]), RoundPairing(((1, 3), (2, 4)))),
        (
            paired(3, 3, 0, 0, apart=[(1, 2)], meetings=[(1, 3, 1), (1, 4, 1), (2, 3, 1)]),
            RoundPairing(((1, 2), (3, 4))),
        ),
        # One table of 3 and one of 3 points' difference rather than one of 6 and one of 0; neighbors in a tie.
        (paired(6, 3, 3, 0), RoundPairing(((1, 2), (3, 4)))),
        # The bye goes to the lowest, but to nobody twice before all had one.
        (paired(6, 3, 0), RoundPairing(((1, 2),), 3)),
        (paired(6, 3, 0, byes=[3]), RoundPairing(((1, 3),), 2)),
        (paired(6, 3, 0, byes=[1, 2, 3]), RoundPairing(((1, 2),), 3)),
    ],
)
def test_a_swiss_round(pairing, expected):
    assert pairing == expected


fields = st.integers(2, 8).flatmap(
    lambda size: st.tuples(
        st.lists(st.integers(0, 9), min_size=size, max_size=size),
        st.permutations(range(1, size + 1)),
        st.lists(st.integers(0, 2), min_size=28, max_size=28),
        st.lists(st.booleans(), min_size=28, max_size=28),
    )
)


@given(fields)
def test_no_other_pairing_of_a_swiss_round_is_better(field):
    points, lots, times, kept_apart = field
    people = [Entrant(number, score, lots[number]) for number, score in enumerate(points)]
    pairs = [frozenset(pair) for pair in combinations(range(len(people)), 2)]
    met = dict(zip(pairs, times, strict=False))
    apart = {pair for pair, is_apart in zip(pairs, kept_apart, strict=False) if is_apart}

    pairing = swiss_round(people, met, apart, by_brute_force)

    def badness(tables):
        return (
            sum(met[frozenset(pair)] for pair in tables),
            sum(frozenset(pair) in apart for pair in tables),
            sum((points[first] - points[second]) ** 2 for first, second in tables),
        )

    playing = [number for number in range(len(people)) if number != pairing.bye]
    assert sorted(warband for pair in pairing.tables for warband in pair) == playing
    assert badness(pairing.tables) == min(badness(tables) for tables in matchings(playing))
    if pairing.bye is not None:
        assert points[pairing.bye] == min(points)


@pytest.mark.parametrize("size", [2, 3, 4, 5, 8, 13, 24])
def test_in_a_round_robin_everybody_meets_everybody_once(size):
    rounds = round_robin(range(1, size + 1))
    assert len(rounds) == (size if size % 2 else size - 1)
    tables = [frozenset(pair) for pairing in rounds for pair in pairing.tables]
    assert sorted(map(sorted, tables)) == [list(pair) for pair in combinations(range(1, size + 1), 2)]
    for pairing in rounds:
        seated = [warband for pair in pairing.tables for warband in pair]
        assert sorted([*seated, *([pairing.bye] if pairing.bye else [])]) == list(range(1, size + 1))
    assert sorted(pairing.bye for pairing in rounds if pairing.bye) == (list(range(1, size + 1)) if size % 2 else [])


def test_the_rounds_of_a_round_robin_follow_each_other():
    met = {}
    for pairing in round_robin([3, 1, 4, 2, 5]):
        assert robin_round([3, 1, 4, 2, 5], met) == pairing
        met |= {frozenset(table): 1 for table in pairing.tables}
    assert robin_round([3, 1, 4, 2, 5], met) == round_robin([3, 1, 4, 2, 5])[0]


@pytest.mark.parametrize(("warbands", "bye"), [([], None), ([7], 7)])
def test_a_round_robin_of_one_rests(warbands, bye):
    assert robin_round(warbands, {}) == RoundPairing((), bye)


def test_lots_are_drawn_the_same_again():
    roller = SeededRoller(b"an example, not a secret")
    lots = drawn_lots(roller, 1, [1, 2, 3, 4, 5])
    assert sorted(lots.values()) == [1, 2, 3, 4, 5]
    assert drawn_lots(roller, 1, [5, 4, 3, 2, 1]) == lots
    assert len({tuple(drawn_lots(roller, number, range(1, 6))) for number in range(1, 9)}) > 4
    assert drawn_lots(None, 1, [4, 2]) == {2: 1, 4: 2}


def test_a_round_robin_minds_requests_where_it_can():
    first, *_ = rounds = round_robin([1, 2, 3, 4])
    apart = {frozenset(first.tables[0])}
    assert robin_round([1, 2, 3, 4], {}, apart) == rounds[1]
    every = {frozenset(pair) for pair in combinations([1, 2, 3, 4], 2)}
    assert robin_round([1, 2, 3, 4], {}, every) == first


def by_networkx(costs):
    graph = networkx.Graph()
    graph.add_weighted_edges_from((*pair, cost) for pair, cost in costs.items())
    return networkx.min_weight_matching(graph)


def test_a_large_field_is_paired_by_near_pairs_alone_and_as_well_as_by_all():
    people = [Entrant(number, number * 7 % 13, lot=number) for number in range(40)]
    met = {frozenset((number, (number + step) % 40)): 1 for number in range(40) for step in (1, 2, 13)}
    weighed = []

    def match(costs):
        weighed.append(costs)
        return by_networkx(costs)

    def badness(tables):
        return sum((people[first].points - people[second].points) ** 2 for first, second in tables)

    near = swiss_round(people, met, (), match)
    (costs,) = weighed
    assert len(costs) < 40 * 39 / 4
    assert all(frozenset(table) not in met for table in near.tables)
    points = {pair: badness([pair]) for pair in combinations(range(40), 2) if frozenset(pair) not in met}
    assert badness(near.tables) == badness(by_networkx(points))


def test_where_a_repeat_cannot_be_avoided_every_pair_is_weighed():
    people = [Entrant(number, number, lot=number) for number in range(6)]
    met = {frozenset(pair): 1 for pair in combinations(range(6), 2) if 0 in pair}
    pairing = swiss_round(people, met, (), by_networkx)
    assert pairing == RoundPairing(((5, 4), (3, 2), (1, 0)))
