"""Values of table games in words."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from gambling.drawings.chances import ChanceBar, chance_bar
from gambling.drawings.dice import TableDie, table_die
from printing.canvas import PLACES
from rules.gambling.game import GameDice, GameResult, TableGame, payout_words, pool_words
from rules.gambling.odds import ChoiceOdds, GameOdds, game_odds, percentage_words, rounded_percentage
from rules.gambling.play.fold import coins_words
from rules.gambling.play.state import PlayedRound, TablePlayer, result_name

MOST_DRAWN = 6
"""Dice of a cup that are drawn; a game may have nineteen."""
MOST_OUTCOMES_AT_TABLE = 100_000
"""The most rolls that are counted for a page beside its own content; the page of a game counts up to a million."""

register = template.Library()


@dataclass(frozen=True, slots=True)
class ThrowScreen:
    """A bet of the newest round on the table: who staked what, the dice, the result and its look.

    ``is_decided`` is True if the players chose another result than the dice show.
    """

    name: str
    stake: int
    on: str
    chosen: int | None
    faces: tuple[int, ...]
    result: str
    net: str
    outcome: Literal["win", "loss", "back"]
    is_decided: bool


@register.simple_tag
def dice_emblem() -> SafeString:
    """Draw a cup with dice, for a row of a game or a table."""
    return format_html(
        '<span class="emblem kind-emblem" data-tint="brass" data-emblem="{}" aria-hidden="true"></span>',
        PLACES["rolling-dice-cup"],
    )


@register.simple_tag
def cup_of(dice: tuple[GameDice, ...]) -> SafeString:
    """Draw every die of a cup with its highest face, up to six of them."""
    sides = [pool.sides for pool in dice for _ in range(pool.count)]
    return _drawn_dice([table_die(die, die) for die in sides[:MOST_DRAWN]])


@register.simple_tag
def thrown_dice(dice: tuple[GameDice, ...], faces: Sequence[int], chosen: int | None = None) -> SafeString:
    """Draw rolled dice; dice with the ``chosen`` face stand out."""
    sides = [pool.sides for pool in dice for _ in range(pool.count)]
    return _drawn_dice([table_die(die, face, is_struck=face == chosen) for die, face in zip(sides, faces, strict=True)])


def _drawn_dice(drawings: Sequence[TableDie]) -> SafeString:
    dice = format_html_join("", "{}", ((_die(die),) for die in drawings))
    return format_html('<span class="thrown-dice" aria-hidden="true">{}</span>', dice)


def _die(die: TableDie) -> SafeString:
    inside = (
        format_html('<path class="die-pips" d="{}"></path>', die.pips)
        if die.pips
        else format_html('<text x="20" y="{}">{}</text>', die.base, die.face)
    )
    return format_html(
        '<svg class="fallen-die{}" viewBox="0 0 40 40"><path d="{}"></path>{}</svg>',
        " is-struck" if die.is_struck else "",
        die.outline,
        inside,
    )


@register.simple_tag
def win_chance(game: TableGame) -> str:
    """Return a player's chance to win coins as a whole percentage."""
    return rounded_percentage(game_odds(game).best.win_chance)


@register.simple_tag
def bar_odds(game: TableGame) -> str:
    """Return a bet's odds for the bar with the roll, "" if choices differ or the rolls are too many to count."""
    if game.outcomes > MOST_OUTCOMES_AT_TABLE or not game_odds(game).is_same_for_all:
        return ""
    return f"wins {rounded_percentage(game_odds(game).best.win_chance)}"


@register.simple_tag
def house_edge(game: TableGame) -> str:
    """Return the share of each stake that the house gains on average, as a whole percentage."""
    return rounded_percentage(game_odds(game).edge)


@register.simple_tag
def settled_results(game: TableGame, played: PlayedRound, players: Sequence[TablePlayer]) -> tuple[ThrowScreen, ...]:
    """Return the result of every bet of a round, in the order of the bets."""
    names = {player.id: player.name for player in players}
    return tuple(
        ThrowScreen(
            name=names.get(settled.bet.player, settled.bet.player),
            stake=settled.bet.stake,
            on="" if settled.bet.choice is None else game.choice_name(settled.bet.choice),
            chosen=settled.bet.choice if game.choices and not game.spots else None,
            faces=settled.bet.faces,
            result=result_name(game, settled.counts),
            net=coins_words(game, settled.net),
            outcome="win" if settled.net > 0 else "loss" if settled.net < 0 else "back",
            is_decided=settled.counts != settled.shown,
        )
        for settled in played.bets
    )


@register.filter
def sum_of(faces: Sequence[int]) -> int:
    """Return the sum of faces."""
    return sum(faces)


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
