"""Values of table games in words."""

from __future__ import annotations

from fractions import Fraction

from django import template

from gambling.drawings.chances import ChanceBar, chance_bar
from rules.gambling.advice import percentage_words
from rules.gambling.game import GameDice, payout_words, pool_words
from rules.gambling.odds import ChoiceOdds, GameOdds

register = template.Library()


@register.filter
def as_dice(dice: tuple[GameDice, ...]) -> str:
    """Return dice as ``2d6 + 1d8``."""
    return pool_words(dice)


@register.filter
def as_payout(value: Fraction) -> str:
    """Return a payout as ``3 to 2``."""
    return payout_words(value)


@register.filter
def as_percentage(value: Fraction) -> str:
    """Return a part as a percentage."""
    return percentage_words(value)


@register.simple_tag
def spread_words(odds: ChoiceOdds, stake: int) -> str:
    """Return the standard deviation of a round of a stake, in coins."""
    return f"{odds.spread(stake):,.2f}"


@register.simple_tag
def bar_of(odds: GameOdds) -> ChanceBar:
    """Return the chances of the choice that is best for a player."""
    return chance_bar(odds.game, odds.best)
