"""Dice that fall as a test has written them down."""

from collections.abc import Iterable

from rules.dice import Place, Roll


class ScriptedRoller:
    """Returns faces from a list, in order."""

    def __init__(self, faces: Iterable[int]) -> None:
        self._faces = list(faces)
        self._used = 0

    def roll(self, dice: int, sides: int, *, reason: str, place: Place) -> Roll:
        """Return the next faces of the script."""
        faces = tuple(self._faces[self._used : self._used + dice])
        assert len(faces) == dice, f"{dice}d{sides} for {reason}: the script has {len(faces)} faces left."
        assert all(1 <= face <= sides for face in faces), f"{faces} for {dice}d{sides}"
        self._used += dice
        return Roll(sides, faces, reason, "scripted", place)
