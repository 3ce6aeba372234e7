"""An evaluation of a card: each of its numbers compared with other creatures and with the tables, also in words."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from statistics import quantiles

from rules.cards.model import STATS, Card, Feature
from rules.conversion.steps import RULEBOOK
from rules.points import MAX_LEVEL, MIN_LEVEL, LevelCost, level_cost
from rules.tables.advancement import (
    CLASSES_BY_NAME,
    STRIKE_COLUMNS,
    CharacterClass,
    DamageColumn,
    area_column,
    damage_at,
    hp_at,
)
from rules.tables.stats import stat_name
from rules.text import counted, listed, with_minus

ENOUGH = 6
"""The fewest creatures in a comparison, if so many exist."""


@dataclass(frozen=True, slots=True)
class PeerGroup:
    """Creatures around a level: ``lowest`` and ``highest`` are the levels that were combined to have enough of them.

    ``at_level`` is the number of creatures of the level itself.
    """

    level: int
    lowest: int
    highest: int
    at_level: int
    cards: tuple[Card, ...]

    @property
    def is_joined(self) -> bool:
        """Return True if creatures of neighboring levels are among them."""
        return self.lowest != self.highest

    @property
    def level_words(self) -> str:
        """The levels in a sentence: ``level 3``, ``levels −1 to 1``."""
        words = f"levels {self.lowest} to {self.highest}" if self.is_joined else f"level {self.level}"
        return with_minus(words)


def peers_at(level: int, cards: Iterable[Card]) -> PeerGroup:
    """Return the cards of a level; if they are fewer than ``ENOUGH``, adds the levels above and below."""
    known = tuple(cards)
    at_level = sum(card.level == level for card in known)
    for reach in range(MAX_LEVEL - MIN_LEVEL + 1):
        lowest, highest = max(level - reach, MIN_LEVEL), min(level + reach, MAX_LEVEL)
        peers = tuple(card for card in known if lowest <= card.level <= highest)
        if len(peers) >= ENOUGH:
            return PeerGroup(level, lowest, highest, at_level, peers)
    return PeerGroup(level, MIN_LEVEL, MAX_LEVEL, at_level, known)


STRIKE, AREA = "strike", "area"
MEASURES: tuple[str, ...] = (*STATS, STRIKE, AREA)
_LABELS = {STRIKE: "Strike damage", AREA: "Area damage"}


def measure_label(measure: str) -> str:
    """Return the name of a measure: ``Fight``, ``Strike damage``."""
    return _LABELS.get(measure) or stat_name(measure)


def measure_value(card: Card, measure: str) -> int | None:
    """Return a number of a card without upgrades, None if the card does not have it.

    The damage is that of its best Strike or area: all immediate damage, before saves.
    """
    if measure in STATS:
        value: int | None = getattr(card.stats, measure)
        return value
    features = [feature for feature in card.features if not feature.is_upgrade]
    attacks = [feature for feature in features if (feature.strike if measure == STRIKE else feature.is_in_area)]
    return max((amount for attack in attacks if (amount := immediate_amount(attack))), default=None)


def immediate_amount(feature: Feature) -> int:
    """Return the immediate damage of one use of a feature to a target, all types together."""
    return sum(damage.amount for damage in feature.immediate_damage)


@dataclass(frozen=True, slots=True)
class ValueSpread:
    """One number of several creatures, from low to high; there is at least one."""

    values: tuple[int, ...]

    @property
    def lowest(self) -> int:
        """The lowest value."""
        return self.values[0]

    @property
    def highest(self) -> int:
        """The highest value."""
        return self.values[-1]

    @property
    def quartiles(self) -> tuple[float, float, float]:
        """The quartiles; interpolated between two creatures."""
        if len(self.values) == 1:
            return (self.lowest, self.lowest, self.lowest)
        lower, middle, upper = quantiles(self.values, n=4, method="inclusive")
        return (lower, middle, upper)

    def count_below(self, value: int) -> int:
        """Return how many creatures have less."""
        return sum(other < value for other in self.values)

    def count_equal(self, value: int) -> int:
        """Return how many creatures have as much."""
        return self.values.count(value)


def spread_of(measure: str, cards: Iterable[Card]) -> ValueSpread | None:
    """Return a number of all cards that have it, None if none does."""
    values = sorted(value for card in cards if (value := measure_value(card, measure)) is not None)
    return ValueSpread(tuple(values)) if values else None


CLASS_STATS = ("fight", "armor", "power", "fortitude", "reflex", "will")


@dataclass(frozen=True, slots=True)
class TableValue:
    """A table's number for a stat of a card, and the table's name in words."""

    stat: str
    value: int
    origin: str


@dataclass(frozen=True, slots=True)
class DamageJudgment:
    """The damage of one feature compared with the columns of the damage table for the level, from high to low.

    ``area`` is the column of an area, None for a Strike and everything else.
    """

    feature: str
    is_upgrade: bool
    amount: int
    columns: tuple[tuple[DamageColumn, int], ...]
    area: DamageColumn | None = None


def table_values(card: Card) -> tuple[TableValue, ...]:
    """Return the tables' numbers for a card."""
    return (*_class_values(card), *_power_values(card))


