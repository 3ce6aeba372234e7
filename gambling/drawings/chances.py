"""The chances of a game as one bar: wins, returned stakes, losses, each result a segment."""

from dataclasses import dataclass
from fractions import Fraction

from rules.gambling.game import TableGame, payout_words
from rules.gambling.odds import ChoiceOdds, ResultChance, percentage_words

WIDTH = 1_000
"""The width of the bar, in units of the drawing."""


@dataclass(frozen=True, slots=True)
class ChanceSegment:
    """A result in the bar: its start, its width, and its CSS class."""

    start: int
    width: int
    css: str


@dataclass(frozen=True, slots=True)
class ChanceRow:
    """A result in the table of odds, in words."""

    name: str
    when: str
    pays: str
    chance: str
    fraction: str
    css: str


@dataclass(frozen=True, slots=True)
class ChanceBar:
    """The bar with its rows; ``words`` describes it."""

    segments: tuple[ChanceSegment, ...]
    rows: tuple[ChanceRow, ...]
    words: str


def chance_bar(game: TableGame, odds: ChoiceOdds) -> ChanceBar:
    """Return the chances of one choice: the results in their order, and last no result."""
    shown = [chance for chance in odds.chances if chance.ways]
    segments, before = [], Fraction(0)
    for chance in shown:
        start, before = before, before + chance.chance
        left, right = round(start * WIDTH), round(before * WIDTH)
        segments.append(ChanceSegment(left, max(right - left, 1), chance_css(chance)))
    words = "; ".join(f"{_name(game, chance)} {percentage_words(chance.chance)}" for chance in shown)
    # A spot has rows for what can come on it; what never comes in a whole game is shown with its 0.
    rows = tuple(
        _row(game, chance) for chance in odds.chances if chance.ways or (chance.place is not None and not game.spots)
    )
    return ChanceBar(tuple(segments), rows, words)


def chance_css(chance: ResultChance) -> str:
    """Return the CSS class of a result: whether a player wins, gets the stake back, or loses."""
    return "chance-win" if chance.pays > 0 else "chance-back" if chance.pays == 0 else "chance-loss"


def _name(game: TableGame, chance: ResultChance) -> str:
    return "Nothing" if chance.place is None else game.results[chance.place].name


def _row(game: TableGame, chance: ResultChance) -> ChanceRow:
    return ChanceRow(
        name=_name(game, chance),
        when="any other roll" if chance.place is None else game.results[chance.place].describe(game.spots),
        pays=payout_words(chance.pays),
        chance=percentage_words(chance.chance),
        fraction=f"{chance.chance.numerator:,}/{chance.chance.denominator:,}",
        css=chance_css(chance),
    )
