"""When a game ends, and who starts a round."""

from fractions import Fraction

import pytest

from rules.errors import RulesError
from rules.tables.round_limit import chance_ended_by, chance_to_end, entries, game_ends, next_first_player
from tests.rows import every_row


@every_row(
    ("rounds", "ending_faces"),
    [
        (1, ()),
        (2, ()),
        (3, ()),
        (4, ()),
        (5, ()),
        (6, (6,)),
        (7, (5, 6)),
        (8, (4, 5, 6)),
        (9, (3, 4, 5, 6)),
        (10, (2, 3, 4, 5, 6)),
        (11, (1, 2, 3, 4, 5, 6)),
    ],
)
def test_every_face_after_every_round(rounds: int, ending_faces: tuple[int, ...]) -> None:
    assert tuple(face for face in range(1, 7) if game_ends(rounds, face)) == ending_faces


@every_row(
    ("number", "chance", "over_by_then"),
    [
        (5, Fraction(0), 0.0),
        (6, Fraction(1, 6), 0.1667),
        (7, Fraction(2, 6), 0.4444),
        (8, Fraction(3, 6), 0.7222),
        (9, Fraction(4, 6), 0.9074),
        (10, Fraction(5, 6), 0.9846),
        (11, Fraction(1), 1.0),
    ],
)
def test_the_chances_of_every_round(number: int, chance: Fraction, over_by_then: float) -> None:
    assert chance_to_end(number) == chance
    assert float(chance_ended_by(number)) == pytest.approx(over_by_then, abs=0.00005)


@pytest.mark.parametrize(("rounds", "face"), [(0, 3), (-1, 3), (6, 0), (6, 7), (3, 7)])
def test_rounds_and_faces_that_do_not_exist_are_refused(rounds: int, face: int) -> None:
    with pytest.raises(RulesError):
        game_ends(rounds, face)


@pytest.mark.parametrize(("first", "players", "then"), [(0, 2, 1), (1, 2, 0), (0, 3, 1), (2, 3, 0), (3, 4, 0)])
def test_the_start_of_a_round_passes_to_the_left(first: int, players: int, then: int) -> None:
    assert next_first_player(first, players) == then


@pytest.mark.parametrize(("first", "players"), [(2, 2), (-1, 2), (0, 1)])
def test_a_player_who_is_not_at_the_table_is_refused(first: int, players: int) -> None:
    with pytest.raises(RulesError):
        next_first_player(first, players)


def test_the_entries() -> None:
    limit, first = entries()
    assert (limit.kind, limit.name, first.kind, first.name) == (
        "round-limit",
        "Round Limit",
        "round-limit",
        "First Player",
    )
    assert limit.facts == (
        ("Round 6", "ends on 6 or more; over by then in 17% of games"),
        ("Round 7", "ends on 5 or more; over by then in 44% of games"),
        ("Round 8", "ends on 4 or more; over by then in 72% of games"),
        ("Round 9", "ends on 3 or more; over by then in 91% of games"),
        ("Round 10", "ends on 2 or more; over by then in 98% of games"),
        ("Round 11", "ends on 1 or more; over by then in 100% of games"),
    )