def _class_values(card: Card) -> Iterator[TableValue]:
    # The class table prints stats at level 1; Only HP grows with the level. Class table.
    row: CharacterClass | None = CLASSES_BY_NAME.get(card.class_name or "")
    if row is None:
        return
    if card.level == 1:
        for stat in CLASS_STATS:
            yield TableValue(stat, getattr(row, stat), f"a {row.name} of level 1")
    yield TableValue("hp", hp_at(row.name, card.level), f"a {row.name} of level {card.level}")


def _power_values(card: Card) -> Iterator[TableValue]:
    # A creature without a DC gets Fight and 9 as its Power. "Converting from PF2e", "Power".
    if card.stats.fight is not None:
        above = RULEBOOK.power_above_fight
        yield TableValue("power", card.stats.fight + above, f"Fight + {above}, if nothing else sets it")


def damage_judgments(card: Card) -> tuple[DamageJudgment, ...]:
    """Return an evaluation of each feature with immediate damage, upgrades included, in the order of the card."""
    return tuple(_damage_judgment(feature, card.level) for feature in card.features if immediate_amount(feature))


def _damage_judgment(feature: Feature, level: int) -> DamageJudgment:
    # An area has a column of its own, by whether its uses are limited. "Damage progression".
    area = area_column(limited=bool(feature.uses)) if feature.is_in_area else None
    columns = (area,) if area else STRIKE_COLUMNS
    return DamageJudgment(
        feature=feature.name,
        is_upgrade=feature.is_upgrade,
        amount=immediate_amount(feature),
        columns=tuple((column, damage_at(level, column)) for column in columns),
        area=area,
    )


@dataclass(frozen=True, slots=True)
class MeasureJudgment:
    """One number of a card compared with others.

    ``value`` is None if the card does not have it, ``spread`` if no other creature has it. ``tables`` are the
    rulebook's numbers for it.
    """

    measure: str
    value: int | None
    spread: ValueSpread | None
    tables: tuple[TableValue, ...] = ()


@dataclass(frozen=True, slots=True)
class CardJudgment:
    """A card compared with the creatures of ``peers``, with the points of its level, in the order of ``MEASURES``."""

    costs: LevelCost
    peers: PeerGroup
    measures: tuple[MeasureJudgment, ...]
    damage: tuple[DamageJudgment, ...]


def judge_card(card: Card, others: Iterable[Card]) -> CardJudgment:
    """Return how a card compares with ``others`` of its level and with the tables. Never raises."""
    peers = peers_at(card.level, others)
    tables = table_values(card)
    return CardJudgment(
        costs=level_cost(card.level),
        peers=peers,
        measures=tuple(
            MeasureJudgment(
                measure=measure,
                value=measure_value(card, measure),
                spread=spread_of(measure, peers.cards),
                tables=tuple(table for table in tables if table.stat == measure),
            )
            for measure in MEASURES
        ),
        damage=damage_judgments(card),
    )


_SIGNED = frozenset({"fight", "fortitude", "reflex", "will"})
_CREATURES = "built-in creature"


def measure_number(measure: str, value: float) -> str:
    """Return a number of a card as cards print it: ``+7`` for a bonus, ``15`` for Armor; fractions with one decimal
    place.
    """
    shown = round(value, 1)
    return with_minus(f"{shown:+g}" if measure in _SIGNED else f"{shown:g}")


