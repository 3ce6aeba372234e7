"""Dice: the result of a roll, and the two ways to roll. Nothing else in ``rules`` is random.

``SeededRoller`` computes each face from a secret seed and the place of the roll, so that anyone who learns the seed
later can compute it again (docs/dice.md has the algorithm). ``EnteredRoller`` takes the faces that fell on the
players' table.

>>> SeededRoller(b"an example, not a secret").roll(3, 6, reason="Advancement", place=("s1", "m3", "advance")).faces
(5, 3, 4)
"""

import hmac
import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Literal, Protocol

from rules.documents.reading import Fields, fail
from rules.documents.shapes import Shape, numbers
from rules.errors import RulesError

Place = tuple[str | int, ...]
"""The place of a roll: ``("s1", "m3", "injury")``, or a scenario, a round and an activation. Each has one roll."""

DieFaces = Annotated[tuple[int, ...], numbers()]
"""The faces of dice in events."""

MAX_PLACE = 10
"""The most parts of a place in a document."""
MAX_PLACE_TEXT = 200


def _read_place(read: Fields, name: str) -> Place:
    parts = read.sequence(name, high=MAX_PLACE)
    for index, part in enumerate(parts):
        if not (type(part) is int and part > 0) and not (type(part) is str and 0 < len(part) <= MAX_PLACE_TEXT):
            fail("document.type", f"{read.at(name)}[{index}]", "Expected a word or a whole number from 1.")
    return tuple(parts)


PLACE = Shape(list, _read_place, {"type": "array", "items": {"type": ["string", "integer"]}})
"""A place in documents."""

RollSource = Literal["seeded", "scripted", "entered"]

FORMAT = "muster-dice/1"
"""The first input of a seeded face; another algorithm would have another name."""

_WORD_BYTES = 4
_WORDS = 256**_WORD_BYTES


class DiceError(RulesError):
    """Faces that cannot be used: too few, too many, or not on the die. The message is a sentence for a person."""


@dataclass(frozen=True, slots=True)
class Roll:
    """One throw of dice of one kind.

    ``sides`` is the number of sides of each die, ``faces`` are the results, in order; ``reason`` is the purpose in
    words, ``source`` the origin of the faces, and ``place`` the place of the roll.
    """

    sides: int
    faces: tuple[int, ...]
    reason: str
    source: RollSource
    place: Place

    @property
    def total(self) -> int:
        """The sum of the faces."""
        return sum(self.faces)


class Roller(Protocol):
    """Anything that can roll dice."""

    def roll(self, dice: int, sides: int, *, reason: str, place: Place) -> Roll:
        """Return a roll of that many dice; each place is rolled once."""


class SeededRoller:
    """Rolls on the server: the same seed and place always give the same faces, in any order of rolling."""

    def __init__(self, seed: bytes) -> None:
        if not seed:
            raise RulesError("A seed cannot be empty.")
        self._seed = seed

    def roll(self, dice: int, sides: int, *, reason: str, place: Place) -> Roll:
        """Return the roll of a place."""
        _check_dice(dice, sides)
        _check_place(place)
        opening = json.dumps([FORMAT, list(place), sides], ensure_ascii=False, separators=(",", ":"))[:-1]
        faces = tuple(self._face(sides, opening, number) for number in range(1, dice + 1))
        return Roll(sides, faces, reason, "seeded", place)

    def _face(self, sides: int, opening: str, number: int) -> int:
        attempt = 0
        while (face := face_of_word(self._word(opening, number, attempt), sides)) is None:
            attempt += 1
        return face

    def _word(self, opening: str, number: int, attempt: int) -> int:
        message = f"{opening},{number},{attempt}]"
        digest = hmac.digest(self._seed, message.encode(), "sha256")
        return int.from_bytes(digest[:_WORD_BYTES], "big")


class EnteredRoller:
    """Takes the faces that players read off their own dice for one roll."""

    def __init__(self, faces: Iterable[int]) -> None:
        self._faces = tuple(faces)

    def roll(self, dice: int, sides: int, *, reason: str, place: Place) -> Roll:
        """Return the entered faces; raise ``DiceError`` for a wrong number of faces or one that the die lacks."""
        _check_dice(dice, sides)
        if len(self._faces) != dice:
            raise DiceError(f"{reason} takes {dice}d{sides}: enter {dice} faces, not {len(self._faces)}.")
        _check_faces(self._faces, sides)
        return Roll(sides, self._faces, reason, "entered", place)


def read_faces(text: str, most: int) -> list[int] | None:
    """Return the faces of dice that a person typed, with or without spaces and commas; None for any other text.

    >>> read_faces("4, 2 6", 10), read_faces("426", 10), read_faces("six", 10)
    ([4, 2, 6], [4, 2, 6], None)
    """
    digits = "".join(text.replace(",", " ").split())
    return [int(face) for face in digits] if digits.isascii() and digits.isdigit() and len(digits) <= most else None


def face_of_word(word: int, sides: int) -> int | None:
    """Return the face for a number from 0 to 2**32 - 1, or None if it must be drawn again.

    Numbers above the last whole multiple of ``sides`` are dropped, because they would favor the low faces.
    """
    return None if word >= _WORDS - _WORDS % sides else word % sides + 1


def _check_dice(dice: int, sides: int) -> None:
    if dice < 1 or sides < 2:
        raise RulesError(f"{dice}d{sides} cannot be rolled.")


def _check_place(place: Place) -> None:
    if not place or not all(type(part) in (str, int) for part in place):
        raise RulesError(f"A place is made of words and whole numbers, not {place!r}.")


def _check_faces(faces: Iterable[int], sides: int) -> None:
    for face in faces:
        if not 1 <= face <= sides:
            raise DiceError(f"A d{sides} shows 1 to {sides}, not {face}.")
