"""Many battles of one set-up, in pairs with the places and the first turn exchanged, and what they add up to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from functools import partial
from itertools import accumulate
from typing import Any, TypeAlias, cast

from rules.board.ground import BoardGround
from rules.combat.resolution import ActAsk, pending
from rules.dice import SeededRoller
from rules.p2v_combat.announcements import BY_TABLE
from rules.p2v_combat.events.acting import CreatureActed, ObjectiveCommanded, StepActed
from rules.p2v_combat.events.reactions import OfferTaken, TriggerReported
from rules.p2v_combat.family import P2V
from rules.p2v_combat.setup.conditions import lone_side_of
from rules.p2v_combat.setup.plan import TablePlan
from rules.p2v_combat.sides import BattleSetup, Fielded
from rules.p2v_combat.state import BattleState
from rules.players.deploying import board_event
from rules.players.intervals import Interval, mean_interval, share_interval
from rules.players.playing import BATTLE, PlayedMove, moves_to_end
from rules.players.stock import players_for
from rules.replacing import replace

_DIGITS = 4
_NOTHING = (0, 0, 0, 0)

FourCounts: TypeAlias = tuple[int, int, int, int]

Outcome: TypeAlias = tuple[int, int]
"""How many games ended in the same way, and the lowest number of such a game in its run."""


@dataclass(frozen=True, slots=True)
class OddsTally:
    """What pairs of games add up to, in whole numbers: the order in which tallies are joined changes nothing.

    ``sums`` has for each side its wins and its points, over all games and as squares of their sum over each pair.
    ``members`` has for each creature how often it fell, how many it felled, and the damage that it dealt and took.
    ``outcomes`` are the ways in which games ended: the winner, empty for a draw, and by how many points it was ahead.
    ``used`` and ``left`` are texts of cards: those that a player used, and those that the battles left to a table.
    """

    pairs: int = 0
    draws: int = 0
    rounds: int = 0
    sums: Mapping[str, FourCounts] = field(default_factory=dict)
    members: Mapping[str, FourCounts] = field(default_factory=dict)
    outcomes: Mapping[str, Outcome] = field(default_factory=dict)
    used: frozenset[str] = frozenset()
    left: frozenset[str] = frozenset()

    def joined(self, other: OddsTally) -> OddsTally:
        """Return the tally of both."""
        return OddsTally(
            self.pairs + other.pairs,
            self.draws + other.draws,
            self.rounds + other.rounds,
            _add_counts(self.sums, other.sums),
            _add_counts(self.members, other.members),
            _join_outcomes(self.outcomes, other.outcomes),
            self.used | other.used,
            self.left | other.left,
        )

    def document(self) -> dict[str, Any]:
        """Return the tally as it is stored."""
        return {**asdict(self), "used": sorted(self.used), "left": sorted(self.left)}


def tally_from_document(document: Mapping[str, Any]) -> OddsTally:
    """Return a tally as Muster stored it, an empty one from an empty document."""
    counts = {
        name: {key: cast("FourCounts", tuple(four)) for key, four in document[name].items()}
        for name in ("sums", "members")
        if name in document
    }
    texts = {name: frozenset(document.get(name, ())) for name in ("used", "left")}
    outcomes = {way: cast("Outcome", tuple(outcome)) for way, outcome in document.get("outcomes", {}).items()}
    return OddsTally(**{**document, **counts, **texts, "outcomes": outcomes})


def _add_counts(mine: Mapping[str, FourCounts], theirs: Mapping[str, FourCounts]) -> dict[str, FourCounts]:
    keys = dict.fromkeys((*mine, *theirs))
    four = ((mine.get(key, _NOTHING), theirs.get(key, _NOTHING)) for key in keys)
    return {
        key: cast("FourCounts", tuple(map(sum, zip(*both, strict=True)))) for key, both in zip(keys, four, strict=True)
    }


def _join_outcomes(mine: Mapping[str, Outcome], theirs: Mapping[str, Outcome]) -> dict[str, Outcome]:
    both = dict(mine)
    for way, (number, first) in theirs.items():
        met, earlier = both.get(way, (0, first))
        both[way] = met + number, min(first, earlier)
    return both


@dataclass(frozen=True, slots=True)
class SimulatedGame:
    """A game of a run before it is played: its set-up, the seat of each side, the player of each seat, and the seed."""

    setup: BattleSetup
    seats: Mapping[str, str]
    players: Mapping[str, str]
    seed: str


def game_of_run(setup: BattleSetup, players: Mapping[str, str], seed: int, number: int) -> SimulatedGame:
    """Return a game by its number in a run; 0 and 1 are the first pair. ``players`` names the player of each side."""
    setup, pair, place = without_seals(setup), number // 2, number % 2
    seats, arranged = seat_sides(setup, pair, is_second=place == 1)
    # The same dice for the same seats: who was first in one game is second in the other.
    own = f"{seed} {pair} {place}" if is_fixed(setup) else f"{seed} {pair}"
    return SimulatedGame(arranged, seats, {seat: players[side] for side, seat in seats.items()}, own)


def simulate_pairs(
    setup: BattleSetup,
    players: Mapping[str, str],
    seed: int,
    pairs: Iterable[int],
    ground: BoardGround | None = None,
) -> OddsTally:
    """Return what pairs of games add up to, by their numbers; the same pairs give the same tally anywhere.

    ``players`` names the player of each side. A battle is played on the board of its table or a given one. Raises
    ``RulesError`` for a battle that cannot be played to an end.
    """
    keys = [side.key for side in setup.sides]
    tally = OddsTally(sums=dict.fromkeys(keys, (0, 0, 0, 0)))
    for pair in pairs:
        wins, points = Counter[str](), Counter[str]()
        draws = rounds = 0
        members: dict[str, FourCounts] = {}
        outcomes: dict[str, Outcome] = {}
        used, left = set[str](), set[str]()
        for number in (2 * pair, 2 * pair + 1):
            game = game_of_run(setup, players, seed, number)
            state = P2V.begin(game.setup)
            if laid := board_event(state, ground):
                state = P2V.play(state, laid, None)
            dice = SeededRoller(f"{BATTLE} {game.seed}".encode())
            for move in moves_to_end(state, players_for(game.setup, game.players, game.seed), dice):
                used |= _texts_used(game.setup, state, move)
                left |= _texts_left(move.state)
                state = move.state
            result = state.result
            got = {side: result.points(seat) if result else 0 for side, seat in game.seats.items()}
            winner = next((side for side, seat in game.seats.items() if result and result.winner == seat), "")
            wins[winner] += 1
            points.update(got)
            draws += result is None or result.winner is None
            rounds += state.round
            members = _add_counts(members, _member_counts(state, game.seats, setup))
            outcomes = _join_outcomes(outcomes, {_outcome_key(winner, got): (1, number)})
        sums = {side: (wins[side], wins[side] ** 2, points[side], points[side] ** 2) for side in keys}
        tally = tally.joined(OddsTally(1, draws, rounds, sums, members, outcomes, frozenset(used), frozenset(left)))
    return tally


def _outcome_key(winner: str, points: Mapping[str, int]) -> str:
    ahead = points[winner] - max(other for side, other in points.items() if side != winner) if winner else 0
    return f"{winner} {ahead}"


@dataclass(frozen=True, slots=True)
class NotableGame:
    """A game of a run that is worth a look: its number, its winner, "" for a draw, and by how many points it won."""

    number: int
    winner: str
    ahead: int


def notable_games(tally: OddsTally, own: str) -> dict[str, NotableGame]:
    """Return the median game of a side, its best one, and the strangest one: the worst of the side that wins most.

    Games are ordered by what they are to a side: won by most points, by fewer, drawn, lost by few, lost by most. Of
    games that ended in the same way the first counts. Empty if the tally does not know how all its games ended.
    """
    ends = {
        NotableGame(first, winner, int(ahead)): number
        for way, (number, first) in tally.outcomes.items()
        for winner, _, ahead in [way.partition(" ")]
    }
    if not ends or sum(ends.values()) != 2 * tally.pairs:
        return {}
    favourite = max(tally.sums, key=lambda side: (tally.sums[side][0], side == own))
    ordered = sorted(ends, key=partial(_merit_to, own))
    below = accumulate(ends[game] for game in ordered)
    median = next(game for game, reached in zip(ordered, below, strict=True) if reached >= tally.pairs)
    return {"median": median, "best": ordered[-1], "strangest": min(ends, key=partial(_merit_to, favourite))}


def _merit_to(side: str, game: NotableGame) -> tuple[int, int]:
    if not game.winner:
        return 0, 0
    return (1, game.ahead) if game.winner == side else (-1, -game.ahead)


def without_seals(setup: BattleSetup) -> BattleSetup:
    """Return a set-up whose secret choices are on paper: each player makes its own."""
    return replace(setup, table=replace(setup.table, seals=())) if setup.table else setup


def is_fixed(setup: BattleSetup) -> bool:
    """Return True if the sides keep their seats: the game's side has neither a place of its own nor a first turn."""
    return setup.solo is not None or len(setup.people) != len(setup.sides)


