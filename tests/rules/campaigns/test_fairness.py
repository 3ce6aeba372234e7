"""How often each face fell, and what is said of it."""

from itertools import product

import pytest

from rules.campaigns.fairness import (
    LEAST_ROLLS,
    RollCounts,
    added_counts,
    all_dice,
    counts_with,
    dice_fairness,
    fairness_verdict,
    source_fairness,
)
from rules.campaigns.scenarios import RollOrigin, RollRecord
from rules.careers.events import RollKind
from rules.chance import GoodnessOfFit
from rules.tables.advancement import ADVANCES
from tests.rows import every_row


def roll(kind: RollKind, *faces: int, origin: RollOrigin = "seeded") -> RollRecord:
    return RollRecord(1, "m1", kind, faces, origin)


EVERY_ADVANCE = counts_with((), (roll("advance", *faces) for faces in product(range(1, 7), repeat=3)))


@every_row("kind", ["elimination", "injury"])
@every_row("face", range(1, 7))
def test_each_face_of_one_die_is_counted(kind, face):
    (counts,) = counts_with((), [roll(kind, face)])
    assert counts == RollCounts(kind, "seeded", tuple(int(number == face) for number in range(1, 7)))
    assert counts.rolls == 1


def test_all_216_advances_fall_as_the_table_has_them():
    (counts,) = EVERY_ADVANCE
    assert counts.faces == (108,) * 6
    assert counts.totals == tuple(advance.ways for advance in ADVANCES)
    assert counts.rolls == 216


def test_kinds_and_origins_are_told_apart_and_stand_in_one_order():
    rolls = [roll("advance", 1, 2, 3), roll("injury", 6), roll("elimination", 6, origin="entered")]
    rolls += [roll("elimination", 6), roll("injury", 6)]
    counts = counts_with((), rolls)
    assert [(result.kind, result.origin, result.rolls) for result in counts] == [
        ("elimination", "seeded", 1),
        ("elimination", "entered", 1),
        ("injury", "seeded", 2),
        ("advance", "seeded", 1),
    ]


def test_counts_of_several_warbands_add_up():
    first = counts_with((), [roll("injury", 6), roll("advance", 1, 1, 1)])
    other = counts_with((), [roll("injury", 5), roll("injury", 6, origin="entered")])
    assert added_counts([*first, *other]) == counts_with(
        first, [roll("injury", 5), roll("injury", 6, origin="entered")]
    )
    assert added_counts([*other, *first]) == added_counts([*first, *other])
    assert added_counts([]) == ()


def test_a_campaign_has_a_test_for_all_dice_and_for_each_kind_of_roll():
    everything, elimination, injury, advance = dice_fairness(EVERY_ADVANCE)
    assert [fairness.key for fairness in (everything, elimination, injury, advance)] == [
        "all",
        "elimination",
        "injury",
        "advance",
    ]
    assert (everything.count, elimination.count, advance.count) == (648, 0, 216)
    assert [(outcome.value, outcome.times, outcome.expected) for outcome in everything.outcomes] == [
        (n, 108, 108) for n in range(1, 7)
    ]
    assert [(outcome.value, outcome.times) for outcome in advance.outcomes] == [
        (advance.total, advance.ways) for advance in ADVANCES
    ]
    assert [outcome.expected for outcome in advance.outcomes] == [advance.ways for advance in ADVANCES]
    assert advance.test is not None
    assert advance.test.p_value == 1
    assert elimination.test is None


def test_without_any_dice_there_is_too_little_to_tell():
    for fairness in dice_fairness(()):
        assert fairness.count == 0
        assert fairness.verdict == f"Too few {fairness.noun} to tell: 0 of the 30 that a test needs."
        assert not fairness.is_odd
        assert {outcome.expected for outcome in fairness.outcomes} == {0}


@pytest.mark.parametrize(("rolls", "is_told"), [(LEAST_ROLLS - 1, False), (LEAST_ROLLS, True)])
def test_a_test_takes_thirty_rolls(rolls, is_told):
    rolled = [roll("injury", step % 6 + 1) for step in range(rolls)]
    injury = dice_fairness(counts_with((), rolled))[2]
    assert (injury.test is not None) == is_told
    assert injury.verdict == (
        "Strikingly even: fair dice come up this evenly less than once in 100 times."
        if is_told
        else "Too few rolls to tell: 29 of the 30 that a test needs."
    )


@every_row(
    ("p_value", "words", "is_odd"),
    [
        (0.0, "Very uneven: fair dice come up like this less than once in 1,000 times.", True),
        (0.0009, "Very uneven: fair dice come up like this less than once in 1,000 times.", True),
        (0.001, "Uneven: fair dice come up this unevenly about once in 1,000 times.", True),
        (0.02, "Uneven: fair dice come up this unevenly about once in 50 times.", True),
        (0.05, "As even as chance would have it.", False),
        (0.5, "As even as chance would have it.", False),
        (0.99, "As even as chance would have it.", False),
        (0.995, "Strikingly even: fair dice come up this evenly less than once in 100 times.", True),
    ],
)
def test_a_test_is_told_in_plain_words(p_value, words, is_odd):
    assert fairness_verdict(GoodnessOfFit(1.0, 5, p_value)) == words


def test_only_what_fair_dice_rarely_do_is_odd():
    even = counts_with((), [roll("injury", face) for face in (1, 1, 1, *range(1, 7), *range(2, 7)) for _ in range(3)])
    assert not all_dice(even).is_odd
    loaded = counts_with((), [roll("injury", 6)] * 40)
    assert all_dice(loaded).is_odd


def test_sources_tell_the_server_from_the_table():
    rolls = [roll("injury", 6), roll("advance", 1, 2, 3), roll("injury", 5, origin="entered")]
    sources = source_fairness("bob", counts_with((), rolls))
    assert [(result.who, result.origin, result.dice.count) for result in sources] == [
        ("bob", "seeded", 4),
        ("bob", "entered", 1),
    ]
    assert source_fairness("bob", ()) == ()
