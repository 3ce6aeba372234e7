"""A game of dice for stakes: the five elements, in words for what players decide and in values for what dice decide.

The elements are those of the older rules of Pathfinder: house, equipment, mechanic, odds (``odds``) and payout. A
game's maker decides its dice and payouts. docs/gambling.md describes the format ``muster-table-game/1``.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import prod
from typing import Annotated, Any

from rules.dice import DiceError
from rules.documents.reading import Fields, Format, fail, writable
from rules.documents.records import WRITTEN, from_record, records_of, to_record
from rules.documents.shapes import Shape, integer, one_line, text
from rules.errors import RulesError
from rules.gambling.conditions import DIE_CONDITIONS, MOST_SIDES, ResultCondition, RollPattern
from rules.lengths import MAX_NAME
from rules.text import listed

MOST_DICE = 19
"""Dice of a player or of the house: with one more, even coins would have more than a million outcomes."""
MOST_GROUPS = 6
MOST_RESULTS = 12
MOST_CONDITIONS = 3
MOST_PAYOUT = 1_000
MOST_PARTS = 100
"""The largest denominator of a payout."""
MOST_STAKE = 1_000_000
MOST_SEATS = 12
MOST_SPOTS = 12
MOST_STAFF = 20
LOST = Fraction(-1)
"""The payout of a roll without a result."""
_PAYOUT = re.compile(r"(-?)([0-9]{1,4})(?:/([0-9]{1,3}))?")
MAX_WORDS = 2_000
MAX_COIN = 20
MAX_SPOT = 40


def payout_from_text(text: str) -> Fraction:
    """Read a payout: ``2``, ``3/2``, ``0``, ``-1``; raise ``RulesError`` for anything else."""
    match = _PAYOUT.fullmatch(text.strip().replace("−", "-"))
    if match is None or (match[3] is not None and not int(match[3])):
        raise RulesError(
            "A payout is a number for 1 coin, such as 2, 3/2, 0 for the stake back, or -1 for a lost stake."
        )
    pays = Fraction(int(match[2]), int(match[3] or 1))
    return -pays if match[1] else pays


def _read_payout(fields: Fields, name: str) -> Fraction:
    text = fields.text(name, high=12)
    try:
        return payout_from_text(text)
    except RulesError as fault:
        fail("document.value", fields.at(name), str(fault))


def _read_spots(read: Fields, name: str) -> tuple[str, ...]:
    spots = read.texts(name, high=MOST_SPOTS, longest=MAX_SPOT)
    for place, spot in enumerate(spots):
        if not writable(spot, f"{read.at(name)}[{place}]").strip():
            fail("document.value", f"{read.at(name)}[{place}]", "Expected more than spaces.")
    return spots


GAME_NAME = one_line(MAX_NAME, low=1, may_be_blank=False)
PAYOUT = Shape(str, _read_payout, {"type": "string", "pattern": "^-?[0-9]{1,4}(/[0-9]{1,3})?$"})
SPOTS = Shape(list, _read_spots, {"type": "array", "items": {"type": "string"}})
GameProse = Annotated[str, text(MAX_WORDS), WRITTEN]
Stake = Annotated[int, integer(1, MOST_STAKE), WRITTEN]


@dataclass(frozen=True, slots=True)
class GameDice:
    """Dice of one kind."""

    count: Annotated[int, integer(1, MOST_DICE)]
    sides: Annotated[int, integer(2, MOST_SIDES)]

    def __post_init__(self) -> None:
        """Refuse dice that no game has."""
        if not 1 <= self.count <= MOST_DICE or not 2 <= self.sides <= MOST_SIDES:
            raise RulesError(f"A game has 1 to {MOST_DICE} dice with 2 to {MOST_SIDES} sides each.")

    def __str__(self) -> str:
        return f"{self.count}d{self.sides}"


@dataclass(frozen=True, slots=True)
class GameResult:
    """A result that pays if all of its conditions are met.

    ``pays`` is the player's gain for each coin of the stake: 2 keeps the stake and adds twice as much, 0 returns it, −1
    loses it.
    """

    name: Annotated[str, GAME_NAME]
    when: Annotated[tuple[ResultCondition, ...], records_of(ResultCondition, MOST_CONDITIONS)]
    pays: Annotated[Fraction, PAYOUT]

    def __post_init__(self) -> None:
        """Refuse payouts that no house could pay."""
        if not 1 <= len(self.when) <= MOST_CONDITIONS:
            raise RulesError(f"A result has 1 to {MOST_CONDITIONS} conditions.")
        if not LOST <= self.pays <= MOST_PAYOUT or self.pays.denominator > MOST_PARTS:
            raise RulesError(
                f"A result pays from −1 (the stake is lost) to {MOST_PAYOUT:,} for 1, in parts of up to {MOST_PARTS}."
            )

    def describe(self, spots: Sequence[str] = ()) -> str:
        """Return its conditions in words; ``spots`` are those of the game."""
        return listed(condition.describe(spots) for condition in self.when)


DiceGroups = Annotated[tuple[GameDice, ...], records_of(GameDice, MOST_GROUPS)]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableGame:
    """A game of single rounds. The first result whose conditions are met counts; without one, the stake is lost.

    ``house`` says who runs the game and ``staff`` how many people that takes; ``coin`` is the unit of stakes. ``dice``
    are rolled for each player, ``house_dice`` once a round for the house. ``spots`` are places for a stake, such as
    over and under, empty in a game with one kind of stake. Stakes are whole coins. Raises ``RulesError`` for an
    unplayable game.
    """

    name: Annotated[str, GAME_NAME]
    house: GameProse = ""
    staff: Annotated[int, integer(1, MOST_STAFF), WRITTEN] = 1
    equipment: GameProse = ""
    mechanic: GameProse = ""
    dice: DiceGroups
    house_dice: Annotated[DiceGroups, WRITTEN] = ()
    results: Annotated[tuple[GameResult, ...], records_of(GameResult, MOST_RESULTS)]
    spots: Annotated[tuple[str, ...], SPOTS] = ()
    coin: Annotated[str, one_line(MAX_COIN, low=1), WRITTEN] = "gp"
    lowest_stake: Stake = 1
    highest_stake: Stake = 10
    seats: Annotated[int, integer(1, MOST_SEATS), WRITTEN] = 6

    def __post_init__(self) -> None:
        """Refuse games without a roll, with results that need something missing, or with empty limits."""
        self._check_dice()
        self._check_spots()
        if not 1 <= len(self.results) <= MOST_RESULTS:
            raise RulesError(f"A game has 1 to {MOST_RESULTS} results.")
        if any(condition.needs_house for result in self.results for condition in result.when) and not self.house_dice:
            raise RulesError("A result compares the roll with the house, but the house rolls no dice.")
        if not 1 <= self.lowest_stake <= self.highest_stake <= MOST_STAKE:
            raise RulesError(f"Stakes go from the lowest to the highest, from 1 to {MOST_STAKE:,} coins.")
        if not 1 <= self.seats <= MOST_SEATS or not 1 <= self.staff <= MOST_STAFF:
            raise RulesError(f"A game has 1 to {MOST_SEATS} seats, and 1 to {MOST_STAFF} people run it.")

    def _check_dice(self) -> None:
        for dice, whose in ((self.dice, "a player"), (self.house_dice, "the house")):
            if sum(die.count for die in dice) > MOST_DICE or len(dice) > MOST_GROUPS:
                raise RulesError(f"For {whose}, a game rolls at most {MOST_DICE} dice of {MOST_GROUPS} kinds.")
        if not self.dice:
            raise RulesError("A game rolls at least one die for the player.")

    def _check_spots(self) -> None:
        asked = [condition for result in self.results for condition in result.when if condition.kind == "spot"]
        if len(self.spots) > MOST_SPOTS or len({spot.casefold() for spot in self.spots}) < len(self.spots):
            raise RulesError(f"A game has at most {MOST_SPOTS} spots, each with a name of its own.")
        if any(condition.at_least > len(self.spots) for condition in asked):
            raise RulesError("A result names a spot that the game does not have.")
        if self.spots and self.chooses_face:
            raise RulesError("Players choose a spot or a face, not both.")

    @property
    def chooses_face(self) -> bool:
        """Return True if players choose a face before they roll."""
        return any(condition.kind == "chosen" for result in self.results for condition in result.when)

    @property
    def choices(self) -> tuple[int, ...]:
        """The faces that a player may choose, or the numbers of the spots; none in a game without a choice."""
        if self.spots:
            return tuple(range(1, len(self.spots) + 1))
        return tuple(range(1, max(die.sides for die in self.dice) + 1)) if self.chooses_face else ()

    def choice_name(self, choice: int) -> str:
        """Return a player's choice in words: the name of a spot, or a face."""
        return self.spots[choice - 1] if 1 <= choice <= len(self.spots) else str(choice)

    @property
    def named_faces(self) -> frozenset[int]:
        """The faces that results name."""
        faces = {condition.face for result in self.results for condition in result.when if condition.kind == "face"}
        return frozenset(face for face in faces if face is not None)

    @property
    def compares_highest(self) -> bool:
        """Return True if a result compares the highest die with the house’s."""
        return any(condition.kind in DIE_CONDITIONS for result in self.results for condition in result.when)

    @property
    def outcomes(self) -> int:
        """The number of rolls: every face of every die of player and house, once for each face to choose."""
        rolls: int = prod(die.sides**die.count for die in (*self.dice, *self.house_dice))
        return rolls * max(len(self.choices), 1)

    def pays(self, place: int | None) -> Fraction:
        """Return the payout of a result by its place in the list, None for no result."""
        return LOST if place is None else self.results[place].pays

    def matching_results(self, faces: tuple[int, ...], house: tuple[int, ...], choice: int | None) -> Iterator[int]:
        """Yield the places of all results that a roll shows; the first one counts."""
        pattern = _kept_pattern(tuple(sorted(faces)), self.named_faces)
        dice, total, highest = faces.count(choice or 0), sum(house), max(house, default=0)
        for place, result in enumerate(self.results):
            if all(
                condition.holds_for_player(pattern)
                and condition.holds_for_choice(dice, choice or 0)
                and condition.holds_for_sums(pattern.total, total)
                and condition.holds_for_highest(pattern.highest, highest)
                for condition in result.when
            ):
                yield place


