"""What a creature is worth in points: the price at which copies of it win half of their games against its peers.

A pair of games stands its copies against built-in creatures near its price. Places and the first turn are exchanged in
the second game of a pair. Points are those of ``rules.points``, taken at the peers' prices.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import exp, log

from rules.cards.model import Card
from rules.combat.state import FightSide
from rules.p2v_combat.family import P2V
from rules.p2v_combat.setup.board_ground import ground_of_plan
from rules.p2v_combat.setup.deploying import new_table
from rules.p2v_combat.setup.drawn_boards import boards_that_fit, lay_drawn_board
from rules.p2v_combat.sides import BattleSetup, Fielded
from rules.players.deploying import board_event
from rules.players.intervals import Interval
from rules.players.player import Chance
from rules.players.simulation import simulate_pairs
from rules.players.stock import USUAL_PLAYER
from rules.roster.model import Member

VERSION = 1
"""What rules, players and boards make of a game: raise it when they play otherwise than the stored games."""
_OWN, _PEERS = "a", "b"
_MOST_PEERS = 5
_FEW, _FEW_POINTS = 2, 60
"""How many copies fight, and up to which price; of more expensive creatures one fights alone."""
_NEAR = (0.5, 1.5)
"""The prices of peers, by the creature's own."""
_SPREAD = 0.4
"""By how much the peers' side is smaller or larger at most, as a logarithm."""
_STEP = 0.4
"""By how much the peers' side grows for each half that was won, as a logarithm, in the first pairs."""
_POINTS_OF_TABLE = 100
_WIDEST, _STEPS = 5.0, 80
_SLOPES = (3.0, 4.0, 5.0)
"""How much more often a side wins with more points: the logarithm of its odds by that of its points.

Over the games of all built-in creatures together, 4 fits best.
"""
_ENDS = (0.025, 0.5, 0.975)


@dataclass(frozen=True, slots=True)
class WorthPair:
    """A pair of games: ``cost`` is the peers' points for each copy, ``halves`` are 2 for a win and 1 for a draw."""

    cost: float
    halves: int


@dataclass(frozen=True, slots=True)
class PricedWorth:
    """A worth in whole points beside the price of its creature: the middle, and the ends of its interval."""

    price: int
    points: int
    low: int
    high: int

    @property
    def share(self) -> float:
        """The worth by the price."""
        return self.points / self.price if self.price else 0.0

    @property
    def percent(self) -> int:
        """The worth in percent of the price."""
        return round(100 * self.share)

    @property
    def verdict(self) -> str:
        """Whether it is "more" or "less" than the price beyond the interval; empty if neither."""
        return "more" if self.low > self.price else "less" if self.high < self.price else ""


def outside_by_chance(creatures: int) -> int:
    """Return how many of so many intervals would lie beside the price by chance alone if every worth was the price.

    >>> outside_by_chance(147)
    7
    """
    return round((1 - (_ENDS[-1] - _ENDS[0])) * creatures)


def worth_pairs_from(text: str) -> tuple[WorthPair, ...]:
    """Return pairs as ``worth_pairs_text`` wrote them."""
    rows = (word.split(":") for word in text.split())
    return tuple(WorthPair(float(cost), int(halves)) for cost, halves in rows)


def worth_pairs_text(pairs: Iterable[WorthPair]) -> str:
    """Return pairs as they are stored: "12.5:3 14:1".

    >>> worth_pairs_text([WorthPair(12.5, 3), WorthPair(14.0, 1)])
    '12.5:3 14:1'
    """
    return " ".join(f"{pair.cost:g}:{pair.halves}" for pair in pairs)


