"""Lines of the log that a page draws with a face."""

import pytest

from rules.p2v_combat.faces import note_face


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
    ],
)
def test_hits_falls_and_the_end_have_a_face(sentence: str, face: str) -> None:
    assert note_face(sentence) == face
