"""Values of table games in words."""

from fractions import Fraction

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from gambling.drawings.chances import ChanceBar, chance_bar
from printing.canvas import PLACES
from rules.gambling.game import GameDice, GameResult, TableGame, payout_words, pool_words
from rules.gambling.odds import ChoiceOdds, GameOdds, percentage_words

DIE_PICTURES = {
    4: "d4",
    6: "perspective-dice-six-faces-five",
    8: "dice-eight-faces-eight",
    10: "d10",
    12: "d12",
    20: "dice-twenty-faces-twenty",
}
"""The pictures of dice by their sides; other dice have that of several."""

register = template.Library()


@register.simple_tag
def dice_emblem(game: TableGame | None = None) -> SafeString:
    """Draw the picture of the largest die of a game; of a cup with dice where no game is given."""
    name = "rolling-dice-cup"
    if game is not None:
        name = DIE_PICTURES.get(max(dice.sides for dice in game.dice), "rolling-dices")
    return format_html(
        '<span class="emblem kind-emblem" data-tint="brass" data-emblem="{}" aria-hidden="true"></span>', PLACES[name]
    )


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