def pool_words(dice: tuple[GameDice, ...]) -> str:
    """Return dice in words: ``2d6 + 1d8``."""
    return " + ".join(map(str, dice))


def check_faces(dice: tuple[GameDice, ...], faces: tuple[int, ...]) -> None:
    """Raise ``DiceError`` unless these are faces of the dice, in their order."""
    sides = [die.sides for die in dice for _ in range(die.count)]
    if len(faces) != len(sides):
        raise DiceError(f"{pool_words(dice)} shows {len(sides)} faces, not {len(faces)}.")
    for face, most in zip(faces, sides, strict=True):
        if not 1 <= face <= most:
            raise DiceError(f"A d{most} shows 1 to {most}, not {face}.")


def roll_pattern(ordered: tuple[int, ...], named: frozenset[int] = frozenset()) -> RollPattern:
    """Return the pattern of dice, their faces in order; ``named`` are the faces to count."""
    most_alike = alike = pairs = longest = run = before = 0
    for face in ordered:
        if face == before:
            alike += 1
            pairs += alike == 2
        else:
            run = run + 1 if face == before + 1 else 1
            alike, before = 1, face
            longest = max(longest, run)
        most_alike = max(most_alike, alike)
    faces = tuple((face, ordered.count(face)) for face in sorted(named.intersection(ordered))) if named else ()
    return RollPattern(len(ordered), sum(ordered), ordered[0], ordered[-1], most_alike, pairs, longest, faces)