def seat_sides(setup: BattleSetup, pair: int, *, is_second: bool) -> tuple[dict[str, str], BattleSetup]:
    """Return the seat of each side in a game of a pair, and the set-up with those seats.

    In the second game the seats are taken the other way round. Of more than two sides, each pair has another one first.
    """
    keys = [side.key for side in setup.sides]
    turn = pair % len(keys) if len(keys) > 2 else 0
    taken = keys if is_fixed(setup) else [*keys[turn:], *keys[:turn]]
    if is_second and not is_fixed(setup):
        taken.reverse()
    seats = dict(zip(taken, keys, strict=True))
    if taken == keys:
        return seats, setup
    moved = {creature.id: _id_at_seat(creature.id, creature.side, seats) for creature in setup.fielded}
    fielded = tuple(
        replace(
            creature,
            id=moved[creature.id],
            side=seats.get(creature.side, creature.side),
            minion_of=moved[creature.minion_of] if creature.minion_of else None,
        )
        for creature in setup.fielded
    )
    return seats, replace(
        setup,
        sides=tuple(replace(setup.side(side), key=seat) for side, seat in seats.items()),
        fielded=fielded,
        lone_creature=moved.get(setup.lone_creature, setup.lone_creature),
        table=_table_exchanged(setup.table, seats, moved) if setup.table else None,
    )


