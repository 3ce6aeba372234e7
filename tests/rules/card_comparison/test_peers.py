"""Whom a creature is compared with: those of its level, and of neighboring levels where these are few."""

from compendium.builtin import built_in_cards
from rules.card_comparison import ENOUGH, PeerGroup, peer_words, peers_at
from rules.cards.model import Card
from rules.points import MAX_LEVEL, MIN_LEVEL
from tests.rows import every_row
from tests.rules.warbands import STATS


def creatures(**numbers: int) -> tuple[Card, ...]:
    """Return that many creatures of each level: ``creatures(l3=7)``."""
    return tuple(
        Card(f"{level}-{number}", "One", int(level.removeprefix("l")), "TN", "Medium", STATS)
        for level, total in numbers.items()
        for number in range(total)
    )


def test_enough_creatures_of_the_level_are_compared_alone():
    group = peers_at(3, creatures(l2=9, l3=ENOUGH, l4=9))
    assert (group.lowest, group.highest, len(group.cards)) == (3, 3, ENOUGH)
    assert not group.is_joined
    assert peer_words(group) == "Compared with the 6 built-in creatures of level 3."


def test_few_creatures_of_the_level_are_joined_by_the_levels_above_and_below():
    group = peers_at(3, creatures(l2=1, l3=2, l4=4, l5=9))
    assert (group.lowest, group.highest, len(group.cards), group.at_level) == (2, 4, 7, 2)
    assert peer_words(group) == (
        "Only 2 built-in creatures are of level 3, so it is compared with the 7 built-in creatures of levels 2 to 4."
    )


@every_row(
    ("level", "few", "levels"),
    [
        (10, "Only 1 built-in creature is of level 10", "levels 9 to 11"),
        (7, "No built-in creature is of level 7", "levels 3 to 11"),
        (14, "No built-in creature is of level 14", "levels 9 to 14"),
    ],
)
def test_the_sentence_says_how_few_they_are(level: int, few: str, levels: str):
    sentence = peer_words(peers_at(level, creatures(l9=2, l10=1, l11=4)))
    assert sentence == f"{few}, so it is compared with the 7 built-in creatures of {levels}."


def test_levels_end_where_the_tables_end():
    group = peers_at(MIN_LEVEL, creatures(l0=3, l1=4))
    assert (group.lowest, group.highest) == (MIN_LEVEL, 1)
    assert peer_words(group).endswith("creatures of levels −1 to 1.")


def test_fewer_creatures_than_enough_are_all_compared():
    assert len(peers_at(3, creatures(l14=2)).cards) == 2


def test_without_creatures_there_is_nothing_to_compare():
    assert peer_words(peers_at(3, ())) == "There are no built-in creatures to compare it with."
    assert peers_at(3, ()) == PeerGroup(3, MIN_LEVEL, MAX_LEVEL, 0, ())


def test_every_level_has_built_in_creatures_to_be_compared_with():
    groups = [peers_at(level, built_in_cards()) for level in range(MIN_LEVEL, MAX_LEVEL + 1)]
    assert all(len(group.cards) >= ENOUGH for group in groups)
    assert all(group.highest - group.lowest <= 4 for group in groups)