_kept_pattern = lru_cache(maxsize=4_096)(roll_pattern)
"""The same with a cache for the dice of rounds, which often repeat."""


def payout_words(pays: Fraction) -> str:
    """Return a payout in a tavern's words: ``3 to 2``, ``stake back``, ``stake lost``."""
    if pays == 0:
        return "stake back"
    if pays == LOST:
        return "stake lost"
    if pays < 0:
        return f"{-pays.numerator}/{pays.denominator} of the stake lost"
    return f"{pays.numerator:,} to {pays.denominator}"


def net_of(stake: int, pays: Fraction) -> int:
    """Return a player's gain in whole coins, negative for a loss: fractions stay with the house (ruling 316)."""
    return (stake * pays.numerator) // pays.denominator


FORMAT = Format("muster-table-game/1", "a table game")
MAX_BYTES = 100_000
"""The largest document of a game, in bytes."""


def game_document(game: TableGame) -> dict[str, Any]:
    """Return a game as a document."""
    return {"format": FORMAT.tag, **to_record(game)}


def game_from_document(document: object) -> TableGame:
    """Read a game; raise ``DocumentError`` with the path of the first thing that cannot be read.

    A game with more than a million outcomes can be read: it has no odds, and no one can play it.
    """
    return from_record(FORMAT.upcast(document), TableGame)