def _id_at_seat(creature: str, side: str, seats: Mapping[str, str]) -> str:
    own, dot, member = creature.partition(".")
    return f"{seats[side]}.{member}" if dot and own == side and side in seats else creature


def _table_exchanged(plan: TablePlan, seats: Mapping[str, str], moved: Mapping[str, str]) -> TablePlan:
    """Return a table where the zones stay with their seats; a side that evades or defends keeps its own."""
    lone = lone_side_of(plan)
    return replace(
        plan,
        starts=tuple(
            replace(start, side=seats[start.side], creature=moved.get(start.creature, start.creature))
            for start in plan.starts
        ),
        lone_side=seats.get(plan.lone_side, plan.lone_side),
        zones=tuple(replace(zone, side=seats[zone.side]) for zone in plan.zones) if lone else plan.zones,
    )


def _member_counts(state: BattleState, seat_of: Mapping[str, str], setup: BattleSetup) -> dict[str, FourCounts]:
    """Return what each creature of a set-up did in a battle that is over, by its id in the set-up."""
    counts = {}
    for creature in setup.fielded:
        own = _id_at_seat(creature.id, creature.side, seat_of)
        by = [fact for fact in state.scored_facts if fact.by == own]
        counts[creature.id] = (
            int(any(fact.kind == "felled" and fact.to == own for fact in state.scored_facts)),
            sum(fact.kind == "felled" for fact in by),
            sum(fact.amount for fact in by if fact.kind == "damage"),
            sum(fact.amount for fact in state.scored_facts if fact.kind == "damage" and fact.to == own),
        )
    return counts


