"""Values of table games in words."""

from fractions import Fraction

from django import template

from gambling.drawings.chances import ChanceBar, chance_bar
from rules.gambling.game import GameDice, GameResult, TableGame, payout_words, pool_words
from rules.gambling.odds import ChoiceOdds, GameOdds, percentage_words

register = template.Library()


@register.filter
def as_dice(dice: tuple[GameDice, ...]) -> str:
    """Return dice as ``2d6 + 1d8``."""
    return pool_words(dice)


@register.filter
def as_conditions(result: GameResult, game: TableGame) -> str:
    """Return the conditions of a result in words."""
    return result.describe(game.spots)


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
def bars_of(odds: GameOdds) -> list[tuple[str, ChoiceOdds, ChanceBar]]:
    """Return the chances of each spot with its name, or of the choice that is best for a player without one."""
    game = odds.game
    if not game.spots:
        return [("", odds.best, chance_bar(game, odds.best))]
    return [(game.choice_name(choice.choice or 0), choice, chance_bar(game, choice)) for choice in odds.choices]


@register.simple_tag
def choice_words(odds: GameOdds, choice: int) -> str:
    """Return a player's choice in words."""
    return odds.game.choice_name(choice)
