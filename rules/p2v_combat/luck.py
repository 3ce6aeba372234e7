"""Luck: what the dice of a battle gave against what they give on average, roll by roll."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import erf, sqrt
from typing import Any, NamedTuple

from rules.combat.answers import FacesRolled
from rules.combat.log import LogEvent
from rules.combat.resolution import RollAsk, pending
from rules.effects.values import Save
from rules.p2v_combat.forecast import average_damage, defence_met, outcome_shares, target_forecast
from rules.p2v_combat.guards import needed_saves, stats_of
from rules.p2v_combat.odds import FACES, RollEnds, resisted_damage
from rules.p2v_combat.sides import BattleSetup
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.tasks.checks import SavesTask, save_test
from rules.p2v_combat.tasks.damage import DamageTask, defences
from rules.p2v_combat.tasks.effects import TargetTask
from rules.p2v_combat.tasks.strikes import ConcealmentTask, CoverTask, StrikeTask
from rules.p2v_combat.tasks.task import SUCCESSES, D20Task, Task
from rules.tables.damage import RESISTED_ON, IncomingDamage
from rules.text import with_minus

NOTHING = Fraction(0)
ALL = "all"
"""The word for all rolls that concern a side."""
ROLL_KINDS: Mapping[str, str] = {
    "fight": "Strikes",
    "save": "Saves",
    "check": "Checks",
    "resist": "Resistance",
    "cover": "Past cover",
    "concealment": "Past concealment",
    "ferocity": "Ferocity",
    "recovery": "Recovery",
    "counteract": "Counteracting",
}
"""The kinds of rolls by the first word of their purpose, in words."""


@dataclass(frozen=True, slots=True)
class RollLuck:
    """A roll against its average: how many successes came, how many were to be ``expected``.

    ``damage`` is how much more damage than before the roll ``by`` is to deal to ``to``, in points, and ``variance``
    that of this number over all faces. Over all faces, ``damage`` adds up to 0.
    """

    kind: str
    creature: str
    successes: int
    expected: Fraction
    by: str | None = None
    to: str = ""
    damage: Fraction = NOTHING
    variance: Fraction = NOTHING


@dataclass(frozen=True, slots=True)
class _End:
    """An outcome of a roll: its chance, its successes, and the average damage after it."""

    share: Fraction
    successes: int
    damage: Fraction = NOTHING


def battle_luck(moves: Iterable[tuple[BattleState, LogEvent]]) -> Iterator[RollLuck]:
    """Yield the luck of each roll among the events of a battle, each given with the state before it.

    Rolls without a better or worse face do not count, and neither do those that the players decided.
    """
    for state, event in moves:
        ask = pending(state)
        if isinstance(ask, RollAsk) and isinstance(event, FacesRolled):
            luck = _roll_luck(state, ask, event.faces)
            if luck is not None:
                yield luck


def _roll_luck(state: BattleState, ask: RollAsk, faces: tuple[int, ...]) -> RollLuck | None:
    creature, purpose = str(ask.place[2]), str(ask.place[3])
    if creature not in state.combatants:
        return None
    by = to = ""
    ends: dict[object, _End]
    task = state.stack[-1]
    match task:
        case D20Task(test=test, then=then):
            by, to = _aimed(then)
            shares = outcome_shares(test)
            ends = {
                word: _End(share, int(word in SUCCESSES), _damage_after(state, then, word)) for word, share in shares
            }
            came: object = test.outcome(max(faces))
        case DamageTask(creature=to, blow=blow):
            by, has = blow.by or "", defences(state, to, blow.by)
            weakness = 0 if blow.ignores_weakness else defence_met(blow.types, has, from_area=blow.from_area).weakness
            taken = resisted_damage(IncomingDamage(blow.amount_dealt), ask.dice, weakness)
            ends = {dice: _End(share, dice, Fraction(amount)) for dice, (share, amount) in enumerate(taken)}
            came = sum(face in RESISTED_ON for face in faces)
        case CoverTask(use=use, aim=aim) | ConcealmentTask(use=use, aim=aim) if ask.need:
            by, to = use.user, aim.creature
            passes = Fraction(ask.sides + 1 - ask.need, ask.sides) ** ask.dice
            ends = {
                True: _End(passes, 1, target_forecast(state, use, aim).damage or NOTHING),
                False: _End(1 - passes, 0),
            }
            came = min(faces) >= ask.need
        case _ if ask.need and ask.dice == 1:
            passes = Fraction(max(ask.sides + 1 - ask.need, 0), ask.sides)
            ends = {True: _End(passes, 1), False: _End(1 - passes, 0)}
            came = faces[0] >= ask.need
        case _:
            return None
    if came not in ends:
        return None
    expected = sum((end.share * end.successes for end in ends.values()), NOTHING)
    mean = sum((end.share * end.damage for end in ends.values()), NOTHING)
    variance = sum((end.share * (end.damage - mean) ** 2 for end in ends.values()), NOTHING)
    kind, end = purpose.partition("-")[0], ends[came]
    return RollLuck(kind, creature, end.successes, expected, by, to, end.damage - mean, variance)


def _aimed(then: Task) -> tuple[str, str]:
    """Return who deals damage to whom after a d20, empty where it is for no damage."""
    match then:
        case StrikeTask(use=use, aim=aim) | SavesTask(use=use, aim=aim):
            return use.user, aim.creature
    return "", ""


def _damage_after(state: BattleState, then: Task, word: str) -> Fraction:
    """Return the average damage of what a d20 is rolled for once its outcome is known."""
    whole = len(FACES)
    match then:
        case StrikeTask(use=use, aim=aim):
            later: Iterable[Save] = stats_of(needed_saves(use.effect))
            known: dict[str, RollEnds] = {}
            strike = word
        case SavesTask(use=use, aim=aim, left=(stat, *later), results=results, then=TargetTask(strike=strike)):
            known = {earlier: ((result, whole),) for earlier, result in results}
            known[stat] = ((word, whole),)
        case _:
            return NOTHING
    saves = known | {stat: save_test(state, use, aim, stat).chances for stat in later}
    return average_damage(state, use, aim, ((strike, whole),), saves) or NOTHING


class LuckSum(NamedTuple):
    """Some rolls together: how many, their successes, and how many were to be expected.

    ``damage`` is what they gave above their average, in points of damage, and ``variance`` that of this number.
    """

    rolls: int = 0
    successes: int = 0
    expected: float = 0.0
    damage: float = 0.0
    variance: float = 0.0

    def with_roll(self, roll: RollLuck, sign: int = 1) -> "LuckSum":
        """Return the sum with one more roll; ``sign`` is -1 for who suffers from its damage."""
        damage, variance = sign * float(roll.damage), float(roll.variance)
        return self.joined(LuckSum(1, roll.successes, float(roll.expected), damage, variance))

    def joined(self, other: "LuckSum") -> "LuckSum":
        """Return the sum of both."""
        return LuckSum._make(mine + theirs for mine, theirs in zip(self, other, strict=True))

    @property
    def spread(self) -> float:
        """The usual distance of such rolls from their average: a standard deviation, in points of damage."""
        return sqrt(self.variance)

    @property
    def times(self) -> float:
        """How many times the usual distance they are from their average; below 0 with less damage."""
        return self.damage / self.spread if self.variance else 0.0

    @property
    def figure(self) -> str:
        """The damage with its sign: +9.5."""
        return with_minus(f"{self.damage:+.1f}")

    @property
    def rarity(self) -> str:
        """How rare such dice are, in a sentence, by the normal distribution."""
        good, more = ("bad", "worse") if self.damage < 0 else ("good", "better")
        share = 50 * (1 - erf(abs(self.times) / sqrt(2)))
        often = f"about {share:.0f}" if round(share) else "fewer than 1"
        return (
            f"Dice this {good} or {more} come in {often} of 100 such battles: they are "
            f"{abs(self.times):.1f} times as far from the average as usual."
        )


@dataclass(frozen=True, slots=True)
class BattleLuck:
    """The luck of a battle: for each side by kind of its own rolls, with ``ALL`` for every roll that concerns it.

    ``dealt`` and ``taken`` are by creature. More damage is good for a side if it deals it, bad if it takes it.
    """

    sides: Mapping[str, Mapping[str, LuckSum]]
    dealt: Mapping[str, LuckSum]
    taken: Mapping[str, LuckSum]

    def document(self) -> dict[str, Any]:
        """Return the luck as it is stored."""

        def _stored(sums: Mapping[str, LuckSum]) -> dict[str, list[float]]:
            return {key: [round(number, 4) for number in total] for key, total in sums.items()}

        sides = {side: _stored(sums) for side, sums in self.sides.items()}
        return {"sides": sides, "dealt": _stored(self.dealt), "taken": _stored(self.taken)}


def luck_from_document(document: Mapping[str, Any]) -> BattleLuck:
    """Return a battle's luck as Muster stored it."""

    def _sums(stored: Mapping[str, Any]) -> dict[str, LuckSum]:
        return {key: LuckSum(*numbers) for key, numbers in stored.items()}

    sides = {side: _sums(stored) for side, stored in document["sides"].items()}
    return BattleLuck(sides, _sums(document["dealt"]), _sums(document["taken"]))


def sum_luck(setup: BattleSetup, rolls: Iterable[RollLuck]) -> BattleLuck:
    """Return the luck of a battle from that of its rolls."""
    sides = {side.key: {ALL: LuckSum()} for side in setup.sides}
    dealt, taken = dict[str, LuckSum](), dict[str, LuckSum]()
    side_of = {creature.id: creature.side for creature in setup.fielded}
    for roll in rolls:
        own, by, to = (side_of.get(creature or "", "") for creature in (roll.creature, roll.by, roll.to))
        for side, sums in sides.items():
            sign = -1 if side == to else 1
            if side in (own, by, to):
                sums[ALL] = sums[ALL].with_roll(roll, sign)
            if side == own:
                sums[roll.kind] = sums.get(roll.kind, LuckSum()).with_roll(roll, sign)
        if roll.variance:
            for creature, sums in ((roll.by, dealt), (roll.to, taken)):
                if creature:
                    sums[creature] = sums.get(creature, LuckSum()).with_roll(roll)
    return BattleLuck(sides, dealt, taken)
