"""Lines of the log that a page draws with a face."""

import pytest

from rules.p2v_combat.faces import note_face, rolled_face


@pytest.mark.parametrize(
    ("sentence", "face"),
    [
        ("Mara takes 9 damage.", "hit"),
        ("Mara takes no damage.", ""),
        ("Mara takes 2 less damage.", ""),
        ("Mara is dying.", "fall"),
        ("Mara is eliminated.", "fall"),
        ("Mara is no longer dying, and still prone.", ""),
        ("The battle is over. One side is left.", "end"),
        ("Mara’s turn.", ""),
        ("Mara’s Spear against Boar: 12 + 5 = 17 against Armor 13, hit.", "roll"),
        ("Mara’s Reflex save against Net: 3 − 1 = 2 against Power 14, critical failure.", "roll"),
        ("Mara: Spear against Boar.", ""),
    ],
)
def test_hits_falls_and_the_end_have_a_face(sentence: str, face: str) -> None:
    assert note_face(sentence) == face


def test_a_roll_tells_the_face_of_its_die() -> None:
    assert rolled_face("Mara’s Spear against Boar: 12 + 5 = 17 against Armor 13, hit.") == "12"
    assert not rolled_face("Mara takes 9 damage.")