def _texts_used(setup: BattleSetup, before: BattleState, move: PlayedMove) -> set[str]:
    """Return the text of a card that a player's command uses, if it uses one."""
    match move.event:
        case CreatureActed(creature=creature, action=key) | TriggerReported(creature=creature, action=key):
            used = creature, key
        case OfferTaken(creature=creature, offer=key):
            used = creature, key
        case ObjectiveCommanded(objective=creature, action=key):
            used = f"game.{creature}", key
        case StepActed(action=key):
            ask = pending(before)
            used = ask.creature if isinstance(ask, ActAsk) else "", key
        case _:
            return set()
    fielded = setup.by_id.get(used[0])
    return {text for key, text in _texts(fielded) if key == used[1]} if fielded else set()


def _texts(fielded: Fielded) -> Iterator[tuple[str, str]]:
    """Yield the actions of a creature's card and items by key, each with its name."""
    for action in (fielded.actions | fielded.item_actions).values():
        if action.kind != "universal":
            yield action.key, f"{fielded.card.name}: {action.name}"


def _texts_left(state: BattleState) -> set[str]:
    """Return the passives that the last event left to the table."""
    announced = {note.text.partition(": ")[0] for note in state.notes if BY_TABLE in note.why and ": " in note.text}
    return {
        f"{fielded.card.name}: {passive.name}"
        for fielded in (state.setup.fielded if announced else ())
        for passive in fielded.passives_and_items
        if f"{fielded.name}’s {passive.name}" in announced
    }


def odds_document(setup: BattleSetup, players: Mapping[str, str], seed: int, tally: OddsTally) -> dict[str, Any]:
    """Return the odds of a set-up from the tally of at least one pair; docs/odds.md describes them."""
    pairs, games = tally.pairs, 2 * tally.pairs
    texts = dict.fromkeys(text for fielded in setup.fielded for _, text in _texts(fielded))
    sides = tally.sums
    return {
        "games": games,
        "wins": {side: sums[0] for side, sums in sides.items()},
        "draws": tally.draws,
        "odds": {
            side: _rounded(share_interval(pairs, wins, squares), "share") for side, (wins, squares, *_) in sides.items()
        },
        "points": {
            side: _rounded(mean_interval(pairs, points, squares), "mean")
            for side, (_, _, points, squares) in sides.items()
        },
        "rounds": {"mean": round(tally.rounds / games, _DIGITS)},
        "players": dict(players),
        "unplayed": [*(text for text in texts if text not in tally.used), *sorted(tally.left - set(texts))],
        "seed": seed,
    }


@dataclass(frozen=True, slots=True)
class MemberOdds:
    """What a creature did in a game: ``falls`` is the percentage of games in which it fell, the others are means.

    ``worth`` is the damage that it dealt for each of its points.
    """

    name: str
    points: int
    falls: float
    felled: float
    dealt: float
    taken: float
    worth: float


def member_odds(setup: BattleSetup, side: str, tally: OddsTally) -> tuple[MemberOdds, ...]:
    """Return what each creature of a side did, from the tally of at least one pair."""
    games = 2 * tally.pairs
    members = []
    for creature in setup.fielded:
        if creature.side == side:
            fell, felled, dealt, taken = (count / games for count in tally.members.get(creature.id, _NOTHING))
            worth = dealt / creature.points if creature.points else 0.0
            members.append(MemberOdds(creature.name, creature.points, 100 * fell, felled, dealt, taken, worth))
    return tuple(members)


def _rounded(interval: Interval, name: str) -> dict[str, float]:
    mean, low, high = (round(number, _DIGITS) for number in interval)
    return {name: mean, "low": low, "high": high}
