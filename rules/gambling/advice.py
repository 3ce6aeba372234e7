"""What the maker of a game may want to mend: an edge that is none, results that never count, results that overlap."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction

from rules.gambling.game import TableGame
from rules.gambling.odds import GameOdds
from rules.text import listed


def game_warnings(odds: GameOdds) -> tuple[str, ...]:
    """Return sentences about what is probably wrong with a game: its edge, and results that never count."""
    return (*_edge(odds), *_idle_results(odds))


def game_notes(odds: GameOdds) -> tuple[str, ...]:
    """Return sentences about what holds by order or by rounding."""
    return (*_overlaps(odds), *_parts_of_coins(odds.game))


def percentage_words(value: Fraction) -> str:
    """Return a part as a percentage with two decimals, a tiny one with what it takes to see it.

    >>> percentage_words(Fraction(29, 512)), percentage_words(Fraction(1, 1_000_000)), percentage_words(Fraction(-1, 8))
    ('5.66%', '0.0001%', '−12.50%')
    """
    share = abs(value) * 100
    places = 2 if not share or share >= Fraction(1, 100) else 4
    return f"{'−' if value < 0 else ''}{float(share):.{places}f}%"


def _edge(odds: GameOdds) -> Iterator[str]:
    choice = odds.best.choice
    what = "on" if odds.game.spots else "with the face"
    by = f" {what} {odds.game.choice_name(choice)}" if choice is not None and not odds.is_same_for_all else ""
    if odds.edge < 0:
        edge = percentage_words(odds.edge)
        yield f"The house loses in the long run: its edge{by} is negative, {edge} of every stake."
    elif odds.edge == 0:
        yield f"The house earns nothing in the long run: its edge{by} is zero."


def _idle_results(odds: GameOdds) -> Iterator[str]:
    counts = {chance.place for choice in odds.choices for chance in choice.chances if chance.ways}
    for place, result in enumerate(odds.game.results):
        if place not in odds.held:
            yield f"“{result.name}” cannot happen: no roll matches it."
        elif place not in counts:
            yield f"“{result.name}” never counts: a result above it always comes first."


def _overlaps(odds: GameOdds) -> Iterator[str]:
    results, above = odds.game.results, defaultdict[int, set[int]](set)
    for first, second in odds.overlaps:
        if results[first].pays != results[second].pays:
            above[second].add(first)
    for place in sorted(above):
        names = listed((f"“{results[one].name}”" for one in sorted(above[place])), "or")
        yield f"Some rolls that show “{results[place].name}” count as {names}, higher on the list."


def _parts_of_coins(game: TableGame) -> Iterator[str]:
    broken = [result for result in game.results if result.pays.denominator > 1]
    if broken:
        names = ", ".join(f"“{one.name}”" for one in broken)
        yield f"Parts of a coin stay with the house, so odd stakes earn it a little more than these odds say: {names}."
