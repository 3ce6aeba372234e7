"""How long a game lasts, and who starts its rounds.

Rulebook: "Round limit" and "Roll to see who goes first".
"""

from fractions import Fraction

from rules.errors import RulesError
from rules.tables.prose import Entry, Prose
from rules.tables.rolls import d6

FIRST_CHECK = 6
"""The round after which the die is rolled for the first time."""

TARGET = 12
"""The game ends when the die and the rounds played reach this."""

LAST_POSSIBLE_ROUND = TARGET - 1
"""No die continues the game after this round."""

PROSE = Prose("round_limit", FIRST_CHECK=FIRST_CHECK, TARGET=TARGET, LAST_POSSIBLE_ROUND=LAST_POSSIBLE_ROUND)


def game_ends(rounds_played: int, face: int) -> bool:
    """Return True if the game is over after so many rounds, by the face of a d6; never before round 6."""
    # After round 6 and every later one a d6 is added to the rounds played: a sum of 12 or more ends the game there and
    # then. Rounds and turns, "Round limit".
    if rounds_played < 1:
        raise RulesError(f"A game ends after a round, not after {rounds_played}.")
    return rounds_played + d6(face) >= TARGET and rounds_played >= FIRST_CHECK


def chance_to_end(round_number: int) -> Fraction:
    """Return the chance that a game that has reached the end of this round ends with it."""
    return Fraction(sum(game_ends(round_number, face) for face in range(1, 7)), 6)


def chance_ended_by(round_number: int) -> Fraction:
    """Return the chance that a game is over at the end of this round or before."""
    goes_on = Fraction(1)
    for number in range(1, round_number + 1):
        goes_on *= 1 - chance_to_end(number)
    return 1 - goes_on


def next_first_player(first_player: int, players: int) -> int:
    """Return who starts the next round, players numbered from 0 clockwise (each sits to the left of the previous
    one).
    """
    # A round is started by the player to the left of the one who started the round before. The rulebook has a
    # second line (the player who activated last starts); it would give the larger warband two activations in a row, so
    # the first line stands. Rounds and turns, "Roll to see who goes first".
    if players < 2 or first_player not in range(players):
        raise RulesError(f"Players of {players} are numbered 0 to {players - 1}, not {first_player}.")
    return (first_player + 1) % players


def _facts() -> tuple[tuple[str, str], ...]:
    return tuple(
        (
            f"Round {number}",
            f"ends on {TARGET - number} or more; over by then in {float(chance_ended_by(number)):.0%} of games",
        )
        for number in range(FIRST_CHECK, LAST_POSSIBLE_ROUND + 1)
    )


def entries() -> tuple[Entry, ...]:
    """Return the glossary's entries: the round limit and the order of play."""
    return (
        PROSE.term("round-limit", "round-limit", facts=_facts()),
        PROSE.term("round-limit", "first-player"),
    )
