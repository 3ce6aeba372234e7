"""A judgment read out: facts alone, without a verdict."""

from __future__ import annotations

from rules.card_comparison.judging import CardJudgment, DamageJudgment, MeasureJudgment, PeerGroup, ValueSpread
from rules.text import counted, listed, with_minus

_SIGNED = frozenset({"fight", "fortitude", "reflex", "will"})
_CREATURES = "built-in creature"


def measure_number(measure: str, value: float) -> str:
    """Return a number of a card as cards print it: ``+7`` for a bonus, ``15`` for Armor; of fractions one place."""
    shown = round(value, 1)
    return with_minus(f"{shown:+g}" if measure in _SIGNED else f"{shown:g}")


def level_cost_words(judgment: CardJudgment) -> str:
    """Say what follows from the level: ``A creature of level 3 costs 21 points, and each upgrade 4.``"""
    costs = judgment.costs
    points = counted(costs.cost, "point")
    return with_minus(f"A creature of level {costs.level} costs {points}, and each upgrade {costs.upgrade_cost}.")


def peer_words(peers: PeerGroup) -> str:
    """Say which creatures are compared, and why those of neighboring levels are among them."""
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
    """Say where a number stands among those of others: ``higher than 9 of 10``."""
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
    """Say what tables have for a stat: ``20 (a Fighter of level 1)``; nothing if none has it."""
    return "; ".join(
        f"{measure_number(judgment.measure, table.value)} ({with_minus(table.origin)})" for table in judgment.tables
    )


def damage_line_words(judgment: DamageJudgment) -> str:
    """Say where the damage of a feature stands in the damage table."""
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