def worth_interval(price: int, pairs: Sequence[WorthPair]) -> Interval:
    """Return the worth in points in the middle of what games allow, and the ends of 95 % of it.

    Odds of a win grow with about the fourth power of the points. Every worth from a fifth of the price to five times
    it is as likely before. A pair counts as one game, since both its games often go the same way.

    >>> [round(points) for points in worth_interval(20, [WorthPair(cost, 2) for cost in (14, 20, 28)] * 8)]
    [20, 15, 26]
    """
    places = [log(_WIDEST) * (2 * step / _STEPS - 1) for step in range(_STEPS + 1)]
    fits = [(place, _fit(log(price) + place, slope, pairs)) for place in places for slope in _SLOPES]
    best = max(fit for _, fit in fits)
    weights = dict.fromkeys(places, 0.0)
    for place, fit in fits:
        weights[place] += exp(fit - best)
    total = sum(weights.values())
    below = [sum_ / total for sum_ in accumulate(weights.values())]
    low, mean, high = (price * exp(_crossing(places, below, end)) for end in _ENDS)
    return Interval(mean, low, high)


def _fit(worth: float, slope: float, pairs: Sequence[WorthPair]) -> float:
    total = 0.0
    for pair in pairs:
        odds = slope * (worth - log(pair.cost))
        total -= pair.halves / 4 * log(1 + exp(-odds)) + (1 - pair.halves / 4) * log(1 + exp(odds))
    return total


def _crossing(places: Sequence[float], below: Sequence[float], end: float) -> float:
    """Return where so much of the weight lies below, between two places in proportion."""
    after = next(number for number, part in enumerate(below) if part >= end)
    earlier = below[after - 1] if after else 0.0
    width = places[1] - places[0]
    return places[after] + width * ((end - earlier) / (below[after] - earlier) - 0.5)


def play_worth_pair(card: Card, cards: Mapping[str, Card], earlier: Sequence[WorthPair]) -> WorthPair:
    """Play the next pair of games of a creature after earlier ones, by ``quick``, on a built-in board with room.

    ``cards`` are all from which its peers come; a copy of it may be among them. The same earlier pairs give the same
    pair. Raises ``RulesError`` for a creature that cannot be played to an end.
    """
    number = len(earlier)
    chance = Chance(f"worth {number}")
    # More peers after a win and fewer after a loss, by smaller and smaller steps: most games are then about even.
    near = card.points * exp(sum(_STEP * (pair.halves - 2) / (place + 2) for place, pair in enumerate(earlier)))
    copies = _FEW if card.points <= _FEW_POINTS else 1
    aimed = copies * near * exp(_SPREAD * (chance.below(201) / 100 - 1))
    peers = _peers_for(card, cards, aimed, chance)
    own, against = (_side(_OWN, [card] * copies), _side(_PEERS, peers))
    setup = BattleSetup((FightSide(_OWN, card.name), FightSide(_PEERS, "Peers")), (*own, *against))
    table = new_table(2, _POINTS_OF_TABLE)
    drawn = boards_that_fit(table)
    ground = ground_of_plan(lay_drawn_board(table, drawn[number % len(drawn)].key))
    laid = ground if board_event(P2V.begin(setup), ground) else None
    tally = simulate_pairs(setup, {_OWN: USUAL_PLAYER, _PEERS: USUAL_PLAYER}, number, range(1), laid)
    return WorthPair(sum(peer.points for peer in peers) / copies, 2 * tally.sums[_OWN][0] + tally.draws)


def _peers_for(card: Card, cards: Mapping[str, Card], aimed: float, chance: Chance) -> list[Card]:
    """Return a side of peers by chance for about so many points."""
    low, high = (part * card.points for part in _NEAR)
    near = [peer for peer in cards.values() if low <= peer.points <= high] or list(cards.values())
    chosen: list[Card] = []
    total = 0
    while len(chosen) < _MOST_PEERS:
        closer = [peer for peer in near if abs(aimed - total - peer.points) < abs(aimed - total)]
        if not closer:
            break
        chosen.append(chance.pick(closer))
        total += chosen[-1].points
    return chosen or [min(near, key=lambda peer: peer.points)]


def _side(side: str, cards: Sequence[Card]) -> tuple[Fielded, ...]:
    members = (Member(card.key, id=f"m{place}", name=f"{card.name} {place}") for place, card in enumerate(cards, 1))
    return tuple(
        Fielded(f"{side}.{member.id}", side, member, card, card.points)
        for member, card in zip(members, cards, strict=True)
    )
