from collections import Counter
from itertools import pairwise

import pytest

from rules import dice
from rules.dice import DiceError, EnteredRoller, Roller, SeededRoller, face_of_word
from rules.errors import RulesError
from tests.rows import every_row

SEED = b"a seed for tests"
PLACE = ("s1", "m3", "injury")

# Values of the chi square distribution that 1 fair die in 1,000 exceeds, by degrees of freedom.
CHI_SQUARE = {5: 20.515, 19: 43.820, 35: 66.619}


def face(*place: str | int, sides: int = 6, seed: bytes = SEED) -> int:
    return SeededRoller(seed).roll(1, sides, reason="a test", place=place).total


def chi_square(counts: Counter[object], cells: int) -> float:
    expected = counts.total() / cells
    missing = (cells - len(counts)) * expected
    return missing + sum((count - expected) ** 2 / expected for count in counts.values())


def test_a_roll_says_what_it_showed_and_why():
    roll = SeededRoller(SEED).roll(3, 6, reason="Advancement", place=PLACE)
    assert (roll.sides, len(roll.faces), roll.reason, roll.source, roll.place) == (6, 3, "Advancement", "seeded", PLACE)
    assert roll.total == sum(roll.faces)


@pytest.mark.parametrize("sides", [6, 20])
def test_all_faces_are_equally_likely(sides: int):
    counts = Counter(face("s1", number, sides=sides) for number in range(200 * sides))
    assert set(counts) == set(range(1, sides + 1))
    assert chi_square(counts, sides) < CHI_SQUARE[sides - 1]


def test_the_dice_of_one_roll_do_not_depend_on_each_other():
    rolls = [SeededRoller(SEED).roll(2, 6, reason="a test", place=("s1", number)) for number in range(3600)]
    assert chi_square(Counter(roll.faces for roll in rolls), 36) < CHI_SQUARE[35]


def test_neighboring_places_do_not_depend_on_each_other():
    faces = [face("s1", "round", number) for number in range(3601)]
    assert chi_square(Counter(pairwise(faces)), 36) < CHI_SQUARE[35]


def test_the_same_place_has_the_same_face_in_whatever_order_places_are_rolled():
    places = [("s1", number) for number in range(50)]
    roller, other = SeededRoller(SEED), SeededRoller(SEED)
    forward = {place: roller.roll(1, 20, reason="a test", place=place) for place in places}
    assert {place: other.roll(1, 20, reason="a test", place=place) for place in reversed(places)} == forward


@pytest.mark.parametrize(
    "other",
    [("s1", "m3", "advance"), ("s1", "m4", "injury"), ("s2", "m3", "injury"), ("s1m3", "injury"), ("s1", "m3")],
)
def test_another_place_has_faces_of_its_own(other: tuple[str, ...]):
    roller = SeededRoller(SEED)
    assert (
        roller.roll(20, 20, reason="a test", place=PLACE).faces
        != roller.roll(20, 20, reason="a test", place=other).faces
    )


def test_a_number_and_the_same_digits_as_a_word_are_two_places():
    roller = SeededRoller(SEED)
    assert roller.roll(20, 20, reason="", place=(1,)).faces != roller.roll(20, 20, reason="", place=("1",)).faces


def test_another_seed_has_faces_of_its_own():
    assert [face("s1", number) for number in range(50)] != [face("s1", number, seed=b"other") for number in range(50)]


def test_faces_never_change():
    # Stored rolls are checked with these: a change here would make them look forged.
    roller = SeededRoller(b"an example, not a secret")
    assert roller.roll(3, 6, reason="", place=("s1", "m3", "advance")).faces == (5, 3, 4)
    assert roller.roll(2, 20, reason="", place=("élan", 7, -1)).faces == (18, 20)


def test_numbers_beyond_the_last_whole_multiple_are_drawn_again():
    assert face_of_word(0, 6) == 1
    assert face_of_word(2**32 - 5, 6) == 6
    assert [face_of_word(2**32 - rest, 6) for rest in (4, 3, 2, 1)] == [None] * 4
    assert face_of_word(2**32 - 1, 8) == 8


def test_a_rejected_number_leads_to_the_next_attempt(monkeypatch: pytest.MonkeyPatch):
    drawn: list[int] = []

    def first_rejected(word: int, sides: int) -> int | None:
        drawn.append(word)
        return None if len(drawn) == 1 else face_of_word(word, sides)

    monkeypatch.setattr(dice, "face_of_word", first_rejected)
    assert face("s1") == face_of_word(drawn[1], 6)
    assert len(set(drawn)) == 2


@pytest.mark.parametrize("place", [(), (True,), (1.5,), (("s1",),)])
def test_a_place_is_made_of_words_and_whole_numbers(place):
    with pytest.raises(RulesError, match="place"):
        SeededRoller(SEED).roll(1, 6, reason="a test", place=place)


def test_a_seed_cannot_be_empty():
    with pytest.raises(RulesError, match="empty"):
        SeededRoller(b"")


@every_row("roller", [SeededRoller(SEED), EnteredRoller([1])])
@every_row(("dice", "sides"), [(0, 6), (-1, 6), (1, 1), (1, 0)])
def test_there_is_no_roll_without_dice_or_sides(roller: Roller, dice: int, sides: int):
    with pytest.raises(RulesError, match="cannot be rolled"):
        roller.roll(dice, sides, reason="a test", place=PLACE)


def test_entered_faces_are_taken_as_they_fell():
    roll = EnteredRoller([2, 6, 6]).roll(3, 6, reason="Advancement", place=PLACE)
    assert (roll.faces, roll.source) == ((2, 6, 6), "entered")


@pytest.mark.parametrize("entered", [0, 7, -1])
def test_an_entered_face_has_to_be_on_the_die(entered: int):
    with pytest.raises(DiceError, match=f"A d6 shows 1 to 6, not {entered}"):
        EnteredRoller([entered]).roll(1, 6, reason="Injury", place=PLACE)


@pytest.mark.parametrize("faces", [(), (1, 2), (1, 2, 3, 4)])
def test_as_many_faces_have_to_be_entered_as_there_are_dice(faces: tuple[int, ...]):
    with pytest.raises(DiceError, match=f"enter 3 faces, not {len(faces)}"):
        EnteredRoller(faces).roll(3, 6, reason="Advancement", place=PLACE)