def level_cost_words(judgment: CardJudgment) -> str:
    """Return the effect of the level on cost: ``A creature of level 3 costs 21 points, and each upgrade 4.``"""
    costs = judgment.costs
    points = counted(costs.cost, "point")
    return with_minus(f"A creature of level {costs.level} costs {points}, and each upgrade {costs.upgrade_cost}.")


def peer_words(peers: PeerGroup) -> str:
    """Return which creatures are compared, and why those of neighboring levels are included."""
    number = counted(len(peers.cards), _CREATURES)
    if not peers.cards:
        return "There are no built-in creatures to compare it with."
    if not peers.is_joined:
        return with_minus(f"Compared with the {number} of {peers.level_words}.")
    few = f"Only {counted(peers.at_level, _CREATURES)}" if peers.at_level else f"No {_CREATURES}"
    verb = "are" if peers.at_level > 1 else "is"
    return with_minus(
        f"{few} {verb} of level {peers.level}, so it is compared with the {number} of {peers.level_words}."
    )


def placement_words(judgment: MeasureJudgment, peers: PeerGroup) -> str:
    """Return the rank of a number among others: ``higher than 9 of 10``."""
    spread, everyone = judgment.spread, f"every {_CREATURES} of {peers.level_words}"
    if spread is None:
        if not peers.cards:
            return ""
        return f"none, like {everyone}" if judgment.value is None else f"no {_CREATURES} of {peers.level_words} has any"
    if judgment.value is None:
        return f"none; {_having(len(spread.values), len(peers.cards), everyone)}"
    if judgment.value > spread.highest:
        return f"above {everyone}"
    if judgment.value < spread.lowest:
        return f"below {everyone}"
    return _rank(judgment.value, spread)


def _having(number: int, of: int, everyone: str) -> str:
    if number == of:
        return f"{everyone} has it"
    return f"{number} of {counted(of, _CREATURES)} {'has' if number == 1 else 'have'} it"


def _rank(value: int, spread: ValueSpread) -> str:
    total, below, equal = len(spread.values), spread.count_below(value), spread.count_equal(value)
    several = f"{equal} " if equal > 1 else ""
    if equal == total:
        return f"equal to all {total}" if several else "equal to the only one that has it"
    if not below:
        return f"equal to the {several}lowest of {total}"
    if not equal:
        return f"higher than {below} of {total}"
    return f"higher than {below} of {total}, equal to {f'the {several}highest' if value == spread.highest else equal}"


def spread_figures(judgment: MeasureJudgment) -> tuple[str, str, str] | None:
    """Return the range, the middle half and the median of the others as texts; None if no other has the number."""
    if judgment.spread is None:
        return None
    lower, middle, upper = (measure_number(judgment.measure, value) for value in judgment.spread.quartiles)
    ends = [measure_number(judgment.measure, value) for value in (judgment.spread.lowest, judgment.spread.highest)]
    return (_between(*ends), _between(lower, upper), middle)


def _between(low: str, high: str) -> str:
    return low if low == high else f"{low} to {high}"


def table_words(judgment: MeasureJudgment) -> str:
    """Return the tables' numbers for a stat: ``20 (a Fighter of level 1)``; empty if there is none."""
    return "; ".join(
        f"{measure_number(judgment.measure, table.value)} ({with_minus(table.origin)})" for table in judgment.tables
    )


def damage_line_words(judgment: DamageJudgment) -> str:
    """Return the place of a feature's damage in the damage table."""
    if judgment.area:
        expected, uses = judgment.columns[0][1], "limited" if judgment.area == "area_limited" else "unlimited"
        where = f"the table’s {expected} for an area with {uses} uses"
        if judgment.amount == expected:
            return where
        return f"{abs(judgment.amount - expected)} {'above' if judgment.amount > expected else 'below'} {where}"
    (top, highest), (bottom, lowest) = judgment.columns[0], judgment.columns[-1]
    if judgment.amount > highest:
        return f"above the table: {top} damage is {highest}"
    if judgment.amount < lowest:
        return f"below the table: {bottom} damage is {lowest}"
    if equal := [column for column, amount in judgment.columns if amount == judgment.amount]:
        return f"{listed(equal)} damage"
    above = [pair for pair in judgment.columns if pair[1] > judgment.amount][-1]
    below = next(pair for pair in judgment.columns if pair[1] < judgment.amount)
    return f"between {below[0]} ({below[1]}) and {above[0]} ({above[1]}) damage"
