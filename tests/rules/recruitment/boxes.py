"""Small boxes of figures, and every warband in them found the long way: by trying all."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import product

from rules.cards.model import Card
from rules.legality.resolved import Rulebook
from rules.recruitment.model import Fielding, Recruitment
from rules.roster import Member, Roster
from tests.rules.legal import is_legal
from tests.rules.warbands import STATS

Bought = tuple[tuple[str, int], ...]
"""How many of each creature were bought, by key."""


def card(key: str, level: int, *tags: str, brings: tuple[str, ...] = ()) -> Card:
    """Return a card without an alignment: in a random box it does not matter."""
    return Card(key, key.title(), level, None, "Medium", STATS, tags=tags, starts_with=brings)


def deck(*cards: Card) -> dict[str, Card]:
    """Return the cards by their keys."""
    return {creature.key: creature for creature in cards}


def bought(fielding: Fielding) -> Bought:
    """Return what a fielding buys."""
    return tuple(sorted((recruit.card.key, recruit.number) for recruit in fielding.recruits))


def purchases(answer: Recruitment) -> list[dict[str, int]]:
    """Return what each fielding of an answer buys, by key."""
    return [dict(bought(fielding)) for fielding in answer.fieldings]


def roster(members: tuple[Member, ...], limit: int, collection: Mapping[str, int]) -> Roster:
    """Return a roster of a random box."""
    return Roster(members, play_mode="random_box", points_limit=limit, collection=collection)


def members(numbers: Bought, cards: Mapping[str, Card]) -> tuple[Member, ...] | None:
    """Return the creatures with all that they bring along; None where that has no end, or nobody knows them."""
    enlisted: list[Member] = []
    waiting: list[tuple[str, str | None, int]] = [(key, None, 0) for key, number in numbers for _ in range(number)]
    for key, commander, depth in waiting:
        if depth > len(cards) or key not in cards:
            return None
        enlisted.append(Member(key, id=f"x{len(enlisted)}", minion_of=commander))
        waiting += [(minion, enlisted[-1].id, depth + 1) for minion in cards[key].starts_with]
    return tuple(enlisted)


def every_warband(box: Mapping[str, int], cards: Mapping[str, Card], limit: int) -> dict[Bought, tuple[Member, ...]]:
    """Return every legal warband of a box, by what it buys."""
    rulebook = Rulebook(cards)
    warbands = {}
    for numbers in product(*[range(number + 1) for number in box.values()]):
        purchase = tuple(sorted((key, number) for key, number in zip(box, numbers, strict=True) if number))
        if sum(cards[key].points * number for key, number in purchase if key in cards) > limit:
            continue
        enlisted = members(purchase, cards)
        if enlisted and is_legal(roster(enlisted, limit, box), rulebook):
            warbands[purchase] = enlisted
    return warbands


def every_legal_roster(box: Mapping[str, int], cards: Mapping[str, Card], limit: int) -> Iterator[Roster]:
    """Yield every legal roster that some of a box's figures make, whoever may be whose minion."""
    rulebook = Rulebook(cards)
    for numbers in product(*[range(number + 1) for number in box.values()]):
        creatures = [key for key, number in zip(box, numbers, strict=True) for _ in range(number)]
        ids = [f"m{place}" for place in range(len(creatures))]
        for commanders in product([None, *ids], repeat=len(creatures)):
            tried = tuple(map(_member, creatures, ids, commanders))
            if is_legal(roster(tried, limit, box), rulebook):
                yield roster(tried, limit, box)


def _member(creature: str, own: str, commander: str | None) -> Member:
    return Member(creature, id=own, minion_of=commander)


def shape(members_of: tuple[Member, ...]) -> Counter[tuple[str, ...]]:
    """Return how often each creature comes in each way: the creature, then its commander and theirs."""
    by_id = {member.id: member for member in members_of}
    ways: Counter[tuple[str, ...]] = Counter()
    for member in members_of:
        way = [member.creature]
        while member.minion_of is not None:
            member = by_id[member.minion_of]
            way.append(member.creature)
        ways[tuple(way)] += 1
    return ways


def merit(enlisted: tuple[Member, ...], cards: Mapping[str, Card], ranking: str) -> int:
    """Return what a ranking compares, counted figure by figure."""
    present = [cards[member.creature] for member in enlisted]
    if ranking == "bodies":
        return len(present)
    if ranking == "level":
        return max(creature.level for creature in present)
    return max(
        (
            sum(tag in creature.tags for creature in present)
            for tag in {tag for creature in present for tag in creature.tags}
        ),
        default=0,
    )


def places(box: Mapping[str, int], cards: Mapping[str, Card], limit: int) -> list[str]:
    """Return the keys in the order in which equal warbands are compared.

    Dearest first, then by name; creatures that share figures with a commander stand where the first of them would.
    """
    able = {
        key: {member.creature for member in members(((key, 1),), cards) or ()}
        for key in box
        if is_legal(roster(members(((key, 1),), cards) or (), limit, box), Rulebook(cards))
    }
    order = sorted(able, key=lambda key: (-cards[key].points, cards[key].name))
    placed: list[str] = []
    for key in order:
        group, size = {key}, 0
        while len(group) > size:
            size = len(group)
            kinds = set().union(*(able[entry] for entry in group))
            group |= {entry for entry in able if able[entry] & kinds}
        placed += [entry for entry in order if entry in group and entry not in placed]
    return placed


def ranked(box: Mapping[str, int], cards: Mapping[str, Card], limit: int, ranking: str) -> list[Bought]:
    """Return what every legal warband buys, best first."""
    order = places(box, cards, limit)

    def standing(purchase: Bought) -> tuple[int, int, list[int]]:
        points = sum(cards[key].points * number for key, number in purchase)
        numbers = dict(purchase)
        return points, merit(every[purchase], cards, ranking), [numbers.get(key, 0) for key in order]

    every = every_warband(box, cards, limit)
    return sorted(every, key=standing, reverse=True)
