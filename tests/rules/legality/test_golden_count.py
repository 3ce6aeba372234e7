"""All legal warbands of a rulebook small enough to count by hand."""

from collections.abc import Iterator
from itertools import combinations_with_replacement

from rules.cards.model import Card, Feature
from rules.legality.resolved import Rulebook
from rules.roster import Member, Roster
from tests.rules.legal import is_legal
from tests.rules.warbands import STATS

SLING = Feature("sling", "Sling", "add_on")
BOOK = Rulebook.of(
    Card("kobold", "Kobold", -1, "LE", "Small", STATS, features=(SLING,)),
    Card("wolf", "Wolf", 0, "NE", "Medium", STATS),
    Card("boar", "Boar", 2, "TN", "Medium", STATS),
    Card("archon", "Archon", 1, "LG", "Medium", STATS),
    Card("mammoth", "Mammoth", 5, "TN", "Huge", STATS),
)
CHOICES = (
    Member("kobold"),
    Member("kobold", upgrades=("sling",)),
    Member("wolf"),
    Member("boar"),
    Member("archon"),
    Member("mammoth"),
)


def warbands(largest: int) -> Iterator[Roster]:
    """Return every warband of so many members at most, in no order, nothing bought but slings."""
    for size in range(largest + 1):
        for members in combinations_with_replacement(CHOICES, size):
            yield Roster(members, play_mode="limited", points_limit=60, alignment="LE")


def test_a_tiny_rulebook_has_exactly_one_hundred_legal_warbands() -> None:
    """Lawful Evil, limited play, 60 points: counted by hand.

    The archon (Lawful Good) may not serve, and the mammoth (32) is more than half of 60. What is left costs: kobold 9,
    kobold with a sling 11, wolf 12, boar 18. So the warbands are the ways to fill 9a + 11b + 12w + 18p <= 60 with whole
    numbers, but for the empty one.

    First the kobolds alone. With R points, b slings leave R - 11b, which hold (R - 11b) / 9, rounded down, plain
    kobolds or any fewer, so one way more than that number. Added up over b = 0, 1, 2...:

        K(60) = 7 + 6 + 5 + 4 + 2 + 1 = 25      K(48) = 6 + 5 + 3 + 2 + 1 = 17      K(42) = 5 + 4 + 3 + 2 = 14
        K(36) = 5 + 3 + 2 + 1 = 11              K(30) = 4 + 3 + 1 = 8               K(24) = 3 + 2 + 1 = 6
        K(18) = 3 + 1 = 4                       K(12) = 2 + 1 = 3                   K(6) = 1, K(0) = 1

    Then each number of boars, and for it each number of wolves from none up:

        no boar      K(60) + K(48) + K(36) + K(24) + K(12) + K(0) = 25 + 17 + 11 + 6 + 3 + 1 = 63
        one boar     K(42) + K(30) + K(18) + K(6)                 = 14 + 8 + 4 + 1           = 27
        two boars    K(24) + K(12) + K(0)                         = 6 + 3 + 1                = 10
        three boars  K(6)                                                                    = 1

    63 + 27 + 10 + 1 = 101 ways, one of them the empty warband: 100. None has more than six members, since seven
    kobolds cost 63.
    """
    legal = [roster for roster in warbands(7) if is_legal(roster, BOOK)]
    assert len(legal) == 100
    assert max(len(roster.members) for roster in legal) == 6
